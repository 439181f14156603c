"""Casting spells and playing lands (CR 601, 305)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from kg.errors import IllegalActionError
from kg.executor.attachments import enchant_qualities, own_declarations
from kg.executor.costs import pay_mana, pay_parts, split_costs
from kg.executor.events import Event
from kg.executor.expressions import evaluate
from kg.executor.game import Unable
from kg.executor.interpreter import Run
from kg.executor.mana import ManaCost, parse_mana
from kg.executor.objects import Ability, GameObject, Ref, StackInfo
from kg.executor.patterns import pattern_matches
from kg.executor.primitives.damage import declares
from kg.executor.semantics import is_declaration
from kg.executor.state import with_player
from kg.executor.targets import (
    announce,
    as_target,
    legal_targets,
)
from kg.executor.zones import change_zones
from kg.program.tree import Call, Do, Statement

if TYPE_CHECKING:
    from kg.executor.game import Game

__all__ = ["become_targets", "cast", "play_land", "sorcery_timing", "spell_effect"]

_MAIN = ("precombat main", "postcombat main")


def sorcery_timing(game: Game, player: str) -> bool:
    """CR 307.5: their own main phase, with an empty stack."""
    state = game.state
    return state.active == player and state.step in _MAIN and not state.pile("stack")


def play_land(game: Game, player: str, ref: Ref) -> None:
    """CR 305.2, 701.18a: a special action.

    Raises:
        IllegalActionError: not now, or not by them.
    """
    thing = game.state.get(ref)
    if thing is None or "land" not in game.view.chars(ref).types or thing.zone != "hand":
        raise IllegalActionError(f"{ref.id} can't be played as a land", rules=("305.1",))
    if thing.owner != player:
        raise IllegalActionError(f"{ref.id} isn't {player}'s to play", rules=("305.1",))
    if not sorcery_timing(game, player):
        raise IllegalActionError("a land can't be played now", rules=("305.3", "701.18a"))
    if game.state.players[player].lands_played:
        raise IllegalActionError("a land was played this turn already", rules=("305.2",))
    played = game.state.players[player].lands_played + 1
    game.state = with_player(game.state, player, lands_played=played)
    change_zones(
        game, [ref], "battlefield", player=player, rules=("305.1", "701.18a"), under=player
    )


def cast(
    game: Game,
    player: str,
    ref: Ref,
    *,
    targets: Sequence[Any] = (),
    x: int = 0,
    options: Mapping[str, Any] | None = None,
    free: bool = False,
    cost: str | None = None,
    during_effect: bool = False,
    rules: tuple[str, ...] = (),
) -> None:
    """Cast a card as a spell (CR 601.2).

    Args:
        options: additional costs taken, such as `buyback`.
        free: without paying its mana cost.
        cost: an alternative cost.
        during_effect: whether a resolving effect lets it be cast, so that timing doesn't matter.

    Raises:
        IllegalActionError: it can't be cast so.
    """
    thing = game.state.get(ref)
    chosen = dict(options or {})
    if thing is None or "land" in game.view.chars(ref).types:
        raise IllegalActionError(f"{ref.id} can't be cast", rules=("601.3",))
    if not during_effect:
        permitted = _permission(game, player, thing)
        cost = permitted if cost is None else cost
        _check_timing(game, player, ref)
    chars = game.view.chars(ref)
    effect = spell_effect(chars.abilities)
    run_env = {"self": ref, "x": x}
    wanted = enchant_qualities(game.view, ref) if "aura" in chars.subtypes else []
    if wanted:
        announced: tuple[tuple[Any, ...], ...] = (
            (_aura_target(game, ref, wanted, player, targets),),
        )
    else:
        announced = announce(game, effect, targets, player, ref, run_env)
    mana, parts = _total_cost(game, player, ref, thing, chosen, free=free, cost=cost)
    stacked = _on_stack(game, player, thing, announced, {**chosen, "x": x})
    run = Run(game, {**run_env, "self": stacked.ref}, player, stacked.ref, ("601.2h",))
    try:
        pay_mana(game, player, mana.with_x(x))
        pay_parts(run, parts, x=x)
    except Unable as error:
        raise IllegalActionError(f"the cost can't be paid: {error}", rules=error.rules) from None
    game.record([Event(name="cast", object=stacked.ref, player=player, rules=(*rules, "601.2i"))])
    become_targets(game, announced, player, stacked.ref)


def spell_effect(abilities: Sequence[Ability]) -> tuple[Statement, ...]:
    """The instructions of a spell: what in its text isn't an ability of its own (CR 113.3a)."""
    return tuple(
        statement
        for ability in abilities
        if not ability.keyword
        for statement in ability.statements
        if not is_declaration(statement)
    )


