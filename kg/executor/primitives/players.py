"""What happens to players: life, mana, dice, clashes."""

from __future__ import annotations

from typing import Any

from kg.executor.events import Event
from kg.executor.expressions import objects_of, players_of
from kg.executor.game import Unable
from kg.executor.interpreter import Run, primitive
from kg.executor.mana import parse_mana
from kg.executor.state import with_player

__all__: list[str] = []


@primitive("gain_life")
def gain_life(run: Run, player: Any = None, n: Any = 0) -> None:
    """CR 119.3."""
    _life(run, player, int(n or 0), "life gained", "119.3")


@primitive("lose_life")
def lose_life(run: Run, player: Any = None, n: Any = 0) -> None:
    """CR 119.3."""
    _life(run, player, int(n or 0), "life lost", "119.3")


def _life(run: Run, player: Any, n: int, name: str, rule: str) -> bool:
    game = run.game
    who = players_of(run.you if player is None else player, game.state.order)
    if n <= 0:
        return True
    events = [
        Event(name=name, object=each, player=each, source=run.source, amount=n,
              rules=(*run.rules, rule))
        for each in who
    ]  # fmt: skip

    def perform(going: list[Event]) -> list[Event]:
        for event in going:
            change = (event.amount or 0) * (1 if name == "life gained" else -1)
            each = str(event.object)
            life = game.state.players[each].life + change
            game.state = with_player(game.state, each, life=life)
        return going

    return len(game.happen(events, perform)) == len(events)


@primitive("set_life")
def set_life(run: Run, player: Any, n: Any) -> None:
    """CR 119.5: gain or lose what it takes to arrive there."""
    for each in players_of(player, run.game.state.order):
        change = int(n) - run.game.state.players[each].life
        if change > 0:
            gain_life(run, each, change)
        elif change < 0:
            lose_life(run, each, -change)


@primitive("pay_life")
def pay_life(run: Run, n: Any, player: Any = None) -> None:
    """CR 119.4: only a player with that much life can."""
    who = (players_of(player, run.game.state.order) or (run.you,))[0]
    if run.game.state.players[who].life < int(n or 0):
        raise Unable("not so much life", ("119.4",))
    lose_life(run, who, n)


@primitive("add_mana")
def add_mana(run: Run, player: Any, what: Any = "", *, n: Any = None) -> None:
    """CR 106.4: mana symbols, or so much of one type."""
    for each in players_of(player, run.game.state.order):
        pool = dict(run.game.state.players[each].mana)
        cost = parse_mana(str(what)) if n is None else None
        if cost is not None:
            for ways in cost.symbols:
                pool[ways[0]] = pool.get(ways[0], 0) + 1
            if cost.generic:
                pool["C"] = pool.get("C", 0) + cost.generic
        else:
            kind = str(what).strip("{}")
            pool[kind] = pool.get(kind, 0) + int(n or 0)
        run.game.state = with_player(run.game.state, each, mana=pool)


@primitive("roll")
def roll(run: Run, sides: int = 6, *, result: Any = None) -> int:
    """CR 706: a die; a result that was given is taken."""
    number = run.game.randomly().randint(1, int(sides))
    if isinstance(result, int) and result:
        number = result
    base = Event(
        name="rolled", player=run.you, object=run.you, amount=number, rules=(*run.rules, "706.1")
    )
    run.game.record([base])
    return number


@primitive("flip")
def flip(run: Run) -> bool:
    """CR 705: a coin."""
    return run.game.randomly().random() < 0.5


@primitive("win_clash")
def win_clash(run: Run, cards: Any) -> None:
    """CR 701.30d: whose card alone has the greatest mana value."""
    view = run.game.view
    worth = [
        (view.chars(ref).mana_value, view.state.objects[ref.id].owner) for ref in objects_of(cards)
    ]
    if not worth:
        return
    best = max(value for value, _ in worth)
    winners = [owner for value, owner in worth if value == best]
    if len(winners) == 1:
        run.game.record(
            [Event(name="clash won", player=winners[0], object=winners[0], rules=("701.30d",))]
        )


@primitive("lose")
def lose(run: Run, player: Any = None) -> None:
    """CR 104.3e."""
    for each in players_of(run.you if player is None else player, run.game.state.order):
        lose_game(run, each, run.rules)


@primitive("win")
def win(run: Run, player: Any = None) -> None:
    """CR 104.2b: whoever is against the winner loses."""
    for each in players_of(run.you if player is None else player, run.game.state.order):
        for other in run.game.state.opponents(each):
            lose_game(run, other, run.rules)


def lose_game(run: Run, player: str, rules: tuple[str, ...]) -> None:
    """The player has lost, as an event."""
    run.game.state = with_player(run.game.state, player, lost="yes")
    run.game.record([Event(name="lost", object=player, player=player, rules=rules)])
