"""Whether a value of a scenario is of the type that its key has.

Each function under `KINDS` is called with a value and the `Names` that the document defines, and
yields what is wrong with the value, in words that follow it: `is not an integer`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from kg.program.descriptions import CARD_TYPES, COLORS
from kg.scenario import contract

__all__ = ["KINDS", "Names", "is_integer", "problems"]

_COST = re.compile(r"(\{([WUBRGCXSPT]|\d+|[WUBRGC2]/[WUBRGP](/P)?)\})+")
_RULE = re.compile(r"\d{3}(\.\d+[a-z]?)?")


@dataclass(slots=True)
class Names:
    """What a document's values may name.

    Attributes:
        players: in turn order.
        listed: ids of the setup.
        made: ids that steps give to what they make; several of one step are `id`, `id-2`, ...
    """

    players: tuple[str, ...]
    listed: set[str] = field(default_factory=set)
    made: set[str] = field(default_factory=set)

    def has_object(self, name: object) -> bool:
        """Whether an object has that id, or may come to have it."""
        if not isinstance(name, str):
            return False
        known = self.listed | self.made
        return name in known or re.sub(r"-\d+$", "", name) in self.made

    def has_player(self, name: object) -> bool:
        """Whether that is a player."""
        return isinstance(name, str) and name in self.players


Kind = Callable[[Any, Names], Iterator[str]]


def problems(value: Any, kind: str, names: Names) -> Iterator[str]:
    """What keeps a value from being of a kind; `?` after the kind allows `none`."""
    if kind.endswith("?"):
        if value is None or value == "none":
            return
        kind = kind[:-1]
    yield from KINDS[kind](value, names)


def is_integer(value: object) -> bool:
    """Whether a value is a whole number; true and false aren't."""
    return isinstance(value, int) and not isinstance(value, bool)


def _test(wanted: str, holds: Callable[[Any], bool]) -> Kind:
    def check(value: Any, names: Names) -> Iterator[str]:
        if not holds(value):
            yield f"is not {wanted}"

    return check


def _named(wanted: str, holds: Callable[[Any, Names], bool]) -> Kind:
    def check(value: Any, names: Names) -> Iterator[str]:
        if not holds(value, names):
            yield f"is not {wanted}"

    return check


def _list_of(kind: str, *, length: int | None = None) -> Kind:
    def check(value: Any, names: Names) -> Iterator[str]:
        if not isinstance(value, list) or (length is not None and len(value) != length):
            yield f"is not a list of {length or 'any number'}"
            return
        for item in value:
            yield from (f"holds {item!r}, which {why}" for why in problems(item, kind, names))

    return check


def _either(first: str, second: str) -> Kind:
    """Of the first kind, or else judged by the second."""

    def check(value: Any, names: Names) -> Iterator[str]:
        if any(True for _ in problems(value, first, names)):
            yield from problems(value, second, names)

    return check


def _mapping_of(keys: str, values: str) -> Kind:
    def check(value: Any, names: Names) -> Iterator[str]:
        if not isinstance(value, dict):
            yield "is not a mapping"
            return
        for key, item in value.items():
            yield from (f"has the key {key!r}, which {why}" for why in problems(key, keys, names))
            yield from (
                f"has {item!r} for {key!r}, which {why}" for why in problems(item, values, names)
            )

    return check


def _record(types: Mapping[str, str]) -> Kind:
    """A mapping with exactly these keys."""

    def check(value: Any, names: Names) -> Iterator[str]:
        if not isinstance(value, dict) or set(value) != set(types):
            yield f"is not a mapping of {', '.join(types)}"
            return
        for key, kind in types.items():
            yield from (f"has a {key} that {why}" for why in problems(value[key], kind, names))

    return check


def _one_of(words: Collection[str]) -> Kind:
    listed = ", ".join(sorted(words))
    return _test(f"one of {listed}", lambda value: isinstance(value, str) and value in words)


def _rooms(value: Any, names: Names) -> Iterator[str]:
    """CR 309.4: a dungeon's rooms, each with the rooms that its arrows lead to."""
    if not isinstance(value, dict):
        yield "is not a mapping of rooms"
        return
    for name, room in value.items():
        if not isinstance(room, dict) or set(room) - {"to", "text"}:
            yield f"has a room {name!r} that is not of the form {{to: [rooms], text: words}}"
        elif not isinstance(room.get("to"), list):
            yield f"has a room {name!r} without a list `to`"
        elif unknown := [each for each in room["to"] if each not in value]:
            yield f"has a room {name!r} that leads to the unknown {unknown[0]!r}"


