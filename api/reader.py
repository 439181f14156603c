"""What a page knows of the edition that it shows, and the addresses within it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from flask import g, request, url_for

from api.asked import edition_args, edition_name, find_asked
from api.book import Book
from api.live import snapshot
from api.prose import Segment, segments
from kg.model import EditionKey, Passage, Rule, RuleNumber
from kg.store import EditionInfo
from kg.store.reading import Neighbour

__all__ = ["Reader", "Threads", "long_date", "open_reader"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Threads:
    """What ties a rule to others.

    Attributes:
        cited, citing: of the rule itself.
        cited_below, citing_below: of the subrules below it, without what the others have.
        missing, missing_below: numbers that they cite and the edition doesn't print.
        parts_cite: whether anything below it cites a number that isn't below it too.
        terms: headwords of the glossary entries that cite it.
    """

    cited: list[Neighbour]
    cited_below: list[Neighbour]
    missing: list[RuleNumber]
    missing_below: list[RuleNumber]
    parts_cite: bool
    citing: list[Neighbour]
    citing_below: list[Neighbour]
    terms: list[str]


class Reader:
    """An edition as a page shows it.

    Links within it name the edition only where the request did: a reader of the newest edition
    stays with the newest.

    Attributes:
        infos: every edition that can be switched to, newest first.
    """

    def __init__(self, book: Book, infos: list[EditionInfo], args: dict[str, Any]) -> None:
        self.book = book
        self.infos = infos
        self.args = args

    @property
    def key(self) -> EditionKey:
        """Which edition it is."""
        return self.book.key

    @property
    def others(self) -> bool:
        """Whether there is another edition to switch to."""
        return len(self.infos) > 1

    @property
    def switch_url(self) -> str:
        """Where the edition switch leads: the same page."""
        return request.path

    def rule_url(self, number: RuleNumber) -> str:
        """The page of a rule."""
        return url_for("pages.rule", number=str(number), **self.args)

    def term_url(self, headword: str) -> str:
        """The page of a glossary entry."""
        return url_for("pages.entry", slug=self.book.slug(headword), **self.args)

    def segments(self, passage: Passage) -> Iterator[Segment]:
        """A passage cut where it cites."""
        return segments(passage, self.book, self.rule_url)

    def neighbours(self, numbers: Iterable[RuleNumber]) -> list[Neighbour]:
        """Those of the numbers that are printed, each with the nearest heading from it upwards."""
        return [
            Neighbour(number, self.heading_of(number))
            for number in numbers
            if self.book.prints(number)
        ]

    def neighbour(self, number: RuleNumber | None) -> Neighbour | None:
        """A number with the nearest heading from it upwards; None for none."""
        return None if number is None else Neighbour(number, self.heading_of(number))

    def threads(self, number: RuleNumber) -> Threads:
        """What a rule leans on and what leans on it, and the same of the subrules below it."""
        book = self.book
        rule = book.rule(number)
        parts = list(book.below(number))
        # Those of a section are too many to be listed.
        below = parts if number.kind == "rule" else []
        own = set(rule.references())
        inside = {number, *(part.number for part in parts)}
        cited_below = {n for child in below for n in child.references()} - own - inside
        citing = {o.number for o in book.citing(number) if isinstance(o, Rule)}
        citing_below = {
            owner.number
            for child in below
            for owner in book.citing(child.number)
            if isinstance(owner, Rule)
        }
        return Threads(
            cited=self.neighbours(rule.references()),
            cited_below=self.neighbours(sorted(cited_below)),
            missing=[n for n in rule.references() if not book.prints(n)],
            missing_below=sorted(n for n in cited_below if not book.prints(n)),
            parts_cite=any(n not in inside for part in parts for n in part.references()),
            citing=self.neighbours(sorted(citing)),
            citing_below=self.neighbours(sorted(citing_below - citing - inside)),
            terms=list(book.context(number).cited_by_terms),
        )

    def heading_of(self, number: RuleNumber) -> str:
        """A rule's own heading, or that of what it belongs to."""
        above: RuleNumber | None = number
        while above is not None:
            if self.book.prints(above) and (heading := self.book.rule(above).heading):
                return heading
            above = above.parent
        return ""


def open_reader() -> Reader:
    """The edition that the request at hand asks for, open.

    Raises:
        EditionNotFoundError: the store has no such edition.
    """
    at_hand = snapshot()
    asked = edition_args(request.args)
    key = find_asked(at_hand.store, asked)
    named = asked.edition or asked.date or asked.restated
    g.edition_args = {"edition": edition_name(key)} if named else {}
    infos = list(reversed(at_hand.store.editions()))
    return Reader(at_hand.book(key), infos, g.edition_args)


def long_date(day: dt.date) -> str:
    """A day as the rules write it: `January 16, 2026`."""
    return f"{day:%B} {day.day}, {day.year}"
