"""Exports: the JSON contract, and the same triples in every syntax."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from pathlib import Path

import pyoxigraph
import pytest
import rdflib

from kg.export import RDF_FORMATS, edition_as_json, exported_graphs, write_rdf
from kg.model import Edition
from kg.store import Store, open_store
from kg.vocab import edition_iri, inferred_graph, programs_graph, statements_graph

TEXT = """X

These rules are effective as of May 1, 2013.

7. More

701. Actions

701.1. Tap

701.1a To tap is to turn. See rules 701.1 and 701.2, and section 7.
Example: See rule 800.9.

Glossary

Tap
1. To turn.
2. A thing that turns.
See rule 701.1. See also Turn.

Turn
To tap.

Credits

Us
"""


@pytest.fixture(scope="module")
def store(embedded_store: Path) -> Iterator[Store]:
    with open_store(embedded_store) as opened:
        yield opened


def test_json_is_the_contract(parse: Callable[..., Edition]) -> None:
    assert edition_as_json(parse(TEXT, cited=True)) == {
        "edition": "2013-05-01",
        "rules": [
            _rule("7", None, "chapter", "More", "More"),
            _rule("701", "7", "section", "Actions", "Actions"),
            _rule("701.1", "701", "rule", "Tap", "Tap"),
            _rule(
                "701.1a",
                "701.1",
                "subrule",
                None,
                "To tap is to turn. See rules 701.1 and 701.2, and section 7.",
                examples=["See rule 800.9."],
                references=["701.1", "701.2", "7", "800.9"],
            ),
        ],
        "glossary": [
            {
                "term": "Tap",
                "text": "1. To turn.\n2. A thing that turns.\nSee rule 701.1. See also Turn.",
                "references": ["701.1"],
                "see": ["Turn"],
            },
            {"term": "Turn", "text": "To tap.", "references": [], "see": []},
        ],
        "dangling": [
            {"source": "701.1a", "target": "701.2", "text": "701.2"},
            {"source": "701.1a", "target": "800.9", "text": "800.9"},
        ],
    }


def _rule(
    number: str,
    parent: str | None,
    kind: str,
    heading: str | None,
    text: str,
    *,
    examples: list[str] | None = None,
    references: list[str] | None = None,
) -> dict[str, object]:
    return {
        "number": number,
        "parent": parent,
        "kind": kind,
        "heading": heading,
        "text": text,
        "examples": examples or [],
        "references": references or [],
        "inferred_number": False,
    }


def test_json_of_an_undated_edition_has_no_date(parse: Callable[..., Edition]) -> None:
    undated = parse("701. Actions\n\n701.1. One.\n\n701.2. Two.")

    assert edition_as_json(undated)["edition"] is None


@pytest.mark.parametrize("name", RDF_FORMATS)
def test_every_syntax_holds_the_same_triples(name: str, store: Store) -> None:
    key = store.find_edition()
    out = io.BytesIO()

    write_rdf(store, [key], name, out)

    quads = set(pyoxigraph.parse(out.getvalue(), RDF_FORMATS[name]))
    asked = store.query(
        "CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p ?o }",
        default_graph=exported_graphs(key),
    )
    assert {pyoxigraph.Triple(q.subject, q.predicate, q.object) for q in quads} == set(asked)  # type: ignore[call-overload]


def test_trig_and_nquads_keep_the_graphs(store: Store) -> None:
    key = store.find_edition()
    out = io.BytesIO()

    write_rdf(store, [key], "nq", out)

    assert {q.graph_name for q in pyoxigraph.parse(out.getvalue(), RDF_FORMATS["nq"])} == {
        edition_iri(key),
        statements_graph(key),
        programs_graph(key),
        inferred_graph(key),
    }


@pytest.mark.slow
def test_rdflib_reads_the_turtle(store: Store) -> None:
    out = io.BytesIO()

    write_rdf(store, [store.find_edition()], "turtle", out)

    graph = rdflib.Graph().parse(data=out.getvalue(), format="turtle")
    (count,) = store.query(
        "SELECT (COUNT(*) AS ?n) WHERE { SELECT DISTINCT ?s ?p ?o WHERE { ?s ?p ?o } }",
        default_graph=exported_graphs(store.find_edition()),
    )  # type: ignore[misc]
    assert len(graph) == int(count["n"].value)
