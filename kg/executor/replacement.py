"""Replacement and prevention effects (CR 614, 615, 616)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from kg.executor.events import Event
from kg.executor.expressions import evaluate
from kg.executor.layers import Active
from kg.executor.objects import Ref
from kg.executor.patterns import pattern_matches
from kg.program.tree import Call, Do, Within

if TYPE_CHECKING:
    from kg.executor.game import Game

__all__ = ["replaced", "spend"]


def replaced(game: Game, event: Event) -> list[Event]:
    """What is to be performed once every effect that applies has had its one chance.

    An effect that puts something else in the event's place has that done at once; nothing of the
    event is left then.
    """
    going = [event]
    while going:
        found = _applicable(game, going[0])
        if not found:
            return going
        chosen = _chosen(game, going[0], found)
        going = _apply(game, going[0], chosen)
    return going


def _applicable(game: Game, event: Event) -> list[Active]:
    view = game.view
    # CR 701.19c: a shield of a permanent that can't be regenerated isn't applied.
    barred = event.more.get("no_regeneration")
    found = []
    for active in (*view.in_force("instead"), *view.in_force("prevent")):
        if active.key in event.applied:
            continue
        statement = active.statement
        frame = statement.call if isinstance(statement, Do) else statement.frame  # type: ignore[union-attr]
        if barred and frame.role("what") == "regeneration":
            continue
        pattern = frame.args[0]
        if isinstance(pattern, Call) and pattern_matches(event, pattern, view.scope_of(active)):
            condition = frame.role("condition")
            if condition is None or evaluate(condition, view.scope_of(active)):
                found.append(active)
    if found and any(_is_regeneration(active) for active in found):
        ref = event.object
        if game.forbidden(Event(name="regenerated", object=ref)) is not None:
            found = [active for active in found if not _is_regeneration(active)]
    return found


def _is_regeneration(active: Active) -> bool:
    statement = active.statement
    return isinstance(statement, Within) and statement.frame.role("what") == "regeneration"


def _chosen(game: Game, event: Event, found: list[Active]) -> Active:
    """CR 616.1: the affected player, or the affected object's controller, chooses one."""
    if len(found) == 1:
        return found[0]
    if isinstance(event.object, Ref):
        player = game.view.chars(event.object).controller
    else:
        player = str(event.object or event.player)
    options = [active.source or Ref(active.key) for active in found]
    chosen = game.choose_objects("order", player, options, most=len(options), rules=("616.1",))
    return found[options.index(chosen[0])] if chosen else found[0]


def _apply(game: Game, event: Event, active: Active) -> list[Event]:
    from kg.executor.interpreter import run_block

    event = replace(event, applied=event.applied | {active.key}).with_rules(*active.rules)
    if isinstance(active.statement, Do):
        return _prevent(game, event, active)
    statement = active.statement
    assert isinstance(statement, Within)
    spend(game, active)
    env: dict[str, Any] = {**active.env, "event": event}
    if statement.result:
        env[statement.result] = event
    if isinstance(event.object, Ref):
        env.setdefault("it", event.object)
    before, game.applied = game.applied, game.applied | event.applied
    try:
        run_block(game, statement.body, env, active.you, active.source, active.rules)
    finally:
        game.applied = before
    return []


def _prevent(game: Game, event: Event, active: Active) -> list[Event]:
    """CR 615.7: of so much damage as the effect says, none is dealt."""
    statement = active.statement
    assert isinstance(statement, Do)
    if game.forbidden(Event(name="damage prevented", object=event.object, source=event.source)):
        return [event]
    left = evaluate(statement.call.role("n", "all"), game.view.scope_of(active))
    if left in ("all", None):
        spend(game, active)
        return []
    prevented = min(int(left), event.amount or 0)
    _use_up(game, active, int(left) - prevented)
    if prevented == event.amount:
        return []
    return [replace(event, amount=(event.amount or 0) - prevented)]


def _use_up(game: Game, active: Active, left: int) -> None:
    effects = []
    for effect in game.state.effects:
        if effect.id != active.effect:
            effects.append(effect)
        elif left > 0:
            statement = active.statement
            assert isinstance(statement, Do)
            roles = tuple((k, v) for k, v in statement.call.roles if k != "n")
            call = replace(statement.call, roles=(*roles, ("n", left)))
            effects.append(replace(effect, statements=(replace(statement, call=call),)))
    game.state = replace(game.state, effects=tuple(effects))


def spend(game: Game, active: Active) -> None:
    """Count one use of an effect; one with no use left ends."""
    if not active.effect:
        return
    effects = []
    for effect in game.state.effects:
        if effect.id != active.effect or effect.uses is None:
            effects.append(effect)
        elif effect.uses > 1:
            effects.append(replace(effect, uses=effect.uses - 1))
    game.state = replace(game.state, effects=tuple(effects))
