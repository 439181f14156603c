"""Keywords in running text: given to something, taken from it, or only spoken of.

What a keyword does in a sentence is told by the words before it, and a list shares them:
`gains flying, first strike, and haste until end of turn` gives three.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from extract.cards.grammar import Grammar, Item, parted

__all__ = ["Finder", "Mention"]

_GLUE = re.compile(
    r"[\s,;]*(?:and/or|and|or|and gains?|and has|then|plus|your choice of|either|both|,)?"
    r"[\s,;]*(?:from\s+)?"
)
_SENTENCE_START = re.compile(r"[.\n•:](?=\s)|[\"“”—]")
_FILL = (
    r"(?:your choice of |both |either |also |still |all |abilities? |and |gets? [+-]\S+ and "
    r"|[\"“]\s*)*\s*$"
)
_NEGATED = re.compile(
    r"\b(?:los(?:e|es|ing)|lost|without|can't (?:have|gain|get)(?: or (?:have|gain))?|removes?"
    r"|(?:don't|doesn't|didn't|do not|does not|never|no longer) (?:have|has|gain|gains))\s+"
    rf"(?:or (?:have|gain) )?{_FILL}",
    re.IGNORECASE,
)
_GAINED = re.compile(rf"\b(?:gain(?:s|ed|ing)?)\s+{_FILL}", re.IGNORECASE)
_HAD = re.compile(rf"\b(?P<verb>ha(?:s|ve|d|ving))\s+{_FILL}", re.IGNORECASE)
_ASKED = re.compile(
    r"\b(?:if|unless|while|whether|as though|as long as)\b[^,.;:]*$"
    r"|\b(?:that|who|which)\s+$|\bwould have\s*$",
    re.IGNORECASE,
)
_WITH = re.compile(rf"\bwith\s+(?:base power[^,]* and )?{_FILL}", re.IGNORECASE)
_TOKEN = re.compile(
    r"\btokens?(?: that(?:'s| are| is)[^.\"]*?| named[^.\"]*?)?\s*$"
    r"|\bcreates?\b[^.\"]*\btokens?\b[^.\"]*$",
    re.IGNORECASE,
)
_BECOMING = re.compile(
    r"\b(?:becomes?|is|are|'s|'re|as|into|be|an?)\b[^.;:\"]*?(?:\d+|[X*])/(?:\d+|[X*])[^.;:\"]*$"
    r"|\bbecomes? an? [^.;:\"]*$",
    re.IGNORECASE,
)
_SPEAKING = re.compile(
    r"\s*(?:costs?|abilit(?:y|ies)|creatures?|cards?|spells?|permanents?|counters?|instead of)\b",
    re.IGNORECASE,
)
_WORD = re.compile(r"[^\W_]+|∞")
_KINDS_OF_LAND = ("basic", "snow", "nonbasic", "legendary", "artifact")
_REACH = 300  # characters before a keyword that can tell what becomes of it
_COUNTER = re.compile(r"\s*counters?\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Mention:
    """A keyword in running text.

    Attributes:
        status: `granted`, `negated`, `counter` (a counter named after it) or `mentioned`.
    """

    item: Item
    status: str


class Finder:
    """Finds the keywords of a grammar in running text."""

    def __init__(self, grammar: Grammar) -> None:
        self.grammar = grammar
        heads = sorted(grammar.heads(), key=len, reverse=True)
        self._endings = tuple(grammar.endings())
        # Of landwalk and typecycling the type is a part: `snow swampwalk`, `basic landcycling`.
        lands, endings = "|".join(_KINDS_OF_LAND), "|".join(self._endings) or "(?!)"
        typed = rf"(?:(?:{lands}) )?[a-z]+(?:{endings})(?!\w)"
        self._head = re.compile(
            rf"(?:{'|'.join(map(re.escape, heads))})(?![\w}}])|{typed}", re.IGNORECASE
        )
        self._first = {match.group().lower() for h in heads if (match := _WORD.match(h))}
        self._first.update(_KINDS_OF_LAND)

    def find(self, text: str, start: int, end: int) -> Iterator[Mention]:
        """The keywords in a part of a text, in order."""
        last: Mention | None = None
        place = start
        for word in _WORD.finditer(text, start, end):
            lower = word.group().lower()
            if word.start() < place or not (lower in self._first or lower.endswith(self._endings)):
                continue
            match = self._head.match(text, word.start(), end)
            if match is None:
                continue
            item = self.grammar.longest(text, match.start(), end)
            place = match.end()
            if item is None:
                if match.group().lower() not in self.grammar.names:
                    continue
                item = Item(self.grammar.names[match.group().lower()], *match.span())
            place = max(place, item.end)
            if _is_title(text, match.start(), start):
                continue
            last = Mention(item, self._status(text, start, item, last))
            yield from (Mention(part, last.status) for part in parted(text, item))

    def _status(self, text: str, start: int, item: Item, last: Mention | None) -> str:
        after = text[item.end : item.end + 20]
        if _COUNTER.match(after):
            return "counter"
        if last and last.status != "counter" and _GLUE.fullmatch(text, last.item.end, item.start):
            return last.status if not _SPEAKING.match(after) else "mentioned"
        if _SPEAKING.match(after):
            return "mentioned"
        return status_of(text[max(start, item.start - _REACH) : item.start])


def status_of(before: str) -> str:
    """What the words before a keyword, or before a quotation, do with it."""
    sentence = before[_last_start(before) :]
    if _NEGATED.search(sentence):
        return "negated"
    if _GAINED.search(sentence):
        return "granted"
    if had := _HAD.search(sentence):
        asked = had["verb"].lower() == "had" or _ASKED.search(sentence[: had.start()])
        return "mentioned" if asked else "granted"
    if with_ := _WITH.search(sentence):
        lead = sentence[: with_.start()]
        given = _TOKEN.search(lead) or _BECOMING.search(lead)
        return "granted" if given else "mentioned"
    return "mentioned"


def _last_start(before: str) -> int:
    starts = [match.end() for match in _SENTENCE_START.finditer(before)]
    # A quotation that opens right before the keyword belongs to the sentence.
    while starts and not before[starts[-1] :].strip():
        starts.pop()
    return starts[-1] if starts else 0


def _is_title(text: str, place: int, start: int) -> bool:
    """Whether a capital stands where no sentence or ability begins: a part of a name."""
    if not text[place].isupper():
        return False
    before = text[start:place].rstrip()
    return bool(before) and before[-1] not in ".:;•\"“—–'" and not before.endswith("|")
