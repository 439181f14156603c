"""`python -m kg.lineage.compute FOLDER...`: the table of `data/lineage/`, from editions' texts."""

from __future__ import annotations

import csv
import datetime as dt
import io
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from rapidfuzz import fuzz

from kg.documents import Reader, find_documents, read_editions
from kg.errors import SourceError
from kg.lineage.align import Link, Unit, align_rules, units_of
from kg.lineage.corrections import Correction, correct, shipped_corrections
from kg.lineage.pieces import with_pieces
from kg.lineage.table import COLUMNS, Step, Table
from kg.lineage.words import hash_of
from kg.model import Edition, RuleNumber

__all__ = ["compute", "find_returned", "linked", "main", "steps_between", "to_file", "write_table"]

# How alike the words of a rule must be that is back under its number; and how many words make it
# sure that a rule is back under another one.
_BACK, _MANY = 80, 8


def compute(editions: Sequence[Edition], corrections: Sequence[Correction] | None = None) -> Table:
    """The table of some dated editions, one a date.

    Args:
        corrections: by hand; those that ship with ruleloom where None are given.
    """
    corrections = shipped_corrections() if corrections is None else corrections
    files: dict[dt.date, str] = {}
    published: dict[dt.date, dt.date] = {}
    before: list[Unit] = []
    names: list[str] = []
    absent: dict[str, Unit] = {}
    for edition in sorted(editions, key=lambda e: e.key.order):
        day = edition.key.date
        assert day is not None
        units = units_of(edition.rules)
        links = correct(linked(before, units), before, units, corrections, day)
        found = _names(links, names, units, absent, day)
        files[day] = to_file(steps_between(before, units, links, found))
        if edition.published_as:
            published[day] = edition.published_as[0]
        absent |= {name: before[i] for i, name in enumerate(names) if name not in found}
        for name in found:
            absent.pop(name, None)
        before, names = units, found
    return Table.of(files, published)


def linked(old: Sequence[Unit], new: Sequence[Unit]) -> list[Link]:
    """All links between two editions, splits and merges included."""
    return with_pieces(old, new, align_rules(old, new))


def _names(
    links: Iterable[Link],
    before: Sequence[str],
    units: Sequence[Unit],
    absent: Mapping[str, Unit],
    day: dt.date,
) -> list[str]:
    """The provision of each rule: that of its old form, else one that is back, else a new one."""
    found = {link.new: before[link.old] for link in links if not link.piece}
    left = dict(absent)
    for j, unit in enumerate(units):
        if j not in found:
            name = find_returned(unit, left)
            left.pop(name, None)
            found[j] = name or f"{day}-{unit.number}"
    return [found[j] for j in range(len(units))]


def find_returned(unit: Unit, absent: Mapping[str, Unit]) -> str:
    """The provision that is back after an absence; empty where there is none.

    It bears its old number, and most of its words; or it has all of its words, and they are many.
    """
    for name, gone in absent.items():
        if gone.number == unit.number and fuzz.ratio(gone.likened, unit.likened) >= _BACK:
            return name
    if len(unit.tokens) < _MANY:
        return ""
    return next((name for name, gone in absent.items() if gone.words == unit.words), "")


def steps_between(
    old: Sequence[Unit], new: Sequence[Unit], links: Iterable[Link], names: Sequence[str]
) -> list[Step]:
    """How an edition differs from the one before it.

    Args:
        names: the provisions of `new`.
    """
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
        words = hash_of(other.words) if reworded or link.kind else ""
        name = ""
        if link.piece:
            name, words = (names[link.new], words) if link.kind == "split" else ("", "")
        steps.append(
            Step(one.number, other.number, verdict, link.confidence, words, name, link.evidence)
        )
    for i, unit in enumerate(old):
        if i not in kept:
            steps.append(Step(unit.number, None, "withdrawn", 0.9))
    for j, unit in enumerate(new):
        if j not in met:
            steps.append(Step(None, unit.number, "new", 0.9, hash_of(unit.words), names[j]))
    last = RuleNumber(10)
    return sorted(steps, key=lambda step: (step.new or step.old or last, step.old or last))


def to_file(steps: Iterable[Step]) -> str:
    """The text of an edition's file in the table."""
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
