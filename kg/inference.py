"""What follows from an edition by the ontology's axioms, and whether anything contradicts them.

`reasonable` (OWL 2 RL in Rust) does the work: for the edition of 2026-01-16, of whose 92,000
triples axioms speak of 15,000, it takes 0.6 s and finds 23,000; `owlrl` took 33 s. It knows no
property chains, which are joined here, and reports nothing that contradicts an axiom, which is
found by the queries `contradictions_of_*`. A build has it run beside.

Texts, spans and other literals never reach the reasoner, domains and ranges neither: every node
that a build writes has its type, and the shapes hold it to that.
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
from kg.vocab import OWL, RDF, RDFS, inferred_graph

__all__ = [
    "Contradiction",
    "Edge",
    "as_quads",
    "check_consistency",
    "consequences",
    "infer",
    "reasoned_with",
]

Edge = tuple[str, str, str]
"""A statement between two named nodes: the IRIs of subject, predicate and object."""

_BOTH_WAYS = {OWL.inverseOf.value, OWL.equivalentProperty.value, OWL.equivalentClass.value}
_AXIOMS = {RDFS.subClassOf.value, RDFS.subPropertyOf.value, *_BOTH_WAYS}
_PROPERTY_KINDS = {OWL.TransitiveProperty.value, OWL.SymmetricProperty.value}


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Statements that can't all be true.

    Attributes:
        node: what they are about, as an IRI.
        axiom: what forbids it, by its name among the rules of OWL 2 RL (`cax-dw`, `prp-fp` ...).
        problem: in words.
    """

    node: str
    axiom: str
    problem: str

    def __str__(self) -> str:
        return f"{self.node}: {self.problem} ({self.axiom})"


def infer(quads: Iterable[Quad], key: EditionKey) -> Iterator[Quad]:
    """What follows from an edition's quads and isn't among them, for its graph of inferences.

    Types, super-properties, inverses, transitive and symmetric closures, chains; sorted.

    Args:
        quads: of the edition's graph.
    """
    return as_quads(consequences(reasoned_with(quads)), key)


def reasoned_with(quads: Iterable[Quad]) -> set[Edge]:
    """The part of an edition's quads that may be premises or consequences of the axioms."""
    axioms = _axioms()
    wanted = axioms.implied | {RDF.type.value}
    return {
        edge
        for quad in quads
        if quad.predicate.value in wanted and (edge := _edge(quad.triple)) is not None
    }


def consequences(stated: set[Edge]) -> list[Edge]:
    """What follows from statements and isn't among them; sorted."""
    axioms = _axioms()
    found = _closure({edge for edge in stated if axioms.concern(edge)}, axioms)
    return sorted(edge for edge in found - stated if axioms.are_new_in(edge))


def as_quads(edges: Iterable[Edge], key: EditionKey) -> Iterator[Quad]:
    """Statements as quads of the edition's graph of inferences."""
    graph = inferred_graph(key)
    for subject, predicate, value in edges:
        yield Quad(NamedNode(subject), NamedNode(predicate), NamedNode(value), graph)


def check_consistency(store: Store, key: EditionKey) -> list[Contradiction]:
    """What contradicts the ontology in an edition, with what was inferred from it."""
    graphs = store.default_graph(key)
    # The embedded store lays graphs that are asked twice into one, 20 times as fast to ask.
    store.query("ASK {}", default_graph=graphs)
    found = []
    for name in ("class", "property", "key"):
        query = internal_query(f"contradictions_of_{name}")
        result = store.query(query, default_graph=graphs)
        assert isinstance(result, QuerySolutions)
        for row in result:
            terms = (row["node"], row["axiom"], row["problem"])
            found.append(Contradiction(*(term.value for term in terms)))
    return sorted(found, key=lambda c: (c.node, c.axiom, c.problem))


@dataclass(frozen=True, slots=True)
class _Axioms:
    """The part of the ontology that is reasoned with.

    Attributes:
        edges: its statements.
        classes: those that are below another one.
        properties: those of which a statement has a consequence.
        implied: all that a consequence can be a statement of.
        chains: a property, and those whose chain implies it.
        terms: all that the ontology itself describes.
    """

    edges: frozenset[Edge]
    classes: frozenset[str]
    properties: frozenset[str]
    implied: frozenset[str]
    chains: tuple[tuple[str, tuple[str, ...]], ...]
    terms: frozenset[str]

    def concern(self, edge: Edge) -> bool:
        """Whether anything follows from the statement."""
        _, predicate, value = edge
        return predicate in self.properties or (
            predicate == RDF.type.value and value in self.classes
        )

    def reached_from(self, properties: Iterable[str]) -> set[str]:
        """The properties, and all that a statement of one of them can imply a statement of."""
        links = defaultdict(set)
        for subject, predicate, value in self.edges:
            if predicate in _BOTH_WAYS:
                links[value].add(subject)
            if predicate in _BOTH_WAYS or predicate == RDFS.subPropertyOf.value:
                links[subject].add(value)
        reached, fresh = set[str](), set(properties)
        while fresh:
            reached |= fresh
            fresh = {value for name in fresh for value in links[name]} - reached
        return reached

    def are_new_in(self, edge: Edge) -> bool:
        """Whether the statement is worth keeping: not trivial, not about the ontology itself."""
        subject, predicate, value = edge
        if subject in self.terms or subject.startswith(OWL.iri):
            return False
        return predicate != OWL.sameAs.value and value != OWL.Thing.value


