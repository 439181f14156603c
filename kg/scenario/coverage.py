"""Which rules of an edition the scenarios validate, which they contradict, and which none shows.

A scenario speaks for the rules that it names. One that is written for the edition validates them
where it passes and contradicts them where it fails. One that is written for another edition is
played too, but speaks only for those rules whose words are the same in both, and only where it
passes: a failure may come of any other rule that has changed. What people judged to say the same in
other words counts as worded alike.
"""

from __future__ import annotations

import functools
import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from kg.errors import EditionNotFoundError, EditionsNotComparableError, ScenarioError
from kg.executor.semantics import Texts
from kg.model import EditionKey, RuleNumber
from kg.scenario.judgements import (
    ExampleJudgement,
    judged_examples,
    lacking,
    not_executable,
    said_alike,
)
from kg.scenario.run import ERROR, FAILED, PASSED, Result, run_scenario
from kg.scenario.semantics import NUMBERING, Chosen, Meanings, known_editions, numbers_of
from kg.scenario.values import Scenario
from kg.store.base import Store
from kg.store.reading import read_numbers

__all__ = [
    "CONTRADICTED",
    "NOT_EXECUTABLE",
    "STATUSES",
    "UNTESTED",
    "VALIDATED",
    "Covered",
    "Played",
    "cover",
    "cover_edition",
    "is_in_scope",
    "play_all",
]

VALIDATED, CONTRADICTED = "validated", "contradicted"
NOT_EXECUTABLE, UNTESTED = "not executable", "untested"
STATUSES = (VALIDATED, CONTRADICTED, UNTESTED, NOT_EXECUTABLE)

_KEYWORDS = {701: 10**6, 702: 29}
"""The last rule of each section that the executor covers, in the newest numbering."""


@dataclass(frozen=True, slots=True)
class Played:
    """What came of a scenario.

    Attributes:
        rules: those that it speaks for, in the numbers of the edition.
        own: whether it was written for the edition.
    """

    result: Result
    rules: tuple[str, ...]
    own: bool

    @property
    def name(self) -> str:
        """The scenario's name."""
        return self.result.scenario or ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Covered:
    """How far a rule or an example is validated.

    Attributes:
        rule: its number, of an example that of the rule above it.
        example: its place among the rule's examples, from 1; 0 for the rule itself.
        passed, failed, stopped: the scenarios that speak for it, by how they came out; `stopped`
            are those that the executor couldn't finish.
        why: the reason why it can't be executed; else empty.
        lacking: what it lacks to be executed; else empty.
    """

    rule: RuleNumber
    example: int = 0
    passed: tuple[str, ...] = ()
    failed: tuple[str, ...] = ()
    stopped: tuple[str, ...] = ()
    why: str = ""
    lacking: str = ""

    @property
    def status(self) -> str:
        """One of `STATUSES`; what scenarios say goes before what people judged."""
        if self.failed:
            return CONTRADICTED
        if self.passed:
            return VALIDATED
        return NOT_EXECUTABLE if self.why and not self.stopped else UNTESTED


def is_in_scope(date: str) -> Callable[[RuleNumber], bool]:
    """Whether an edition's rule is one of those that the executor is made for.

    They are today's sections 701 and 702.1 to 702.29, wherever the edition prints them.
    """
    own = numbers_of(date)
    if own("701.2") == "701.2" and date >= NUMBERING.isoformat():
        return lambda number: number.rule in range(1, _KEYWORDS.get(number.section, 0) + 1)
    from kg.lineage.table import table

    today = (n for n in table().printed(NUMBERING) if n.rule)
    wanted = [own(str(n)) for n in today if n.rule <= _KEYWORDS.get(n.section, 0)]
    keywords = {re.sub("[a-z]$", "", number) for number in wanted if number}
    return lambda number: number.section == 701 or f"{number.section}.{number.rule}" in keywords


