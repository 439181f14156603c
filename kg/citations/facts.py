"""What is known of the editions' numbers, with or without their texts.

`data/lineage/` knows which rule became which between any two editions; a store knows the numbers
of the editions that it holds.
"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from typing import TYPE_CHECKING, Any, Protocol

from kg.errors import EditionNotFoundError
from kg.model import EditionKey
from kg.store import Store

if TYPE_CHECKING:
    from kg.lineage.table import Table

__all__ = ["Facts", "LineageFacts", "Move", "facts_with", "lineage_facts"]


@dataclass(frozen=True, slots=True)
class Move:
    """What became of a number.

    Attributes:
        number: in the newer edition; empty where the rule was withdrawn.
        verdict: as in a number map: `same`, `renumbered`, `reworded`, `renumbered-reworded`,
            `split`, `merged` or `withdrawn`.
        confidence: 0 to 1.
    """

    number: str
    verdict: str
    confidence: float


class Facts(Protocol):
    """Editions as numbers, and how these follow from each other."""

    @property
    def editions(self) -> Sequence[dt.date]:
        """The editions that are known, oldest first."""

    def numbers(self, edition: dt.date) -> frozenset[str]:
        """All that an edition prints: sections, rules, subrules."""

    def moves(self, old: dt.date, new: dt.date) -> Mapping[str, tuple[Move, ...]]:
        """What each number of one edition became in another."""

    def follow(self, old: dt.date, new: dt.date) -> Mapping[str, str]:
        """The number that each rule of one edition has in another; quicker than `moves`.

        Those that are gone are left out; of a split one it is the part that goes on.
        """

    def known(self) -> frozenset[str]:
        """Every number that some edition prints."""

    def find(self, asked: str) -> dt.date | None:
        """The edition that a date means, its own or its file's; None where none does."""


class LineageFacts:
    """The facts that ship in `data/lineage/`, or those of a table with more editions."""

    def __init__(self, given: Table | None = None) -> None:
        self._given = given

    @cached_property
    def _table(self) -> Table:
        from kg.lineage.table import table

        return self._given or table()

    @property
    def editions(self) -> Sequence[dt.date]:
        """The editions that the table knows, oldest first."""
        return self._table.dates

    @lru_cache(maxsize=256)  # noqa: B019  # one object a process, of some megabytes
    def numbers(self, edition: dt.date) -> frozenset[str]:
        """All that an edition prints."""
        return frozenset(map(str, self._table.printed(edition)))

    @lru_cache(maxsize=256)  # noqa: B019
    def follow(self, old: dt.date, new: dt.date) -> Mapping[str, str]:
        """The number that each rule of one edition has in another; quicker than `moves`."""
        after = {rule.provision: str(n) for n, rule in self._table.printed(new).items()}
        before = self._table.printed(old)
        return {
            str(number): after[rule.provision]
            for number, rule in before.items()
            if rule.provision in after
        }

    @lru_cache(maxsize=1)  # noqa: B019
    def known(self) -> frozenset[str]:
        """Every number that some edition prints."""
        steps = (step for edition in self.editions for step in self._table.steps(edition))
        return frozenset({str(step.new) for step in steps if step.new})

    @lru_cache(maxsize=256)  # noqa: B019
    def moves(self, old: dt.date, new: dt.date) -> Mapping[str, tuple[Move, ...]]:
        """What each number of one edition became in another."""
        found: dict[str, list[Move]] = defaultdict(list)
        for row in self._table.number_map(old, new):
            if row.old:
                move = Move(str(row.new or ""), row.verdict, row.confidence)
                found[str(row.old)].append(move)
        return {number: tuple(moves) for number, moves in found.items()}

    def find(self, asked: str) -> dt.date | None:
        """The edition that a date means, its own or its file's; None where none does."""
        try:
            return self._table.find(asked)
        except EditionNotFoundError:
            return None


@cache
def lineage_facts() -> LineageFacts:
    """The facts that ship, read once a process."""
    return LineageFacts()


def facts_with(store: Store, *asked: str | None, **how: Any) -> LineageFacts:
    """The facts that ship, with editions of a store that they lack, or have in other words.

    Args:
        asked: dates; None for the newest of the store. What the store hasn't is passed over.
        how: as `kg.lineage.between.find_table` takes it.
    """
    names = [name for name in dict.fromkeys(asked) if _is_official(store, name)]
    if not names:
        return lineage_facts()
    from kg.lineage.between import find_table
    from kg.lineage.table import table

    found, _ = find_table(store, *(store.find_edition(name).name for name in names), **how)
    return lineage_facts() if found is table() else LineageFacts(found)


def _is_official(store: Store, name: str | None) -> bool:
    try:
        key: EditionKey = store.find_edition(name)
    except EditionNotFoundError:
        return False
    return bool(key.date) and not key.restated
