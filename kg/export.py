"""An edition as RDF in any syntax, or as the JSON that is our contract with other tools."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import BinaryIO, NotRequired, TypedDict

from pyoxigraph import NamedNode, Quad, QueryTriples, RdfFormat, serialize

from kg.model import Edition, EditionKey, GlossaryEntry, Rule
from kg.store.base import Store
from kg.vocab import PREFIXES, edition_iri, inferred_graph, programs_graph, statements_graph

__all__ = ["RDF_FORMATS", "edition_as_json", "exported_graphs", "rule_as_json", "write_rdf"]

_EVERYTHING = "CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p ?o }"
RDF_FORMATS = {
    "turtle": RdfFormat.TURTLE,
    "nt": RdfFormat.N_TRIPLES,
    "trig": RdfFormat.TRIG,
    "nq": RdfFormat.N_QUADS,
    "jsonld": RdfFormat.JSON_LD,
    "rdfxml": RdfFormat.RDF_XML,
}


class RuleJson(TypedDict):
    """A chapter, section, rule or subrule; `references` are expanded, its examples' among them.

    An inferred number has a confidence, 0 to 1, and what it rests on.
    """

    number: str
    parent: str | None
    kind: str
    heading: str | None
    text: str
    examples: list[str]
    references: list[str]
    inferred_number: bool
    number_confidence: NotRequired[float]
    number_evidence: NotRequired[str]


class EntryJson(TypedDict):
    """A glossary entry; `text` has a line a sense, `see` the headwords it sends to."""

    term: str
    text: str
    references: list[str]
    see: list[str]


class DanglingJson(TypedDict):
    """A number that the edition lacks, with the rule or headword that names it, and its words."""

    source: str
    target: str
    text: str


class EditionJson(TypedDict):
    """A whole edition; `edition` is None where the document gives no date."""

    edition: str | None
    rules: list[RuleJson]
    glossary: list[EntryJson]
    dangling: list[DanglingJson]


def edition_as_json(edition: Edition) -> EditionJson:
    """The edition in the form of `ruleloom export --format json`."""
    return {
        "edition": edition.key.date.isoformat() if edition.key.date else None,
        "rules": [rule_as_json(rule) for rule in edition.rules],
        "glossary": [_entry(entry) for entry in edition.glossary],
        "dangling": [
            {"source": _name(owner), "target": str(number), "text": citation.text}
            for owner, number, citation in edition.dangling()
        ],
    }


def _name(owner: Rule | GlossaryEntry) -> str:
    return str(owner.number) if isinstance(owner, Rule) else owner.headword


def rule_as_json(rule: Rule) -> RuleJson:
    """A rule in the form that it has in `EditionJson`."""
    shown: RuleJson = {
        "number": str(rule.number),
        "parent": str(rule.parent) if rule.parent else None,
        "kind": rule.kind,
        "heading": rule.heading or None,
        "text": rule.text,
        "examples": [example.text for example in rule.examples],
        "references": [str(number) for number in rule.references()],
        "inferred_number": rule.inferred_number,
    }
    if rule.inferred_number:
        shown["number_confidence"] = rule.confidence
        shown["number_evidence"] = rule.evidence
    return shown


def _entry(entry: GlossaryEntry) -> EntryJson:
    return {
        "term": entry.headword,
        "text": entry.text,
        "references": [str(number) for number in entry.references()],
        "see": list(entry.see),
    }


def exported_graphs(key: EditionKey) -> list[NamedNode]:
    """The graphs of what an edition says, of its statements and programs, and of what follows."""
    return [edition_iri(key), statements_graph(key), programs_graph(key), inferred_graph(key)]


def write_rdf(store: Store, keys: Iterable[EditionKey], name: str, out: BinaryIO) -> None:
    """Write what editions say and mean, and what was inferred from them.

    Args:
        name: one of `RDF_FORMATS`; the syntaxes for datasets keep the names of the graphs.
    """
    syntax = RDF_FORMATS[name]
    graphs = [graph for key in keys for graph in exported_graphs(key)]
    prefixes = PREFIXES if syntax not in (RdfFormat.N_TRIPLES, RdfFormat.N_QUADS) else None
    if not syntax.supports_datasets or syntax == RdfFormat.JSON_LD:
        triples = store.query(_EVERYTHING, default_graph=graphs)
        assert isinstance(triples, QueryTriples)
        serialize(triples, out, syntax, prefixes=prefixes)
        return
    quads = (quad for graph in graphs for quad in _quads(store, graph))
    serialize(quads, out, syntax, prefixes=prefixes)


def _quads(store: Store, graph: NamedNode) -> Iterator[Quad]:
    triples = store.query(_EVERYTHING, default_graph=[graph])
    assert isinstance(triples, QueryTriples)
    return (Quad(t.subject, t.predicate, t.object, graph) for t in triples)
