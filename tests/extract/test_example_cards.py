"""Cards that examples name, told from players and terms; and their quoted rules text."""

from __future__ import annotations

import pytest

from extract.components.example_cards import find_cards


def names(text: str, *, terms: frozenset[str] = frozenset()) -> list[str]:
    return [card.name for card in find_cards(text, is_term=terms.__contains__)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Sky Ferry is a creature.", ["Sky Ferry"]),
        ("Alex casts Sky Ferry, and Bianca controls a Goblin.", ["Sky Ferry"]),
        ("During Alex’s turn, Orb of Dusk enters.", ["Orb of Dusk"]),
        ("The player exiles Sky Ferry and Iron Boat.", ["Sky Ferry", "Iron Boat"]),
        ("Drog says “Draw a card now.”", ["Drog"]),
        ("If Drog’s ability resolves, nothing happens.", ["Drog"]),
        ("Player A attacks Player B.", []),
        ("If it dies, nothing happens.", []),
    ],
)
def test_names_cards_only(text: str, expected: list[str]) -> None:
    assert names(text, terms=frozenset({"Goblin"})) == expected


def test_quoted_text_belongs_to_the_name_before_it() -> None:
    text = "Sky Ferry reads “Draw a card now” and “Discard a card then.” Iron Boat is a land."

    ferry, boat = find_cards(text)

    assert [text[a:b] for a, b in ferry.texts] == ["Draw a card now", "Discard a card then."]
    assert boat.texts == ()


def test_every_mention_of_a_name_counts() -> None:
    (card,) = find_cards("Sky Ferry has “Draw a card now.” A copy of Sky Ferry has it too.")

    assert len(card.mentions) == 2
