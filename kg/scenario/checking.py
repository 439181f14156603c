"""What every part of a scenario is checked with: its types of values, its keys, its cards."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from kg.scenario import contract
from kg.scenario.kinds import Names, problems
from kg.scenario.values import Card, Fault
from kg.scenario.yaml_lines import Lined

__all__ = ["Checker"]


class Checker:
    """Gathers the faults of one document.

    Attributes:
        names: what the document's values may name; complete before anything is checked by it.
        faults: as found.
    """

    def __init__(self) -> None:
        self.names = Names(("ann", "bob"))
        self.faults: list[Fault] = []

    def fault(self, line: int, message: str) -> None:
        """Keep a fault."""
        self.faults.append(Fault(line, message))

    def check(self, value: Any, kind: str, line: int, where: str) -> None:
        """A fault for each thing that keeps `value` from being of that kind."""
        for why in problems(value, kind, self.names):
            self.fault(line, f"{where}: {value!r} {why}")

    def check_keys(
        self, value: Lined, types: Mapping[str, str], whose: str, *, skip: Collection[str] = ()
    ) -> None:
        """A fault for each key not among `types`, and for each needed one that is missing."""
        for key in value:
            if key not in types:
                self.fault(value.lines[key], f"unknown key {key!r} {whose}")
        for key, kind in types.items():
            if kind.endswith("!") and key not in value and key not in skip:
                self.fault(value.line, f"no {key!r} {whose}")

    def check_typed(self, value: Lined, types: Mapping[str, str], whose: str) -> None:
        """The keys of a mapping, and each value by its key's kind."""
        self.check_keys(value, types, whose)
        for key, content in value.items():
            if key in types:
                self.check(content, types[key].rstrip("!"), value.lines[key], f"{key} {whose}")

    def cards(
        self, value: Any, types: Mapping[str, str], line: int, where: str
    ) -> tuple[Card, ...]:
        """A list of cards."""
        if not isinstance(value, list):
            self.fault(line, f"{where} is not a list")
            return ()
        return tuple(self.card(card, types, line, where) for card in value)

    def card(
        self, value: Any, types: Mapping[str, str], line: int, where: str, *, face: bool = False
    ) -> Card:
        """A card; a face, and a card that an expectation describes in part, need no id."""
        if isinstance(value, str) and not face:
            return Card(value)
        if not isinstance(value, Lined):
            self.fault(line, f"{where}: {value!r} is not a card")
            return Card("")
        if not face and "id" not in value:
            self.fault(value.line, f"{where}: a card without an id")
        keys: dict[str, Any] = {}
        for key, content in value.items():
            at = value.lines[key]
            if key not in types:
                self.fault(at, f"{where}: unknown key {key!r} of a card")
            elif types[key] in ("card", "face"):
                other = types[key] == "face"
                if other and isinstance(content, dict) and "id" in content:
                    self.fault(at, f"{where}: a back face has no id")
                inner = f"{where}.{key}"
                keys[key] = self.card(content, contract.CARD, at, inner, face=other)
            else:
                self.check(content, types[key], at, f"{where}.{key}")
                keys[key] = content
        name = keys.pop("id", "")
        return Card(name if isinstance(name, str) else "", keys)
