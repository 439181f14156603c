"""Dungeons, the Ring, Attractions: what lies in the command zone or beside the battlefield."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kg.executor.events import Event
from kg.executor.expressions import objects_of, players_of
from kg.executor.game import Unable
from kg.executor.interpreter import Run, primitive
from kg.executor.objects import Card, Face, GameObject
from kg.executor.state import Pending, put_in_pile, with_object, with_player
from kg.executor.zones import change_zones

__all__: list[str] = []


@primitive("enter_dungeon")
def enter_dungeon(run: Run, player: Any, *, quality: Any = ()) -> None:
    """CR 701.49a: a dungeon from outside the game, and its topmost room."""
    game = run.game
    who = (players_of(player, game.state.order) or (run.you,))[0]
    outside = [game.state.objects[i] for i in game.state.pile("outside", who)]
    dungeons = [t for t in outside if "dungeon" in t.card.front.types]
    if quality:
        word = str(quality).lower()
        dungeons = [
            t
            for t in dungeons
            if word in t.card.front.name.lower() or word in t.card.front.subtypes
        ]
    if not dungeons:
        raise Unable("there is no dungeon card to venture into", ("701.49a",))
    place = 0
    if len(dungeons) > 1:
        place = game.choose_option(who, [t.id for t in dungeons], subjects=())
    dungeon = dungeons[place]
    change_zones(game, [dungeon.ref], "command", player=who, rules=run.rules, moved=run.moved)
    game.state = with_player(game.state, who, dungeon=dungeon.id)
    _enter(run, who, dungeon.card.front.rooms[0][0])


@primitive("enter_room")
def enter_room(run: Run, player: Any, room: Any) -> None:
    """CR 701.49b: the venture marker moves, and the room's ability triggers (CR 309.4c)."""
    who = (players_of(player, run.game.state.order) or (run.you,))[0]
    _enter(run, who, str(room))


def _enter(run: Run, who: str, room: str) -> None:
    game = run.game
    game.state = with_player(game.state, who, room=room)
    dungeon = game.state.objects[game.state.players[who].dungeon]
    text = next((t for name, _, t in dungeon.card.front.rooms if name == room), "")
    if text:
        effect = game.semantics.statements(text, dungeon.card.front.name)
        game.add_pending(
            Pending(
                source=dungeon.ref, controller=who, kind="triggered ability", statements=effect,
                env={"self": dungeon.ref}, rules=("309.4c",),
            )
        )  # fmt: skip


@primitive("leave_dungeon")
def leave_dungeon(run: Run, player: Any) -> None:
    """CR 309.7: the dungeon card leaves the game, and is completed."""
    game = run.game
    who = (players_of(player, game.state.order) or (run.you,))[0]
    dungeon = game.state.players[who].dungeon
    if not dungeon:
        return
    ref = game.state.objects[dungeon].ref
    change_zones(game, [ref], "outside", player=who, rules=("309.7",), moved=run.moved)
    game.state = with_player(game.state, who, dungeon="", room="")
    game.record([Event(name="dungeon completed", player=who, object=who, rules=("309.7",))])


@primitive("tempt")
def tempt(run: Run, player: Any) -> None:
    """CR 701.54c: the emblem named The Ring, with an ability more each time."""
    game = run.game
    who = (players_of(player, game.state.order) or (run.you,))[0]
    game.state = with_player(game.state, who, ring=game.state.players[who].ring + 1)
    name = f"the-ring-of-{who}"
    if name in game.state.objects:
        return
    emblem = GameObject(
        id=name,
        card=Card(front=Face(name="The Ring", text=("@the ring",))),
        owner=who,
        controller=who,
        zone="command",
        kind="emblem",
        timestamp=game.tick(),
    )
    game.state = put_in_pile(with_object(game.state, emblem), emblem)


@primitive("visit")
def visit(run: Run, attractions: Any) -> None:
    """CR 701.52a: visited Attractions' visit abilities trigger."""
    base = Event(name="visited", player=run.you, rules=run.rules)
    run.game.record([replace(base, object=ref) for ref in objects_of(attractions)])
    run.env["about"] = ()
