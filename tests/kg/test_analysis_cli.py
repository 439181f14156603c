"""The commands that ask the network of an edition, on a small rulebook of our own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from juggling import JUGGLING
from pyoxigraph import QuerySolutions

from kg.build import build
from kg.cli import root
from kg.errors import RuleloomError
from kg.store import open_store


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("juggling")
    (folder / "rules.txt").write_text(JUGGLING, encoding="utf-8")
    older = JUGGLING.replace("March 1, 2024", "March 1, 2023").replace(" See rule 701.1b.", "")
    (folder / "older.txt").write_text(older, encoding="utf-8")
    report = build([folder / "rules.txt", folder / "older.txt"], folder / "store", inferring=False)
    assert not report.failures
    return folder / "store"


def run(store: Path, *args: str) -> Result:
    return CliRunner().invoke(root, [*args, "--store", str(store)])


def answer(store: Path, *args: str) -> Any:
    result = run(store, *args, "--format", "json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def test_chain_shows_the_sentence_of_each_link(store: Path) -> None:
    result = run(store, "chain", "702.1b", "--to", "704.2")

    assert result.exit_code == 0
    assert result.stdout == (
        "702.1b leans on 704.2 by 2 links:\n"
        "  1. 702.1b Nimble uses the term Firm Grip (“firm grip”)\n"
        "       A juggler who isn't nimble can't catch a club with a firm grip.\n"
        "  2. Firm Grip points to 704.2 Accidents (“704.2”)\n"
        "       See rule 704.2.\n"
    )


@pytest.mark.parametrize(
    "args",
    [
        ["chain", "702.1", "--direction", "both", "--depth", "0"],
        ["paths", "nimble", "toss", "--common", "-k", "9"],
        ["exceptions", "--contradictions"],
        ["graph", "--keyword", "nimble", "--as", "svg", "-o", "-"],
    ],
    ids=lambda args: args[0],
)
def test_answers_do_not_depend_on_the_order_of_sets(store: Path, args: list[str]) -> None:
    answers = {
        subprocess.run(
            [sys.executable, "-m", "kg.cli", *args, "--store", str(store)],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }

    assert len(answers) == 1


def test_chain_without_a_path_says_so_and_exits_with_1(store: Path) -> None:
    result = run(store, "chain", "500.2", "--to", "702.1a", "--kinds", "citations")

    assert (result.exit_code, result.stdout) == (1, "")
    assert result.stderr == "edition 2024-03-01: 500.2 doesn't lean on 702.1a\n"


def test_chain_tells_of_its_limit(store: Path) -> None:
    result = run(store, "chain", "701.1a", "--kinds", "citations")

    assert result.stdout.splitlines()[1:] == [
        "out\t1\t500.1\tEvenings\tfollows\t701.1a “500.1” → 500.1",
        "out\t1\t704.1\tAccidents\texampleOf\t701.1a “704.1” → 704.1",
        "out\t2\t701.1b\tToss\tseeAlso\t701.1a “704.1” → 704.1 “701.1b” → 701.1b",
    ]
    assert result.stderr == "up to 2 links; --depth N for more, --depth 0 for all\n"


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["chain", "701.9"], "edition 2024-03-01 prints no rule 701.9; did you mean 701.1?"),
        (["impact", "tosss"], "has no keyword, heading or term 'tosss'; did you mean 701.1 Toss?"),
        (["cycles", "--kinds", "citation"], "'citation' is no kind of link: take citations,"),
        (["graph", "--section", "701.1", "-o", "x.svg"], "701.1 is no chapter or section"),
    ],
)
def test_what_is_unknown_is_told_with_what_is_near(
    store: Path, args: list[str], message: str
) -> None:
    error = run(store, *args).exception

    assert isinstance(error, RuleloomError)
    assert message in str(error)


def test_impact_lists_example_and_term(store: Path) -> None:
    found = answer(store, "impact", "704.1", "--kinds", "citations")

    assert found["changed"]["name"] == "704.1"
    assert [(t["name"], t["kind"]) for t in found["touched"]][:2] == [
        ("500.1", "rule"),
        ("701.1a", "example"),
    ]


def test_impact_takes_scenarios_of_ones_own(store: Path, tmp_path: Path) -> None:
    scenario = 'scenario: a-club-falls\nrules: ["704.1"]\nsteps: [{expect: {ann: {life: 20}}}]\n'
    (tmp_path / "mine.yaml").write_text(scenario, encoding="utf-8")

    found = answer(store, "impact", "704.1", "--scenarios", str(tmp_path))

    tested = [t["name"] for t in found["touched"] if t["kind"] == "scenario"]
    assert tested == ["mine.yaml: a-club-falls"]


def test_paths_turn_round_where_only_the_other_way_leads(store: Path) -> None:
    result = run(store, "paths", "704.1", "500.1", "--kinds", "citations", "-k", "1")
    turned = run(store, "paths", "701.1b", "701.1a", "--kinds", "citations")

    assert result.stdout.startswith("path 1, cost 2.1:\n  1. 704.1 Accidents points to 701.1b Toss")
    assert turned.exit_code == 0
    assert "but the other way round" in turned.stderr


def test_paths_of_two_without_any_exits_with_1(store: Path) -> None:
    result = run(store, "paths", "500.2", "704.1")

    assert result.exit_code == 1
    assert result.stderr == "edition 2024-03-01: no path between 500.2 and 704.1\n"


def test_cycles_and_layers(store: Path) -> None:
    cycles = answer(store, "cycles", "--kinds", "citations")["cycles"]
    layers = answer(store, "cycles", "--layers")["layers"]

    assert [cycle["nodes"] for cycle in cycles] == [["500.1", "701.1b", "704.1"]]
    assert "500.2" in layers[0]["nodes"]


def test_contradictions_are_candidates(store: Path) -> None:
    (found,) = answer(store, "exceptions", "--contradictions")["candidates"]

    assert (found["act"], found["allows"]["name"], found["forbids"]["name"]) == (
        "toss", "702.1a", "704.2",
    )  # fmt: skip


def test_exceptions_list_single_ones_where_asked(store: Path) -> None:
    chains = answer(store, "exceptions", "--least", "1")["chains"]

    assert [chain["nodes"] for chain in chains] == [["701.1b", "500.1"]]


def test_orphans(store: Path) -> None:
    found = answer(store, "orphans")

    assert [node["name"] for node in found["apart"]] == ["500.2", "704.2"][:1]
    assert [node["name"] for node in found["unused"]] == ["Velvet Curtain"]


@pytest.mark.parametrize(
    ("by", "total"), [("pagerank", 20), ("betweenness", 20), ("bridges", 0), ("articulation", 1)]
)
def test_central_by_each_measure(store: Path, by: str, total: int) -> None:
    found = answer(store, "central", "--by", by, "--most", "1")

    assert found["by"] == by
    assert found["total"] == total


def test_central_tells_how_ranks_moved(store: Path) -> None:
    moved = answer(store, "central", "--since", "2023-03-01")["moved"]

    assert "701.1b" in {each["was"] for each in moved}
    assert run(store, "central", "--since", "1999-01-01").exit_code == 1


def test_analyse_keeps_its_results_with_how_they_were_come_by(store: Path) -> None:
    result = run(store, "analyse", "--all", "--format", "json")

    assert [row["edition"] for row in json.loads(result.stdout)] == ["2023-03-01", "2024-03-01"]
    with open_store(store) as opened:
        ranked = opened.query("SELECT ?n WHERE { ?r rl:pageRank ?p ; rl:number ?n } ORDER BY ?n")
        assert isinstance(ranked, QuerySolutions)
        assert "701.1b" in {row["n"].value for row in ranked}
        runs = opened.query(
            "SELECT ?a WHERE { GRAPH ?g { ?g prov:wasGeneratedBy ?run . ?run rl:algorithm ?a ; "
            "rl:computed rl:pageRank ; prov:used ?edition } ?edition a rl:Edition }"
        )
        assert isinstance(runs, QuerySolutions)
        assert [row["a"].value for row in runs] == ["PageRank (Brin and Page 1998)"]


def test_a_later_build_removes_what_was_found(store: Path, tmp_path: Path) -> None:
    again = tmp_path / "store"
    for text, date in ((JUGGLING, "2024"), (JUGGLING.replace("at noon", "at dawn"), "2024")):
        (tmp_path / f"{date}.txt").write_text(text, encoding="utf-8")
        assert not build([tmp_path / "2024.txt"], again, inferring=False).failures
        if text is JUGGLING:
            assert run(again, "analyse").exit_code == 0

    with open_store(again) as opened:
        assert not opened.query("ASK { GRAPH ?g { ?r rl:pageRank ?p } }", default_graph=[])
