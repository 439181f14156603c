"""Whether what a store says of an edition has the shapes that `ontology/shapes.ttl` asks for.

pySHACL checks a copy in memory, in 25 s for the edition of 2026-01-16; the shapes that are SPARQL
queries are run on the store itself, in some hundredths (pySHACL takes minutes for them). What a
build looks at each time is in `kg.violations`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import TYPE_CHECKING

from pyoxigraph import (
    Literal,
    NamedNode,
    Quad,
    QuerySolutions,
    QueryTriples,
    Triple,
)

from kg.inference import check_consistency
from kg.model import EditionKey
from kg.resources import internal_query, ontology
from kg.store.base import Store
from kg.violations import SHAPES, SHAPES_MODULE, Violation, fast_violations, module, sort_violations
from kg.vocab import (
    BASE,
    DCTERMS,
    EARL,
    RDF,
    RDFS,
    RL,
    SH,
    XSD,
    edition_iri,
    plain,
    programs_graph,
    statements_graph,
    validation_graph,
)

if TYPE_CHECKING:
    from rdflib import Graph
    from rdflib.term import IdentifiedNode, Node

__all__ = [
    "CONSISTENCY",
    "Violation",
    "fast_violations",
    "is_of_shapes",
    "make_report",
    "shape_names",
    "shape_violations",
]

CONSISTENCY = f"{SHAPES}Consistency"
"""The name under which contradictions of the ontology are reported, beside the shapes."""

Progress = Callable[[str, int, int], None]
_TAXONOMY = (RDF.type, RDFS.subClassOf)


def shape_violations(
    store: Store, key: EditionKey, *, progress: Progress = lambda label, done, total: None
) -> list[Violation]:
    """Everything in an edition that breaks a shape, or contradicts the ontology; in document order.

    Args:
        progress: called before each of the three parts of the work.
    """
    shapes = _shapes()
    progress("queries", 0, 3)
    found = list(_break_queries(shapes, store, key))
    progress("consistency", 1, 3)
    for wrong in check_consistency(store, key):
        message = f"{wrong.problem} ({wrong.axiom}): one of these statements must go"
        found.append(Violation(node=wrong.node, shape=CONSISTENCY, message=message))
    progress("shapes", 2, 3)
    found.extend(_break_shapes(shapes, store, key))
    progress("shapes", 3, 3)
    return _located(found, store, key)


def shape_names() -> list[str]:
    """The IRIs of all that `shape_violations` checks, sorted."""
    from rdflib import RDF as RDFLIB_RDF
    from rdflib import SH as RDFLIB_SH

    found = _shapes().subjects(RDFLIB_RDF.type, RDFLIB_SH.NodeShape)
    return sorted([*map(str, found), CONSISTENCY])


def make_report(
    violations: Sequence[Violation], key: EditionKey, *, software: str
) -> Iterator[Quad]:
    """The outcome of `shape_violations` as quads of the edition's graph of validations.

    A SHACL report with a result a violation, and an EARL assertion a shape, passed or failed.

    Args:
        software: what checked, with its version.
    """
    graph = validation_graph(key)
    report = NamedNode(f"{graph.value}/shapes")
    yield Quad(report, RDF.type, SH.ValidationReport, graph)
    yield Quad(report, SH.conforms, plain(not violations), graph)
    yield Quad(report, DCTERMS.isPartOf, edition_iri(key), graph)
    for position, violation in enumerate(violations, 1):
        result = NamedNode(f"{report.value}/result/{position}")
        yield Quad(report, SH.result, result, graph)
        for predicate, value in _as_result(violation):
            yield Quad(result, predicate, value, graph)
    failed = {violation.shape for violation in violations}
    agent = NamedNode(f"{BASE}software/{software.replace(' ', '-')}")
    for shape in shape_names():
        assertion = NamedNode(f"{report.value}/assertion/{shape.removeprefix(SHAPES)}")
        outcome = NamedNode(f"{assertion.value}/result")
        yield Quad(assertion, RDF.type, EARL.Assertion, graph)
        yield Quad(assertion, EARL.assertedBy, agent, graph)
        yield Quad(assertion, EARL.subject, edition_iri(key), graph)
        yield Quad(assertion, EARL.test, NamedNode(shape), graph)
        yield Quad(assertion, EARL.mode, EARL.automatic, graph)
        yield Quad(assertion, EARL.result, outcome, graph)
        yield Quad(outcome, RDF.type, EARL.TestResult, graph)
        passed = EARL.failed if shape in failed else EARL.passed
        yield Quad(outcome, EARL.outcome, passed, graph)


def is_of_shapes(quad: Quad, key: EditionKey) -> bool:
    """Whether a quad of the edition's graph of validations is of those that `make_report` makes."""
    subject = quad.subject
    return isinstance(subject, NamedNode) and subject.value.startswith(
        f"{validation_graph(key).value}/shapes"
    )


def _as_result(violation: Violation) -> Iterator[tuple[NamedNode, NamedNode | Literal]]:
    yield RDF.type, SH.ValidationResult
    yield SH.focusNode, NamedNode(violation.node)
    yield SH.sourceShape, NamedNode(violation.shape)
    yield SH.resultMessage, plain(str(violation))
    yield SH.resultSeverity, SH.Violation
    if violation.path:
        yield SH.resultPath, NamedNode(violation.path)
    if violation.value:
        yield SH.value, plain(violation.value)
    if violation.line:
        yield RL.sourceLine, plain(violation.line)


