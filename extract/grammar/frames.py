"""The frames in which a rule defines a keyword action, and what stands in them for the action."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

__all__ = ["OBJECTS", "Header", "definitions"]


@dataclass(frozen=True, slots=True)
class Header:
    """What stands for the action in its definition: `amass [subtype] N`.

    Attributes:
        noun: what it is done to, such as `permanent`.
        parameters: what else it is told with.
        told: whether the definition speaks of `that player`, who does it.
    """

    name: str
    noun: str = ""
    parameters: tuple[str, ...] = ()
    told: bool = False


_QUOTED = re.compile(
    r'(?:^|[.,:] )(?:in this case, )?(?:to )?"?(?P<head>[^".,]+?)"?'
    r'(?: on a permanent)? (?:then )?means,? "(?P<body>[^"]+)"',
    re.IGNORECASE,
)
_IS_TO = re.compile(
    r'(?:^|[.] )to "?(?P<head>[^".]+?)"? (?:is to|means to|means) (?P<body>.+)$',
    re.IGNORECASE | re.DOTALL,
)
_TO = re.compile(
    r'(?:^|[.:] )to "?(?P<head>[^".,]+?)(?:, do this:|,"?|,) (?P<body>.+)$',
    re.IGNORECASE | re.DOTALL,
)
_FOR_PLAYER = re.compile(r"^for a player to (?P<head>[^,]+), (?P<body>.+)$", re.IGNORECASE)
_TOLD = re.compile(
    r"^(?:some|certain|many) (?:spells and )?abilities (?:(?:instruct|tell) (?P<who>an?|one or "
    r"more|\w+) "
    r"(?P<noun>\w+) to|can|may)? ?(?P<head>[^.,]+)(?:, [^.]+)?\. (?:to do so, )?(?P<body>.+)$",
    re.IGNORECASE | re.DOTALL,
)
_DOING = re.compile(r"^(?P<head>\w+ing [^.]*?) means (?P<body>.+)$", re.IGNORECASE | re.DOTALL)
_MUTUAL = re.compile(
    r"two creatures (?:may be told )?to (?P<head>\w+) each other\. (?P<body>.+)$",
    re.IGNORECASE | re.DOTALL,
)
_SPEAKS_OF = {_MUTUAL: "creature", _FOR_PLAYER: "player"}
_OBJECT = re.compile(
    r"(?:(?:an? )?\[(?:this )?(?P<bracket>\w+)\]|(?:an?|the|this|one or more|that|for a) "
    r"(?P<noun>[\w ,-]+?)|(?P<several>tokens [\w ]+))$"
)
OBJECTS = frozenset(
    "permanent creature card spell ability object token artifact land enchantment "
    "planeswalker".split()
)
"""What an action that names one is done to."""


def definitions(name: str, text: str) -> Iterator[tuple[Header, str, int]]:
    """The frames in a text that define an action of a name: its header, its body and where that is.

    Args:
        name: in lower case, from the rule's heading.
        text: of a rule, with plain quotes.
    """
    for frame in (_QUOTED, _FOR_PLAYER, _IS_TO, _TO, _TOLD, _DOING, _MUTUAL):
        for match in frame.finditer(text):
            head = match["head"].strip()
            noun = match.groupdict().get("noun") or _SPEAKS_OF.get(frame, "")
            header = _header(name, head, noun)
            if header is not None:
                yield header, match["body"], match.start("body")


def _header(name: str, head: str, told: str) -> Header | None:
    """What the words before `means` or the comma are called with; None if not this action."""
    low = _base_form(head.lower().strip(), name)
    words = name.split()
    rest = ""
    if low == name or low.startswith(f"{name} "):
        rest = low[len(name) :].strip()
    else:
        inside = re.fullmatch(rf"{re.escape(words[0])} (.+?) {re.escape(' '.join(words[1:]))}", low)
        if len(words) < 2 or inside is None:
            return None
        rest = inside[1]
    parameters: list[str] = []
    if match := re.search(r"(?:^| )(?:n(?: cards?)?|a number of cards)$", rest):
        parameters.append("n")
        rest = rest[: match.start()].strip()
    noun = told if told in OBJECTS else ""
    if to := re.search(r" to an? [\w ]+$", rest):
        parameters.append("to")
        rest = rest[: to.start()]
    rest = re.sub(r"( a zone)? for a card( in a zone)?$", " a zone", rest).strip()
    if rest == "it":
        rest, noun = "", "permanent"
    if rest.startswith("with "):
        parameters.append(rest.split()[-1])
        rest = ""
    if rest:
        match = _OBJECT.fullmatch(rest)
        if match is None:
            return None
        bracket = match["bracket"]
        if bracket and bracket not in OBJECTS:
            parameters.insert(0, bracket)
        elif bracket or match["noun"]:
            noun = bracket or match["noun"].split()[-1].removesuffix("s")
    return Header(name, noun, tuple(parameters), told == "player")


def _base_form(head: str, name: str) -> str:
    """`activating an ability` as `activate an ability`."""
    doing, _, rest = head.partition(" ")
    verb = name.partition(" ")[0]
    return f"{verb} {rest}" if doing in (f"{verb}ing", f"{verb.removesuffix('e')}ing") else head
