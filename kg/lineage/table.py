"""The shipped table of editions: which rule became which, with no text at hand.

`data/lineage/` holds facts only: dates, numbers, hashes of masked words, verdicts. An edition's
file lists what differs from the edition before it; all else kept its number and its words.
"""

from __future__ import annotations

import csv
import datetime as dt
import functools
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from kg.errors import EditionNotFoundError
from kg.model import EditionKey, RuleNumber
from kg.resources import data

__all__ = ["COLUMNS", "MapRow", "Printed", "Step", "Table", "known_editions", "number_map", "table"]

COLUMNS = ("old", "new", "verdict", "confidence", "words", "provision", "evidence")


@dataclass(frozen=True, slots=True)
class MapRow:
    """What became of one rule between two editions.

    Attributes:
        old, new: its numbers; None where the edition doesn't print it.
        verdict: `same`, `renumbered`, `reworded`, `renumbered-reworded`, `split`, `merged`, `new`
            or `withdrawn`. A split or a merge has a row for each pair.
        confidence: 0 to 1.
    """

    old: RuleNumber | None
    new: RuleNumber | None
    verdict: str
    confidence: float


@dataclass(frozen=True, slots=True)
class Printed:
    """A rule as one edition prints it.

    Attributes:
        provision: the last part of its provision's IRI.
        words: the hash of its words, see `kg.lineage.words.hash_of`.
    """

    provision: str
    words: str


@dataclass(frozen=True, slots=True)
class Step:
    """One row of an edition's file: how it differs from the edition before.

    Attributes:
        words: the hash of the new words; empty where they are the old ones.
        provision: of a new rule; else empty.
        evidence: what speaks for it, in words.
    """

    old: RuleNumber | None
    new: RuleNumber | None
    verdict: str
    confidence: float
    words: str = ""
    provision: str = ""
    evidence: str = ""

    @classmethod
    def parse(cls, row: Sequence[str]) -> Step:
        """The step in a row of the file."""
        old, new, verdict, confidence, words, provision, evidence = row
        return cls(
            RuleNumber.parse(old) if old else None,
            RuleNumber.parse(new) if new else None,
            verdict,
            float(confidence),
            words,
            provision,
            evidence,
        )

    def row(self) -> tuple[str, ...]:
        """The row of the file."""
        numbers = (str(self.old or ""), str(self.new or ""))
        return (
            *numbers,
            self.verdict,
            f"{self.confidence:g}",
            self.words,
            self.provision,
            self.evidence,
        )