def _permission(game: Game, player: str, thing: GameObject) -> str | None:
    """CR 601.3: from the hand, or where an effect allows it; the cost that the effect names."""
    if thing.zone == "hand" and thing.owner == player:
        return None
    event = Event(name="cast", object=thing.ref, player=player)
    for active in game.view.in_force("can"):
        call = active.statement.call if isinstance(active.statement, Do) else None
        pattern = call.args[0] if call is not None else None
        if isinstance(pattern, Call) and pattern_matches(
            event, pattern, game.view.scope_of(active)
        ):
            assert call is not None
            named = call.role("cost")
            return None if named is None else str(evaluate(named, game.view.scope_of(active)))
    raise IllegalActionError(f"{player} may not cast {thing.id}", rules=("601.3",))


def _check_timing(game: Game, player: str, ref: Ref) -> None:
    quick = "instant" in game.view.chars(ref).types or declares(game.view, ref, "castable_any_time")
    if not quick and not sorcery_timing(game, player):
        raise IllegalActionError(f"{ref.id} can't be cast now", rules=("307.1", "117.1a"))


def _aura_target(
    game: Game, ref: Ref, wanted: Sequence[str], player: str, targets: Sequence[Any]
) -> Any:
    """CR 303.4a, 702.5a: an Aura spell's target must fit all its enchant abilities."""
    legal = set(legal_targets(game, wanted[0], player, ref))
    for quality in wanted[1:]:
        legal &= set(legal_targets(game, quality, player, ref))
    options = [t for t in legal_targets(game, wanted[0], player, ref) if t in legal]
    if not targets:
        if not options:
            raise IllegalActionError("there is nothing to enchant", rules=("601.2c",))
        return game.choose_objects("target", player, options, rules=("702.5a",))[0]
    found = as_target(game, targets[0])
    name = found.id if isinstance(found, Ref) else found
    if found not in legal or len(targets) != 1:
        raise IllegalActionError(f"{name} is no legal target", rules=("702.5a", "115.4"))
    return found


def _total_cost(
    game: Game,
    player: str,
    ref: Ref,
    thing: GameObject,
    options: Mapping[str, Any],
    *,
    free: bool,
    cost: str | None,
) -> tuple[ManaCost, list[Any]]:
    """CR 601.2f: mana cost or alternative, and the additional costs that were taken."""
    printed = "" if free else (cost if cost is not None else game.view.chars(ref).mana_cost)
    if printed is None:
        raise IllegalActionError(f"{ref.id} has no mana cost", rules=("118.6",))
    mana = (parse_mana(printed) if printed else None) or ManaCost()
    parts: list[Any] = []
    known = {"x"}
    for ability, call in own_declarations(game.view, ref, "costs"):
        option = str(call.role("option", ""))
        known.add(option)
        if option and not options.get(option):
            continue
        run = Run(game, {**ability.env, "self": ref}, player, ref, ability.rules)
        more, others = split_costs(run, [call.role("additional")])
        mana, parts = mana.plus(more), [*parts, *others]
    unknown = [name for name, taken in options.items() if taken and name not in known]
    if unknown:
        raise IllegalActionError(f"{ref.id} has no {unknown[0]!r} to pay", rules=("601.2b",))
    return mana, parts


def _on_stack(
    game: Game,
    player: str,
    thing: GameObject,
    announced: tuple[tuple[Any, ...], ...],
    options: Mapping[str, Any],
) -> GameObject:
    info = StackInfo(kind="spell", targets=announced, options=options)
    change_zones(
        game, [thing.ref], "stack", player=player, rules=("601.2a",), under=player, stack=info
    )
    return game.state.objects[thing.id]


def become_targets(
    game: Game, announced: Sequence[tuple[Any, ...]], player: str, source: Ref
) -> None:
    """CR 115.7: what triggers on becoming a target, such as ward."""
    chosen = dict.fromkeys(each for group in announced for each in group)
    game.record(
        [
            Event(name="targeted", object=each, player=player, source=source, rules=("601.2c",))
            for each in chosen
        ]
    )
