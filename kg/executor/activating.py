"""Abilities that go onto the stack: activated and triggered ones (CR 602, 603)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from kg.errors import IllegalActionError
from kg.executor.costs import pay_parts
from kg.executor.events import Event
from kg.executor.game import Unable
from kg.executor.interpreter import Run, run_block
from kg.executor.objects import Ability, Card, Face, GameObject, Ref, StackInfo
from kg.executor.state import put_in_pile, with_object
from kg.executor.targets import (
    announce,
)
from kg.program.tree import Call, Within
from kg.program.vocabulary import calls_in, expressions_of

if TYPE_CHECKING:
    from kg.executor.game import Game
from kg.executor.casting import become_targets, sorcery_timing

__all__ = ["activate", "activated_abilities", "put_triggers"]


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
    become_targets(game, announced, player, stacked.ref)


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
    become_targets(game, announced, pending.controller, stacked.ref)
