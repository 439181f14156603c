"""The value of an expression in a program: names, plain values and questions to the game."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from kg.errors import ProgramError
from kg.executor.events import Event
from kg.executor.objects import Ref
from kg.program.tree import Call, Expression, Name
from kg.program.vocabulary import PATTERN_CALLS

if TYPE_CHECKING:
    from kg.executor.layers import View

__all__ = ["QUESTIONS", "Scope", "evaluate", "listed", "objects_of", "players_of", "question"]

Question = Callable[..., Any]
QUESTIONS: dict[str, Question] = {}


class Scope:
    """Where an expression is asked.

    Attributes:
        env: what names stand for.
        you: the player for `you`.
        source: the object whose ability or effect it is; None for the game itself.
        perform: what performs calls that change the game; None where only questions are allowed.
    """

    __slots__ = ("env", "perform", "source", "view_of", "you")

    def __init__(
        self,
        view: View,
        env: dict[str, Any],
        you: str,
        source: Ref | None = None,
        perform: Callable[[Call], Any] | None = None,
        view_of: Callable[[], View] | None = None,
    ) -> None:
        self.env = env
        self.you = you
        self.source = source
        self.perform = perform
        self.view_of = view_of or (lambda: view)

    @property
    def view(self) -> View:
        """The view of the state as it is now."""
        return self.view_of()


def question(*names: str) -> Callable[[Question], Question]:
    """Register a function as the answer to calls of these names; it takes scope and values."""

    def register(function: Question) -> Question:
        for name in names:
            QUESTIONS[name] = function
        return function

    return register


def evaluate(value: Expression, scope: Scope) -> Any:
    """The value of an expression: objects are `Ref`, players their names, several a tuple."""
    if isinstance(value, Name):
        if value.id == "you":
            return scope.you
        if value.id == "self" and "self" not in scope.env:
            return scope.source
        return scope.env.get(value.id, ())
    if isinstance(value, tuple):
        return tuple(evaluate(each, scope) for each in value)
    if not isinstance(value, Call):
        return value
    if value.op in ("and", "or"):
        found = False
        for argument in value.args:
            found = bool(evaluate(argument, scope))
            if found == (value.op == "or"):
                break
        return found
    if value.op in PATTERN_CALLS:
        return QUESTIONS[value.op](scope, value)
    answer = QUESTIONS.get(value.op)
    if answer is None:
        if scope.perform is None:
            raise ProgramError(f"{value.op} can't be asked here: it does something")
        return scope.perform(value)
    return answer(
        scope,
        *[evaluate(argument, scope) for argument in value.args],
        **{role: evaluate(filler, scope) for role, filler in value.roles},
    )


def listed(value: Any) -> tuple[Any, ...]:
    """A value as several: none, one, or those that it is."""
    if value is None:
        return ()
    if isinstance(value, tuple):
        flat: list[Any] = []
        for each in value:
            flat += listed(each) if isinstance(each, tuple) else [each]
        return tuple(flat)
    return (value,)


def objects_of(value: Any) -> tuple[Ref, ...]:
    """The objects among a value; of an event, what it happened to."""
    found = []
    for each in listed(value):
        if isinstance(each, Event):
            each = each.object
        if isinstance(each, Ref):
            found.append(each)
    return tuple(found)


def players_of(value: Any, known: Iterable[str]) -> tuple[str, ...]:
    """The players among a value."""
    names = set(known)
    return tuple(each for each in listed(value) if isinstance(each, str) and each in names)
