"""What an edition's passages say, as quads of a graph beside the edition's own.

A statement is a node. A part of it, and a mention of a term, is a span: its IRI is that of the
passage with a fragment that gives its place in characters (RFC 5147: `#char=12,45`), so that it
needs no quads for that. The quads are a function of the edition alone.

To read what passages say is the larger half of a build, so it can be done in parts, by several
processes.
"""

from __future__ import annotations

import functools
import pickle
import re
from collections.abc import Iterable, Iterator
from urllib.parse import quote

from pyoxigraph import Literal, NamedNode, Quad, RdfFormat, serialize

from extract.borrowing import read_vocabulary_with
from extract.pipeline import read_passages
from extract.pointers import pointer_triples
from kg.model import Edition, EditionKey, GlossaryEntry, Passage, Rule, RuleNumber
from kg.statements import Mention, NamedCard, Said, Statement, Term
from kg.vocab import (
    BASE,
    PROV,
    RDF,
    RL,
    SKOS,
    edition_iri,
    plain,
    rule_iri,
    statements_graph,
    term_iris,
)

__all__ = ["span_iri", "statement_part", "statement_parts", "statement_quads"]

_ROLES = {
    "condition": RL.conditionSpan,
    "trigger": RL.triggerSpan,
    "exception": RL.exceptionSpan,
    "actor": RL.actorSpan,
}
_Triple = tuple[NamedNode, NamedNode, NamedNode | Literal]


def statement_quads(edition: Edition, base: Edition | None = None) -> Iterator[Quad]:
    """The statements of an edition, its vocabulary, and the terms and cards that it mentions.

    Args:
        base: the edition that a page without a glossary was read with, whose terms it may mention.
    """
    return _Writer(edition, base).quads()


def statement_parts(
    edition: Edition, base: Edition | None, count: int
) -> list[tuple[bytes, int, int]]:
    """The arguments of `statement_part` for all parts of what `statement_quads` gives."""
    data = pickle.dumps((edition, base), protocol=pickle.HIGHEST_PROTOCOL)
    return [(data, part, count) for part in range(count)]


def statement_part(data: bytes, part: int, count: int) -> bytes:
    """One of several parts of what `statement_quads` gives, as N-Quads; some are in several parts.

    Args:
        data: the edition and its base, pickled.
    """
    found = serialize(_writer(data).quads(part, count), format=RdfFormat.N_QUADS)
    assert found is not None
    return found


@functools.lru_cache(maxsize=1)
def _writer(data: bytes) -> _Writer:
    return _Writer(*pickle.loads(data))


def span_iri(passage: NamedNode, start: int, end: int) -> NamedNode:
    """The IRI of a part of a passage: half-open, in characters (RFC 5147).

    Example:
        >>> span_iri(NamedNode("https://example.org/rule/701.8a"), 3, 10).value
        'https://example.org/rule/701.8a#char=3,10'
    """
    return NamedNode(f"{passage.value}#char={start},{end}")


def term_kind(kind: str) -> NamedNode:
    """The ontology's individual of a kind of term."""
    node = getattr(RL, kind if kind.endswith("Term") else f"{kind}Term")
    assert isinstance(node, NamedNode)
    return node


