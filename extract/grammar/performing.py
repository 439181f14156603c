"""Clauses that are keyword actions: `scry 2`, `destroy that creature`, `amass Zombies 3`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from extract.grammar.spoken import YOU
from kg.program.tree import Expression, op_of

if TYPE_CHECKING:
    from extract.grammar.clauses import Reader

__all__ = ["COMMON_ACTIONS", "read_action"]

COMMON_ACTIONS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(
        "scry surveil mill discover amass bolster blight incubate earthbend connive".split(), ("n",)
    ),
    **dict.fromkeys("investigate proliferate populate learn forage shuffle explore".split(), ()),
    **dict.fromkeys(
        "destroy exile tap untap counter sacrifice discard transform convert regenerate goad "
        "detain "
        "suspect exert".split(),
        ("it",),
    ),
}
"""Keyword actions with what they are done to, where no edition says which there are."""


def read_action(reader: Reader, text: str) -> bool:
    """A keyword action: `scry 2`, `destroy that creature`, `amass Zombies 3`."""
    actions = reader.spoken.actions
    low = text.lower()
    for name in sorted(actions, key=len, reverse=True):
        if low == name or low.startswith(f"{name} "):
            return _perform(reader, name, text[len(name) :].strip(), actions[name])
    return False


def _perform(reader: Reader, name: str, rest: str, parameters: tuple[str, ...]) -> bool:
    roles: dict[str, Expression] = {}
    args: list[Expression] = []
    if match := re.search(r"(?:^| )(\d+|[xn]|that many)(?: cards?)?$", rest, re.IGNORECASE):
        if "n" not in parameters:
            return False
        roles["n"], rest = reader.number(match[1]), rest[: match.start()].strip()
    named = next((p for p in ("quality", "subtype") if p in parameters), None)
    if rest and named:
        roles[named], rest = re.sub(r"^an? ", "", rest).lower().removesuffix("s"), ""
    if rest and "cost" in parameters:
        roles["cost"], rest = rest, ""
    if rest:
        if "it" not in parameters:
            return False
        args.append(reader.thing(rest, verb=name))
    elif "it" in parameters:
        args.append(reader.spoken.own)
    if not args and list(roles) == ["n"] and parameters[:1] == ("n",):
        args, roles = [roles["n"]], {}
    if reader.spoken.actor != YOU:
        roles["by"] = reader.spoken.actor
    reader.do(op_of(name), *args, **roles)
    return True
