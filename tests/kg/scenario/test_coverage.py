"""Coverage: which rules scenarios validate or contradict, and what the store is told of it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from kg.cli.validate import command
from kg.model import EditionKey, RuleNumber
from kg.scenario.assertions import make_assertions
from kg.scenario.coverage import Covered, cover, is_in_scope
from kg.scenario.coverage import play_all as play
from kg.scenario.coverage_report import coverage_as_json, tallies, unvalidated
from kg.scenario.judgements import ExampleJudgement
from kg.scenario.load import parse_scenarios
from kg.scenario.semantics import Meanings
from kg.store import open_store
from kg.vocab import EARL, RL, validation_graph

PASSING = """\
scenario: breaks
rules: ["701.8a"]
setup: {ann: {battlefield: [stone]}}
steps:
  - do: {destroy: {objects: [stone]}}
  - expect: {stone: graveyard}
"""
FAILING = PASSING.replace("breaks", "stays").replace("stone: graveyard", "stone: battlefield")
STOPPING = PASSING.replace("breaks", "odd").replace(
    "[stone]}}\n", "[{id: stone, text: Gribble.}]}}\n", 1
)

KEY = EditionKey.from_path("restated/2026-01-16")
RULE = RuleNumber.parse("701.8a")

Cover = Callable[..., dict[str, Covered]]


@pytest.fixture(scope="session")
def covered(meanings: Meanings) -> Cover:
    """`covered(text, ...)`: how far 701.8a and its examples are, played under 2026-01-16."""

    def cover_text(
        *texts: str,
        home: str = "2026-01-16",
        alike: dict[str, str] | None = None,
        reasons: dict[str, str] | None = None,
        examples: dict[tuple[str, int], ExampleJudgement] | None = None,
    ) -> dict[str, Covered]:
        scenarios = [each for text in texts for each in parse_scenarios(text, name="x.yaml")]
        played = play(
            [(each, home) for each in scenarios],
            meanings.choose("2026-01-16"),
            names={"2026-01-16"},
            alike=lambda other: alike or {},
        )
        found = cover([RULE], played, reasons=reasons or {}, lacks={}, examples=examples or {})
        return {f"{each.rule}#{each.example}": each for each in found}

    return cover_text


def test_a_scenario_that_passes_validates_the_rules_that_it_names(covered: Cover) -> None:
    each = covered(PASSING)["701.8a#0"]

    assert (each.status, each.passed) == ("validated", ("breaks",))


def test_a_scenario_that_fails_contradicts_whatever_others_do(covered: Cover) -> None:
    each = covered(PASSING, FAILING)["701.8a#0"]

    assert (each.status, each.failed) == ("contradicted", ("stays",))


def test_a_scenario_that_cannot_be_run_says_nothing(covered: Cover) -> None:
    each = covered(STOPPING, reasons={"701.8a": "Says nothing."})["701.8a#0"]

    assert (each.status, each.stopped) == ("untested", ("odd",))


def test_a_rule_of_which_nobody_speaks_is_untested_unless_it_says_nothing(covered: Cover) -> None:
    assert covered()["701.8a#0"].status == "untested"
    assert covered(reasons={"701.8a": "Says nothing."})["701.8a#0"].status == "not executable"


def test_another_editions_scenario_speaks_for_rules_worded_alike_where_it_passes(
    covered: Cover,
) -> None:
    text = PASSING.replace("701.8a", "701.7a")

    alike = covered(text, home="2017-09-29", alike={"701.7a": "701.8a"})
    other = covered(text, home="2017-09-29", alike={})
    failing = covered(FAILING, home="2017-09-29", alike={"701.8a": "701.8a"})

    assert alike["701.8a#0"].status == "validated"
    assert other["701.8a#0"].status == "untested"
    assert failing["701.8a#0"].status == "untested"


def test_an_example_is_as_the_scenarios_that_play_it(covered: Cover) -> None:
    examples = {
        ("701.8a", 1): ExampleJudgement(("breaks",)),
        ("701.8a", 2): ExampleJudgement(("breaks", "stays")),
        ("701.8a", 3): ExampleJudgement(why="Tells of a tournament."),
        ("701.8a", 4): ExampleJudgement(("gone",)),
    }

    found = covered(PASSING, FAILING, examples=examples)

    assert [found[f"701.8a#{place}"].status for place in (1, 2, 3, 4)] == [
        "validated",
        "contradicted",
        "not executable",
        "untested",
    ]


def test_report_counts_sections_and_lists_what_is_open(covered: Cover) -> None:
    found = covered(FAILING, examples={("701.8a", 1): ExampleJudgement(why="No.")}).values()

    rules, examples, *_ = tallies(found)
    assert (rules["section"], rules["of"], rules["contradicted"], rules["share"]) == (
        *("701", "rules"),
        *(1, 0.0),
    )
    assert (examples["of"], examples["not_executable"], examples["share"]) == ("examples", 1, 1.0)
    assert list(unvalidated(found)) == ["701.8a: contradicted by stays"]
    assert coverage_as_json(found)["rules"] == [
        {"rule": "701.8a", "status": "contradicted", "failed": ["stays"]},
        {"rule": "701.8a", "example": 1, "status": "not executable", "why": "No."},
    ]


def test_scope_follows_a_keyword_through_the_editions() -> None:
    then, now = is_in_scope("2017-09-29"), is_in_scope("2026-01-16")

    def named(scope: Callable[[RuleNumber], bool], *numbers: str) -> list[bool]:
        return [scope(RuleNumber.parse(number)) for number in numbers]

    # Cycling is 702.28 and then 702.29, which in 2017 was echo.
    assert named(then, "701.2a", "702.28a", "702.29a", "703.1") == [True, True, False, False]
    assert named(now, "701.70a", "702.28a", "702.29a", "702.30a") == [True, True, True, False]


def test_assertions_are_about_the_rule_and_tested_by_a_scenario() -> None:
    covered = [
        Covered(rule=RULE, passed=("breaks",), failed=("stays",)),
        Covered(rule=RULE, example=1, why="Tells of a tournament."),
        Covered(rule=RuleNumber.parse("701.8b")),
    ]

    quads = list(make_assertions(covered, KEY, software="ruleloom 1"))

    said = {(q.subject.value.rpartition("semantics/")[2], q.predicate): q.object for q in quads}  # type: ignore[union-attr]
    assert {q.graph_name for q in quads} == {validation_graph(KEY)}
    assert said["rule/701.8a/breaks/result", EARL.outcome] == EARL.passed
    assert said["rule/701.8a/stays/result", EARL.outcome] == EARL.failed
    assert said["rule/701.8a/example/1/execution", EARL.test] == RL.execution
    assert said["rule/701.8a/example/1/execution", EARL.mode] == EARL.manual
    assert said["rule/701.8a/example/1/execution/result", EARL.outcome] == EARL.inapplicable
    assert said["rule/701.8b/execution/result", EARL.outcome] == EARL.untested


@pytest.mark.slow
def test_command_keeps_semantics_beside_shapes(embedded_store: Path, tmp_path: Path) -> None:
    store = tmp_path / "store"
    shutil.copytree(embedded_store, store, symlinks=True)
    (tmp_path / "x.yaml").write_text(PASSING)
    options = ["--store", str(store), "--scenarios", str(tmp_path / "x.yaml"), "--format", "json"]

    told = CliRunner().invoke(command, ["--semantics", *options])
    again = CliRunner().invoke(command, ["--shapes", *options])

    rules = {
        (each["rule"], each.get("example")): each
        for each in json.loads(told.stdout)["semantics"]["rules"]
    }
    assert rules["701.8a", None] == {"rule": "701.8a", "status": "validated", "passed": ["breaks"]}
    assert json.loads(again.stdout)["violations"] == []
    with open_store(store) as opened:
        kept = "?one earl:test ?scenario . ?scenario a rl:Scenario . ?two a sh:ValidationReport"
        assert bool(opened.query(f"ASK {{ {kept} }}"))


def test_command_ends_with_status_1_where_a_rule_is_contradicted(
    embedded_store: Path, tmp_path: Path
) -> None:
    store = tmp_path / "store"
    shutil.copytree(embedded_store, store, symlinks=True)
    (tmp_path / "x.yaml").write_text(FAILING)

    done = CliRunner().invoke(
        command, ["--semantics", "--store", str(store), "--scenarios", str(tmp_path / "x.yaml")]
    )

    assert done.exit_code == 1
    assert "701.8a: contradicted by stays\n" in done.stdout
