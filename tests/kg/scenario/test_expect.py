"""Expectations: what is compared whole, what in part, what in order."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kg.scenario.run import Result

SETUP = """\
scenario: compared
rules: ["701.1"]
setup:
  ann:
    mana: {W: 1, G: 2}
    library: [l1, l2, l3]
    graveyard: [g1, g2]
    battlefield:
      - {id: bear, types: [creature, artifact], subtypes: [bear], power: 2, toughness: 2,
         keywords: [flying, trample], counters: {charge: 2}, attacking: bob}
      - {id: stone, name: Stone}
  bob: {battlefield: [{id: wall, types: [creature], power: 0, toughness: 4}]}
steps:
  - do: {deal damage: {source: bear, to: bob, amount: 1}}
  - do: {deal damage: {source: bear, to: bob, amount: 1}}
  - do: {create: {player: ann, token: {id: t1, name: Cat, types: [artifact], power: 1}}}
  - do: {create: {player: ann, token: {id: t2, name: Cat, types: [artifact], power: 3}}}
"""

HOLD = [
    "bear: battlefield",
    "bear: {types: [artifact, creature]}",
    "bear: {keywords: [Trample, flying]}",
    "bear: {keywords_include: [flying], keywords_exclude: [reach]}",
    "bear: {is: [creature, bear], name: bear}",
    "bear: {counters: {charge: 2}}",
    "bear: {counters: {'+1/+1': 0}}",
    "bear: {attacking: true}",
    "bear: {attacking: bob}",
    "stone: {counters: {}, attacking: false, power: none, attached_to: none, tapped: false}",
    "bear: {can_be_targeted_by: stone}",
    "ann: {library: [l1, l2, l3], graveyard: [g2, g1], hand: 0}",
    "ann: {library: {top: [l1, l2]}}",
    "ann: {mana: {G: 2, R: 0}}",
    "ann: {tokens: [{name: Cat}, {power: 1}]}",
    "ann: {tokens: [{}, {power: 1, name: cat}]}",
    "events: [{event: damage dealt, to: bob, amount: 1, times: 2}, damage dealt]",
    "events: [{event: damage dealt, combat: false}]",
    "no_events: [died, {event: damage dealt, to: ann}]",
    "stack: []",
    "stack: 0",
    "triggered: []",
    "illegal: false",
]
BREAK = [
    "bear: graveyard",
    "bear: {types: [creature]}",
    "bear: {keywords: [flying]}",
    "bear: {keywords_include: [flying, reach]}",
    "bear: {keywords_exclude: [flying]}",
    "bear: {is: land}",
    "bear: {counters: {}}",
    "bear: {counters: {charge: 1}}",
    "bear: {attacking: false}",
    "bear: {attacking: wall}",
    "stone: {name: none}",
    "stone: {power: 0}",
    "wall: {can_block: bear}",
    "ann: {library: [l2, l1, l3]}",
    "ann: {library: {top: [l2]}}",
    "ann: {graveyard: [g1]}",
    "ann: {hand: 1}",
    "ann: {mana: {G: 1}}",
    "ann: {tokens: [{name: Cat}, {name: Cat}, {name: Cat}]}",
    "ann: {tokens: [{power: 3}, {power: 3}]}",
    "events: [{event: damage dealt, times: 1}]",
    "events: [died]",
    "events: [{event: damage dealt, combat: true}]",
    "no_events: [damage dealt]",
    "stack: 1",
    "illegal: true",
    'rules: ["999.1"]',
    "bob: {life: 17}",
]


@pytest.mark.parametrize("wanted", HOLD)
def test_what_holds_passes(run: Callable[..., Result], wanted: str) -> None:
    result = run(f"{SETUP}  - expect: {{{wanted}}}\n")
    assert (result.status, result.message) == ("passed", "")


@pytest.mark.parametrize("wanted", BREAK)
def test_what_does_not_hold_fails(run: Callable[..., Result], wanted: str) -> None:
    result = run(f"{SETUP}  - expect: {{{wanted}}}\n")
    assert [step.status for step in result.steps] == ["passed"] * 4 + ["failed"]


def test_events_are_forgotten_after_an_expect(run: Callable[..., Result]) -> None:
    steps = "  - expect: {events: [damage dealt]}\n  - expect: {no_events: [damage dealt]}\n"
    assert run(SETUP + steps).status == "passed"
