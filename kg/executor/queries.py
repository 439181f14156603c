"""Questions that programs ask of the game: selections, quantities, conditions."""

from __future__ import annotations

from typing import Any

from kg.executor.events import Event
from kg.executor.expressions import Scope, listed, objects_of, players_of, question
from kg.executor.matching import Viewpoint, matches
from kg.executor.objects import Ref
from kg.executor.patterns import pattern_matches
from kg.program.descriptions import parse_description
from kg.program.tree import Call

__all__ = ["candidates", "viewpoint"]


def viewpoint(scope: Scope) -> Viewpoint:
    """From whose side descriptions are read in a scope."""
    own = scope.env.get("self", scope.source)
    that = players_of(scope.env.get("that_player", ()), scope.view.state.order)
    numbers = {k: v for k, v in scope.env.items() if isinstance(v, int)}
    return Viewpoint(
        scope.you, own if isinstance(own, Ref) else None, that[0] if that else "", numbers
    )


def candidates(scope: Scope, wanted: str, zone: str = "", of: Any = None) -> tuple[Any, ...]:
    """Every object or player that fits a description, in listing order.

    Args:
        zone: where to look; by default where the description says, else the battlefield.
        of: whose pile to look in; by default everybody's.
    """
    state, view, seen = scope.view.state, scope.view, viewpoint(scope)
    description = parse_description(wanted)
    found: list[Any] = []
    if any(description.has_noun(n) for n in ("player", "opponent", "any target")):
        found += [p for p in state.remaining() if matches(view, p, description, seen)]
        if not any(
            any(t.kind in ("type", "subtype") for t in tests) for tests in description.alternatives
        ):
            return tuple(found)
    where = zone or description.zone() or _default_zone(description)
    for each in _ids(scope, where, players_of(of, state.order)):
        ref = state.objects[each].ref
        if matches(view, ref, description, seen):
            found.append(ref)
    return tuple(found)


def _default_zone(description: Any) -> str:
    spells = description.has_noun("spell") or description.has_noun("ability")
    return "stack" if spells else "battlefield"


def _ids(scope: Scope, zone: str, of: tuple[str, ...]) -> list[str]:
    state = scope.view.state
    if zone == "battlefield":
        return [thing.id for thing in state.battlefield()]
    if zone in ("stack", "exile", "command"):
        return [i for i in state.pile(zone) if not of or state.objects[i].owner in of]
    return [each for player in of or state.remaining() for each in state.pile(zone, player)]


def _pile(scope: Scope, zone: str, player: Any, n: int | None = None, end: str = "") -> tuple[Ref, ...]:
    state = scope.view.state
    found: list[Ref] = []
    for each in players_of(player, state.order):
        pile = state.pile(zone, each)
        if zone in ("exile", "command", "battlefield"):
            pile = tuple(i for i in pile if state.objects[i].owner == each)
        if n is not None:
            pile = (pile[:n] if end == "top" else pile[max(len(pile) - n, 0) :]) if n > 0 else ()
        found += [state.objects[i].ref for i in pile]
    return tuple(found)


@question("top")
def top(scope: Scope, player: Any = None, n: int = 1, zone: str = "library") -> tuple[Ref, ...]:
    return _pile(scope, zone, player or scope.you, n, "top")


@question("bottom")
def bottom(scope: Scope, player: Any = None, n: int = 1, zone: str = "library") -> tuple[Ref, ...]:
    return _pile(scope, zone, player or scope.you, n, "bottom")


@question("hand")
def hand(scope: Scope, player: Any = None) -> tuple[Ref, ...]:
    return _pile(scope, "hand", player or scope.you)


@question("library")
def library(scope: Scope, player: Any = None) -> tuple[Ref, ...]:
    return _pile(scope, "library", player or scope.you)


@question("graveyard")
def graveyard(scope: Scope, player: Any = None) -> tuple[Ref, ...]:
    return _pile(scope, "graveyard", player or scope.you)


@question("cards")
def cards(scope: Scope, player: Any, zone: str) -> tuple[Ref, ...]:
    return _pile(scope, zone, player, None)


@question("all_of")
def all_of(scope: Scope, wanted: str, zone: str = "", of: Any = None) -> tuple[Any, ...]:
    return candidates(scope, wanted, zone, of)


