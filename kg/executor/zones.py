"""Moving objects from zone to zone, each as an event with what follows from it (CR 400, 603.6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from kg.executor.events import Event
from kg.executor.interpreter import run_block
from kg.executor.objects import Ability, GameObject, Ref
from kg.executor.state import Combat, put_in_pile, take_from_pile, with_object
from kg.program.tree import Within

if TYPE_CHECKING:
    from kg.executor.game import Game

__all__ = ["change_zones", "leave_combat", "set_object"]


def set_object(game: Game, thing: GameObject) -> None:
    """Put a changed object in the place of itself."""
    game.state = with_object(game.state, thing)


def change_zones(
    game: Game,
    things: Sequence[Ref],
    to: str,
    *,
    player: str = "",
    source: Ref | None = None,
    rules: tuple[str, ...] = (),
    moved: dict[Ref, Ref] | None = None,
    **how: Any,
) -> tuple[Ref, ...]:
    """Move objects at the same time; gives what they are then.

    Args:
        moved: gets where each of them is now.
        how: `position`, `face_down`, `tapped`, `under`, `random`, `designations`, `attached_to`,
            `attacking` of each.
    """
    state = game.state
    events = []
    for ref in things:
        thing = state.get(ref)
        if thing is None or (thing.zone == to and to not in ("library",) and not how):
            continue
        more: dict[str, Any] = {"from_zone": thing.zone, "to_zone": to, "proposed": True, **how}
        events.append(
            Event(name="moved", object=ref, player=player, source=source, rules=rules, more=more)
        )
    trail: dict[Ref, Ref] = {} if moved is None else moved
    game.happen(events, lambda going: _perform(game, going, trail))
    for ref in things:  # CR 701.17c: what was replaced has gone elsewhere
        now = game.state.objects.get(ref.id)
        if ref in trail or now is None or now.zone == "nowhere":
            continue
        if now.incarnation == ref.incarnation + 1:
            trail[ref] = now.ref
    return tuple(trail[ref] for ref in things if ref in trail)


def _perform(game: Game, events: list[Event], moved: dict[Ref, Ref]) -> list[Event]:
    happened: list[Event] = []
    before = game.view
    for event in events:
        assert isinstance(event.object, Ref)
        thing = game.state.get(event.object)
        if thing is not None:
            happened += _move_one(game, thing, event, moved, before)
    return happened


def _move_one(
    game: Game, thing: GameObject, event: Event, moved: dict[Ref, Ref], before: Any
) -> list[Event]:
    to = str(event.more["to_zone"])
    was = thing.ref
    chars = before.chars(was)
    game.state = replace(game.state, last_known={**game.state.last_known, was: (thing, chars)})
    if thing.zone == "battlefield":
        leave_combat(game, thing.id)
    if thing.components and to != "battlefield":
        return _part_melded(game, thing, event, moved, chars)
    new = _arrived(game, thing, event)
    game.state = _placed(game, take_from_pile(game.state, thing), new, event.more)
    moved[was] = new.ref
    events = _events_of(thing, new, event, chars, to)
    if to == "battlefield":
        _enter(game, new)
    return events


def _arrived(game: Game, thing: GameObject, event: Event) -> GameObject:
    """The object as it is in its new zone: a new one, without what it was before (CR 400.7)."""
    to, more = str(event.more["to_zone"]), event.more
    under = str(more.get("under") or thing.owner)
    shown = thing.stack is not None and to == "battlefield"
    controller = under if to in ("battlefield", "stack") else thing.owner
    if shown and not more.get("under"):
        controller = thing.controller
    remembered: Mapping[str, Any] = {}
    if shown and thing.stack is not None:
        remembered = {"options": thing.stack.options}
    return GameObject(
        id=thing.id,
        card=thing.card,
        owner=thing.owner,
        controller=controller,
        zone=to,
        kind=thing.kind,
        incarnation=thing.incarnation + 1,
        timestamp=game.tick(),
        tapped=bool(more.get("tapped")),
        face_down=bool(more.get("face_down")),
        back_up=bool(more.get("transformed")),
        sick=to == "battlefield",
        designations=frozenset(more.get("designations", ())),
        attached_to=more.get("attached_to"),
        copied=thing.copied if thing.kind == "token" else None,
        counters=_first_counters(thing, to),
        visible_to=(controller,) if more.get("face_down") else (),
        remembered=remembered,
        stack=more.get("stack"),
    )


def _first_counters(thing: GameObject, to: str) -> dict[str, int]:
    """CR 306.5b, 310.4b: planeswalkers and battles enter with counters."""
    if to != "battlefield":
        return {}
    face = thing.card.front
    found = {}
    if face.loyalty and "planeswalker" in face.types:
        found["loyalty"] = face.loyalty
    if face.defense and "battle" in face.types:
        found["defense"] = face.defense
    return found


def _placed(game: Game, state: Any, new: GameObject, more: Mapping[str, Any]) -> Any:
    state = with_object(state, new)
    pile = state.pile(new.zone, new.owner)
    if new.zone in (
        "library",
        "planar_deck",
        "scheme_deck",
        "attraction_deck",
        "contraption_deck",
    ) or (new.zone.endswith("deck")):
        at = len(pile) if more.get("position") == "bottom" else 0
        return put_in_pile(state, new, at)
    return put_in_pile(state, new)


def _events_of(old: GameObject, new: GameObject, event: Event, chars: Any, to: str) -> list[Event]:
    more = {"from_zone": old.zone, "to_zone": to, "now": new.ref}
    base = replace(event, object=old.ref, more=more)
    found = [base]
    if old.zone == "battlefield":
        found.append(replace(base, name="left the battlefield"))
    if to == "graveyard":
        found.append(replace(base, name="put into graveyard"))
        if old.zone == "battlefield" and (
            "creature" in chars.types or "planeswalker" in chars.types
        ):
            found.append(replace(base, name="died"))  # CR 700.4
    if to == "battlefield":
        found.append(replace(base, name="entered", object=new.ref))
    return found


def _part_melded(
    game: Game, thing: GameObject, event: Event, moved: dict[Ref, Ref], chars: Any
) -> list[Event]:
    """CR 712.21: one permanent leaves, and two cards arrive."""
    game.state = take_from_pile(game.state, thing)
    set_object(game, replace(thing, zone="nowhere", incarnation=thing.incarnation + 1))
    arrived = []
    for each in thing.components:
        part = replace(game.state.objects[each], zone="nowhere", part_of="")
        set_object(game, part)
        new = _arrived(game, part, event)
        game.state = _placed(game, game.state, new, event.more)
        arrived.append(new)
    moved[thing.ref] = arrived[0].ref
    return _events_of(thing, arrived[0], event, chars, str(event.more["to_zone"]))


def _enter(game: Game, new: GameObject) -> None:
    """CR 614.12: what an object's own abilities do as it enters."""
    abilities: list[Ability] = list(game.view.chars(new.ref).abilities)
    for ability in abilities:
        for statement in ability.statements:
            if isinstance(statement, Within) and statement.frame.op == "entering":
                env = {**ability.env, "self": new.ref}
                run_block(game, statement.body, env, new.controller, new.ref, ability.rules)


def leave_combat(game: Game, thing: str) -> None:
    """CR 506.4: what leaves the battlefield, phases out or changes controller is removed."""
    combat = game.state.combat
    if combat is None or thing not in {*combat.attackers, *combat.blockers}:
        return
    changed = Combat(
        attackers={a: t for a, t in combat.attackers.items() if a != thing},
        blockers={
            b: tuple(a for a in over if a != thing)
            for b, over in combat.blockers.items()
            if b != thing
        },
        blocked=combat.blocked - {thing},
        bands=tuple(
            band
            for band in (tuple(m for m in each if m != thing) for each in combat.bands)
            if len(band) > 1
        ),
        damage_steps=combat.damage_steps,
        first_strikers=combat.first_strikers - {thing},
        declared=combat.declared,
    )
    game.state = replace(game.state, combat=changed)
