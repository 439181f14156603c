"""Terms: an edition's vocabulary, and its mentions with the senses that their frames tell."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extract.components.terms import find_terms
from extract.vocabulary import Vocabulary, read_vocabulary
from kg.model import Edition

BOOK = """Magic Rules, a sample

These rules are effective as of January 16, 2026.

1. Game Concepts

122. Counters

122.1. A glow counter can be put on an object. So can a +1/+1 counter.

2. Parts of a Card

205. Type Line

205.3. Creatures have subtypes. The creature types are Elf, Goblin, and Time Lord.

205.4. The supertypes are basic and snow.

4. Zones

400. General

400.1. There are zones.

406. Exile

406.1. It’s a zone.

7. Additional Rules

701. Keyword Actions

701.8. Destroy

701.8a To destroy is to break. Such a destruction can’t be undone.

701.9. Frobnicate

701.9a To frobnicate is to glow. Frobnicated is a designation.

702. Keyword Abilities

702.4. Double Strike

702.4a It strikes twice.

702.14. Landwalk

702.14a It’s written as “[type]walk.”

Glossary

Counter
1. To cancel a spell.
2. A marker on an object.

Exile
1. A zone.
2. To put an object into exile.

Token
Something that isn’t a card.

Credits
"""


@pytest.fixture(scope="module")
def vocabulary(parse: Callable[..., Edition]) -> Vocabulary:
    return read_vocabulary(parse(BOOK))


def found(text: str, vocabulary: Vocabulary) -> list[tuple[str, str, str]]:
    return [(text[m.start : m.end], m.term.label, m.kind) for m in find_terms(text, vocabulary)]


def test_the_edition_says_what_its_terms_are(vocabulary: Vocabulary) -> None:
    kinds = {term.label: term.kind for term in vocabulary.terms}

    assert kinds["Frobnicate"] == "keywordAction"
    assert kinds["Frobnicated"] == "designation"
    assert kinds["Double Strike"] == "keywordAbility"
    assert kinds["glow counter"] == kinds["+1/+1 counter"] == "counterKind"
    assert kinds["Goblin"] == "subtype"
    assert kinds["snow"] == "supertype"
    assert kinds["Token"] == "glossaryTerm"


def test_a_term_knows_its_rule_and_its_entry(vocabulary: Vocabulary) -> None:
    terms = {term.label: term for term in vocabulary.terms}

    assert (terms["Destroy"].rule, terms["Destroy"].entry) == ("701.8", "")
    assert (terms["Exile"].rule, terms["Exile"].entry) == ("406", "Exile")


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("destroys", "Destroy"),
        ("destroyed", "Destroy"),
        ("destroying", "Destroy"),
        ("destruction", "Destroy"),
        ("frobnicates", "Frobnicate"),
        ("tokens", "Token"),
        ("first a double strike creature", "Double Strike"),
        ("double-strike", "Double Strike"),
        ("three glow counters", "glow counter"),
        ("an islandwalk ability", "Landwalk"),
        ("a Goblin", "Goblin"),
        ("two Time Lords", "Time Lord"),
    ],
)
def test_finds_a_term_in_whatever_form(text: str, label: str, vocabulary: Vocabulary) -> None:
    assert [term for _, term, _ in found(text, vocabulary)] == [label]


@pytest.mark.parametrize("text", ["frobnication", "a goblin", "destroyer", "card-token-maker"])
def test_finds_nothing_that_the_edition_has_not(text: str, vocabulary: Vocabulary) -> None:
    assert found(text, vocabulary) == []


@pytest.mark.parametrize(
    ("text", "sense"),
    [
        ("Counter target spell.", 1),
        ("It can’t be countered.", 1),
        ("A player may counter it.", 1),
        ("Put a counter on it.", 2),
        ("It has three counters on it.", 2),
        ("Exile target creature.", 2),
        ("It’s exiled.", 2),
        ("It stays in exile.", 1),
        ("It goes to the exile zone.", 1),
    ],
)
def test_the_frame_tells_the_sense(text: str, sense: int, vocabulary: Vocabulary) -> None:
    (mention,) = find_terms(text, vocabulary)

    assert (mention.sense, mention.ambiguous) == (sense, False)


def test_a_word_without_a_frame_is_ambiguous(vocabulary: Vocabulary) -> None:
    (mention,) = find_terms("Counter", vocabulary)

    assert (mention.sense, mention.ambiguous) == (0, True)


def test_the_longest_term_wins(vocabulary: Vocabulary) -> None:
    assert [words for words, _, _ in found("a +1/+1 counter", vocabulary)] == ["+1/+1 counter"]


def test_a_cards_name_mentions_no_terms(vocabulary: Vocabulary) -> None:
    text = "Goblin King"

    assert list(find_terms(text, vocabulary, names=[(0, 11)])) == []


@given(st.text(alphabet="countersxile {T}+1/-’ TG", max_size=60))
def test_mentions_lie_apart(vocabulary: Vocabulary, text: str) -> None:
    mentions = list(find_terms(text, vocabulary))

    assert all(a.end <= b.start for a, b in itertools.pairwise(mentions))
    assert all(text[m.start : m.end].strip() for m in mentions)
