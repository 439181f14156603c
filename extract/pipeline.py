"""The spaCy pipeline over an edition's passages."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import TypeVar

import spacy
from spacy.language import Language
from spacy.tokens import Doc

from extract.components import citations, example_cards, sentences, statements, terms
from extract.resolution import Resolver
from extract.vocabulary import Vocabulary
from kg.model import Edition, Example, GlossaryEntry, Passage, Rule, Sense
from kg.statements import Said

P = TypeVar("P", bound=Passage)

__all__ = ["annotate", "make_pipeline", "make_statement_pipeline", "read_passages"]

# The names of the factories that the modules register.
COMPONENTS = (citations.__name__.rpartition(".")[2],)
STATEMENT_COMPONENTS = tuple(
    module.__name__.rpartition(".")[2] for module in (sentences, statements, example_cards, terms)
)


@functools.cache
def make_pipeline() -> Language:
    """A blank English pipeline with our components; needs no downloaded model."""
    nlp = spacy.blank("en")
    for name in COMPONENTS:
        nlp.add_pipe(name)
    return nlp


def make_statement_pipeline(vocabulary: Vocabulary) -> Language:
    """A pipeline for what passages say, in the terms of one edition's vocabulary."""
    citing = make_pipeline()
    nlp = spacy.blank("en", vocab=citing.vocab)
    # It has seen the words before: half the time of a tokenizer that hasn't.
    nlp.tokenizer = citing.tokenizer
    for name in STATEMENT_COMPONENTS:
        nlp.add_pipe(name)
    found, cards = nlp.get_pipe("terms"), nlp.get_pipe("example_cards")
    assert isinstance(found, terms.Terms)
    assert isinstance(cards, example_cards.ExampleCards)
    found.vocabulary = vocabulary
    cards.is_term = vocabulary.has
    return nlp


def read_passages(
    passages: Iterable[tuple[Rule | GlossaryEntry, Passage]], vocabulary: Vocabulary
) -> Iterator[tuple[Rule | GlossaryEntry, Passage, Said]]:
    """What each passage says.

    Args:
        passages: each with the rule or the entry that it belongs to, as `Edition.passages` gives.
    """
    nlp = make_statement_pipeline(vocabulary)
    for owner, passage in passages:
        doc = nlp.make_doc(passage.text)
        doc._.source_text = passage.text
        doc._.passage = _passage_kind(passage)
        doc = nlp(doc)
        yield owner, passage, Said(doc._.statements, doc._.terms, doc._.cards)


def _passage_kind(passage: Passage) -> str:
    if isinstance(passage, Example):
        return "example"
    if isinstance(passage, Sense):
        return "sense"
    return "title" if isinstance(passage, Rule) and passage.heading == passage.text else "rule"


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
