"""The whole state of a game as one frozen value, and the plain changes to it.

Every function gives a new state; nothing here knows events, effects or programs' meaning.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from kg.executor.objects import Ability, GameObject, Ref
from kg.program.tree import Statement

__all__ = [
    "SHARED_ZONES",
    "Combat",
    "Effect",
    "GameState",
    "Pending",
    "PlayerState",
    "pile_key",
    "put_in_pile",
    "take_from_pile",
    "with_object",
    "with_player",
]

SHARED_ZONES = frozenset({"battlefield", "stack", "exile", "command"})  # CR 400.1


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerState:
    """What the game knows of a player.

    Attributes:
        drew_from_empty: whether they tried to draw from an empty library since the last check.
        room: where their venture marker is, with `dungeon`, the card's id.
        ring: how often the Ring has tempted them.
    """

    life: int = 20
    mana: Mapping[str, int] = field(default_factory=dict)
    counters: Mapping[str, int] = field(default_factory=dict)
    designations: frozenset[str] = frozenset()
    lost: str = ""
    drew_from_empty: bool = False
    lands_played: int = 0
    dungeon: str = ""
    room: str = ""
    ring: int = 0
    hand_size: int = 7


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """Declarations that are in force apart from any object's own abilities.

    Attributes:
        statements: what holds, waits (`when`) or replaces (`instead`).
        env: what the names in them stand for.
        duration: `end of turn`, `permanent`, `your next turn` ... (CR 611.2a).
        uses: how often it can still apply; None without limit.
    """

    id: int
    timestamp: int
    controller: str
    source: Ref | None
    statements: tuple[Statement, ...]
    env: Mapping[str, Any] = field(default_factory=dict)
    duration: str = "permanent"
    turn: int = 0
    uses: int | None = None
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Pending:
    """A triggered ability that waits to be put onto the stack (CR 603.3)."""

    source: Ref
    controller: str
    kind: str
    statements: tuple[Statement, ...]
    env: Mapping[str, Any]
    rules: tuple[str, ...] = ()
    condition: Any = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Combat:
    """The combat phase under way.

    Attributes:
        attackers: each attacking creature's id, and whom or what it attacks.
        blockers: each blocking creature's id, and the attackers that it blocks.
        blocked: attackers that became blocked, whether or not a blocker is left.
        bands: CR 702.22.
        damage_steps: how many combat damage steps have been done.
        first_strikers: creatures that dealt damage in the first of two steps.
        declared: which declarations were made: `attackers`, `blockers`.
    """

    attackers: Mapping[str, str] = field(default_factory=dict)
    blockers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    blocked: frozenset[str] = frozenset()
    bands: tuple[tuple[str, ...], ...] = ()
    damage_steps: int = 0
    first_strikers: frozenset[str] = frozenset()
    declared: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True, kw_only=True)
class GameState:
    """A moment of a game.

    Attributes:
        piles: (zone, player) to ids, in order: a library's first is its top, a graveyard's last is;
            zones that all share are under the player "".
        last_known: an incarnation that is gone, as it last was (CR 608.2h).
        votes: of the last vote.
    """

    edition: str
    order: tuple[str, ...]
    players: Mapping[str, PlayerState]
    objects: Mapping[str, GameObject] = field(default_factory=dict)
    piles: Mapping[tuple[str, str], tuple[str, ...]] = field(default_factory=dict)
    effects: tuple[Effect, ...] = ()
    pending: tuple[Pending, ...] = ()
    last_known: Mapping[Ref, tuple[GameObject, Any]] = field(default_factory=dict)
    active: str = ""
    step: str = "precombat main"
    turn: int = 1
    clock: int = 1
    seed: int = 0
    rolls: int = 0
    combat: Combat | None = None
    variant: str = ""
    planar_controller: str = ""
    archenemy: str = ""
    votes: Mapping[str, int] = field(default_factory=dict)
    attacked_before: frozenset[str] = frozenset()
    history: tuple[Any, ...] = ()
    granted: Mapping[str, tuple[Ability, ...]] = field(default_factory=dict)

    def pile(self, zone: str, player: str = "") -> tuple[str, ...]:
        """The ids in a zone, in order."""
        return self.piles.get(pile_key(zone, player), ())

    def get(self, ref: Ref) -> GameObject | None:
        """The object, if that incarnation still is."""
        found = self.objects.get(ref.id)
        return found if found is not None and found.incarnation == ref.incarnation else None

    def battlefield(self) -> Iterator[GameObject]:
        """Every permanent that is phased in (CR 702.26b)."""
        for each in self.piles.get(("battlefield", ""), ()):
            permanent = self.objects[each]
            if not permanent.phased_out:
                yield permanent

    def remaining(self) -> tuple[str, ...]:
        """The players still in the game, in turn order from the active one (CR 101.4)."""
        at = self.order.index(self.active) if self.active in self.order else 0
        turning = self.order[at:] + self.order[:at]
        return tuple(player for player in turning if not self.players[player].lost)

    def allies(self, player: str) -> tuple[str, ...]:
        """The player and, in two-headed giant, their team-mate: players sit in pairs (CR 810)."""
        if self.variant == "two-headed giant":
            at = self.order.index(player) // 2 * 2
            return self.order[at : at + 2]
        if self.variant == "archenemy" and player != self.archenemy:
            return tuple(other for other in self.order if other != self.archenemy)
        return (player,)

    def counters_of(self, player: str) -> dict[str, int]:
        """The counters that a player has; those of poison are the team's (CR 810.10)."""
        held = dict(self.players[player].counters)
        if self.variant == "two-headed giant":
            held["poison"] = sum(
                self.players[each].counters.get("poison", 0) for each in self.allies(player)
            )
        return held

    def opponents(self, player: str) -> tuple[str, ...]:
        """Every player left in the game who isn't on the player's side, in turn order."""
        at = self.order.index(player)
        turning = self.order[at:] + self.order[:at]
        friends = self.allies(player)
        return tuple(p for p in turning if p not in friends and not self.players[p].lost)


def pile_key(zone: str, player: str) -> tuple[str, str]:
    """The key of a pile: zones that all players share belong to nobody."""
    return (zone, "") if zone in SHARED_ZONES else (zone, player)


def with_object(state: GameState, changed: GameObject) -> GameState:
    """The state with an object added, or replaced by its changed self."""
    return replace(state, objects={**state.objects, changed.id: changed})


def with_player(state: GameState, player: str, **changes: Any) -> GameState:
    """The state with some of what it knows of a player changed."""
    changed = replace(state.players[player], **changes)
    return replace(state, players={**state.players, player: changed})


def take_from_pile(state: GameState, thing: GameObject) -> GameState:
    """The state with the object in no pile."""
    key = pile_key(thing.zone, thing.owner)
    pile = tuple(each for each in state.piles.get(key, ()) if each != thing.id)
    return replace(state, piles={**state.piles, key: pile})


def put_in_pile(state: GameState, thing: GameObject, at: int | None = None) -> GameState:
    """The state with the object in the pile of its zone; at the end unless a place is named."""
    key = pile_key(thing.zone, thing.owner)
    pile = state.piles.get(key, ())
    place = len(pile) if at is None else at
    return replace(state, piles={**state.piles, key: (*pile[:place], thing.id, *pile[place:])})
