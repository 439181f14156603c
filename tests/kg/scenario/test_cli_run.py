"""`ruleloom run`: formats, exit statuses, and a position played by a person."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from kg.cli import root

GOOD = """\
scenario: a-bear-taps
rules: ["701.26a"]
setup:
  ann: {battlefield: [{id: bear, types: [creature], power: 2, toughness: 2}], library: [l1, l2]}
steps:
  - do: {tap: {objects: [bear]}}
  - expect: {bear: {tapped: true}}
"""


@pytest.fixture
def store(embedded_store: Path) -> str:
    return str(embedded_store)


def call(store: str, *arguments: str, typed: str = "") -> Result:
    return CliRunner().invoke(root, ["run", *arguments, "--store", store], input=typed)


@pytest.fixture
def good(tmp_path: Path) -> str:
    path = tmp_path / "good.yaml"
    path.write_text(GOOD)
    return str(path)


def test_json_is_a_list_of_the_results(store: str, good: str) -> None:
    done = call(store, good, "--format", "json")
    assert done.exit_code == 0
    (record,) = json.loads(done.stdout)
    assert set(record) == {"scenario", "file", "edition", "rules", "status", "steps"}
    assert (record["file"], record["edition"]) == (good, "2026-01-16")


def test_a_failed_scenario_exits_1(store: str, good: str) -> None:
    Path(good).write_text(GOOD.replace("tapped: true", "tapped: false"))
    done = call(store, good)
    assert done.exit_code == 1
    assert "bear.tapped: expected False, found True" in done.stdout


def test_an_unreadable_file_exits_2_and_the_others_run(
    store: str, good: str, tmp_path: Path
) -> None:
    bad = tmp_path / "bad.yaml"
    bad.write_text("scenario: [\n")
    done = call(store, str(bad), good, "--format", "json")
    assert done.exit_code == 2
    assert [r["status"] for r in json.loads(done.stdout)] == ["error", "passed"]
    assert f"{bad}:2" in done.stderr


def test_another_edition_can_be_asked_for(store: str, good: str) -> None:
    done = call(store, good, "--edition", "2017-09-29", "--format", "json")
    assert json.loads(done.stdout)[0]["edition"] == "2017-09-29"


def test_an_edition_before_all_is_wrong_use(store: str, good: str) -> None:
    done = call(store, good, "--edition", "1999-01-01")
    assert done.exit_code == 2
    assert "1999-01-01 isn't loaded" in done.stderr


def test_a_folder_means_its_files(store: str, good: str) -> None:
    assert "1 of 1 scenarios passed" in call(store, str(Path(good).parent)).stderr


def test_trace_cites_rules(store: str, good: str) -> None:
    assert "tapped: bear" in call(store, good, "--trace").stdout


def test_a_person_plays_on(store: str, good: str) -> None:
    scry = "scry: {player: ann, n: 1}\n{bottom: [l1], top: []}\n"
    typed = f"untap: {{objects: [bear]}}\n{scry}show ann\nquit\n"
    done = call(store, good, "--interactive", typed=typed)
    assert done.exit_code == 0
    assert "untapped: bear" in done.stdout
    assert "library: l2, l1" in done.stdout


def test_what_a_person_types_wrong_is_told(store: str, good: str) -> None:
    typed = "frobnicate: {objects: [bear]}\nnonsense\ntap: {objects: [\nquit\n"
    done = call(store, good, "--interactive", typed=typed)
    assert done.exit_code == 0
    assert "unknown verb 'frobnicate'" in done.stdout
