"""Triggered abilities: noticed when an event happens, put onto the stack later (CR 603)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from kg.executor.events import Event
from kg.executor.expressions import evaluate
from kg.executor.layers import Active, View
from kg.executor.objects import Ref
from kg.executor.patterns import pattern_matches
from kg.executor.state import Pending
from kg.program.tree import Call, Within

if TYPE_CHECKING:
    from kg.executor.game import Game

__all__ = ["notice"]

# CR 603.10: these look back in time, at what was there right before them.
_LOOKING_BACK = frozenset({"died", "left the battlefield", "sacrificed", "destroyed", "unattached"})


def notice(game: Game, events: Sequence[Event], before: View) -> None:
    """Let every ability that triggers on one of these events wait for the stack."""
    for event in events:
        for active, view in _watching(game, event, before):
            _check(game, event, active, view)


def _watching(game: Game, event: Event, before: View) -> Iterator[tuple[Active, View]]:
    now = game.view
    back = event.name in _LOOKING_BACK or (
        event.name in ("put into graveyard", "exiled", "moved")
        and event.more.get("from_zone") == "battlefield"
    )
    seen: set[str] = set()
    for active in before.in_force("when") if back else now.in_force("when"):
        seen.add(active.key)
        yield active, (before if back and active.effect == 0 else now)
    # An object's own ability may watch what happens to it outside the battlefield.
    if isinstance(event.object, Ref) and not back:
        thing = now.state.get(event.object)
        if thing is not None and thing.zone not in ("battlefield", "command"):
            for active in now.of_object(thing):
                if active.key not in seen and _frame(active) is not None:
                    yield active, now


def _frame(active: Active) -> Call | None:
    statement = active.statement
    if isinstance(statement, Within) and statement.frame.op == "when":
        return statement.frame
    return None


def _check(game: Game, event: Event, active: Active, view: View) -> None:
    frame = _frame(active)
    if frame is None or not isinstance(frame.args[0], Call):
        return
    scope = view.scope_of(active)
    if isinstance(event.object, str):
        scope.env.setdefault("that_player", event.object)
    if not pattern_matches(event, frame.args[0], scope):
        return
    condition = frame.role("condition")
    if condition is not None:  # CR 603.4
        scope.env["event"] = event
        if not evaluate(condition, game.view.scope_of(active)):
            return
    statement = active.statement
    assert isinstance(statement, Within)
    env: dict[str, Any] = {**active.env}
    if not active.effect:
        env["event"] = event
    env.setdefault("event", event)  # a delayed ability may still speak of what made it
    if statement.result:
        env[statement.result] = event
    if event.name == "became monstrous" and event.object == active.source:
        env["x"] = event.amount  # CR 701.37c
    if active.effect and frame.role("once", True):
        _end_delayed(game, active.effect)
    game.add_pending(
        Pending(
            source=active.source or Ref("game"),
            controller=_controller(active, view),
            kind="delayed triggered ability" if active.effect else "triggered ability",
            statements=statement.body,
            env=env,
            rules=active.rules,
            condition=condition,
        )
    )


def _controller(active: Active, view: View) -> str:
    """CR 603.3a: whoever controlled the source when the ability triggered."""
    if active.effect or active.source is None:
        return active.you
    known = view.last(active.source)
    return (known[1].controller or known[0].owner) if known else active.you


def _end_delayed(game: Game, effect: int) -> None:
    """CR 603.7b: a delayed triggered ability triggers only once, unless it has a duration."""
    kept = tuple(e for e in game.state.effects if e.id != effect or e.duration != "permanent")
    game.state = replace(game.state, effects=kept)
