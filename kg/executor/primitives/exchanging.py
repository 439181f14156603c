"""Exchanges: as a whole or not at all (CR 701.12)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kg.executor.events import Event
from kg.executor.expressions import listed, objects_of
from kg.executor.game import Game
from kg.executor.interpreter import Run, Stop, primitive
from kg.executor.objects import Ref
from kg.executor.state import pile_key
from kg.executor.zones import change_zones
from kg.program.tree import Call, Do, Name

__all__: list[str] = []


def _done(run: Run, *about: Any) -> None:
    base = Event(name="exchanged", player=run.you, source=run.source, rules=run.rules)
    run.game.record([replace(base, object=each) for each in about])


@primitive("exchange_control")
def exchange_control(run: Run, first: Any, second: Any) -> None:
    """CR 701.12b: each player gains control of what the other one controlled."""
    from kg.executor.primitives.status import gain_control

    one, other = run.current(first), run.current(second)
    view = run.game.view
    on_board = [r for r in (*one, *other) if run.game.state.objects[r.id].zone == "battlefield"]
    if len(on_board) != 2 or len(set(on_board)) != 2:
        raise Stop
    a, b = view.chars(on_board[0]).controller, view.chars(on_board[1]).controller
    if a == b:
        raise Stop
    gain_control(run, b, on_board[0])
    gain_control(run, a, on_board[1])
    run.env["about"] = tuple(on_board)


@primitive("exchange_zones")
def exchange_zones(run: Run, player: Any, zones: Any) -> None:
    """CR 701.12f: all cards of two zones change places, though one be empty."""
    who, (first, second) = str(listed(player)[0]), listed(zones)
    _swap_piles(run, who, str(first), str(second))


def _swap_piles(run: Run, who: str, first: str, second: str) -> None:
    state = run.game.state
    one = _owned(state, first, who)
    other = _owned(state, second, who)
    gone = change_zones(run.game, one, second, player=who, rules=run.rules, moved=run.moved)
    come = change_zones(run.game, other, first, player=who, rules=run.rules, moved=run.moved)
    run.env["about"] = (*gone, *come) or (who,)


def _owned(state: Any, zone: str, who: str) -> list[Ref]:
    things = (state.objects[i] for i in state.piles.get(pile_key(zone, who), ()))
    return [thing.ref for thing in things if thing.owner == who]


@primitive("attach_exchanged")
def exchange_cards(run: Run, first: Any, second: Any) -> None:
    """CR 701.12d, 701.12e: cards of one owner in two zones."""
    game = run.game
    if isinstance(second, tuple) and all(isinstance(z, str) for z in second) and len(second) == 2:
        who = str(listed(first)[0])
        _swap_piles(run, who, str(second[0]), str(second[1]))
        return
    one, other = run.current(first), run.current(second)
    if len(one) != 1 or len(other) != 1:
        raise Stop
    a, b = game.state.objects[one[0].id], game.state.objects[other[0].id]
    if a.owner != b.owner or a.zone == b.zone:
        raise Stop
    # CR 701.12e: what comes in place of an attached card is attached to the same.
    how_a: dict[str, Any] = {} if b.attached_to is None else {"attached_to": b.attached_to}
    how_b: dict[str, Any] = {} if a.attached_to is None else {"attached_to": a.attached_to}
    new_a = change_zones(
        game, [a.ref], b.zone, player=a.owner, rules=run.rules, moved=run.moved, **how_a
    )
    new_b = change_zones(
        game, [b.ref], a.zone, player=b.owner, rules=run.rules, moved=run.moved, **how_b
    )
    run.env["about"] = (*new_a, *new_b)


@primitive("exchange_values")
def exchange_values(run: Run, first: Any, second: Any) -> None:
    """CR 701.12c, 701.12g: two numbers; each part a (kind, whose) pair, such as life or power."""
    game = run.game
    a, b = _value(game, first), _value(game, second)
    if a is None or b is None:
        raise Stop
    fork = game.fork()
    tried = Run(fork, dict(run.env), run.you, run.source, run.rules, moved=dict(run.moved))
    tried.program_rules = run.program_rules
    _set(tried, first, b)
    _set(tried, second, a)
    for part, wanted in ((first, b), (second, a)):
        if part[0] == "life" and _value(fork, part) != wanted:
            raise Stop  # CR 701.12a: a piece of it can't be done
    game.adopt(fork)
    run.env["about"] = tuple(each[1] for each in (first, second))


def _value(game: Game, part: Any) -> int | None:
    kind, whose = part
    if kind == "life":
        return game.state.players[whose].life
    refs = objects_of(whose)
    if not refs or game.state.get(refs[0]) is None:
        return None
    value = getattr(game.view.chars(refs[0]), kind)
    return None if value is None else int(value)


def _set(run: Run, part: Any, value: int) -> None:
    from kg.executor.primitives.players import set_life

    kind, whose = part
    if kind == "life":
        set_life(run, whose, value)
        return
    name = f"_set{len(run.env)}"
    run.env[name] = whose
    run.declare((Do(Call("becomes", (Name(name),), ((kind, value),))),), duration="permanent")


@primitive("exchange_text")
def exchange_text(run: Run, first: Any, second: Any) -> None:
    """CR 701.12h: each takes over the other's rules text."""
    one, other = run.current(first), run.current(second)
    if len(one) != 1 or len(other) != 1:
        raise Stop
    view = run.game.view
    texts = {
        one[0]: tuple(view.chars(other[0]).abilities),
        other[0]: tuple(view.chars(one[0]).abilities),
    }
    for ref, abilities in texts.items():
        name, given = f"_of{len(run.env)}", f"_text{len(run.env)}"
        run.env[name], run.env[given] = ref, abilities
        call = Call("text_of", (Name(name),), (("abilities", Name(given)),))
        run.declare((Do(call),), duration="permanent")
    run.env["about"] = (one[0], other[0])
