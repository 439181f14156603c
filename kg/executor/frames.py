"""The frames of programs: offers, payments, choices, loops, waiting and lasting effects."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any

from kg.errors import IllegalActionError
from kg.executor.expressions import players_of
from kg.executor.game import Game, Unable
from kg.executor.interpreter import FRAME_RUNNERS, Run
from kg.program.tree import Statement, Within

__all__ = ["attempt"]


def frame(*names: str) -> Callable[[Callable[[Run, Within], None]], Callable[[Run, Within], None]]:
    """Register a function as what carries out a frame."""

    def register(function: Callable[[Run, Within], None]) -> Callable[[Run, Within], None]:
        for name in names:
            FRAME_RUNNERS[name] = function
        return function

    return register


def attempt(
    run: Run, statements: tuple[Statement, ...], you: str = "", strict: bool = True
) -> tuple[Game, Run] | None:
    """Carry statements out on a fork; None where the rules don't let that be chosen.

    The caller may adopt the fork and the names that the run came to know.
    """
    fork = run.game.fork()
    fork.strict = strict
    tried = Run(
        fork, dict(run.env), you or run.you, run.source, run.rules, targets=run.targets,
        moved=dict(run.moved),
    )  # fmt: skip
    tried.program_rules = run.program_rules
    try:
        tried.block(statements)
    except (Unable, IllegalActionError):
        return None
    fork.strict = run.game.strict
    return fork, tried


def _accept(run: Run, found: tuple[Game, Run]) -> None:
    fork, tried = found
    run.game.adopt(fork)
    run.env.update(tried.env)
    run.moved.update(tried.moved)


@frame("may")
def _may(run: Run, within: Within) -> None:
    """CR 608.2d: a player can't choose an impossible option."""
    game = run.game
    asked = players_of(run.ask(within.frame.args[0]), game.state.order) if within.frame.args else ()
    player = asked[0] if asked else run.you
    if game.chooser.has_answer("may"):
        yes = game.choose_truth("may", player, subjects=run.subjects())
    else:
        yes = _answered_inside(run, within.body)
    if not yes:
        run.block(within.otherwise)
        return
    before, game.strict = game.strict, True
    try:
        run.block(within.body)
    except Unable as error:
        raise IllegalActionError(f"that can't be chosen: {error}", rules=error.rules) from None
    finally:
        game.strict = before


def _answered_inside(run: Run, body: tuple[Statement, ...]) -> bool:
    """Whether an answer is at hand for a decision within the offer; that says yes to it."""
    if not run.game.chooser.has_answer("*"):
        return False
    fork = run.game.fork()
    before = fork.chooser.consumed
    tried = Run(
        fork, dict(run.env), run.you, run.source, run.rules, targets=run.targets,
        moved=dict(run.moved),
    )  # fmt: skip
    with contextlib.suppress(Unable, IllegalActionError):
        tried.block(body)
    return fork.chooser.consumed > before


@frame("may_pay")
def _may_pay(run: Run, within: Within) -> None:
    run.block(within.body if _paid(run, within) else within.otherwise)


@frame("unless_paid")
def _unless_paid(run: Run, within: Within) -> None:
    if not _paid(run, within):
        run.block(within.body)


def _paid(run: Run, within: Within) -> bool:
    """Offer a payment (CR 118.12)."""
    from kg.executor.costs import offer_payment

    by = players_of(run.ask(within.frame.role("by")), run.game.state.order)
    costs = [
        run.ask(argument) if not isinstance(argument, tuple) else argument
        for argument in within.frame.args
    ]
    times = within.frame.role("times")
    return offer_payment(
        run, costs, by[0] if by else run.you, times=1 if times is None else int(run.ask(times))
    )


@frame("choose_one")
def _choose_one(run: Run, within: Within) -> None:
    """CR 608.2d: an option that can't be followed can't be chosen."""
    game = run.game
    options = [each for each in within.body if isinstance(each, Within)]
    labels = [
        str(run.ask(each.frame.args[0])) if each.frame.args else str(i)
        for i, each in enumerate(options)
    ]
    asked = players_of(run.ask(within.frame.args[0]), game.state.order) if within.frame.args else ()
    player = asked[0] if asked else run.you
    tries = [attempt(run, option.body) for option in options]
    legal = [number for number, tried in enumerate(tries) if tried is not None]
    if not legal:
        if game.strict:
            raise Unable("none of the options can be followed", run.rules)
        return
    answered = [
        i for i in legal if (t := tries[i]) and t[0].chooser.consumed > game.chooser.consumed
    ]
    default = answered[0] if answered else legal[0]
    chosen = game.choose_option(player, labels, subjects=run.subjects(), default=default)
    taken = tries[chosen]
    if taken is None:
        raise IllegalActionError(
            f"{labels[chosen]!r} can't be followed, so it can't be chosen", rules=("608.2d",)
        )
    if chosen != default:
        again = attempt(run, options[chosen].body)
        assert again is not None
        taken = again
    _accept(run, taken)


@frame("each_player")
def _each_player(run: Run, within: Within) -> None:
    """CR 101.4: in APNAP order."""
    state = run.game.state
    wanted = players_of(run.ask(within.frame.args[0]), state.order)
    for player in state.remaining():
        if player in wanted:
            inner = run.inner({**run.env, "you": player}, player)
            if within.result:
                inner.env[within.result] = player
            inner.block(within.body)
            run.env.update({k: v for k, v in inner.env.items() if k in run.env and k != "you"})


@frame("repeat")
def _repeat(run: Run, within: Within) -> None:
    for _ in range(max(int(run.ask(within.frame.args[0]) or 0), 0)):
        run.block(within.body)


@frame("until")
def _until(run: Run, within: Within) -> None:
    """Again and again until it is so, or until nothing changes any more."""
    while True:
        before = run.game.state.piles, dict(run.env)
        run.block(within.body)
        if run.ask(within.frame.args[0]) or (run.game.state.piles, run.env) == before:
            return


@frame("during")
def _during(run: Run, within: Within) -> None:
    run.declare(within.body, duration=str(run.ask(within.frame.args[0])))


@frame("as_long_as")
def _as_long_as(run: Run, within: Within) -> None:
    run.declare((within,), duration="permanent")


@frame("when")
def _when(run: Run, within: Within) -> None:
    """CR 603.7: an effect may make a delayed triggered ability."""
    duration = within.frame.role("duration")
    run.declare((within,), duration=str(run.ask(duration)) if duration else "permanent")


@frame("instead", "entering")
def _instead(run: Run, within: Within) -> None:
    duration, uses = within.frame.role("duration"), within.frame.role("uses")
    run.declare(
        (within,),
        duration=str(run.ask(duration)) if duration else "end of turn",
        uses=None if uses is None else int(run.ask(uses)),
    )


@frame("simultaneously")
def _simultaneously(run: Run, within: Within) -> None:
    """What the block does is done at the same time: its damage is dealt as one event."""
    from kg.executor.primitives.damage import deal_together

    collected: list[Any] = []
    run.env["_together"] = collected
    run.block(within.body)
    del run.env["_together"]
    deal_together(run, collected)


@frame("option", "otherwise")
def _plain(run: Run, within: Within) -> None:
    run.block(within.body)


@frame("activated", "state_based")
def _not_here(run: Run, within: Within) -> None:
    raise IllegalActionError(f"{within.frame.op} is an ability, and no instruction")
