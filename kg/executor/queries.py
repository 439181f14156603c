"""Questions that programs ask of the game: which objects and players."""

from __future__ import annotations

from typing import Any

from kg.executor.events import Event
from kg.executor.expressions import Scope, listed, objects_of, players_of, question
from kg.executor.matching import Viewpoint, matches
from kg.executor.objects import Ref
from kg.program.descriptions import parse_description

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


def _pile(
    scope: Scope, zone: str, player: Any, n: int | None = None, end: str = ""
) -> tuple[Ref, ...]:
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
    """A pile's topmost cards, as many as asked."""
    return _pile(scope, zone, player or scope.you, n, "top")


@question("bottom")
def bottom(scope: Scope, player: Any = None, n: int = 1, zone: str = "library") -> tuple[Ref, ...]:
    """So many cards from the bottom of a pile."""
    return _pile(scope, zone, player or scope.you, n, "bottom")


@question("hand")
def hand(scope: Scope, player: Any = None) -> tuple[Ref, ...]:
    """The cards in a hand."""
    return _pile(scope, "hand", player or scope.you)


@question("library")
def library(scope: Scope, player: Any = None) -> tuple[Ref, ...]:
    """The cards in a library, the top one first."""
    return _pile(scope, "library", player or scope.you)


@question("graveyard")
def graveyard(scope: Scope, player: Any = None) -> tuple[Ref, ...]:
    """The cards in a graveyard."""
    return _pile(scope, "graveyard", player or scope.you)


@question("cards")
def cards(scope: Scope, player: Any, zone: str) -> tuple[Ref, ...]:
    """The cards that a player owns in a zone."""
    return _pile(scope, zone, player, None)


@question("all_of")
def all_of(
    scope: Scope, wanted: str, zone: str = "", of: Any = None, by: Any = None
) -> tuple[Any, ...]:
    """Everything that fits a description, in which `you` is the player `by` if one is named."""
    if by is not None:
        named = players_of(by, scope.view.state.order)
        you = named[0] if named else ""
        scope = Scope(scope.view, scope.env, you, scope.source, scope.perform, scope.view_of)
    return candidates(scope, wanted, zone, of)


@question("filtered")
def filtered(scope: Scope, things: Any, wanted: str) -> tuple[Any, ...]:
    """Those of some objects or players that fit a description."""
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
    """The owner of each of some objects."""
    state = scope.view.state
    return _one(dict.fromkeys(state.objects[ref.id].owner for ref in objects_of(thing)))


def _one(found: Any) -> Any:
    several = tuple(found)
    return several[0] if len(several) == 1 else several


@question("opponents")
def opponents(scope: Scope, player: Any = None) -> tuple[str, ...]:
    """CR 102.2, 102.3: whoever is on no side of the player."""
    state = scope.view.state
    who = players_of(player or scope.you, state.order)
    return state.opponents(who[0]) if who else ()


@question("players")
def players(scope: Scope) -> tuple[str, ...]:
    """All players left, in APNAP order."""
    return scope.view.state.remaining()


@question("others")
def others(scope: Scope, player: Any = None) -> tuple[str, ...]:
    """All players left but these."""
    who = players_of(player or scope.you, scope.view.state.order)
    return tuple(p for p in scope.view.state.remaining() if p not in who)


@question("active")
def active_player(scope: Scope) -> str:
    """Whose turn it is."""
    return scope.view.state.active


@question("planar_controller")
def planar_controller(scope: Scope) -> str:
    """CR 901.6."""
    return scope.view.state.planar_controller


@question("archenemy")
def archenemy(scope: Scope) -> str:
    """CR 904.2."""
    return scope.view.state.archenemy


@question("union")
def union(scope: Scope, *parts: Any) -> tuple[Any, ...]:
    """All of several groups, each once."""
    return tuple(dict.fromkeys(each for part in parts for each in listed(part)))


@question("without")
def without(scope: Scope, all_of_them: Any, left_out: Any) -> tuple[Any, ...]:
    """Those of some that are not among others."""
    gone = listed(left_out)
    return tuple(each for each in listed(all_of_them) if each not in gone)


@question("first")
def first(scope: Scope, things: Any) -> Any:
    """The first of several."""
    several = listed(things)
    return several[0] if several else ()


@question("nothing")
def nothing(scope: Scope) -> tuple[Any, ...]:
    """No object at all."""
    return ()


@question("subject")
def subject(scope: Scope, event: Any) -> Any:
    """What an event happened to."""
    return event.object if isinstance(event, Event) else event


@question("player_of")
def player_of(scope: Scope, event: Any) -> Any:
    """Who made an event happen."""
    return event.player if isinstance(event, Event) else controller(scope, event)


@question("source")
def source(scope: Scope, event: Any) -> Any:
    """The object from which an event came."""
    return event.source if isinstance(event, Event) else ()


@question("recipient")
def recipient(scope: Scope, event: Any) -> Any:
    """Whom or what an event went to."""
    return event.to if isinstance(event, Event) else ()


@question("amount")
def amount(scope: Scope, event: Any) -> int:
    """How much or how many an event was about."""
    return (event.amount or 0) if isinstance(event, Event) else 0


@question("enchanted", "equipped", "attached_to")
def attached_to(scope: Scope, thing: Any) -> Any:
    """What an object is attached to, or was when it left."""
    for ref in objects_of(thing):
        known = scope.view.last(ref)
        if known is not None and known[0].attached_to is not None:
            return known[0].attached_to
    return ()


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


@question("dungeon_of")
def dungeon_of(scope: Scope, player: Any = None) -> tuple[Ref, ...]:
    """CR 309.2: the dungeon that a player is in."""
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
    """CR 701.52a: those of some Attractions on which a number is lit."""
    objects = scope.view.state.objects
    return tuple(r for r in objects_of(things) if number in objects[r.id].card.front.lights)


@question("face_up_planes")
def face_up_planes(scope: Scope, wanted: str) -> tuple[Ref, ...]:
    """Face-up cards of these types in the command zone."""
    state = scope.view.state
    things = (state.objects[i] for i in state.pile("command"))
    return tuple(
        t.ref
        for t in things
        if not t.face_down and any(word in t.card.front.types for word in wanted.split(" or "))
    )


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
