"""What the texts of cards do when they are played."""

from __future__ import annotations

import pytest

from extract.grammar.texts import CardTexts
from kg.scenario.load import parse_scenarios
from kg.scenario.run import run_scenarios
from kg.scenario.semantics import Known, Meanings

POSITION = """
scenario: text
rules: ["602.2"]
edition: "2026-01-16"
seed: 1
setup:
  ann:
    hand: [h1]
    library: [{{id: l1, types: [land]}}, {{id: l2, types: [creature], mana_cost: "{{4}}", power: 1, toughness: 1}}, {{id: l3, types: [creature], mana_cost: "{{1}}", power: 1, toughness: 1}}, l4]
    battlefield:
      - {{id: lab, types: [artifact], text: '{{0}}: {text}'}}
      - {{id: ox, types: [creature], power: 3, toughness: 3}}
      - {{id: cat, types: [creature], power: 1, toughness: 1}}
      - {{id: field, types: [land]}}
  bob:
    hand: [b1]
    battlefield: [{{id: elk, types: [creature], subtypes: [elk], power: 2, toughness: 2}}]
steps:
  - do: {{activate: {{object: lab{targets}}}}}
  - do: {{resolve: {{}}}}
    choices: {{{choices}}}
  - expect: {{{expected}}}
"""  # noqa: E501

CASES = [
    (
        "Look at the top three cards of your library, then put them back in any order.",
        ("", "order: [l3, l1, l2]"),
        "ann: {library: [l3, l1, l2, l4]}",
    ),
    (
        "From the top of your library, reveal one card after another until one of them is a "
        "creature card with mana value 1 or less. Put that creature card into your hand and the "
        "others into your graveyard.",
        ("", ""),
        "ann: {hand: [h1, l3], library: [l4], graveyard: [l1, l2]}",
    ),
    (
        "Choose an artifact or creature you control with the greatest power. Put two +1/+1 "
        "counters on it.",
        ("", ""),
        "ox: {power: 5, toughness: 5}, cat: {power: 1}",
    ),
    (
        "Target Elk gains haste and gets +X/+1 until end of turn, where X is twice the number of "
        "lands you control.",
        (", targets: [elk]", ""),
        "elk: {power: 4, toughness: 3, keywords: [haste]}",
    ),
    (
        "Target creature deals damage equal to twice its power to target opponent.",
        (", targets: [ox, bob]", ""),
        "bob: {life: 14}",
    ),
    (
        "Target creature fights target creature you control. You gain 1 life.",
        (", targets: [elk, ox]", ""),
        "elk: graveyard, ox: {damage: 2}, ann: {life: 21}",
    ),
    (
        "Each player draws two cards for each land they control.",
        ("", ""),
        "ann: {hand: [h1, l1, l2]}, bob: {hand: [b1]}",
    ),
    (
        "Target opponent sacrifices all creatures they control.",
        (", targets: [bob]", ""),
        "elk: graveyard, ox: battlefield, cat: battlefield",
    ),
    (
        "Target land becomes a 3/3 Elk creature until end of turn. It’s still a land.",
        (", targets: [field]", ""),
        "field: {types: [creature, land], power: 3, toughness: 3}",
    ),
    (
        "Target land becomes a 3/3 Elk creature until end of turn.",
        (", targets: [field]", ""),
        "field: {types: [creature], power: 3, toughness: 3}",
    ),
    (
        "Exile the top two cards of your library face down.",
        ("", ""),
        "l1: {zone: exile, face_down: true}, l2: exile",
    ),
    (
        "Put a time counter on target creature. For as long as that creature has a time counter "
        "on it, it has flying.",
        (", targets: [elk]", ""),
        "elk: {counters: {time: 1}, keywords: [flying]}",
    ),
    (
        "You and target opponent each discard a card.",
        (", targets: [bob]", ""),
        "ann: {graveyard: [h1]}, bob: {graveyard: [b1]}",
    ),
    (
        "Each player sacrifices a creature. You lose 3 life for each creature sacrificed this way.",
        ("", "sacrifice: {ann: cat, bob: elk}"),
        "cat: graveyard, elk: graveyard, ann: {life: 14}",
    ),
]


@pytest.mark.parametrize(("text", "given", "expected"), CASES)
def test_a_text_does_what_it_says(text: str, given: tuple[str, str], expected: str) -> None:
    targets, choices = given
    source = POSITION.format(text=text, targets=targets, choices=choices, expected=expected)

    (result,) = run_scenarios(
        parse_scenarios(source, name="x.yaml"), Meanings([Known("2026-01-16")], CardTexts())
    )

    said = "; ".join(step.message for step in result.steps if step.message)
    assert (result.status, result.message or said) == ("passed", "")
