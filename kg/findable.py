"""What of an edition can be found by words."""

from __future__ import annotations

from collections.abc import Iterator

from kg.model import Edition, Rule
from kg.search import Document

__all__ = ["iter_findable"]


def iter_findable(edition: Edition) -> Iterator[Document]:
    """The documents of an edition for the search index."""
    for order, rule in enumerate(edition.rules):
        section = str(rule.number.section or rule.number.chapter)
        heading = rule.heading or _heading_above(rule, edition)
        texts = [(rule.kind, rule.text), *(("example", e.text) for e in rule.examples)]
        for kind, text in texts:
            yield Document(
                kind=kind,
                name=str(rule.number),
                heading=heading,
                text=text,
                order=order,
                section=section,
            )
    for order, entry in enumerate(edition.glossary, len(edition.rules)):
        names = ", ".join(entry.names)
        yield Document(
            kind="term", name=entry.headword, heading=names, text=entry.text, order=order
        )


def _heading_above(rule: Rule, edition: Edition) -> str:
    """The heading of the rule that a subrule belongs to: it is what the subrule is about."""
    parent = edition.by_number.get(rule.parent) if rule.parent else None
    return parent.heading if parent and parent.kind == "rule" else ""
