"""Definitions of keyword actions, compiled: invented ones, the rulebook's, and real editions'."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from extract.grammar.definitions import Compiled, compile_actions
from extract.programs import compile_edition
from kg.documents import Document, Reader, embedded_documents
from kg.model import Edition, Rule, RuleNumber
from kg.program.text import parse_programs, print_program

TRIAL = RuleNumber.parse("701.90")


def compiled(heading: str, *texts: str) -> Compiled:
    """What becomes of the definition in some lettered rules under a heading."""
    letters = [RuleNumber.parse(f"{TRIAL}{letter}") for letter in "abcdefg"]
    below = [
        Rule(number=number, text=text, parent=TRIAL)
        for number, text in zip(letters, texts, strict=False)
    ]
    (found,) = compile_actions([Rule(number=TRIAL, text=heading, heading=heading), *below])
    return found


def program(heading: str, *texts: str) -> str:
    """The program without its decorator and without the names of its decisions."""
    found = compiled(heading, *texts).program
    assert found is not None
    text = print_program(found)
    assert [print_program(p) for p in parse_programs(text, name="x")] == [text]
    return text.partition("\n")[2].strip().replace(', decision="discard"', "")


def body(text: str) -> str:
    """A program's text as it is compared: without the indent of this file."""
    return re.sub(r"(?m)^        ", "", text).strip()


def test_an_action_on_a_permanent_is_compiled() -> None:
    found = program(
        "Freeze",
        "“Freeze [permanent]” means “Tap [permanent]. It doesn’t untap during its controller’s "
        "next untap step.”",
    )

    assert found == body("""
        def freeze(it):
            tap(it)
            skip_untap(it)
    """)


def test_that_many_is_the_number_spoken_of() -> None:
    found = program("Rummage", "To rummage N, discard N cards, then draw that many cards.")

    assert found == body("""
        def rummage(n):
            discard(choose(you, "card", n=n, zone="hand", of=you), by=you)
            draw(you, n)
    """)


def test_each_opponent_acts_and_then_you_may() -> None:
    found = program(
        "Bury",
        "“Bury N” means “Each opponent mills N cards, then you may return a creature card from "
        "your graveyard to your hand.”",
    )

    assert found == body("""
        def bury(n):
            with each_player(opponents(you)):
                mill(n, by=you)
            with may(you):
                that2 = remember(choose(you, "creature card", zone="graveyard"))
                move(that2, to="hand")
    """)


def test_who_does_not_act_gets_the_alternative() -> None:
    found = program(
        "Toll",
        "Some spells and abilities tell a creature to toll. That creature’s controller may discard "
        "a card. If they do, they draw two cards. Otherwise, sacrifice that creature.",
    )

    assert found == body("""
        def toll(it):
            that1 = remember(controller(it))
            with may(that1):
                discard(choose(that1, "card", n=1, zone="hand", of=that1), by=that1)
                draw(that1, 2)
            with otherwise():
                sacrifice(it)
    """)


def test_what_hangs_on_a_condition_alone_is_not_done_without_it() -> None:
    found = program("Grow", "“Grow N” means “If you control an Elf, you gain N life.”")

    assert found == body("""
        def grow(n):
            if not_(controls(you, "elf")):
                nothing_happens()
            gain_life(you, n)
    """)


def test_everyone_goes_on_with_what_has_no_subject() -> None:
    found = program(
        "Balance", "“Balance” means “Each player discards their hand, then draws two cards.”"
    )

    assert found == body("""
        def balance():
            with each_player(players()):
                discard(hand(you))
            with each_player(players()):
                draw(you, 2)
    """)


def test_a_controller_makes_tokens_of_their_own() -> None:
    found = program(
        "Banish", "To banish a creature, exile it, then its controller creates a Clue token."
    )

    assert found == body("""
        def banish(it):
            exile(it)
            that1 = remember(controller(it))
            create_token("Clue", under=that1)
    """)


