"""The keywords of an edition as quads of its graph.

A variant is a keyword of its own that is a variant of another; what defines a keyword is a span of
a rule, whose IRI gives its place in characters (RFC 5147).
"""

from __future__ import annotations

from collections.abc import Iterator

from pyoxigraph import Literal, NamedNode, Quad

from extract.keywords import read_keywords
from kg.keywords import Form, Keyword
from kg.model import Edition, RuleNumber
from kg.vocab import RDF, RDFS, RL, edition_iri, keyword_iri, plain, rule_iri

__all__ = ["keyword_quads"]

_Statement = tuple[NamedNode, NamedNode, NamedNode | Literal]


def keyword_quads(edition: Edition) -> Iterator[Quad]:
    """What the edition says of its keywords and its ability words."""
    graph = edition_iri(edition.key)
    for subject, predicate, value in dict.fromkeys(_statements(edition)):
        yield Quad(subject, predicate, value, graph)


def _statements(edition: Edition) -> Iterator[_Statement]:
    keywords = read_keywords(edition)
    for keyword in (*keywords.abilities, *keywords.actions):
        yield from _keyword(edition, keyword)
    listing = next((r.number for r in edition.rules if "ability words are " in r.text), None)
    for word in keywords.ability_words:
        iri = keyword_iri(edition.key, "ability-word", word)
        yield iri, RDF.type, RL.AbilityWord
        yield iri, RDFS.label, Literal(word, language="en")
        if listing is not None:
            yield iri, RL.definingRule, rule_iri(edition.key, listing)


def _keyword(edition: Edition, keyword: Keyword) -> Iterator[_Statement]:
    kind = "keyword-action" if keyword.action else "keyword-ability"
    iri = keyword_iri(edition.key, kind, keyword.name)
    yield from _named(iri, keyword.name, action=keyword.action)
    yield iri, RL.definingRule, rule_iri(edition.key, _printed(edition, keyword))
    for ability in keyword.kinds:
        yield iri, RL.abilityKind, plain(ability)
    if keyword.redundancy:
        yield iri, RL.redundant, plain(keyword.redundancy == "redundant")
    if keyword.definition:
        place = keyword.definition
        rule = rule_iri(edition.key, RuleNumber.parse(place.rule))
        yield iri, RL.definingSentence, NamedNode(f"{rule.value}#char={place.start},{place.end}")
    for form in keyword.forms:
        node = keyword_iri(edition.key, kind, form.variant) if form.variant else iri
        if form.variant:
            yield from _named(node, form.variant, action=keyword.action)
            yield node, RL.variantOf, iri
            first = next(f for f in keyword.forms if f.variant == form.variant)
            yield node, RL.definingRule, rule_iri(edition.key, RuleNumber.parse(first.rule))
        yield from _written(node, form)


def _named(iri: NamedNode, name: str, *, action: bool) -> Iterator[_Statement]:
    yield iri, RDF.type, RL.KeywordAction if action else RL.KeywordAbility
    yield iri, RDFS.label, Literal(name, language="en")
    yield iri, RL.component, plain("keywords")
    yield iri, RL.basis, RL.extracted


def _written(iri: NamedNode, form: Form) -> Iterator[_Statement]:
    yield iri, RL.writtenAs, plain(form.template)
    for parameter in form.parameters:
        yield iri, RL.parameter, plain(parameter)


def _printed(edition: Edition, keyword: Keyword) -> RuleNumber:
    """Its rule; on a page that lost the heading, the rule that defines it."""
    number = RuleNumber.parse(keyword.number)
    if number in edition.by_number or keyword.definition is None:
        return number
    return RuleNumber.parse(keyword.definition.rule)
