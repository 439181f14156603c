"""The scenario format: what is accepted, and what is refused with its line."""

from __future__ import annotations

import contextlib
import importlib.util
import random
import re
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import yaml

from kg.errors import ScenarioError
from kg.scenario import contract
from kg.scenario.load import load_scenarios, parse_scenarios

GOOD = """\
scenario: a-bear-taps
rules: ["701.26a"]
setup:
  ann:
    battlefield: [{id: bear, types: [creature], power: 2, toughness: 2}, stone]
steps:
  - do: {tap: {objects: [bear]}}
  - expect: {bear: {tapped: true}, events: [tapped]}
"""


def faults(text: str) -> list[tuple[int, str]]:
    return [(f.line, f.message) for each in parse_scenarios(text, name="x") for f in each.faults]


def test_good_scenario_is_read_with_its_defaults() -> None:
    (scenario,) = parse_scenarios(GOOD, name="x")
    assert scenario.faults == ()
    assert (scenario.active, scenario.phase, scenario.players) == (
        "ann",
        "precombat main",
        ("ann", "bob"),
    )
    bear, stone = scenario.setup["ann"]["battlefield"]
    assert (bear.id, bear.keys["power"], stone.id, dict(stone.keys)) == ("bear", 2, "stone", {})
    assert [(step.kind, step.verb) for step in scenario.steps] == [("do", "tap"), ("expect", "")]


def test_words_that_yaml_1_1_takes_for_booleans_are_strings() -> None:
    text = GOOD.replace("stone", "{id: stone, subtypes: [on, no, yes, off]}")
    (scenario,) = parse_scenarios(text, name="x")
    assert scenario.setup["ann"]["battlefield"][1].keys["subtypes"] == ["on", "no", "yes", "off"]


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        ("setup:", "setups:", 3, "unknown key 'setups'"),
        ("power: 2", "pwoer: 2", 5, "unknown key 'pwoer' of a card"),
        ("power: 2", "power: two", 5, "'two' is not an integer"),
        ("stone]", "bear]", 5, "id 'bear' given twice"),
        ("tap: {objects", "tap: {object_s", 7, "unknown parameter 'object_s'"),
        ("do: {tap:", "do: {tapp:", 7, "unknown verb 'tapp'"),
        ("objects: [bear]", "objects: [bare]", 7, "'bare', which is not the id of an object"),
        ("events: [tapped]", "events: [taped]", 8, "'taped' is not one of"),
        ("tapped: true", "tapped: maybe", 8, "'maybe' is not true or false"),
        ('["701.26a"]', "[701.26]", 2, "701.26, which is not a rule number in quotes"),
        ("scenario: a-bear", "scenario: A bear", 1, "a name of a-z, 0-9 and hyphens"),
    ],
)
def test_breach_is_named_with_its_line(old: str, new: str, line: int, words: str) -> None:
    found = faults(GOOD.replace(old, new, 1))
    assert any(at == line and words in message for at, message in found), found


def test_text_that_is_no_yaml_names_file_and_line() -> None:
    with pytest.raises(ScenarioError, match=r"^cases\.yaml:4: no YAML"):
        parse_scenarios("scenario: x\nrules:\n  - [a, b\nsteps: []\n}", name="cases.yaml")


def test_key_twice_is_refused() -> None:
    with pytest.raises(ScenarioError, match=r"^x:2: key 'scenario' twice"):
        parse_scenarios("scenario: x\nscenario: y\n", name="x")


def test_aliases_of_aliases_end_at_a_limit() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 9)]
    with pytest.raises(ScenarioError, match="too many values"):
        parse_scenarios("\n".join(lines), name="x")


@pytest.mark.parametrize("text", ["- a\n- b\n", "7\n", "a: &a [*a]\n", "? [a]\n: b\n"])
def test_odd_documents_are_faults_or_errors_and_never_a_crash(text: str) -> None:
    with contextlib.suppress(ScenarioError):
        assert faults(text)


