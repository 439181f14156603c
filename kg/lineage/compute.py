"""`python -m kg.lineage.compute FOLDER...`: the table of `data/lineage/`, from editions' texts."""

from __future__ import annotations

import csv
import datetime as dt
import io
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

from kg.documents import Reader, find_documents, read_editions
from kg.errors import SourceError
from kg.lineage.align import Link, Unit, align_rules, units_of
from kg.lineage.table import COLUMNS, Step, Table
from kg.lineage.words import hash_of
from kg.model import Edition, RuleNumber

__all__ = ["compute", "main", "write_table"]


def compute(editions: Sequence[Edition]) -> Table:
    """The table of some dated editions, one a date."""
    files: dict[dt.date, str] = {}
    published: dict[dt.date, dt.date] = {}
    before: list[Unit] = []
    for edition in sorted(editions, key=lambda e: e.key.order):
        day = edition.key.date
        assert day is not None
        units = units_of(edition.rules)
        files[day] = _text(steps_between(before, units, align_rules(before, units), day))
        if edition.published_as:
            published[day] = edition.published_as[0]
        before = units
    return Table.of(files, published)


def steps_between(
    old: Sequence[Unit], new: Sequence[Unit], links: Iterable[Link], day: dt.date
) -> list[Step]:
    """How an edition differs from the one before it."""
    steps = []
    met, kept = set(), set()
    for link in links:
        one, other = old[link.old], new[link.new]
        met.add(link.new)
        kept.add(link.old)
        moved, reworded = one.number != other.number, one.words != other.words
        if not (moved or reworded or link.kind):
            continue
        verdict = link.kind or "-".join(["renumbered"] * moved + ["reworded"] * reworded)
        words = hash_of(other.words) if reworded else ""
        steps.append(
            Step(one.number, other.number, verdict, link.confidence, words, "", link.evidence)
        )
    for i, unit in enumerate(old):
        if i not in kept:
            steps.append(Step(unit.number, None, "withdrawn", 0.9))
    for j, unit in enumerate(new):
        if j not in met:
            name = f"{day}-{unit.number}"
            steps.append(Step(None, unit.number, "new", 0.9, hash_of(unit.words), name))
    last = RuleNumber(10)
    return sorted(steps, key=lambda step: (step.new or step.old or last, step.old or last))


def _text(steps: Iterable[Step]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(step.row() for step in steps)
    return out.getvalue()


def write_table(found: Table, folder: Path) -> None:
    """Write a table's files."""
    (folder / "rules").mkdir(parents=True, exist_ok=True)
    lines = ["date,published_as"]
    for day in found.dates:
        lines.append(f"{day},{found.published_as.get(day, '')}")
        (folder / "rules" / f"{day}.csv").write_text(found.file(day), encoding="utf-8")
    (folder / "editions.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")


def main(paths: Sequence[str]) -> None:
    """Compute the table of the documents below some paths, and write it."""
    documents = [document for path in paths for document in find_documents(Path(path))]
    editions: dict[dt.date, Edition] = {}
    for found in read_editions(documents, Reader("")):
        if isinstance(found, SourceError):
            raise found
        if found.key.date and not found.key.restated:
            editions.setdefault(found.key.date, found)
    write_table(compute(list(editions.values())), Path(__file__).parents[2] / "data" / "lineage")


if __name__ == "__main__":
    main(sys.argv[1:])
