"""Pitfalls of ontologies that a query can find; their numbers are those of the OOPS! catalogue.

Each query finds offenders, and there are none.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import rdflib
from pyoxigraph import QuerySolutions, RdfFormat, Store

from extract.document import parse_document
from extract.readers import read_lines
from kg.model import Source
from kg.ontology_terms import load_modules
from kg.resources import gallery, internal_query, ontology
from kg.vocab import PREFIXES, RL

ROOT = Path(__file__).parents[2]
OURS = f'FILTER(STRSTARTS(STR(?term), "{RL.iri}"))'

PITFALLS = {
    "P06-cycle-of-classes": "?term rdfs:subClassOf+ ?term",
    "P06-cycle-of-properties": "?term rdfs:subPropertyOf+ ?term",
    "P08-no-label": f"?term a ?kind {OURS} FILTER NOT EXISTS {{ ?term rdfs:label ?label }}",
    "P08-no-comment": f"?term a ?kind {OURS} FILTER NOT EXISTS {{ ?term rdfs:comment ?comment }}",
    "P08-no-definer": f"?term a ?kind {OURS} FILTER NOT EXISTS {{ ?term rdfs:isDefinedBy ?by }}",
    "P11-no-domain-and-no-reason": f"""
        VALUES ?kind {{ owl:ObjectProperty owl:DatatypeProperty owl:AnnotationProperty }}
        ?term a ?kind {OURS}
        FILTER NOT EXISTS {{ ?term rdfs:domain ?domain }}
        FILTER NOT EXISTS {{ ?term skos:editorialNote ?reason }}""",
    "P11-no-range-and-no-reason": f"""
        VALUES ?kind {{ owl:ObjectProperty owl:DatatypeProperty owl:AnnotationProperty }}
        ?term a ?kind {OURS}
        FILTER NOT EXISTS {{ ?term rdfs:range ?range }}
        FILTER NOT EXISTS {{ ?term skos:editorialNote ?reason }}""",
    "P05-inverse-of-other-ends": f"""
        ?term owl:inverseOf ?other {OURS}
        ?term rdfs:domain ?domain . ?other rdfs:range ?range .
        FILTER(isIRI(?domain) && isIRI(?range) && ?domain != ?range)""",
    "P19-several-domains": """
        ?term rdfs:domain ?one, ?two . FILTER(STR(?one) < STR(?two))""",
    "P19-several-ranges": """
        ?term rdfs:range ?one, ?two . FILTER(STR(?one) < STR(?two))""",
    "P28-symmetric-between-two-classes": """
        ?term a owl:SymmetricProperty ; rdfs:domain ?domain ; rdfs:range ?range .
        FILTER(?domain != ?range)""",
    "P29-transitive-of-unfit-ends": """
        ?term a owl:TransitiveProperty ; rdfs:domain ?domain ; rdfs:range ?range .
        FILTER(isIRI(?domain) && isIRI(?range) && ?domain != ?range)""",
    "P32-two-classes-of-one-label": f"""
        ?term a owl:Class ; rdfs:label ?label . ?other a owl:Class ; rdfs:label ?label .
        {OURS} FILTER(STR(?term) < STR(?other))""",
    "P34-undeclared-class": f"""
        {{ ?some rdfs:domain|rdfs:range|rdfs:subClassOf ?term }} UNION {{ ?list rdf:first ?term }}
        {OURS} FILTER NOT EXISTS {{ ?term a ?kind }}""",
    "P35-undeclared-property": f"""
        ?some rdfs:subPropertyOf|owl:inverseOf|owl:onProperty ?term
        {OURS} FILTER NOT EXISTS {{ ?term a ?kind }}""",
    "P38-no-header": """
        VALUES ?term { owl:Ontology }
        FILTER NOT EXISTS { ?ontology a owl:Ontology ; dcterms:title ?t ; owl:versionInfo ?v }""",
    "P41-no-licence": "?term a owl:Ontology FILTER NOT EXISTS { ?term dcterms:license ?licence }",
    "key-that-is-not-functional": """
        ?class owl:hasKey/rdf:rest*/rdf:first ?term .
        FILTER NOT EXISTS { ?term a owl:FunctionalProperty }""",
    "no-example": f"""
        VALUES ?kind {{ owl:Class owl:ObjectProperty owl:DatatypeProperty }}
        ?term a ?kind {OURS} FILTER NOT EXISTS {{ ?term skos:example ?example }}""",
    "shape-without-message": """
        ?shape sh:property|sh:sparql ?term . FILTER NOT EXISTS { ?term sh:message ?message }""",
    "shape-of-an-undeclared-term": f"""
        ?shape sh:targetClass|sh:class|sh:path|sh:targetObjectsOf|sh:targetSubjectsOf ?term
        {OURS} FILTER NOT EXISTS {{ ?term a ?kind }}""",
    "game-class-without-its-rule": """
        VALUES ?term { rl:Player rl:Object rl:Zone rl:Status rl:Event rl:Cost rl:Ability }
        FILTER NOT EXISTS { ?term rl:definedByRule ?number }""",
}


@pytest.fixture(scope="module")
def store() -> Store:
    loaded = Store()
    for _, text in ontology():
        loaded.load(text.encode(), format=RdfFormat.TURTLE)
    return loaded


@pytest.mark.parametrize("name", PITFALLS)
def test_ontology_avoids(name: str, store: Store) -> None:
    result = store.query(f"SELECT DISTINCT ?term WHERE {{ {PITFALLS[name]} }}", prefixes=PREFIXES)

    assert isinstance(result, QuerySolutions)
    assert [row["term"].value for row in result] == []


@pytest.mark.parametrize(("name", "text"), list(ontology()), ids=lambda value: value[:12])
def test_rdflib_and_pyoxigraph_read_the_same(name: str, text: str) -> None:
    loaded = Store()
    loaded.load(text.encode(), format=RdfFormat.TURTLE)

    assert len(rdflib.Graph().parse(data=text, format="turtle")) == len(loaded)


def test_game_terms_name_their_rules() -> None:
    modules = {module.name: module for module in load_modules()}

    lacking = [term.name for term in modules["game"].terms if not term.rule]

    assert lacking == []


def test_defining_rules_are_printed_by_the_newest_edition(shared: Path) -> None:
    path = shared / "editions" / "2026-01-16.txt"
    lines = read_lines(path.read_bytes(), name=path.name)
    edition = parse_document(lines, Source(name=path.name, origin="", sha256=""))
    printed = {str(number) for number in edition.by_number}

    named = {term.rule for module in load_modules() for term in module.terms if term.rule}

    assert named <= printed


def test_queries_use_declared_terms_only() -> None:
    files = [path.stem for path in (ROOT / "kg" / "queries").glob("*.rq")]
    texts = dict(gallery()) | {name: internal_query(name) for name in files}
    declared = set(dir(RL))

    unknown = {
        f"{name}: {term}"
        for name, text in texts.items()
        for term in re.findall(r"\brl:(\w+)", text)
        if term not in declared
    }

    assert unknown == set()
