"""Primitives about the stack: casting, playing, activating, countering, paying within an effect."""

from __future__ import annotations

from typing import Any

from kg.errors import IllegalActionError
from kg.executor.expressions import listed, objects_of
from kg.executor.game import Unable
from kg.executor.interpreter import RAW, Run, primitive
from kg.executor.objects import Ref
from kg.executor.zones import change_zones
from kg.program.tree import Call

__all__: list[str] = []


@primitive("remove_from_stack")
def remove_from_stack(run: Run, things: Any) -> tuple[Ref, ...]:
    """CR 701.6a: a countered spell goes to its owner's graveyard, an ability just goes.

    Returns:
        what was countered, as it was on the stack.
    """
    from kg.executor.stack import cease

    gone: list[Ref] = []
    for ref in objects_of(things):
        thing = run.game.state.get(ref)
        if thing is None or thing.zone != "stack":
            continue
        gone.append(ref)
        if thing.kind == "ability":
            cease(run.game, thing)
        else:
            change_zones(
                run.game, [ref], "graveyard", player=run.you, rules=run.rules, moved=run.moved
            )
    return tuple(gone)


@primitive("cast_spell")
def cast_spell(
    run: Run,
    things: Any,
    *,
    targets: Any = (),
    x: Any = 0,
    free: bool = False,
    cost: Any = None,
    most: Any = None,
    options: Any = None,
) -> None:
    """Cast a card; by an effect, without regard to timing (CR 608.2g).

    Args:
        most: the greatest mana value that the spell may have (CR 701.57a).
    """
    from kg.executor.casting import cast

    for ref in run.current(things):
        if most is not None and run.game.view.chars(ref).mana_value > int(most):
            raise Unable("its mana value is too great", run.rules)
        try:
            cast(
                run.game, run.you, ref, targets=listed(targets), x=int(x or 0) if x != () else 0,
                options=options if isinstance(options, dict) else None, free=free,
                cost=str(cost) if cost else None, during_effect=not run.env.get("announced"),
                rules=run.rules,
            )  # fmt: skip
        except IllegalActionError as error:
            if run.env.get("announced"):
                raise
            raise Unable(str(error), error.rules) from None


@primitive("play_card")
def play_card(run: Run, things: Any) -> None:
    """CR 701.18b: a land is played, any other card is cast."""
    from kg.executor.casting import cast, play_land

    for ref in run.current(things):
        if "land" in run.game.view.chars(ref).types:
            play_land(run.game, run.you, ref)
        else:
            cast(run.game, run.you, ref)


@primitive("activate_ability")
def activate_ability(
    run: Run, things: Any, *, ability: Any = 0, targets: Any = (), x: Any = 0
) -> None:
    """CR 602.2."""
    from kg.executor.activating import activate

    for ref in objects_of(things):
        activate(
            run.game, run.you, ref, int(ability or 0) if ability != () else 0,
            targets=listed(targets), x=int(x or 0) if x != () else 0,
            result=str(run.env.get("result_id") or ""),
        )  # fmt: skip


def _pay(run: Run, call: Call) -> bool:
    """A payment that an effect or a player makes: mana, or what a text says."""
    from kg.executor.costs import offer_payment, pay_parts

    costs = list(call.args)
    tapping = str(call.role("tapping", "") or "")
    values = [run.ask(each) if not isinstance(each, Call) else each for each in costs]
    if run.game.chooser.has_answer("pay"):
        if not offer_payment(run, values, run.you, tapping=tapping):
            raise Unable("it isn't paid", ("118.3",))
        return True
    pay_parts(run, tuple(values))
    return True


RAW["pay"] = _pay
