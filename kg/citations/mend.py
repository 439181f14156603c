"""Which characters of a text to rewrite so that its citations name what they named.

Only digits and letters of numbers are touched. Numbers that share a printed prefix (`701.44a/b`)
are rewritten together or not at all: `701.44a/b` can't say that its b moved elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kg.citations.judge import Ruling
from kg.citations.model import PASSING, Cited, Edit, Printed
from kg.citations.ranges import split

__all__ = ["Edits", "apply_edits", "plan"]

Edits = tuple[Edit, ...] | None


def plan(
    items: Sequence[Cited], texts: Sequence[str], rulings: Sequence[Ruling | None]
) -> list[Edits]:
    """The edits for each citation; None where it, or one that it is bound to, is doubtful.

    The b of `701.44a/b` moves with its a, and needs none of its own.

    Args:
        texts: each citation as printed.
    """
    found: list[Edits] = []
    chain: list[tuple[Cited, str, Ruling | None]] = []
    for item, text, ruling in zip(items, texts, rulings, strict=True):
        if chain and _is_whole(item):
            found += _chain(chain)
            chain = []
        chain.append((item, text, ruling))
    return found + _chain(chain)


def _is_whole(item: Cited) -> bool:
    """Whether a citation prints its own section and so begins a chain."""
    return item.first is None or item.first.section is not None


def _chain(chain: Sequence[tuple[Cited, str, Ruling | None]]) -> list[Edits]:
    nothing: list[Edits] = [None for _ in chain]
    section = rule = ""
    edits: list[Edits] = []
    for item, text, ruling in chain:
        if ruling and ruling.verdict not in PASSING and not (ruling.certain and ruling.renewed):
            return nothing
        own: list[Edit] = []
        for printed, number in _renewed(item, ruling):
            new = split(number)
            if printed.section is None and new[0] != section:
                return nothing
            if printed.section is None and printed.rule is None and new[1] != rule:
                return nothing
            section, rule = new[0], new[1]
            changes = _changes(text, item.start, printed, new)
            if changes is None:
                return nothing
            own += changes
        edits.append(tuple(own))
    return edits


def _renewed(item: Cited, ruling: Ruling | None) -> Iterable[tuple[Printed, str]]:
    news = (ruling.renewed if ruling else None) or (None, None)
    for printed, number in zip(item.printed(), news, strict=False):
        yield printed, number or printed.number


def _changes(
    text: str, begins: int, printed: Printed, new: tuple[str, str, str]
) -> list[Edit] | None:
    """The edits of one number's parts; None where the new one can't be printed in that form."""
    edits = []
    for place, part in zip((printed.section, printed.rule, printed.letter), new, strict=True):
        if place is None:
            continue
        old = text[place[0] - begins : place[1] - begins]
        wanted = part.upper() if old.isupper() else part
        if not part:
            if printed.rule is None or text.endswith(")"):
                return None
            edits.append(Edit(*place, ""))
        elif wanted != old:
            edits.append(Edit(*place, wanted))
    if new[2] and printed.letter is None:
        if printed.rule is None:
            return None
        edits.append(Edit(printed.rule[1], printed.rule[1], new[2]))
    return edits


def apply_edits(text: str, edits: Iterable[Edit]) -> str:
    """The text with edits made; they must not overlap."""
    parts, place = [], 0
    for edit in sorted(edits):
        parts += [text[place : edit.start], edit.text]
        place = edit.end
    return "".join([*parts, text[place:]])
