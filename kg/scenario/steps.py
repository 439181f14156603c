"""The steps of a scenario: what is done, what must then hold."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kg.scenario import contract
from kg.scenario.answers import answer_problems
from kg.scenario.checking import Checker
from kg.scenario.values import Step
from kg.scenario.yaml_lines import Lined

__all__ = ["StepReader"]

_BESIDE_DO = {
    "by": "thing",
    "choices": "anything",
    "illegal": "truth",
    "optional": "truth",
    "as": "word",
}


class StepReader:
    """Reads a document's steps.

    Args:
        checker: of the document; it knows all ids.
        line: where the document says `steps`.
    """

    def __init__(self, checker: Checker, line: int) -> None:
        self._checker = checker
        self._line = line

    def read(self, value: Any) -> tuple[Step, ...]:
        """The steps, in order."""
        if not isinstance(value, list) or not value:
            self._checker.fault(self._line, "steps: a list of steps is wanted")
            return ()
        if not any(isinstance(s, dict) and ("expect" in s or s.get("illegal")) for s in value):
            self._checker.fault(self._line, "nothing is checked: no expect, and no illegal: true")
        return tuple(self._step(position, step) for position, step in enumerate(value))

    def _step(self, position: int, value: Any) -> Step:
        kinds = [
            key for key in ("do", "expect", "note") if isinstance(value, dict) and key in value
        ]
        if len(kinds) != 1:
            line = getattr(value, "line", self._line)
            self._checker.fault(line, "a step is a mapping with exactly one of do, expect, note")
            return Step(position=position, line=line, kind="note")
        (kind,) = kinds
        for key in value:
            if key != kind and (kind != "do" or key not in _BESIDE_DO):
                self._checker.fault(value.lines[key], f"unknown key {key!r} of a {kind} step")
        content, line = value[kind], value.line
        if kind == "note":
            self._checker.check(content, "word", line, "note")
            return Step(position=position, line=line, kind=kind, note=str(content))
        if kind == "expect":
            found = self._expectations(content, line)
            return Step(position=position, line=line, kind=kind, parameters=found)
        verb, parameters = self._do(content, line)
        self._check_beside(value)
        return Step(
            position=position,
            line=line,
            kind=kind,
            verb=verb,
            parameters=parameters,
            by=value.get("by", ""),
            choices=value.get("choices") or {},
            illegal=value.get("illegal", False),
            optional=value.get("optional", False),
            result=value.get("as", ""),
        )

    def _do(self, value: Any, line: int, *, inside: bool = False) -> tuple[str, dict[str, Any]]:
        """The verb and its parameters; `inside` a villainous choice its player is left out."""
        if not isinstance(value, Lined) or len(value) != 1:
            self._checker.fault(line, "do: a mapping of one verb to its parameters is wanted")
            return "", {}
        ((verb, given),) = value.items()
        types = contract.VERBS.get(verb)
        if types is None:
            self._checker.fault(value.line, f"unknown verb {verb!r}")
            return "", {}
        if given is None:
            given = Lined()
        if not isinstance(given, Lined):
            self._checker.fault(value.line, f"{verb}: {given!r} is not a mapping of parameters")
            return verb, {}
        self._check_needed(verb, types, given, value.line, inside=inside)
        return verb, {
            key: self._parameter(verb, types, key, content, value.line)
            for key, content in given.items()
        }

    def _check_needed(
        self, verb: str, types: Mapping[str, str], given: Lined, line: int, *, inside: bool
    ) -> None:
        if verb in contract.ONE_PARAMETER and len(given) != 1:
            self._checker.fault(line, f"{verb}: exactly one of {', '.join(types)} is wanted")
        for key, kind in types.items():
            several = key in ("player", "object") and f"{key}s" in given
            left_out = inside and key == "player"
            if kind.endswith("!") and key not in given and not (several or left_out):
                self._checker.fault(line, f"{verb}: no {key!r}")

    def _parameter(
        self, verb: str, types: Mapping[str, str], key: str, content: Any, line: int
    ) -> Any:
        where = f"{verb}.{key}"
        if key == "players" and "player" in types:
            kind = "players"
        elif key == "objects" and "object" in types:
            kind = "ids"
        elif key in types:
            kind = types[key].rstrip("!")
        else:
            self._checker.fault(line, f"{verb}: unknown parameter {key!r}")
            return content
        if kind == "card":
            return self._checker.card(content, contract.CARD, line, where)
        if kind == "two action lists":
            return self._action_lists(content, line, where)
        self._checker.check(content, kind, line, where)
        return content

    def _action_lists(self, value: Any, line: int, where: str) -> Any:
        lists = isinstance(value, list) and all(isinstance(each, list) for each in value)
        if not lists or len(value) != 2:
            self._checker.fault(line, f"{where}: two lists of actions are wanted")
            return ()
        return tuple(
            tuple(self._do(action, line, inside=True) for action in option) for option in value
        )

    def _check_beside(self, step: Lined) -> None:
        for key, kind in _BESIDE_DO.items():
            if key in step:
                self._checker.check(step[key], kind, step.lines[key], key)
        choices = step.get("choices", Lined())
        if not isinstance(choices, Lined):
            self._checker.fault(step.lines["choices"], "choices is not a mapping")
            return
        for name, answer in choices.items():
            line = choices.lines[name]
            if name not in contract.DECISIONS:
                self._checker.fault(line, f"unknown decision {name!r}")
            else:
                for why in answer_problems(name, answer, self._checker.names):
                    self._checker.fault(line, f"choices.{name}: {why}")
        if step.get("optional") is True and "may" not in choices:
            self._checker.fault(step.line, "an optional action without choices.may")

    def _expectations(self, value: Any, line: int) -> dict[str, Any]:
        if not isinstance(value, Lined):
            self._checker.fault(line, f"expect: {value!r} is not a mapping")
            return {}
        found: dict[str, Any] = {}
        for key, content in value.items():
            at = value.lines[key]
            found[key] = content
            if key in ("events", "no_events"):
                self._check_events(key, content, at)
            elif key in contract.EXPECT_WORDS:
                self._checker.check(content, contract.EXPECT_WORDS[key], at, key)
            elif key in self._checker.names.players:
                self._check_properties(key, content, contract.EXPECTED_OF_PLAYERS, at)
            elif not self._checker.names.has_object(key):
                self._checker.fault(
                    at, f"expect: {key!r} is no id, no player and no word of the format"
                )
            elif isinstance(content, str):
                self._checker.check(content, "zone", at, key)
            else:
                self._check_properties(key, content, contract.EXPECTED_OF_OBJECTS, at)
        return found

    def _check_events(self, key: str, value: Any, line: int) -> None:
        if not isinstance(value, list):
            self._checker.fault(line, f"{key} is not a list")
            return
        for event in value:
            if not isinstance(event, Lined):
                self._checker.check(event, "event name", line, key)
                continue
            types = contract.EVENT_KEYS | {"event": "event name!"}
            self._checker.check_typed(event, types, "of an event")

    def _check_properties(
        self, whose: str, value: Any, types: Mapping[str, str], line: int
    ) -> None:
        if not isinstance(value, Lined):
            self._checker.fault(line, f"expect of {whose}: {value!r} is not a mapping")
            return
        for key, content in value.items():
            at, where = value.lines[key], f"expect of {whose}: {key}"
            kind = types.get(key)
            if kind is None:
                self._checker.fault(at, f"expect of {whose}: unknown property {key!r}")
            elif kind in ("card", "face"):
                self._checker.card(content, contract.CARD, at, where, face=True)
            elif kind == "partial cards":
                for card in content if isinstance(content, list) else [content]:
                    self._checker.card(card, contract.CARD, at, where, face=True)
            else:
                self._checker.check(content, kind, at, where)
