"""A store of the embedded rulebook with its inferences and the ontology."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

import pytest
from pyoxigraph import Quad, RdfFormat
from pyoxigraph import parse as parse_rdf

from extract import triples
from extract.citation_statements import kind_statements
from kg.inference import infer
from kg.model import Edition
from kg.resources import ontology
from kg.store import Store, open_store
from kg.store.embedded import rewrite_store
from kg.vocab import ONTOLOGY_GRAPH, RL, edition_iri, inferred_graph, rule_iri


@pytest.fixture(scope="session")
def rulebook_quads(rulebook: Edition) -> list[Quad]:
    quads = list(triples.make_quads(rulebook))
    if not any(quad.predicate == RL.citationKind for quad in quads):
        quads.extend(_kinds(rulebook, quads))
    return list(dict.fromkeys(quads))


@pytest.fixture(scope="session")
def rulebook_store(
    rulebook: Edition, rulebook_quads: list[Quad], tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Store]:
    location = tmp_path_factory.mktemp("rulebook") / "store"
    with rewrite_store(location) as draft:
        draft.replace_graph(edition_iri(rulebook.key), rulebook_quads)
        draft.replace_graph(inferred_graph(rulebook.key), infer(rulebook_quads, rulebook.key))
        modules = (parse_rdf(text, RdfFormat.TURTLE) for _, text in ontology())
        draft.replace_graph(ONTOLOGY_GRAPH, chain.from_iterable(modules))
    with open_store(location) as store:
        yield store


def _kinds(edition: Edition, quads: list[Quad]) -> Iterator[Quad]:
    """What `extract.triples` is to write by `kind_statements`; goes when it does."""
    places = {}
    for quad in quads:
        if quad.predicate == RL.citedIn:
            places[quad.subject] = quad.object
    nodes = iter(quad for quad in quads if quad.predicate == RL.citation)
    for _, passage in edition.passages():
        for citation in passage.citations:
            owner, iri = (quad := next(nodes)).subject, quad.object
            cited = [
                rule_iri(edition.key, n) for n in citation.targets if n not in citation.missing
            ]
            citing = list(dict.fromkeys((owner, places[iri])))
            for s, p, o in kind_statements(citation, passage, iri=iri, citing=citing, cited=cited):
                yield Quad(s, p, o, edition_iri(edition.key))