def test_what_comes_later_waits_for_its_step() -> None:
    found = program(
        "Echoes",
        "“Echoes [creature]” means “Create a token that’s a copy of [creature]. Sacrifice it "
        "at the "
        "beginning of the next end step.”",
    )

    assert found == body("""
        def echoes(it):
            that1 = copy_token(it)
            with when(begins("end step"), once=True):
                sacrifice(that1)
    """)


def test_a_place_ends_where_the_next_instruction_begins() -> None:
    found = program(
        "Tinker",
        "To tinker, sacrifice an artifact. If you do, search your library for an artifact "
        "card, put "
        "it onto the battlefield, then shuffle.",
    )

    assert 'move(found, to="battlefield")\n        shuffle([])' in found


def test_lettered_rules_add_guards() -> None:
    found = program(
        "Peek",
        "To peek N, reveal the top N cards of your library and put any number of those on "
        "the bottom of your library and the rest on top of it, in any order.",
        "If a player is instructed to peek 0, no peek event occurs.",
        "A player peeks after the process described in rule 701.90a is complete, even if some or "
        "all of those actions were impossible.",
    )

    assert found == body("""
        def peek(n):
            if equal(n, 0):  # CR 701.90b
                nothing_happens()
            happens()  # CR 701.90c
            that1 = remember(top(you, n))
            reveal(that1)
            divide(that1, first="library bottom", rest="library top", of=you)
    """)


def test_an_action_may_use_one_defined_below() -> None:
    rules = [
        Rule(number=RuleNumber.parse("701.2"), text="Chill", heading="Chill"),
        Rule(
            number=RuleNumber.parse("701.2a"),
            text="To chill a creature, freeze that creature and you gain 2 life.",
            parent=RuleNumber.parse("701.2"),
        ),
        Rule(number=RuleNumber.parse("701.3"), text="Freeze", heading="Freeze"),
        Rule(
            number=RuleNumber.parse("701.3a"),
            text="To freeze a permanent, tap it.",
            parent=RuleNumber.parse("701.3"),
        ),
    ]

    chill, freeze = compile_actions(rules)

    assert freeze.program is not None
    assert chill.program is not None
    assert "freeze(it)" in print_program(chill.program)


def test_where_it_stops_is_told() -> None:
    text = "To bewilder N, draw N cards, then flummox every hat in the room."

    found = compiled("Bewilder", text)

    assert found.program is None
    assert found.stopped is not None
    assert found.stopped.number == "701.90a"
    assert text[found.stopped.start : found.stopped.end].startswith("flummox every hat")


def test_a_heading_without_a_definition_stops_nowhere() -> None:
    found = compiled("Assemble", "Assemble is a thing of another game.")

    assert (found.program, found.stopped) == (None, None)


@pytest.mark.parametrize(("number", "least"), [(0, 33), (1, 56)])
def test_most_actions_of_the_embedded_rulebook_compile(number: int, least: int) -> None:
    edition = Reader("").read(embedded_documents()[number])
    found = [each for each in compile_edition(edition) if not each.ability]

    assert sum(each.program is not None for each in found) >= least


# How many definitions compile of how many; counts only, the words are the publisher's.
EDITIONS = {
    "2011-09-30": (19, 25),
    "2017-04-28": (33, 37),
    "2023-11-17": (40, 55),
    "2026-01-16": (56, 68),
}


@pytest.mark.parametrize("date", EDITIONS)
def test_real_editions_compile(shared: Path, date: str) -> None:
    edition = _read(shared / "editions" / f"{date}.txt")
    found = [each for each in compile_edition(edition) if not each.ability]

    assert sum(each.program is not None for each in found) >= EDITIONS[date][0]
    assert len(found) == EDITIONS[date][1]


def _read(file: Path) -> Edition:
    return Reader("").read(Document.load(file, origin=str(file)))


def test_a_page_that_is_a_part_of_the_section_compiles(shared: Path) -> None:
    file = next((shared / "seeds").glob("001_*"))

    found = compile_edition(_read(file))

    assert sum(each.program is not None for each in found) >= 11
