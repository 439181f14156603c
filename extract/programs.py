"""The programs that an edition's own words give: its keyword actions, compiled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from extract.grammar.definitions import Compiled, compile_actions
from kg.model import Edition, Rule

__all__ = ["compile_edition"]


def compile_edition(edition: Edition) -> tuple[Compiled, ...]:
    """What became of each definition in the edition's section of keyword actions.

    An edition that has no section of that heading defines none that could be found.
    """
    return tuple(
        compiled for section in _sections(edition.rules) for compiled in compile_actions(section)
    )


def _sections(rules: Sequence[Rule]) -> Iterator[list[Rule]]:
    """The rules of each section that is headed `Keyword Actions`."""
    for section in rules:
        if section.kind == "section" and section.heading.lower().rstrip(".s") == "keyword action":
            number = section.number.section
            yield [r for r in rules if r.number.section == number and r.number.rule]
