"""The edition to check against: its numbers, and its words where they are at hand."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from kg.citations.facts import Facts
from kg.citations.wording import RuleIndex
from kg.errors import EditionNotFoundError
from kg.folding import fold
from kg.model import Edition, EditionKey, Rule
from kg.store import Store
from kg.store.reading import read_edition

__all__ = ["Target", "find_target", "in_force"]


@dataclass(frozen=True)
class Target:
    """One edition to check against.

    Attributes:
        key: its identity.
        date: in the table of facts; None where that doesn't know the edition.
        numbers: all that it prints.
        rules: as the store has them; empty where it hasn't. A restatement has only part of them.
    """

    key: EditionKey
    date: dt.date | None
    numbers: frozenset[str]
    rules: Sequence[Rule] = field(default=(), repr=False)

    @property
    def name(self) -> str:
        """What to call it, such as `2026-01-16`."""
        return str(self.key)

    @cached_property
    def index(self) -> RuleIndex | None:
        """Its rules by their words; None without texts."""
        return RuleIndex(self.rules) if self.rules else None

    @cached_property
    def related(self) -> dict[str, frozenset[str]]:
        """The numbers that each rule cites."""
        return {str(r.number): frozenset(map(str, r.references())) for r in self.rules}

    @cached_property
    def judged(self) -> frozenset[str]:
        """The rules whose whole surroundings are at hand, so that words can speak against them.

        A restatement has one sentence of many a rule; what a comment says of it needn't be there.
        """
        printed = {str(rule.number) for rule in self.rules}
        lacking = {_rule_of(n) for n in self.numbers if "." in n and n not in printed}
        return frozenset(n for n in printed if "." in n and _rule_of(n) not in lacking)

    @cached_property
    def families(self) -> dict[str, list[int]]:
        """The columns of the index that belong to a rule: itself and its subrules."""
        found: dict[str, list[int]] = defaultdict(list)
        for column, number in enumerate(self.index.numbers if self.index else ()):
            found[_rule_of(number)].append(column)
        return found

    @cached_property
    def hashes(self) -> dict[str, str]:
        """A hash of each rule's folded text."""
        import hashlib

        return {
            str(rule.number): hashlib.sha256(fold(rule.text).encode()).hexdigest()[:16]
            for rule in self.rules
        }


def _rule_of(number: str) -> str:
    return number.rstrip("abcdefghijklmnopqrstuvwxyz")


class UnknownEditionError(EditionNotFoundError):
    """Neither the store nor the table of facts knows an edition of that date."""

    def __init__(self, asked: str, known: Sequence[str], facts: Facts) -> None:
        super().__init__(asked, known=[*known, *map(str, facts.editions)])
        self._held, self._facts = tuple(known), facts

    def __str__(self) -> str:
        held = f"the store has {', '.join(self._held)}; " if self._held else ""
        days = self._facts.editions
        table = f"{len(days)} from {days[0]} to {days[-1]}" if days else "none"
        return f"no edition {self.asked} is known: {held}the table of numbers has {table}"


def find_target(
    store: Store,
    facts: Facts,
    asked: str | None = None,
    *,
    restated: bool = False,
    read: Callable[[Store, EditionKey], Edition] = read_edition,
) -> Target:
    """The edition that a user means: of the store, else of the table of facts.

    Without one asked for, the newest of both.

    Args:
        read: how to get an edition of the store.

    Raises:
        EditionNotFoundError: neither knows it.
    """
    try:
        key = store.find_edition(asked, restated=restated)
    except EditionNotFoundError as error:
        day = facts.find(asked) if asked and not restated else None
        if asked is None or restated:
            raise
        if day is None:
            raise UnknownEditionError(asked, error.known, facts) from None
        return Target(EditionKey(day), day, facts.numbers(day))
    if asked is None and not restated and facts.editions and key.date:
        newest = facts.editions[-1]
        if newest > key.date:
            return Target(EditionKey(newest), newest, facts.numbers(newest))
    edition = read(store, key)
    day = key.date if key.date in facts.editions else None
    printed = frozenset(str(rule.number) for rule in edition.rules)
    if key.restated and day is not None:
        # Of the official edition's rules only some are restated; the table knows them all.
        printed |= facts.numbers(day)
    return Target(key, day, printed, edition.rules)


def in_force(asked: str, facts: Facts) -> dt.date:
    """The newest known edition that took effect on a day or before it.

    Raises:
        EditionNotFoundError: that is no date, or none is so old.
    """
    if (exact := facts.find(asked)) is not None:
        return exact
    try:
        day = dt.date.fromisoformat(asked)
    except ValueError:
        raise UnknownEditionError(asked, (), facts) from None
    older = [edition for edition in facts.editions if edition <= day]
    if not older:
        raise UnknownEditionError(f"in force on {asked}", (), facts)
    return older[-1]
