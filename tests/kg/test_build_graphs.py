"""The graphs beside an edition's own: what follows from it, what was checked, the ontology."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from pyoxigraph import (
    CanonicalizationAlgorithm,
    Dataset,
    Quad,
    QuerySolutions,
    RdfFormat,
    parse,
)

import kg.build
from kg.build import build
from kg.cli import root
from kg.ontology_graphs import ontology_graphs
from kg.resources import ontology
from kg.store import open_store
from kg.store.embedded import Draft, rewrite_store
from kg.violations import Violation
from kg.vocab import (
    ONTOLOGY_GRAPH,
    RL,
    SEMANTICS_GRAPH,
    SHAPES_GRAPH,
    edition_iri,
    inferred_graph,
    plain,
    programs_graph,
    validation_graph,
)

RULES = """X

These rules are effective as of May 1, 2013.

701. Actions

701.1. One. See rule 701.2.

701.2. Two.
"""


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    path = tmp_path / "rules.txt"
    path.write_text(RULES)
    return path


def names(location: Path) -> set[str]:
    with open_store(location) as store:
        return {graph.value for graph in store.rdf.named_graphs()}  # type: ignore[union-attr]


@pytest.mark.parametrize("inferring", [True, False])
def test_inferences_are_written_unless_refused(
    rules: Path, tmp_path: Path, inferring: bool
) -> None:
    build([rules], tmp_path / "store", inferring=inferring)

    with open_store(tmp_path / "store") as store:
        graph = inferred_graph(store.find_edition())
        found = list(store.rdf.quads_for_pattern(None, None, None, graph))
    assert (RL.citedBy in {quad.predicate for quad in found}) == inferring
    assert bool(found) == inferring


@pytest.mark.parametrize("option", [[], ["--no-inference"]])
def test_command_infers_by_default(rules: Path, tmp_path: Path, option: list[str]) -> None:
    store = str(tmp_path / "store")

    done = CliRunner().invoke(root, ["build", str(rules), "--store", store, *option])

    assert done.exit_code == 0, done.output
    asked = ["query", "--store", store, "--format", "json", "-e", "ASK { ?rule rl:citedBy ?by }"]
    answer = json.loads(CliRunner().invoke(root, asked).stdout)
    assert answer["boolean"] == (not option)


def test_rebuilt_without_inference_an_edition_has_none(rules: Path, tmp_path: Path) -> None:
    build([rules], tmp_path / "store")
    rules.write_text(RULES + "\n701.3. Three.\n")

    build([rules], tmp_path / "store", inferring=False, replacing=True)

    with open_store(tmp_path / "store") as store:
        graph = inferred_graph(store.find_edition())
        assert not list(store.rdf.quads_for_pattern(None, None, None, graph))


def test_what_was_checked_goes_when_an_edition_is_built_anew(rules: Path, tmp_path: Path) -> None:
    build([rules], tmp_path / "store")
    with open_store(tmp_path / "store") as store:
        key = store.find_edition()
    graph = validation_graph(key)
    with rewrite_store(tmp_path / "store") as draft:
        draft.replace_graph(graph, [Quad(graph, RL.order, plain(1), graph)])
    rules.write_text(RULES + "\n701.3. Three.\n")
    assert graph.value in names(tmp_path / "store")

    build([rules], tmp_path / "store", replacing=True)

    assert graph.value not in names(tmp_path / "store")


def test_what_was_checked_goes_with_an_undated_edition(rules: Path, tmp_path: Path) -> None:
    rules.write_text("X\n\n" + RULES[RULES.index("701.") :])
    build([rules], tmp_path / "store")
    with open_store(tmp_path / "store") as store:
        graph = validation_graph(store.find_edition())
    with rewrite_store(tmp_path / "store") as draft:
        draft.replace_graph(graph, [Quad(graph, RL.order, plain(1), graph)])
    rules.write_text(RULES)

    build([rules], tmp_path / "store")

    assert not [name for name in names(tmp_path / "store") if "undated" in name]


def test_unchanged_ontology_writes_nothing(
    rules: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build([rules], tmp_path / "store")
    written: list[Quad] = []
    removed: list[Quad] = []
    extend = Draft._extend

    def count(draft: Draft, quads: list[Quad]) -> None:
        new = list(quads)
        written.extend(q for q in new if q.graph_name in (ONTOLOGY_GRAPH, SHAPES_GRAPH))
        extend(draft, new)

    monkeypatch.setattr(Draft, "_extend", count)
    with rewrite_store(tmp_path / "store") as draft:
        before = {g: set(draft.quads(g)) for g, _ in ontology_graphs()}
        for graph, quads in ontology_graphs():
            draft.replace_graph(graph, quads)
            removed.extend(before[graph] - set(draft.quads(graph)))

    assert (written, removed) == ([], [])
    assert all(before.values())


def test_ontology_says_what_its_modules_say() -> None:
    made, parsed = Dataset(), Dataset()
    for _, quads in ontology_graphs():
        for quad in quads:
            made.add(Quad(quad.subject, quad.predicate, quad.object))
    for _, text in ontology():
        for quad in parse(text, RdfFormat.TURTLE, rename_blank_nodes=True):
            parsed.add(quad)
    for dataset in (made, parsed):
        dataset.canonicalize(CanonicalizationAlgorithm.RDFC_1_0)

    assert made == parsed


def test_default_graph_holds_no_shapes(rules: Path, tmp_path: Path) -> None:
    build([rules], tmp_path / "store")

    with open_store(tmp_path / "store") as store:
        key = store.find_edition()
        graphs = store.default_graph()
        everything = store.query("SELECT ?s WHERE { ?s sh:path ?path }")
        apart = store.query(f"ASK {{ GRAPH <{SHAPES_GRAPH.value}> {{ ?s sh:path ?path }} }}")
        assert isinstance(everything, QuerySolutions)
        assert list(everything) == []
        assert bool(apart)
    for graph in (edition_iri(key), inferred_graph(key), programs_graph(key), SEMANTICS_GRAPH):
        assert graph in graphs
    assert {ONTOLOGY_GRAPH, validation_graph(key)} <= set(graphs)
    assert SHAPES_GRAPH not in graphs


def test_violations_are_reported_and_change_no_status(
    rules: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wrong = [
        Violation(node=f"node{n:02}", shape="s", message="must", file="rules.txt", line=n)
        for n in range(1, 13)
    ]
    monkeypatch.setattr(kg.build, "fast_violations", lambda quads: wrong)
    report = tmp_path / "report.json"

    done = CliRunner().invoke(
        root,
        ["build", str(rules), "--store", str(tmp_path / "store"), "--report", str(report)],
    )

    assert done.exit_code == 0
    lines = [line for line in done.stderr.splitlines() if line.startswith("ruleloom: ")]
    assert lines[0] == "ruleloom: rules.txt:1: node01 must"
    assert lines[10:] == ["ruleloom: 2 more violations in edition 2013-05-01; --report lists them"]
    (edition,) = json.loads(report.read_text())["editions"]
    assert [violation["line"] for violation in edition["violations"]] == list(range(1, 13))


def test_build_looks_at_what_it_writes(
    rules: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = kg.build.make_quads
    monkeypatch.setattr(
        kg.build,
        "make_quads",
        lambda edition: (q for q in made(edition) if q.predicate != RL.order),
    )

    (edition,) = build([rules], tmp_path / "store").editions

    assert {v.path for v in edition.violations} == {RL.order.value}
    assert all(v.file == "rules.txt" for v in edition.violations)
