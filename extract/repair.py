"""Words and signs of a scraped page parted where they were glued, and wrong letters put right.

Where a page lost its links or its italics, the words beside them stick together: `playerceases`,
`To"unattach"`, `revealed.""Play"`. A word is parted only where that is certain: both halves are
words of these rules, the whole is neither a word of English nor of the rules, and no other parting
is possible. What was printed is kept beside what is made of it.
"""

from __future__ import annotations

import functools
import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import replace
from importlib.resources import files
from typing import TypeVar

from kg.model import Edition, Passage

__all__ = ["repair_edition", "repair_letters", "words_of"]

P = TypeVar("P", bound=Passage)

_WORD = re.compile(r"[A-Za-z]+(?:['’-][A-Za-z]+)*")
_ENDED_SENTENCE = re.compile(r"(?<=[a-z)]\.)(?=[A-Z][a-z])")
_CLOSED_QUOTE = re.compile(r"(?<=[”])(?=[A-Za-z“])")
_OPENED_QUOTE = re.compile(r"(?<=[A-Za-z,.;:])(?=“)")
# Four letters in a row that English never has: Cyrillic in cp1251, read as Latin-1 or cp1252.
_CYRILLIC = re.compile(r"[À-ÿ¸¨]{3,}")


def words_of(texts: Iterable[str]) -> Counter[str]:
    """How often each word stands in some texts, in small letters, apostrophes straight."""
    return Counter(_plain(m.group()) for text in texts for m in _WORD.finditer(text))


def repair_edition(edition: Edition, *, rules_words: Iterable[str]) -> Edition:
    """The edition with its glued words and signs parted.

    Args:
        rules_words: words of other texts of the rules.
    """
    own = words_of(passage.text for _, passage in edition.passages())
    part = _Parting(own, frozenset(rules_words))
    rules = []
    for rule in edition.rules:
        mended = _repaired(rule, part)
        heading = mended.text if rule.heading == rule.text else rule.heading
        examples = tuple(_repaired(example, part) for example in rule.examples)
        rules.append(replace(mended, heading=heading, examples=examples))
    glossary = tuple(
        replace(entry, senses=tuple(_repaired(sense, part) for sense in entry.senses))
        for entry in edition.glossary
    )
    return replace(edition, rules=tuple(rules), glossary=glossary)


def repair_letters(line: str) -> str:
    """A line whose Cyrillic letters show as accented Latin ones, with the letters meant.

    Example:
        >>> repair_letters("Ïîëíûå ïðàâèëà Magic")
        'Полные правила Magic'
    """
    return _CYRILLIC.sub(lambda m: m.group().encode("cp1252", "replace").decode("cp1251"), line)


def _repaired(passage: P, part: Callable[[str], str]) -> P:
    text = part(passage.text)
    if text == passage.text:
        return passage
    return replace(passage, text=text, printed=passage.text)


class _Parting:
    def __init__(self, own: Counter[str], rules_words: frozenset[str]) -> None:
        self._own = own
        self._rules = rules_words

    def __call__(self, text: str) -> str:
        text = _part_quotes(text)
        text = _ENDED_SENTENCE.sub(" ", text)
        return _WORD.sub(lambda match: self._parted(match.group()), text)

    def _parted(self, word: str) -> str:
        plain = _plain(word)
        if "-" in word or plain in self._rules or _is_english(plain):
            return word
        halves = [
            (word[:i], word[i:])
            for i in range(2, len(word) - 1)
            if self._knows(_plain(word[:i])) and self._knows(_plain(word[i:]))
        ]
        return " ".join(halves[0]) if len(halves) == 1 else word

    def _knows(self, half: str) -> bool:
        return half in self._rules or half in self._own


def _part_quotes(text: str) -> str:
    """Blanks around quotes that stick to the words before or behind them."""
    text = _CLOSED_QUOTE.sub(" ", _OPENED_QUOTE.sub(" ", text))
    parts = text.split('"')
    for place in range(len(parts) - 1):
        opens = place % 2 == 0
        if opens and re.search(r"[^\W\d][,.;:\]]*$", parts[place]):
            parts[place] += " "
        elif not opens and re.match(r"\w", parts[place + 1]):
            parts[place + 1] = " " + parts[place + 1]
        elif opens and place and not parts[place]:
            parts[place] = " "
    return '"'.join(parts)


def _plain(word: str) -> str:
    return word.replace("’", "'").lower()


def _is_english(word: str) -> bool:
    stem = word.removesuffix("'s")
    return word in _english() or stem in _english()


@functools.cache
def _english() -> frozenset[str]:
    """The words of symspellpy's frequency list (82,765 words of English)."""
    listed = files("symspellpy") / "frequency_dictionary_en_82_765.txt"
    lines = listed.read_text(encoding="utf-8-sig").splitlines()
    return frozenset(line.partition(" ")[0] for line in lines)
