"""Definitions of keyword abilities, compiled: invented ones, run on a card, and real editions'."""

from __future__ import annotations

from pathlib import Path

import pytest

from extract.grammar.abilities import compile_abilities
from extract.grammar.definitions import Compiled
from extract.grammar.texts import CardTexts
from extract.programs import compile_edition
from kg.documents import Document, Reader
from kg.model import Rule, RuleNumber
from kg.program.text import parse_programs, print_program
from kg.program.tree import Program
from kg.scenario.load import parse_scenarios
from kg.scenario.run import run_scenarios
from kg.scenario.semantics import Known, Meanings

TRIAL = RuleNumber.parse("702.900")

SCENARIO = """
scenario: barbed-when-blocked
rules: ["702.900a"]
edition: "2026-01-16"
setup:
  ann:
    battlefield: [{id: boar, types: [creature], power: 1, toughness: 1, keywords: ["barbed 3"]}]
  bob: {battlefield: [{id: elk, types: [creature], power: 1, toughness: 4}]}
steps:
  - do: {declare attackers: {attackers: {boar: bob}}}
  - do: {declare blockers: {blockers: {elk: [boar]}}}
    by: bob
  - do: {resolve: {}}
  - expect: {boar: {power: 4, toughness: 4, tapped: false}}
"""


def compiled(heading: str, text: str) -> Compiled:
    """What becomes of a definition under a heading."""
    below = Rule(number=RuleNumber.parse("702.900a"), text=text, parent=TRIAL)
    (found,) = compile_abilities([Rule(number=TRIAL, text=heading, heading=heading), below])
    return found


def program(heading: str, text: str) -> Program:
    found = compiled(heading, text).program
    assert found is not None
    assert [p.name for p in parse_programs(print_program(found), name="x")] == [found.name]
    return found


def test_an_ability_that_nobody_has_seen_runs_on_a_card() -> None:
    barbed = program(
        "Barbed",
        "“Barbed N” means “When this becomes blocked, untap it and put N +1/+1 counters on it.”",
    )
    meanings = Meanings([Known("2026-01-16", compiled=lambda: (barbed,))], CardTexts())

    (result,) = run_scenarios(parse_scenarios(SCENARIO, name="x.yaml"), meanings)

    assert (result.status, result.message) == ("passed", "")


def test_it_is_what_deals_the_damage_and_that_player_whom_it_is_dealt_to() -> None:
    found = program(
        "Leech",
        "“Leech N” means “When this creature deals damage to a player, tap it, put N +1/+1 "
        "counters on it and that player loses N life.”",
    )

    text = print_program(found)
    assert 'put_counters(self, kind="+1/+1", n=n)' in text
    assert "lose_life(subject(event), n)" in text


def test_several_quotations_are_several_abilities() -> None:
    found = program(
        "Two-Faced",
        "“Two-faced [cost]” means “This creature can’t block” and “[Cost], Discard this card: Draw "
        "a card.”",
    )

    assert found.parameters == ("self", "cost")
    assert len(found.body) == 2


@pytest.mark.parametrize(
    "words",
    [
        "When this creature dies, return a card with the same mana value as it to your hand.",
        "Whenever this creature blocks, untap target creature with power less than this creature’s "
        "power.",
    ],
)
def test_what_a_description_cannot_say_is_refused(words: str) -> None:
    assert compiled("Odd", f"“Odd” means “{words}”").program is None


def test_names_that_are_no_identifiers_are_kept() -> None:
    assert program("For Glory!", "“For Glory!” means “You gain 1 life.”").name == "for glory!"


@pytest.mark.parametrize(("date", "least"), [("2017-04-28", 10), ("2026-01-16", 18)])
def test_some_abilities_of_real_editions_compile(shared: Path, date: str, least: int) -> None:
    file = shared / "editions" / f"{date}.txt"
    edition = Reader("").read(Document.load(file, origin=str(file)))

    found = [each for each in compile_edition(edition) if each.ability]

    assert sum(each.program is not None for each in found) >= least
