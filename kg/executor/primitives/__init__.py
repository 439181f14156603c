"""The primitives of programs, a family a file; importing this registers them all."""

from kg.executor.primitives import (
    choosing,
    damage,
    exchanging,
    game_area,
    moving,
    players,
    stacking,
    status,
    tokens,
)

__all__ = [
    "choosing",
    "damage",
    "exchanging",
    "game_area",
    "moving",
    "players",
    "stacking",
    "status",
    "tokens",
]
