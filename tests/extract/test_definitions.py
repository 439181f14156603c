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


# Definitions of invented actions, with what their programs do.
SAID = {
    "“Displace [permanent]” means “Exile [permanent]. At the beginning of the next upkeep, return "
    "it to the battlefield tapped.”": """
        def displace(it):
            exile(it)
            with when(begins("upkeep"), once=True):
                move(it, to="battlefield", tapped=True)
    """,
    "“Displace N” means “Look at N cards from the top of your library. You may put one of them "
    "into your hand. Put the rest into your graveyard.”": """
        def displace(n):
            that1 = remember(top(you, n))
            look(that1)
            with may(you):
                that2 = remember(choose(you, that1))
                move(that2, to="hand")
            move(without(that1, that2), to="graveyard")
    """,
    "To displace N, from the top of your library, reveal one card after another until one of them "
    "is an Elf card with mana value N or less. Put that Elf card into your hand and the others "
    "into your graveyard.": """
        def displace(n):
            seen = remember(nothing())
            found = remember(nothing())
            with until(or_(exists(found), not_(exists(without(library(you), seen))))):
                last = remember(first(without(library(you), seen)))
                reveal(last)
                seen = remember(union(seen, last))
                if and_(matches(last, "elf card"), at_most(mana_value(last), n)):
                    found = remember(last)
            move(found, to="hand")
            move(without(seen, found), to="graveyard")
    """,
    "To displace, draw two cards, then discard a card. If you discarded a land card this way, "
    "untap target Elf.": """
        def displace():
            draw(you, 2)
            that2 = discard(choose(you, "card", n=1, zone="hand", of=you), by=you)
            if matches(that2, "land card"):
                that3 = remember(target("elf"))
                untap(that3)
    """,
    "“Displace [creature]” means “Gain control of [creature] until end of turn. It gains haste "
    "until end of turn.”": """
        def displace(it):
            gain_control(you, it, "end of turn")
            with during("end of turn"):
                has(it, "haste")
    """,
    "To displace, you may put a land card from your hand onto the battlefield tapped. If you "
    "don’t, draw two cards.": """
        def displace():
            it = remember(nothing())
            with may(you):
                it = remember(choose(you, "land card", zone="hand"))
                it = move(it, to="battlefield", tapped=True, from_zone="hand")
            with otherwise():
                draw(you, 2)
    """,
    "To displace, flip a coin. If you win the flip, draw a card. If you lose the flip, discard "
    "a card.": """
        def displace():
            won = flip()
            if won:
                draw(you, 1)
            if not_(won):
                discard(choose(you, "card", n=1, zone="hand", of=you), by=you)
    """,
    "To displace a creature, destroy it. It can’t be regenerated.": """
        def displace(it):
            destroy(it, no_regeneration=True)
    """,
    "“Displace N” means “Choose an Elf you control with the greatest power. Put N +1/+1 counters "
    "on it.”": """
        def displace(n):
            it = remember(choose(you, greatest_by(all_of("elf you control"), "power")))
            put_counters(it, kind="+1/+1", n=n)
    """,
    "“Displace [player]” means “Look at [player]’s hand and choose a nonland card from it. That "
    "player discards that card and loses 1 life.”": """
        def displace(player):
            look(hand(player))
            it = remember(choose(you, filtered(hand(player), "nonland card")))
            discard(it, by=player)
            lose_life(player, 1)
    """,
    "“Displace [creature]” means “[Creature] gains haste and gets +X/+0 until end of turn, where "
    "X is the number of lands you control.”": """
        def displace(it):
            x = remember(count(all_of("lands you control")))
            with during("end of turn"):
                has(it, "haste")
                gets(it, power=x, toughness=0)
    """,
    "To displace, each opponent sacrifices an Elf. You create a Clue token for each Elf "
    "sacrificed this way.": """
        def displace():
            all_that1 = remember(nothing())
            with each_player(opponents(you)):
                that1 = remember(choose(you, "elf you control", decision="sacrifice"))
                sacrifice(that1)
                all_that1 = remember(union(all_that1, that1))
            create_token("Clue", n=count(filtered(all_that1, "elf")))
    """,
    "Some spells and abilities tell a player to displace. To do so, that player untaps all Elves "
    "they control.": """
        def displace():
            untap(all_of("elves you control"))
    """,
    "“Displace [land]” means “[Land] becomes a 3/3 Elf creature until end of turn. It’s still a "
    "land.”": """
        def displace(it):
            with during("end of turn"):
                becomes(it, added_types=["creature"], added_subtypes=["elf"], power=3, toughness=3)
    """,
    "To displace a spell, counter it unless its controller pays {2}.": """
        def displace(it):
            with unless_paid("{2}", by=controller(it)):
                counter(it)
    """,
}


@pytest.mark.parametrize("text", SAID)
def test_a_program_does_what_its_definition_says(text: str) -> None:
    assert program("Displace", text) == body(SAID[text])


@pytest.mark.parametrize(
    "words",
    [
        "destroy all Elves of the kind of your choice",
        "attach all Auras enchanting target Elf to this permanent",
        "choose any number of Elves you control with a hat on them and/or Elf cards you own in "
        "exile with a hat on them",
        "exile three cards from your graveyard or paint a Food",
        "[permanent] becomes a copy of Old Nell",
        "choose an Elf with the greatest renown",
        "destroy target Elf that danced this turn",
        "you gain life equal to the joy of the Elves",
        "destroy an Elf. It can’t be ignored",
    ],
)
def test_what_the_grammar_does_not_know_is_refused(words: str) -> None:
    assert compiled("Displace", f"“Displace [permanent]” means “{words}.”").program is None


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
