"""Editions set beside each other: by the shipped table, else by the texts that a store holds."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from kg.errors import EditionNotFoundError, EditionsNotComparableError
from kg.lineage.table import Table, table
from kg.model import EditionKey, RuleNumber
from kg.store import Store
from kg.store.reading import read_edition

__all__ = ["find_table", "texts_of"]


def find_table(
    store: Store, *asked: str, aligning: bool = True
) -> tuple[Table, tuple[dt.date, ...]]:
    """A table that knows some editions, and their dates.

    The shipped table where it has them all; else one made of the texts in the store, which takes
    some seconds for each pair of neighbours that is loaded from the oldest to the newest of them.

    Args:
        asked: as `Store.find_edition` takes them.
        aligning: whether a table may be made; else only the shipped one will do.

    Raises:
        EditionNotFoundError: neither the table nor the store has one of them.
        EditionsNotComparableError: one of them has no date, or two have the same.
    """
    shipped = table()
    try:
        return shipped, tuple(shipped.find(name) for name in asked)
    except EditionNotFoundError:
        if not aligning:
            raise
        keys = [store.find_edition(name) for name in asked]
        return _aligned(store, keys)


def texts_of(store: Store, asked: str) -> dict[RuleNumber, str]:
    """The rules' texts in an edition by their numbers; none where it isn't loaded."""
    try:
        key = store.find_edition(asked)
    except EditionNotFoundError:
        return {}
    return {rule.number: rule.text for rule in read_edition(store, key).rules}


def _aligned(store: Store, keys: Sequence[EditionKey]) -> tuple[Table, tuple[dt.date, ...]]:
    from kg.lineage.compute import compute  # numpy and scipy, which nothing else here needs

    dates = _dates(keys)
    chosen = set(keys)
    if len({key.restated for key in keys}) == 1:
        chosen |= {
            info.key
            for info in store.editions()
            if info.key.date
            and info.key.restated == keys[0].restated
            and min(dates) < info.key.date < max(dates)
        }
    return compute([read_edition(store, key) for key in chosen]), dates


def _dates(keys: Sequence[EditionKey]) -> tuple[dt.date, ...]:
    dates = []
    for key in keys:
        if key.date is None:
            raise EditionsNotComparableError(
                f"edition {key} has no date, so that it has no place among the others: "
                "build it with --date"
            )
        dates.append(key.date)
    if len(set(dates)) < len(set(keys)):
        raise EditionsNotComparableError(
            f"two editions of {dates[0]} are meant; only editions of different dates are compared"
        )
    return tuple(dates)
