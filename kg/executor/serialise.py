"""States as JSON and back: reading what was written gives an equal state.

Plain values stand for themselves; every other value is a list whose first item names its kind, so
that tuples, sets, mappings by any keys, and our frozen values come back as they were.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any

from kg.executor.characteristics import Characteristics
from kg.executor.events import Event
from kg.executor.objects import Ability, Card, Face, GameObject, Ref, StackInfo
from kg.executor.state import Combat, Effect, GameState, Pending, PlayerState
from kg.program.tree import Call, Do, ForEach, If, Name, Within

__all__ = ["state_from_json", "state_to_json"]

_KINDS = {
    kind.__name__: kind
    for kind in (
        Ability, Call, Card, Characteristics, Combat, Do, Effect, Event, Face, ForEach, GameObject,
        GameState, If, Name, Pending, PlayerState, Ref, StackInfo, Within,
    )
}  # fmt: skip


def state_to_json(state: GameState) -> list[Any]:
    """A state as lists and plain values, for `json.dumps`; defaults are left out."""
    found = _written(state)
    assert isinstance(found, list)
    return found


def state_from_json(value: list[Any]) -> GameState:
    """The state that `state_to_json` wrote.

    Raises:
        ValueError: it is no state.
    """
    try:
        state = _read(value)
    except (KeyError, TypeError, IndexError) as error:
        raise ValueError(f"no state of a game: {error}") from None
    if not isinstance(state, GameState):
        raise ValueError("no state of a game: another kind of value")
    return state


def _written(value: Any) -> Any:
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, tuple):
        return ["tuple", *map(_written, value)]
    if isinstance(value, list):
        return ["list", *map(_written, value)]
    if isinstance(value, frozenset):
        return ["set", *sorted((_written(each) for each in value), key=repr)]
    if isinstance(value, Mapping):
        return ["map", *([_written(key), _written(each)] for key, each in value.items())]
    kind = type(value).__name__
    if _KINDS.get(kind) is not type(value):
        raise TypeError(f"a {kind} in the state of a game")
    return [kind, *_fields(value)]


def _fields(value: Any) -> list[list[Any]]:
    """The fields that differ from their defaults, as pairs."""
    pairs = []
    for field in dataclasses.fields(value):
        held = getattr(value, field.name)
        made = field.default_factory
        default = made() if made is not dataclasses.MISSING else field.default
        # 1 == True and 0 == False, so types are compared too.
        if held != default or type(held) is not type(default):
            pairs.append([field.name, _written(held)])
    return pairs


def _read(value: Any) -> Any:
    if not isinstance(value, list):
        return value
    kind, items = value[0], value[1:]
    if kind == "tuple":
        return tuple(map(_read, items))
    if kind == "list":
        return list(map(_read, items))
    if kind == "set":
        return frozenset(map(_read, items))
    if kind == "map":
        return {_read(key): _read(each) for key, each in items}
    return _KINDS[kind](**{name: _read(each) for name, each in items})
