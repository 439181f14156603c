"""What people judged of rules and examples, kept in `data/semantics/`.

`not-executable.yaml` lists rules in which nothing can be run, and rules for which something is
still lacking; `said-alike.yaml` rules that say in other words what today's rules say;
`examples.yaml` the examples of the embedded rulebook, each with the scenarios that play it or the
reason why none does.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import yaml

from kg.resources import data
from kg.scenario.semantics import numbers_of

__all__ = [
    "ExampleJudgement",
    "judged_examples",
    "lacking",
    "not_executable",
    "said_alike",
]


@dataclass(frozen=True, slots=True)
class ExampleJudgement:
    """How an example is played.

    Attributes:
        scenarios: those that play it, by their names; none where it can't be played.
        why: the reason why it can't be played; empty where it is.
    """

    scenarios: tuple[str, ...] = ()
    why: str = ""


def not_executable(date: str) -> dict[str, str]:
    """The rules of an edition that say nothing that can be executed, each with the reason.

    Args:
        date: of the edition, in ISO form. What is judged of today's rules holds for the same rules
            under the numbers of that edition; some judgements are of one edition alone.
    """
    return _reasons(date, "why")


def lacking(date: str) -> dict[str, str]:
    """The rules of an edition that can't be executed yet, each with what is lacking."""
    return _reasons(date, "lacking")


def said_alike(date: str) -> frozenset[str]:
    """The rules of an edition that say in other words what today's rules say.

    What scenarios show of today's rules they show of these.
    """
    return frozenset(_read("said-alike").get(date, ()))


def _reasons(date: str, key: str) -> dict[str, str]:
    own = numbers_of(date)
    found: dict[str, str] = {}
    for entry in _read("not-executable"):
        if key in entry and entry.get("edition", date) == date:
            numbers = entry["rules"] if "edition" in entry else map(own, entry["rules"])
            found |= {number: entry[key] for number in numbers if number}
    return found


def judged_examples(date: str) -> dict[tuple[str, int], ExampleJudgement]:
    """The examples that the embedded rulebook prints as of a date, by rule and place from 1."""
    found = {}
    for name, judged in _read("examples").get(date, {}).items():
        number, _, place = name.partition("#")
        found[number, int(place)] = _judgement(judged)
    return found


def _judgement(judged: str | list[str] | Mapping[str, str]) -> ExampleJudgement:
    if isinstance(judged, Mapping):
        return ExampleJudgement(why=judged["not played"])
    return ExampleJudgement((judged,) if isinstance(judged, str) else tuple(judged))


@functools.cache
def _read(name: str) -> Any:
    text = data("semantics").joinpath(f"{name}.yaml").read_text(encoding="utf-8")
    # Plain strings throughout: 702.10 is no decimal, and a date is no date here.
    return yaml.load(text, Loader=yaml.BaseLoader)
