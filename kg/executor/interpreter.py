"""Runs the statements of programs: calls, conditions, loops and frames.

What an action does is in its program; here is only how programs are carried out.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from kg.errors import IllegalActionError, ProgramError
from kg.executor.actions import perform_action
from kg.executor.expressions import Scope, evaluate, listed
from kg.executor.objects import Ref
from kg.executor.state import Effect
from kg.program.tree import Call, Do, Expression, ForEach, If, Name, Statement, Within
from kg.program.vocabulary import DECLARATIONS, LAYERED, PATTERN_CALLS

if TYPE_CHECKING:
    from kg.executor.game import Game

__all__ = ["FRAME_RUNNERS", "PRIMITIVES", "RAW", "Run", "Stop", "primitive", "run_block"]

Primitive = Callable[..., Any]
PRIMITIVES: dict[str, Primitive] = {}
RAW: dict[str, Callable[[Any, Call], Any]] = {}
FRAME_RUNNERS: dict[str, Callable[[Any, Within], None]] = {}


class Stop(Exception):
    """The program says that nothing happens (CR 701.22b)."""


class Run:
    """One program, or one block of an effect, being carried out.

    Attributes:
        env: what names stand for; statements add to it.
        you: who performs it.
        source: the object whose effect it is.
        rules: the numbers of the statement under way.
        targets: what was chosen for each `target` call, by the call's identity; None where targets
            are chosen as they are asked for.
        moved: where objects that this effect has moved are now (CR 400.7j).
        direct: whether a player does it themselves, so that what isn't allowed is refused.
    """

    def __init__(
        self,
        game: Game,
        env: dict[str, Any],
        you: str,
        source: Ref | None,
        rules: tuple[str, ...],
        *,
        targets: Mapping[int, tuple[Any, ...]] | None = None,
        moved: dict[Ref, Ref] | None = None,
        direct: bool = False,
    ) -> None:
        self.game = game
        self.env = env
        self.you = you
        self.source = source
        self.rules = rules
        self.program_rules = rules
        self.targets = targets
        self.moved = {} if moved is None else moved
        self.direct = direct
        self.happens_anyway = False

    def scope(self) -> Scope:
        """Where this run's expressions are asked."""
        game = self.game
        return Scope(
            game.view, self.env, self.you, self.source, self.call, view_of=lambda: game.view
        )

    def ask(self, value: Expression) -> Any:
        """The value of an expression."""
        return evaluate(value, self.scope())

    def block(self, statements: tuple[Statement, ...]) -> None:
        """Carry out statements in order."""
        for statement in statements:
            self.rules = statement.rules or self.program_rules
            self.statement(statement)

    def inner(self, env: Mapping[str, Any] | None = None, you: str = "") -> Run:
        """A run of a block within this one: the same effect, perhaps another player."""
        found = Run(
            self.game, self.env if env is None else dict(env), you or self.you, self.source,
            self.rules, targets=self.targets, moved=self.moved,
        )  # fmt: skip
        found.program_rules = self.program_rules
        return found

    def statement(self, statement: Statement) -> None:
        """Carry out one statement."""
        if isinstance(statement, Do):
            if statement.call.op in DECLARATIONS:
                self.declare((statement,), duration="permanent")
                return
            value = self.ask(statement.call)
            if statement.result:
                self.env[statement.result] = value
        elif isinstance(statement, If):
            self.block(statement.then if self.ask(statement.condition) else statement.otherwise)
        elif isinstance(statement, ForEach):
            for item in listed(self.ask(statement.items)):
                self.env[statement.name] = item
                self.block(statement.body)
        else:
            runner = FRAME_RUNNERS.get(statement.frame.op)
            if runner is None:
                raise ProgramError(f"unknown frame {statement.frame.op}")
            runner(self, statement)

    def call(self, call: Call) -> Any:
        """Perform a call that changes the game."""
        if call.op in RAW:
            return RAW[call.op](self, call)
        args = [self.ask(argument) for argument in call.args]
        roles = {role: self.ask(filler) for role, filler in call.roles}
        if call.op in PRIMITIVES:
            return PRIMITIVES[call.op](self, *args, **roles)
        name = self.game.semantics.action_names.get(call.op)
        if name is None:
            raise IllegalActionError(
                f"edition {self.game.semantics.edition} defines no action "
                f"{call.op.replace('_', ' ')!r}",
                rules=("701.1",),
            )
        return perform_action(self, name, args, roles)

    def current(self, value: Any) -> tuple[Ref, ...]:
        """The objects of a value that still are, wherever this effect has moved them."""
        from kg.executor.expressions import objects_of

        found = []
        for ref in objects_of(value):
            while ref in self.moved:
                ref = self.moved[ref]
            if self.game.state.get(ref) is None:
                ref = self._followed(ref)
            if self.game.state.get(ref) is not None:
                found.append(ref)
        return tuple(dict.fromkeys(found))

    def _followed(self, ref: Ref) -> Ref:
        """CR 400.7d, 603.10: what triggered on an object's move finds what it became by it."""
        event = self.env.get("event")
        now = getattr(event, "more", {}).get("now") if event is not None else None
        return now if isinstance(now, Ref) and now.id == ref.id else ref

    def subjects(self) -> tuple[str, ...]:
        """The ids of what this is about, for answers by object."""
        from kg.executor.expressions import objects_of

        about = [*objects_of(self.env.get("it")), *objects_of(self.env.get("self"))]
        if self.source is not None:
            about.append(self.source)
        return tuple(dict.fromkeys(ref.id for ref in about))

    # --- effects that last ---------------------------------------------------------------------

    def declare(
        self,
        statements: tuple[Statement, ...],
        *,
        duration: str,
        uses: int | None = None,
    ) -> None:
        """Make a continuous, replacement or delayed effect of statements (CR 611, 614, 603.7)."""
        game = self.game
        env = dict(self.env)
        locked = tuple(self._locked(each, env) for each in statements)
        env = {key: self._settled(value) for key, value in env.items()}
        if all(isinstance(each, Do) and each.call.op in LAYERED for each in statements):
            env = {key: self._phased_in(value) for key, value in env.items()}
        timestamp = game.tick()
        effect = Effect(
            id=timestamp, timestamp=timestamp, controller=self.you, source=self.source,
            statements=locked, env=env, duration=duration, turn=game.state.turn, uses=uses,
            rules=self.rules,
        )  # fmt: skip
        game.state = replace(game.state, effects=(*game.state.effects, effect))

    def _settled(self, value: Any) -> Any:
        """Objects in a captured value, where this effect has moved them."""
        if isinstance(value, Ref):
            while value in self.moved:
                value = self.moved[value]
        elif isinstance(value, tuple):
            return tuple(self._settled(each) for each in value)
        return value

    def _phased_in(self, value: Any) -> Any:
        """CR 702.26e: a captured value without the objects that are phased out."""
        if isinstance(value, Ref):
            now = self.game.state.get(value)
            return () if now is not None and now.phased_out else value
        if isinstance(value, tuple):
            return tuple(each for each in value if self._phased_in(each) != ())
        return value

    def _locked(self, statement: Statement, env: dict[str, Any]) -> Statement:
        """A declaration with its objects and numbers settled now (CR 611.2c, 608.2h)."""
        if isinstance(statement, Do) and statement.call.op in DECLARATIONS:
            return replace(statement, call=self._locked_call(statement.call, env))
        if isinstance(statement, Within) and statement.frame.op == "as_long_as":
            body = tuple(self._locked(each, env) for each in statement.body)
            return replace(statement, body=body)
        if isinstance(statement, Within) and statement.frame.op in PATTERN_CALLS:
            return replace(statement, frame=self._locked_call(statement.frame, env))
        return statement

    def _locked_call(self, call: Call, env: dict[str, Any]) -> Call:
        args = list(call.args)
        start = 0
        if call.op in PATTERN_CALLS and args and isinstance(args[0], Call):
            pattern = args[0]
            args[0] = replace(
                pattern,
                args=tuple(self._bound(each, env, choosing=True) for each in pattern.args),
                roles=tuple((r, self._bound(f, env, choosing=True)) for r, f in pattern.roles),
            )
            start = 1
        args[start:] = [self._bound(each, env) for each in args[start:]]
        roles = tuple(
            (role, filler if role in ("condition", "text") else self._bound(filler, env))
            for role, filler in call.roles
        )
        return replace(call, args=tuple(args), roles=roles)

    def _bound(
        self, value: Expression, env: dict[str, Any], *, choosing: bool = False
    ) -> Expression:
        """A name for the value that an expression has now; plain values stay."""
        if not isinstance(value, Call) or (choosing and value.op not in ("target", "choose")):
            return value
        name = f"_{len(env)}"
        env[name] = self.ask(value)
        return Name(name)


def run_block(
    game: Game,
    statements: tuple[Statement, ...],
    env: dict[str, Any],
    you: str,
    source: Ref | None,
    rules: tuple[str, ...],
    *,
    targets: Mapping[int, tuple[Any, ...]] | None = None,
    moved: dict[Ref, Ref] | None = None,
) -> Run:
    """Carry out statements; gives the run back, with the names that it knows then."""
    run = Run(game, env, you, source, rules, targets=targets, moved=moved)
    with contextlib.suppress(Stop):
        run.block(statements)
    return run


def primitive(*names: str) -> Callable[[Primitive], Primitive]:
    """Register a function as a primitive; it takes the run and the values of the arguments."""

    def register(function: Primitive) -> Primitive:
        for name in names:
            PRIMITIVES[name] = function
        return function

    return register
