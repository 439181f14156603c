"""Protection and hexproof by the qualities that they name (CR 702.11, 702.16)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from kg.executor.objects import Ability
from kg.program.tree import Call, Do, Expression, Name, Statement

if TYPE_CHECKING:
    from kg.executor.expressions import Scope

__all__ = ["EXPANDED", "expand", "taken_apart"]

EXPANDED = frozenset({"hexproof_from", "protected_from"})
_COLORS = ("white", "blue", "black", "red", "green")
_EACH_COLOR = ("each color", "all colors", "each colour")
_SELF = Name("self")


def expand(call: Call, scope: Scope) -> Iterator[Statement]:
    """The prohibitions and preventions that such an ability stands for."""
    from kg.executor.expressions import evaluate

    quality = str(evaluate(call.args[1], scope) or "")
    for roles in _sources(quality, scope):
        if call.op == "hexproof_from":
            theirs = Call("opponents", (Call("controller", (_SELF,)),))
            yield _cant("targeted", (_SELF,), (("player", theirs), *roles))
        else:
            yield from _protection(roles)


def _protection(roles: tuple[tuple[str, Expression], ...]) -> Iterator[Statement]:
    """CR 702.16b-f: not targeted, not enchanted or equipped, no damage, not blocked."""
    yield _cant("targeted", (_SELF,), roles)
    barred = Call("attached", (), (("to", _SELF), *roles))
    # CR 702.16n: but for the Aura that the protection comes from, if it says so.
    yield Do(Call("cant", (barred,), (("sparing", Name("sparing")),)))
    damage = Call("damage_dealt", (), (("to", _SELF), *roles))
    yield Do(Call("prevent", (damage,), (("n", "all"),)))
    source = dict(roles).get("source")
    if isinstance(source, str):
        yield _cant("blocked", (source,), (("to", _SELF),))
    else:
        yield _cant("blocked", ("creature",), (("to", _SELF), *roles))


def _cant(
    event: str, args: tuple[Expression, ...], roles: tuple[tuple[str, Expression], ...]
) -> Statement:
    return Do(Call("cant", (Call(event, args, roles),)))


def _sources(quality: str, scope: Scope) -> Iterator[tuple[tuple[str, Expression], ...]]:
    """How the sources of each quality are told, as roles of an event."""
    text = quality.strip().lower().removeprefix("from ")
    if text in ("", "everything"):
        yield ()
        return
    for part in _qualities(text):
        yield from _one(part, scope)


def _qualities(text: str) -> list[str]:
    """The qualities that one wording names; each is an ability of its own (CR 702.16g-h)."""
    parts = re.split(r",? and (?:from )?|, (?:from )?", text.strip().lower().removeprefix("from "))
    return [
        quality
        for part in parts
        for quality in (_COLORS if part.strip() in _EACH_COLOR else (part.strip(),))
    ]


def taken_apart(ability: Ability) -> Iterator[Ability]:
    """The abilities that one from several qualities stands for; any other one as it is."""
    found = _qualities(str(ability.env.get("quality", "")))
    if len(found) < 2:
        yield ability
        return
    for quality in found:
        env = {**ability.env, "quality": quality}
        yield replace(ability, printed=f"{ability.keyword} from {quality}", env=env)


def _one(part: str, scope: Scope) -> Iterator[tuple[tuple[str, Expression], ...]]:
    players = {name.lower(): name for name in scope.view.state.order}
    if part in players:
        yield (("source_player", players[part]),)
    elif part in ("each of your opponents", "each opponent", "your opponents", "opponents"):
        yield from ((("source_player", name),) for name in scope.view.state.opponents(scope.you))
    else:
        yield (("source", part),)
