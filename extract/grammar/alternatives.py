"""Clauses that leave a choice between two instructions: `A or B`, `A unless they B`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from extract.grammar.phrases import UnreadableError
from kg.program.tree import Call, Within

if TYPE_CHECKING:
    from extract.grammar.clauses import Reader

__all__ = ["read_choice"]


def read_choice(reader: Reader, text: str) -> bool:
    """`A or B`, `either A, or B`, `A unless they B`: a choice between two instructions."""
    if match := re.fullmatch(
        r"(.+?) unless (?:they|you|that player|((?:its|their) (?:controller|owner))) pays? (.+)",
        text,
    ):
        who = reader.trial().player(match[2]) if match[2] else reader.spoken.actor
        frame = Call("unless_paid", (reader.cost(match[3]),), (("by", who),))
        reader.statements.append(Within(frame, reader.offered(match[1])))
        return True
    if match := re.fullmatch(r"(.+?) unless (?:they|you|that player) (.+)", text):
        offered = reader.offered(match[2])
        frame = Call("may", (reader.spoken.actor,))
        reader.statements.append(Within(frame, offered, reader.offered(match[1])))
        return True
    plain = re.sub(r"^(?:chooses?: )?either ", "", text)
    for joint in re.finditer(r",? or (?:else )?", plain):
        tried = [reader.trial(), reader.trial()]
        parts = plain[: joint.start()], plain[joint.end() :]
        try:
            bodies = [each.offered(part) for each, part in zip(tried, parts, strict=True)]
        except UnreadableError:
            continue
        reader.spoken.become(tried[1].spoken)
        options = tuple(
            Within(Call("option", (label,)), body)
            for label, body in zip(_labels(parts), bodies, strict=True)
        )
        reader.statements.append(Within(Call("choose_one", (reader.spoken.actor,)), options))
        return True
    return False


def _labels(parts: tuple[str, str]) -> tuple[str, str]:
    """Short names of two options: their verbs, or where these are the same all their words."""
    verbs = [
        re.sub(r"^(?:you|they|that player) ", "", part).partition(" ")[0].lower() for part in parts
    ]
    if verbs[0] != verbs[1]:
        return verbs[0], verbs[1]
    return parts[0], parts[1]
