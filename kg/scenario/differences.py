"""Which scenarios come out differently under two editions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import as_file
from pathlib import Path
from typing import Any

from kg.errors import ScenarioError
from kg.executor.semantics import Texts
from kg.resources import data
from kg.scenario.load import scenario_files
from kg.scenario.run import Result, StepResult, run_files
from kg.scenario.semantics import Known, Meanings

__all__ = ["differences"]


def differences(
    old: str, new: str, loaded: Sequence[Known], texts: Texts, paths: Sequence[Path] = ()
) -> list[dict[str, Any]]:
    """The scenarios that don't come out alike, each with what came of it under both editions.

    Compared are each step's status and what happened in it; not the rules that it cites, since
    their numbers differ anyway.

    Args:
        old, new: dates, also of editions that aren't loaded: programs need no text.
        paths: files and folders of scenarios; none are those that ship with ruleloom.

    Raises:
        ScenarioError: a file breaks the format, or can't be read.
    """
    dates = {known.date for known in loaded}
    asked = [Known(date) for date in (old, new) if date not in dates]
    editions = sorted([*loaded, *asked], key=lambda known: known.date)
    meanings = Meanings(editions, texts)
    with as_file(data("scenarios")) as shipped:
        files = scenario_files(paths or [shipped])
        before = _read(run_files(files, meanings, edition=old))
        after = _read(run_files(files, meanings, edition=new))
        return [
            {
                "scenario": one.scenario,
                "file": Path(one.file).name,
                "rules": list(other.rules),
                "old": told[0],
                "new": told[1],
            }
            for one, other in zip(before, after, strict=True)
            if (told := _difference(one, other))
        ]


def _read(results: Iterator[Result]) -> Iterator[Result]:
    for result in results:
        if result.unreadable:
            raise ScenarioError(result.message)
        yield result


def _difference(one: Result, other: Result) -> tuple[str, str] | None:
    """What is different, in words for each side, at the first step where something is."""
    if len(one.steps) != len(other.steps):
        return one.message or one.status, other.message or other.status
    for first, second in zip(one.steps, other.steps, strict=True):
        if _outcome(first) != _outcome(second):
            return _words(first), _words(second)
    return None


def _outcome(step: StepResult) -> tuple[Any, ...]:
    events = [{k: v for k, v in event.items() if k != "rules"} for event in step.events]
    return step.status, step.actual, events


def _words(step: StepResult) -> str:
    happened = ", ".join(_event(event) for event in step.events) or "nothing happens"
    told = step.message or (happened if step.kind == "do" else step.status)
    return f"step {step.position}, {step.title or step.kind}: {told}"


def _event(event: Mapping[str, Any]) -> str:
    return " ".join(str(event[key]) for key in ("object", "player", "event") if event.get(key))
