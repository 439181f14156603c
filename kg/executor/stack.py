"""The stack: casting, activating, triggered abilities put there, resolving (CR 405, 601-603, 608)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from kg.errors import IllegalActionError
from kg.executor.attachments import enchant_qualities, may_be_attached, own_declarations
from kg.executor.costs import pay_mana, pay_parts, split_costs
from kg.executor.events import Event
from kg.executor.expressions import Scope, evaluate, listed
from kg.executor.game import Unable
from kg.executor.interpreter import Run, run_block
from kg.executor.mana import ManaCost, parse_mana
from kg.executor.objects import Ability, Card, Face, GameObject, Ref, StackInfo
from kg.executor.patterns import pattern_matches
from kg.executor.primitives.damage import declares
from kg.executor.semantics import is_declaration
from kg.executor.state import put_in_pile, take_from_pile, with_object, with_player
from kg.executor.targets import (
    announce,
    as_target,
    left_targets,
    legal_targets,
    may_be_targeted,
)
from kg.executor.zones import change_zones, set_object
from kg.program.tree import Call, Do, Statement, Within
from kg.program.vocabulary import calls_in, expressions_of

if TYPE_CHECKING:
    from kg.executor.game import Game

__all__ = ["activate", "cast", "play_land", "put_triggers", "resolve_top"]

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
    change_zones(game, [ref], "battlefield", player=player, rules=("305.1", "701.18a"), under=player)


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
    game.record(
        [Event(name="cast", object=stacked.ref, player=player, rules=(*rules, "601.2i"))]
    )
    _become_targets(game, announced, player, stacked.ref)


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
        if isinstance(pattern, Call) and pattern_matches(event, pattern, game.view.scope_of(active)):
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


def _become_targets(
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


def activate(
    game: Game,
    player: str,
    ref: Ref,
    number: int,
    *,
    targets: Sequence[Any] = (),
    x: int = 0,
    result: str = "",
) -> None:
    """Activate one of an object's activated abilities (CR 602.2).

    Raises:
        IllegalActionError: there is none of that number, or not now, or the cost can't be paid.
    """
    thing = game.state.get(ref)
    found = activated_abilities(game, ref)
    if thing is None or number >= len(found):
        raise IllegalActionError(f"{ref.id} has no such activated ability", rules=("602.1",))
    ability, statement = found[number]
    frame = statement.frame
    _check_activation(game, player, thing, frame)
    env = {**ability.env, "self": ref, "x": x, "stack_turned": thing.turned}
    run = Run(game, dict(env), player, ref, ability.rules or ("602.2",))
    announced = announce(game, statement.body, targets, player, ref, env)
    try:
        pay_parts(run, tuple(_cost_list(frame)), x=x)
    except Unable as error:
        raise IllegalActionError(f"the cost can't be paid: {error}", rules=error.rules) from None
    rules = (*ability.rules, "602.2a")
    source = run.moved.get(ref, ref)
    if _is_mana_ability(statement):  # CR 605.3b: it doesn't use the stack
        run_block(game, statement.body, env, player, ref, ability.rules)
        game.record([Event(name="activated", object=ref, player=player, rules=("605.3b",))])
        return
    info = StackInfo(
        kind="activated ability", source=source, statements=statement.body, env=env,
        targets=announced, rules=ability.rules,
    )  # fmt: skip
    stacked = put_ability(game, info, player, result or f"{ref.id}-ability")
    events = [Event(name="activated", object=ref, player=player, rules=rules)]
    if ability.keyword in ("cycling", "typecycling"):
        card = game.state.objects[ref.id].ref
        events.append(Event(name="cycled", object=card, player=player, rules=("702.29c",)))
    game.record(events)
    _become_targets(game, announced, player, stacked.ref)


def activated_abilities(game: Game, ref: Ref) -> list[tuple[Ability, Within]]:
    """An object's activated abilities, in order: those of keywords first."""
    known = game.view.last(ref)
    return [
        (ability, statement)
        for ability in (known[1].abilities if known else ())
        for statement in ability.statements
        if isinstance(statement, Within) and statement.frame.op == "activated"
    ]


def _cost_list(frame: Call) -> list[Any]:
    first = frame.args[0] if frame.args else ()
    return list(first) if isinstance(first, tuple) else [first]


def _check_activation(game: Game, player: str, thing: GameObject, frame: Call) -> None:
    zone = str(frame.role("zone", "battlefield"))
    if thing.zone != zone or thing.phased_out:
        raise IllegalActionError(f"that works only while it is in {zone}", rules=("113.6",))
    controller = game.view.chars(thing.ref).controller if zone == "battlefield" else thing.owner
    if controller != player:
        raise IllegalActionError(f"{player} doesn't control {thing.id}", rules=("602.2",))
    timing = frame.role("timing")
    if timing in ("sorcery", "loyalty") and not sorcery_timing(game, player):
        raise IllegalActionError("that can be activated only as a sorcery", rules=("602.5d",))
    barred = game.forbidden(Event(name="activated", object=thing.ref, player=player))
    if barred is not None:
        raise IllegalActionError("its abilities can't be activated", rules=barred)


def _is_mana_ability(statement: Within) -> bool:
    """CR 605.1a."""
    ops = [
        call.op
        for inner in statement.body
        for expression in expressions_of(inner)
        for call in calls_in(expression)
    ]
    return "add_mana" in ops and "target" not in ops and statement.frame.role("timing") != "loyalty"


def put_ability(game: Game, info: StackInfo, player: str, wanted: str) -> GameObject:
    """Put an ability onto the stack as an object of its own (CR 113.7a)."""
    name, count = wanted, 2
    while name in game.state.objects:
        name, count = f"{wanted}-{count}", count + 1
    made = GameObject(
        id=name,
        card=Card(front=Face()),
        owner=player,
        controller=player,
        zone="stack",
        kind="ability",
        timestamp=game.tick(),
        stack=info,
    )
    game.state = put_in_pile(with_object(game.state, made), made)
    return made


