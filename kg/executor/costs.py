"""Costs: of spells, abilities and offers, checked and paid (CR 118, 601.2f-h)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from kg.errors import IllegalActionError
from kg.executor.choices import MISSING, Decision
from kg.executor.expressions import listed
from kg.executor.game import Unable
from kg.executor.interpreter import PRIMITIVES, Run
from kg.executor.mana import ManaCost, parse_mana, pay_from_pool
from kg.executor.objects import Ref
from kg.executor.primitives.damage import declares
from kg.executor.state import with_player
from kg.program.tree import Call, Expression, Name

if TYPE_CHECKING:
    from kg.executor.game import Game

__all__ = ["offer_payment", "pay_mana", "pay_parts", "split_costs"]


def split_costs(
    run: Run, parts: Sequence[Expression], *, times: int = 1
) -> tuple[ManaCost, list[Expression]]:
    """The mana among the parts of a cost, and the rest of it.

    Raises:
        ValueError: a part in words that can't be read.
    """
    mana, rest = ManaCost(), []
    for part in parts:
        value = run.ask(part) if isinstance(part, Name) else part
        if isinstance(value, tuple) and len(value) == 1:
            value = value[0]
        if isinstance(value, str):
            found = _hybrid(value)
            if found is not None:
                for _ in range(times):
                    mana = mana.plus(found)
                continue
            inner, others = split_costs(run, run.game.semantics.cost_parts(value))
            for _ in range(times):
                mana = mana.plus(inner)
                rest += others
        elif value is not None and value != ():
            rest += [value] * times
    return mana, rest


def _hybrid(text: str) -> ManaCost | None:
    """Mana symbols, also as alternatives of one symbol each: `{W} or {U}`."""
    either = [parse_mana(part) for part in text.split(" or ")]
    if any(cost is None for cost in either):
        return None
    costs = [cost for cost in either if cost is not None]
    if len(costs) == 1:
        return costs[0]
    ways = tuple(cost.symbols[0][0] for cost in costs if len(cost.symbols) == 1)
    return ManaCost(0, (ways,)) if len(ways) == len(costs) else None


def pay_parts(run: Run, parts: Sequence[Expression], *, x: int = 0, times: int = 1) -> None:
    """Pay a whole cost; the state is as it was where it can't be paid.

    Raises:
        Unable: it can't be paid.
    """
    mana, rest = split_costs(run, parts, times=times)
    game = run.game
    before, strict = game.state, game.strict
    game.strict = True
    try:
        for part in _ordered(rest):
            _pay_part(run, part)
        pay_mana(game, run.you, mana.with_x(x))
    except (Unable, IllegalActionError):
        game.state = before
        raise
    finally:
        game.strict = strict


def _ordered(parts: list[Expression]) -> list[Expression]:
    """Tapping first: a permanent that is sacrificed as well must still be there."""
    return sorted(parts, key=lambda p: not (isinstance(p, Call) and p.op in ("tap", "untap")))


def _pay_part(run: Run, part: Expression) -> None:
    if not isinstance(part, Call):
        raise Unable(f"{part!r} can't be paid")
    if part.op in ("tap", "untap"):
        _check_sickness(run, part)
    if part.op in ("discard", "sacrifice", "exile", "tap"):
        _check_there(run, part)
    value = run.ask(part)
    if part.op in ("tap", "untap") and not listed(value):
        raise Unable("it can't be tapped for that", ("701.26a",))


def _check_there(run: Run, part: Call) -> None:
    things = run.ask(part.args[0]) if part.args and isinstance(part.args[0], Name) else None
    if things is not None and not run.current(things):
        raise Unable("it isn't there any more", ("118.3",))


def _check_sickness(run: Run, part: Call) -> None:
    """CR 302.6: a creature that came this turn can't pay with {T} or {Q}."""
    things = run.ask(part.args[0])
    for ref in run.current(things):
        thing = run.game.state.objects[ref.id]
        creature = "creature" in run.game.view.chars(ref).types
        wanted_untapped = part.op == "tap"
        if thing.tapped == wanted_untapped:
            raise Unable("it is tapped" if wanted_untapped else "it is untapped", ("602.5a",))
        if creature and thing.sick and not declares(run.game.view, ref, "ignores_sickness"):
            raise Unable("it came under your control this turn", ("302.6",))


