"""A passage's text cut where it cites, each mention with the address that it leads to."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from api.book import Book
from kg.model import Citation, Passage, RuleNumber

__all__ = ["Piece", "Segment", "excerpt", "marked_pieces", "segments"]

_SHOWN_TARGETS = 12


@dataclass(frozen=True, slots=True)
class Segment:
    """A stretch of text.

    Attributes:
        url: where a mention leads; empty for plain text and for a mention that leads nowhere.
        title: what a mention names, in words; empty for plain text.
    """

    text: str
    url: str = ""
    title: str = ""


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of a snippet, marked where it is what was sought."""

    text: str
    marked: bool = False


def segments(passage: Passage, book: Book, url: Callable[[RuleNumber], str]) -> Iterator[Segment]:
    """The passage in stretches; joined, they are its text.

    A mention of several numbers leads to the first that the edition prints, and its title lists
    them all. One whose numbers are all missing leads nowhere.
    """
    place = 0
    for citation in sorted(passage.citations, key=lambda c: c.start):
        if citation.start < place:
            continue
        if citation.start > place:
            yield Segment(passage.text[place : citation.start])
        printed = [n for n in citation.targets if n not in citation.missing and book.prints(n)]
        words = passage.text[citation.start : citation.end]
        if printed:
            yield Segment(words, url(printed[0]), _title(citation, printed, book))
        else:
            yield Segment(words, title=f"this edition doesn’t print {_listed(citation.targets)}")
        place = citation.end
    if place < len(passage.text):
        yield Segment(passage.text[place:])


def excerpt(text: str, length: int = 40) -> str:
    """A text's first words, with a sign where it goes on."""
    if len(text) <= length:
        return text
    return text[:length].rsplit(" ", 1)[0].rstrip(" .,;:—") + "…"


def marked_pieces(text: str, spans: tuple[tuple[int, int], ...]) -> Iterator[Piece]:
    """A text cut at the spans, which are marked."""
    place = 0
    for start, end in spans:
        if start > place:
            yield Piece(text[place:start])
        yield Piece(text[start:end], marked=True)
        place = end
    if place < len(text):
        yield Piece(text[place:])


def _title(citation: Citation, printed: list[RuleNumber], book: Book) -> str:
    if len(citation.targets) == 1:
        (number,) = printed
        rule = book.rule(number)
        return (
            f"{number} {rule.heading}" if rule.heading else f"{number}: {excerpt(rule.text, 160)}"
        )
    title = _listed(citation.targets)
    if citation.missing:
        title += f" (not in this edition: {_listed(citation.missing)})"
    return title


def _listed(numbers: tuple[RuleNumber, ...]) -> str:
    shown = ", ".join(str(number) for number in numbers[:_SHOWN_TARGETS])
    more = len(numbers) - _SHOWN_TARGETS
    return f"{shown} and {more} more" if more > 0 else shown
