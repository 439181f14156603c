"""What the SPARQL endpoint says of itself (SPARQL 1.1 Service Description, VoID)."""

from __future__ import annotations

from collections.abc import Iterator

from pyoxigraph import BlankNode, Literal, NamedNode, QuerySolutions, Triple

from kg.store import Store
from kg.vocab import (
    BASE,
    DCTERMS,
    ONTOLOGY_GRAPH,
    RDF,
    RL,
    SEMANTICS_GRAPH,
    SHAPES_GRAPH,
    SKOS,
    XSD,
    edition_graphs,
    edition_iri,
)

__all__ = ["describe_dataset", "describe_service"]

_SD = "http://www.w3.org/ns/sparql-service-description#"
_VOID = "http://rdfs.org/ns/void#"
_FORMATS = "http://www.w3.org/ns/formats/"
_RESULTS = "SPARQL_Results_JSON SPARQL_Results_XML SPARQL_Results_CSV SPARQL_Results_TSV".split()
_GRAPHS = "Turtle N-Triples N-Quads TriG RDF_XML JSON-LD".split()
_TITLES = (
    "Edition {}",
    "What was inferred from edition {}",
    "What edition {} says and mentions",
    "What edition {} means, as programs",
    "What was checked of edition {}",
    "What was found in the network of edition {}",
)
_LICENCE = NamedNode("https://creativecommons.org/publicdomain/zero/1.0/")


def describe_service(store: Store, endpoint: str) -> list[Triple]:
    """The service at an address: its language, its formats, its dataset."""
    return [*_service(store, endpoint), *describe_dataset(store, endpoint)]


def describe_dataset(store: Store, endpoint: str) -> list[Triple]:
    """The data behind the service at an address, as a VoID dataset with one part an edition."""
    return list(_dataset(store, endpoint))


def _service(store: Store, endpoint: str) -> Iterator[Triple]:
    service, dataset, default = BlankNode("service"), BlankNode("dataset"), BlankNode("default")
    yield Triple(service, RDF.type, _sd("Service"))
    yield Triple(service, _sd("endpoint"), NamedNode(endpoint))
    yield Triple(service, _sd("supportedLanguage"), _sd("SPARQL11Query"))
    # Words are found by a property that no other engine knows.
    yield Triple(service, _sd("propertyFeature"), RL.search)
    for offered in (*_RESULTS, *_GRAPHS):
        yield Triple(service, _sd("resultFormat"), NamedNode(_FORMATS + offered))
    yield Triple(service, _sd("defaultDataset"), dataset)
    yield Triple(dataset, RDF.type, _sd("Dataset"))
    yield Triple(dataset, _sd("defaultGraph"), default)
    yield Triple(default, RDF.type, _sd("Graph"))
    title = "The newest edition, all that is said of it, the ontology and the curated programs"
    yield Triple(default, DCTERMS.title, Literal(title, language="en"))
    for number, (name, title) in enumerate(_named_graphs(store)):
        entry, graph = BlankNode(f"named{number}"), BlankNode(f"graph{number}")
        yield Triple(dataset, _sd("namedGraph"), entry)
        yield Triple(entry, RDF.type, _sd("NamedGraph"))
        yield Triple(entry, _sd("name"), name)
        yield Triple(entry, _sd("graph"), graph)
        yield Triple(graph, RDF.type, _sd("Graph"))
        yield Triple(graph, DCTERMS.title, Literal(title, language="en"))


def _named_graphs(store: Store) -> Iterator[tuple[NamedNode, str]]:
    result = store.query("SELECT ?graph { GRAPH ?graph {} }")
    assert isinstance(result, QuerySolutions)
    there = {row["graph"] for row in result}
    for info in store.editions():
        for graph, title in zip(edition_graphs(info.key), _TITLES, strict=True):
            if graph in there:
                yield graph, title.format(info.key)
    for graph, title in (
        (ONTOLOGY_GRAPH, "The ruleloom ontology"),
        (SHAPES_GRAPH, "The shapes that a build's graphs have"),
        (SEMANTICS_GRAPH, "Curated programs"),
    ):
        if graph in there:
            yield graph, title


def _dataset(store: Store, endpoint: str) -> Iterator[Triple]:
    root = endpoint.removesuffix("sparql")
    whole = NamedNode(f"{root}.well-known/void#dataset")
    yield Triple(whole, RDF.type, _void("Dataset"))
    title = "The Magic: The Gathering Comprehensive Rules as a knowledge graph"
    yield Triple(whole, DCTERMS.title, Literal(title, language="en"))
    yield Triple(whole, _void("sparqlEndpoint"), NamedNode(endpoint))
    yield Triple(whole, _void("uriSpace"), Literal(BASE))
    for namespace in (RL, SKOS, DCTERMS):
        yield Triple(whole, _void("vocabulary"), NamedNode(namespace.iri))
    for offered in _GRAPHS:
        yield Triple(whole, _void("feature"), NamedNode(_FORMATS + offered))
    for info in store.editions():
        part = edition_iri(info.key)
        yield Triple(whole, _void("subset"), part)
        yield Triple(part, RDF.type, _void("Dataset"))
        yield Triple(part, DCTERMS.title, Literal(info.title or str(info.key), language="en"))
        yield Triple(part, _void("uriSpace"), Literal(f"{part.value}/"))
        yield Triple(part, _void("rootResource"), part)
        if info.key.date is not None:
            issued = Literal(info.key.date.isoformat(), datatype=XSD.date)
            yield Triple(part, DCTERMS.issued, issued)
        if info.key.restated:
            yield Triple(part, DCTERMS.license, _LICENCE)


def _sd(name: str) -> NamedNode:
    return NamedNode(_SD + name)


def _void(name: str) -> NamedNode:
    return NamedNode(_VOID + name)
