"""Corrections by hand of what the alignment finds: `data/lineage/corrections.csv`, or a user's.

One row a pair of rules: the date of the newer edition, the number in the edition before it, the
number in the newer one, what they are to each other, and why. The verdict is `paired` (one rule;
whether it was renumbered or reworded follows from its numbers and words), `split` or `merged` (a
row for each pair, the part that goes on first), `new` (no old number) or `withdrawn` (no new one).
"""

from __future__ import annotations

import csv
import datetime as dt
import functools
import io
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from kg.errors import RuleloomError, SourceError
from kg.lineage.align import Link, Unit
from kg.model import RuleNumber
from kg.resources import data

__all__ = [
    "Correction",
    "correct",
    "parse_corrections",
    "read_corrections",
    "shipped_corrections",
]

COLUMNS = ("edition", "old", "new", "verdict", "why")
VERDICTS = ("paired", "split", "merged", "new", "withdrawn")


@dataclass(frozen=True, slots=True)
class Correction:
    """What two rules of neighbouring editions are to each other, as a person says.

    Attributes:
        edition: the newer one.
        old, new: None for a rule that is new or was withdrawn.
        place: the file and the line, for messages.
    """

    edition: dt.date
    old: RuleNumber | None
    new: RuleNumber | None
    verdict: str
    place: str


def read_corrections(file: Path | None) -> tuple[Correction, ...]:
    """The corrections in a file; none without one.

    Raises:
        SourceError: it can't be read, or a row is no correction.
    """
    if file is None:
        return ()
    try:
        text = file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise SourceError(str(file), f"can't be read: {error}") from error
    return parse_corrections(text, str(file))


def parse_corrections(text: str, origin: str) -> tuple[Correction, ...]:
    """The corrections in the text of a file.

    Raises:
        SourceError: a row is no correction; the message names its line.
    """
    rows = csv.reader(io.StringIO(text))
    head = next(rows, [])
    if tuple(head) != COLUMNS:
        raise SourceError(origin, f"line 1: the columns must be {','.join(COLUMNS)}")
    return tuple(_parse(row, f"{origin}: line {rows.line_num}") for row in rows if row)


def _parse(row: Sequence[str], place: str) -> Correction:
    if len(row) != len(COLUMNS):
        raise SourceError(place, f"has {len(row)} columns, not {len(COLUMNS)}")
    day, old, new, verdict, _ = (cell.strip() for cell in row)
    if verdict not in VERDICTS:
        raise SourceError(place, f"verdict {verdict!r} is none of {', '.join(VERDICTS)}")
    if (not old, not new) != (verdict == "new", verdict == "withdrawn"):
        raise SourceError(
            place, "`new` has a new number only, `withdrawn` an old one only, all others have both"
        )
    try:
        one, other = (RuleNumber.parse(cell) if cell else None for cell in (old, new))
        return Correction(dt.date.fromisoformat(day), one, other, verdict, place)
    except (ValueError, RuleloomError) as error:
        raise SourceError(place, str(error)) from error


@functools.cache
def shipped_corrections() -> tuple[Correction, ...]:
    """The corrections that ship with ruleloom."""
    text = (data("lineage") / "corrections.csv").read_text(encoding="utf-8")
    return parse_corrections(text, "data/lineage/corrections.csv")


def correct(
    links: Iterable[Link],
    old: Sequence[Unit],
    new: Sequence[Unit],
    corrections: Iterable[Correction],
    day: dt.date,
) -> list[Link]:
    """The links between two editions with a person's corrections in place of what they contradict.

    Args:
        day: the date of the newer edition.

    Raises:
        SourceError: a correction names a number that its edition doesn't print.
    """
    mine = [each for each in corrections if each.edition == day]
    before, after = ({unit.number: k for k, unit in enumerate(units)} for units in (old, new))
    pairs = [(_index(e, e.old, before), _index(e, e.new, after), e.verdict) for e in mine]
    olds, news = {i for i, _, _ in pairs}, {j for _, j, _ in pairs}
    found = [link for link in links if link.old not in olds and link.new not in news]
    begun: dict[tuple[str, int], int] = defaultdict(int)
    for i, j, verdict in pairs:
        if verdict in ("new", "withdrawn"):
            continue
        kind = "" if verdict == "paired" else verdict
        group = (verdict, i if verdict == "split" else j)
        found.append(Link(i, j, 1.0, 1.0, "by hand", kind, piece=bool(kind and begun[group])))
        begun[group] += 1
    return sorted(found)


def _index(each: Correction, number: RuleNumber | None, places: dict[RuleNumber, int]) -> int:
    """The index of a number, -1 for none."""
    if number is None:
        return -1
    if number not in places:
        raise SourceError(each.place, f"rule {number} isn't printed in that edition")
    return places[number]
