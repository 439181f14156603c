"""A game being played: what a scenario's verbs do to it, and what can be seen of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import kg.executor.frames
import kg.executor.primitives
import kg.executor.quantities
import kg.executor.queries  # noqa: F401 - these register what programs can call
from kg.errors import IllegalActionError, ScenarioError
from kg.executor import combat, seeing
from kg.executor.activating import put_triggers
from kg.executor.choices import Chooser, Scripted
from kg.executor.events import Event
from kg.executor.game import Game, Unable
from kg.executor.interpreter import Run, Stop
from kg.executor.objects import Ref
from kg.executor.sba import check_state_based_actions
from kg.executor.semantics import Semantics
from kg.executor.setup import first_state
from kg.executor.stack import resolve_top
from kg.executor.state import GameState, take_from_pile, with_object
from kg.executor.turn import STEPS, advance, enter_step
from kg.executor.verbs import perform_verb
from kg.scenario.values import Scenario

__all__ = ["Play"]

_COMBAT_STEPS = {"declare attackers": "declare attackers", "declare blockers": "declare blockers"}


class Play:
    """A game being played.

    Attributes:
        events: all that has happened, in order.
        triggered: the ids of the objects whose abilities triggered, in order.
    """

    def __init__(self, game: Game) -> None:
        self._game = game

    @classmethod
    def begin(cls, scenario: Scenario, semantics: Semantics) -> Play:
        """The position that a scenario lists.

        Raises:
            ScenarioError: a text in it can't be read; the message quotes it.
        """
        try:
            state = first_state(scenario, semantics)
            game = Game(state, semantics, Scripted(known=_known(state)))
            for thing in state.objects.values():
                semantics.abilities_of(thing.card.front)
                if thing.card.back is not None:
                    semantics.abilities_of(thing.card.back)
        except ValueError as error:
            raise ScenarioError(str(error)) from None
        return cls(game)

    @property
    def state(self) -> GameState:
        """The state of the game now."""
        return self._game.state

    @property
    def events(self) -> list[Event]:
        """All that has happened."""
        return self._game.trace

    @property
    def triggered(self) -> list[str]:
        """The ids of the objects whose abilities triggered."""
        return self._game.triggered

    def do(
        self,
        verb: str,
        parameters: Mapping[str, Any],
        *,
        by: str = "",
        choices: Mapping[str, Any] | None = None,
        optional: bool = False,
        result: str = "",
        chooser: Chooser | None = None,
    ) -> None:
        """Do one step; then state-based actions are checked, and triggers put onto the stack.

        Args:
            by: the player or the object that does it; empty for the active player.
            choices: answers by the names of decisions.
            optional: whether it is only offered.
            result: the id of what it makes.
            chooser: who answers instead of `choices`.

        Raises:
            IllegalActionError: it is refused; the state is as it was.
            ScenarioError: a text can't be read.
        """
        game = self._game.fork()
        game.trace, game.triggered = list(self._game.trace), list(self._game.triggered)
        scripted = Scripted(dict(choices or {}), _known(game.state))
        if verb == "earthbend":
            scripted.answers = {"target": parameters["target"], **scripted.answers}
        game.chooser = chooser or scripted
        try:
            self._step(game, verb, parameters, by, optional, result)
        except Unable as error:
            raise IllegalActionError(str(error), rules=error.rules) from None
        except ValueError as error:
            if isinstance(error, IllegalActionError | ScenarioError):
                raise
            raise ScenarioError(str(error)) from None
        if chooser is None and (unused := _unasked(game.chooser)):
            raise IllegalActionError(f"nobody asks for {unused[0]!r}")
        self._game = game

    def _step(
        self,
        game: Game,
        verb: str,
        parameters: Mapping[str, Any],
        by: str,
        optional: bool,
        result: str,
    ) -> None:
        player, source = _actor(game, by, parameters)
        special = _SPECIAL.get(verb)
        if special is not None:
            special(game, dict(parameters), by or player)
        else:
            env: dict[str, Any] = {"result_id": result} if result else {}
            run = Run(game, env, player, source, (), direct=True)
            _offer(run, verb, parameters) if optional else _perform(run, verb, parameters)
            _name_result(game, self._game, result)
        settle(game)

    def stack(self) -> list[str]:
        """The ids on the stack, from the bottom."""
        return list(self.state.pile("stack"))

    def votes(self) -> dict[str, int]:
        """The last vote."""
        return dict(self.state.votes)

    def object(self, name: str) -> dict[str, Any] | None:
        """What can be expected of an object, by the format's words; None for an unknown id."""
        return seeing.object_seen(self._game, name)

    def player(self, name: str) -> dict[str, Any]:
        """What can be expected of a player, by the format's words."""
        return seeing.player_seen(self._game, name)

    def can(self, question: str, name: str, other: str = "") -> bool:
        """Whether an object can `attack`, `untap`, `block`, `be blocked by` or `be targeted by`."""
        return seeing.can(self._game, question, name, other)


def settle(game: Game) -> None:
    """CR 117.5: state-based actions, then triggered abilities onto the stack, until neither is."""
    for _ in range(200):
        done = check_state_based_actions(game)
        if not put_triggers(game) and not done:
            return


def _known(state: GameState) -> frozenset[str]:
    return frozenset({*state.order, *state.objects})


def _unasked(chooser: Chooser) -> list[str]:
    return chooser.unused() if isinstance(chooser, Scripted) else []


