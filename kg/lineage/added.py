"""An edition that the table doesn't know, put into it: only this one is aligned.

Its rules are compared with the nearest edition whose text is at hand; what that leaves is compared
with the neighbours that the table knows by hashes, numbers and places only. So its provisions are
those of the table where it has them, else `local-...`.
"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from kg.lineage.align import Unit
from kg.lineage.compute import linked, to_file
from kg.lineage.corrections import Correction, correct
from kg.lineage.table import Printed, Step, Table
from kg.lineage.words import hash_of
from kg.model import RuleNumber

__all__ = ["Reference", "add_edition", "prints_otherwise", "prints_the_same"]

_BY_PLACE, _BY_HASH, _UNMET = 0.6, 0.95, 0.8
# Of an edition's rules, the share that a text must have to stand for it; pages of one section
# don't.
_WHOLE = 0.9


@dataclass(frozen=True, slots=True)
class Reference:
    """An edition that the table knows and whose text is at hand."""

    date: dt.date
    units: tuple[Unit, ...]


@dataclass(slots=True)
class _Found:
    """What has been found of the new edition's rules so far.

    Attributes:
        names: the provisions, by number.
        sure: how sure each is, and why.
        parts: provisions of older rules, the numbers of what they became, and `split` or `merged`.
        taken: the provisions in `names`.
    """

    names: dict[RuleNumber, str] = field(default_factory=dict)
    sure: dict[RuleNumber, tuple[float, str]] = field(default_factory=dict)
    parts: list[tuple[str, RuleNumber, str]] = field(default_factory=list)
    taken: set[str] = field(default_factory=set)

    def take(self, number: RuleNumber, name: str, confidence: float, why: str) -> None:
        """Note a rule's provision, unless one is known of the rule, or the provision of another."""
        if number not in self.names and name not in self.taken:
            self.names[number] = name
            self.taken.add(name)
            self.sure[number] = (confidence, why)


def prints_the_same(table: Table, date: dt.date, units: Sequence[Unit]) -> bool:
    """Whether an edition's text is the one that the table knows."""
    printed = table.printed(date)
    return len(printed) == len(units) and all(
        unit.number in printed and printed[unit.number].words == hash_of(unit.words)
        for unit in units
    )


def prints_otherwise(table: Table, date: dt.date, units: Sequence[Unit]) -> bool:
    """Whether an edition is another one than the table knows of its date; a part of it isn't."""
    whole = len(units) >= _WHOLE * len(table.printed(date))
    return whole and not prints_the_same(table, date, units)


@lru_cache(maxsize=8)
def add_edition(
    table: Table,
    date: dt.date,
    units: tuple[Unit, ...],
    reference: Reference | None,
    corrections: tuple[Correction, ...] = (),
) -> Table:
    """The table with one edition more, or with another text of one that it knows.

    Args:
        reference: the nearest edition that can be read.
        corrections: by hand, of what is aligned with the reference.
    """
    others = [day for day in table.dates if day != date]
    before = max((day for day in others if day < date), default=None)
    after = min((day for day in others if day > date), default=None)
    if date in table.dates and after and table.bases[after] == date:
        table = _rebased(table, before, after)
    found = _Found()
    near = [day for day in (before, after) if day]
    for day in near:
        # What a neighbour prints word for word is surer than the text of an edition far away.
        if reference is None or reference.date not in near:
            _by_facts(found, table.printed(day), units)
    if reference:
        _by_text(found, table, date, units, reference, corrections)
    for day in near:
        _by_facts(found, table.printed(day), units)
        if reference is None:
            _by_place(found, table.printed(day), units)
    for unit in units:
        found.names.setdefault(unit.number, f"local-{date}-{unit.number}")
    known = table.printed(before) if before else {}
    steps = sorted(_steps(known, units, found), key=_order)
    return table.with_edition(date, to_file(steps), base=before)


def _rebased(table: Table, before: dt.date | None, after: dt.date) -> Table:
    """The table with the edition `after` told as the difference from `before`."""
    printed = table.printed(after)
    if before is None:
        steps = [
            Step(None, n, "new", 1.0, rule.words, rule.provision) for n, rule in printed.items()
        ]
        return table.with_edition(after, to_file(steps), base=None)
    steps, kept = [], {rule.provision for rule in table.printed(before).values()}
    for row in table.number_map(before, after):
        rule = printed[row.new] if row.new else None
        name = rule.provision if rule and rule.provision not in kept else ""
        own = row.old and rule and table.printed(before)[row.old].provision == rule.provision
        words = rule.words if rule and (own or name) else ""
        if row.verdict != "same":
            steps.append(Step(row.old, row.new, row.verdict, row.confidence, words, name))
    return table.with_edition(after, to_file(steps), base=before)


