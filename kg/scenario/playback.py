"""A scenario step by step, with the position after each: what a page shows of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from kg.executor.play import Play
from kg.scenario.report import event_words
from kg.scenario.run import StepResult, results_of
from kg.scenario.semantics import Chosen
from kg.scenario.values import Scenario

__all__ = ["Frame", "Piece", "Seat", "play_back"]

ZONES = ("battlefield", "hand", "library", "graveyard", "exile", "command")


@dataclass(frozen=True, slots=True)
class Piece:
    """An object as it lies in a zone.

    Attributes:
        size: power and toughness, or loyalty; empty for what has neither.
        marks: what else can be seen: tapped, counters, damage, designations, attacking ...
        changed: whether it is otherwise than after the step before, or was elsewhere.
    """

    id: str
    name: str
    types: str
    size: str = ""
    marks: tuple[str, ...] = ()
    changed: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class Seat:
    """What belongs to a player.

    Attributes:
        zones: those that hold something, each with its objects in order.
    """

    player: str
    life: int
    zones: Mapping[str, tuple[Piece, ...]]
    changed: bool = field(default=False, compare=False)


@dataclass(frozen=True, slots=True)
class Frame:
    """The position after a step.

    Attributes:
        step: what came of it; None for the position at the start.
        events: what happened, each in words with the rules that say so.
        stack: from the top.
    """

    step: StepResult | None
    seats: tuple[Seat, ...]
    stack: tuple[Piece, ...]
    events: tuple[tuple[str, tuple[str, ...]], ...] = ()


def play_back(scenario: Scenario, chosen: Chosen) -> Iterator[Frame]:
    """The start of a scenario without faults, and the position after each of its steps.

    Raises:
        ScenarioError, IllegalActionError: its position can't be set up.
    """
    play = Play.begin(scenario, chosen.semantics)
    seats, stack = _position(play)
    yield Frame(None, tuple(seats), tuple(stack))
    for result in results_of(scenario, play, chosen.semantics.number):
        before = {piece.id: (zone, piece) for seat in seats for zone, piece in _pieces(seat)}
        lives = {seat.player: seat.life for seat in seats}
        seats, stack = _position(play, before, lives)
        events = tuple(
            (event_words({**event, "rules": ()}), tuple(event["rules"])) for event in result.events
        )
        yield Frame(result, tuple(seats), tuple(stack), events)


def _pieces(seat: Seat) -> Iterator[tuple[str, Piece]]:
    return ((zone, piece) for zone, several in seat.zones.items() for piece in several)


def _position(
    play: Play,
    before: Mapping[str, tuple[str, Piece]] | None = None,
    lives: Mapping[str, int] | None = None,
) -> tuple[list[Seat], list[Piece]]:
    seats = []
    for player in play.state.order:
        seen = play.player(player)
        zones = {
            zone: tuple(_piece(play, name, zone, before) for name in seen[zone])
            for zone in ZONES
            if seen.get(zone)
        }
        changed = lives is not None and lives.get(player) != seen["life"]
        seats.append(Seat(player, seen["life"], zones, changed))
    return seats, [_piece(play, name, "stack", None) for name in reversed(play.stack())]


def _piece(
    play: Play, name: str, zone: str, before: Mapping[str, tuple[str, Piece]] | None
) -> Piece:
    seen = play.object(name) or {}
    types = " ".join((*seen.get("supertypes", ()), *seen.get("types", ())))
    subtypes = " ".join(seen.get("subtypes", ()))
    found = Piece(
        name,
        seen.get("name") or ("face down" if seen.get("face_down") else name),
        f"{types} — {subtypes}" if subtypes else types,
        _size(seen),
        tuple(_marks(seen)),
    )
    changed = before is not None and before.get(name) != (zone, found)
    return Piece(found.id, found.name, found.types, found.size, found.marks, changed)


def _size(seen: Mapping[str, Any]) -> str:
    if seen.get("power") is not None and "creature" in seen.get("types", ()):
        return f"{seen['power']}/{seen['toughness']}"
    return str(seen["loyalty"]) if seen.get("loyalty") is not None else ""


def _marks(seen: Mapping[str, Any]) -> Iterator[str]:
    for key in ("tapped", "face_down", "phased_out"):
        if seen.get(key):
            yield key.replace("_", " ")
    yield from seen.get("keywords", ())
    for kind, n in seen.get("counters", {}).items():
        yield f"{n} {kind} counter{'s' * (n != 1)}"
    if seen.get("damage"):
        yield f"{seen['damage']} damage"
    yield from seen.get("designations", ())
    if seen.get("attacking"):
        attacked = seen["attacking"]
        yield f"attacking {attacked}" if isinstance(attacked, str) else "attacking"
    if seen.get("blocking"):
        yield f"blocking {', '.join(seen['blocking'])}"
    if seen.get("attached_to"):
        yield f"on {seen['attached_to']}"
