"""Statements: the kind of each sentence, and the parts that have a role in it."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extract.components.clauses import mask
from extract.components.sentences import find_sentences
from extract.components.statements import find_statements
from extract.pipeline import read_passages
from extract.scoring import read_gold, score_statements
from extract.vocabulary import read_vocabulary
from kg.documents import Document, Reader
from kg.model import Edition, Example
from kg.statements import ACTORS, KINDS, ROLES, Statement

GOLD = Path(__file__).parents[2] / "data" / "gold" / "statements.jsonl"


def read(text: str, *, passage: str = "rule") -> list[Statement]:
    return list(find_statements(text, find_sentences(text), passage=passage))


def roles(text: str) -> list[tuple[str, str]]:
    return [(r.role, text[r.start : r.end]) for s in read(text) for r in s.roles]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("“Glow N” means “Put N light counters on it.”", "definition"),
        ("To glow is to give light.", "definition"),
        ("To glow, put a light counter on it.", "definition"),
        ("Glow is a static ability.", "definition"),
        ("That player must choose one.", "requirement"),
        ("Ignore the rest of it.", "requirement"),
        ("That player may choose one.", "permission"),
        ("The active player can’t choose one.", "prohibition"),
        ("Neither player may look at it.", "prohibition"),
        ("It can neither attack nor block.", "prohibition"),
        ("If it’s tapped, it stays tapped.", "consequence"),
        ("Whenever it attacks, its controller draws a card.", "triggerStatement"),
        ("The ability triggers only once.", "triggerStatement"),
        ("So glowing makes one exception to it.", "exception"),
        ("Glowing isn’t the same as shining.", "clarification"),
        ("For example, a land doesn’t glow.", "clarification"),
        ("Previously, glowing was called shining.", "history"),
        ("See rule 702.9, “Flying.”", "crossReference"),
        ("(See rule 702.9.)", "crossReference"),
        ("The active player gets priority.", "procedure"),
        ("The card is then put into a graveyard.", "procedure"),
        ("Each player has a library.", "property"),
        ("Blorp the gnarf.", ""),
        # The first main clause decides, and words of a relative clause say nothing of it.
        ("It has to glow, and its owner can untap it.", "requirement"),
        ("The card is put into a hand, and an illegal choice can’t be made.", "procedure"),
        ("An effect that lets a player untap it works on that creature too.", "property"),
        ("Those that are to be shuffled are revealed.", "procedure"),
        ("An ability that triggers whenever a player glows isn’t a spell.", "clarification"),
        ("Abilities that trigger whenever a player glows won’t trigger.", "triggerStatement"),
        (
            "The player shows it if it’s hidden, then a card, and the rest is shuffled.",
            "consequence",
        ),
        ("That player reveals it, shuffles if it’s hidden, and the game goes on.", "procedure"),
        ("Suppose two cards glow while one of them is tapped.", "requirement"),
        ("Turn-based actions happen when a step ends.", "triggerStatement"),
        ("Once a game, a player may glow, while that player has priority.", "permission"),
        ("The wording “glow” stands for “give light.”", "definition"),
        ("Nothing but a land, other than a forest, is able to glow.", "prohibition"),
        ("To turn a permanent that is face down face up is a special action.", "definition"),
        ("Whether the land glows makes no difference.", "clarification"),
    ],
)
def test_sorts_a_sentence_by_its_cues(text: str, kind: str) -> None:
    (statement,) = read(text)

    assert statement.kind == kind


def test_every_kind_but_that_of_examples_has_a_case_above() -> None:
    marks = test_sorts_a_sentence_by_its_cues.pytestmark  # type: ignore[attr-defined]
    tried = {kind for _, kind in marks[0].args[1]}

    assert tried == {*KINDS, ""} - {"illustration"}


def test_an_entrys_phrase_is_a_definition_though_it_has_no_verb() -> None:
    assert [s.kind for s in read("A zone.", passage="sense")] == ["definition"]
    assert [s.kind for s in read("A zone.")] == [""]


def test_an_examples_sentences_illustrate() -> None:
    assert {s.kind for s in read("Ann may attack. Bob can’t.", passage="example")} == {
        "illustration"
    }


def test_a_title_makes_no_statement() -> None:
    assert read("Destroy", passage="title") == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "If it’s tapped, the active player can’t untap it.",
            [("condition", "If it’s tapped"), ("actor", "the active player")],
        ),
        (
            "A creature, a land, or both stay tapped as long as it’s night.",
            [("condition", "as long as it’s night")],
        ),
        (
            "If a creature, a land, or an artifact is tapped, its controller untaps it.",
            [
                ("condition", "If a creature, a land, or an artifact is tapped"),
                ("actor", "its controller"),
            ],
        ),
        (
            "When it says “untap it,” its owner chooses.",
            [("trigger", "When it says “untap it,”"), ("actor", "its owner")],
        ),
        (
            "An ability that triggers whenever a player glows looks at each source.",
            [("trigger", "whenever a player glows")],
        ),
        ("It is protected from cards owned by that player.", []),
        ("It’s attached to the same land as when it phased out.", []),
        (
            "A creature can’t attack unless its controller pays {2}.",
            [("condition", "unless its controller pays {2}")],
        ),
        (
            "The cards are chosen by that player instead.",
            [("actor", "that player"), ("condition", "instead")],
        ),
        (
            "No creature can block it except by tapping.",
            [("exception", "except by tapping")],
        ),
        ("“If it dies, draw” is what it says.", []),
    ],
)
def test_marks_the_parts_that_have_a_role(text: str, expected: list[tuple[str, str]]) -> None:
    assert roles(text) == expected


@pytest.mark.parametrize(
    ("text", "actor"),
    [
        ("Each player, in APNAP order, chooses one.", "apnapPlayers"),
        ("The player whose turn it is chooses one.", "activePlayer"),
        ("That creature’s controller chooses one.", "controllingPlayer"),
        ("The owner of that card chooses one.", "owningPlayer"),
        ("An opponent chooses one.", "opposingPlayer"),
        ("The defending player chooses one.", "defendingPlayer"),
        ("The team chooses one.", "sameTeam"),
    ],
)
def test_tells_who_acts(text: str, actor: str) -> None:
    assert [r.actor for s in read(text) for r in s.roles if r.role == "actor"] == [actor]


@given(st.text(alphabet='ab If,when.may“”()’ "', max_size=80))
def test_roles_lie_in_their_sentences(text: str) -> None:
    assert len(mask(text)) == len(text)
    for statement in read(text):
        assert statement.kind in {*KINDS, ""}
        for role in statement.roles:
            assert statement.start <= role.start < role.end <= statement.end
            assert role.role in ROLES
            assert role.actor in {*ACTORS, ""}


def test_the_rulebook_agrees_with_what_was_annotated_by_hand(rulebook: Edition) -> None:
    gold = read_gold(GOLD)

    scores = score_statements(rulebook, gold)

    assert len(gold) >= 300
    assert scores.components["sentences"].f1 == 1.0
    assert scores.components["kinds"].f1 >= 0.86
    assert scores.components["roles"].f1 >= 0.79
    assert scores.components["terms"].f1 >= 0.98


@pytest.mark.slow
@pytest.mark.parametrize("name", ["2003-03-15", "2009-07-11", "2017-04-28", "2026-01-16"])
def test_nearly_every_sentence_of_an_edition_has_a_kind(shared: Path, name: str) -> None:
    file = shared / "editions" / f"{name}.txt"
    edition = Reader("").read(Document.load(file, origin=str(file)))

    kinds = [
        statement.kind
        for _, passage, said in read_passages(edition.passages(), read_vocabulary(edition))
        if not isinstance(passage, Example)
        for statement in said.statements
    ]

    assert sum(map(bool, kinds)) / len(kinds) > 0.99
    assert set(kinds) - {""} == {*KINDS} - {"illustration"}