def cover_edition(
    store: Store, key: EditionKey, scenarios: Iterable[Scenario], texts: Texts
) -> list[Covered]:
    """How far each rule of an edition that the executor is made for is validated, and each example.

    Bare headings say nothing and are left out. Examples are those of the embedded rulebook.

    Raises:
        ScenarioError: a scenario breaks the format.
    """
    editions = known_editions(store)
    chosen = Meanings(editions, texts).choose(key.name)
    names = next(known.names for known in editions if known.date == chosen.edition)
    wanted = is_in_scope(chosen.edition)
    rules = [
        each.number
        for each in read_numbers(store, key)
        if each.number.rule and not each.heading and wanted(each.number)
    ]
    played = play_all(
        ((each, each.edition or editions[-1].date) for each in scenarios),
        chosen,
        names={chosen.edition, *names},
        alike=functools.cache(lambda other: _same_words(store, other, chosen.edition)),
    )
    return cover(
        rules,
        played,
        reasons=not_executable(chosen.edition),
        lacks=lacking(chosen.edition),
        examples=judged_examples(chosen.edition) if key.restated else {},
    )


def _same_words(store: Store, old: str, new: str) -> dict[str, str]:
    """The rules of an edition that another one words alike, with their numbers there."""
    from kg.lineage.between import find_table

    try:
        known, (before, after) = find_table(store, old, new)
    except (EditionNotFoundError, EditionsNotComparableError):
        return {}
    judged = said_alike(new) if before == NUMBERING else ()
    return {
        str(row.old): str(row.new)
        for row in known.number_map(before, after)
        if row.verdict in ("same", "renumbered") or (row.old and str(row.new) in judged)
    }


def play_all(
    scenarios: Iterable[tuple[Scenario, str]],
    chosen: Chosen,
    *,
    names: Collection[str],
    alike: Callable[[str], Mapping[str, str]],
) -> list[Played]:
    """What comes of each scenario under an edition.

    Args:
        scenarios: each with the edition that it is written for.
        names: of the edition under which they are played.
        alike: from another edition to those of its rules that are worded alike in this one.

    Raises:
        ScenarioError: a scenario breaks the format.
    """
    found = []
    for scenario, home in scenarios:
        if scenario.faults:
            fault = scenario.faults[0]
            raise ScenarioError(f"{scenario.file}:{fault.line}: {fault.message}")
        own = home in names
        rules = scenario.rules
        if not own:
            numbers = alike(home)
            rules = tuple(numbers[rule] for rule in rules if rule in numbers)
        found.append(Played(run_scenario(scenario, chosen), rules, own))
    return found


def cover(
    rules: Sequence[RuleNumber],
    played: Iterable[Played],
    *,
    reasons: Mapping[str, str],
    lacks: Mapping[str, str],
    examples: Mapping[tuple[str, int], ExampleJudgement],
) -> list[Covered]:
    """How far each rule is validated, in the order given; its examples follow it.

    Args:
        reasons: of rules that nothing can execute.
        lacks: of rules that can't be executed yet, what is lacking.
        examples: those that are judged, by rule and place.
    """
    played = list(played)
    outcomes: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for each in played:
        for rule in dict.fromkeys(each.rules):
            if each.own or each.result.status == PASSED:
                outcomes[rule][each.result.status].append(each.name)
    statuses = {each.name: each.result.status for each in played}
    found = []
    for number in rules:
        name = str(number)
        why, lack = reasons.get(name, ""), lacks.get(name, "")
        found.append(_covered(number, outcomes[name], why=why, lacking=lack))
        place = 1
        while judged := examples.get((name, place)):
            of_example: dict[str, list[str]] = defaultdict(list)
            for scenario in judged.scenarios:
                of_example[statuses.get(scenario, ERROR)].append(scenario)
            found.append(_covered(number, of_example, example=place, why=judged.why))
            place += 1
    return found


def _covered(
    number: RuleNumber,
    outcomes: Mapping[str, list[str]],
    *,
    example: int = 0,
    why: str,
    lacking: str = "",
) -> Covered:
    return Covered(
        rule=number,
        example=example,
        passed=tuple(outcomes.get(PASSED, ())),
        failed=tuple(outcomes.get(FAILED, ())),
        stopped=tuple(outcomes.get(ERROR, ())),
        why=why,
        lacking=lacking,
    )
