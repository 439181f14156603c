"""The ontology: what the code writes is declared there, and each term explains itself."""

from __future__ import annotations

import pytest
import rdflib
from rdflib.namespace import OWL, RDF, RDFS, SKOS

from extract.triples import make_quads
from kg.model import Edition
from kg.resources import ontology
from kg.vocab import RL

_LISTED_BY_RULES = (
    *(RL.Characteristic, RL.CardType, RL.Color, RL.Zone, RL.Status, RL.Designation),
    *(RL.Phase, RL.TurnStep, RL.Primitive),
)


@pytest.fixture(scope="module")
def graph() -> rdflib.Graph:
    loaded = rdflib.Graph()
    for _, text in ontology():
        loaded.parse(data=text, format="turtle")
    return loaded


def test_code_and_ontology_name_the_same_terms(graph: rdflib.Graph) -> None:
    declared = {
        str(term).removeprefix(RL.iri) for term in graph.subjects() if str(term).startswith(RL.iri)
    }

    assert declared == set(dir(RL))


def test_every_term_and_individual_explains_itself(graph: rdflib.Graph) -> None:
    terms = {term for term in graph.subjects() if str(term).startswith(RL.iri)}
    explaining = (RDFS.label, RDFS.comment, RDFS.isDefinedBy, SKOS.example)

    lacking = [(str(term), str(said)) for term in terms for said in explaining
               if not graph.value(term, said)]  # fmt: skip

    assert lacking == []


def test_values_and_primitives_name_their_rules(graph: rdflib.Graph) -> None:
    listed = [
        term
        for kind in map(rdflib.URIRef, (iri.value for iri in _LISTED_BY_RULES))
        for term in graph.subjects(RDF.type, kind)
    ]

    assert len(listed) > 100
    assert [
        str(t) for t in listed if not graph.value(t, rdflib.URIRef(RL.definedByRule.value))
    ] == []


def test_every_property_has_a_domain_and_a_range(graph: rdflib.Graph) -> None:
    for kind in (OWL.ObjectProperty, OWL.DatatypeProperty):
        for term in graph.subjects(RDF.type, kind):
            if str(term).startswith(RL.iri):
                assert graph.value(term, RDFS.domain), term
                assert graph.value(term, RDFS.range), term


def test_a_build_writes_only_declared_properties(rulebook: Edition) -> None:
    used = {
        quad.predicate.value.removeprefix(RL.iri)
        for quad in make_quads(rulebook)
        if quad.predicate.value.startswith(RL.iri)
    }

    assert used <= set(dir(RL))
    assert {"number", "text", "cites", "target", "example", "headword", "see"} <= used


def test_same_edition_gives_the_same_quads(rulebook: Edition) -> None:
    assert list(make_quads(rulebook)) == list(make_quads(rulebook))


def test_numbers_are_strings(rulebook: Edition) -> None:
    numbers = {
        quad.object.datatype.value  # type: ignore[union-attr]
        for quad in make_quads(rulebook)
        if quad.predicate == RL.number
    }

    assert numbers == {"http://www.w3.org/2001/XMLSchema#string"}
