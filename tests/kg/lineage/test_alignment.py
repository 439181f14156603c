"""Splits, merges, corrections and returns on small editions; the table against the gold."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from kg.errors import SourceError
from kg.lineage.added import Reference, add_edition
from kg.lineage.align import Unit, units_of
from kg.lineage.compute import compute
from kg.lineage.corrections import Correction, parse_corrections, shipped_corrections
from kg.lineage.scoring import read_gold, score
from kg.lineage.table import MapRow, Table, table
from kg.model import Edition, EditionKey, Rule, RuleNumber

GOLD = Path(__file__).parents[3] / "data" / "gold" / "lineage.csv"
FIRST, SECOND, THIRD = (dt.date(1990 + year, 1, 1) for year in range(3))
COOK = "Whoever lights the stove before breakfast also washes every pot when the meal is over."
DOG = "The dog sleeps in the kitchen unless its owner has left the garden gate open overnight."
BIRD = "Feed the parrot two spoons of seed at noon and cover its cage soon after dark."


def edition(day: dt.date, **texts: str) -> Edition:
    """An edition of one section; `r1a="..."` is rule 100.1a."""
    rules = [
        Rule(number=RuleNumber(1), text="House"),
        Rule(number=RuleNumber(1, 100), text="Rules"),
    ]
    for name, text in texts.items():
        heading = "" if text.endswith(".") else text
        number = RuleNumber.parse(f"100.{name[1:]}")
        rules.append(Rule(number=number, text=text, heading=heading))
    return Edition(key=EditionKey(day), rules=tuple(rules))


def rows(found: Table, old: dt.date, new: dt.date) -> list[tuple[str, str, str]]:
    """A number map without what is the same."""
    return [_plain(row) for row in found.number_map(old, new) if row.verdict != "same"]


def _plain(row: MapRow) -> tuple[str, str, str]:
    return str(row.old or ""), str(row.new or ""), row.verdict


def test_a_split_has_a_row_for_each_part() -> None:
    found = compute(
        [edition(FIRST, r1=f"{COOK} {DOG}", r2=BIRD), edition(SECOND, r1=COOK, r2=DOG, r3=BIRD)], ()
    )

    assert rows(found, FIRST, SECOND) == [
        ("100.1", "100.1", "split"),
        ("100.1", "100.2", "split"),
        ("100.2", "100.3", "renumbered"),
    ]


def test_a_merge_has_a_row_for_each_part() -> None:
    found = compute(
        [edition(FIRST, r1=COOK, r2=DOG, r3=BIRD), edition(SECOND, r1=f"{COOK} {DOG}", r2=BIRD)], ()
    )

    assert rows(found, FIRST, SECOND) == [
        ("100.1", "100.1", "merged"),
        ("100.2", "100.1", "merged"),
        ("100.3", "100.2", "renumbered"),
    ]


def test_a_split_read_backwards_is_a_merge() -> None:
    found = compute([edition(FIRST, r1=f"{COOK} {DOG}"), edition(SECOND, r1=COOK, r2=DOG)], ())

    assert {verdict for _, _, verdict in rows(found, SECOND, FIRST)} == {"merged"}


def test_a_rule_that_is_back_has_its_old_provision() -> None:
    with_dog = {"r1": COOK, "r2": DOG}

    found = compute(
        [edition(FIRST, **with_dog), edition(SECOND, r1=COOK), edition(THIRD, **with_dog)], ()
    )

    dog = RuleNumber.parse("100.2")
    assert rows(found, SECOND, THIRD) == [("", "100.2", "new")]
    assert rows(found, FIRST, THIRD) == []
    assert found.printed(FIRST)[dog].provision == found.printed(THIRD)[dog].provision


HEAD = "edition,old,new,verdict,why\n"


def test_corrections_win_over_the_alignment() -> None:
    editions = [edition(FIRST, r1=COOK, r2=DOG), edition(SECOND, r1=COOK, r2=DOG)]
    text = HEAD + "1991-01-01,100.1,100.2,paired,swapped\n1991-01-01,100.2,100.1,paired,swapped\n"

    found = compute(editions, parse_corrections(text, "x.csv"))

    assert rows(found, FIRST, SECOND) == [
        ("100.1", "100.2", "renumbered-reworded"),
        ("100.2", "100.1", "renumbered-reworded"),
    ]


def test_a_correction_can_split() -> None:
    editions = [edition(FIRST, r1=COOK), edition(SECOND, r1=DOG, r2=BIRD)]
    text = HEAD + "1991-01-01,100.1,100.1,split,x\n1991-01-01,100.1,100.2,split,x\n"

    found = compute(editions, parse_corrections(text, "x.csv"))

    assert rows(found, FIRST, SECOND) == [("100.1", "100.1", "split"), ("100.1", "100.2", "split")]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a,b\n", "x.csv: line 1: the columns must be edition,old,new,verdict,why"),
        (HEAD + "1991-01-01,100.1\n", "x.csv: line 2: has 2 columns, not 5"),
        (HEAD + "1991-01-01,100.1,,moved,x\n", "x.csv: line 2: verdict 'moved' is none of"),
        (HEAD + "1991-01-01,100.1,,new,x\n", "x.csv: line 2: `new` has a new number only"),
        (HEAD + "soon,100.1,,withdrawn,x\n", "x.csv: line 2: Invalid isoformat"),
        (HEAD + "1991-01-01,tea,,withdrawn,x\n", "x.csv: line 2: 'tea' is no rule number"),
    ],
)
def test_a_bad_correction_is_one_line(text: str, message: str) -> None:
    with pytest.raises(SourceError) as raised:
        parse_corrections(text, "x.csv")

    assert str(raised.value).startswith(message)


def test_a_correction_of_a_number_that_isnt_printed_is_named() -> None:
    wrong = Correction(SECOND, RuleNumber.parse("100.9"), None, "withdrawn", "x.csv: line 2")

    with pytest.raises(SourceError, match=r"x\.csv: line 2: rule 100\.9 isn't printed"):
        compute([edition(FIRST, r1=COOK), edition(SECOND, r1=COOK)], [wrong])


def test_the_corrections_that_ship_name_known_editions() -> None:
    assert {each.edition for each in shipped_corrections()} <= set(table().dates)


@pytest.fixture(scope="module")
def known() -> Table:
    """A table that knows a first and a third edition."""
    return compute([edition(FIRST, r1=COOK, r2=DOG), edition(THIRD, r1=BIRD, r2=COOK, r3=DOG)], ())


def _units(found: Edition) -> tuple[Unit, ...]:
    return tuple(units_of(found.rules))


def test_an_edition_between_two_known_ones_takes_their_provisions(known: Table) -> None:
    between = edition(SECOND, r1=BIRD, r2=COOK)

    found = add_edition(known, SECOND, _units(between), None)

    assert rows(found, SECOND, THIRD) == [("", "100.3", "new")]
    assert rows(found, FIRST, SECOND) == [
        ("100.1", "100.2", "renumbered"),
        ("100.2", "", "withdrawn"),
        ("", "100.1", "new"),
    ]
    assert rows(found, FIRST, THIRD) == rows(known, FIRST, THIRD)


def test_what_no_known_edition_has_gets_a_local_provision(known: Table) -> None:
    newest = dt.date(1995, 1, 1)
    added = edition(newest, r1=BIRD, r2=COOK, r3=DOG, r4="Nobody sings at table before the soup.")

    found = add_edition(known, newest, _units(added), None)

    assert rows(found, THIRD, newest) == [("", "100.4", "new")]
    provision = found.printed(newest)[RuleNumber.parse("100.4")].provision
    assert provision == "local-1995-01-01-100.4"


def test_words_at_hand_tell_a_split_in_an_added_edition() -> None:
    newest = dt.date(1995, 1, 1)
    held = edition(THIRD, r1=BIRD, r2=COOK, r3=DOG)
    before = compute([edition(FIRST, r1=COOK), edition(THIRD, r1=f"{BIRD} {COOK}", r2=DOG)], ())
    reference = Reference(THIRD, _units(edition(THIRD, r1=f"{BIRD} {COOK}", r2=DOG)))

    found = add_edition(before, newest, _units(held), reference)

    assert rows(found, THIRD, newest) == [
        ("100.1", "100.1", "split"),
        ("100.1", "100.2", "split"),
        ("100.2", "100.3", "renumbered"),
    ]


def test_other_words_under_a_known_date_leave_the_editions_behind_it(known: Table) -> None:
    first = edition(FIRST, r1=COOK, r2="The cat does as it likes, day and night, all year round.")

    found = add_edition(known, FIRST, _units(first), None)

    assert ("100.2", "100.3", "renumbered-reworded") in rows(found, FIRST, THIRD)
    assert found.printed(THIRD) == known.printed(THIRD)


def test_the_shipped_table_agrees_with_what_was_judged_by_hand() -> None:
    scores = score(table(), read_gold(GOLD))

    assert scores["renumbered"].share >= 0.97
    assert scores["same number"].share >= 0.97
    assert scores["new"].share >= 0.95
    assert scores["split"].share >= 0.9
