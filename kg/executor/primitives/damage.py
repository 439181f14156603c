"""Damage and its results (CR 120)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from kg.executor.events import Event
from kg.executor.expressions import listed, objects_of
from kg.executor.interpreter import Run, primitive
from kg.executor.objects import Ref
from kg.executor.state import with_player
from kg.executor.zones import set_object
from kg.program.tree import Do

if TYPE_CHECKING:
    from kg.executor.game import Game
    from kg.executor.layers import View

__all__ = ["deal", "deal_together", "declares"]


def declares(view: View, ref: Ref | None, op: str) -> bool:
    """Whether an object's abilities declare that of itself, wherever it is or last was."""
    known = view.last(ref) if ref is not None else None
    return known is not None and any(
        isinstance(statement, Do) and statement.call.op == op
        for ability in known[1].abilities
        for statement in ability.statements
    )


@primitive("deal_damage")
def deal_damage(run: Run, source: Any, to: Any, n: Any = 0) -> None:
    """Damage of a source to objects and players; outside combat (CR 701.14d)."""
    sources = objects_of(source) or ((run.source,) if run.source else ())
    events = [
        Event(
            name="damage dealt", source=each, to=target, amount=int(n or 0), combat=False,
            player=run.you, rules=(*run.rules, "120.3"),
        )
        for each in sources
        for target in listed(to)
    ]  # fmt: skip
    together = run.env.get("_together")
    if isinstance(together, list):
        together.extend(events)
    else:
        deal(run.game, events)


def deal_together(run: Run, events: Sequence[Event]) -> None:
    """Deal collected damage at the same time."""
    deal(run.game, events)


def deal(game: Game, events: Sequence[Event]) -> None:
    """Let damage be dealt: what is more than 0, to what is there to be damaged (CR 120.1)."""
    real = [e for e in events if (e.amount or 0) > 0 and _damageable(game, e.to)]
    game.happen(real, lambda going: _results(game, going))


def _damageable(game: Game, to: Any) -> bool:
    if isinstance(to, str):
        return to in game.state.players
    if not isinstance(to, Ref):
        return False
    thing = game.state.get(to)
    return (
        thing is not None
        and thing.zone == "battlefield"
        and not thing.phased_out
        and bool({"creature", "planeswalker", "battle"} & set(game.view.chars(to).types))
    )


def _results(game: Game, events: list[Event]) -> list[Event]:
    """CR 120.3: what damage does to its recipient and for its source's controller."""
    view = game.view
    after: list[Event] = []
    for event in events:
        amount = event.amount or 0
        if isinstance(event.to, str):
            after.append(
                Event(
                    name="life lost", object=event.to, player=event.to, source=event.source,
                    amount=amount, rules=("120.3a",),
                )
            )  # fmt: skip
            life = game.state.players[event.to].life - amount
            game.state = with_player(game.state, event.to, life=life)
        elif isinstance(event.to, Ref):
            _on_permanent(game, view, event, amount)
    for event in events:
        if declares(view, event.source, "damage_gains_life"):  # CR 702.15b
            after += _lifelink(game, view, event)
    return [*events, *after]


def _on_permanent(game: Game, view: View, event: Event, amount: int) -> None:
    assert isinstance(event.to, Ref)
    thing = game.state.objects[event.to.id]
    types = view.chars(event.to).types
    counters = dict(thing.counters)
    for kind, name in (("planeswalker", "loyalty"), ("battle", "defense")):
        if kind in types:  # CR 120.3c, 120.3h
            counters[name] = max(counters.get(name, 0) - amount, 0)
    damage, touched = thing.damage, thing.touched_by_death
    if "creature" in types:  # CR 120.3e
        damage += amount
        touched = touched or declares(view, event.source, "damage_destroys")  # CR 702.2b
    set_object(game, replace(thing, counters=counters, damage=damage, touched_by_death=touched))


def _lifelink(game: Game, view: View, event: Event) -> list[Event]:
    assert event.source is not None
    known = view.last(event.source)
    if known is None:
        return []
    on_board = known[0].zone in ("battlefield", "stack", "command")
    player = known[1].controller if on_board and known[1].controller else known[0].owner
    gained = Event(
        name="life gained", object=player, player=player, source=event.source, amount=event.amount,
        rules=("702.15b",),
    )  # fmt: skip
    if game.forbidden(gained) is not None:
        return []
    life = game.state.players[player].life + (event.amount or 0)
    game.state = with_player(game.state, player, life=life)
    return [gained]
