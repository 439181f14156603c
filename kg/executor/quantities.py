"""Questions that programs ask of the game: quantities and conditions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from kg.executor.events import Event
from kg.executor.expressions import Scope, listed, objects_of, players_of, question
from kg.executor.matching import matches
from kg.executor.objects import Ref
from kg.executor.patterns import pattern_matches
from kg.executor.queries import candidates, viewpoint
from kg.program.tree import Call

__all__: list[str] = []


@question("is_variant")
def is_variant(scope: Scope, name: str) -> bool:
    """Whether that variant is played."""
    return scope.view.state.variant == name


@question("count")
def count(scope: Scope, things: Any, zone: str = "", of: Any = None) -> int:
    """How many objects there are, or fit a description."""
    if isinstance(things, str) and things not in scope.view.state.order:
        return len(candidates(scope, things, zone, of))
    return len(listed(things))


def _number_of(scope: Scope, things: Any, name: str) -> int:
    """A characteristic; of several objects the sum (CR 701.17d)."""
    return sum(getattr(scope.view.chars(ref), name) or 0 for ref in objects_of(things))


@question("power")
def power(scope: Scope, things: Any) -> int:
    """The power, of several objects the sum."""
    return _number_of(scope, things, "power")


@question("toughness")
def toughness(scope: Scope, things: Any) -> int:
    """The toughness, of several objects the sum."""
    return _number_of(scope, things, "toughness")


@question("mana_value", "total_mana_value_of")
def mana_value(scope: Scope, things: Any) -> int:
    """The mana value, of several objects the sum."""
    return _number_of(scope, things, "mana_value")


@question("life")
def life(scope: Scope, player: Any = None) -> int:
    """Players' life totals, added up."""
    return sum(
        scope.view.state.players[p].life
        for p in players_of(player or scope.you, scope.view.state.order)
    )


@question("mana")
def mana(scope: Scope, player: Any, kind: str) -> int:
    """How much mana of a kind is in a pool."""
    who = players_of(player, scope.view.state.order)
    return sum(scope.view.state.players[p].mana.get(kind, 0) for p in who)


@question("counters")
def counters(scope: Scope, thing: Any, kind: str = "") -> int:
    """How many counters of a kind, or of any, there are."""
    total = 0
    for each in listed(thing):
        held = _counters_on(scope, each)
        total += held.get(kind, 0) if kind else sum(held.values())
    return total


def _counters_on(scope: Scope, thing: Any) -> dict[str, int]:
    if isinstance(thing, str):
        return dict(scope.view.state.players[thing].counters)
    known = scope.view.last(thing) if isinstance(thing, Ref) else None
    return dict(known[0].counters) if known else {}


@question("times")
def times(scope: Scope, a: Any, b: Any) -> int:
    """A product."""
    return int(a or 0) * int(b or 0)


@question("plus")
def plus(scope: Scope, *parts: Any) -> int:
    """A sum."""
    return sum(int(part or 0) for part in parts)


@question("minus")
def minus(scope: Scope, a: Any, b: Any) -> int:
    """A difference."""
    return int(a or 0) - int(b or 0)


@question("half")
def half(scope: Scope, a: int, up: bool = False) -> int:
    """Half of a number, rounded down unless `up`."""
    return (a + 1) // 2 if up else a // 2


@question("least")
def least(scope: Scope, *parts: Any) -> int:
    """The smallest of some numbers."""
    values = [v for part in parts for v in listed(part)]
    return min(values) if values else 0


@question("greatest")
def greatest(scope: Scope, *parts: Any) -> int:
    """The greatest of some numbers."""
    values = [v for part in parts for v in listed(part)]
    return max(values) if values else 0


@question("least_by")
def least_by(scope: Scope, things: Any, what: str) -> tuple[Ref, ...]:
    """Those of several objects with the least of a characteristic, ties included."""
    return _ranked(scope, things, what, min)


@question("greatest_by")
def greatest_by(scope: Scope, things: Any, what: str) -> tuple[Ref, ...]:
    """Those of several objects with the most of a characteristic, ties included."""
    return _ranked(scope, things, what, max)


