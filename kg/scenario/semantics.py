"""Which edition's semantics a scenario runs under: those of one that is loaded, made once each."""

from __future__ import annotations

import dataclasses
import datetime as dt
import functools
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from kg.errors import EditionNotFoundError, ScenarioError
from kg.executor.semantics import Semantics, Texts, curated_programs, holds_in
from kg.program.tree import Program
from kg.store.base import EditionInfo

__all__ = [
    "NUMBERING",
    "Chosen",
    "Known",
    "Meanings",
    "known_editions",
    "numbers_of",
    "programs_stated_in",
]

NUMBERING = dt.date(2026, 1, 16)
"""The edition in whose numbers the curated programs and the executor cite rules."""


@dataclass(frozen=True, slots=True)
class Known:
    """A loaded edition.

    Attributes:
        date: the day its text takes effect; of an undated one that of the edition it sorts behind.
        names: all else under which it may be asked for.
    """

    date: str
    names: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Chosen:
    """The semantics that run a scenario.

    Attributes:
        edition: the date of the edition whose they are.
        message: that it stands for another one, in words; else empty.
    """

    semantics: Semantics
    edition: str
    message: str = ""


def known_editions(editions: Iterable[EditionInfo]) -> tuple[Known, ...]:
    """The editions of a store as scenarios may ask for them, oldest first.

    An undated page is no edition in force: it is found by its name alone, or where there is
    nothing else.
    """
    return tuple(
        Known(
            info.order[0],
            frozenset({info.key.name, info.key.path, *(d.isoformat() for d in info.published_as)}),
        )
        for info in sorted(editions, key=lambda info: (info.key.date is not None, info.order))
        if info.order[0]
    )


@dataclass(eq=False)
class Meanings:
    """The semantics of every loaded edition, made when first asked for.

    Attributes:
        editions: oldest first.
        texts: what makes programs of the texts on cards.
    """

    editions: Sequence[Known]
    texts: Texts
    programs: Sequence[Program] = field(default_factory=lambda: curated_programs())
    _made: dict[str, Semantics] = field(default_factory=dict, repr=False)

    def choose(self, asked: str) -> Chosen:
        """The semantics for an edition; for "" the newest one's.

        Args:
            asked: an effective date or the date of its file. Where no such edition is loaded the
                nearest earlier one stands for it.

        Raises:
            ScenarioError: none as early is loaded.
        """
        if not self.editions:
            raise ScenarioError("no edition is loaded; `ruleloom build` loads one")
        if not asked:
            return self._chosen(self.editions[-1].date)
        for known in reversed(self.editions):
            if asked == known.date or asked in known.names:
                return self._chosen(known.date)
        earlier = [known.date for known in self.editions if known.date < asked]
        if not _is_date(asked) or not earlier:
            raise ScenarioError(
                f"edition {asked} isn't loaded, and none before it is; "
                f"the oldest is {min(known.date for known in self.editions)}"
            )
        nearest = max(earlier)
        return self._chosen(nearest, f"edition {asked} isn't loaded: {nearest} stands for it")

    def _chosen(self, date: str, message: str = "") -> Chosen:
        found = self._made.get(date)
        if found is None:
            found = self._made[date] = Semantics.of(
                self.programs, date, texts=self.texts, number=numbers_of(date)
            )
        return Chosen(found, date, message)


def _is_date(text: str) -> bool:
    try:
        dt.date.fromisoformat(text)
    except ValueError:
        return False
    return True


def numbers_of(date: str) -> Callable[[str], str]:
    """From a rule's number in the newest numbering to its number in an edition.

    What is called gives "" for a rule that the edition doesn't print. An edition that the shipped
    table lacks has the numbers of the nearest earlier one there, or of its oldest.
    """
    from kg.lineage.table import table

    known = table()
    try:
        day = known.find(date)
    except EditionNotFoundError:
        day = max((d for d in known.dates if d.isoformat() <= date), default=known.dates[0])
    if day >= NUMBERING:
        return lambda number: number
    return lambda number: _number_table(day).get(number, "")


def programs_stated_in(number: str, date: str) -> list[Program]:
    """The curated programs of an edition that a rule or a rule below it states.

    Args:
        number: in the edition's own numbering; the programs come with such numbers too.
        date: of the edition, in ISO form.
    """
    own = numbers_of(date)
    found = []
    for program in curated_programs():
        rules = tuple(filter(None, map(own, program.rules)))
        stated = any(re.fullmatch(rf"{re.escape(number)}[a-z]?", rule) for rule in rules)
        if stated and holds_in(program, date):
            found.append(dataclasses.replace(program, rules=rules))
    return found


@functools.lru_cache(maxsize=64)
def _number_table(day: dt.date) -> dict[str, str]:
    """Each number of the newest numbering with that of an earlier edition."""
    from kg.lineage.table import number_map

    found: dict[str, tuple[float, str]] = {}
    for row in number_map(NUMBERING, day):
        if row.old is None or row.new is None:
            continue
        # A rule that was split or merged has several rows: its own numbers' row is the surest.
        sure = row.confidence - (0.5 if row.verdict in ("split", "merged") else 0.0)
        best = found.get(str(row.old))
        if best is None or sure > best[0]:
            found[str(row.old)] = (sure, str(row.new))
    return {old: new for old, (_, new) in found.items()}