def _by_text(
    found: _Found,
    table: Table,
    date: dt.date,
    units: Sequence[Unit],
    reference: Reference,
    corrections: Sequence[Correction],
) -> None:
    printed = table.printed(reference.date)
    older = reference.date < date
    old, new = (reference.units, units) if older else (units, reference.units)
    links = correct(linked(old, new), old, new, corrections, max(date, reference.date))
    for link in links:
        there, here = (link.old, link.new) if older else (link.new, link.old)
        name, number = printed[reference.units[there].number].provision, units[here].number
        if link.kind and older:
            found.parts.append((name, number, link.kind))
        if not link.piece:
            found.take(number, name, link.confidence, link.evidence)


def _by_facts(found: _Found, printed: Mapping[RuleNumber, Printed], units: Sequence[Unit]) -> None:
    """Take the provisions of a known edition by hashes of words."""
    here: dict[str, list[RuleNumber]] = defaultdict(list)
    for unit in units:
        if unit.number not in found.names:
            here[hash_of(unit.words)].append(unit.number)
    there: dict[str, list[RuleNumber]] = defaultdict(list)
    for number, rule in printed.items():
        if rule.provision not in found.taken:
            there[rule.words].append(number)
    for words, numbers in here.items():
        known = there.get(words, [])
        same = [number for number in numbers if number in known]
        rest = [n for n in numbers if n not in same], [n for n in known if n not in same]
        pairs = [(number, number) for number in same]
        if len(rest[0]) == len(rest[1]):
            pairs += zip(*rest, strict=True)
        for number, old in pairs:
            found.take(number, printed[old].provision, _BY_HASH, "words")


def _by_place(found: _Found, printed: Mapping[RuleNumber, Printed], units: Sequence[Unit]) -> None:
    """Pair the rules between the same neighbours, where both editions have as many."""
    taken = {name: number for number, name in found.names.items()}
    here = _gaps([unit.number for unit in units], lambda number: number in found.names)
    there = _gaps(list(printed), lambda number: printed[number].provision in taken)
    ends = {
        (taken.get(printed[one].provision) if one else None, kind): numbers
        for (one, kind), numbers in there.items()
    }
    for gap, numbers in here.items():
        known = ends.get(gap, [])
        if len(known) == len(numbers):
            for number, old in zip(numbers, known, strict=True):
                found.take(number, printed[old].provision, _BY_PLACE, "place")


def _gaps(
    numbers: Sequence[RuleNumber], met: Callable[[RuleNumber], bool]
) -> dict[tuple[RuleNumber | None, str], list[RuleNumber]]:
    """The runs of rules that aren't met, by the met one before them and by kind."""
    gaps: dict[tuple[RuleNumber | None, str], list[RuleNumber]] = defaultdict(list)
    last: RuleNumber | None = None
    for number in numbers:
        if met(number):
            last = number
        else:
            gaps[last, number.kind].append(number)
    return gaps


def _steps(
    known: Mapping[RuleNumber, Printed], units: Sequence[Unit], found: _Found
) -> Iterator[Step]:
    """How the new edition differs from the one before it."""
    places = {rule.provision: number for number, rule in known.items()}
    kinds = {number: kind for name, number, kind in found.parts if name in places}
    gone = dict(places)
    for unit in units:
        number, name, words = unit.number, found.names[unit.number], hash_of(unit.words)
        confidence, why = found.sure.get(number, (_UNMET, ""))
        kind = kinds.get(number, "")
        if name in places:
            old = places[name]
            gone.pop(name, None)
            moved, reworded = number != old, known[old].words != words
            verdict = kind or "-".join(["renumbered"] * moved + ["reworded"] * reworded)
            if verdict:
                changed = words if reworded or kind else ""
                yield Step(old, number, verdict, confidence, changed, "", why)
        elif kind != "split":
            yield Step(None, number, "new", confidence, words, name, why)
    for name, number, kind in found.parts:
        if name in places and found.names[number] != name:
            gone.pop(name, None)
            own = kind == "split" and found.names[number] not in places
            unit = next(unit for unit in units if unit.number == number)
            words = hash_of(unit.words) if own else ""
            part = found.names[number] if own else ""
            yield Step(places[name], number, kind, _UNMET, words, part)
    for number in gone.values():
        yield Step(number, None, "withdrawn", _UNMET)


def _order(step: Step) -> tuple[RuleNumber, RuleNumber]:
    last = RuleNumber(10)
    return (step.new or step.old or last, step.old or last)
