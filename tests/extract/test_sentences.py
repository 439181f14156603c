"""Sentence splitting: what looks like an end and isn't, and what is one all the same."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extract.components.sentences import find_sentences, nested_spans
from extract.pipeline import make_statement_pipeline
from extract.vocabulary import Vocabulary
from kg.documents import Document, Reader
from kg.model import Edition


def split(text: str) -> list[str]:
    return [text[start:end] for start, end in find_sentences(text)]


@pytest.mark.parametrize(
    ("text", "count"),
    [
        pytest.param("It’s tapped. It stays so.", 2, id="two-plain-ones"),
        pytest.param("It ends. (See rule 509, “Declare Blockers Step.”)", 2, id="reference"),
        pytest.param("See rule 702.9, “Flying.” See also Reach.", 2, id="behind-a-title"),
        pytest.param("It has “{T}: Draw a card. Then discard one.” in it.", 1, id="quoted-text"),
        pytest.param("It says “Draw a card.” The card is drawn.", 2, id="behind-a-quotation"),
        pytest.param('It says "Draw a card." The card is drawn.', 2, id="straight-quotes"),
        pytest.param("Pay {2}{W}. {T} isn’t mana.", 2, id="symbol-first"),
        pytest.param("Some objects, e.g. Auras, are attached.", 1, id="abbreviation"),
        pytest.param("Ann vs. Bob. Bob wins.", 2, id="versus"),
        pytest.param("It is one of: a card. (1) Draw it. (2) Keep it.", 3, id="numbered-list"),
        pytest.param("The three are: red; green; blue.", 1, id="colon-list"),
        pytest.param("It gets -0/-X. If it dies, nothing does.", 2, id="variable-before-period"),
        pytest.param("Alex casts Kaboom! Nothing is left of it.", 1, id="name-with-a-mark"),
        pytest.param("It says “Draw a card. The mark is never closed.", 2, id="unclosed-mark"),
        pytest.param("Rules 601.2b and 601.2f–h apply.", 1, id="numbers"),
        pytest.param("", 0, id="nothing"),
    ],
)
def test_counts_the_sentences(text: str, count: int) -> None:
    assert len(split(text)) == count


def test_a_bracket_is_a_sentence_of_its_own() -> None:
    assert split("It ends. (It begins. It ends.) So it is.") == [
        "It ends.",
        "(It begins. It ends.)",
        "So it is.",
    ]


@given(st.text(alphabet="aB .!?“”\"()[]{T}'’-1", max_size=60))
def test_sentences_lie_apart_and_lose_only_spaces(text: str) -> None:
    places = list(find_sentences(text))

    assert all(start < end for start, end in places)
    assert all(a[1] <= b[0] for a, b in itertools.pairwise(places))
    assert "".join(split(text)).replace(" ", "") == text.replace(" ", "")


@given(st.text(alphabet='a “”"()[]', max_size=40))
def test_nested_spans_open_and_close(text: str) -> None:
    for start, end in nested_spans(text):
        assert text[start] in '“"(['
        assert text[end - 1] in '”")]'


def test_component_writes_spans_of_whole_tokens() -> None:
    doc = make_statement_pipeline(Vocabulary((), {}))("It’s tapped. It stays so.")

    assert [span.text for span in doc.spans["sentences"]] == ["It’s tapped.", "It stays so."]


@pytest.mark.slow
def test_no_sentence_of_an_edition_is_split_inside_brackets(shared: Path) -> None:
    edition = _edition(shared / "editions" / "2026-01-16.txt")
    odd = [
        text[start:end]
        for _, passage in edition.passages()
        for text in [passage.text]
        for start, end in find_sentences(text)
        if any(a < start < b or a < end < b for a, b in nested_spans(text))
    ]

    assert odd == []


def _edition(file: Path) -> Edition:
    return Reader("").read(Document.load(file, origin=str(file)))
