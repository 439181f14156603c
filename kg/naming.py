"""What an edition gives names to, and which of it someone means who has typed a few letters."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from rapidfuzz import process
from rapidfuzz.distance import OSA

from kg.model import Edition

__all__ = ["Named", "names_in", "suggest"]

_LEAST = 4


@dataclass(frozen=True, slots=True)
class Named:
    """Something with a name.

    Attributes:
        kind: a rule with its heading, or an entry of the glossary.
        name: its number or its headword.
        text: what to show: the number with the heading, or the headword.
        spoken: what people type, in lower case: the heading or the headword.
    """

    kind: Literal["rule", "term"]
    name: str
    text: str
    spoken: str


def names_in(edition: Edition) -> list[Named]:
    """All rules, with their headings if they have any, then all entries of the glossary."""
    rules = [
        Named(
            "rule",
            str(rule.number),
            f"{rule.number} {rule.heading}".strip(),
            rule.heading.lower(),
        )
        for rule in edition.rules
    ]
    entries = [
        Named("term", entry.headword, entry.headword, entry.headword.lower())
        for entry in edition.glossary
    ]
    return rules + entries


def suggest(typed: str, names: Sequence[Named]) -> list[tuple[Named, bool]]:
    """What may be meant, best first, with whether it is so written.

    First the number or the name itself, then what begins so, then what has a word that begins so;
    where nothing does, the names within two slips of the pen.
    """
    asked = " ".join(typed.lower().split())
    ranked = sorted(
        (place, len(named.text), order)
        for order, named in enumerate(names)
        if (place := _rank(asked, named)) is not None
    )
    if ranked or len(asked) < _LEAST:
        return [(names[order], True) for _, _, order in ranked]
    spoken = [named.spoken for named in names]
    alike = process.extract(
        asked, spoken, scorer=OSA.distance, score_cutoff=1 + (len(asked) > 6), limit=None
    )
    return [(names[order], False) for _, _, order in alike if spoken[order]]


def _rank(asked: str, named: Named) -> int | None:
    if not asked:
        return None
    if asked in (named.name.lower(), named.spoken):
        return 0
    if named.name.lower().startswith(asked) or named.spoken.startswith(asked):
        return 1
    return 2 if f" {asked}" in f" {named.spoken}" else None
