"""Slips of the pen are mended, and nothing else is."""

from __future__ import annotations

import time

import pytest

from kg.model import Edition
from kg.naming import names_in, suggest
from kg.spelling import count_words, nearest, respell, words_in

KNOWN = {"destroy": 9, "destroyed": 4, "creature": 20, "token": 3, "taken": 5, "combat": 2}


@pytest.mark.parametrize(
    ("word", "found"),
    [
        ("destory", ["destroy"]),
        ("craeture", ["creature"]),
        ("tokn", ["token"]),
        ("tken", ["taken"]),
        ("cat", []),
        ("planeswalker", []),
    ],
)
def test_nearest_word_is_within_one_or_two_slips(word: str, found: list[str]) -> None:
    assert nearest(word, KNOWN) == found


def test_only_unknown_words_are_mended() -> None:
    assert respell('"destory" all tokens', KNOWN, ["destory"]) == '"destroy" all tokens'
    assert respell("701.8a xyzzy", KNOWN, ["xyzzy"]) == "701.8a xyzzy"


def test_words_of_hostile_text_are_few() -> None:
    assert len(words_in(" ".join(f"{a}{b}" for a in "abcdefgh" for b in "abcdefgh"))) == 16


def test_names_and_words_of_an_edition_are_found_quickly(rulebook: Edition) -> None:
    words, names = count_words(rulebook), names_in(rulebook)

    begun = time.perf_counter()
    assert nearest("tramlpe", words) == ["trample"]
    assert suggest("tramlpe", names)[0][0].spoken == "trample"
    assert time.perf_counter() - begun < 0.5
