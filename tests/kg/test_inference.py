"""Inferences: what follows from an edition, what doesn't, and what contradicts the ontology."""

from __future__ import annotations

import datetime as dt
from itertools import chain
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyoxigraph import NamedNode, Quad, RdfFormat, parse

from extract.triples import make_quads
from kg.inference import (
    _axioms,
    _chained,
    _closure,
    _reasoned,
    as_quads,
    check_consistency,
    consequences,
    infer,
    reasoned_with,
)
from kg.model import Edition, EditionKey, RuleNumber
from kg.resources import ontology
from kg.store import open_store
from kg.store.embedded import rewrite_store
from kg.vocab import (
    DCTERMS,
    ONTOLOGY_GRAPH,
    OWL,
    RDF,
    RL,
    SKOS,
    edition_iri,
    inferred_graph,
    plain,
    rule_iri,
)

KEY = EditionKey(dt.date(2020, 1, 2))
GRAPH = edition_iri(KEY)


def rule(number: str) -> NamedNode:
    return rule_iri(KEY, RuleNumber.parse(number))


def inferred(*statements: tuple[NamedNode, NamedNode, NamedNode]) -> set[tuple[object, ...]]:
    quads = [Quad(*statement, GRAPH) for statement in statements]
    return {(q.subject, q.predicate, q.object) for q in infer(quads, KEY)}


@pytest.mark.parametrize(
    ("given", "follows"),
    [
        pytest.param(
            [(rule("701.8a"), RDF.type, RL.Subrule)],
            (rule("701.8a"), RDF.type, RL.Division),
            id="super-class",
        ),
        pytest.param(
            [(rule("101.2"), RL.exceptionTo, rule("101.1"))],
            (rule("101.2"), RL.cites, rule("101.1")),
            id="super-property",
        ),
        pytest.param(
            [(rule("101.2"), RL.cites, rule("101.1"))],
            (rule("101.2"), DCTERMS.references, rule("101.1")),
            id="super-property-of-another-vocabulary",
        ),
        pytest.param(
            [(rule("101.2"), RL.cites, rule("101.1"))],
            (rule("101.1"), RL.citedBy, rule("101.2")),
            id="inverse",
        ),
        pytest.param(
            [(rule("101.4b"), RL.exceptIn, rule("101.4a"))],
            (rule("101.4a"), RL.overrides, rule("101.4b")),
            id="who-holds-but-for-another-is-overridden-by-it",
        ),
        pytest.param(
            [
                (rule("701.8a"), SKOS.broader, rule("701.8")),
                (rule("701.8"), SKOS.broader, rule("701")),
            ],
            (rule("701.8a"), SKOS.broaderTransitive, rule("701")),
            id="transitive",
        ),
        pytest.param(
            [
                (rule("702.19c"), SKOS.broader, rule("702.19")),
                (rule("702.19"), SKOS.broader, rule("702")),
                (rule("702.19c"), RL.follows, rule("510.1c")),
            ],
            (rule("702"), RL.dependsOn, rule("510.1c")),
            id="chain-a-whole-depends-on-what-its-parts-depend-on",
        ),
        pytest.param(
            [
                (rule("702.19c"), RL.follows, rule("510.1")),
                (rule("510.1c"), SKOS.broader, rule("510.1")),
                (rule("510.1c"), RL.subjectTo, rule("120.3")),
            ],
            (rule("702.19c"), RL.reliesOn, rule("120.3")),
            id="what-a-chain-finds-is-reasoned-with",
        ),
    ],
)
def test_follows(
    given: list[tuple[NamedNode, NamedNode, NamedNode]],
    follows: tuple[NamedNode, NamedNode, NamedNode],
) -> None:
    assert follows in inferred(*given)


@pytest.mark.parametrize(
    "given",
    [
        pytest.param((rule("101.2"), RL.seeAlso, rule("101.1")), id="a-pointer"),
        pytest.param((rule("101.2"), RL.exampleOf, rule("101.1")), id="an-example"),
    ],
)
def test_is_no_dependence(given: tuple[NamedNode, NamedNode, NamedNode]) -> None:
    assert (rule("101.2"), RL.dependsOn, rule("101.1")) not in inferred(given)


