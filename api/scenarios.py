"""Scenarios run over HTTP: `POST /api/v1/scenarios/run`; nothing is kept."""

from __future__ import annotations

import threading
from typing import Any

from flask import Blueprint
from pydantic import BaseModel, ConfigDict, Field
from werkzeug.exceptions import ServiceUnavailable

from api.asked import find_asked
from api.errors import RETRY_AFTER, InvalidParametersError
from api.live import snapshot
from api.models import EditionOut
from api.openapi import answers, spec
from api.params import EditionParams
from api.scenarios_apart import run_apart
from api.wire import to_edition
from kg.errors import ScenarioError
from kg.scenario.semantics import compiled_programs, known_editions

__all__ = ["MOST_AT_ONCE", "bp"]

bp = Blueprint("scenarios", __name__, url_prefix="/api/v1/scenarios")
_MAX_TEXT = 100_000
# Processes of scenarios at once, and seconds to wait for one's turn. Each may take a GiB.
MOST_AT_ONCE = 2
_PATIENCE = 5.0
_turns = threading.BoundedSemaphore(MOST_AT_ONCE)
_SCENARIO = '{"scenario": "a", "rules": ["701.8a"], "steps": [{"note": "empty"}]}'


class ScenariosIn(BaseModel):
    """Scenarios to run."""

    model_config = ConfigDict(extra="forbid", json_schema_extra={"examples": [{"text": _SCENARIO}]})

    text: str = Field(
        description="One or more documents of the scenario format, as YAML or JSON; up to 50 "
        "with 500 steps.",
        max_length=_MAX_TEXT,
        examples=[_SCENARIO],
    )


class StepOut(BaseModel):
    """What came of one step."""

    step: int = Field(description="Its place among the scenario's steps, from 0.", ge=0)
    kind: str = Field(description="do, expect or note.", examples=["do"])
    status: str = Field(description="passed, failed or error.", examples=["passed"])
    message: str | None = Field(None, description="What is wrong, or why it was refused.")
    expected: dict[str, Any] | None = Field(None, description="Those parts that differ.")
    actual: dict[str, Any] | None = Field(None, description="What was found instead.")
    events: list[dict[str, Any]] = Field(
        description="What happened: `event`, the `rules` behind it, and who and what it concerns."
    )


class ResultOut(BaseModel):
    """What came of one scenario."""

    scenario: str
    file: str
    edition: str | None = Field(description="The date of the edition that it ran under.")
    rules: list[str]
    status: str = Field(description="passed, failed or error.", examples=["passed"])
    message: str | None = Field(None, description="What is wrong, or which edition stands in.")
    steps: list[StepOut]


class RunOut(BaseModel):
    """What came of the scenarios, in their order."""

    edition: EditionOut
    results: list[ResultOut]


@bp.post("/run")
@spec.validate(
    resp=answers(RunOut, too_large="The text is longer than this server takes."),
    tags=["scenarios"],
    operation_id="run_scenarios",
)
def run_scenarios(query: EditionParams, json: ScenariosIn) -> RunOut:
    """Run scenarios: what is done in a position, and what must then be true.

    With `edition` or `date` all run under that edition, else each under its own.
    """
    store = snapshot().store
    key = find_asked(store, query)
    asked = key.name if query.edition or query.date else ""
    known, compiled = known_editions(store), compiled_programs(store, key)
    if not _turns.acquire(timeout=_PATIENCE):
        raise ServiceUnavailable(
            "other scenarios are being run; try again in a while", retry_after=int(RETRY_AFTER)
        )
    try:
        found = run_apart(json.text, known, compiled, edition=asked)
    except ScenarioError as error:
        raise InvalidParametersError({"text": str(error)}) from None
    finally:
        _turns.release()
    return RunOut(edition=to_edition(key), results=[ResultOut(**each) for each in found])
