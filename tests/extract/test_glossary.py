"""The glossary: headwords, senses, see-lines, and the layouts that part two entries badly."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kg.model import Edition, GlossaryEntry

Parse = Callable[..., Edition]


@pytest.fixture
def glossary(parse: Parse) -> Callable[[str], dict[str, GlossaryEntry]]:
    def entries(text: str) -> dict[str, GlossaryEntry]:
        edition = parse(f"1. A\n\n100. B\n\n100.1. C.\n\nGlossary\n\n{text}\n\nCredits\n\nUs\n")
        return {entry.headword: entry for entry in edition.glossary}

    return entries


Glossary = Callable[[str], dict[str, GlossaryEntry]]


def test_numbered_senses_and_their_tail(glossary: Glossary) -> None:
    entry = glossary("Ability\n1. A text.\n2. A thing.\nSee rule 100.")["Ability"]

    assert [(s.label, s.text) for s in entry.senses] == [
        ("1.", "A text."),
        ("2.", "A thing."),
        ("", "See rule 100."),
    ]
    assert entry.text == "1. A text.\n2. A thing.\nSee rule 100."


def test_headword_and_first_sense_on_one_line(glossary: Glossary) -> None:
    entries = glossary("Ability1. A text.\n2. A thing.")

    assert [s.label for s in entries["Ability"].senses] == ["1.", "2."]


def test_two_entries_without_a_blank_line_are_two(glossary: Glossary) -> None:
    entries = glossary("Companion\nA keyword ability.\nConcede\nTo leave the game.")

    assert entries["Companion"].text == "A keyword ability."
    assert entries["Concede"].text == "To leave the game."


def test_three_entries_without_blank_lines_are_three(glossary: Glossary) -> None:
    entries = glossary("Card\nA thing.\nCast\nTo play it.\nCost\nWhat is paid.\nCrew\nSome men.")

    assert list(entries) == ["Card", "Cast", "Cost", "Crew"]


def test_blank_line_between_senses_parts_no_entry(glossary: Glossary) -> None:
    entries = glossary("Counter\n1. To cancel.\n\n2. A marker.\n\nDeck\nA pile.")

    assert list(entries) == ["Counter", "Deck"]
    assert [s.label for s in entries["Counter"].senses] == ["1.", "2."]


@pytest.mark.parametrize(
    ("headword", "names", "status"),
    [
        ("Kicker, Kicked", ("Kicker", "Kicked"), ""),
        ("You, Your", ("You", "Your"), ""),
        ("Active Player, Nonactive Player Order", ("Active Player, Nonactive Player Order",), ""),
        (
            "Partner, “Partner—[text],” “Partner with [name]”",
            ("Partner", "Partner—[text]", "Partner with [name]"),
            "",
        ),
        ("Bury (Obsolete)", ("Bury",), "obsolete"),
        ("Respond, Response (Informal)", ("Respond", "Response"), "informal"),
    ],
)
def test_headword_holds_its_terms(
    glossary: Glossary, headword: str, names: tuple[str, ...], status: str
) -> None:
    entry = glossary(f"{headword}\nSome meaning.")[headword]

    assert entry.names == names
    assert entry.status == status


@pytest.mark.parametrize(
    ("text", "see"),
    [
        pytest.param("See Landwalk.", ("Landwalk",), id="whole-entry"),
        pytest.param("Some meaning. See also Kicker.", ("Kicker, Kicked",), id="one-of-two-terms"),
        pytest.param(
            "Some meaning. See also Continuous Effects.", ("Continuous Effect",), id="plural"
        ),
        pytest.param("Some meaning. See “Enters the Stage.”", ("Enters the Stage",), id="quoted"),
        pytest.param(
            "See also Hidden Information.", ("Hidden Information (Informal)",), id="status"
        ),
        pytest.param(
            "See Landwalk, Continuous Effect, and Kicker.",
            ("Continuous Effect", "Kicker, Kicked", "Landwalk"),
            id="several",
        ),
        pytest.param("See rule 100, “Landwalk.”", (), id="a-rule"),
        pytest.param("See Appendix B.", (), id="nothing-there"),
    ],
)
def test_see_lines_name_entries(glossary: Glossary, text: str, see: tuple[str, ...]) -> None:
    entries = glossary(
        "Continuous Effect\nX is it.\n\nEnters the Stage\nX is it.\n\n"
        "Hidden Information (Informal)\nX is it.\n\nKicker, Kicked\nX is it.\n\n"
        f"Landwalk\nX is it.\n\nZz\n{text}"
    )

    assert entries["Zz"].see == see


def test_headword_apart_from_its_senses(glossary: Glossary) -> None:
    entries = glossary("Card\n\n1. A thing.\n2. A rule.\n\nDeck\n\nA pile of cards.")

    assert [s.label for s in entries["Card"].senses] == ["1.", "2."]
    assert entries["Deck"].text == "A pile of cards."


def test_senses_may_be_numbered_in_brackets(glossary: Glossary) -> None:
    entries = glossary("Card\n(1) A thing.\n(2) A rule.")

    assert [s.label for s in entries["Card"].senses] == ["(1)", "(2)"]
