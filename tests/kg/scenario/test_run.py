"""Scenarios run: statuses, refusals, editions that stand in, and what reports say."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from kg.errors import ScenarioError
from kg.scenario.report import as_json, as_junit, as_words, exit_status, trace_lines
from kg.scenario.run import Result, run_files
from kg.scenario.semantics import Known, Meanings, numbers_of

Run = Callable[..., Result]

HEAD = """\
scenario: stones
rules: ["701.8a"]
setup:
  ann:
    battlefield: [{id: bear, types: [creature], power: 2, toughness: 2}, stone]
    library: [l1, l2, l3]
steps:
"""
CHECK = "  - expect: {bear: battlefield}\n"
DESTROY = "  - do: {destroy: {objects: [stone]}}\n" + CHECK


def test_a_scenario_that_holds_passes_step_by_step(run: Run) -> None:
    result = run(HEAD + DESTROY + "  - note: gone\n  - expect: {stone: graveyard}\n")
    assert (result.status, result.edition) == ("passed", "2026-01-16")
    assert [(s.position, s.kind, s.status) for s in result.steps] == [
        (0, "do", "passed"),
        (1, "expect", "passed"),
        (2, "note", "passed"),
        (3, "expect", "passed"),
    ]


def test_a_failed_expectation_tells_only_what_differs(run: Run) -> None:
    result = run(HEAD + DESTROY + "  - expect: {stone: hand, bear: {zone: battlefield}}\n")
    assert result.status == "failed"
    record = as_json(result)["steps"][2]
    assert record["expected"] == {"stone": {"zone": "hand"}}
    assert record["actual"] == {"stone": {"zone": "graveyard"}}


def test_events_carry_the_rules_behind_them(run: Run) -> None:
    step, _ = as_json(run(HEAD + DESTROY))["steps"]
    destroyed = next(e for e in step["events"] if e["event"] == "destroyed")
    assert destroyed["object"] == "stone"
    assert "701.8a" in destroyed["rules"]


ILLEGAL = "  - do: {sacrifice: {player: bob, object: stone}}\n"


def test_a_refused_step_fails_and_changes_nothing(run: Run) -> None:
    result = run(HEAD + ILLEGAL + "  - expect: {illegal: true, stone: battlefield}\n")
    assert [step.status for step in result.steps] == ["failed", "passed"]
    assert result.steps[0].message.startswith("refused: ")


def test_a_step_that_must_be_refused_passes_where_it_is(run: Run) -> None:
    step = "  - {do: {sacrifice: {player: bob, object: stone}}, illegal: true}\n"
    result = run(HEAD + step)
    assert result.status == "passed"
    assert result.steps[0].message.startswith("refused: ")


def test_a_step_that_must_be_refused_fails_where_it_is_not(run: Run) -> None:
    result = run(HEAD + "  - {do: {destroy: {objects: [stone]}}, illegal: true}\n")
    assert result.steps[0].status == "failed"
    assert "not refused" in result.steps[0].message


def test_an_answer_that_nobody_asks_for_fails_its_step(run: Run) -> None:
    result = run(HEAD + "  - {do: {destroy: {objects: [stone]}}, choices: {number: 3}}\n" + CHECK)
    assert result.status == "failed"
    assert "number" in result.steps[0].message


def test_a_text_that_cannot_be_read_is_an_error_that_quotes_it(run: Run) -> None:
    text = HEAD.replace("stone]", "{id: odd, text: Gribble the flonk.}]") + DESTROY.replace(
        "stone", "odd"
    )
    result = run(text)
    assert (result.status, result.unreadable) == ("error", False)
    assert "ribble the flonk" in result.message


def test_a_breach_of_the_format_is_an_error_with_its_line(run: Run) -> None:
    result = run(HEAD.replace("setup:", "setups:") + DESTROY)
    assert (result.status, result.unreadable) == ("error", True)
    assert "x.yaml:3: unknown key 'setups'" in result.message


@pytest.mark.parametrize(
    ("asked", "edition", "told"),
    [
        pytest.param("2017-09-29", "2017-09-29", False, id="loaded"),
        pytest.param("2019-01-01", "2017-09-29", True, id="nearest-earlier"),
        pytest.param("2030-01-01", "2026-01-16", True, id="later-than-all"),
    ],
)
def test_an_edition_that_is_not_loaded_is_stood_for(
    run: Run, asked: str, edition: str, told: bool
) -> None:
    result = run(HEAD + DESTROY, edition=asked)
    assert (result.status, result.edition) == ("passed", edition)
    assert (asked in result.message) == told


def test_an_edition_before_all_that_are_loaded_is_an_error(run: Run) -> None:
    result = run(HEAD.replace("setup:", 'edition: "2005-08-01"\nsetup:') + DESTROY)
    assert (result.status, result.steps) == ("error", ())
    assert "2005-08-01" in result.message


def test_an_edition_is_known_by_the_date_of_its_file_too(meanings: Meanings) -> None:
    known = Meanings([Known("2021-02-05", frozenset({"2021-02-02"}))], meanings.texts)
    assert known.choose("2021-02-02").message == ""
    assert known.choose("2021-02-02").edition == "2021-02-05"


def test_semantics_are_made_once_an_edition(meanings: Meanings) -> None:
    assert meanings.choose("").semantics is meanings.choose("2026-01-16").semantics


def test_nothing_loaded_is_an_error_of_its_own(meanings: Meanings) -> None:
    with pytest.raises(ScenarioError, match="no edition is loaded"):
        Meanings([], meanings.texts).choose("")


@pytest.mark.parametrize(
    ("date", "number"),
    [("2020-11-20", "702.24a"), ("2021-04-19", "702.25a"), ("2026-01-16", "702.25a")],
)
def test_rules_are_cited_in_the_numbers_of_the_edition(date: str, number: str) -> None:
    assert numbers_of(date)("702.25a") == number


def test_a_rule_that_an_edition_lacks_is_not_cited() -> None:
    assert numbers_of("2017-09-29")("701.70a") == ""


def test_an_action_that_the_edition_lacks_is_refused(run: Run) -> None:
    step = "  - {do: {investigate: {player: ann}}, illegal: true}\n"
    assert run(HEAD + step, edition="2009-07-11").status == "passed"
    assert run(HEAD + step + CHECK).status == "failed"


def test_a_file_that_cannot_be_read_lets_the_others_run(meanings: Meanings, tmp_path: Path) -> None:
    bad, good = tmp_path / "bad.yaml", tmp_path / "good.yaml"
    bad.write_text("a: [")
    good.write_text(HEAD + DESTROY)
    results = list(run_files([bad, tmp_path / "none.yaml", good], meanings))
    assert [(r.scenario, r.status) for r in results] == [
        (None, "error"),
        (None, "error"),
        ("stones", "passed"),
    ]
    assert results[0].message.startswith(f"{bad}:1: ")
    assert exit_status(results) == 2


def test_exit_status_is_1_where_one_fails(run: Run) -> None:
    passed, failed = run(HEAD + DESTROY), run(HEAD + ILLEGAL + CHECK)
    assert (exit_status([passed]), exit_status([passed, failed])) == (0, 1)


def test_junit_counts_failures_and_errors_a_file(run: Run) -> None:
    text = as_junit([run(HEAD + DESTROY), run(HEAD + ILLEGAL + CHECK), run(HEAD)])
    (suite,) = ElementTree.fromstring(text)
    assert suite.attrib == {"name": "x.yaml", "tests": "3", "failures": "1", "errors": "1"}
    assert [[child.tag for child in case] for case in suite] == [[], ["failure"], ["error"]]


def test_words_tell_what_is_wrong(run: Run) -> None:
    lines = as_words(run(HEAD + DESTROY + "  - expect: {stone: hand}\n"))
    assert lines == [
        "failed  stones  (2026-01-16)",
        "        step 2, expect: stone.zone: expected 'hand', found 'graveyard'",
    ]


def test_a_trace_tells_each_step_with_rules(run: Run) -> None:
    lines = list(trace_lines(run(HEAD + DESTROY)))
    assert lines[0].split() == ["0", "destroy", "(objects", "stone)"]
    assert any("destroyed: stone" in line and "CR 701.8a" in line for line in lines)
