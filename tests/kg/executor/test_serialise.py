"""States are written as JSON and read back as they were."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from kg.errors import IllegalActionError, ScenarioError
from kg.executor.play import Play
from kg.executor.semantics import Semantics
from kg.executor.serialise import state_from_json, state_to_json
from kg.resources import data
from kg.scenario.load import load_scenarios

_FILES = sorted(f.name for f in data("scenarios").iterdir() if f.name.endswith(".yaml"))


@pytest.mark.parametrize("name", _FILES)
def test_each_state_of_our_scenarios_is_read_back_equal(
    name: str, semantics_of: Callable[[str], Semantics]
) -> None:
    written = 0
    for scenario in load_scenarios(Path(str(data("scenarios") / name))):
        try:
            play = Play.begin(scenario, semantics_of(scenario.edition or "2026-12-01"))
        except ScenarioError:
            continue  # a text that the compiler can't read yet
        for step in scenario.steps:
            if step.kind == "do":
                try:
                    play.do(step.verb, step.parameters, by=step.by, choices=step.choices)
                except IllegalActionError:
                    continue
                again = state_from_json(json.loads(json.dumps(state_to_json(play.state))))
                assert again == play.state, f"{scenario.name}, step {step.position}"
                written += 1

    assert written


@pytest.mark.parametrize(
    "value",
    [
        pytest.param(["Ref", ["id", "a"]], id="another-value-of-ours"),
        pytest.param(["Nobody"], id="unknown-kind"),
        pytest.param(["GameState", ["edition", "x"], ["what", 1]], id="unknown-field"),
        pytest.param([], id="nothing"),
    ],
)
def test_what_is_no_state_is_refused(value: list[object]) -> None:
    with pytest.raises(ValueError, match="no state of a game"):
        state_from_json(value)


def test_a_number_isnt_read_back_as_a_truth_value(begin: Callable[..., Play]) -> None:
    state = begin("setup: {ann: {life: 1}}").state

    again = state_from_json(json.loads(json.dumps(state_to_json(state))))

    assert type(again.players["ann"].life) is int
