"""What was found in a card's text, as values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

__all__ = ["Annotation", "KeywordUse", "Touch"]


@dataclass(frozen=True, slots=True)
class KeywordUse:
    """A keyword ability that a card has, or that its text gives to something.

    Attributes:
        name: as the edition's heading has it, in lower case.
        parameter: what it takes, in a line (`{2}`, `red`, `basic land {2}`); empty for nothing.
        face: 0 for the front face, or the left half.
        line: of that face, from 1.
        innate: whether the line is the keyword, or a list of keywords, and nothing else.
        start, end: half-open, in characters of the original text.
        status: `innate`, `granted`, or `conditional` for what stands below a level, a class level
            or a station symbol.
        variant: the variant's name in lower case, such as `hexproof from` or `basic landcycling`.
        parameters: the parts of `parameter` by the names that the rules give them.
        quoted: whether it stands in an ability in quotation marks.
    """

    name: str
    parameter: str
    face: int
    line: int
    innate: bool
    start: int
    end: int
    status: str
    variant: str = ""
    parameters: Mapping[str, str] = field(default_factory=dict)
    quoted: bool = False


@dataclass(frozen=True, slots=True)
class Touch:
    """Words that lead to a rule or a term.

    Attributes:
        start, end: half-open, in characters of the original text.
        text: the words.
        term: the edition's term, as it prints it; a keyword in lower case.
        rule: its number; empty where only the glossary has the term.
        kind: `keyword ability`, `keyword action`, `ability word`, `flavor word` (`ability or flavor
            word` where the edition lists no ability words), or another kind of term.
        reason: why it is there: a keyword's status (also `negated`, `mentioned`, `counter`), or
            where the words stand.
    """

    start: int
    end: int
    text: str
    term: str
    rule: str
    kind: str
    reason: str


@dataclass(frozen=True, slots=True)
class Annotation:
    """All that was found in a card's text.

    Attributes:
        name: the card's.
        keywords: the innate ones of its front face, each once, in the order of the text.
        details: every keyword that it has or gives, in the order of the text.
        actions: the keyword actions in it outside reminder text, each once, in the same order.
        spans: in the order of the text; none overlaps another.
        rules: the numbers in `spans`, each once, in the order of the rules.
    """

    name: str
    keywords: tuple[str, ...]
    details: tuple[KeywordUse, ...]
    actions: tuple[str, ...]
    spans: tuple[Touch, ...]
    rules: tuple[str, ...]
