"""Which number of an older edition is which of a newer one, for whoever compares their networks."""

from __future__ import annotations

from kg.errors import EditionNotFoundError
from kg.lineage.table import number_map
from kg.model import EditionKey

__all__ = ["renumbered"]


def renumbered(old: EditionKey, new: EditionKey) -> dict[str, str] | None:
    """New numbers by old ones; None where the table of known editions lacks one of the two, so that
    equal numbers must do for the same rule.

    Of a rule that was split, the first of what it became counts.
    """
    try:
        rows = number_map(old, new)
    except EditionNotFoundError:
        return None
    found: dict[str, str] = {}
    for row in rows:
        if row.old and row.new:
            found.setdefault(str(row.old), str(row.new))
    return found
