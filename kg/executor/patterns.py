"""Whether an event is one that a pattern describes (CR 603.2, 614.1, 101.2).

A pattern is a call named for the event, such as `damage_dealt(source=self, to="player")`. Its first
argument is what the event happens to; a filler is a description, or what an expression gives.
"""

from __future__ import annotations

from typing import Any

from kg.executor.events import Event
from kg.executor.expressions import Scope, evaluate, listed, players_of
from kg.executor.matching import Viewpoint, matches
from kg.executor.objects import Ref
from kg.program.tree import Call, Expression

__all__ = ["pattern_matches"]

_NAMES = {"dies": "died", "enters": "entered", "attacks": "attacked", "blocks": "blocked"}
_ZONES = ("from_zone", "to_zone")


def pattern_matches(event: Event, pattern: Call, scope: Scope) -> bool:
    """Whether the event is one of those."""
    name = pattern.op.replace("_", " ")
    if name in ("or", "and"):
        return any(
            pattern_matches(event, each, scope) for each in pattern.args if isinstance(each, Call)
        )
    name = _NAMES.get(name, name)
    if name == "begins":
        return _begins(event, pattern, scope)
    if event.name != name and not (event.more.get("proposed") and _would_be(event, name, scope)):
        return False
    if pattern.args and not _fits(event.object, pattern.args[0], scope):
        return False
    return all(_role_fits(event, role, filler, scope) for role, filler in pattern.roles)


def _begins(event: Event, pattern: Call, scope: Scope) -> bool:
    """Whether it is the beginning of the step that the pattern names."""
    if event.name != "begins":
        return False
    wanted = str(evaluate(pattern.args[0], scope)) if pattern.args else ""
    plain = wanted.removesuffix(" step").removesuffix(" phase")
    kind = event.kind.removesuffix(" step").removesuffix(" phase")
    if plain == "end":
        plain = kind if kind == "end" else "end"
    names = {kind, "combat" if kind == "beginning of combat" else kind}
    return (not plain or plain in names) and all(
        _role_fits(event, role, filler, scope) for role, filler in pattern.roles
    )


def _would_be(event: Event, name: str, scope: Scope) -> bool:
    """Whether a move about to happen would be an event of that name as well."""
    came, goes = event.more.get("from_zone"), event.more.get("to_zone")
    if name == "put into graveyard":
        return goes == "graveyard"
    if name == "entered":
        return goes == "battlefield"
    if name == "left the battlefield":
        return came == "battlefield"
    if name == "exiled":
        return goes == "exile"
    if name == "died" and came == "battlefield" and goes == "graveyard":
        assert isinstance(event.object, Ref)
        return bool({"creature", "planeswalker"} & set(scope.view.chars(event.object).types))
    return False


def _role_fits(event: Event, role: str, filler: Expression, scope: Scope) -> bool:
    if role == "source_player":
        return _holder(event, scope) in listed(evaluate(filler, scope))
    if role in ("player", "source", "to", "object"):
        return _fits(getattr(event, role), filler, scope)
    value = evaluate(filler, scope)
    if role == "amount":
        return event.amount is not None and event.amount <= int(value)
    if role in ("combat", "kind"):
        return bool(getattr(event, role) == value)
    actual = event.more.get(role)
    return actual == value or (isinstance(value, tuple) and actual in value)


def _fits(thing: Ref | str | None, filler: Expression, scope: Scope) -> bool:
    if isinstance(filler, str) and filler not in scope.view.state.order:
        if thing is None or thing == "":
            return False
        own = scope.env.get("self", scope.source)
        that = players_of(scope.env.get("that_player", ()), scope.view.state.order)
        numbers: dict[str, Any] = {k: v for k, v in scope.env.items() if isinstance(v, int)}
        if filler.endswith("sharing no color"):
            return _shares_no_color(thing, scope)
        if "power greater than" in filler or filler == "creature with greater power":
            return _greater_power(thing, scope, filler)
        seen = Viewpoint(
            scope.you, own if isinstance(own, Ref) else None, that[0] if that else "", numbers
        )
        return matches(scope.view, thing, filler, seen)
    value = evaluate(filler, scope)
    if isinstance(value, str) and value not in scope.view.state.order:
        return _fits(thing, value, scope)
    return thing in listed(value)


def _holder(event: Event, scope: Scope) -> str:
    """Who controls the source, or owns it where nobody controls it."""
    known = scope.view.last(event.source) if event.source is not None else None
    if known is None and isinstance(event.object, Ref):
        known = scope.view.last(event.object)
    if known is None:
        return ""
    controlled = known[0].zone in ("battlefield", "stack")
    return (known[1].controller or known[0].controller) if controlled else known[0].owner


def _shares_no_color(thing: Ref | str, scope: Scope) -> bool:
    """CR 702.13b: neither an artifact nor of a colour of the object whose ability it is."""
    own = scope.env.get("self", scope.source)
    if not isinstance(thing, Ref) or not isinstance(own, Ref):
        return False
    theirs = scope.view.chars(thing)
    return "artifact" not in theirs.types and not (
        set(theirs.colors) & set(scope.view.chars(own).colors)
    )


def _greater_power(thing: Ref | str, scope: Scope, filler: str) -> bool:
    """`creature with greater power` than the object that the pattern's `to` names, the bearer."""
    bearer = scope.env.get("bearer", scope.env.get("self"))
    if not isinstance(thing, Ref) or not listed(bearer):
        return False
    ours = max(scope.view.chars(ref).power or 0 for ref in listed(bearer) if isinstance(ref, Ref))
    return (scope.view.chars(thing).power or 0) > ours
