"""The vocabularies of the graph as closed namespaces, and the IRIs of what the graph describes.

A namespace is closed: a name that it doesn't list is an AttributeError, so a slip of the pen can't
become a triple. The names under `RL` are those that `ontology/` declares; a test holds them equal.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from urllib.parse import quote

from pyoxigraph import Literal, NamedNode

from kg.model import EditionKey, RuleNumber

__all__ = [
    "BASE",
    "DCTERMS",
    "DEFAULT_BASE",
    "ONTOLOGY_GRAPH",
    "PREFIXES",
    "PROV",
    "RDF",
    "RDFS",
    "RL",
    "SKOS",
    "XSD",
    "Namespace",
    "edition_iri",
    "edition_key",
    "glossary_iri",
    "inferred_graph",
    "plain",
    "rule_iri",
    "source_iri",
    "term_iri",
]

DEFAULT_BASE = "https://w3id.org/ruleloom/"
BASE = os.environ.get("RULELOOM_BASE_IRI", DEFAULT_BASE)


class Namespace:
    """The names of one vocabulary, as attributes that are NamedNodes.

    Args:
        iri: what every name begins with.
        names: all that may be asked for.
    """

    def __init__(self, iri: str, names: Iterable[str]) -> None:
        self.iri = iri
        self._terms = {name: NamedNode(iri + name) for name in names}

    def __getattr__(self, name: str) -> NamedNode:
        try:
            return self._terms[name]
        except KeyError:
            raise AttributeError(f"{self.iri} has no name {name}") from None

    def __dir__(self) -> list[str]:
        return sorted(self._terms)


RL = Namespace(
    BASE + "ns#",
    # Classes
    "Division Chapter Section Rule Subrule Example Citation DanglingCitation Term Sense "
    "Remark Edition Source OddLine "
    # The document
    "number heading text order edition effective publishedAs restatement introduction truncated "
    "sourceLine start end example inferredNumber confidence evidence base printedText encoding "
    "lineEnd fileName origin sha256 oddLine "
    "expected "
    # Citations
    "cites citation citedIn target missingNumber component basis Basis extracted inferred curated "
    # The glossary
    "headword sense remark label see status".split(),
)
RDF = Namespace("http://www.w3.org/1999/02/22-rdf-syntax-ns#", ["type"])
RDFS = Namespace("http://www.w3.org/2000/01/rdf-schema#", ["label", "comment", "seeAlso"])
SKOS = Namespace(
    "http://www.w3.org/2004/02/skos/core#",
    "Concept ConceptScheme notation broader prefLabel altLabel inScheme related".split(),
)
DCTERMS = Namespace(
    "http://purl.org/dc/terms/", "title isPartOf hasPart language source identifier".split()
)
PROV = Namespace(
    "http://www.w3.org/ns/prov#",
    "Entity Activity SoftwareAgent wasDerivedFrom hadPrimarySource wasGeneratedBy "
    "wasAssociatedWith used".split(),
)
XSD = Namespace("http://www.w3.org/2001/XMLSchema#", "date integer decimal boolean string".split())

PREFIXES = {
    "rl": RL.iri,
    "rdf": RDF.iri,
    "rdfs": RDFS.iri,
    "skos": SKOS.iri,
    "dcterms": DCTERMS.iri,
    "prov": PROV.iri,
    "xsd": XSD.iri,
    "owl": "http://www.w3.org/2002/07/owl#",
    "foaf": "http://xmlns.com/foaf/0.1/",
}

ONTOLOGY_GRAPH = NamedNode(BASE + "ns")


def plain(value: str | int | bool) -> Literal:
    """The literal of a plain value: a string stays a string, so that 702.10 never becomes 702.1."""
    return Literal(value)


def edition_iri(key: EditionKey) -> NamedNode:
    """The IRI of an edition, which is also the name of its graph."""
    return NamedNode(BASE + key.path)


def edition_key(iri: str) -> EditionKey:
    """The key of the edition whose IRI, or whose graph's, this is.

    Raises:
        ValueError: for any other IRI.
    """
    return EditionKey.from_path(iri.removeprefix(BASE))


def inferred_graph(key: EditionKey) -> NamedNode:
    """The name of the graph that holds what was inferred from an edition."""
    return NamedNode(f"{BASE}{key.path}/inferred")


def rule_iri(key: EditionKey, number: RuleNumber) -> NamedNode:
    """The IRI of a rule as one edition prints it."""
    return NamedNode(f"{BASE}{key.path}/rule/{number}")


def glossary_iri(key: EditionKey) -> NamedNode:
    """The IRI of an edition's glossary, a SKOS concept scheme."""
    return NamedNode(f"{BASE}{key.path}/glossary")


def term_iri(key: EditionKey, headword: str) -> NamedNode:
    """The IRI of a glossary entry: its headword in lower case, words joined by hyphens."""
    slug = re.sub(r"[^\w]+", "-", headword.lower()).strip("-")
    return NamedNode(f"{BASE}{key.path}/term/{quote(slug) or quote(headword, safe='')}")


def source_iri(sha256: str) -> NamedNode:
    """The IRI of a source document, by the hash of its bytes."""
    return NamedNode(f"{BASE}source/{sha256}")
