"""Scenario files read, and checked against the format: every breach with its line."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from importlib.resources import as_file
from pathlib import Path
from typing import Any

from kg.errors import ScenarioError
from kg.resources import data
from kg.scenario import contract
from kg.scenario.checking import Checker
from kg.scenario.steps import StepReader
from kg.scenario.values import Card, Fault, Scenario
from kg.scenario.yaml_lines import Lined, parse_documents

__all__ = ["load_scenarios", "load_shipped", "parse_scenarios", "scenario_files"]

_SLUG = re.compile(r"[a-z0-9][a-z0-9-]*")
_DATE = re.compile(r"\d{4}-\d\d-\d\d")


def scenario_files(paths: Iterable[Path]) -> list[Path]:
    """The files that are meant by some files and folders: of a folder its YAML files, by name."""
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            found += sorted([*path.rglob("*.yaml"), *path.rglob("*.yml")])
        else:
            found.append(path)
    return found


def load_shipped() -> tuple[Scenario, ...]:
    """The scenarios that ship with ruleloom, by file and place."""
    with as_file(data("scenarios")) as folder:
        return tuple(each for path in scenario_files([folder]) for each in load_scenarios(path))


def load_scenarios(path: Path) -> tuple[Scenario, ...]:
    """The scenarios of a file, in order; one that breaks the format carries its faults.

    Raises:
        ScenarioError: the file can't be read; the message has its name, and the line where known.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise ScenarioError(f"{path}: not UTF-8 at byte {error.start}") from None
    except OSError as error:
        raise ScenarioError(f"{path}: {error.strerror or error}") from None
    return parse_scenarios(text, name=str(path))


def parse_scenarios(text: str, *, name: str) -> tuple[Scenario, ...]:
    """The scenarios of a text, in order.

    Args:
        name: of the file, for messages.

    Raises:
        ScenarioError: it is no YAML.
    """
    try:
        documents = list(parse_documents(text))
    except ScenarioError as error:
        raise ScenarioError(f"{name}:{error}") from None
    found = [_Document(name, line, value).scenario() for line, value in documents]
    times = Counter(scenario.name for scenario in found)
    return tuple(
        replace(each, faults=(*each.faults, Fault(each.line, f"the name {each.name!r} twice")))
        if times[each.name] > 1
        else each
        for each in found
    )