def _break_queries(shapes: Graph, store: Store, key: EditionKey) -> Iterator[Violation]:
    """The constraints that are SPARQL queries, run where the data is."""
    from rdflib import SH as RDFLIB_SH

    for shape, constraint in shapes.subject_objects(RDFLIB_SH.sparql):
        message = str(shapes.value(constraint, RDFLIB_SH.message))
        # A query without bindings has all focus nodes for $this, as long as it names their class.
        text = str(shapes.value(constraint, RDFLIB_SH.select)).replace("$this", "?this")
        result = store.query(text, default_graph=_checked(key))
        assert isinstance(result, QuerySolutions)
        for row in result:
            value = row["value"].value
            told = message.replace("{?value}", value)
            yield Violation(node=row["this"].value, shape=str(shape), message=told, value=value)


def _break_shapes(shapes: Graph, store: Store, key: EditionKey) -> Iterator[Violation]:
    from pyshacl import validate
    from rdflib import RDF as RDFLIB_RDF
    from rdflib import SH as RDFLIB_SH

    core = _without_queries(shapes)
    _, report, _ = validate(
        _data(store, key), shacl_graph=core, inplace=True, advanced=False, meta_shacl=False
    )
    if not hasattr(report, "subjects"):  # pySHACL returns an error that it met in place of a graph
        raise report
    for result in report.subjects(RDFLIB_RDF.type, RDFLIB_SH.ValidationResult):
        source = report.value(result, RDFLIB_SH.sourceShape)
        path = report.value(result, RDFLIB_SH.resultPath)
        node = report.value(result, RDFLIB_SH.focusNode)
        value = report.value(result, RDFLIB_SH.value)
        yield Violation(
            node=str(node),
            shape=_shape_of(source, core),
            path=_path_of(path, report),
            message=str(report.value(result, RDFLIB_SH.resultMessage)),
            value="" if value in (None, node) else str(value),
        )


def _shapes() -> Graph:
    return _graph(module(SHAPES_MODULE))


def _without_queries(shapes: Graph) -> Graph:
    from rdflib import SH as RDFLIB_SH
    from rdflib import Graph

    core = Graph()
    for triple in shapes:
        if triple[1] != RDFLIB_SH.sparql:
            core.add(triple)
    return core


def _data(store: Store, key: EditionKey) -> Graph:
    """What is checked, and what is a class of what.

    In memory: pySHACL is 10 times as slow on disk.
    """
    everything = "CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p ?o }"
    result = store.query(everything, default_graph=_checked(key))
    assert isinstance(result, QueryTriples)
    modules = (module(name) for name, _ in ontology() if name != SHAPES_MODULE)
    taxonomy = (t for module in modules for t in module if t.predicate in _TAXONOMY)
    return _graph(chain(result, taxonomy))


def _checked(key: EditionKey) -> list[NamedNode]:
    """The graphs of an edition that have shapes; what is inferred has the axioms."""
    return [edition_iri(key), statements_graph(key), programs_graph(key), validation_graph(key)]


def _graph(triples: Iterable[Triple]) -> Graph:
    from rdflib import Graph

    graph = Graph()
    known: dict[object, Node] = {}
    for triple in triples:
        subject, predicate, value = (
            known.get(term) or known.setdefault(term, _to_rdflib(term))
            for term in (triple.subject, triple.predicate, triple.object)
        )
        graph.add((subject, predicate, value))
    return graph


def _to_rdflib(term: object) -> IdentifiedNode | Node:
    import rdflib

    if isinstance(term, NamedNode):
        return rdflib.URIRef(term.value)
    if not isinstance(term, Literal):
        return rdflib.BNode(str(term).removeprefix("_:"))
    if term.language:
        return rdflib.Literal(term.value, lang=term.language)
    # To rdflib a plain string isn't equal to one typed xsd:string, and shapes are written plainly.
    typed = term.datatype != XSD.string
    return rdflib.Literal(
        term.value, datatype=rdflib.URIRef(term.datatype.value) if typed else None
    )


def _shape_of(source: Node | None, shapes: Graph) -> str:
    """The named shape that a property shape is part of."""
    from rdflib import SH as RDFLIB_SH
    from rdflib import URIRef

    while source is not None and not isinstance(source, URIRef):
        source = shapes.value(None, RDFLIB_SH.property, source)
    return str(source)


def _path_of(path: Node | None, report: Graph) -> str:
    """The property of a path: that of an inverse one, and the first of an alternative."""
    from rdflib import RDF as RDFLIB_RDF
    from rdflib import SH as RDFLIB_SH
    from rdflib import BNode

    while isinstance(path, BNode):
        for step in (RDFLIB_SH.inversePath, RDFLIB_SH.alternativePath, RDFLIB_RDF.first):
            inner = report.value(path, step)
            if inner is not None:
                path = inner
                break
        else:
            return ""
    return "" if path is None else str(path)


def _located(violations: Iterable[Violation], store: Store, key: EditionKey) -> list[Violation]:
    """The violations with their places, in document order."""
    found = list(violations)
    if not found:
        return []
    result = store.query(internal_query("places"), default_graph=[edition_iri(key)])
    assert isinstance(result, QuerySolutions)
    places = {row["node"].value: (row["file"].value, int(row["line"].value)) for row in result}
    placed = []
    for violation in found:
        file, line = _place(violation.node, places)
        placed.append(replace(violation, file=file, line=line))
    return sort_violations(placed)


def _place(node: str, places: Mapping[str, tuple[str, int]]) -> tuple[str, int]:
    """The place of a node, or of the passage that its IRI says it is in: a statement, a span."""
    path = node.partition("#")[0]
    while path and path not in places:
        path = path.rpartition("/")[0]
    return places.get(path, ("", 0))
