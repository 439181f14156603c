"""Terms that a page without a glossary borrows from the edition that it was read with."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from extract.borrowing import read_vocabulary_with
from extract.components.terms import find_terms
from extract.statement_triples import statement_quads
from kg.build import build
from kg.model import Edition
from kg.resources import rulebooks
from kg.store import open_store
from kg.vocab import PROV, RL, edition_iri, statements_graph

PAGE = """X

These rules are effective as of May 1, 2013.

7. More

701. Keyword Actions

701.1. Juggle

701.1a To juggle a card is to exile it and return it to the battlefield with a counter on it.

701.2. Scry

701.2a To scry is to look at cards of a library.

Glossary

Credits
"""


@pytest.fixture
def page(parse: Callable[..., Edition]) -> Edition:
    return parse(PAGE)


def test_words_that_a_page_lacks_are_known_by_its_base(page: Edition, rulebook: Edition) -> None:
    text = page.by_number[next(n for n in page.by_number if str(n) == "701.1a")].text

    alone = {m.term.label for m in find_terms(text, read_vocabulary_with(page, None))}
    both = {m.term.label: m.term for m in find_terms(text, read_vocabulary_with(page, rulebook))}

    assert alone == {"Juggle"}
    assert {"Juggle", "Exile", "Battlefield", "Counter"} <= set(both)
    assert not both["Juggle"].borrowed
    assert both["Battlefield"].borrowed
    assert not both["Battlefield"].rule  # the page prints no rule on zones


def test_a_meaning_that_the_page_has_is_its_own(page: Edition, rulebook: Edition) -> None:
    vocabulary = read_vocabulary_with(page, rulebook)

    (scry,) = find_terms("Scry 2.", vocabulary)
    counters = [
        next(find_terms(words, vocabulary)).kind for words in ("Counter target", "a counter")
    ]

    assert (scry.term.rule, scry.term.borrowed) == ("701.2", False)
    assert counters == ["keywordAction", "glossaryTerm"]


def test_only_borrowed_terms_that_are_mentioned_are_written(
    page: Edition, rulebook: Edition
) -> None:
    quads = list(statement_quads(page, rulebook))

    base = edition_iri(rulebook.key)
    borrowed = {q.subject for q in quads if q.predicate == PROV.wasDerivedFrom}
    mentioned = {q.object for q in quads if q.predicate == RL.mentions}
    assert {q.object for q in quads if q.predicate == PROV.wasDerivedFrom} == {base}
    assert borrowed
    assert borrowed < mentioned


def test_a_build_borrows_from_the_base_that_is_given(tmp_path: Path) -> None:
    (tmp_path / "page.txt").write_text(PAGE)
    book = rulebooks()[-1]
    (tmp_path / "base.txt").write_bytes(book.read_bytes())

    build([tmp_path / "page.txt"], tmp_path / "store", base=tmp_path / "base.txt")

    with open_store(tmp_path / "store") as store:
        graph = statements_graph(store.find_edition())
        assert any(store.rdf.quads_for_pattern(None, PROV.wasDerivedFrom, None, graph))