class _Document:
    """One document: what it names, what is wrong with it, and the scenario that it is."""

    def __init__(self, file: str, line: int, value: Any) -> None:
        self._file = file
        self._line = line
        self._value: Lined = value if isinstance(value, Lined) else Lined()
        self._checker = Checker()
        if not isinstance(value, Lined):
            self._checker.fault(line, "a scenario is a mapping")

    def scenario(self) -> Scenario:
        value = self._value
        self._checker.check_keys(value, contract.DOCUMENT, "of a scenario", skip={"setup", "steps"})
        self._read_players()
        self._check_head()
        setup = value.get("setup") or Lined()
        self._collect(setup, value.get("steps"))
        game, players, stack = self._setup(setup)
        steps = StepReader(self._checker, self._at("steps")).read(value.get("steps"))
        name = value.get("scenario")
        if self._checker.faults:
            return Scenario(
                name=name if isinstance(name, str) else "?",
                file=self._file,
                line=self._line,
                faults=tuple(sorted(self._checker.faults, key=lambda fault: fault.line)),
            )
        return Scenario(
            name=value["scenario"],
            file=self._file,
            line=self._line,
            rules=tuple(value["rules"]),
            edition=value.get("edition") or "",
            players=self._checker.names.players,
            active=value.get("active", self._checker.names.players[0]),
            phase=value.get("phase", "precombat main"),
            seed=value.get("seed", 0),
            game=game,
            setup=players,
            stack=stack,
            steps=steps,
        )

    # The head

    def _read_players(self) -> None:
        players = self._value.get("players", ["ann", "bob"])
        words = isinstance(players, list) and all(isinstance(each, str) for each in players)
        if not words or len(set(players)) != len(players) or len(players) < 2:
            self._checker.fault(
                self._at("players"), "players: two or more different names are wanted"
            )
        else:
            self._checker.names.players = tuple(players)

    def _at(self, key: str) -> int:
        lines: Mapping[str, int] = getattr(self._value, "lines", {})
        return lines.get(key, self._line)

    def _check_head(self) -> None:
        value = self._value
        name = value.get("scenario")
        if not isinstance(name, str) or not _SLUG.fullmatch(name):
            self._checker.fault(
                self._at("scenario"), "scenario: a name of a-z, 0-9 and hyphens is wanted"
            )
        if not value.get("rules"):
            self._checker.fault(self._at("rules"), "rules: a list of rule numbers is wanted")
        else:
            self._checker.check(value["rules"], "rules", self._at("rules"), "rules")
        edition = value.get("edition")
        if edition is not None and not (isinstance(edition, str) and _DATE.fullmatch(edition)):
            self._checker.fault(
                self._at("edition"), f"edition: {edition!r} is not a date in quotes"
            )
        for key, kind in (("active", "player"), ("phase", "phase"), ("seed", "integer")):
            if key in value:
                self._checker.check(value[key], kind, self._at(key), key)

    # Ids

    def _collect(self, setup: Any, steps: Any) -> None:
        for cards in _piles(setup):
            for card in cards:
                if isinstance(card, str):
                    self._new_id(card, getattr(cards, "line", self._line))
                elif isinstance(card, Lined):
                    if "id" in card:
                        self._new_id(card["id"], card.lines["id"])
                    result = card.get("meld_result")
                    if isinstance(result, dict) and isinstance(result.get("id"), str):
                        self._checker.names.made.add(result["id"])
        self._collect_made(steps)

    def _new_id(self, name: Any, line: int) -> None:
        if not isinstance(name, str):
            self._checker.fault(line, f"id {name!r} is not a string")
            return
        if name in self._checker.names.listed:
            self._checker.fault(line, f"id {name!r} given twice")
        if name in contract.EXPECT_WORDS or name in self._checker.names.players:
            self._checker.fault(line, f"id {name!r} is a player's name, or a word of the format")
        self._checker.names.listed.add(name)

    def _collect_made(self, value: Any) -> None:
        if isinstance(value, dict):
            if isinstance(value.get("as"), str):
                self._checker.names.made.add(value["as"])
            token = value.get("token")
            if isinstance(token, dict) and isinstance(token.get("id"), str):
                self._checker.names.made.add(token["id"])
            value = list(value.values())
        if isinstance(value, list):
            for item in value:
                self._collect_made(item)

    # The setup

    def _setup(
        self, setup: Any
    ) -> tuple[Mapping[str, Any], dict[str, dict[str, Any]], tuple[Card, ...]]:
        game: Mapping[str, Any] = {}
        players: dict[str, dict[str, Any]] = {}
        stack: tuple[Card, ...] = ()
        if not isinstance(setup, Lined):
            self._checker.fault(self._at("setup"), "setup is not a mapping")
            return game, players, stack
        for owner, value in setup.items():
            line = setup.lines[owner]
            if owner == "stack":
                stack = self._checker.cards(value, contract.STACK_ENTRY, line, "stack")
            elif owner != "game" and owner not in self._checker.names.players:
                self._checker.fault(line, f"{owner!r} in setup is not a player")
            elif not isinstance(value, Lined):
                self._checker.fault(line, f"setup of {owner} is not a mapping")
            elif owner == "game":
                self._checker.check_typed(value, contract.GAME, "of game")
                game = value
            else:
                players[owner] = self._player(owner, value)
        return game, players, stack

    def _player(self, owner: str, value: Lined) -> dict[str, Any]:
        found: dict[str, Any] = {}
        self._checker.check_keys(value, contract.SETUP, f"of player {owner}")
        for key, content in value.items():
            if contract.SETUP.get(key) == "cards":
                where = f"{owner}.{key}"
                found[key] = self._checker.cards(content, contract.CARD, value.lines[key], where)
            elif key in contract.SETUP:
                self._checker.check(
                    content, contract.SETUP[key], value.lines[key], f"{owner}.{key}"
                )
                found[key] = content
        return found


def _piles(setup: Any) -> Iterator[list[Any]]:
    """The lists of cards in a setup."""
    if not isinstance(setup, dict):
        return
    for owner, value in setup.items():
        if owner == "stack" and isinstance(value, list):
            yield value
        elif owner != "game" and isinstance(value, dict):
            zones = (*contract.ZONES, *contract.DECKS)
            yield from (value[zone] for zone in zones if isinstance(value.get(zone), list))
