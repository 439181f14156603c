"""State-based actions (CR 704): what the game does unasked whenever a player would get priority."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from kg.executor.attachments import may_be_attached
from kg.executor.events import Event
from kg.executor.interpreter import Run
from kg.executor.objects import GameObject, Ref
from kg.executor.primitives.players import lose_game
from kg.executor.state import GameState, take_from_pile, with_object, with_player
from kg.executor.zones import change_zones, set_object

if TYPE_CHECKING:
    from kg.executor.game import Game

__all__ = ["check_state_based_actions"]

_MOST_ROUNDS = 500


def check_state_based_actions(game: Game) -> bool:
    """CR 704.3: all that apply at once, again and again until none does; whether any did."""
    done = False
    for _ in range(_MOST_ROUNDS):
        if not any(check(game) for check in _CHECKS):
            return done
        done = True
    return done


def _game_run(game: Game, rules: tuple[str, ...]) -> Run:
    return Run(game, {}, game.state.active, None, rules)


def _players_lose(game: Game) -> bool:
    """CR 704.5a-c; a team of two loses by 15 poison counters (CR 704.6b)."""
    found = []
    fatal = 15 if game.state.variant == "two-headed giant" else 10
    for name, status in game.state.players.items():
        if status.lost:
            continue
        if status.life <= 0:
            found.append((name, "704.5a"))
        elif status.drew_from_empty:
            found.append((name, "704.5b"))
        elif game.state.counters_of(name).get("poison", 0) >= fatal:
            found.append((name, "704.5c"))
        if status.drew_from_empty:
            game.state = with_player(game.state, name, drew_from_empty=False)
    for name, rule in found:
        lose_game(_game_run(game, (rule,)), name, (rule,))
    return bool(found)


def _tokens_cease(game: Game) -> bool:
    """CR 704.5d: a token anywhere but on the battlefield."""
    gone = [
        thing
        for thing in game.state.objects.values()
        if thing.kind == "token" and thing.zone not in ("battlefield", "nowhere", "stack")
    ]
    for thing in gone:
        state = take_from_pile(game.state, thing)
        game.state = with_object(
            state, replace(thing, zone="nowhere", incarnation=thing.incarnation + 1)
        )
    return bool(gone)


def _creatures_die(game: Game) -> bool:
    """CR 704.5f-h: toughness 0 or less, lethal damage, damage of a deathtouch source."""
    shrunk: list[Ref] = []
    lethal: list[tuple[Ref, str]] = []
    for thing in game.state.battlefield():
        chars = game.view.chars(thing.ref)
        if "creature" not in chars.types or chars.toughness is None:
            continue
        if chars.toughness <= 0:
            shrunk.append(thing.ref)
        elif thing.damage >= chars.toughness and thing.damage > 0:
            lethal.append((thing.ref, "704.5g"))
        elif thing.touched_by_death:
            lethal.append((thing.ref, "704.5h"))
    for thing in list(game.state.battlefield()):
        if thing.touched_by_death:
            set_object(game, replace(game.state.objects[thing.id], touched_by_death=False))
    game.looking_back = game.view  # all of them die at the same time
    try:
        return _die(game, shrunk, lethal)
    finally:
        game.looking_back = None


def _die(game: Game, shrunk: list[Ref], lethal: list[tuple[Ref, str]]) -> bool:
    if shrunk:
        change_zones(game, shrunk, "graveyard", rules=("704.5f",))
    changed = bool(shrunk)
    for ref, rule in lethal:
        before = game.state
        if game.forbidden(Event(name="destroyed", object=ref)) is None:
            _destroy(game, ref, rule)
        changed = changed or _differs(before, game.state)
    return changed


def _destroy(game: Game, ref: Ref, rule: str) -> None:
    """CR 701.8b: by the program of the keyword action."""
    from kg.executor.actions import perform_action

    run = _game_run(game, (rule,))
    thing = game.state.objects[ref.id]
    run.you = thing.controller
    start = len(game.trace)
    if "destroy" in game.semantics.actions:
        perform_action(run, "destroy", [(ref,)], {})
    else:
        change_zones(game, [ref], "graveyard", rules=(rule,))
    for place in range(start, len(game.trace)):
        if game.trace[place].name in ("destroyed", "regenerated"):
            game.trace[place] = game.trace[place].with_rules(rule)


def _differs(before: GameState, after: GameState) -> bool:
    return before.piles != after.piles or before.objects != after.objects


def _walkers_and_battles(game: Game) -> bool:
    """CR 704.5i, 704.5v: no loyalty, no defense left."""
    gone = []
    for thing in game.state.battlefield():
        types = game.view.chars(thing.ref).types
        for kind, name, rule in (
            ("planeswalker", "loyalty", "704.5i"),
            ("battle", "defense", "704.5v"),
        ):
            if kind in types and thing.counters.get(name, 0) <= 0 and _had(thing, name):
                gone.append((thing.ref, rule))
    for ref, rule in gone:
        change_zones(game, [ref], "graveyard", rules=(rule,))
    return bool(gone)


def _had(thing: GameObject, name: str) -> bool:
    """Whether it ever could have some: one set down without a number isn't judged."""
    face = thing.card.front
    return (
        face.loyalty if name == "loyalty" else face.defense
    ) is not None or name in thing.counters


