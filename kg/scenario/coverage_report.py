"""Coverage of rules and examples by scenarios, counted and as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from kg.scenario.coverage import NOT_EXECUTABLE, STATUSES, UNTESTED, VALIDATED, Covered

__all__ = ["COLUMNS", "coverage_as_json", "tallies", "unvalidated"]

COLUMNS = ("section", "of", "total", *(s.replace(" ", "_") for s in STATUSES), "share")
"""The columns of a tally; `share` is that of the validated among the executable ones."""


def tallies(covered: Iterable[Covered]) -> list[dict[str, str | int | float]]:
    """One row for the rules and one for the examples of each section, then of all of them."""
    groups: dict[tuple[str, str], Counter[str]] = {}
    for each in covered:
        of = "examples" if each.example else "rules"
        for section in (str(each.rule.section), "all"):
            groups.setdefault((section, of), Counter())[each.status] += 1
    order = sorted(groups, key=lambda group: (group[0] == "all", group[0], group[1] == "examples"))
    return [_row(section, of, groups[section, of]) for section, of in order]


def _row(section: str, of: str, counts: Counter[str]) -> dict[str, str | int | float]:
    executable = counts.total() - counts[NOT_EXECUTABLE]
    share = round(counts[VALIDATED] / executable, 3) if executable else 1.0
    named = {status.replace(" ", "_"): counts[status] for status in STATUSES}
    return {"section": section, "of": of, "total": counts.total(), **named, "share": share}


def unvalidated(covered: Iterable[Covered]) -> Iterator[str]:
    """A line for each rule or example that is contradicted or untested."""
    for each in covered:
        if each.status not in (VALIDATED, NOT_EXECUTABLE):
            by = f" by {', '.join(each.failed)}" if each.failed else ""
            stopped = f"; {', '.join(each.stopped)} stopped" if each.stopped else ""
            yield f"{_name(each)}: {each.status}{by}{stopped}"


def coverage_as_json(covered: Iterable[Covered]) -> dict[str, Any]:
    """The tallies, and each rule and example with its scenarios."""
    covered = list(covered)
    return {"coverage": tallies(covered), "rules": [_as_json(each) for each in covered]}


def _as_json(each: Covered) -> dict[str, Any]:
    record: dict[str, Any] = {"rule": str(each.rule)}
    if each.example:
        record["example"] = each.example
    record["status"] = each.status
    outcomes = {"passed": each.passed, "failed": each.failed, "stopped": each.stopped}
    record |= {key: list(names) for key, names in outcomes.items() if names}
    if each.status == NOT_EXECUTABLE:
        record["why"] = each.why
    if each.status == UNTESTED and each.lacking:
        record["lacking"] = each.lacking
    return record


def _name(each: Covered) -> str:
    return f"{each.rule}, example {each.example}" if each.example else str(each.rule)