@question("filtered")
def filtered(scope: Scope, things: Any, wanted: str) -> tuple[Any, ...]:
    seen = viewpoint(scope)
    return tuple(t for t in listed(things) if matches(scope.view, t, wanted, seen))


@question("controller")
def controller(scope: Scope, thing: Any) -> Any:
    """CR 608.2h: of an object that is gone, who last controlled it; of a player, that player."""
    found = []
    for each in listed(thing):
        if isinstance(each, Event):
            each = each.object
        if isinstance(each, str):
            found.append(each)
        elif isinstance(each, Ref) and (known := scope.view.last(each)) is not None:
            found.append(known[1].controller or known[0].owner)
    return _one(dict.fromkeys(found))


@question("owner")
def owner(scope: Scope, thing: Any) -> Any:
    state = scope.view.state
    return _one(dict.fromkeys(state.objects[ref.id].owner for ref in objects_of(thing)))


def _one(found: Any) -> Any:
    several = tuple(found)
    return several[0] if len(several) == 1 else several


@question("opponents")
def opponents(scope: Scope, player: Any = None) -> tuple[str, ...]:
    state = scope.view.state
    who = players_of(player or scope.you, state.order)
    return state.opponents(who[0]) if who else ()


@question("players")
def players(scope: Scope) -> tuple[str, ...]:
    return scope.view.state.remaining()


@question("others")
def others(scope: Scope, player: Any = None) -> tuple[str, ...]:
    who = players_of(player or scope.you, scope.view.state.order)
    return tuple(p for p in scope.view.state.remaining() if p not in who)


@question("active")
def active_player(scope: Scope) -> str:
    return scope.view.state.active


@question("planar_controller")
def planar_controller(scope: Scope) -> str:
    return scope.view.state.planar_controller


@question("archenemy")
def archenemy(scope: Scope) -> str:
    return scope.view.state.archenemy


@question("is_variant")
def is_variant(scope: Scope, name: str) -> bool:
    return scope.view.state.variant == name


@question("union")
def union(scope: Scope, *parts: Any) -> tuple[Any, ...]:
    return tuple(dict.fromkeys(each for part in parts for each in listed(part)))


@question("without")
def without(scope: Scope, all_of_them: Any, left_out: Any) -> tuple[Any, ...]:
    gone = listed(left_out)
    return tuple(each for each in listed(all_of_them) if each not in gone)


@question("first")
def first(scope: Scope, things: Any) -> Any:
    several = listed(things)
    return several[0] if several else ()


@question("nothing")
def nothing(scope: Scope) -> tuple[Any, ...]:
    return ()


@question("subject")
def subject(scope: Scope, event: Any) -> Any:
    return event.object if isinstance(event, Event) else event


@question("player_of")
def player_of(scope: Scope, event: Any) -> Any:
    return event.player if isinstance(event, Event) else controller(scope, event)


@question("source")
def source(scope: Scope, event: Any) -> Any:
    return event.source if isinstance(event, Event) else ()


@question("recipient")
def recipient(scope: Scope, event: Any) -> Any:
    return event.to if isinstance(event, Event) else ()


@question("amount")
def amount(scope: Scope, event: Any) -> int:
    return (event.amount or 0) if isinstance(event, Event) else 0


@question("enchanted", "equipped", "attached_to")
def attached_to(scope: Scope, thing: Any) -> Any:
    for ref in objects_of(thing):
        known = scope.view.last(ref)
        if known is not None and known[0].attached_to is not None:
            return known[0].attached_to
    return ()


@question("count")
def count(scope: Scope, things: Any, zone: str = "", of: Any = None) -> int:
    if isinstance(things, str) and things not in scope.view.state.order:
        return len(candidates(scope, things, zone, of))
    return len(listed(things))


def _number_of(scope: Scope, things: Any, name: str) -> int:
    """A characteristic; of several objects the sum (CR 701.17d)."""
    return sum(getattr(scope.view.chars(ref), name) or 0 for ref in objects_of(things))


@question("power")
def power(scope: Scope, things: Any) -> int:
    return _number_of(scope, things, "power")


@question("toughness")
def toughness(scope: Scope, things: Any) -> int:
    return _number_of(scope, things, "toughness")


@question("mana_value", "total_mana_value_of")
def mana_value(scope: Scope, things: Any) -> int:
    return _number_of(scope, things, "mana_value")


