"""What Auras, Equipment and Fortifications may be attached to (CR 303.4, 301.5, 701.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from kg.executor.events import Event
from kg.executor.expressions import Scope, evaluate, listed
from kg.executor.matching import Viewpoint, matches
from kg.executor.objects import Ability, Ref
from kg.executor.patterns import pattern_matches
from kg.program.tree import Call, Do

if TYPE_CHECKING:
    from kg.executor.layers import View

__all__ = ["enchant_qualities", "may_be_attached"]


def own_declarations(view: View, ref: Ref, op: str) -> Iterator[tuple[Ability, Call]]:
    """The declarations of that name among an object's own abilities, wherever it is."""
    known = view.last(ref)
    for ability in known[1].abilities if known is not None else ():
        for statement in ability.statements:
            if isinstance(statement, Do) and statement.call.op == op:
                yield ability, statement.call


def enchant_qualities(view: View, ref: Ref) -> list[str]:
    """What an Aura's enchant abilities name; all of them count (CR 702.5c)."""
    found = []
    for ability, call in own_declarations(view, ref, "enchants"):
        scope = Scope(view, {**ability.env, "self": ref}, "", ref)
        found.append(str(evaluate(call.args[1], scope)))
    return found


def may_be_attached(view: View, ref: Ref, target: Ref | str) -> bool:
    """Whether a permanent could be attached to that object or player."""
    if ref == target:
        return False
    what = view.chars(ref)
    if isinstance(target, Ref):
        at = view.state.get(target)
        if at is None or at.zone != "battlefield" or at.phased_out:
            return False
    if "aura" in what.subtypes:
        fits = _enchants(view, ref, target)
    elif "equipment" in what.subtypes:  # CR 301.5
        fits = isinstance(target, Ref) and _equips(view, ref, target)
    elif "fortification" in what.subtypes:
        fits = isinstance(target, Ref) and "land" in view.chars(target).types
    else:
        return False
    return fits and not _barred(view, ref, target)


def _enchants(view: View, ref: Ref, target: Ref | str) -> bool:
    qualities = enchant_qualities(view, ref)
    seen = Viewpoint(view.chars(ref).controller or view.state.objects[ref.id].controller, ref)
    if not qualities:
        return False
    if isinstance(target, str):
        return all(matches(view, target, quality, seen) for quality in qualities)
    # CR 702.5d: an Aura that can enchant a player enchants no permanent.
    return all(
        matches(view, target, quality, seen) and "player" not in quality for quality in qualities
    )


def _equips(view: View, ref: Ref, target: Ref) -> bool:
    what = view.chars(ref)
    if "creature" in what.types:
        return False  # CR 301.5c
    types = view.chars(target).types
    if "creature" in types:
        return True
    # CR 702.6e: by `equip planeswalker`, as though it were a creature.
    return "planeswalker" in types and any(
        "planeswalker" in str(ability.env.get("quality", "")) for ability in what.abilities
    )


def _barred(view: View, ref: Ref, target: Ref | str) -> bool:
    """Whether something, such as protection (CR 702.16c), forbids it."""
    event = Event(name="attached", object=ref, to=target, source=ref)
    for active in view.in_force("cant"):
        call: Any = active.statement.call if isinstance(active.statement, Do) else None
        pattern = call.args[0] if call is not None else None
        if isinstance(pattern, Call) and pattern.op == "attached":
            spared = call.role("sparing")
            if spared is not None and ref in listed(evaluate(spared, view.scope_of(active))):
                continue  # CR 702.16n
            if pattern_matches(event, pattern, view.scope_of(active)):
                return True
    return False