def put_triggers(game: Game) -> bool:
    """CR 603.3b: triggered abilities onto the stack, in APNAP order; whether there were any."""
    state = game.state
    if not state.pending:
        return False
    waiting, order = state.pending, state.remaining()
    game.state = replace(state, pending=())
    for player in order:
        for pending in [p for p in waiting if p.controller == player]:
            _put_trigger(game, pending)
    return True


def _put_trigger(game: Game, pending: Any) -> None:
    thing = game.state.objects.get(pending.source.id)
    env = {**pending.env}
    if thing is not None:
        env.setdefault("self", pending.source)
        env["stack_turned"] = thing.turned
    try:
        announced = announce(game, pending.statements, (), pending.controller, pending.source, env)
    except IllegalActionError:
        return  # CR 603.3d: without legal targets it's removed
    info = StackInfo(
        kind=pending.kind, source=pending.source, statements=pending.statements, env=env,
        targets=announced, rules=pending.rules, condition=pending.condition,
    )  # fmt: skip
    stacked = put_ability(game, info, pending.controller, f"{pending.source.id}-trigger")
    _become_targets(game, announced, pending.controller, stacked.ref)


def resolve_top(game: Game) -> None:
    """Resolve the topmost object of the stack (CR 608).

    Raises:
        IllegalActionError: the stack is empty.
    """
    pile = game.state.pile("stack")
    if not pile:
        raise IllegalActionError("the stack is empty", rules=("405.5",))
    thing = game.state.objects[pile[-1]]
    assert thing.stack is not None
    if thing.stack.kind == "spell":
        _resolve_spell(game, thing, thing.stack)
    else:
        _resolve_ability(game, thing, thing.stack)


def _resolve_ability(game: Game, thing: GameObject, info: StackInfo) -> None:
    source = info.source or thing.ref
    env = dict(info.env)
    held = True
    if info.condition is not None:  # CR 603.4: asked again
        held = bool(evaluate(info.condition, Scope(game.view, env, thing.controller, source)))
    targets, legal = left_targets(
        game, info.statements, info.targets, thing.controller, source, env
    )
    rules = info.rules or ("608.2",)
    if held and legal:
        run_block(game, info.statements, env, thing.controller, source, rules, targets=targets)
    cease(game, thing)
    if held and legal:
        game.record(
            [Event(name="resolved", object=thing.ref, player=thing.controller, rules=(*rules, "608.2n"))]
        )


def cease(game: Game, thing: GameObject) -> None:
    """An ability leaves the stack and ceases to exist."""
    now = game.state.objects.get(thing.id)
    if now is not None and now.zone == "stack":
        state = take_from_pile(game.state, now)
        game.state = with_object(
            state, replace(now, zone="nowhere", incarnation=now.incarnation + 1)
        )


def _resolve_spell(game: Game, thing: GameObject, info: StackInfo) -> None:
    chars = game.view.chars(thing.ref)
    effect = spell_effect(chars.abilities)
    player = thing.controller
    x = int(info.options.get("x", 0) or 0)
    env = {"self": thing.ref, "x": x, "options": dict(info.options)}
    if {"instant", "sorcery"} & set(chars.types):
        targets, legal = left_targets(game, effect, info.targets, player, thing.ref, env)
        moved: dict[Ref, Ref] = {}
        if legal:
            run_block(
                game, effect, env, player, thing.ref, ("608.2c",), targets=targets, moved=moved
            )
        _after_resolving(game, thing, resolved=legal)
        return
    _resolve_permanent(game, thing, info, chars)


def _after_resolving(game: Game, thing: GameObject, *, resolved: bool) -> None:
    """CR 608.2n: the spell goes to its owner's graveyard, or where it says."""
    if game.state.get(thing.ref) is None:
        return
    if resolved:
        game.record(
            [Event(name="resolved", object=thing.ref, player=thing.controller, rules=("608.2n",))]
        )
    to = "graveyard"
    if resolved:
        for _, call in own_declarations(game.view, thing.ref, "goes_after_resolving"):
            scope = game.scope({"self": thing.ref}, thing.controller, thing.ref)
            if evaluate(call.role("condition", True), scope):
                to = str(call.role("to", "hand"))
    change_zones(game, [thing.ref], to, player=thing.controller, rules=("608.2n",))


def _resolve_permanent(game: Game, thing: GameObject, info: StackInfo, chars: Any) -> None:
    """CR 608.3: a permanent spell becomes a permanent; an Aura enchants its target."""
    how: dict[str, Any] = {}
    if "aura" in chars.subtypes and enchant_qualities(game.view, thing.ref):
        chosen = listed(info.targets)
        target = chosen[0] if chosen else None
        there = target is not None and may_be_targeted(game, target, thing.controller, thing.ref)
        if not there or not _could_enchant(game, thing, target):
            change_zones(game, [thing.ref], "graveyard", player=thing.controller, rules=("608.3b",))
            return
        how["attached_to"] = target
    game.record(
        [Event(name="resolved", object=thing.ref, player=thing.controller, rules=("608.3",))]
    )
    change_zones(game, [thing.ref], "battlefield", player=thing.controller, rules=("608.3a",), **how)


def _could_enchant(game: Game, thing: GameObject, target: Any) -> bool:
    if isinstance(target, Ref) and game.state.get(target) is None:
        return False
    return may_be_attached(game.view, thing.ref, target)


def keep(game: Game, thing: GameObject) -> None:
    set_object(game, thing)
