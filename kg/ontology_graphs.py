"""The graphs of a store that hold the ontology and its shapes."""

from __future__ import annotations

from collections.abc import Iterator

from pyoxigraph import BlankNode, Literal, NamedNode, Quad, RdfFormat, Triple, parse

from kg.resources import ontology
from kg.violations import SHAPES_MODULE
from kg.vocab import ONTOLOGY_GRAPH, SHAPES_GRAPH

__all__ = ["ontology_graphs"]


def ontology_graphs() -> Iterator[tuple[NamedNode, list[Quad]]]:
    """Name and quads of each graph; the same at each call, blank nodes and all.

    The shapes lie apart, so that a query for everything doesn't begin with their plumbing.
    """
    graphs: dict[NamedNode, list[Quad]] = {ONTOLOGY_GRAPH: [], SHAPES_GRAPH: []}
    for name, text in ontology():
        graph = SHAPES_GRAPH if name == SHAPES_MODULE else ONTOLOGY_GRAPH
        graphs[graph] += _module(name.removesuffix(".ttl"), text, graph)
    yield from graphs.items()


def _module(name: str, text: str, graph: NamedNode) -> Iterator[Quad]:
    """A module's quads, its blank nodes numbered in the order of the file: the names that a parser
    gives them are others each time."""
    known: dict[object, BlankNode] = {}

    def numbered(node: BlankNode) -> BlankNode:
        return known.setdefault(node, BlankNode(f"{name}{len(known) + 1}"))

    for quad in parse(text, RdfFormat.TURTLE):
        subject: NamedNode | BlankNode | Triple = quad.subject
        value: NamedNode | BlankNode | Literal | Triple = quad.object
        if isinstance(subject, BlankNode):
            subject = numbered(subject)
        if isinstance(value, BlankNode):
            value = numbered(value)
        yield Quad(subject, quad.predicate, value, graph)
