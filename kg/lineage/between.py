"""Editions set beside each other: by the shipped table, else by the texts that a store holds."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator, Sequence

from kg.errors import EditionNotFoundError, EditionsNotComparableError
from kg.lineage.added import Reference, add_edition, prints_otherwise, prints_the_same
from kg.lineage.align import Unit, units_of
from kg.lineage.compute import compute
from kg.lineage.corrections import Correction
from kg.lineage.table import Table, table
from kg.model import Edition, EditionKey, RuleNumber
from kg.store import Store
from kg.store.reading import read_edition

__all__ = ["find_table", "texts_of"]

Read = Callable[[Store, EditionKey], Edition]


def find_table(
    store: Store,
    *asked: str,
    read: Read = read_edition,
    comparing: bool = True,
    corrections: Sequence[Correction] = (),
) -> tuple[Table, tuple[dt.date, ...]]:
    """A table that knows some editions, and their dates.

    The shipped table, with those editions added that it doesn't know, or knows in other words. To
    add one takes some seconds where a text is at hand to compare it with; once a process.

    Args:
        asked: as `Store.find_edition` takes them.
        read: how to get an edition of the store.
        comparing: whether to see if the texts at hand of editions that it knows are those that it
            knows; else its word is taken for it.
        corrections: by hand, of what is aligned here.

    Raises:
        EditionNotFoundError: neither the table nor the store has one of them.
        EditionsNotComparableError: one of them has no date, or two have the same.
    """
    found = table()
    known = [_known(found, name) for name in asked]
    keys = [_held(store, name, known=bool(day)) for name, day in zip(asked, known, strict=True)]
    if any(key and key.restated and not day for key, day in zip(keys, known, strict=True)):
        return _restated([store.find_edition(name) for name in asked], store, read)
    days = [day or _dated(key) for key, day in zip(keys, known, strict=True)]
    wanted = {day: key for day, key in zip(days, keys, strict=True) if key and not key.restated}
    for day in sorted(wanted):
        if day in found.dates and not comparing:
            continue
        units = _units(store, wanted[day], read)
        if day not in found.dates or prints_otherwise(found, day, units):
            nearest = _nearest(store, found, day, read)
            found = add_edition(found, day, units, nearest, tuple(corrections))
    return found, tuple(days)


def texts_of(store: Store, asked: str) -> dict[RuleNumber, str]:
    """The rules' texts in an edition by their numbers; none where it isn't loaded."""
    try:
        key = store.find_edition(asked)
    except EditionNotFoundError:
        return {}
    return {rule.number: rule.text for rule in read_edition(store, key).rules}


def _known(found: Table, name: str) -> dt.date | None:
    try:
        return found.find(name)
    except EditionNotFoundError:
        return None


def _held(store: Store, name: str, *, known: bool) -> EditionKey | None:
    try:
        return store.find_edition(name)
    except EditionNotFoundError:
        if known:
            return None
        raise


def _dated(key: EditionKey | None) -> dt.date:
    if key is None or key.date is None:
        raise EditionsNotComparableError(
            f"edition {key} has no date, so that it has no place among the others: "
            "build it with --date"
        )
    return key.date


def _units(store: Store, key: EditionKey, read: Read) -> tuple[Unit, ...]:
    return tuple(units_of(read(store, key).rules))


def _nearest(store: Store, found: Table, day: dt.date, read: Read) -> Reference | None:
    """The edition nearest in time whose text is at hand, as the table knows it."""
    for key in _others(store, found, day):
        assert key.date
        units = _units(store, key, read)
        if prints_the_same(found, key.date, units):
            return Reference(key.date, units)
    return None


def _others(store: Store, found: Table, day: dt.date) -> Iterator[EditionKey]:
    keys = [info.key for info in store.editions() if not info.key.restated]
    dated = [(key.date, key) for key in keys if key.date in found.dates and key.date != day]
    yield from (key for _, key in sorted(dated, key=lambda item: abs((item[0] - day).days)))


def _restated(
    keys: Sequence[EditionKey], store: Store, read: Read
) -> tuple[Table, tuple[dt.date, ...]]:
    """A table of restatements, which have other words than the editions of their dates."""
    dates = tuple(map(_dated, keys))
    if len(set(dates)) < len(set(keys)):
        raise EditionsNotComparableError(
            f"two editions of {dates[0]} are meant; only editions of different dates are compared"
        )
    return compute([read(store, key) for key in set(keys)], ()), dates
