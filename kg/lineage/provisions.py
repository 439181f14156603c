"""Provisions: rules as they live through the editions, by the ids of the shipped table."""

from __future__ import annotations

from collections.abc import Iterable

from kg.errors import EditionNotFoundError
from kg.lineage.table import table
from kg.model import EditionKey, RuleNumber

__all__ = ["find_printings", "find_provision"]


def find_provision(key: EditionKey, number: RuleNumber) -> str:
    """The id of the provision that a rule of an edition is a form of; empty where none is known."""
    try:
        found = table().printed(table().find(key)).get(number)
    except EditionNotFoundError:
        return ""
    return found.provision if found else ""


def find_printings(
    provision: str, keys: Iterable[EditionKey]
) -> list[tuple[EditionKey, RuleNumber]]:
    """The rules of some editions that are forms of a provision, in the order of the editions."""
    found: list[tuple[EditionKey, RuleNumber]] = []
    for key in keys:
        try:
            number = table().places(table().find(key)).get(provision)
        except EditionNotFoundError:
            continue
        if number is not None:
            found.append((key, number))
    return found
