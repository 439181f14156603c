"""`show --explain`, and what passages say read back from a store."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from extract.pipeline import read_passages
from extract.vocabulary import read_vocabulary
from kg.cli.show import command
from kg.program.text import parse_programs
from kg.store import open_store
from kg.store.reading import read_edition
from kg.store.statements import read_said_of_rule


@pytest.fixture
def store(embedded_store: Path) -> Path:
    return embedded_store


def show(store: Path, *args: str) -> str:
    done = CliRunner().invoke(command, [*args, "--explain", "--store", str(store)])
    assert done.exit_code == 0, done.output
    return done.output


def test_roles_stand_in_brackets_where_there_are_no_colours(store: Path) -> None:
    lines = show(store, "701.9b").splitlines()

    assert lines[0] == "701.9b"
    assert lines[1] == "  consequence"
    assert lines[2].startswith("    [any player: A player] who")
    assert "[condition: unless " in lines[2]
    assert "Discard (keyword action, 701.9)" in lines[3]


def test_examples_show_their_cards(store: Path) -> None:
    assert "card: Benalish Hero" in show(store, "702.22c")


def test_a_title_has_no_statement(store: Path) -> None:
    assert show(store, "701.9").splitlines() == ["701.9 Discard"]


def test_as_json_the_passages_come_beside_the_rule(store: Path) -> None:
    answer = json.loads(show(store, "701.9b", "--format", "json"))

    assert answer["number"] == "701.9b"
    assert [s["kind"] for s in answer["passages"][0]["statements"]] == [
        "consequence",
        "permission",
    ]


def test_what_was_read_comes_back_equal(store: Path) -> None:
    with open_store(store) as opened:
        key = opened.find_edition()
        edition = read_edition(opened, key)
        rules = [rule for rule in edition.rules if rule.number.section in (103, 122)][:12]
        rules += [rule for rule in edition.rules if rule.examples][:6]
        passages = [(rule, passage) for rule in rules for passage in rule.passages()]

        said = [about for *_, about in read_passages(passages, read_vocabulary(edition))]

        assert [s for rule in rules for s in read_said_of_rule(opened, key, rule)] == said


def test_program_shows_what_a_rule_makes_happen(store: Path) -> None:
    done = CliRunner().invoke(command, ["701.44", "--program", "--store", str(store)])

    by_hand, compiled = parse_programs(done.output, name="shown")
    assert (by_hand.name, by_hand.rules[0]) == ("explore", "701.44a")
    assert (compiled.name, compiled.rules) == ("explore", ("701.44a",))


def test_program_has_the_numbers_of_the_edition(store: Path) -> None:
    asked = ["701.16a", "--program", "--edition", "2017-09-29", "--store", str(store)]
    done = CliRunner().invoke(command, asked)

    for program in parse_programs(done.output, name="shown"):
        assert (program.name, program.rules[0]) == ("scry", "701.16a")


def test_where_the_compiler_stopped_is_said(store: Path) -> None:
    done = CliRunner().invoke(command, ["701.10", "--program", "--store", str(store)])

    assert "the definition in 701.10c isn't compiled: stopped at characters" in done.output


def test_a_rule_without_program_says_so(store: Path) -> None:
    asked = ["701.1", "--program", "--store", str(store)]
    done = CliRunner().invoke(command, asked)

    assert (done.exit_code, done.output) == (0, "no program states 701.1\n")
