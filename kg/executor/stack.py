"""Resolving what is on the stack: spells and abilities (CR 405, 608)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from kg.errors import IllegalActionError
from kg.executor.attachments import enchant_qualities, may_be_attached, own_declarations
from kg.executor.events import Event
from kg.executor.expressions import Scope, evaluate, listed
from kg.executor.interpreter import run_block
from kg.executor.objects import GameObject, Ref, StackInfo
from kg.executor.state import take_from_pile, with_object
from kg.executor.targets import (
    left_targets,
    may_be_targeted,
)
from kg.executor.zones import change_zones

if TYPE_CHECKING:
    from kg.executor.game import Game
from kg.executor.casting import spell_effect

__all__ = ["cease", "resolve_top"]


def resolve_top(game: Game) -> None:
    """Resolve the topmost object of the stack (CR 608).

    Raises:
        IllegalActionError: the stack is empty.
    """
    pile = game.state.pile("stack")
    if not pile:
        raise IllegalActionError("the stack is empty", rules=("405.5",))
    thing = game.state.objects[pile[-1]]
    assert thing.stack is not None
    if thing.stack.kind == "spell":
        _resolve_spell(game, thing, thing.stack)
    else:
        _resolve_ability(game, thing, thing.stack)


def _resolve_ability(game: Game, thing: GameObject, info: StackInfo) -> None:
    source = info.source or thing.ref
    env = dict(info.env)
    held = True
    if info.condition is not None:  # CR 603.4: asked again
        held = bool(evaluate(info.condition, Scope(game.view, env, thing.controller, source)))
    targets, legal = left_targets(
        game, info.statements, info.targets, thing.controller, source, env
    )
    rules = info.rules or ("608.2",)
    if held and legal:
        run_block(game, info.statements, env, thing.controller, source, rules, targets=targets)
    cease(game, thing)
    if held and legal:
        game.record(
            [
                Event(
                    name="resolved",
                    object=thing.ref,
                    player=thing.controller,
                    rules=(*rules, "608.2n"),
                )
            ]
        )


def cease(game: Game, thing: GameObject) -> None:
    """An ability is gone once it is done with (CR 608.2n)."""
    now = game.state.objects.get(thing.id)
    if now is not None and now.zone == "stack":
        state = take_from_pile(game.state, now)
        game.state = with_object(
            state, replace(now, zone="nowhere", incarnation=now.incarnation + 1)
        )


def _resolve_spell(game: Game, thing: GameObject, info: StackInfo) -> None:
    chars = game.view.chars(thing.ref)
    effect = spell_effect(chars.abilities)
    player = thing.controller
    x = int(info.options.get("x", 0) or 0)
    env = {"self": thing.ref, "x": x, "options": dict(info.options)}
    if {"instant", "sorcery"} & set(chars.types):
        targets, legal = left_targets(game, effect, info.targets, player, thing.ref, env)
        moved: dict[Ref, Ref] = {}
        if legal:
            run_block(
                game, effect, env, player, thing.ref, ("608.2c",), targets=targets, moved=moved
            )
        _after_resolving(game, thing, resolved=legal)
        return
    _resolve_permanent(game, thing, info, chars)


def _after_resolving(game: Game, thing: GameObject, *, resolved: bool) -> None:
    """CR 608.2n: the spell goes to its owner's graveyard, or where it says."""
    if game.state.get(thing.ref) is None:
        return
    if resolved:
        game.record(
            [Event(name="resolved", object=thing.ref, player=thing.controller, rules=("608.2n",))]
        )
    to = "graveyard"
    if resolved:
        for _, call in own_declarations(game.view, thing.ref, "goes_after_resolving"):
            scope = game.scope({"self": thing.ref}, thing.controller, thing.ref)
            if evaluate(call.role("condition", True), scope):
                to = str(call.role("to", "hand"))
    change_zones(game, [thing.ref], to, player=thing.controller, rules=("608.2n",))


def _resolve_permanent(game: Game, thing: GameObject, info: StackInfo, chars: Any) -> None:
    """CR 608.3: a permanent spell becomes a permanent; an Aura enchants its target."""
    how: dict[str, Any] = {}
    if "aura" in chars.subtypes and enchant_qualities(game.view, thing.ref):
        chosen = listed(info.targets)
        target = chosen[0] if chosen else None
        there = target is not None and may_be_targeted(game, target, thing.controller, thing.ref)
        if not there or not _could_enchant(game, thing, target):
            change_zones(game, [thing.ref], "graveyard", player=thing.controller, rules=("608.3b",))
            return
        how["attached_to"] = target
    game.record(
        [Event(name="resolved", object=thing.ref, player=thing.controller, rules=("608.3",))]
    )
    change_zones(
        game, [thing.ref], "battlefield", player=thing.controller, rules=("608.3a",), **how
    )


def _could_enchant(game: Game, thing: GameObject, target: Any) -> bool:
    if isinstance(target, Ref) and game.state.get(target) is None:
        return False
    return may_be_attached(game.view, thing.ref, target)
