"""Our values as the JSON API answers them."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, Literal, cast

from flask import url_for

from api.asked import edition_name
from api.book import Book
from api.models import (
    ChildOut,
    CitationOut,
    CitedByOut,
    EditionOut,
    EntryListItem,
    EntryOut,
    ExampleListItem,
    ExampleOut,
    Kind,
    MatchKind,
    MatchOut,
    NeighbourOut,
    RuleListItem,
    RuleOut,
    SenseOut,
    TieOut,
)
from kg.lineage.provisions import find_provision
from kg.model import Citation, EditionKey, GlossaryEntry, Passage, Rule, RuleNumber
from kg.search import Hit
from kg.store.citations import Tie
from kg.store.reading import Neighbour, RuleContext
from kg.vocab import edition_iri, provision_iri, rule_iri

__all__ = [
    "to_edition",
    "to_entry",
    "to_entry_list_item",
    "to_example",
    "to_match",
    "to_rule",
    "to_rule_list_item",
    "to_tie",
]


def to_edition(key: EditionKey) -> EditionOut:
    """Which edition an answer is about."""
    return EditionOut(
        name=edition_name(key), date=key.date, restated=key.restated, iri=edition_iri(key).value
    )


def to_rule(book: Book, rule: Rule) -> RuleOut:
    """A rule with what lies around it."""
    context = book.context(rule.number)
    return RuleOut(
        edition=to_edition(book.key),
        ancestors=[_neighbour(book.key, n) for n in context.ancestors],
        children=_children(book.key, context),
        previous=_neighbour(book.key, context.previous) if context.previous else None,
        next=_neighbour(book.key, context.next) if context.next else None,
        cited_by=_cited_by(context),
        provision=_provision(book.key, rule.number),
        **_rule_members(book, rule),
    )


def to_rule_list_item(
    book: Book, rule: Rule, hit: Hit | None = None, *, include: Collection[str] = ()
) -> RuleListItem:
    """A rule in a list, with what a search found in it.

    Args:
        include: what else to tell of it: ancestors, children, cited_by.
    """
    context = book.context(rule.number)
    return RuleListItem(
        **_rule_members(book, rule),
        section=_section(book, rule),
        match=to_match(hit) if hit else None,
        ancestors=[_neighbour(book.key, n) for n in context.ancestors]
        if "ancestors" in include
        else None,
        children=_children(book.key, context) if "children" in include else None,
        cited_by=_cited_by(context) if "cited_by" in include else None,
    )


def _section(book: Book, rule: Rule) -> NeighbourOut | None:
    number = RuleNumber.parse(str(rule.number.section)) if rule.number.section else None
    if number is None or not book.prints(number):
        return None
    return _neighbour(book.key, book.neighbour(number))


def _children(key: EditionKey, context: RuleContext) -> list[ChildOut]:
    return [ChildOut(**_neighbour(key, n).model_dump(), text=n.text) for n in context.children]


def _cited_by(context: RuleContext) -> CitedByOut:
    return CitedByOut(rules=_numbers(context.cited_by), glossary=list(context.cited_by_terms))


def _provision(key: EditionKey, number: RuleNumber) -> str | None:
    found = find_provision(key, number)
    return provision_iri(found).value if found else None


def to_example(book: Book, rule: Rule, place: int, hit: Hit | None = None) -> ExampleListItem:
    """An example below a rule, at its place from 1."""
    example = rule.examples[place - 1]
    return ExampleListItem(
        text=example.text,
        citations=_citations(example),
        rule=str(rule.number),
        place=place,
        iri=f"{rule_iri(book.key, rule.number).value}/example/{place}",
        url=_rule_url(book.key, rule.number),
        match=to_match(hit) if hit else None,
    )


def to_entry(book: Book, entry: GlossaryEntry) -> EntryOut:
    """A glossary entry and its edition."""
    return EntryOut(edition=to_edition(book.key), **_entry_members(book, entry))


def to_entry_list_item(book: Book, entry: GlossaryEntry, hit: Hit | None = None) -> EntryListItem:
    """A glossary entry in a list, with what a search found in it."""
    return EntryListItem(**_entry_members(book, entry), match=to_match(hit) if hit else None)


def _rule_members(book: Book, rule: Rule) -> dict[str, Any]:
    return {
        "number": str(rule.number),
        "kind": rule.kind,
        "iri": rule_iri(book.key, rule.number).value,
        "url": _rule_url(book.key, rule.number),
        "heading": rule.heading or None,
        "text": rule.text,
        "parent": str(rule.parent) if rule.parent else None,
        "examples": [ExampleOut(text=e.text, citations=_citations(e)) for e in rule.examples],
        "citations": _citations(rule),
        "references": _numbers(rule.references()),
        "dangling": _numbers(n for n in rule.references() if not book.prints(n)),
        "inferred_number": rule.inferred_number,
    }


def _entry_members(book: Book, entry: GlossaryEntry) -> dict[str, Any]:
    slug = book.slug(entry.headword)
    return {
        "headword": entry.headword,
        "names": list(entry.names),
        "status": entry.status or None,
        "iri": book.entry_iri(entry.headword),
        "url": url_for("glossary.show_entry", headword=slug, edition=edition_name(book.key)),
        "senses": [
            SenseOut(label=sense.label or None, text=sense.text, citations=_citations(sense))
            for sense in entry.senses
        ],
        "see": list(entry.see),
        "references": _numbers(entry.references()),
        "dangling": _numbers(n for n in entry.references() if not book.prints(n)),
    }


def _neighbour(key: EditionKey, neighbour: Neighbour) -> NeighbourOut:
    return NeighbourOut(
        number=str(neighbour.number),
        kind=cast(Kind, neighbour.number.kind),
        heading=neighbour.heading or None,
        url=_rule_url(key, neighbour.number),
    )


def _rule_url(key: EditionKey, number: RuleNumber) -> str:
    return url_for("rules.show_rule", number=str(number), edition=edition_name(key))


def _citations(passage: Passage) -> list[CitationOut]:
    return [_citation(citation) for citation in passage.citations]


def _citation(citation: Citation) -> CitationOut:
    return CitationOut(
        text=citation.text,
        start=citation.start,
        end=citation.end,
        targets=_numbers(citation.targets),
        missing=_numbers(citation.missing),
    )


def to_tie(tie: Tie) -> TieOut:
    """One number that a citation names."""
    return TieOut(
        direction=cast(Literal["out", "in"], tie.direction),
        source=tie.source,
        source_kind="term" if tie.entry else "rule",
        place=tie.place,
        target=tie.target,
        dangling=tie.dangling,
        kind=tie.kind or None,
        text=tie.text,
        start=tie.start,
        end=tie.end,
    )


def to_match(hit: Hit) -> MatchOut:
    """What a search found."""
    kind = hit.kind if hit.kind in ("example", "term") else "text"
    return MatchOut(
        kind=cast(MatchKind, kind), snippet=hit.snippet, spans=list(hit.spans), score=hit.score
    )


def _numbers(numbers: Iterable[RuleNumber]) -> list[str]:
    return [str(number) for number in numbers]
