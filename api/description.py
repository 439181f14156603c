"""What the SPARQL endpoint says of itself (SPARQL 1.1 Service Description)."""

from __future__ import annotations

from collections.abc import Iterator

from pyoxigraph import BlankNode, Literal, NamedNode, Triple

from kg.store import Store
from kg.vocab import DCTERMS, ONTOLOGY_GRAPH, RDF, edition_iri, inferred_graph

__all__ = ["describe_service"]

_SD = "http://www.w3.org/ns/sparql-service-description#"
_FORMATS = "http://www.w3.org/ns/formats/"
_OFFERED = (
    "SPARQL_Results_JSON SPARQL_Results_XML SPARQL_Results_CSV SPARQL_Results_TSV "
    "Turtle N-Triples N-Quads TriG RDF_XML JSON-LD"
).split()


def describe_service(store: Store, endpoint: str) -> list[Triple]:
    """The service at an address, its languages, its formats and its dataset."""
    return list(_describe(store, endpoint))


def _describe(store: Store, endpoint: str) -> Iterator[Triple]:
    service, dataset, default = BlankNode("service"), BlankNode("dataset"), BlankNode("default")
    yield Triple(service, RDF.type, _sd("Service"))
    yield Triple(service, _sd("endpoint"), NamedNode(endpoint))
    yield Triple(service, _sd("supportedLanguage"), _sd("SPARQL11Query"))
    for offered in _OFFERED:
        yield Triple(service, _sd("resultFormat"), NamedNode(_FORMATS + offered))
    yield Triple(service, _sd("defaultDataset"), dataset)
    yield Triple(dataset, RDF.type, _sd("Dataset"))
    yield Triple(dataset, _sd("defaultGraph"), default)
    yield Triple(default, RDF.type, _sd("Graph"))
    yield Triple(
        default,
        DCTERMS.title,
        Literal("The newest edition, what was inferred from it, and the ontology", language="en"),
    )
    for number, (name, title) in enumerate(_named_graphs(store)):
        entry, graph = BlankNode(f"named{number}"), BlankNode(f"graph{number}")
        yield Triple(dataset, _sd("namedGraph"), entry)
        yield Triple(entry, RDF.type, _sd("NamedGraph"))
        yield Triple(entry, _sd("name"), name)
        yield Triple(entry, _sd("graph"), graph)
        yield Triple(graph, RDF.type, _sd("Graph"))
        yield Triple(graph, DCTERMS.title, Literal(title, language="en"))


def _named_graphs(store: Store) -> Iterator[tuple[NamedNode, str]]:
    for info in store.editions():
        yield edition_iri(info.key), f"Edition {info.key}"
        yield inferred_graph(info.key), f"What was inferred from edition {info.key}"
    yield ONTOLOGY_GRAPH, "The ruleloom ontology"


def _sd(name: str) -> NamedNode:
    return NamedNode(_SD + name)
