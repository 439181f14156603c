"""Scenarios run: each step done or compared, and what came of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kg.errors import IllegalActionError, ScenarioError
from kg.executor.events import Event, event_record
from kg.executor.play import Play
from kg.scenario.expect import Since, mismatches
from kg.scenario.load import load_scenarios
from kg.scenario.semantics import Chosen, Meanings
from kg.scenario.values import Scenario, Step

__all__ = [
    "ERROR",
    "FAILED",
    "PASSED",
    "Result",
    "StepResult",
    "do_step",
    "results_of",
    "run_files",
    "run_scenario",
    "run_scenarios",
]

PASSED, FAILED, ERROR = "passed", "failed", "error"


@dataclass(frozen=True, slots=True, kw_only=True)
class StepResult:
    """What came of one step.

    Attributes:
        position: among the scenario's steps, from 0.
        kind: `do`, `expect` or `note`.
        title: the step in words: its verb, or the words of a note.
        message: what is wrong; of a step that was refused as it should be, why it was.
        expected, actual: of an `expect` that failed, those parts that differ.
        events: what a `do` made happen.
    """

    position: int
    kind: str
    status: str = PASSED
    title: str = ""
    parameters: Mapping[str, Any] = field(default_factory=dict)
    message: str = ""
    expected: Mapping[str, Any] | None = None
    actual: Mapping[str, Any] | None = None
    events: tuple[Mapping[str, Any], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """What came of one scenario, or of a file that can't be read.

    Attributes:
        scenario: its name; None for a file that can't be read.
        edition: the date of the edition that it ran under; None where it didn't run.
        message: why it didn't run, or which edition stands for another.
        unreadable: whether the file, or the document in it, isn't of the scenario format.
    """

    scenario: str | None
    file: str
    edition: str | None = None
    rules: tuple[str, ...] = ()
    status: str = PASSED
    message: str = ""
    steps: tuple[StepResult, ...] = ()
    unreadable: bool = False


def run_files(paths: Iterable[Path], meanings: Meanings, *, edition: str = "") -> Iterator[Result]:
    """The result of each scenario in some files, in order, as they are run.

    Args:
        edition: instead of the ones that the scenarios name.
    """
    for path in paths:
        try:
            scenarios = load_scenarios(path)
        except ScenarioError as error:
            yield Result(
                scenario=None, file=str(path), status=ERROR, message=str(error), unreadable=True
            )
            continue
        yield from run_scenarios(scenarios, meanings, edition=edition)


def run_scenarios(
    scenarios: Iterable[Scenario], meanings: Meanings, *, edition: str = ""
) -> Iterator[Result]:
    """The result of each scenario, as they are run."""
    for scenario in scenarios:
        try:
            if scenario.faults:
                yield _faulty(scenario)
                continue
            chosen = meanings.choose(edition or scenario.edition)
        except ScenarioError as error:
            yield _not_run(scenario, str(error))
            continue
        yield run_scenario(scenario, chosen)


def run_scenario(scenario: Scenario, chosen: Chosen) -> Result:
    """The result of a scenario without faults.

    A step that fails doesn't end it: what follows is done and compared in the position as it is.
    """
    try:
        play = Play.begin(scenario, chosen.semantics)
    except (ScenarioError, IllegalActionError) as error:
        return _not_run(scenario, str(error), chosen)
    except Exception as error:  # the other scenarios still run
        return _not_run(scenario, _broken(error), chosen)
    steps = tuple(results_of(scenario, play, chosen.semantics.number))
    statuses = {step.status for step in steps}
    return Result(
        scenario=scenario.name,
        file=scenario.file,
        edition=chosen.edition,
        rules=scenario.rules,
        status=ERROR if ERROR in statuses else FAILED if FAILED in statuses else PASSED,
        message=next(
            (_where(scenario, step) for step in steps if step.status != PASSED), chosen.message
        ),
        steps=steps,
    )


def _where(scenario: Scenario, step: StepResult) -> str:
    line = scenario.steps[step.position].line
    return (
        f"{scenario.file}:{line}: step {step.position}, {step.title or step.kind}: {step.message}"
    )


def results_of(
    scenario: Scenario, play: Play, number: Callable[[str], str]
) -> Iterator[StepResult]:
    """The result of each step, as it is done.

    Args:
        play: begun with the scenario.
        number: from a rule's number in the newest edition to that in the one played under.
    """
    events = triggered = 0
    refused = False
    for step in scenario.steps:
        if step.kind == "note":
            yield StepResult(position=step.position, kind="note", title=step.note)
        elif step.kind == "expect":
            since = Since(play.events[events:], play.triggered[triggered:], refused, number)
            yield _compared(play, step, since)
            events, triggered = len(play.events), len(play.triggered)
        else:
            result, refused = do_step(play, step, number)
            yield result
            if result.status == ERROR:
                return


def do_step(play: Play, step: Step, number: Callable[[str], str]) -> tuple[StepResult, bool]:
    """What came of doing a step, and whether it was refused."""
    before = len(play.events)
    parameters = dict(step.parameters)
    if step.verb == "deal combat damage" and step.by:
        parameters["_by_given"] = True
    status, message, refused = PASSED, "", False
    try:
        play.do(
            step.verb,
            parameters,
            by=step.by,
            choices=step.choices,
            optional=step.optional,
            result=step.result,
        )
        if step.illegal:
            status, message = FAILED, "not refused, though the scenario has it illegal"
    except IllegalActionError as error:
        refused = True
        status = PASSED if step.illegal else FAILED
        message = f"refused: {error}"
    except ScenarioError as error:
        status, message = ERROR, str(error)
    except Exception as error:  # the other scenarios still run
        status, message = ERROR, _broken(error)
    result = StepResult(
        position=step.position,
        kind="do",
        status=status,
        title=step.verb,
        parameters=step.parameters,
        message=message,
        events=tuple(numbered(event, number) for event in play.events[before:]),
    )
    return result, refused


def numbered(event: Event, number: Callable[[str], str]) -> dict[str, Any]:
    """An event as JSON, with its rules in the numbers of the edition."""
    record = event_record(event)
    record["rules"] = list(dict.fromkeys(n for rule in event.rules if (n := number(rule))))
    return record


def _compared(play: Play, step: Step, since: Since) -> StepResult:
    try:
        wrong = mismatches(play, step.parameters, since)
    except Exception as error:  # the other scenarios still run
        return StepResult(
            position=step.position, kind="expect", status=ERROR, message=_broken(error)
        )
    if not wrong:
        return StepResult(position=step.position, kind="expect")
    return StepResult(
        position=step.position,
        kind="expect",
        status=FAILED,
        message="; ".join(map(str, wrong)),
        expected=_nested((each.path, each.expected) for each in wrong),
        actual=_nested((each.path, each.actual) for each in wrong),
    )


def _nested(pairs: Iterable[tuple[tuple[str, ...], Any]]) -> dict[str, Any]:
    """Values by their paths, as the mapping of an `expect` has them."""
    found: dict[str, Any] = {}
    for path, value in pairs:
        if len(path) == 2:
            found.setdefault(path[0], {})[path[1]] = value
        elif path[0] in ("events", "no_events"):
            found.setdefault(path[0], []).append(value)
        else:
            found[path[0]] = value
    return found


def _broken(error: Exception) -> str:
    """A fault of the executor itself."""
    return f"the executor fails: {type(error).__name__}: {error}"


def _faulty(scenario: Scenario) -> Result:
    message = "; ".join(f"{scenario.file}:{f.line}: {f.message}" for f in scenario.faults)
    return Result(
        scenario=scenario.name,
        file=scenario.file,
        rules=scenario.rules,
        status=ERROR,
        message=message,
        unreadable=True,
    )


def _not_run(scenario: Scenario, message: str, chosen: Chosen | None = None) -> Result:
    return Result(
        scenario=scenario.name,
        file=scenario.file,
        edition=chosen.edition if chosen else scenario.edition or None,
        rules=scenario.rules,
        status=ERROR,
        message=f"{scenario.file}:{scenario.line}: {message}",
    )
