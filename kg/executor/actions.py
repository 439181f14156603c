"""Performing a keyword action by its program, as an event of its own (CR 701)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from kg.errors import IllegalActionError
from kg.executor.events import Event, event_name
from kg.executor.expressions import listed, players_of
from kg.executor.objects import Ref
from kg.program.tree import Do, Program, Statement

if TYPE_CHECKING:
    from kg.executor.interpreter import Run

__all__ = ["perform_action"]

_GUARDS = ("only_if", "impossible_if", "one_at_a_time")


def perform_action(run: Run, name: str, args: Sequence[Any], roles: dict[str, Any]) -> Any:
    """Perform a keyword action; gives what its program calls `it`, where that is now.

    Raises:
        IllegalActionError: a player does it who may not.
        Unable: it is offered, or a cost, and can't be done.
    """
    program = run.game.semantics.actions[name]
    by = players_of(roles.pop("by", ()), run.game.state.order)
    env, direct = bound(program, args, roles), roles.pop("direct", False)
    inner = action_run(run, program, env, by[0] if by else run.you)
    if not may_begin(inner, program.body, direct=bool(direct or run.direct)):
        return ()
    if _has(program.body, "one_at_a_time") and len(listed(env.get("it"))) > 1:
        return tuple(_one_at_a_time(run, name, env, inner))
    return _perform(inner, program, env)


def bound(program: Program, args: Sequence[Any], roles: dict[str, Any]) -> dict[str, Any]:
    """The program's parameters with their values; those not given are empty."""
    env: dict[str, Any] = {name: () for name in program.parameters if name != "player"}
    names = [name for name in program.parameters if name != "player"]
    env.update(zip(names, args, strict=False))
    env.update({key: value for key, value in roles.items() if key != "direct"})
    return env


def action_run(run: Run, program: Program, env: dict[str, Any], you: str) -> Run:
    """A run of a program's body, within the effect that performs it."""
    from kg.executor.interpreter import Run as NewRun

    env.setdefault("self", run.env.get("self", run.source))
    env.setdefault("stack_turned", run.env.get("stack_turned"))
    env.setdefault("options_of_spell", run.env.get("options_of_spell", {}))
    return NewRun(
        run.game, env, you, run.source, program.rules, targets=run.targets, moved=run.moved
    )


def may_begin(inner: Run, body: tuple[Statement, ...], *, direct: bool) -> bool:
    """Whether the rules let this be done at all, by this player and to this."""
    from kg.executor.game import Unable

    for statement in body:
        if not isinstance(statement, Do) or statement.call.op not in ("only_if", "impossible_if"):
            continue
        rules = statement.rules or inner.program_rules
        held = bool(inner.ask(statement.call.args[0]))
        if statement.call.op == "impossible_if":
            if held and inner.game.strict:
                raise Unable("this can't be done in full", rules)
        elif not held:
            if direct:
                raise IllegalActionError("that may not be done", rules=rules)
            if inner.game.strict:
                raise Unable("that may not be done", rules)
            return False
    return True


def _has(body: tuple[Statement, ...], op: str) -> bool:
    return any(isinstance(each, Do) and each.call.op == op for each in body)


def _one_at_a_time(run: Run, name: str, env: dict[str, Any], inner: Run) -> list[Any]:
    """CR 701.44d: in APNAP order a player chooses one of theirs, again and again."""
    game, left = run.game, list(listed(env["it"]))
    found: list[Any] = []
    while left:
        controllers = {ref: _controller(inner, ref) for ref in left}
        player = next(
            p for p in (*game.state.remaining(), *game.state.order) if p in controllers.values()
        )
        theirs = [ref for ref in left if controllers[ref] == player]
        chosen = theirs[0]
        if len(theirs) > 1:
            chosen = game.choose_objects("order", player, theirs, subjects=())[0]
        left.remove(chosen)
        others = {
            key: value
            for key, value in env.items()
            if key not in ("it", "self", "options_of_spell")
        }
        found += listed(perform_action(run, name, [chosen], others))
    return found


def _controller(run: Run, ref: Any) -> str:
    known = run.game.view.last(ref)
    return (known[1].controller or known[0].owner) if known else ""


def _perform(inner: Run, program: Program, env: dict[str, Any]) -> Any:
    game = inner.game
    name = event_name(program.name)
    about = listed(env["it"]) if "it" in program.parameters else None
    if about is not None and not about:
        return ()
    made = Event(name=name, player=inner.you, source=inner.source, rules=program.rules)
    more = {k: v for k, v in env.items() if k in ("no_regeneration",) and v}
    events = [
        replace(made, object=each, more=more) for each in (about if about is not None else (None,))
    ]

    def perform(going: list[Event]) -> list[Event]:
        if about is not None:
            kept = tuple(event.object for event in going)
            env["it"] = kept[0] if len(kept) == 1 and not isinstance(env["it"], tuple) else kept
        return _body(inner, program, env, going)

    game.happen(events, perform)
    return _now(inner, env.get("it", ()))


def _body(inner: Run, program: Program, env: dict[str, Any], going: list[Event]) -> list[Event]:
    """Run the body; gives the events to record for it."""
    from kg.executor.interpreter import Stop

    game, name = inner.game, going[0].name
    game.doing, before = (*game.doing, name), game.doing
    try:
        inner.block(program.body)
    except Stop:
        return []
    finally:
        game.doing = before
    about = env.get("about", env.get("it"))
    if "it" not in env and "about" not in env:
        return [_finished(inner, going[0], None, env)]
    things = listed(about)
    if not things:
        return [_finished(inner, going[0], None, env)] if inner.happens_anyway else []
    known = {event.object: event for event in going}
    return [_finished(inner, known.get(each, going[0]), each, env) for each in things]


def _finished(inner: Run, event: Event, thing: Any, env: dict[str, Any]) -> Event:
    rules = tuple(dict.fromkeys((*event.rules, *inner.program_rules)))
    amount = env.get("n") if isinstance(env.get("n"), int) else None
    kind = env.get("kind") or env.get("what") or ""
    to = env.get("to") if isinstance(env.get("to"), Ref | str) else None
    who = thing if isinstance(thing, str) and thing in inner.game.state.players else event.player
    now = _now(inner, thing)
    more = event.more if now == thing else {**event.more, "now": now}
    return replace(
        event,
        object=thing,
        more=more,
        player=who,
        rules=rules,
        amount=amount,
        to=to,
        kind=kind if isinstance(kind, str) else "",
    )


def _now(inner: Run, value: Any) -> Any:
    """Where the objects of a value are, after the moves of this effect."""
    if isinstance(value, Ref):
        while value in inner.moved:
            value = inner.moved[value]
        return value
    if isinstance(value, tuple):
        return tuple(_now(inner, each) for each in value)
    return value
