"""Targets: which are legal, which are announced, which are left on resolution (CR 115, 601.2c)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from kg.errors import IllegalActionError
from kg.executor.events import Event
from kg.executor.expressions import evaluate
from kg.executor.objects import Ref
from kg.executor.queries import candidates
from kg.program.tree import Call, Expression, ForEach, If, Statement, Within
from kg.program.vocabulary import calls_in, expressions_of

if TYPE_CHECKING:
    from kg.executor.game import Game

__all__ = ["announce", "as_target", "left_targets", "legal_targets", "target_calls"]


def target_calls(statements: Sequence[Statement]) -> Iterator[Call]:
    """The places of an effect that ask for targets, in order; delayed ones aren't announced."""
    for statement in statements:
        for expression in expressions_of(statement):
            yield from _targets_in(expression)
        if isinstance(statement, If):
            yield from target_calls((*statement.then, *statement.otherwise))
        elif isinstance(statement, Within) and statement.frame.op not in ("when", "instead"):
            yield from target_calls((*statement.body, *statement.otherwise))
        elif isinstance(statement, ForEach):
            yield from target_calls(statement.body)


def _targets_in(expression: Expression) -> Iterator[Call]:
    yield from (call for call in calls_in(expression) if call.op == "target")


def legal_targets(
    game: Game, wanted: str, you: str, source: Ref | None, env: Mapping[str, Any] | None = None
) -> tuple[Any, ...]:
    """What a spell or ability of that player and source could target."""
    scope = game.scope(dict(env or {}), you, source)
    found = candidates(scope, wanted)
    return tuple(each for each in found if may_be_targeted(game, each, you, source))


def may_be_targeted(game: Game, thing: Any, you: str, source: Ref | None) -> bool:
    """Whether nothing, such as hexproof or protection, forbids targeting it."""
    event = Event(name="targeted", object=thing, player=you, source=source)
    return game.forbidden(event) is None


def announce(
    game: Game,
    statements: Sequence[Statement],
    given: Sequence[Any],
    you: str,
    source: Ref,
    env: Mapping[str, Any],
) -> tuple[tuple[Any, ...], ...]:
    """CR 601.2c: the targets for each place, from those given; where none are given, chosen.

    Raises:
        IllegalActionError: too few, too many, or illegal ones.
    """
    left = [as_target(game, each) for each in given]
    found: list[tuple[Any, ...]] = []
    scope = game.scope(dict(env), you, source)
    for call in target_calls(statements):
        wanted = str(evaluate(call.args[0], scope))
        most = int(evaluate(call.role("n", 1), scope) or 0)
        options = legal_targets(game, wanted, you, source, env)
        least = 0 if call.role("up_to") else most
        if len(options) < least:
            raise IllegalActionError(f"there is no legal target ({wanted})", rules=("601.2c",))
        if given:
            chosen: list[Any] = []
            while left and len(chosen) < most and left[0] in options:
                chosen.append(left.pop(0))
            if len(chosen) < least:
                name = left[0].id if left and isinstance(left[0], Ref) else (left or ["nothing"])[0]
                raise IllegalActionError(f"{name} is no legal target ({wanted})", rules=("115.4",))
        else:
            chosen = list(
                game.choose_objects(
                    "target", you, options, least=least, most=most, rules=("601.2c",)
                )
            )
        found.append(tuple(chosen))
    if left:
        name = left[0].id if isinstance(left[0], Ref) else left[0]
        raise IllegalActionError(f"{name} can't be a target of this", rules=("601.2c",))
    return tuple(found)


def as_target(game: Game, name: Any) -> Any:
    """The player or the object of that name, or the name where there is none."""
    if isinstance(name, Ref) or name in game.state.players:
        return name
    thing = game.state.objects.get(str(name))
    return thing.ref if thing is not None else name


def left_targets(
    game: Game,
    statements: Sequence[Statement],
    announced: Sequence[tuple[Any, ...]],
    you: str,
    source: Ref,
    env: Mapping[str, Any],
) -> tuple[dict[int, tuple[Any, ...]], bool]:
    """CR 608.2b: the targets still legal, by place; and whether any is, or none was asked."""
    found: dict[int, tuple[Any, ...]] = {}
    asked = any(announced)
    legal = False
    scope = game.scope(dict(env), you, source)
    for call, chosen in zip(target_calls(statements), announced, strict=False):
        options = legal_targets(game, str(evaluate(call.args[0], scope)), you, source, env)
        found[id(call)] = tuple(each for each in chosen if each in options)
        legal = legal or bool(found[id(call)])
    return found, legal or not asked
