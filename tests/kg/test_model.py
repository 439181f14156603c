"""Rule numbers, edition keys and glossary entries as values."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.errors import BadRuleNumberError
from kg.model import LETTERS, EditionKey, RuleNumber

numbers = st.one_of(
    st.integers(1, 9).map(RuleNumber),
    st.builds(
        lambda section, rule, letter: RuleNumber(
            section // 100, section, rule, letter if rule else ""
        ),
        st.integers(100, 999),
        st.integers(0, 999),
        st.sampled_from(["", *LETTERS]),
    ),
)


@given(numbers)
def test_number_is_read_as_it_is_written(number: RuleNumber) -> None:
    assert RuleNumber.parse(str(number)) == number


@given(numbers)
def test_parent_comes_before_its_child(number: RuleNumber) -> None:
    assert number.parent is None or number.parent < number


@pytest.mark.parametrize(
    "text", ["", "0", "10", "70", "7010", "701.0", "701.8l", "701.8o", "701.8A", "701.8ab"]
)
def test_number_refuses_what_is_none(text: str) -> None:
    with pytest.raises(BadRuleNumberError):
        RuleNumber.parse(text)


def test_numbers_sort_as_the_document_does() -> None:
    printed = ["7", "701", "701.2", "701.2a", "701.2b", "701.10", "702", "8"]

    assert [str(n) for n in sorted(map(RuleNumber.parse, printed[::-1]))] == printed


@pytest.mark.parametrize(
    "key",
    [
        EditionKey(dt.date(2026, 1, 16)),
        EditionKey(dt.date(2026, 1, 16), restated=True),
        EditionKey(None, digest="0a1b2c3d"),
    ],
    ids=str,
)
def test_edition_key_is_read_from_its_path(key: EditionKey) -> None:
    assert EditionKey.from_path(key.path) == key


@pytest.mark.parametrize("path", ["edition", "edition/", "rule/2026-01-16", "edition/2026"])
def test_edition_key_refuses_other_paths(path: str) -> None:
    with pytest.raises(ValueError, match=r".+"):
        EditionKey.from_path(path)


def test_editions_sort_by_date_and_the_official_text_is_last_of_its_day() -> None:
    day = dt.date(2026, 1, 16)
    keys = [
        EditionKey(None, digest="0"),
        EditionKey(dt.date(2003, 3, 15)),
        EditionKey(day, restated=True),
        EditionKey(day),
    ]

    assert sorted({*keys}, key=lambda key: key.order) == keys


def test_number_may_close_with_a_period() -> None:
    assert RuleNumber.parse("701.2.") == RuleNumber(7, 701, 2)
