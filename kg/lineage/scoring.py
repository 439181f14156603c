"""How right the table is: measured on pairs of rules judged by hand (`data/gold/lineage.csv`)."""

from __future__ import annotations

import csv
import datetime as dt
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from kg.lineage.table import Table
from kg.model import RuleNumber

__all__ = ["GoldRow", "Score", "read_gold", "score"]

_KINDS = {"reworded": "same number", "same": "same number", "renumbered-reworded": "renumbered"}


@dataclass(frozen=True, slots=True)
class GoldRow:
    """What became of a rule, as a person found by reading both editions.

    Attributes:
        old, new: None for a rule that is new or was withdrawn.
        verdict: as `kg.lineage.table.MapRow` has it.
    """

    edition: dt.date
    later: dt.date
    old: RuleNumber | None
    new: RuleNumber | None
    verdict: str

    @property
    def kind(self) -> str:
        """`same number`, `renumbered`, `split`, `merged`, `new` or `withdrawn`."""
        return _KINDS.get(self.verdict, self.verdict)


@dataclass(slots=True)
class Score:
    """How many rows of one kind the table has right.

    Attributes:
        wrong: the others.
    """

    right: int
    wrong: list[GoldRow]

    @property
    def share(self) -> float:
        return self.right / (self.right + len(self.wrong) or 1)


def read_gold(file: Path) -> list[GoldRow]:
    """The rows of a gold file."""
    with file.open(encoding="utf-8", newline="") as lines:
        return [
            GoldRow(
                dt.date.fromisoformat(row["from"]),
                dt.date.fromisoformat(row["to"]),
                RuleNumber.parse(row["old"]) if row["old"] else None,
                RuleNumber.parse(row["new"]) if row["new"] else None,
                row["verdict"],
            )
            for row in csv.DictReader(lines)
        ]


def score(known: Table, gold: Iterable[GoldRow]) -> dict[str, Score]:
    """How right a table is, by kinds; right is the pair with the verdict that was judged."""
    found: dict[str, Score] = defaultdict(lambda: Score(0, []))
    maps: dict[tuple[dt.date, dt.date], set[tuple[RuleNumber | None, RuleNumber | None, str]]] = {}
    for row in gold:
        pair = (row.edition, row.later)
        if pair not in maps:
            maps[pair] = {(r.old, r.new, r.verdict) for r in known.number_map(*pair)}
        if (row.old, row.new, row.verdict) in maps[pair]:
            found[row.kind].right += 1
        else:
            found[row.kind].wrong.append(row)
    return dict(sorted(found.items()))