def _two_values(value: Any, names: Names) -> Iterator[str]:
    if not isinstance(value, list) or len(value) != 2:
        yield "is not a list of two"
        return
    for each in value:
        if (
            not isinstance(each, dict)
            or len(each) != 1
            or not set(each) <= {"life", "power", "toughness"}
        ):
            yield "is not two of {life: player}, {power: id}, {toughness: id}"
            return
        ((key, whose),) = each.items()
        yield from problems(whose, "player" if key == "life" else "id", names)


def _ordered_pile(value: Any, names: Names) -> Iterator[str]:
    if isinstance(value, dict):
        if set(value) - {"top", "bottom"}:
            yield "is not a list, an integer or {top: [ids]}"
        for pile in value.values():
            yield from problems(pile, "ids", names)
    else:
        yield from problems(value, "pile", names)


KINDS: dict[str, Kind] = {
    "anything": _test("anything", lambda value: True),
    "integer": _test("an integer", is_integer),
    "truth": _test("true or false", lambda value: isinstance(value, bool)),
    "word": _test("a string", lambda value: isinstance(value, str)),
    "rule": _test(
        "a rule number in quotes",
        lambda value: isinstance(value, str) and bool(_RULE.fullmatch(value)),
    ),
    "cost": _test(
        "a mana cost such as {1}{U}",
        lambda value: isinstance(value, str) and bool(_COST.fullmatch(value)),
    ),
    "size": _test('an integer or "*"', lambda value: is_integer(value) or value == "*"),
    "integer or all": _test("an integer or all", lambda v: is_integer(v) or v == "all"),
    "player": _named("a player", lambda value, names: names.has_player(value)),
    "id": _named("the id of an object", lambda value, names: names.has_object(value)),
    "thing": _named(
        "an id or a player", lambda value, names: names.has_player(value) or names.has_object(value)
    ),
    "zone": _one_of(contract.EXPECTED_ZONES),
    "setup zone": _one_of(contract.ZONES),
    "phase": _one_of(contract.STEPS_AND_PHASES),
    "variant": _either("none", "known variant"),
    "none": _test("none", lambda value: value is None),
    "known variant": _one_of(contract.VARIANTS),
    "card type": _one_of(CARD_TYPES),
    "color": _one_of(COLORS),
    "designation": _one_of(contract.DESIGNATIONS),
    "stack kind": _one_of(contract.STACK_KINDS),
    "destination": _one_of({"hand", "battlefield", "top", "graveyard", "exile"}),
    "end of pile": _one_of({"top", "bottom"}),
    "face-up cost": _one_of({"mana cost", "morph cost", "disguise cost"}),
    "mana color": _one_of(set("WUBRGC")),
    "event name": _one_of(contract.EVENTS),
    "words": _list_of("word"),
    "integers": _list_of("integer"),
    "rules": _list_of("rule"),
    "players": _list_of("player"),
    "ids": _list_of("id"),
    "things": _list_of("thing"),
    "card types": _list_of("card type"),
    "colors": _list_of("color"),
    "designations": _list_of("designation"),
    "lists of ids": _list_of("ids"),
    "two ids": _list_of("id", length=2),
    "two players": _list_of("player", length=2),
    "two zones": _list_of("setup zone", length=2),
    "texts": _either("word", "words"),
    "word or words": _either("word", "words"),
    "id or ids": _either("id", "ids"),
    "ids or false": _either("false", "ids"),
    "false": _test("false", lambda value: value is False),
    "attacked": _either("truth", "thing"),
    "pile": _either("integer", "ids"),
    "ordered pile": _ordered_pile,
    "counters": _mapping_of("word", "integer"),
    "mana": _mapping_of("mana color", "integer"),
    "votes": _mapping_of("word", "integer"),
    "player integers": _mapping_of("player", "integer"),
    "attackers": _mapping_of("id", "thing"),
    "blockers": _mapping_of("id", "ids"),
    "assignments": _mapping_of("id", "shares"),
    "shares": _mapping_of("thing", "integer"),
    "kind on": _record({"kind": "word", "on": "thing"}),
    "player color": _record({"player": "player", "color": "word"}),
    "player zones": _record({"player": "player", "zones": "two zones"}),
    "two ids or player zones": _either("player zones", "two ids"),
    "two values": _two_values,
    "rooms": _rooms,
    "options": _test("a list of options", lambda value: isinstance(value, list) and bool(value)),
}