@pytest.fixture(scope="module")
def reference(shared: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(
        "reference_contract", shared / "tools" / "validate_scenarios.py"
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_vocabulary_is_that_of_the_contract_check(reference: ModuleType) -> None:
    assert set(contract.VERBS) == set(reference.VERBS)
    for verb, types in contract.VERBS.items():
        wanted = {key for key, kind in reference.VERBS[verb].items() if kind.endswith("!")}
        assert set(types) == set(reference.VERBS[verb]), verb
        assert {key for key, kind in types.items() if kind.endswith("!")} == wanted, verb
    assert reference.EVENTS == contract.EVENTS
    assert reference.PHASES == contract.STEPS_AND_PHASES
    assert reference.DECISIONS == contract.DECISIONS
    assert set(reference.CARD) == set(contract.CARD)
    assert set(reference.OBJECT_EXPECT) == set(contract.EXPECTED_OF_OBJECTS)
    assert set(reference.PLAYER_EXPECT) == set(contract.EXPECTED_OF_PLAYERS)


def test_shared_scenarios_have_no_faults(shared: Path) -> None:
    for file in sorted((shared / "scenarios").glob("*.yaml")):
        assert [each.faults for each in load_scenarios(file) if each.faults] == [], file.name


def test_verdicts_on_spoilt_scenarios_agree_with_the_contract_check(
    shared: Path, reference: ModuleType, tmp_path: Path
) -> None:
    rng = random.Random(7)
    documents = [
        document
        for file in sorted((shared / "scenarios").glob("*.yaml"))
        for document in yaml.load_all(file.read_text(encoding="utf-8"), Loader=yaml.BaseLoader)
    ]
    differing = []
    for _ in range(150):
        text = yaml.dump(_spoil(rng.choice(documents), rng), sort_keys=False, allow_unicode=True)
        text = text.replace("'true'", "true").replace("'false'", "false")
        text = _bare_integers(text)
        theirs = bool(_reference_faults(reference, text, tmp_path))
        if bool(faults(text)) != theirs:
            differing.append((theirs, faults(text), text))
    assert differing == []


def _bare_integers(text: str) -> str:
    return re.sub(r"'([-+]?\d+)'", r"\1", text)


def _spoil(document: Any, rng: random.Random) -> Any:
    """A copy in which up to two places were changed: a key renamed, a value exchanged or gone."""
    copy = yaml.load(yaml.dump(document), Loader=yaml.BaseLoader)
    for _ in range(rng.randint(0, 2)):
        holder = rng.choice(list(_holders(copy)))
        if isinstance(holder, dict):
            key = rng.choice(list(holder))
            match rng.randint(0, 3):
                case 0:
                    holder[f"{key}x"] = holder.pop(key)
                case 1:
                    del holder[key]
                case 2:
                    holder[key] = rng.choice(["5", "ann", ["x"], {"life": "3"}, "true", "flying"])
                case _:
                    holder[rng.choice(["by", "text", "count", "players", "tapped"])] = "1"
        elif holder:
            holder[rng.randrange(len(holder))] = rng.choice(["nobody", "3", {"id": "new"}, ["y"]])
    return copy


def _holders(value: Any) -> Iterator[Any]:
    if isinstance(value, dict) and value:
        yield value
        for each in value.values():
            yield from _holders(each)
    elif isinstance(value, list) and value:
        yield value
        for each in value:
            yield from _holders(each)


def _reference_faults(reference: ModuleType, text: str, folder: Path) -> list[str]:
    path = folder / "spoilt.yaml"
    path.write_text(text, encoding="utf-8")
    found: list[str] = []
    for document in reference.read(path):
        checker = reference.Checker(path)
        try:
            checker.check_doc(document)
        except (AttributeError, TypeError) as error:  # it trips over what it should refuse
            found.append(str(error))
        found += [fault for fault in checker.faults if "isn't in edition" not in fault]
    return found