class _Writer:
    def __init__(self, edition: Edition, base: Edition | None) -> None:
        self._edition = edition
        self._base = base
        self._vocabulary = vocabulary = read_vocabulary_with(edition, base)
        self._entries = term_iris(edition.key, (entry.headword for entry in edition.glossary))
        self._terms = dict(_term_nodes(edition.key, vocabulary.terms, self._entries))

    def quads(self, part: int = 0, count: int = 1) -> Iterator[Quad]:
        """All, or one of several parts; the first one has the vocabulary."""
        graph = statements_graph(self._edition.key)
        for subject, predicate, value in self._triples(part, count):
            yield Quad(subject, predicate, value, graph)

    def _triples(self, part: int, count: int) -> Iterator[_Triple]:
        for term in self._vocabulary.terms:
            if part == 0 and not term.borrowed:
                yield from self._term(term)
        senses: set[tuple[NamedNode, str]] = set()
        passages = list(self._edition.passages())
        first, last = (len(passages) * place // count for place in (part, part + 1))
        for owner, passage, said in read_passages(passages[first:last], self._vocabulary):
            place = self._place(owner, passage)
            for position, statement in enumerate(said.statements, 1):
                yield from self._statement(statement, place, position)
            yield from self._mentions(said, place, senses)
            for card in said.cards:
                yield from self._card(card, place)
            iri = self._place(owner, owner) if isinstance(owner, Rule) else self._entry(owner)
            yield from pointer_triples(self._edition, owner, passage, iri=iri, place=place)
        for sense, kind in sorted(senses, key=lambda pair: (pair[0].value, pair[1])):
            yield sense, RL.termKind, term_kind(kind)

    def _place(self, owner: Rule | GlossaryEntry, passage: Passage) -> NamedNode:
        if isinstance(owner, Rule):
            iri = rule_iri(self._edition.key, owner.number)
            if passage is owner:
                return iri
            return NamedNode(f"{iri.value}/example/{_position(owner.examples, passage)}")
        iri = self._entry(owner)
        return NamedNode(f"{iri.value}/sense/{_position(owner.senses, passage)}")

    def _entry(self, entry: GlossaryEntry) -> NamedNode:
        return self._entries[entry.headword]

    def _term(self, term: Term) -> Iterator[_Triple]:
        iri = self._terms[term]
        yield iri, RDF.type, RL.VocabularyTerm
        yield iri, RL.termKind, term_kind(term.kind)
        if term.borrowed and self._base:
            yield iri, RL.basis, RL.inferred
            yield iri, PROV.wasDerivedFrom, edition_iri(self._base.key)
        if not term.entry:
            yield iri, SKOS.prefLabel, Literal(term.label, language="en")
        if term.rule:
            number = RuleNumber.parse(term.rule)
            yield iri, RL.introducedIn, rule_iri(self._edition.key, number)

    def _statement(
        self, statement: Statement, place: NamedNode, position: int
    ) -> Iterator[_Triple]:
        iri = NamedNode(f"{place.value}/statement/{position}")
        yield place, RL.statement, iri
        yield iri, RDF.type, RL.Statement
        if statement.kind:
            yield iri, RL.statementKind, getattr(RL, statement.kind)
        yield iri, RL.start, plain(statement.start)
        yield iri, RL.end, plain(statement.end)
        yield iri, RL.component, plain("statements")
        yield iri, RL.basis, RL.extracted
        for role in statement.roles:
            span = span_iri(place, role.start, role.end)
            yield iri, _ROLES[role.role], span
            if role.actor:
                yield iri, RL.actor, getattr(RL, role.actor)
                yield span, RL.actor, getattr(RL, role.actor)

    def _mentions(
        self, said: Said, place: NamedNode, senses: set[tuple[NamedNode, str]]
    ) -> Iterator[_Triple]:
        for term in dict.fromkeys(mention.term for mention in said.mentions):
            yield place, RL.mentions, self._terms[term]
            if term.borrowed:
                yield from self._term(term)
        for mention in said.mentions:
            meant = self._meant(mention)
            if mention.sense:
                senses.add((meant, mention.kind))
            span = span_iri(place, mention.start, mention.end)
            # What made these, and how, is said of rl:denotes itself: they are a third of all quads.
            yield span, RL.denotes, meant
            if mention.ambiguous:
                yield span, RL.ambiguous, plain(True)

    def _meant(self, mention: Mention) -> NamedNode:
        iri = self._terms[mention.term]
        return NamedNode(f"{iri.value}/sense/{mention.sense}") if mention.sense else iri

    def _card(self, card: NamedCard, place: NamedNode) -> Iterator[_Triple]:
        yield place, RL.namesCard, plain(card.name)
        for start, end in card.mentions:
            span = span_iri(place, start, end)
            yield span, RL.cardName, plain(card.name)
        first = span_iri(place, *card.mentions[0])
        for start, end in card.texts:
            yield first, RL.quotedText, span_iri(place, start, end)


def _position(passages: Iterable[Passage], passage: Passage) -> int:
    return next(place for place, other in enumerate(passages, 1) if other is passage)


def _term_nodes(
    key: EditionKey, terms: Iterable[Term], entries: dict[str, NamedNode]
) -> Iterator[tuple[Term, NamedNode]]:
    """The node of each term: its glossary entry's, else one of its own, by its words.

    A glossary entry with several headwords is one node. Of labels that differ by signs only, the
    later ones get a number.
    """
    used: set[str] = set()
    for term in terms:
        if term.entry:
            yield term, entries[term.entry]
            continue
        words = re.sub(r"[^\w+{}/]+", "-", term.label.lower()).strip("-") or term.label
        slug = plain_slug = quote(words, safe="")
        position = 2
        while slug in used:
            slug, position = f"{plain_slug}-{position}", position + 1
        used.add(slug)
        yield term, NamedNode(f"{BASE}{key.path}/vocabulary/{slug}")
