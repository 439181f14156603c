"""Errors: each says what, where and what to do, and survives the way between two processes."""

from __future__ import annotations

import datetime as dt
import pickle

import pytest

from kg.errors import (
    BadRuleNumberError,
    ConflictError,
    EditionNotFoundError,
    QueryError,
    QueryNotFoundError,
    QueryStoppedError,
    RuleloomError,
    RuleNotFoundError,
    SourceError,
    StoreLockedError,
    StoreMissingError,
)
from kg.model import RuleNumber

N = RuleNumber.parse
ERRORS = [
    BadRuleNumberError("x"),
    ConflictError("a", "b", date=dt.date(2026, 1, 16), numbers=["1", "2", "3", "4"]),
    EditionNotFoundError("2001-01-01", known=["2026-01-16"]),
    QueryError("no query", line=1, column=2),
    QueryNotFoundError("x", nearest=["y"]),
    QueryStoppedError("too slow", limit="time"),
    RuleNotFoundError(N("701.8z"), edition="2026-01-16", nearest=[N("701.8a")]),
    SourceError("a.txt", "the file is empty"),
    StoreLockedError("/store", "process 1"),
    StoreMissingError("/store"),
]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_error_is_the_same_in_another_process(error: RuleloomError) -> None:
    copy = pickle.loads(pickle.dumps(error))

    assert type(copy) is type(error)
    assert str(copy) == str(error)
    assert copy.__dict__ == error.__dict__


def test_rule_not_found_suggests_the_nearest() -> None:
    error = RuleNotFoundError(N("701.8z"), edition="2026-01-16", nearest=[N("701.8a")])

    assert str(error) == "edition 2026-01-16 prints no rule 701.8z; did you mean 701.8a?"


def test_conflict_names_three_rules_and_counts_the_rest() -> None:
    error = ConflictError("b", "a", date=None, numbers=["1", "2", "3", "4"])

    assert "in 1, 2, 3 and 1 more; build only one" in str(error)