def _ranked(
    scope: Scope, things: Any, what: str, best: Callable[[Iterable[int]], int]
) -> tuple[Ref, ...]:
    found = objects_of(things)
    values = {ref: getattr(scope.view.chars(ref), what.replace(" ", "_")) or 0 for ref in found}
    return tuple(ref for ref in found if values[ref] == best(values.values()))


@question("x")
def x(scope: Scope) -> int:
    """CR 107.3: the value chosen for X."""
    value = scope.env.get("x", 0)
    return int(value) if isinstance(value, int) else 0


@question("matches")
def matches_question(scope: Scope, thing: Any, wanted: str) -> bool:
    """Whether it is so described; of several, whether one is."""
    if isinstance(thing, Event):
        thing = thing.object
    seen = viewpoint(scope)
    return any(matches(scope.view, each, wanted, seen) for each in listed(thing))


@question("at_least")
def at_least(scope: Scope, a: Any, b: Any) -> bool:
    """Whether a number, or how many of something, reaches another."""
    return _value(a) >= _value(b)


@question("at_most")
def at_most(scope: Scope, a: Any, b: Any) -> bool:
    """Whether a number, or how many of something, doesn't exceed another."""
    return _value(a) <= _value(b)


def _value(value: Any) -> int:
    if isinstance(value, tuple):
        return len(value)
    return int(value or 0)


@question("equal")
def equal(scope: Scope, a: Any, b: Any) -> bool:
    """Whether two values are the same."""
    return bool(_plain(a) == _plain(b))


@question("same")
def same(scope: Scope, a: Any, b: Any) -> bool:
    """Whether two groups have something in common."""
    return bool(set(listed(a)) & set(listed(b)))


def _plain(value: Any) -> Any:
    return value[0] if isinstance(value, tuple) and len(value) == 1 else value


@question("exists")
def exists(scope: Scope, thing: Any) -> bool:
    """Whether there is anything at all."""
    return bool(listed(thing))


@question("not")
def not_question(scope: Scope, value: Any) -> bool:
    """Whether something is not so."""
    return not bool(value)


@question("has_designation")
def has_designation(scope: Scope, thing: Any, word: str) -> bool:
    """Whether an object has a designation."""
    return any(word in scope.view.designations(ref) for ref in objects_of(thing))


@question("has_counter")
def has_counter(scope: Scope, thing: Any, kind: str = "") -> bool:
    """Whether there is a counter of a kind, or of any."""
    return bool(counters(scope, thing, kind) > 0)


@question("controls")
def controls(scope: Scope, player: Any, wanted: str) -> bool:
    """Whether a player controls something that fits a description."""
    who = players_of(player, scope.view.state.order)
    seen = viewpoint(scope)
    view = scope.view
    return any(
        view.chars(t.ref).controller in who and matches(view, t.ref, wanted, seen)
        for t in view.state.battlefield()
    )


@question("is_in")
def is_in(scope: Scope, thing: Any, zone: str) -> bool:
    """Whether all of some objects are in a zone, and phased in."""
    state = scope.view.state
    found = objects_of(thing)
    return bool(found) and all(
        (now := state.get(ref)) is not None and now.zone == zone and not now.phased_out
        for ref in found
    )


@question("was_paid")
def was_paid(scope: Scope, option: str) -> bool:
    """Whether an optional or additional cost of the spell was paid, by its name."""
    own = scope.env.get("self", scope.source)
    options = scope.env.get("options", {})
    if isinstance(own, Ref):
        known = scope.view.last(own)
        if known is not None and known[0].stack is not None:
            options = known[0].stack.options
        elif known is not None:
            options = known[0].remembered.get("options", options)
    return bool(options.get(option))


@question("times_tempted")
def times_tempted(scope: Scope, player: Any = None) -> int:
    """CR 701.54c: how often the Ring has tempted a player."""
    who = players_of(player or scope.you, scope.view.state.order)
    return sum(scope.view.state.players[p].ring for p in who)


@question("happened")
def happened(scope: Scope, call: Call) -> bool:
    """Whether an event of that kind has happened this turn."""
    pattern = call.args[0]
    assert isinstance(pattern, Call)
    return any(pattern_matches(event, pattern, scope) for event in scope.view.state.history)
