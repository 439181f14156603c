"""The ontology: what the code writes is declared there, and each term explains itself."""

from __future__ import annotations

import pytest
import rdflib
from rdflib.namespace import OWL, RDF, RDFS, SKOS

from extract.triples import make_quads
from kg.model import Edition
from kg.resources import ontology
from kg.vocab import RL


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


def test_every_term_explains_itself(graph: rdflib.Graph) -> None:
    terms = {
        term
        for kind in (OWL.Class, OWL.ObjectProperty, OWL.DatatypeProperty)
        for term in graph.subjects(RDF.type, kind)
        if str(term).startswith(RL.iri)
    }

    for term in terms:
        for said in (RDFS.label, RDFS.comment, RDFS.isDefinedBy, SKOS.example):
            assert graph.value(term, said), f"{term} has no {said}"


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
