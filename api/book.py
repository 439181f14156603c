"""An edition open to be read: its rules and entries by name, and what lies around each.

Made once an edition and generation, from what the store gives: reading a whole edition of 3,300
rules took 0.8 s and 5 MB, the neighbours of one rule by SPARQL 60 ms, and from here 0.05 ms.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from urllib.parse import unquote

from kg.model import Edition, EditionKey, GlossaryEntry, Rule, RuleNumber
from kg.store import Store
from kg.store.reading import Neighbour, RuleContext, read_edition, read_rule
from kg.vocab import term_iris

__all__ = ["Book", "read_book"]


def read_book(store: Store, key: EditionKey) -> Book:
    """The edition of that key, out of the store."""
    return Book(store, read_edition(store, key))


class Book:
    """One edition with its indices; it never changes.

    Attributes:
        edition: all that it says.
        key: which one it is.
        entries: the glossary's by their slugs, in order.
    """

    def __init__(self, store: Store, edition: Edition) -> None:
        self._store = store
        self.edition = edition
        self.key = edition.key
        self._places = {rule.number: place for place, rule in enumerate(edition.rules)}
        self._children = _children(edition)
        self._citing = _citing(edition)
        self._iris = term_iris(edition.key, (entry.headword for entry in edition.glossary))
        self.entries: Mapping[str, GlossaryEntry] = {
            self.slug(entry.headword): entry for entry in edition.glossary
        }
        self._by_name = _by_name(edition)

    def rule(self, number: RuleNumber) -> Rule:
        """The rule of that number.

        Raises:
            RuleNotFoundError: the edition doesn't print it; the error names the nearest numbers.
        """
        found = self.edition.by_number.get(number)
        # The store's own answer, so that page, API and command line suggest the same numbers.
        return found if found is not None else read_rule(self._store, self.key, number)

    def prints(self, number: RuleNumber) -> bool:
        """Whether the edition has that number."""
        return number in self._places

    def children(self, number: RuleNumber) -> Sequence[Rule]:
        """The rules directly below a number, in document order."""
        return self._children.get(number, ())

    def chapters(self) -> Sequence[Rule]:
        """What has nothing above it: the chapters, in a whole edition."""
        return self._children.get(None, ())

    def context(self, number: RuleNumber) -> RuleContext:
        """What lies around a number that the edition prints."""
        rules, place = self.edition.rules, self._places[number]
        citing = self.citing(number)
        return RuleContext(
            ancestors=tuple(self.neighbour(n) for n in self._above(rules[place])),
            children=tuple(
                Neighbour(rule.number, rule.heading, rule.text) for rule in self.children(number)
            ),
            previous=self.neighbour(rules[place - 1].number) if place else None,
            next=self.neighbour(rules[place + 1].number) if place + 1 < len(rules) else None,
            cited_by=tuple(owner.number for owner in citing if isinstance(owner, Rule)),
            cited_by_terms=tuple(
                owner.headword for owner in citing if isinstance(owner, GlossaryEntry)
            ),
        )

    def around(self, number: RuleNumber) -> tuple[RuleNumber | None, RuleNumber | None]:
        """Where a reader goes from a page that shows a number with all that is below it.

        Back to its elder sibling, or to its parent from the eldest; on to what follows its last
        descendant.
        """
        rule = self.edition.by_number[number]
        siblings = self._children[rule.parent]
        place = siblings.index(rule)
        previous = siblings[place - 1].number if place else rule.parent
        last = rule
        while below := self.children(last.number):
            last = below[-1]
        end = self._places[last.number] + 1
        rules = self.edition.rules
        return previous, rules[end].number if end < len(rules) else None

    def below(self, number: RuleNumber) -> Iterator[Rule]:
        """All that is below a number, in document order."""
        for child in self.children(number):
            yield child
            yield from self.below(child.number)

    def citing(self, number: RuleNumber) -> Sequence[Rule | GlossaryEntry]:
        """Who cites a number: rules, then glossary entries, in document order."""
        return self._citing.get(number, ())

    def neighbour(self, number: RuleNumber) -> Neighbour:
        """A number that the edition prints, in a few words."""
        return Neighbour(number, self.edition.by_number[number].heading)

    def entry_iri(self, headword: str) -> str:
        """The IRI of an entry."""
        return self._iris[headword].value

    def slug(self, headword: str) -> str:
        """The last part of an entry's IRI, without percent-encoding."""
        return unquote(self._iris[headword].value.rpartition("/")[2])

    def around_entry(
        self, entry: GlossaryEntry
    ) -> tuple[GlossaryEntry | None, GlossaryEntry | None]:
        """The entries before and after one; None at an end."""
        entries = self.edition.glossary
        place = entries.index(entry)
        after = entries[place + 1] if place + 1 < len(entries) else None
        return entries[place - 1] if place else None, after

    def find_entry(self, name: str) -> GlossaryEntry | None:
        """The entry with that slug, that headword, or that term in its headword; in any case."""
        return self.entries.get(name) or self._by_name.get(name.casefold())

    def _above(self, rule: Rule) -> Sequence[RuleNumber]:
        above: list[RuleNumber] = []
        parent = rule.parent
        while parent is not None and parent in self._places:
            above.insert(0, parent)
            parent = self.edition.by_number[parent].parent
        return above


def _children(edition: Edition) -> dict[RuleNumber | None, list[Rule]]:
    found: dict[RuleNumber | None, list[Rule]] = defaultdict(list)
    for rule in edition.rules:
        found[rule.parent].append(rule)
    return dict(found)


def _citing(edition: Edition) -> dict[RuleNumber, list[Rule | GlossaryEntry]]:
    found: dict[RuleNumber, list[Rule | GlossaryEntry]] = defaultdict(list)
    owners: list[Rule | GlossaryEntry] = [*edition.rules, *edition.glossary]
    for owner in owners:
        for number in owner.references():
            found[number].append(owner)
    return dict(found)


def _by_name(edition: Edition) -> dict[str, GlossaryEntry]:
    """Entries by headword and by each term in it; an exact headword wins over a term."""
    found: dict[str, GlossaryEntry] = {e.headword.casefold(): e for e in edition.glossary}
    for entry in edition.glossary:
        for name in entry.names:
            found.setdefault(name.casefold(), entry)
    return found
