"""Fixtures for the executor's tests: the semantics of an edition, and positions to play from."""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping

import pytest

from extract.grammar.cards import compile_card_text, compile_cost
from kg.executor.play import Play
from kg.executor.semantics import Semantics, curated_programs
from kg.program.tree import Expression, Statement
from kg.scenario.load import parse_scenarios


class _Texts:
    """The compiler of card texts, as the command line passes it in."""

    def compile(
        self, text: str, name: str, actions: Mapping[str, tuple[str, ...]]
    ) -> tuple[Statement, ...]:
        programs = compile_card_text(text, name=name, actions=actions)
        return tuple(each for found in programs for each in found.body)

    def cost(self, text: str) -> tuple[Expression, ...]:
        return tuple(compile_cost(text))


@pytest.fixture(scope="session")
def semantics_of() -> Callable[[str], Semantics]:
    """`semantics_of("2026-01-16")`: the curated programs of an edition."""
    programs = curated_programs()

    @functools.cache
    def make(edition: str) -> Semantics:
        return Semantics.of(programs, edition, texts=_Texts())

    return make


@pytest.fixture(scope="session")
def begin(semantics_of: Callable[[str], Semantics]) -> Callable[..., Play]:
    """`begin(SETUP)`: the position of a scenario's setup, with the newest edition's semantics."""

    def make(setup: str, edition: str = "2026-12-01") -> Play:
        text = f"scenario: position\nrules: ['701.1']\n{setup}\nsteps: [{{expect: {{stack: 0}}}}]\n"
        (scenario,) = parse_scenarios(text, name="position.yaml")
        assert scenario.faults == ()
        return Play.begin(scenario, semantics_of(edition))

    return make
