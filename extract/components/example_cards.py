"""Which cards a worked example names, and which rules text of theirs it quotes.

A name is a run of capitalised words that isn't the game's own: one that rules text is quoted of
(`Fling reads, “...”`), one of several words, or one that stands where only a name can. Players of
examples are told from cards by what they do: they cast, control and have turns.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterator

from spacy.language import Language
from spacy.tokens import Doc

from extract.components.clauses import mask
from extract.components.sentences import nested_spans
from kg.statements import NamedCard

__all__ = ["ExampleCards", "find_cards"]

_CAPITAL = r"[A-ZÀ-Þ][\w’'!-]*[\w!]|[A-ZÀ-Þ]"
_SMALL = r"of|the|and|in|from|for|at|on|o’|de|la|du|or|&"
_RUN = re.compile(
    rf"(?<![\w“])(?:{_CAPITAL})(?:(?:,? (?:(?:{_SMALL}) ){{0,3}}| // ?)(?:{_CAPITAL}))*"
)
_JOINT = re.compile(r",? (?:and|or) (?:the )?")
# What only a sentence opens with; a name behind it begins at the next word.
_OPENERS = frozenset(
    "a an the if when whenever while as at in on during before after once because since for that "
    "this these those "
    "it its he she they their his her both each all any some no another other two three four "
    "five six seven eight "
    "nine ten however instead then later now suppose say using with without under by to from of "
    "unless until only "
    "even although though also next first second third finally similarly likewise but and or so "
    "neither either "
    "there you your what which who one players player creatures creature spells spell copying "
    "normally you’re it’s "
    "conversely part due nothing none most many several such other same control casting "
    "activating playing because regardless rather "
    "assume imagine note see rule rules section end turn combat untap upkeep draw paying "
    "choosing".split()
)
_PLAYER_DOES = re.compile(
    r"(?:’s (?:turn|hand|library|graveyard|opponents?|life|team|teammates?|next|creatures?"
    r"|permanents?|control|spells?|deck|choice|range|left|right|emperor|mana|draw|upkeep"
    r"|commander|main|combat|permission|attack|battlefield|sideboard)"
    r"| (?:casts?|controls?|chooses|owns?|draws|pays|activates|discards|attacks with"
    r"|has (?:priority|\d+ life|no|one|two|three)|passes|declares|wants|decides|announces|puts"
    r"|plays|gains|loses|leaves|concedes|wins|searches|reveals|sacrifices|would draw|would lose"
    r"|will (?:gain|lose|draw)|can (?:cast|choose|attack|activate)|may (?:cast|choose)|must"
    r"|can’t (?:cast|attack)|mulligans|keeps|takes|gets|exiles|uses|and (?:Bianca|Carlos)))"
    r"\b"
)
_QUOTES = re.compile(
    r"[^.“”]{0,140}?\b(?:says?|reads?|states?|has|have|with|is|gains?|ability|text|and|in part"
    r"|instructs)\b[^.“”]{0,70}?$"
)
_ANOTHER_QUOTE = re.compile(r",?(?: and| or)? ")
_CARD_AFTER = re.compile(
    r"(?:,? (?:which|that|an? [\w\s/-]{1,60}?(?:with|that))?,?\s?(?:says?|reads?|states?|is an?"
    r"|is the|has (?:the|an?|two|one)|were|’s (?:ability|effect|controller|power|toughness"
    r"|trigger|activated|triggered|static|cost|owner|text|copi|first|second|last|mana|color"
    r"|additional|enters|regeneration|redirection|replacement)"
    r"|resolves|enters|dies|deals|leaves|becomes|isn’t|would|can’t|attached|on the|in (?:his|her"
    r"|their|exile|the)|and |token|spell|card))"
)
_CARD_BEFORE = re.compile(
    r"(?:\b(?:named?|called|casts?|casting|controls?|cast|of|plays?|activates?|with|and|uses?"
    r"|targets?|exiles?|sacrifices?|a|an|the|two|or|copy|copies|enchanted by|by|destroys?|using"
    r"|from|to|into|becomes|has|that|for|on|if|both)\s)$",
    re.I,
)


def find_cards(
    text: str, *, is_term: Callable[[str], bool] = lambda name: False
) -> Iterator[NamedCard]:
    """The cards that a text names, in the order of their first mentions.

    Args:
        is_term: whether a capitalised word is one of the game's own, so no name by itself.

    Example:
        >>> words = "Sky Ferry says, “Draw a card.” Alex casts Sky Ferry."
        >>> [(c.name, c.mentions, [words[a:b] for a, b in c.texts]) for c in find_cards(words)]
        [('Sky Ferry', ((0, 9), (42, 51)), ['Draw a card.'])]
    """
    masked = mask(text)
    runs = list(_runs(masked))
    players = {
        masked[a:b] for a, b in runs if " " not in masked[a:b] and _PLAYER_DOES.match(masked, b)
    }
    quoted = _quoted_texts(text, masked, runs)
    found: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for start, end in runs:
        name = masked[start:end]
        if name not in players and (start in quoted or _is_name(masked, start, end, is_term)):
            found[name].append((start, end))
    for name, places in found.items():
        # Words of a name elsewhere are mentions too, whatever stands around them.
        every = [(a, b) for a, b in runs if masked[a:b] == name]
        texts = tuple(span for place in places for span in quoted.get(place[0], ()))
        yield NamedCard(name, tuple(every), texts)


def _runs(masked: str) -> Iterator[tuple[int, int]]:
    """The runs of capitalised words; names that `and` joins are two, `Fact or Fiction` is one."""
    for match in _RUN.finditer(masked):
        start = match.start()
        for joint in _JOINT.finditer(match.group()):
            sides = match.group()[: joint.start()], match.group()[joint.end() :]
            if "," in joint.group() or any(" " in side for side in sides):
                if run := _trim(masked, start, match.start() + joint.start()):
                    yield run
                start = match.start() + joint.end()
        if run := _trim(masked, start, match.end()):
            yield run


def _trim(masked: str, start: int, end: int) -> tuple[int, int] | None:
    """A run without the opening word of a sentence, and without a possessive."""
    if masked[start:end].endswith(("’s", "'s")):
        end -= 2
    while start < end:
        word = re.match(r"[^\s,]+", masked[start:end])
        if word is None or word.group().lower() not in _OPENERS:
            break
        opens = start == 0 or re.search(r"[.!?”:—)] $|^$", masked[max(0, start - 2) : start])
        if not opens:
            break
        start += word.end() + len(re.match(r"[\s,]*", masked[start + word.end() : end]).group())  # type: ignore[union-attr]
        if start < end and not masked[start].isupper():
            return _later(masked, start, end)
    return (start, end) if end - start > 2 else None


def _later(masked: str, start: int, end: int) -> tuple[int, int] | None:
    capital = re.search(r"[A-ZÀ-Þ]", masked[start:end])
    return _trim(masked, start + capital.start(), end) if capital else None


def _quoted_texts(
    text: str, masked: str, runs: list[tuple[int, int]]
) -> dict[int, list[tuple[int, int]]]:
    """The quotations that follow a name and are said to be its text, by where the name begins."""
    found: dict[int, list[tuple[int, int]]] = defaultdict(list)
    name, last = -1, 0
    for start, end in nested_spans(text):
        if text[start] not in '“"' or len(text[start:end].split()) < 3:
            continue
        before = [run for run in runs if run[1] <= start]
        goes_on = name >= 0 and _ANOTHER_QUOTE.fullmatch(masked, last, start)
        if not goes_on:
            says = before and _QUOTES.match(masked[before[-1][1] : start])
            name = before[-1][0] if says else -1
        if name >= 0:
            found[name].append((start + 1, end - 1))
        last = end
    return dict(found)


def _is_name(masked: str, start: int, end: int, is_term: Callable[[str], bool]) -> bool:
    name = masked[start:end]
    if (
        is_term(name)
        or all(map(is_term, re.split(r" (?:and|or) ", name)))
        or re.fullmatch(r"Player [A-Z]|[A-Z][a-z]+ Player|Magic.*|I+|X", name)
    ):
        return False
    if " " in name:
        return True
    opens = start == 0 or masked[max(0, start - 2) : start] in (". ", "” ", ") ", ": ")
    if opens:
        return bool(_CARD_AFTER.match(masked, end))
    return bool(_CARD_BEFORE.search(masked[max(0, start - 24) : start])) or bool(
        _CARD_AFTER.match(masked, end)
    )


class ExampleCards:
    """Write the cards that an example names to `doc._.cards`; of other passages nothing.

    Attributes:
        is_term: whether a capitalised word is one of the game's own.
    """

    def __init__(self) -> None:
        self.is_term: Callable[[str], bool] = lambda name: False

    def __call__(self, doc: Doc) -> Doc:
        if doc._.passage == "example":
            text = doc._.source_text or doc.text
            doc._.cards = tuple(find_cards(text, is_term=self.is_term))
        return doc


@Language.factory("example_cards", assigns=["doc._.cards"])
def make_example_cards(nlp: Language, name: str) -> ExampleCards:
    """The component; `extract.pipeline` tells it what the edition's terms are."""
    return ExampleCards()


if not Doc.has_extension("cards"):
    Doc.set_extension("cards", default=())