def _actor(game: Game, by: str, parameters: Mapping[str, Any]) -> tuple[str, Ref | None]:
    """Who does it: a player, or the controller of the object that `by` names."""
    state = game.state
    if by and by not in state.players:
        if by not in state.objects:
            raise IllegalActionError(f"there is no {by}")
        thing = state.objects[by]
        return game.view.chars(thing.ref).controller or thing.controller, thing.ref
    player = by or str(parameters.get("player") or state.active)
    return player, None


def _perform(run: Run, verb: str, parameters: Mapping[str, Any]) -> None:
    several = parameters.get("players")
    try:
        if several is None:
            perform_verb(run, verb, parameters)
            return
        rest = {key: value for key, value in parameters.items() if key != "players"}
        for player in run.game.state.remaining():
            if player in several:  # CR 101.4
                perform_verb(run, verb, rest, you=player)
    except Stop:
        pass


def _offer(run: Run, verb: str, parameters: Mapping[str, Any]) -> None:
    """An action that is offered: taken only where it can be done (CR 608.2d)."""
    game = run.game
    if not game.choose_truth("may", run.you):
        return
    game.strict = True
    _perform(run, verb, parameters)
    game.strict = False


def _name_result(game: Game, before: Game, result: str) -> None:
    """Give what a step made the id that it asks for: a new token, or an ability on the stack."""
    if not result or result in game.state.objects:
        return
    new = [
        each
        for zone in ("battlefield", "stack")
        for each in game.state.pile(zone)
        if each not in before.state.objects
    ]
    for place, each in enumerate(new):
        _rename(game, each, result if place == 0 else f"{result}-{place + 1}")


def _rename(game: Game, old: str, new: str) -> None:
    thing = game.state.objects[old]
    renamed = replace(thing, id=new)
    if thing.card.front.name == old:
        renamed = replace(
            renamed, card=replace(thing.card, front=replace(thing.card.front, name=new))
        )
    state = take_from_pile(game.state, thing)
    objects = {key: value for key, value in state.objects.items() if key != old}
    key = (thing.zone, "") if thing.zone in ("battlefield", "stack") else (thing.zone, thing.owner)
    piles = {**state.piles, key: (*state.piles.get(key, ()), new)}
    game.state = with_object(replace(state, objects=objects, piles=piles), renamed)

    def ref(value: Any) -> Any:
        return Ref(new, value.incarnation) if isinstance(value, Ref) and value.id == old else value

    game.trace = [
        replace(e, object=ref(e.object), source=ref(e.source), to=ref(e.to)) for e in game.trace
    ]
    effects = tuple(
        replace(e, env={k: _deep(v, ref) for k, v in e.env.items()}) for e in game.state.effects
    )
    game.state = replace(game.state, effects=effects)


def _deep(value: Any, change: Any) -> Any:
    if isinstance(value, tuple):
        return tuple(_deep(each, change) for each in value)
    return change(value)


# --- verbs about the turn -----------------------------------------------------------------------


def _resolve(game: Game, given: dict[str, Any], by: str) -> None:
    resolve_top(game)


def _check(game: Game, given: dict[str, Any], by: str) -> None:
    check_state_based_actions(game)


def _advance(game: Game, given: dict[str, Any], by: str) -> None:
    def pass_priority() -> None:
        settle(game)
        while game.state.pile("stack"):
            resolve_top(game)
            settle(game)
        if game.state.step == "combat damage":
            while combat.more_damage_to_come(game):
                combat.deal_combat_damage(game, {})
                settle(game)

    advance(game, str(given["to"]), str(given.get("of", "")), pass_priority)


def _to_step(game: Game, step: str) -> None:
    """CR 508, 509: the game moves on to the step of a declaration first."""
    if STEPS.index(game.state.step) > STEPS.index(step):
        raise IllegalActionError(f"the {step} step is over", rules=("500.1",))
    while game.state.step != step:
        settle(game)
        enter_step(game, STEPS[STEPS.index(game.state.step) + 1])


def _declare_attackers(game: Game, given: dict[str, Any], by: str) -> None:
    if by != game.state.active and by in game.state.players:
        raise IllegalActionError("only the active player attacks", rules=("508.1",))
    if game.state.combat is not None and "attackers" in game.state.combat.declared:
        raise IllegalActionError("attackers were declared already", rules=("508.1",))
    _to_step(game, "declare attackers")
    combat.declare_attackers(game, given["attackers"], given.get("bands", ()))


def _declare_blockers(game: Game, given: dict[str, Any], by: str) -> None:
    _to_step(game, "declare blockers")
    player = by if by in game.state.players and by != game.state.active else ""
    if not player:
        player = next(iter(game.state.opponents(game.state.active)), game.state.active)
    combat.declare_blockers(game, player, given["blockers"])


def _deal_combat_damage(game: Game, given: dict[str, Any], by: str) -> None:
    state = game.state
    if state.combat is None or (
        "attackers" not in state.combat.declared and not state.combat.attackers
    ):
        raise IllegalActionError("nothing deals combat damage now", rules=("510.1",))
    if not combat.more_damage_to_come(game):
        return
    if game.state.step != "combat damage":
        _to_step(game, "combat damage")
    chooser = by if given.get("_by_given") else ""
    combat.deal_combat_damage(game, given.get("assign", {}), chooser)


def _leave(game: Game, given: dict[str, Any], by: str) -> None:
    from kg.executor.leaving import leave_game

    leave_game(game, str(given["player"]))


_SPECIAL: dict[str, Any] = {
    "resolve": _resolve,
    "check state-based actions": _check,
    "advance": _advance,
    "declare attackers": _declare_attackers,
    "declare blockers": _declare_blockers,
    "deal combat damage": _deal_combat_damage,
    "leave game": _leave,
}
