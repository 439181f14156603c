"""Our own scenarios: no rule and no example of the embedded rulebook is forgotten."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from extract.grammar.texts import CardTexts
from kg.model import EditionKey
from kg.scenario.coverage import (
    CONTRADICTED,
    NOT_EXECUTABLE,
    UNTESTED,
    VALIDATED,
    Covered,
    cover_edition,
    is_in_scope,
)
from kg.scenario.coverage_report import tallies
from kg.scenario.judgements import judged_examples, lacking, not_executable
from kg.scenario.load import load_shipped
from kg.scenario.run import PASSED, run_scenarios
from kg.scenario.semantics import Meanings, known_editions
from kg.store import Store, open_store
from kg.store.reading import read_edition

EDITIONS = ("2017-09-29", "2026-01-16")


@pytest.fixture(scope="module")
def store(embedded_store: Path) -> Iterator[Store]:
    with open_store(embedded_store) as opened:
        yield opened


@pytest.fixture(scope="module")
def covered(store: Store) -> Mapping[str, list[Covered]]:
    """What our scenarios show of each embedded edition."""
    return {
        name: cover_edition(
            store, EditionKey.from_path(f"restated/{name}"), load_shipped(), CardTexts()
        )
        for name in EDITIONS
    }


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_rule_is_validated_or_judged(
    edition: str, covered: Mapping[str, list[Covered]]
) -> None:
    rules = [each for each in covered[edition] if not each.example]

    assert [str(e.rule) for e in rules if e.status == CONTRADICTED] == []
    assert [str(e.rule) for e in rules if e.status == UNTESTED and not e.lacking] == []
    # A judgement that scenarios have overtaken would only mislead.
    overtaken = [str(e.rule) for e in rules if e.status == VALIDATED and (e.why or e.lacking)]
    assert overtaken == []


@pytest.mark.parametrize("edition", EDITIONS)
def test_nineteen_executable_rules_in_twenty_are_validated(
    edition: str, covered: Mapping[str, list[Covered]]
) -> None:
    rows = {(row["section"], row["of"]): row for row in tallies(covered[edition])}

    assert float(rows["all", "rules"]["share"]) >= 0.95


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_example_is_played_or_says_why_not(
    edition: str, store: Store, covered: Mapping[str, list[Covered]]
) -> None:
    key = EditionKey.from_path(f"restated/{edition}")
    wanted = is_in_scope(edition)
    printed = [
        (str(rule.number), place)
        for rule in read_edition(store, key).rules
        if wanted(rule.number)
        for place in range(1, len(rule.examples) + 1)
    ]
    judged = judged_examples(edition)

    assert [each for each in printed if each not in judged] == []
    assert all(each.scenarios or each.why for each in judged.values())
    examples = [each for each in covered[edition] if each.example]
    assert {e.status for e in examples} <= {VALIDATED, NOT_EXECUTABLE}


@pytest.mark.parametrize("edition", EDITIONS)
def test_judgements_are_about_rules_that_the_edition_prints(edition: str, store: Store) -> None:
    key = EditionKey.from_path(f"restated/{edition}")
    printed = {str(rule.number) for rule in read_edition(store, key).rules}
    reasons, lacks = not_executable(edition), lacking(edition)

    assert {*reasons, *lacks} - printed == set()
    assert reasons.keys() & lacks.keys() == set()
    assert {number for number, _ in judged_examples(edition)} - printed == set()


def test_every_scenario_passes_with_the_embedded_rulebook_alone(store: Store) -> None:
    meanings = Meanings(known_editions(store), CardTexts())

    results = run_scenarios(load_shipped(), meanings)

    assert [(each.scenario, each.message) for each in results if each.status != PASSED] == []


def test_names_of_scenarios_are_unique() -> None:
    names = Counter(each.name for each in load_shipped())

    assert [name for name, times in names.items() if times > 1] == []
