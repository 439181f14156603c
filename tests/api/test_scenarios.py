"""`POST /api/v1/scenarios/run`: reports, refusals, and bounds on the process."""

from __future__ import annotations

import contextlib

import pytest
from flask.testing import FlaskClient

from api import scenarios
from api.scenarios_apart import run_apart
from kg.errors import ScenarioError
from kg.scenario.semantics import Known

TEXT = """\
scenario: a-stone-breaks
rules: ["701.8a"]
setup: {ann: {battlefield: [stone]}}
steps:
  - do: {destroy: {objects: [stone]}}
  - expect: {stone: graveyard}
"""
KNOWN = [Known("2026-01-16")]


def test_scenarios_are_run_and_reported(client: FlaskClient) -> None:
    answer = client.post("/api/v1/scenarios/run", json={"text": TEXT})
    assert answer.status_code == 200
    (result,) = answer.get_json()["results"]
    assert (result["scenario"], result["status"]) == ("a-stone-breaks", "passed")


def test_a_text_that_is_no_yaml_is_refused(client: FlaskClient) -> None:
    answer = client.post("/api/v1/scenarios/run", json={"text": "a: ["})
    assert answer.status_code == 400
    assert answer.get_json()["errors"][0]["parameter"] == "text"


def test_too_many_steps_are_refused() -> None:
    text = TEXT + "  - expect: {stone: graveyard}\n" * 500
    with pytest.raises(ScenarioError, match="502 steps; at most 50 with 500 are run"):
        run_apart(text, KNOWN)


def test_what_takes_too_much_memory_is_stopped() -> None:
    with pytest.raises(ScenarioError):
        run_apart(TEXT, KNOWN, memory=16 << 20)


def test_no_more_than_two_are_run_at_once(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scenarios, "_PATIENCE", 0.01)
    with contextlib.ExitStack() as others:
        for _ in range(scenarios.MOST_AT_ONCE):
            others.enter_context(scenarios._turns)
        answer = client.post("/api/v1/scenarios/run", json={"text": TEXT})

    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    assert client.post("/api/v1/scenarios/run", json={"text": TEXT}).status_code == 200
