"""Alignment: the greatest sum, not the best pair first; one partner each; places decide ties."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kg.align import Pair, align

texts = st.lists(st.text("ab c", max_size=12), max_size=8)


@given(texts)
def test_a_list_is_aligned_with_itself(items: list[str]) -> None:
    assert [(p.old, p.new) for p in align(items, items) if items[p.old]] == [
        (i, i) for i, item in enumerate(items) if item
    ]


@given(texts, texts)
def test_each_text_has_one_partner_at_most(old: list[str], new: list[str]) -> None:
    pairs = align(old, new)

    assert len({p.old for p in pairs}) == len({p.new for p in pairs}) == len(pairs)


def test_moved_texts_are_found() -> None:
    old = ["to tap a card", "to untap a card", "to destroy a permanent"]

    assert align(old, [old[2], old[0], old[1]]) == [Pair(0, 1, 1), Pair(1, 2, 1), Pair(2, 0, 1)]


def test_alignment_is_an_assignment_and_not_greedy() -> None:
    # The best single pair is (0, 0); taking it would leave 1 without a partner.
    old = ["reveal the top card", "reveal the top two cards of it"]
    new = ["reveal the top two card", "put a counter on it"]

    pairs = align(old, new, threshold=0.3)

    assert {(p.old, p.new) for p in pairs} == {(0, 0), (1, 1)}


def test_equal_texts_are_told_apart_by_their_places() -> None:
    old = ["manifest", "see rule 708", "cloak", "see rule 708"]

    assert [(p.old, p.new) for p in align(old, old)] == [(0, 0), (1, 1), (2, 2), (3, 3)]


def test_unlike_texts_have_no_partner() -> None:
    assert align(["to tap a card"], ["planar dice roll"]) == []
