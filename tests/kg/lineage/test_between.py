"""Two editions beside each other: maps, differences and histories, from facts and from texts."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from kg.build import build
from kg.cli import root
from kg.lineage.wording import marked, word_changes

OLD = """Rules of a small game

These rules are effective as of January 2, 1990.

Contents

1. Basics
100. Turns
Glossary
Credits

1. Basics

100. Turns

100.1. Players take turns one after the other, beginning with the youngest.

100.2. Each turn has two halves. See rule 100.1.

100.3. A marble that rolls off the table is put back into the bag at once.

Glossary

Half
A part of a turn.

Credits
"""
NEW = (
    OLD.replace("January 2, 1990", "January 2, 1991")
    .replace("See rule 100.1.", "See rule 100.2.")
    .replace("100.2. Each", "100.3. Each")
    .replace("beginning with the youngest", "beginning with the oldest")
    .replace("100.1. Players", "100.2. Players")
    .replace("100.3. A marble that rolls off the table is put back into the bag at once.\n\n", "")
    .replace(
        "100.2. Players",
        "100.1. Nobody may look into a bag while a hand is in it.\n\n100.2. Players",
    )
)


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("between")
    for name, text in (("old.txt", OLD), ("new.txt", NEW)):
        (folder / name).write_text(text, encoding="utf-8")
    assert not build([folder / "old.txt", folder / "new.txt"], folder / "store").failures
    return folder / "store"


def call(store: Path, *arguments: str, status: int = 0) -> str:
    done = CliRunner().invoke(root, [*arguments, "--store", str(store)])
    assert done.exit_code == status, done.output
    return done.stdout


def test_editions_beyond_the_table_are_aligned_by_their_texts(store: Path) -> None:
    rows = json.loads(call(store, "map", "1990-01-02", "1991-01-02", "--format", "json"))

    found = {(row["old"], row["new"], row["verdict"]) for row in rows}
    assert ("100.1", "100.2", "renumbered-reworded") in found
    assert ("100.2", "100.3", "renumbered") in found
    assert ("100.3", None, "withdrawn") in found
    assert (None, "100.1", "new") in found


def test_known_editions_need_no_text(embedded_store: Path) -> None:
    printed = call(embedded_store, "map", "2025-02-07", "2026-01-16", "--format", "csv")

    assert printed.splitlines()[0] == "old,new,verdict,confidence"
    assert "701.13a,701.19a" not in printed
    assert any(line.startswith("701.15a,701.19a,renumbered,") for line in printed.splitlines())


def test_diff_keeps_wording_apart_from_numbers(store: Path) -> None:
    found = json.loads(call(store, "diff", "1990-01-02", "1991-01-02", "--format", "json"))

    changes = {change["new"]: change for change in found["changes"]}
    assert changes["100.3"]["renumbered_only"] is True
    assert changes["100.2"]["renumbered_only"] is False
    assert "[-youngest-]{+oldest+}" in changes["100.2"]["changes"]
    assert changes["100.1"]["verdict"] == "new"


def test_diff_in_words(store: Path) -> None:
    printed = call(store, "diff", "1990-01-02", "1991-01-02")

    assert "cite other numbers, else the same: 1\n  100.3" in printed
    assert "withdrawn: 1\n  100.3  A marble" in printed


def test_diff_runs_scenarios_under_both(embedded_store: Path, tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text(
        "scenario: explores\nrules: ['701.44a']\nsetup: {ann: {battlefield: [scout]}}\n"
        "steps:\n  - do: {explore: {object: scout}}\n  - expect: {scout: battlefield}\n"
        "---\nscenario: breaks\nrules: ['701.8a']\nsetup: {ann: {battlefield: [scout]}}\n"
        "steps:\n  - do: {destroy: {objects: [scout]}}\n  - expect: {scout: graveyard}\n",
        encoding="utf-8",
    )
    asked = ["--semantics", "--scenarios", str(tmp_path), "--format", "json"]

    found = json.loads(call(embedded_store, "diff", "2017-01-19", "2026-01-16", *asked))

    assert [each["scenario"] for each in found["scenarios"]] == ["explores"]
    assert "defines no action 'explore'" in found["scenarios"][0]["old"]
    assert "explore" in {meaning["name"] for meaning in found["meanings"]}


def test_history_follows_a_rule_through_its_numbers(embedded_store: Path) -> None:
    found = json.loads(call(embedded_store, "history", "701.19a", "--format", "json"))

    stages = [(stage["edition"], stage["number"]) for stage in found["stages"]]
    assert stages[-1] == ("2025-07-25", "701.19a")
    assert ("2020-11-20", "701.15a") in stages


def test_history_shows_words_where_editions_are_loaded(store: Path) -> None:
    printed = call(store, "history", "100.2")

    assert "1990-01-02  100.1     first known\n" in printed
    assert "[-youngest-]{+oldest+}" in printed


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["map", "1999-01-01", "1991-01-02"], "the store has no edition 1999-01-01"),
        (["history", "100.9"], "edition 1991-01-02 prints no rule 100.9"),
        (["diff", "1990-01-02", "nonsense"], "the store has no edition nonsense"),
        (
            ["diff", "1990-01-02", "1991-01-02", "--semantics", "--scenarios", __file__],
            "test_between.py",
        ),
    ],
)
def test_wrong_use_is_one_line(store: Path, arguments: list[str], message: str) -> None:
    done = CliRunner().invoke(root, [*arguments, "--store", str(store)])

    assert done.exit_code != 0
    assert message in f"{done.exception or done.stderr}"


@given(st.lists(st.sampled_from("tap untap {T} it. the 1/1".split())).map(" ".join), st.data())
def test_both_wordings_can_be_read_out_of_their_changes(old: str, data: st.DataObject) -> None:
    new = data.draw(st.lists(st.sampled_from("tap it. a {T}".split())).map(" ".join))

    changes = list(word_changes(old, new))

    assert "".join(before for _, before, _ in changes) == old
    assert "".join(after for _, _, after in changes) == new


def test_marked_shows_both_words() -> None:
    assert marked("Tap it.", "Untap it.") == "[-Tap-]{+Untap+} it."