@functools.cache
def _axioms() -> _Axioms:
    triples = [
        quad.triple
        for name, text in ontology()
        if name != "shapes.ttl"
        for quad in parse(text, RdfFormat.TURTLE)
    ]
    edges = {edge for triple in triples if (edge := _edge(triple)) and _is_axiom(edge)}
    about = [edge for edge in edges if edge[1] != RDFS.subClassOf.value]
    chains = tuple(_chains(triples))
    linked = {name for head, links in chains for name in (head, *links)}
    premises = {s for s, _, _ in about} | {o for _, p, o in about if p in _BOTH_WAYS} | linked
    return _Axioms(
        edges=frozenset(edges),
        classes=frozenset(s for s, p, _ in edges if p == RDFS.subClassOf.value),
        properties=frozenset(premises),
        implied=frozenset(premises | {o for _, _, o in about}),
        chains=chains,
        terms=frozenset(t.subject.value for t in triples if isinstance(t.subject, NamedNode)),
    )


def _edge(triple: Triple) -> Edge | None:
    """A statement between two named nodes; None for any other."""
    subject, value = triple.subject, triple.object
    if isinstance(subject, NamedNode) and isinstance(value, NamedNode):
        return subject.value, triple.predicate.value, value.value
    return None


def _is_axiom(edge: Edge) -> bool:
    _, predicate, value = edge
    return predicate in _AXIOMS or (predicate == RDF.type.value and value in _PROPERTY_KINDS)


def _chains(triples: Sequence[Triple]) -> Iterator[tuple[str, tuple[str, ...]]]:
    first = {str(t.subject): t.object for t in triples if t.predicate == RDF.first}
    rest = {str(t.subject): t.object for t in triples if t.predicate == RDF.rest}
    for triple in triples:
        if triple.predicate != OWL.propertyChainAxiom or not isinstance(triple.subject, NamedNode):
            continue
        links, place = [], triple.object
        while place != RDF.nil:
            link, place = first[str(place)], rest[str(place)]
            if isinstance(link, NamedNode):
                links.append(link.value)
        yield triple.subject.value, tuple(links)


def _closure(given: set[Edge], axioms: _Axioms) -> set[Edge]:
    known = _reasoned(given | axioms.edges)
    while fresh := _chained(known, axioms.chains):
        # What is known is closed but for the chains: only what theirs can meet is reasoned anew.
        reached = axioms.reached_from(edge[1] for edge in fresh)
        met = {edge for edge in known if edge[1] in reached}
        known |= _reasoned(fresh | met | axioms.edges)
    return known


def _reasoned(given: set[Edge]) -> set[Edge]:
    from rdflib import URIRef
    from reasonable import PyReasoner  # type: ignore[import-untyped]

    reasoner = PyReasoner()
    reasoner.from_graph(list(given))
    return {
        (str(s), str(p), str(o))
        for s, p, o in reasoner.reason()
        if isinstance(s, URIRef) and isinstance(o, URIRef)
    }


def _chained(edges: set[Edge], chains: Sequence[tuple[str, tuple[str, ...]]]) -> set[Edge]:
    """What chains imply and isn't known yet: prp-spo2 of OWL 2 RL, to its fixed point."""
    used = {name for head, links in chains for name in (head, *links)}
    known = {edge for edge in edges if edge[1] in used}
    found: set[Edge] = set()
    while new := {edge for chain in chains for edge in _ends(known, *chain)} - known:
        found |= new
        known |= new
    return found


def _ends(edges: set[Edge], head: str, links: tuple[str, ...]) -> Iterator[Edge]:
    after: dict[str, defaultdict[str, set[str]]] = {link: defaultdict(set) for link in links}
    for subject, predicate, value in edges:
        if predicate in after:
            after[predicate][subject].add(value)
    for start in list(after[links[0]]):
        places = {start}
        for link in links:
            places = {end for place in places for end in after[link].get(place, ())}
        for end in places:
            yield start, head, end
