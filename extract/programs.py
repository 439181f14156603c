"""The programs that an edition's own words give: its keyword actions and abilities, compiled."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from extract.grammar.abilities import compile_abilities
from extract.grammar.definitions import Compiled, compile_actions
from kg.model import Edition, Rule

__all__ = ["compile_edition"]


def compile_edition(edition: Edition) -> tuple[Compiled, ...]:
    """What became of each definition in the edition's sections of keyword actions and abilities.

    Of abilities only plain definitions count. An edition that has no section of such a heading
    defines none that could be found.
    """
    actions = [
        compiled
        for section in _sections(edition.rules, "keyword action", 701)
        for compiled in compile_actions(section)
    ]
    known = {each.name: each.program.parameters for each in actions if each.program}
    abilities = [
        compiled
        for section in _sections(edition.rules, "keyword abilitie", 702)
        for compiled in compile_abilities(section, known=known)
    ]
    return (*actions, *abilities)


def _sections(rules: Sequence[Rule], heading: str, number: int) -> Iterator[list[Rule]]:
    """The rules of each section that has that heading, in the plural; on a page that is a part of
    a section, and so has no heading of one, those that were given the section's number."""
    headed = [rule for rule in rules if rule.kind == "section"]
    found = [s for s in headed if s.heading.lower().rstrip(".s") == heading]
    for section in [s.number.section for s in found] or ([] if headed else [number]):
        inside = [r for r in rules if r.number.section == section and r.number.rule]
        if inside:
            yield inside
