"""Semantics for scenarios, and a way to run a text."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from extract.grammar.texts import CardTexts
from kg.scenario.load import parse_scenarios
from kg.scenario.run import Result, run_scenarios
from kg.scenario.semantics import Known, Meanings

EDITIONS = ("2009-07-11", "2017-09-29", "2020-11-20", "2021-04-19", "2026-01-16")


@pytest.fixture(scope="session")
def meanings() -> Meanings:
    """The semantics of some editions, as if they were loaded."""
    return Meanings([Known(date) for date in EDITIONS], CardTexts())


@pytest.fixture(scope="session")
def run(meanings: Meanings) -> Callable[..., Result]:
    """`run(text, edition="")`: the result of the one scenario in a text."""

    def run_text(text: str, *, edition: str = "") -> Result:
        (result,) = run_scenarios(parse_scenarios(text, name="x.yaml"), meanings, edition=edition)
        return result

    return run_text
