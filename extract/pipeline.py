"""The spaCy pipeline over an edition's passages."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import TypeVar

import spacy
from spacy.language import Language
from spacy.tokens import Doc

from extract.components import citations  # registers its factory
from extract.resolution import Resolver
from kg.model import Edition, Passage, Rule

P = TypeVar("P", bound=Passage)

__all__ = ["annotate", "make_pipeline"]

COMPONENTS = (citations.__name__.rpartition(".")[2],)


@functools.cache
def make_pipeline() -> Language:
    """A blank English pipeline with our components; needs no downloaded model."""
    nlp = spacy.blank("en")
    for name in COMPONENTS:
        nlp.add_pipe(name)
    return nlp


def annotate(edition: Edition, *, progress: Callable[[int], None] = lambda done: None) -> Edition:
    """The edition with the citations of every passage.

    Args:
        progress: called with the count of passages done so far.
    """
    resolver = Resolver(rule.number for rule in edition.rules)
    texts = [passage.text for _, passage in edition.passages()]
    nlp = make_pipeline()
    docs = iter(_counted(nlp.pipe(_with_source(nlp, texts)), progress))
    rules = tuple(_cite_rule(rule, docs, resolver) for rule in edition.rules)
    glossary = tuple(
        replace(entry, senses=tuple(_cite(sense, next(docs), resolver) for sense in entry.senses))
        for entry in edition.glossary
    )
    return replace(edition, rules=rules, glossary=glossary)


def _with_source(nlp: Language, texts: Iterable[str]) -> Iterator[Doc]:
    """Docs that keep the text they were made of: `Doc.text` puts it together from the tokens each
    time, which took nearly half of the whole pipeline."""
    for text in texts:
        doc = nlp.make_doc(text)
        doc._.source_text = text
        yield doc


def _counted(docs: Iterator[Doc], progress: Callable[[int], None]) -> Iterator[Doc]:
    for done, doc in enumerate(docs, 1):
        yield doc
        progress(done)


def _cite_rule(rule: Rule, docs: Iterator[Doc], resolver: Resolver) -> Rule:
    cited = _cite(rule, next(docs), resolver)
    examples = tuple(_cite(example, next(docs), resolver) for example in rule.examples)
    return replace(cited, examples=examples)


def _cite(passage: P, doc: Doc, resolver: Resolver) -> P:
    found = tuple(resolver.cite(mention, passage.text) for mention in doc._.mentions)
    return replace(passage, citations=found)