def test_nothing_that_is_stated_is_inferred(rulebook: Edition) -> None:
    quads = list(make_quads(rulebook))
    stated = {(q.subject, q.predicate, q.object) for q in quads}

    found = list(infer(quads, rulebook.key))

    assert found
    assert {q.graph_name for q in found} == {inferred_graph(rulebook.key)}
    assert not stated & {(q.subject, q.predicate, q.object) for q in found}


def test_nothing_trivial_is_inferred(rulebook: Edition) -> None:
    found = list(infer(make_quads(rulebook), rulebook.key))

    assert all(isinstance(q.subject, NamedNode) and isinstance(q.object, NamedNode) for q in found)
    assert not [q for q in found if q.predicate == OWL.sameAs or q.object == OWL.Thing]
    assert not [q for q in found if str(q.subject).startswith(f"<{RL.iri}")]


def test_same_quads_give_the_same_inferences(rulebook: Edition) -> None:
    quads = list(make_quads(rulebook))

    assert list(infer(quads, rulebook.key)) == list(infer(reversed(quads), rulebook.key))


@pytest.mark.parametrize(
    ("statements", "problem"),
    [
        pytest.param(
            [(rule("7"), RDF.type, RL.Chapter), (rule("7"), RDF.type, RL.Rule)],
            "cax-dw",
            id="disjoint-classes",
        ),
        pytest.param(
            [(rule("7"), RL.number, plain("7")), (rule("7"), RL.number, plain("8"))],
            "prp-fp",
            id="functional",
        ),
        pytest.param(
            [(rule("7"), RL.example, rule("9")), (rule("8"), RL.example, rule("9"))],
            "prp-ifp",
            id="inverse-functional",
        ),
        pytest.param([(rule("7"), RL.see, rule("7"))], "prp-irp", id="irreflexive"),
        pytest.param(
            [
                (node, p, o)
                for node in (rule("7"), rule("8"))
                for p, o in (
                    (RDF.type, RL.Division),
                    (RL.number, plain("7")),
                    (RL.edition, GRAPH),
                )
            ],
            "prp-key",
            id="key",
        ),
    ],
)
def test_contradicts(tmp_path: Path, statements: list[tuple[NamedNode, ...]], problem: str) -> None:
    with rewrite_store(tmp_path / "store") as draft:
        draft.replace_graph(GRAPH, [Quad(*statement, GRAPH) for statement in statements])
        modules = (parse(text, RdfFormat.TURTLE) for _, text in ontology())
        draft.replace_graph(ONTOLOGY_GRAPH, chain.from_iterable(modules))

    with open_store(tmp_path / "store") as store:
        (found,) = check_consistency(store, KEY)

    assert found.axiom == problem
    assert found.node in (rule("7").value, rule("9").value)


PARTS = st.sampled_from([rule("7"), rule("701"), rule("701.8"), rule("701.8a"), rule("702.19c")])
LINKS = st.sampled_from(
    [SKOS.broader, SKOS.narrower, RL.cites, RL.follows, RL.subjectTo, RL.exceptIn, RL.see]
)


@settings(max_examples=60, deadline=None)
@given(st.sets(st.tuples(PARTS, LINKS, PARTS), max_size=12))
def test_what_follows_adds_nothing_more(
    statements: set[tuple[NamedNode, NamedNode, NamedNode]],
) -> None:
    quads = [Quad(*statement, GRAPH) for statement in statements]
    found = consequences(reasoned_with(quads))

    assert consequences(reasoned_with([*quads, *as_quads(found, KEY)])) == []


@settings(max_examples=60, deadline=None)
@given(st.sets(st.tuples(PARTS, LINKS, PARTS), max_size=12))
def test_chains_find_what_reasoning_anew_on_all_finds(
    statements: set[tuple[NamedNode, NamedNode, NamedNode]],
) -> None:
    stated = {(s.value, p.value, o.value) for s, p, o in statements}
    axioms = _axioms()

    slow = _reasoned(stated | axioms.edges)
    while new := _chained(slow, axioms.chains):
        slow = _reasoned(slow | new)

    assert _closure(stated, axioms) == slow
