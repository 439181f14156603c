"""Citations found in a text, and what is wrong with them, as values."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

__all__ = ["PASSING", "VERDICTS", "Cited", "Edit", "Finding", "Printed", "Verdict"]

# Each verdict with its level, and what it means.
Verdict = str
VERDICTS: dict[Verdict, tuple[str, str]] = {
    "malformed": ("error", "the number can't be one of a rule"),
    "dangling": ("error", "the edition prints no such rule"),
    "moved": ("error", "the rule has another number now"),
    "wrong": ("error", "the number is real, but the words beside it fit another rule"),
    "split": ("warning", "the rule has become several, or part of another"),
    "holes": ("warning", "the range spans numbers that the edition doesn't print"),
    "changed": ("warning", "the rule's words aren't those that were locked"),
    "reworded": ("note", "the rule's words have changed"),
}

# Of these the number is right still.
PASSING = frozenset({"changed", "reworded"})


@dataclass(frozen=True, slots=True)
class Printed:
    """One number as a text prints it, piece by piece.

    Attributes:
        number: what is meant, such as `701.8a`, `701.8` or `701`.
        section, rule, letter: where its parts stand: half-open, in characters of the text. A part
            that isn't printed (the section of the b in `701.44a/b`) is None.
    """

    number: str
    section: tuple[int, int] | None
    rule: tuple[int, int] | None
    letter: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class Cited:
    """One number or one range of numbers that a text cites.

    Attributes:
        start, end: where it stands: half-open, in characters.
        first: the number, or the first of the range; None where it is malformed.
        last: the last of the range; None for a single number.
        fault: what makes it no number, in words; else empty.
        mention: which mention of the text it belongs to, counted from 0: those of a list share one.
    """

    start: int
    end: int
    first: Printed | None
    last: Printed | None = None
    fault: str = ""
    mention: int = 0

    def printed(self) -> Iterator[Printed]:
        """Its ends: one for a number, two for a range."""
        if self.first:
            yield self.first
        if self.last:
            yield self.last


@dataclass(frozen=True, slots=True, order=True)
class Edit:
    """Characters to replace: half-open, in characters of the text."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What is wrong with one citation.

    Attributes:
        path: of the file, as it was reached, with forward slashes.
        start, end: where the citation stands, in characters of the text.
        line, column, end_line, end_column: the same from 1; the end is exclusive.
        text: the citation as printed.
        verdict: a key of `VERDICTS`.
        number: the number that it is about; of a malformed one, the text.
        message: what is wrong, in words.
        better: the numbers that it should probably be, best first.
        score: of a `wrong` one how sure that is, of a `moved` one how sure the move is: 0 to 1.
        certain: whether `cite fix` may rewrite it.
        edits: what `cite fix` rewrites for it.
        fingerprint: tells it from others in other places, and stays when lines move.
    """

    path: str
    start: int
    end: int
    line: int
    column: int
    end_line: int
    end_column: int
    text: str
    verdict: Verdict
    number: str
    message: str
    better: tuple[str, ...] = ()
    score: float | None = None
    certain: bool = False
    edits: tuple[Edit, ...] = ()
    fingerprint: str = ""

    @property
    def level(self) -> str:
        """`error`, `warning` or `note`; a note alone doesn't fail a check."""
        return VERDICTS[self.verdict][0]
