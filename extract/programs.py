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
        for section in _sections(edition.rules, "keyword action")
        for compiled in compile_actions(section)
    ]
    known = {each.name: each.program.parameters for each in actions if each.program}
    abilities = [
        compiled
        for section in _sections(edition.rules, "keyword abilitie")
        for compiled in compile_abilities(section, known=known)
    ]
    return (*actions, *abilities)


def _sections(rules: Sequence[Rule], heading: str) -> Iterator[list[Rule]]:
    """The rules of each section that has that heading, in the plural."""
    for section in rules:
        if section.kind == "section" and section.heading.lower().rstrip(".s") == heading:
            number = section.number.section
            yield [r for r in rules if r.number.section == number and r.number.rule]
