"""Scenarios as values, as their files say them: nothing here knows the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

__all__ = ["Card", "Fault", "Scenario", "Step"]


@dataclass(frozen=True, slots=True)
class Fault:
    """A breach of the format.

    Attributes:
        line: of the file, from 1.
    """

    line: int
    message: str


@dataclass(frozen=True, slots=True)
class Card:
    """A card, token or ability as a scenario lists it.

    Attributes:
        id: how steps and expectations name it; empty for the other face of a card.
        keys: all that the file says of it beside the id, by the format's own keys.
    """

    id: str
    keys: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One step of a scenario.

    Attributes:
        position: among the scenario's steps, from 0.
        line: of the file, from 1.
        kind: `do`, `expect` or `note`.
        verb: of a `do`, such as `set in motion`.
        parameters: of a `do`: the verb's; of an `expect`: what must hold.
        by: the player or the source that does it; empty for the active player.
        choices: answers by the names of the decisions.
        illegal: whether the step must be refused.
        optional: whether the action is only offered.
        result: the id for what the step makes; empty where it isn't named.
        note: the words of a `note`.
    """

    position: int
    line: int
    kind: str
    verb: str = ""
    parameters: Mapping[str, Any] = field(default_factory=dict)
    by: str = ""
    choices: Mapping[str, Any] = field(default_factory=dict)
    illegal: bool = False
    optional: bool = False
    result: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """One document of a scenario file.

    Attributes:
        name: a slug, unique in its file.
        file: as it was given.
        line: where the document begins, from 1.
        rules: the numbers under test.
        edition: an ISO date, or empty for the newest that is loaded.
        players: in turn order.
        active: whose turn it is.
        phase: a step or phase by one of its rules names, in lower case.
        seed: for anything random.
        game: the mapping `game` of the setup.
        setup: for each player what the file says; in every zone and deck a tuple of `Card`.
        stack: first = bottom.
        steps: in order.
        faults: breaches of the format; a scenario that has some isn't run.
    """

    name: str
    file: str
    line: int
    rules: tuple[str, ...] = ()
    edition: str = ""
    players: tuple[str, ...] = ("ann", "bob")
    active: str = "ann"
    phase: str = "precombat main"
    seed: int = 0
    game: Mapping[str, Any] = field(default_factory=dict)
    setup: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    stack: tuple[Card, ...] = ()
    steps: tuple[Step, ...] = ()
    faults: tuple[Fault, ...] = ()
