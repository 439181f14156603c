"""Which edition's semantics a scenario runs under: those of one that is loaded, made once each."""

from __future__ import annotations

import datetime as dt
import functools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from kg.errors import EditionNotFoundError, ScenarioError
from kg.executor.semantics import Semantics, Texts, curated_programs, holds_in
from kg.model import EditionKey
from kg.program.rdf import read_programs
from kg.program.tree import Program, renumbered
from kg.store.base import Store

__all__ = [
    "NUMBERING",
    "Chosen",
    "Known",
    "Meanings",
    "compiled_programs",
    "curated_in",
    "known_editions",
    "numbers_of",
]

NUMBERING = dt.date(2026, 1, 16)
"""The edition in whose numbers the curated programs and the executor cite rules."""


@dataclass(frozen=True, slots=True)
class Known:
    """A loaded edition.

    Attributes:
        date: the day its text takes effect; of an undated one that of the edition it sorts behind.
        names: all else under which it may be asked for.
        compiled: gives the programs of its own words, with rules in its own numbers.
    """

    date: str
    names: frozenset[str] = frozenset()
    compiled: Callable[[], tuple[Program, ...]] = tuple


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


def known_editions(store: Store) -> tuple[Known, ...]:
    """The editions of a store as scenarios may ask for them, oldest first.

    An undated page is no edition in force: it is found by its name alone, or where there is
    nothing else.
    """
    return tuple(
        Known(
            info.order[0],
            frozenset({info.key.name, info.key.path, *(d.isoformat() for d in info.published_as)}),
            functools.partial(compiled_programs, store, info.key),
        )
        for info in sorted(
            store.editions(), key=lambda info: (info.key.date is not None, info.order)
        )
        if info.order[0]
    )


def compiled_programs(store: Store, key: EditionKey) -> tuple[Program, ...]:
    """The programs in an edition's graph that weren't written by hand."""
    return tuple(p for p in read_programs(store, key) if p.origin != "curated")


@dataclass(eq=False)
class Meanings:
    """The semantics of every loaded edition, made when first asked for.

    Attributes:
        editions: oldest first.
        texts: what makes programs of the texts on cards.
        programs: those written by hand.
        preferring_compiled: whether a compiled program stands in for the one written by hand;
            else it runs only where there is no such one.
    """

    editions: Sequence[Known]
    texts: Texts
    programs: Sequence[Program] = field(default_factory=lambda: curated_programs())
    preferring_compiled: bool = False
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
            return self._chosen(self.editions[-1])
        for known in reversed(self.editions):
            if asked == known.date or asked in known.names:
                return self._chosen(known)
        earlier = [known for known in self.editions if known.date < asked]
        if not _is_date(asked) or not earlier:
            raise ScenarioError(
                f"edition {asked} isn't loaded, and none before it is; "
                f"the oldest is {min(known.date for known in self.editions)}"
            )
        nearest = max(earlier, key=lambda known: known.date)
        return self._chosen(nearest, f"edition {asked} isn't loaded: {nearest.date} stands for it")

    def _chosen(self, known: Known, message: str = "") -> Chosen:
        found = self._made.get(known.date)
        if found is None:
            compiled = tuple(_in_newest_numbers(known))
            several = (compiled, self.programs)
            first, last = reversed(several) if self.preferring_compiled else several
            found = self._made[known.date] = Semantics.of(
                (*first, *last), known.date, texts=self.texts, number=numbers_of(known.date)
            )
        return Chosen(found, known.date, message)


def _is_date(text: str) -> bool:
    try:
        dt.date.fromisoformat(text)
    except ValueError:
        return False
    return True


def _in_newest_numbers(known: Known) -> Iterator[Program]:
    """The compiled programs of an edition as the executor cites rules: in the newest numbers."""
    day = _table_day(known.date)
    newest = {}
    if day < NUMBERING:
        newest = {own: number for number, own in _number_table(day).items()}
    for program in known.compiled():
        yield renumbered(program, lambda number: newest.get(number, number))


def _table_day(date: str) -> dt.date:
    """The edition of the shipped table whose numbers hold on a day."""
    from kg.lineage.table import table

    known = table()
    try:
        return known.find(date)
    except EditionNotFoundError:
        return max((d for d in known.dates if d.isoformat() <= date), default=known.dates[0])


def numbers_of(date: str) -> Callable[[str], str]:
    """From a rule's number in the newest numbering to its number in an edition.

    What is called gives "" for a rule that the edition doesn't print. An edition that the shipped
    table lacks has the numbers of the nearest earlier one there, or of its oldest.
    """
    day = _table_day(date)
    if day >= NUMBERING:
        return lambda number: number
    return lambda number: _number_table(day).get(number, "")


def curated_in(date: str) -> list[Program]:
    """The curated programs that hold in an edition, with rules in its own numbers.

    Those whose rules it prints none of are left out.
    """
    own = numbers_of(date)
    held = (p for p in curated_programs() if holds_in(p, date))
    return [program for p in held if (program := renumbered(p, own)).rules]


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
