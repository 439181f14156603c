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
from typing import Protocol

from kg.errors import EditionNotFoundError

__all__ = ["Facts", "LineageFacts", "Move", "lineage_facts"]


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
    """The facts that ship in `data/lineage/`."""

    @cached_property
    def editions(self) -> Sequence[dt.date]:
        """The editions that the table knows, oldest first."""
        from kg.lineage.table import known_editions

        return known_editions()

    @lru_cache(maxsize=256)  # noqa: B019  # one object a process, of some megabytes
    def numbers(self, edition: dt.date) -> frozenset[str]:
        """All that an edition prints."""
        from kg.lineage.table import table

        return frozenset(map(str, table().printed(edition)))

    @lru_cache(maxsize=256)  # noqa: B019
    def follow(self, old: dt.date, new: dt.date) -> Mapping[str, str]:
        """The number that each rule of one edition has in another; quicker than `moves`."""
        from kg.lineage.table import table

        after = {rule.provision: str(n) for n, rule in table().printed(new).items()}
        before = table().printed(old)
        return {
            str(number): after[rule.provision]
            for number, rule in before.items()
            if rule.provision in after
        }

    @lru_cache(maxsize=1)  # noqa: B019
    def known(self) -> frozenset[str]:
        """Every number that some edition prints."""
        from kg.lineage.table import table

        steps = (step for edition in self.editions for step in table().steps(edition))
        return frozenset({str(step.new) for step in steps if step.new})

    @lru_cache(maxsize=256)  # noqa: B019
    def moves(self, old: dt.date, new: dt.date) -> Mapping[str, tuple[Move, ...]]:
        """What each number of one edition became in another."""
        from kg.lineage.table import number_map

        found: dict[str, list[Move]] = defaultdict(list)
        for row in number_map(old, new):
            if row.old:
                move = Move(str(row.new or ""), row.verdict, row.confidence)
                found[str(row.old)].append(move)
        return {number: tuple(moves) for number, moves in found.items()}

    def find(self, asked: str) -> dt.date | None:
        """The edition that a date means, its own or its file's; None where none does."""
        from kg.lineage.table import table

        try:
            return table().find(asked)
        except EditionNotFoundError:
            return None


@cache
def lineage_facts() -> LineageFacts:
    """The facts that ship, read once a process."""
    return LineageFacts()