def _legends(game: Game) -> bool:
    """CR 704.5j: of a player's legendary permanents of one name all but one go."""
    seen: dict[tuple[str, str], list[Ref]] = {}
    for thing in game.state.battlefield():
        chars = game.view.chars(thing.ref)
        if "legendary" in chars.supertypes and chars.name:
            seen.setdefault((chars.controller, chars.name), []).append(thing.ref)
    changed = False
    for (player, _), refs in seen.items():
        if len(refs) > 1:
            kept = game.choose_objects("keep", player, refs, rules=("704.5j",))
            gone = [ref for ref in refs if ref not in kept]
            change_zones(game, gone, "graveyard", rules=("704.5j",))
            changed = True
    return changed


def _attachments(game: Game) -> bool:
    """CR 704.5m-n, 704.5p: what is attached to nothing, or to what it may not be attached to."""
    changed = False
    for thing in list(game.state.battlefield()):
        chars = game.view.chars(thing.ref)
        is_aura = "aura" in chars.subtypes and "creature" not in chars.types
        if thing.attached_to is None:
            if is_aura and "enchantment" in chars.types:
                change_zones(game, [thing.ref], "graveyard", rules=("704.5m",))
                changed = True
            continue
        target = thing.attached_to
        there = game.state.get(target) if isinstance(target, Ref) else True
        if isinstance(target, str):
            there = target in game.state.players and not game.state.players[target].lost
        if there and may_be_attached(game.view, thing.ref, target):
            continue
        if isinstance(there, GameObject) and there.phased_out:
            continue
        changed = True
        rule = "704.5m" if is_aura else "704.5n"
        if is_aura:
            change_zones(game, [thing.ref], "graveyard", rules=(rule,))
        else:
            set_object(game, replace(game.state.objects[thing.id], attached_to=None))
        game.record([Event(name="unattached", object=thing.ref, to=target, rules=(rule, "701.3d"))])
    return changed


def _counters_annul(game: Game) -> bool:
    """CR 704.5q: a +1/+1 and a -1/-1 counter remove each other."""
    changed = False
    for thing in list(game.state.battlefield()):
        both = min(thing.counters.get("+1/+1", 0), thing.counters.get("-1/-1", 0))
        if both:
            held = {
                kind: n - both if kind in ("+1/+1", "-1/-1") else n
                for kind, n in thing.counters.items()
            }
            set_object(game, replace(thing, counters={k: n for k, n in held.items() if n}))
            base = Event(name="counters removed", object=thing.ref, amount=both, rules=("704.5q",))
            game.record([replace(base, kind="+1/+1"), replace(base, kind="-1/-1")])
            changed = True
    return changed


def _schemes_and_phenomena(game: Game) -> bool:
    """CR 704.6e: a scheme that isn't ongoing, once no ability of it is on the stack or waits."""
    changed = False
    for each in list(game.state.pile("command")):
        thing = game.state.objects[each]
        if "scheme" not in thing.card.front.types or thing.face_down:
            continue
        if "ongoing" in thing.card.front.supertypes or _has_ability_waiting(game, thing):
            continue
        change_zones(
            game, [thing.ref], "scheme deck", rules=("704.6e",), position="bottom", face_down=True
        )
        changed = True
    return changed


def _has_ability_waiting(game: Game, thing: GameObject) -> bool:
    stacked = (game.state.objects[i].stack for i in game.state.pile("stack"))
    return any(
        s is not None and s.source is not None and s.source.id == thing.id for s in stacked
    ) or any(p.source.id == thing.id for p in game.state.pending)


def _dungeons(game: Game) -> bool:
    """CR 704.5t: a dungeon whose bottommost room's ability has left the stack is completed."""
    changed = False
    for name, status in game.state.players.items():
        if not status.dungeon:
            continue
        dungeon = game.state.objects[status.dungeon]
        rooms = {room: to for room, to, _ in dungeon.card.front.rooms}
        text = next((t for room, _, t in dungeon.card.front.rooms if room == status.room), "")
        if rooms.get(status.room) == () and text and not _has_ability_waiting(game, dungeon):
            change_zones(game, [dungeon.ref], "outside", player=name, rules=("704.5t",))
            game.state = with_player(game.state, name, dungeon="", room="")
            game.record(
                [Event(name="dungeon completed", player=name, object=name, rules=("704.5t",))]
            )
            changed = True
    return changed


_CHECKS: tuple[Callable[[Game], bool], ...] = (
    _players_lose,
    _creatures_die,
    _walkers_and_battles,
    _legends,
    _attachments,
    _counters_annul,
    _tokens_cease,
    _schemes_and_phenomena,
    _dungeons,
)