def pay_mana(game: Game, player: str, cost: ManaCost) -> None:
    """Mana from a player's pool.

    Raises:
        Unable: it isn't there.
    """
    status = game.state.players[player]
    found = pay_from_pool(status.mana, cost, life=status.life)
    if found is None:
        raise Unable("the mana isn't there", ("118.3",))
    left, life = found
    pool = {**dict.fromkeys(status.mana, 0), **left}
    game.state = with_player(game.state, player, mana=pool, life=status.life - life)


def offer_payment(
    run: Run, costs: Sequence[Any], player: str, *, times: int = 1, tapping: str = ""
) -> bool:
    """Offer a payment (CR 118.12); whether it was paid.

    Args:
        tapping: what may be tapped instead of paying generic mana (CR 701.67a).

    Raises:
        IllegalActionError: the player says yes, and can't pay, or pays wrongly.
    """
    game = run.game
    payer = run.inner(you=player)
    decision = Decision(name="pay", player=player, subjects=run.subjects(), kind="payment")
    raw = game.chooser.answer(decision)
    if raw is MISSING or raw is False:
        return False
    try:
        if isinstance(raw, Mapping):
            _pay_so(payer, costs, raw, times, tapping)
        else:
            pay_parts(payer, tuple(costs), times=times)
    except Unable as error:
        raise IllegalActionError(f"that can't be paid: {error}", rules=error.rules) from None
    return True


def _pay_so(
    run: Run, costs: Sequence[Any], answer: Mapping[str, Any], times: int, tapping: str
) -> None:
    """As the answer says: which permanents are tapped, and which mana is spent."""
    game = run.game
    mana, rest = split_costs(run, tuple(costs), times=times)
    tapped = [game.state.objects[str(each)].ref for each in answer.get("tap", ())]
    if tapping:
        generic = _tap_instead(run, tapped, mana.generic, tapping)
        mana = replace(mana, generic=generic)
    else:
        for ref in tapped:
            _tap_for_mana(run, ref, str(answer.get("mana", "")))
    if "mana" in answer:
        spent = parse_mana(str(answer["mana"])) if answer["mana"] else ManaCost()
        pool: dict[str, int] = {}
        for ways in spent.symbols if spent else ():
            pool[ways[0]] = pool.get(ways[0], 0) + 1
        if pay_from_pool(pool, mana) is None or sum(pool.values()) != mana.generic + len(
            mana.symbols
        ):
            raise IllegalActionError(f"{answer['mana']} isn't what is to be paid", rules=("118.3",))
    for part in rest:
        _pay_part(run, part)
    pay_mana(game, run.you, mana)


def _tap_instead(run: Run, refs: list[Ref], generic: int, tapping: str) -> int:
    from kg.executor.queries import candidates

    allowed = candidates(run.scope(), f"untapped {tapping}")
    for ref in refs:
        if ref not in allowed or generic <= 0:
            raise IllegalActionError(f"{ref.id} can't be tapped for that", rules=("701.67a",))
        PRIMITIVES["turn_sideways"](run, ref)
        generic -= 1
    return generic


_BASIC = {"plains": "W", "island": "U", "swamp": "B", "mountain": "R", "forest": "G"}


def _tap_for_mana(run: Run, ref: Ref, wanted: str) -> None:
    """CR 305.6: a land of a basic land type taps for mana; other permanents by their abilities."""
    game = run.game
    thing, chars = game.state.objects[ref.id], game.view.chars(ref)
    if thing.tapped or chars.controller != run.you:
        raise IllegalActionError(f"{ref.id} can't be tapped for mana", rules=("605.1a",))
    kinds = [letter for word, letter in _BASIC.items() if word in chars.subtypes]
    if not kinds:
        kinds = _kinds_from_text(" ".join(chars.text))
    if not kinds:
        raise IllegalActionError(f"{ref.id} makes no mana", rules=("605.1a",))
    kind = next((k for k in kinds if k in wanted), kinds[0])
    PRIMITIVES["turn_sideways"](run, ref)
    pool = dict(game.state.players[run.you].mana)
    pool[kind] = pool.get(kind, 0) + 1
    game.state = with_player(game.state, run.you, mana=pool)


def _kinds_from_text(text: str) -> list[str]:
    match = re.search(r"\{T\}: Add (.*)", text)
    return re.findall(r"\{([WUBRGC])\}", match[1]) if match else []
