"""The history of one rule: its numbers and its wordings through the editions."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kg.errors import RuleNotFoundError
from kg.lineage.between import find_table
from kg.lineage.corrections import Correction
from kg.lineage.table import Printed, Table, table
from kg.lineage.wording import marked
from kg.model import EditionKey, RuleNumber
from kg.store import Store
from kg.store.reading import read_rule

__all__ = ["Stage", "read_history"]

FIRST = "first known"


@dataclass(frozen=True, slots=True)
class Stage:
    """One form of a rule, from the edition that brought it on.

    Attributes:
        edition: the first that prints this form.
        number: None from the edition on that doesn't print the rule any more.
        verdict: `first known` in the oldest edition, else as `kg.lineage.table.MapRow` has it.
        confidence: 0 to 1.
        parts: the numbers, in the edition before, of other rules that it was made of or with.
        text: None where the edition isn't loaded.
        before: the text of the stage before; None where its edition isn't loaded.
    """

    edition: dt.date
    number: RuleNumber | None
    verdict: str
    confidence: float = 1.0
    parts: tuple[RuleNumber, ...] = ()
    text: str | None = None
    before: str | None = None

    @property
    def changes(self) -> str | None:
        """Both wordings in one, see `kg.lineage.wording.marked`; None where they are the same, or
        one isn't known."""
        if self.before is None or self.text is None or self.before == self.text:
            return None
        return marked(self.before, self.text)


def read_history(
    store: Store,
    number: RuleNumber,
    key: EditionKey,
    *,
    aligning: bool = True,
    comparing: bool = True,
    corrections: Sequence[Correction] = (),
) -> list[Stage]:
    """The stages of the rule that has a number in an edition, oldest first.

    Args:
        aligning: whether editions may be aligned where the shipped table doesn't know this one.
        comparing, corrections: as `kg.lineage.between.find_table` takes them.

    Raises:
        RuleNotFoundError: the edition prints no such rule.
        EditionNotFoundError: the table doesn't know the edition, and nothing may be aligned.
        EditionsNotComparableError: the edition is known neither by its date nor by its text.
    """
    if aligning:
        found, date = _table(store, key, comparing, corrections)
    else:
        found = table()
        date = found.find(key.name)
    rule = found.printed(date).get(number)
    if rule is None:
        raise RuleNotFoundError(number, edition=str(key))
    return list(_with_words(store, _stages(found, rule), restated=key.restated))


def _table(
    store: Store, key: EditionKey, comparing: bool, corrections: Sequence[Correction]
) -> tuple[Table, dt.date]:
    """A table with this edition, and with all others of its kind that the store has."""
    name = key.name if key.name in map(str, table().dates) else key.path
    names = [] if key.restated and name == key.name else _dated(store, restated=key.restated)
    found, dates = find_table(store, name, *names, comparing=comparing, corrections=corrections)
    return found, dates[0]


def _dated(store: Store, *, restated: bool) -> list[str]:
    keys = [info.key for info in store.editions()]
    return [key.path for key in keys if key.date and key.restated == restated]


def _stages(table: Table, rule: Printed) -> Iterator[Stage]:
    before: tuple[RuleNumber, str] | None = None
    for place, date in enumerate(table.dates):
        now = _printed_as(table, date, rule.provision)
        if now == before:
            continue
        known = table.steps(date) if table.bases[date] else ()
        steps = [step for step in known if _concerns(step.old, step.new, before, now)]
        confidence = min((step.confidence for step in steps), default=1.0)
        own = before[0] if before else None
        parts = tuple(
            step.old
            for step in steps
            if step.verdict in ("split", "merged") and step.old and step.old != own
        )
        number = now[0] if now else None
        yield Stage(date, number, _verdict(before, now, first=not place), confidence, parts)
        before = now


def _concerns(
    old: RuleNumber | None,
    new: RuleNumber | None,
    before: tuple[RuleNumber, str] | None,
    now: tuple[RuleNumber, str] | None,
) -> bool:
    return new == now[0] if now else bool(before) and new is None and old == before[0]  # type: ignore[index]


def _verdict(
    before: tuple[RuleNumber, str] | None, now: tuple[RuleNumber, str] | None, *, first: bool
) -> str:
    if now is None:
        return "withdrawn"
    if before is None:
        return FIRST if first else "new"
    changed = ["renumbered"] * (before[0] != now[0]) + ["reworded"] * (before[1] != now[1])
    return "-".join(changed)


def _printed_as(table: Table, date: dt.date, provision: str) -> tuple[RuleNumber, str] | None:
    number = table.places(date).get(provision)
    return (number, table.printed(date)[number].words) if number else None


def _with_words(store: Store, stages: Iterator[Stage], *, restated: bool) -> Iterator[Stage]:
    loaded = {
        day: info.key
        for info in store.editions()
        if info.key.restated == restated
        for day in (info.key.date, *info.published_as)
        if day
    }
    before: str | None = None
    for stage in stages:
        text = None
        if stage.number is not None and stage.edition in loaded:
            text = read_rule(store, loaded[stage.edition], stage.number).text
        yield replace(stage, text=text, before=before)
        before = text
