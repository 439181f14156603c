"""What follows from an edition by the ontology's axioms, and whether anything contradicts them.

`reasonable` (OWL 2 RL in Rust) does the work: on the 22,800 triples of 2026-01-16 that axioms speak
of it takes 1.4 s, `owlrl` 33 s. It knows no property chains, which are joined here; what contradicts
an axiom is found by `kg/queries/contradictions.rq`, since it reports none.

Texts, spans and other literals never reach the reasoner, domains and ranges neither: every node that
a build writes has its type, and the shapes hold it to that. `rl:reliesOn` isn't written out: in
2026-01-16 its closure alone would be larger than the edition.
"""

from __future__ import annotations

import functools
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from pyoxigraph import NamedNode, Quad, QuerySolutions, RdfFormat, Triple, parse

from kg.model import EditionKey
from kg.resources import internal_query, ontology
from kg.store.base import Store
from kg.vocab import OWL, RDF, RDFS, RL, inferred_graph

__all__ = ["Contradiction", "check_consistency", "infer"]

_Edge = tuple[str, str, str]

_AXIOMS = {
    RDFS.subClassOf.value,
    RDFS.subPropertyOf.value,
    OWL.iri + "inverseOf",
    OWL.iri + "equivalentClass",
    OWL.iri + "equivalentProperty",
}
_PROPERTY_KINDS = {OWL.iri + name for name in ("TransitiveProperty", "SymmetricProperty")}
_UNWRITTEN = RL.reliesOn.value


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Two statements that can't both be true.

    Attributes:
        node: what they are about, as an IRI.
        axiom: what forbids it, as the rule's name in OWL 2 RL (`cax-dw`, `prp-fp` ...).
        problem: in words.
    """

    node: str
    axiom: str
    problem: str

    def __str__(self) -> str:
        return f"{self.node}: {self.problem} ({self.axiom})"


def infer(quads: Iterable[Quad], key: EditionKey) -> Iterator[Quad]:
    """What follows from an edition's quads and isn't among them, for its graph of inferences.

    Types of the ontology, super-properties, inverses, transitive and symmetric closures, chains.

    Args:
        quads: of the edition's graph.
    """
    axioms = _axioms()
    given = {edge for quad in quads if (edge := axioms.concerned(quad)) is not None}
    found = _closure(given, axioms)
    graph = inferred_graph(key)
    for subject, predicate, value in sorted(found - given):
        if axioms.is_worth(subject, predicate, value):
            yield Quad(NamedNode(subject), NamedNode(predicate), NamedNode(value), graph)


def check_consistency(store: Store, key: EditionKey) -> list[Contradiction]:
    """What contradicts the ontology in an edition and in what was inferred from it."""
    result = store.query(
        internal_query("contradictions"), default_graph=store.default_graph(key)
    )
    assert isinstance(result, QuerySolutions)
    return [
        Contradiction(row["node"].value, row["axiom"].value, row["problem"].value) for row in result
    ]


@dataclass(frozen=True, slots=True)
class _Axioms:
    """The part of the ontology that is reasoned with.

    Attributes:
        edges: its statements.
        classes: those that are below another one.
        properties: those that an axiom speaks of.
        chains: a property and those whose chain implies it.
        terms: all that the ontology itself describes.
    """

    edges: frozenset[_Edge]
    classes: frozenset[str]
    properties: frozenset[str]
    chains: tuple[tuple[str, tuple[str, ...]], ...]
    terms: frozenset[str]

    def concerned(self, quad: Quad) -> _Edge | None:
        """The statement, if some axiom can draw anything from it."""
        subject, value, predicate = quad.subject, quad.object, quad.predicate.value
        if not isinstance(subject, NamedNode) or not isinstance(value, NamedNode):
            return None
        typed = predicate == RDF.type.value and value.value in self.classes
        if typed or predicate in self.properties:
            return subject.value, predicate, value.value
        return None

    def is_worth(self, subject: str, predicate: str, value: str) -> bool:
        """Whether anybody could ask for it: nothing trivial, nothing about the ontology's terms."""
        if subject in self.terms or predicate == OWL.sameAs.value:
            return False
        return predicate != RDF.type.value or value != OWL.Thing.value


@functools.cache
def _axioms() -> _Axioms:
    triples = [
        quad.triple
        for name, text in ontology()
        if name != "shapes.ttl"
        for quad in parse(text, RdfFormat.TURTLE)
    ]
    edges = {edge for triple in triples if (edge := _axiom(triple)) is not None}
    chains = tuple(_chains(triples))
    properties = {end for s, p, o in edges if p != RDFS.subClassOf.value for end in (s, o)}
    properties |= {name for head, links in chains for name in (head, *links)}
    return _Axioms(
        edges=frozenset(edges),
        classes=frozenset(s for s, p, _ in edges if p == RDFS.subClassOf.value),
        properties=frozenset(properties - _PROPERTY_KINDS),
        chains=chains,
        terms=frozenset(t.subject.value for t in triples if isinstance(t.subject, NamedNode)),
    )


def _axiom(triple: Triple) -> _Edge | None:
    subject, predicate, value = triple.subject, triple.predicate.value, triple.object
    if not isinstance(subject, NamedNode) or not isinstance(value, NamedNode):
        return None
    if _UNWRITTEN in (subject.value, value.value):
        return None
    kind = predicate == RDF.type.value and value.value in _PROPERTY_KINDS
    return (subject.value, predicate, value.value) if kind or predicate in _AXIOMS else None


def _chains(triples: Sequence[Triple]) -> Iterator[tuple[str, tuple[str, ...]]]:
    first = {t.subject: t.object for t in triples if t.predicate == RDF.first}
    rest = {t.subject: t.object for t in triples if t.predicate == RDF.rest}
    for triple in triples:
        if triple.predicate == OWL.propertyChainAxiom:
            links, place = [], triple.object
            while place != RDF.nil:
                links.append(first[place].value)
                place = rest[place]
            yield triple.subject.value, tuple(links)


def _closure(given: set[_Edge], axioms: _Axioms) -> set[_Edge]:
    from rdflib import URIRef
    from reasonable import PyReasoner

    reasoner = PyReasoner()
    fresh = given | axioms.edges
    known: set[_Edge] = set()
    while fresh:
        reasoner.from_graph([tuple(map(URIRef, edge)) for edge in fresh])
        known = {
            (str(s), str(p), str(o))
            for s, p, o in reasoner.reason()
            if isinstance(s, URIRef) and isinstance(o, URIRef)
        }
        fresh = _chained(known, axioms.chains) - known
    return known


def _chained(edges: set[_Edge], chains: Sequence[tuple[str, tuple[str, ...]]]) -> set[_Edge]:
    """OWL 2 RL's prp-spo2, to its own fixed point."""
    found: set[_Edge] = set()
    for head, links in chains:
        while True:
            pairs = _pairs(edges | found, links[0])
            for link in links[1:]:
                after = _by_subject(edges | found, link)
                pairs = {(start, end) for start, middle in pairs for end in after[middle]}
            new = {(start, head, end) for start, end in pairs} - edges - found
            if not new:
                break
            found |= new
    return found


def _pairs(edges: set[_Edge], predicate: str) -> set[tuple[str, str]]:
    return {(s, o) for s, p, o in edges if p == predicate}


def _by_subject(edges: set[_Edge], predicate: str) -> defaultdict[str, set[str]]:
    found: defaultdict[str, set[str]] = defaultdict(set)
    for subject, value in _pairs(edges, predicate):
        found[subject].add(value)
    return found