@question("life")
def life(scope: Scope, player: Any = None) -> int:
    return sum(
        scope.view.state.players[p].life
        for p in players_of(player or scope.you, scope.view.state.order)
    )


@question("mana")
def mana(scope: Scope, player: Any, kind: str) -> int:
    who = players_of(player, scope.view.state.order)
    return sum(scope.view.state.players[p].mana.get(kind, 0) for p in who)


@question("counters")
def counters(scope: Scope, thing: Any, kind: str = "") -> int:
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


@question("counters_kinds")
def counters_kinds(scope: Scope, thing: Any) -> tuple[str, ...]:
    kinds = (k for each in listed(thing) for k, n in _counters_on(scope, each).items() if n)
    return tuple(dict.fromkeys(kinds))


@question("times")
def times(scope: Scope, a: Any, b: Any) -> int:
    return int(a or 0) * int(b or 0)


@question("plus")
def plus(scope: Scope, *parts: Any) -> int:
    return sum(int(part or 0) for part in parts)


@question("minus")
def minus(scope: Scope, a: Any, b: Any) -> int:
    return int(a or 0) - int(b or 0)


@question("half")
def half(scope: Scope, a: int, up: bool = False) -> int:
    return (a + 1) // 2 if up else a // 2


@question("least")
def least(scope: Scope, *parts: Any) -> int:
    values = [v for part in parts for v in listed(part)]
    return min(values) if values else 0


@question("greatest")
def greatest(scope: Scope, *parts: Any) -> int:
    values = [v for part in parts for v in listed(part)]
    return max(values) if values else 0


@question("mana_values")
def mana_values(scope: Scope, things: Any) -> tuple[int, ...]:
    return tuple(scope.view.chars(ref).mana_value for ref in objects_of(things))


@question("least_by")
def least_by(scope: Scope, things: Any, what: str) -> tuple[Ref, ...]:
    """Those of several objects with the least of a characteristic, ties included."""
    found = objects_of(things)
    values = {ref: getattr(scope.view.chars(ref), what.replace(" ", "_")) or 0 for ref in found}
    return tuple(ref for ref in found if values[ref] == min(values.values()))


@question("x")
def x(scope: Scope) -> int:
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
    return _value(a) >= _value(b)


@question("at_most")
def at_most(scope: Scope, a: Any, b: Any) -> bool:
    return _value(a) <= _value(b)


def _value(value: Any) -> int:
    if isinstance(value, tuple):
        return len(value)
    return int(value or 0)


@question("equal")
def equal(scope: Scope, a: Any, b: Any) -> bool:
    return _plain(a) == _plain(b)


@question("same")
def same(scope: Scope, a: Any, b: Any) -> bool:
    return bool(set(listed(a)) & set(listed(b)))


def _plain(value: Any) -> Any:
    return value[0] if isinstance(value, tuple) and len(value) == 1 else value


@question("exists")
def exists(scope: Scope, thing: Any) -> bool:
    return bool(listed(thing))


@question("not")
def not_question(scope: Scope, value: Any) -> bool:
    return not value


@question("has_designation")
def has_designation(scope: Scope, thing: Any, word: str) -> bool:
    return any(word in scope.view.designations(ref) for ref in objects_of(thing))


@question("has_counter")
def has_counter(scope: Scope, thing: Any, kind: str = "") -> bool:
    return counters(scope, thing, kind) > 0


@question("has_keyword")
def has_keyword(scope: Scope, thing: Any, name: str) -> bool:
    return any(scope.view.chars(ref).has_keyword(name) for ref in objects_of(thing))


@question("controls")
def controls(scope: Scope, player: Any, wanted: str) -> bool:
    who = players_of(player, scope.view.state.order)
    seen = viewpoint(scope)
    view = scope.view
    return any(
        view.chars(t.ref).controller in who and matches(view, t.ref, wanted, seen)
        for t in view.state.battlefield()
    )


@question("is_in")
def is_in(scope: Scope, thing: Any, zone: str) -> bool:
    state = scope.view.state
    found = objects_of(thing)
    return bool(found) and all(
        (now := state.get(ref)) is not None and now.zone == zone and not now.phased_out
        for ref in found
    )


@question("is_face_down")
def is_face_down(scope: Scope, thing: Any) -> bool:
    return any(
        (now := scope.view.state.get(ref)) is not None and now.face_down for ref in objects_of(thing)
    )


