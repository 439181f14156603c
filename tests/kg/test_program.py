"""Programs in their readable form."""

from __future__ import annotations

from pathlib import Path

import pytest

from kg.analysis.network import read_network
from kg.executor.semantics import curated_programs
from kg.model import RuleNumber
from kg.program.rdf import primitive_of, read_programs
from kg.program.text import parse_programs, print_program
from kg.program.vocabulary import DECLARATIONS, FRAMES, PRIMITIVES
from kg.scenario.semantics import curated_in
from kg.store import Store, open_store
from kg.vocab import RL


def test_every_curated_program_reads_back_equal() -> None:
    programs = curated_programs()

    assert len(programs) > 90
    for program in programs:
        assert parse_programs(print_program(program), name=program.name) == (program,)


def test_programs_bear_the_numbers_of_the_edition() -> None:
    def scry(date: str) -> str:
        (program,) = [each for each in curated_in(date) if each.name == "scry"]
        return program.rules[0]

    assert (scry("2026-01-16"), scry("2017-04-28")) == ("701.22a", "701.16a")


def test_an_edition_has_only_what_it_defines() -> None:
    assert "explore" not in {program.name for program in curated_in("2009-10-01")}


@pytest.fixture(scope="module")
def store(embedded_store: Path) -> Store:
    """The embedded rulebook's store."""
    return open_store(embedded_store)


def test_programs_are_read_back_from_the_graph(store: Store) -> None:
    found = read_programs(store, store.find_edition("2026-01-16"), RuleNumber.parse("701.44"))

    assert [(p.name, p.origin, p.rules[0]) for p in found] == [
        ("explore", "curated", "701.44a"),
        ("explore", "extracted", "701.44a"),
    ]
    assert "reveal(that2)" in print_program(found[1])


def test_steps_stand_in_the_graph_in_order(store: Store) -> None:
    rows = store.query(
        """SELECT ?order ?kind ?words ?zone ?optional {
          ?keyword a rl:KeywordAction ; rdfs:label "explore"@en ; rl:program ?program .
          ?program rl:basis rl:extracted ; rl:step ?step .
          ?step rl:order ?order ; a ?kind ; rl:described ?words .
          OPTIONAL { ?step rl:toZone ?zone } OPTIONAL { ?step rl:optional ?optional }
        } ORDER BY ?order""",
        default_graph=store.default_graph(store.find_edition("2026-01-16")),
    )

    found = [
        (row["kind"].value.removeprefix(RL.iri), row["zone"] and row["zone"].value, row["optional"])
        for row in rows
    ]
    assert [kind for kind, _, _ in found] == ["Reveal", "Move", "PutCounters", "Move"]
    assert found[1][1] == RL.hand.value
    assert found[3][2] is not None


def test_an_action_that_performs_another_leans_on_it(store: Store) -> None:
    network = read_network(store, store.find_edition("2026-01-16"))

    calls = {(link.source, link.target) for link in network.links() if link.kind == "calls"}
    assert ("701.48a", "701.9a") in calls  # learning discards
    assert ("701.62a", "701.40a") in calls  # manifesting dread manifests


def test_every_call_is_of_a_primitive_that_the_ontology_has() -> None:
    for op in PRIMITIVES | DECLARATIONS | FRAMES:
        name = primitive_of(op, ()).value.removeprefix(RL.iri)
        assert name in dir(RL), op
