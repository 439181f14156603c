"""What can be seen of a game, in the words of the scenario format."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kg.executor import combat
from kg.executor.attachments import may_be_attached
from kg.executor.events import Event
from kg.executor.objects import Face, GameObject, Ref
from kg.executor.targets import may_be_targeted

if TYPE_CHECKING:
    from kg.executor.game import Game

__all__ = ["can", "object_seen", "player_seen"]

_PILES = ("hand", "graveyard", "exile", "battlefield", "command")
_SORTED = ("library", "graveyard", "hand")


def object_seen(game: Game, name: str) -> dict[str, Any] | None:
    """What can be expected of an object; None where there never was one of that id."""
    thing = game.state.objects.get(name)
    if thing is None:
        return None
    ref = thing.ref
    chars = game.view.chars(ref)
    state = game.state
    attacks = combat.attacks(state, name)
    pile = _pile_of(game, thing)
    return {
        "zone": thing.zone,
        "name": chars.name or None,
        "types": list(chars.types),
        "supertypes": list(chars.supertypes),
        "subtypes": list(chars.subtypes),
        "colors": list(chars.colors),
        "mana_cost": chars.mana_cost,
        "mana_value": chars.mana_value,
        "power": chars.power,
        "toughness": chars.toughness,
        "loyalty": thing.counters.get("loyalty", chars.loyalty),
        "defense": thing.counters.get("defense", chars.defense),
        "keywords": chars.keywords(),
        "text": list(chars.text),
        "lights": list(thing.card.front.lights),
        "owner": thing.owner,
        "controller": chars.controller or thing.controller,
        "token": thing.kind == "token",
        "commander": thing.card.commander,
        "ongoing": "ongoing" in chars.supertypes,
        "modal": thing.card.modal,
        "back": _face_seen(thing.card.back),
        "tapped": thing.tapped,
        "face_down": thing.face_down,
        "phased_out": bool(thing.phased_out),
        "summoning_sick": thing.sick,
        "attacking": attacks or False,
        "blocking": list(state.combat.blockers.get(name, ())) or False if state.combat else False,
        "counters": dict(thing.counters),
        "damage": thing.damage,
        "attached_to": _name(thing.attached_to),
        "designations": sorted(game.view.designations(ref)),
        "goaded_by": game.view.designated_by(ref, "goaded"),
        "visible_to": _visible(game, thing),
        "revealed_to": _revealed(game, thing),
        "top": bool(pile) and pile[0] == name,
        "bottom": bool(pile) and pile[-1] == name,
        "targets": [_name(t) for group in thing.stack.targets for t in group]
        if thing.stack
        else [],
        "kind": thing.stack.kind if thing.stack else None,
        "source": _name(thing.stack.source) if thing.stack else None,
        "lethally_damaged": thing.damage > 0 and thing.damage >= (chars.toughness or 0),
        "can_untap": game.forbidden(Event(name="untapped", object=ref)) is None,
        "meld_with": thing.card.meld_with or None,
    }


def _face_seen(face: Face | None) -> dict[str, Any] | None:
    if face is None:
        return None
    return {
        "name": face.name,
        "types": list(face.types),
        "power": face.power,
        "toughness": face.toughness,
    }


def _name(value: Any) -> Any:
    return value.id if isinstance(value, Ref) else value


def _visible(game: Game, thing: GameObject) -> list[str]:
    if thing.face_down:
        return list(thing.visible_to)
    if thing.zone == "hand":
        return list(dict.fromkeys((thing.owner, *thing.visible_to)))
    if thing.zone == "library":
        return list(thing.visible_to)
    return list(game.state.order)


def _revealed(game: Game, thing: GameObject) -> list[str]:
    """CR 701.20a: a card of a hidden zone that every player has been shown is revealed to all."""
    everybody = game.state.order
    if thing.zone in ("hand", "library") and set(everybody) <= set(thing.visible_to):
        return list(everybody)
    return list(thing.shown_to)


def _pile_of(game: Game, thing: GameObject) -> tuple[str, ...]:
    pile = game.state.pile(thing.zone, thing.owner)
    own = tuple(each for each in pile if game.state.objects[each].owner == thing.owner)
    return tuple(reversed(own)) if thing.zone == "graveyard" else own


def player_seen(game: Game, name: str) -> dict[str, Any]:
    """What can be expected of a player."""
    state = game.state
    status = state.players[name]
    found: dict[str, Any] = {
        "life": status.life,
        "counters": dict(status.counters),
        "mana": dict(status.mana),
        "designations": sorted(status.designations),
        "lost": bool(status.lost),
        "dungeon": status.dungeon or None,
        "room": status.room or None,
        "ring": status.ring,
        "library": list(state.pile("library", name)),
    }
    for zone in _PILES:
        found[zone] = [each for each in state.pile(zone, name) if _belongs(game, each, zone, name)]
    tokens = [each for each in found["battlefield"] if state.objects[each].kind == "token"]
    found["tokens"] = [object_seen(game, each) for each in tokens]
    return found


def _belongs(game: Game, each: str, zone: str, player: str) -> bool:
    thing = game.state.objects[each]
    if zone == "battlefield":
        return (game.view.chars(thing.ref).controller or thing.controller) == player
    return thing.owner == player and thing.kind != "emblem"


def can(game: Game, question: str, name: str, other: str = "") -> bool:
    """Whether an object can do, or suffer, that now."""
    thing = game.state.objects[name]
    if question == "attack":
        return combat.can_attack(game, thing.ref)
    if question == "untap":
        return game.forbidden(Event(name="untapped", object=thing.ref)) is None
    second = game.state.objects[other]
    if question == "block":
        return combat.can_block(game, thing.ref, second.ref)
    if question == "be blocked by":
        return combat.can_block(game, second.ref, thing.ref)
    return _can_be_targeted(game, thing, second)


def _can_be_targeted(game: Game, thing: GameObject, source: GameObject) -> bool:
    """Whether a spell or an ability of that object could target it."""
    you = game.view.chars(source.ref).controller or source.owner
    if source.zone in ("hand", "graveyard", "library"):
        you = source.owner
    if not may_be_targeted(game, thing.ref, you, source.ref):
        return False
    chars = game.view.chars(source.ref)
    if "aura" in chars.subtypes and thing.zone == "battlefield":
        return may_be_attached(game.view, source.ref, thing.ref)
    return True
