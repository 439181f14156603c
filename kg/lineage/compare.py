"""What is different between two editions: moved apart from reworded, and wording apart from edits
that follow a renumbering."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from kg.executor.semantics import curated_programs, holds_in
from kg.lineage.table import MapRow, Table
from kg.lineage.wording import marked
from kg.model import RuleNumber
from kg.program.text import print_program
from kg.program.tree import Program

__all__ = ["Change", "Comparison", "Meaning", "compare"]

_KEYWORDS = ("Keyword Actions", "Keyword Abilities")


@dataclass(frozen=True, slots=True)
class Change:
    """What became of one rule.

    Attributes:
        row: its numbers, the verdict and how sure that is.
        old_text, new_text: None where the edition isn't loaded or doesn't print it.
        renumbered_only: whether the words are the same but for the numbers that they cite; None
            where they can't be read.
    """

    row: MapRow
    old_text: str | None = None
    new_text: str | None = None
    renumbered_only: bool | None = None

    @property
    def words(self) -> str | None:
        """Both wordings in one, see `kg.lineage.wording.marked`; None where they are the same, or
        one isn't known."""
        if self.old_text is None or self.new_text is None or self.old_text == self.new_text:
            return None
        return marked(self.old_text, self.new_text)


@dataclass(frozen=True, slots=True)
class Meaning:
    """A keyword whose curated program isn't the same in both editions.

    Attributes:
        old, new: the program as text; None where the edition has none.
    """

    kind: str
    name: str
    old: str | None
    new: str | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two editions beside each other.

    Attributes:
        changes: of all rules that aren't the same, in the order of the number map, and of those
            whose words differ by cited numbers only.
        keywords: titles of keywords with a rule that was reworded, is new or was withdrawn, in
            the order of the new edition.
        meanings: of keywords, by kind and name.
        counts: how many rules there are of each verdict.
    """

    old: dt.date
    new: dt.date
    changes: tuple[Change, ...]
    keywords: tuple[str, ...]
    meanings: tuple[Meaning, ...]
    counts: Mapping[str, int]


def compare(
    table: Table,
    old: dt.date,
    new: dt.date,
    before: Mapping[RuleNumber, str],
    after: Mapping[RuleNumber, str],
) -> Comparison:
    """The difference of two editions that a table knows.

    Args:
        before, after: the rules' texts in both; empty for an edition that isn't loaded, whose
            numbers are compared without words.
    """
    rows = table.number_map(old, new)
    changes = tuple(_changes(rows, before, after))
    return Comparison(
        old,
        new,
        changes,
        tuple(_keywords(changes, before, after)),
        tuple(_meanings(old, new)),
        Counter(row.verdict for row in rows),
    )


def _changes(
    rows: Iterable[MapRow], before: Mapping[RuleNumber, str], after: Mapping[RuleNumber, str]
) -> Iterator[Change]:
    for row in rows:
        old = before.get(row.old) if row.old else None
        new = after.get(row.new) if row.new else None
        cited = None
        if old is not None and new is not None:
            cited = row.verdict in ("same", "renumbered") and old != new
        if row.verdict != "same" or cited:
            yield Change(row, old, new, cited)


def _keywords(
    changes: Sequence[Change], before: Mapping[RuleNumber, str], after: Mapping[RuleNumber, str]
) -> Iterator[str]:
    found: dict[str, None] = {}
    for change in changes:
        if change.row.verdict in ("same", "renumbered"):
            continue
        for number, texts in ((change.row.new, after), (change.row.old, before)):
            if number:
                title = _keyword(number, texts)
                if title:
                    found.setdefault(title)
                break
    yield from found


def _keyword(number: RuleNumber, texts: Mapping[RuleNumber, str]) -> str | None:
    """The keyword that a rule is about: the title above it in a section of keywords."""
    section = texts.get(RuleNumber(number.chapter, number.section))
    title = texts.get(RuleNumber(number.chapter, number.section, number.rule))
    return title if number.rule and section in _KEYWORDS and title != "General" else None


def _meanings(old: dt.date, new: dt.date) -> Iterator[Meaning]:
    before, after = _programs(old), _programs(new)
    for kind, name in sorted({*before, *after}):
        one, other = before.get((kind, name)), after.get((kind, name))
        if one != other:
            yield Meaning(
                kind,
                name,
                print_program(one) if one else None,
                print_program(other) if other else None,
            )


def _programs(date: dt.date) -> dict[tuple[str, str], Program]:
    """An edition's programs: of several of one name the last that holds then."""
    return {(p.kind, p.name): p for p in curated_programs() if holds_in(p, str(date))}