@dataclass(frozen=True, eq=False)
class Table:
    """The editions in order, and the steps between them.

    Attributes:
        dates: oldest first.
        published_as: other dates under which an edition is known.
        bases: the edition that each date's file is the difference from; None: from nothing. One
            put between two others is the base of none, so that their files stay as they are.
    """

    dates: tuple[dt.date, ...]
    published_as: Mapping[dt.date, dt.date] = field(default_factory=dict)
    bases: Mapping[dt.date, dt.date | None] = field(default_factory=dict)
    _files: Mapping[dt.date, str] = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, files: Mapping[dt.date, str], published_as: Mapping[dt.date, dt.date]) -> Table:
        """The table in the texts of its files, each the difference from the one before."""
        dates = tuple(sorted(files))
        return cls(dates, published_as, dict(zip(dates, (None, *dates), strict=False)), files)

    def with_edition(self, date: dt.date, file: str, *, base: dt.date | None) -> Table:
        """The table with one edition more, or one in another form."""
        files, bases = {**self._files, date: file}, {**self.bases, date: base}
        return Table(tuple(sorted(files)), self.published_as, bases, files)

    def find(self, asked: EditionKey | dt.date | str) -> dt.date:
        """The known edition that a date means: its own or its file's.

        Raises:
            EditionNotFoundError: the table has none of that date.
        """
        name = asked.name if isinstance(asked, EditionKey) else str(asked)
        for day in reversed(self.dates):
            if name == day.isoformat() or name == str(self.published_as.get(day)):
                return day
        known = [str(day) for day in self.dates]
        raise EditionNotFoundError(name, known=known, place="ruleloom's table of editions")

    def file(self, date: dt.date) -> str:
        """The text of an edition's file."""
        return self._files[date]

    @functools.cache  # noqa: B019  # one table a process
    def steps(self, date: dt.date) -> tuple[Step, ...]:
        """How an edition differs from its base; of the first, all that it prints."""
        rows = csv.reader(io.StringIO(self._files[date]))
        next(rows)
        return tuple(map(Step.parse, rows))

    @functools.cache  # noqa: B019
    def printed(self, date: dt.date) -> Mapping[RuleNumber, Printed]:
        """What an edition prints, in document order."""
        base = self.bases[date]
        before = self.printed(base) if base else {}
        steps = self.steps(date)
        gone = {step.old for step in steps}
        found = {number: rule for number, rule in before.items() if number not in gone}
        for step in steps:
            if step.new is None or (step.verdict in ("split", "merged") and not step.words):
                continue
            old = before[step.old] if step.old else Printed("", "")
            found[step.new] = Printed(step.provision or old.provision, step.words or old.words)
        return dict(sorted(found.items()))

    @functools.cache  # noqa: B019
    def places(self, date: dt.date) -> Mapping[str, RuleNumber]:
        """The numbers of an edition by the provisions that bear them."""
        return {rule.provision: number for number, rule in self.printed(date).items()}

    def number_map(self, old: dt.date, new: dt.date) -> tuple[MapRow, ...]:
        """What became of each rule between two editions, in the order of the old one's numbers,
        then what is new."""
        if old > new:
            back = {"new": "withdrawn", "withdrawn": "new", "split": "merged", "merged": "split"}
            return _ordered(
                MapRow(row.new, row.old, back.get(row.verdict, row.verdict), row.confidence)
                for row in self.number_map(new, old)
            )
        return _ordered(self._rows(old, new))

    def _rows(self, old: dt.date, new: dt.date) -> Iterable[MapRow]:
        before, after = self.printed(old), self.printed(new)
        sure, parts = self._walked(old, new)
        place = self.places(new)
        joined: set[RuleNumber] = set()
        for number, rule in before.items():
            ends = parts.get(number, {})
            main = place.get(rule.provision)
            others = {end: kind for end, kind in ends.items() if end != main}
            if main is None and not others:
                yield MapRow(number, None, "withdrawn", sure.get(rule.provision, 1.0))
                continue
            joined.update(others)
            if main is not None:
                joined.add(main)
                verdict = ends.get(main) or _verdict(number, rule, main, after[main])
                yield MapRow(number, main, verdict, sure.get(rule.provision, 1.0))
            for end, kind in others.items():
                yield MapRow(number, end, kind, sure.get(after[end].provision, 0.8))
        for number, rule in after.items():
            if number not in joined:
                yield MapRow(None, number, "new", sure.get(rule.provision, 1.0))

    def _walked(
        self, old: dt.date, new: dt.date
    ) -> tuple[dict[str, float], dict[RuleNumber, dict[RuleNumber, str]]]:
        """How sure each provision is over all the steps between, and the splits and merges on the
        way: from a number of the old edition to those of the new one."""
        sure: dict[str, float] = {}
        joins: list[tuple[str, str, str]] = []
        first, last = self.dates.index(old), self.dates.index(new)
        for date in self.dates[first + 1 : last + 1]:
            base = self.bases[date]
            before, after = self.printed(base) if base else {}, self.printed(date)
            for step in self.steps(date):
                rule = after[step.new] if step.new else before[step.old] if step.old else None
                assert rule is not None
                sure[rule.provision] = round(sure.get(rule.provision, 1.0) * step.confidence, 3)
                if step.verdict in ("split", "merged") and step.old and step.new:
                    joins.append((before[step.old].provision, rule.provision, step.verdict))
        return sure, _followed(joins, self.printed(old), self.printed(new))


def _followed(
    joins: Sequence[tuple[str, str, str]],
    before: Mapping[RuleNumber, Printed],
    after: Mapping[RuleNumber, Printed],
) -> dict[RuleNumber, dict[RuleNumber, str]]:
    ends: dict[str, dict[str, str]] = {}
    for source, target, verdict in joins:
        for origin in [source, *(o for o, kinds in ends.items() if source in kinds)]:
            ends.setdefault(origin, {}).setdefault(target, verdict)
    place = {rule.provision: number for number, rule in after.items()}
    found = {}
    for number, rule in before.items():
        kinds = {place[t]: v for t, v in ends.get(rule.provision, {}).items() if t in place}
        if len(kinds) == 1 and "split" in kinds.values():
            continue  # the other parts are gone again
        if kinds:
            found[number] = kinds
    return found


def _verdict(old: RuleNumber, before: Printed, new: RuleNumber, after: Printed) -> str:
    moved, reworded = old != new, before.words != after.words
    if moved:
        return "renumbered-reworded" if reworded else "renumbered"
    return "reworded" if reworded else "same"


def _ordered(rows: Iterable[MapRow]) -> tuple[MapRow, ...]:
    last = RuleNumber(10)
    return tuple(sorted(rows, key=lambda row: (row.old or last, row.new or last)))


@functools.cache
def table() -> Table:
    """The table that ships with ruleloom."""
    folder = data("lineage")
    days = csv.DictReader(io.StringIO((folder / "editions.csv").read_text(encoding="utf-8")))
    files, published_as = {}, {}
    for row in days:
        day = dt.date.fromisoformat(row["date"])
        files[day] = (folder / "rules" / f"{day}.csv").read_text(encoding="utf-8")
        if row["published_as"]:
            published_as[day] = dt.date.fromisoformat(row["published_as"])
    return Table.of(files, published_as)


def known_editions() -> tuple[dt.date, ...]:
    """The effective dates of the editions that the table knows, oldest first."""
    return table().dates


def number_map(
    old: EditionKey | dt.date | str, new: EditionKey | dt.date | str
) -> tuple[MapRow, ...]:
    """What became of each rule between two known editions, by effective dates or file dates.

    Raises:
        EditionNotFoundError: the table doesn't know one of them.
    """
    known = table()
    return known.number_map(known.find(old), known.find(new))
