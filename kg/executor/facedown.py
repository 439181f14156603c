"""Turning face-down permanents face up as a special action, or by an effect (CR 708, 701.40b)."""

from __future__ import annotations

from dataclasses import replace

from kg.errors import IllegalActionError
from kg.executor.characteristics import base_characteristics
from kg.executor.costs import pay_parts
from kg.executor.game import Unable
from kg.executor.interpreter import PRIMITIVES, Run
from kg.executor.objects import GameObject, Ref

__all__ = ["turn_up"]


def turn_up(run: Run, ref: Ref, paying: str) -> None:
    """Turn a permanent face up.

    Args:
        paying: `mana cost`, `morph cost` or `disguise cost` for the special action; empty where an
            effect does it.

    Raises:
        IllegalActionError: it can't be turned up so, or the cost can't be paid.
    """
    thing = run.game.state.get(ref)
    if thing is None or not thing.face_down:
        if paying:
            raise IllegalActionError(f"{ref.id} isn't face down", rules=("116.2b",))
        return
    if paying:
        if run.game.view.chars(ref).controller != run.you:
            raise IllegalActionError(f"{run.you} doesn't control {ref.id}", rules=("116.2b",))
        cost = _cost(run, thing, paying)
        try:
            pay_parts(run, (cost,))
        except Unable as error:
            raise IllegalActionError(
                f"the cost can't be paid: {error}", rules=error.rules
            ) from None
    PRIMITIVES["turn_face_up"](run, (ref,))


def _cost(run: Run, thing: GameObject, paying: str) -> str:
    up = base_characteristics(replace(thing, face_down=False), run.game.semantics)
    if paying == "mana cost":
        told = {"manifested", "cloaked"} & thing.designations
        if not told or "creature" not in up.types or not up.mana_cost:
            raise IllegalActionError(
                f"{thing.id} can't be turned up for a mana cost", rules=("701.40b", "701.58b")
            )
        return up.mana_cost
    word = paying.removesuffix(" cost")
    for printed in thing.card.front.keywords:
        if printed.lower().startswith(word):
            return printed[len(word) :].strip(" —")
    raise IllegalActionError(f"{thing.id} has no {word}", rules=("701.40c", "701.40d"))
