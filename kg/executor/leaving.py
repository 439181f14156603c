"""A player leaves the game (CR 800.4a)."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from kg.executor.events import Event
from kg.executor.state import take_from_pile, with_object, with_player

if TYPE_CHECKING:
    from kg.executor.game import Game

__all__ = ["leave_game"]


def leave_game(game: Game, player: str) -> None:
    """All that they own leaves with them; what they only control goes back, or is exiled."""
    game.state = with_player(game.state, player, lost="left")
    for thing in list(game.state.objects.values()):
        if thing.owner == player and thing.zone != "nowhere":
            state = take_from_pile(game.state, thing)
            game.state = with_object(
                state,
                replace(thing, zone="nowhere", incarnation=thing.incarnation + 1, phased_out=""),
            )
    kept = tuple(e for e in game.state.effects if e.controller != player)
    game.state = replace(game.state, effects=kept)
    for thing in list(game.state.objects.values()):
        stuck = thing.controller == player and thing.zone in ("battlefield", "stack")
        if stuck:
            from kg.executor.zones import change_zones

            change_zones(game, [thing.ref], "exile", rules=("800.4a",))
    if game.state.planar_controller == player:
        rest = game.state.remaining()
        game.state = replace(game.state, planar_controller=rest[0] if rest else "")
    game.record([Event(name="lost", object=player, player=player, rules=("800.4a",))])
