"""A game under way: a state, who decides, and the trace; every event goes through `happen`.

`Game` holds the one reference that moves on from state to state; states themselves never change.
What is only tried is done on a `fork`, which is dropped or adopted.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

from kg.errors import IllegalActionError
from kg.executor.choices import (
    MISSING,
    Chooser,
    Decision,
    answer_objects,
    answer_option,
    answer_truth,
)
from kg.executor.events import Event
from kg.executor.expressions import Scope
from kg.executor.layers import View
from kg.executor.objects import Ref
from kg.executor.patterns import pattern_matches
from kg.executor.semantics import Semantics
from kg.executor.state import GameState, Pending
from kg.program.tree import Call, Do

__all__ = ["Game", "Unable"]

_MOST_EVENTS = 100_000


class Unable(Exception):
    """What is asked can't be done: the rules let nobody choose it, or pay a cost with it."""

    def __init__(self, reason: str, rules: tuple[str, ...] = ()) -> None:
        super().__init__(reason)
        self.rules = rules


class Game:
    """A game under way.

    Attributes:
        trace: what has happened, in order.
        triggered: ids of objects whose abilities triggered, in order.
        strict: whether what can't be done in full raises `Unable`: while a cost is paid, or while
            it is found out whether an action may be chosen.
        doing: the names of the events whose actions are being performed.
        applied: replacement effects that can't apply again to what is done now (CR 614.5).
        looking_back: the view before several things that happen at the same time, while they are
            done one by one (CR 603.10a, 704.3); else None.
    """

    def __init__(self, state: GameState, semantics: Semantics, chooser: Chooser) -> None:
        self.state = state
        self.semantics = semantics
        self.chooser = chooser
        self.trace: list[Event] = []
        self.triggered: list[str] = []
        self.strict = False
        self.doing: tuple[str, ...] = ()
        self.applied: frozenset[str] = frozenset()
        self.looking_back: View | None = None
        self._view: View | None = None
        self._quiet = 0

    @property
    def view(self) -> View:
        """The view of the state as it is now."""
        if self._view is None or self._view.state is not self.state:
            self._view = View(self.state, self.semantics)
        return self._view

    def fork(self) -> Game:
        """A game that starts from here and leaves this one alone."""
        other = Game(self.state, self.semantics, self.chooser.fork())
        other.strict, other.doing, other.applied = self.strict, self.doing, self.applied
        other._view = self._view
        return other

    def adopt(self, other: Game) -> None:
        """Go on from where a fork has come."""
        self.state, self.chooser, self._view = other.state, other.chooser, other._view
        self.trace += other.trace
        self.triggered += other.triggered

    def scope(self, env: dict[str, Any], you: str, source: Ref | None = None) -> Scope:
        """A scope for questions that always sees the state as it is when asked."""
        return Scope(self.view, env, you, source, view_of=lambda: self.view)

    def randomly(self) -> random.Random:
        """A source of chance that depends on the seed and on how often it was asked before."""
        found = random.Random(f"{self.state.seed}:{self.state.rolls}")
        self.state = replace(self.state, rolls=self.state.rolls + 1)
        return found

    def tick(self) -> int:
        """A new timestamp (CR 613.7)."""
        self.state = replace(self.state, clock=self.state.clock + 1)
        return self.state.clock

    # --- decisions -----------------------------------------------------------------------------

    def choose_objects(
        self,
        name: str,
        player: str,
        options: Sequence[Any],
        *,
        least: int = 1,
        most: int = 1,
        default: Sequence[Any] | None = None,
        subjects: tuple[str, ...] = (),
        rules: tuple[str, ...] = (),
    ) -> tuple[Any, ...]:
        """The objects or players that a player chooses among some; the choice is a legal one."""
        taken = tuple(options)
        decision = Decision(
            name=name, player=player, subjects=subjects, options=taken, least=least, most=most,
            default=tuple(taken[:least] if default is None else default), rules=rules,
        )  # fmt: skip
        raw = self.chooser.answer(decision)
        return decision.default if raw is MISSING else answer_objects(decision, raw)

    def choose_truth(
        self, name: str, player: str, *, subjects: tuple[str, ...] = (), default: bool = False
    ) -> bool:
        """Whether a player says yes."""
        decision = Decision(
            name=name, player=player, subjects=subjects, kind="truth", default=default
        )
        raw = self.chooser.answer(decision)
        return default if raw is MISSING else answer_truth(decision, raw)

    def choose_option(
        self,
        player: str,
        options: Sequence[Any],
        *,
        names: Sequence[str] = ("option", "mode"),
        subjects: tuple[str, ...] = (),
        default: int = 0,
    ) -> int:
        """The place of the option that a player chooses."""
        for name in names:
            decision = Decision(
                name=name, player=player, subjects=subjects, options=tuple(options), kind="option"
            )
            raw = self.chooser.answer(decision)
            if raw is not MISSING:
                return answer_option(decision, raw)
        return default

    # --- events --------------------------------------------------------------------------------

    def happen(
        self,
        events: Iterable[Event],
        perform: Callable[[list[Event]], list[Event]],
    ) -> list[Event]:
        """Let events happen together: those not forbidden, as they are after replacement.

        Args:
            perform: does them and gives back what has then really happened.

        Returns:
            what happened, as it is recorded in the trace.
        """
        from kg.executor.replacement import replaced

        going: list[Event] = []
        for event in events:
            event = replace(event, applied=event.applied | self.applied)
            if self.forbidden(event) is None:
                going += replaced(self, event)
            elif self.strict:
                raise Unable(f"{event.name} is forbidden", self.forbidden(event) or ())
        before = self.looking_back or self.view
        done = perform(going) if going else []
        self.record(done, before)
        return done

    def forbidden(self, event: Event) -> tuple[str, ...] | None:
        """The rules by which an event can't happen (CR 101.2), or None where it can."""
        for active in self.view.in_force("cant"):
            call = active.statement.call if isinstance(active.statement, Do) else None
            if call is None or not isinstance(pattern := call.args[0], Call):
                continue
            if pattern_matches(event, pattern, self.view.scope_of(active)):
                return active.rules or ("101.2",)
        return None

    def record(self, events: Sequence[Event], before: View | None = None) -> None:
        """Write events into the trace, and notice the abilities that trigger on them."""
        from kg.executor.triggers import notice

        if not events:
            return
        if len(self.trace) > _MOST_EVENTS:
            raise IllegalActionError("this goes on for ever", rules=("732.1b",))
        self.trace += events
        self.state = replace(self.state, history=(*self.state.history, *events))
        notice(self, events, before or self.view)

    def add_pending(self, pending: Pending) -> None:
        """Let a triggered ability wait to be put onto the stack."""
        self.state = replace(self.state, pending=(*self.state.pending, pending))
        self.triggered.append(pending.source.id)
