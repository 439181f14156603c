"""Which edition a request asks for: `edition=`, or `date=` for the one in force on a day."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pydantic import ValidationError

from api.params import EditionParams, checked
from kg.errors import EditionNotFoundError
from kg.model import EditionKey
from kg.store import Store

__all__ = ["edition_args", "edition_name", "find_asked"]


class NoRestatementError(EditionNotFoundError):
    """The store holds none of ruleloom's own restatements."""

    def __str__(self) -> str:
        have = f"it has {', '.join(self.known)}" if self.known else "it has no edition at all"
        return f"the store has no restatement: {have}"

    def __init__(self, known: Sequence[str]) -> None:
        super().__init__("that is a restatement", known=known)


def find_asked(store: Store, asked: EditionParams) -> EditionKey:
    """The edition that is meant; the newest where none is named.

    Raises:
        EditionNotFoundError: the store has no such edition, or no restatement where one is asked
            for.
    """
    day, restated = asked.date, asked.restated
    known = [str(info.key) for info in store.editions()]
    if restated and not any(info.key.restated for info in store.editions()):
        raise NoRestatementError(known)
    if day is None:
        return store.find_edition(asked.edition or None, restated=restated)
    keys = [info.key for info in store.editions() if info.key.restated or not restated]
    in_force = [key for key in keys if key.date and key.date <= day]
    if not in_force:
        raise EditionNotFoundError(f"in force on {day}", known=[str(key) for key in keys])
    return in_force[-1]


def edition_args(args: Mapping[str, str]) -> EditionParams:
    """What a request's parameters say of the edition; empty ones and others don't count.

    Raises:
        InvalidParametersError: one has a value that it can't take.
    """
    names = ("edition", "date", "restated")
    try:
        return EditionParams.model_validate({n: args[n] for n in names if args.get(n)})
    except ValidationError as error:
        raise checked(error) from error


def edition_name(key: EditionKey) -> str:
    """What `edition=` must say to get exactly this edition: `2026-01-16`, or its path if ours."""
    return key.path if key.restated else key.name