@question("is_token")
def is_token(scope: Scope, thing: Any) -> bool:
    return any(scope.view.state.objects[ref.id].kind == "token" for ref in objects_of(thing))


@question("name_of")
def name_of(scope: Scope, thing: Any) -> str:
    return next((scope.view.chars(ref).name for ref in objects_of(thing)), "")


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


@question("ring_bearer")
def ring_bearer(scope: Scope, player: Any = None) -> tuple[Ref, ...]:
    """CR 701.54e: the creature with that designation that the player controls."""
    who = players_of(player or scope.you, scope.view.state.order)
    view = scope.view
    return tuple(
        t.ref
        for t in view.state.battlefield()
        if "ring-bearer" in t.designations and view.chars(t.ref).controller in who
    )


@question("times_tempted")
def times_tempted(scope: Scope, player: Any = None) -> int:
    who = players_of(player or scope.you, scope.view.state.order)
    return sum(scope.view.state.players[p].ring for p in who)


@question("dungeon_of")
def dungeon_of(scope: Scope, player: Any = None) -> tuple[Ref, ...]:
    who = players_of(player or scope.you, scope.view.state.order)
    state = scope.view.state
    return tuple(state.objects[d].ref for p in who if (d := state.players[p].dungeon))


@question("rooms_next")
def rooms_next(scope: Scope, player: Any = None) -> tuple[str, ...]:
    """The rooms that arrows lead to from where the player's venture marker is (CR 309.5)."""
    state = scope.view.state
    for each in players_of(player or scope.you, state.order):
        status = state.players[each]
        if status.dungeon:
            rooms = state.objects[status.dungeon].card.front.rooms
            return next((to for name, to, _ in rooms if name == status.room), ())
    return ()


@question("lights_up")
def lights_up(scope: Scope, things: Any, number: int) -> tuple[Ref, ...]:
    objects = scope.view.state.objects
    return tuple(r for r in objects_of(things) if number in objects[r.id].card.front.lights)


@question("face_up_planes")
def face_up_planes(scope: Scope, wanted: str) -> tuple[Ref, ...]:
    state = scope.view.state
    things = (state.objects[i] for i in state.pile("command"))
    return tuple(
        t.ref
        for t in things
        if not t.face_down and any(word in t.card.front.types for word in wanted.split(" or "))
    )


@question("happened")
def happened(scope: Scope, call: Call) -> bool:
    """Whether an event of that kind has happened this turn."""
    pattern = call.args[0]
    assert isinstance(pattern, Call)
    return any(pattern_matches(event, pattern, scope) for event in scope.view.state.history)


@question("defending_player")
def defending_player(scope: Scope, thing: Any = None) -> str:
    """Whom a creature attacks, or would by its controller's choice of opponents (CR 506.2)."""
    from kg.executor.combat import attacks

    view = scope.view
    for ref in objects_of(thing):
        target = attacks(view.state, ref.id)
        if target in view.state.players:
            return target
        if target and target in view.state.objects:
            return view.chars(target).controller
    theirs = view.state.opponents(scope.you) if scope.you else ()
    return theirs[0] if theirs else ""


@question("blockers_of")
def blockers_of(scope: Scope, thing: Any) -> tuple[Ref, ...]:
    """The creatures that block one."""
    combat = scope.view.state.combat
    found = {ref.id for ref in objects_of(thing)}
    if combat is None:
        return ()
    objects = scope.view.state.objects
    return tuple(objects[b].ref for b, over in combat.blockers.items() if found & set(over))


@question("equip_target")
def equip_target(scope: Scope, quality: Any) -> str:
    """CR 702.6c: what an equip ability with that quality can target."""
    word = str(quality or "").strip()
    if not word:
        return "creature you control"
    known = any(noun in word for noun in ("creature", "planeswalker", "commander"))
    return f"{word} you control" if known else f"{word} creature you control"


@question("land_of")
def land_of(scope: Scope, quality: Any) -> str:
    """CR 702.14c: the lands of the kind that a landwalk ability names."""
    word = str(quality or "land").strip()
    return word if word == "land" else f"{word} land"


@question("cycled_card")
def cycled_card(scope: Scope, quality: Any) -> str:
    """CR 702.29e: what a typecycling ability of that type finds."""
    return f"{quality} card"
