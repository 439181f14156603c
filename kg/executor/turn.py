"""The turn: its steps and phases, and what happens in them unasked (CR 500-514, 703)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from kg.errors import IllegalActionError
from kg.executor.events import Event
from kg.executor.expressions import evaluate, listed
from kg.executor.interpreter import Run
from kg.executor.objects import Ref
from kg.executor.primitives.damage import declares
from kg.executor.state import with_player
from kg.executor.zones import change_zones, set_object
from kg.program.tree import Do

if TYPE_CHECKING:
    from kg.executor.game import Game

__all__ = ["STEPS", "advance", "enter_step", "step_name"]

STEPS = (
    "untap",
    "upkeep",
    "draw",
    "precombat main",
    "beginning of combat",
    "declare attackers",
    "declare blockers",
    "combat damage",
    "end of combat",
    "postcombat main",
    "end step",
    "cleanup",
)
_PHASES = {
    "beginning phase": "untap",
    "combat phase": "beginning of combat",
    "ending phase": "end step",
}
_COMBAT = frozenset(
    {"combat damage", "declare blockers", "declare attackers", "beginning of combat"}
)


def step_name(words: str) -> str:
    """The step that a name of the rules means."""
    if words in _PHASES:
        return _PHASES[words]
    plain = words.removesuffix(" phase")
    if plain in STEPS:
        return plain
    return plain.removesuffix(" step")


def advance(game: Game, to: str, of: str, settle: Callable[[], None]) -> None:
    """Go on to a step, of the current turn or a later one, with all that happens on the way.

    Args:
        settle: checks state-based actions and resolves what is on the stack before a step ends.
    """
    wanted, first = step_name(to), True
    for _ in range(400):
        settle()
        here = game.state.step == wanted and (not of or game.state.active == of)
        if here and not first:
            return
        first = False
        _next_step(game)
        if game.state.step == wanted and (not of or game.state.active == of):
            return
    raise IllegalActionError(f"the game never comes to {to}")


def _next_step(game: Game) -> None:
    place = STEPS.index(game.state.step)
    end_step(game)
    if place + 1 < len(STEPS):
        enter_step(game, STEPS[_skipping(game, place + 1)])
    else:
        _next_turn(game)


def _skipping(game: Game, place: int) -> int:
    """CR 508.8: without attackers there are no blockers and no damage."""
    combat = game.state.combat
    no_attack = combat is None or not combat.attackers
    while no_attack and STEPS[place] in ("declare blockers", "combat damage"):
        place += 1
    return place


def end_step(game: Game) -> None:
    """CR 500.5: mana empties as a step or phase ends."""
    for player in game.state.order:
        pool = game.state.players[player].mana
        if any(pool.values()):
            game.state = with_player(game.state, player, mana=dict.fromkeys(pool, 0))


def _next_turn(game: Game) -> None:
    state = game.state
    at = state.order.index(state.active)
    following = state.order[at + 1 :] + state.order[: at + 1]
    player = next((p for p in following if not state.players[p].lost), state.active)
    game.state = replace(
        state,
        active=player,
        turn=state.turn + 1,
        combat=None,
        history=(),
        attacked_before=frozenset(),
    )
    game.state = with_player(game.state, player, lands_played=0)
    _end_effects(game, "your next turn", player)
    enter_step(game, "untap")


def enter_step(game: Game, step: str) -> None:
    """Begin a step: its turn-based actions (CR 703.4), then what triggers at its beginning."""
    game.state = replace(game.state, step=step)
    if step == "untap":
        _untap_step(game)
        return
    if step == "draw":
        _draw_step(game)
    elif step == "beginning of combat":
        from kg.executor.state import Combat

        game.state = replace(game.state, combat=Combat())
    elif step == "precombat main":
        _scheme(game)
    elif step == "cleanup":
        _cleanup_step(game)
    if step == "postcombat main":
        game.state = replace(game.state, combat=None)
    named = {"end step": "end step", "precombat main": "precombat main phase"}.get(step, step)
    game.record(
        [
            Event(name="begins", player=game.state.active, object=game.state.active, kind=named),
        ]
    )
    game.trace = [e for e in game.trace if e.name != "begins"]


def _scheme(game: Game) -> None:
    """CR 703.4e: the archenemy sets a scheme in motion."""
    from kg.executor.actions import perform_action

    player = game.state.active
    if player == game.state.archenemy and game.state.pile("scheme deck", player):
        perform_action(Run(game, {}, player, None, ("703.4e",)), "set in motion", (), {})


def _untap_step(game: Game) -> None:
    """CR 502: phasing, then untapping; nobody gets priority."""
    player = game.state.active
    run = Run(game, {}, player, None, ("502.1",))
    _phase(game, run, player)
    fresh = [t for t in game.state.battlefield() if game.view.chars(t.ref).controller == player]
    for thing in fresh:
        set_object(game, replace(game.state.objects[thing.id], sick=False))
    stays = _held_tapped(game)
    untapping = []
    for thing in list(game.state.battlefield()):
        if game.view.chars(thing.ref).controller != player:
            continue
        now = game.state.objects[thing.id]
        if now.remembered.get("skip_untap") == player:  # CR 701.43a
            kept = {k: v for k, v in now.remembered.items() if k != "skip_untap"}
            set_object(
                game, replace(now, remembered=kept, designations=now.designations - {"exerted"})
            )
            continue
        if now.tapped and thing.ref not in stays:
            untapping.append(thing.ref)

    def perform(going: list[Event]) -> list[Event]:
        for event in going:
            assert isinstance(event.object, Ref)
            set_object(game, replace(game.state.objects[event.object.id], tapped=False))
        return going

    game.happen(
        [Event(name="untapped", object=ref, player=player, rules=("502.3",)) for ref in untapping],
        perform,
    )


def _held_tapped(game: Game) -> set[Ref]:
    """Permanents that an effect keeps from untapping in this step; one that lasts for one untap
    step is used up by it."""
    held: set[Ref] = set()
    used: set[int] = set()
    for active in game.view.in_force("doesnt_untap"):
        call = active.statement.call if isinstance(active.statement, Do) else None
        if call is None:
            continue
        scope = game.view.scope_of(active)
        refs = [ref for ref in listed(evaluate(call.args[0], scope)) if isinstance(ref, Ref)]
        here = [r for r in refs if game.view.chars(r).controller == game.state.active]
        held.update(here)
        if active.effect and (here or not refs):
            used.add(active.effect)
    kept = tuple(
        e
        for e in game.state.effects
        if e.id not in used or e.duration not in ("next untap step", "permanent")
    )
    game.state = replace(game.state, effects=kept)
    return held


def _phase(game: Game, run: Run, player: str) -> None:
    """CR 702.26a: permanents with phasing phase out as those that phased out phase in."""
    from kg.executor.primitives.status import phase_in, phase_out

    going = [
        t.ref
        for t in game.state.battlefield()
        if game.view.chars(t.ref).controller == player and declares(game.view, t.ref, "phases")
    ]
    things = [game.state.objects[i] for i in game.state.pile("battlefield")]
    coming = [
        t.ref
        for t in things
        if t.phased_out == "directly" and t.remembered.get("phased_under", t.controller) == player
    ]
    held = {each for ref in going for each in _below(game, ref)}
    run.rules = ("702.26a", "502.1")
    phase_in(run, tuple(coming))
    phase_out(run, tuple(ref for ref in going if ref not in held))


def _below(game: Game, ref: Ref) -> list[Ref]:
    found = []
    for each in game.view.attached_to(ref):
        found += [each.ref, *_below(game, each.ref)]
    return found


def _draw_step(game: Game) -> None:
    """CR 504.1; a game's first turn has no draw (CR 103.8a), which scenarios don't begin with."""
    from kg.executor.primitives.moving import draw_one

    draw_one(Run(game, {}, game.state.active, None, ("504.1",)), game.state.active)


def _cleanup_step(game: Game) -> None:
    """CR 514: down to the hand size; damage wears off, and what lasts until end of turn ends."""
    player = game.state.active
    hand = game.state.pile("hand", player)
    surplus = len(hand) - game.state.players[player].hand_size
    if surplus > 0:
        options = [game.state.objects[i].ref for i in hand]
        chosen = game.choose_objects(
            "discard", player, options, least=surplus, most=surplus, rules=("514.1",)
        )
        done = change_zones(game, chosen, "graveyard", player=player, rules=("514.1", "701.9a"))
        game.record(
            [
                Event(name="discarded", object=r, player=player, rules=("514.1", "701.9a"))
                for r in done
            ]
        )
    for each in game.state.pile("battlefield"):
        thing = game.state.objects[each]
        if thing.damage:
            set_object(game, replace(thing, damage=0, touched_by_death=False))
    _end_effects(game, "end of turn", "")


def _end_effects(game: Game, duration: str, player: str) -> None:
    kept = tuple(
        e
        for e in game.state.effects
        if e.duration not in (duration, f"until {duration}")
        or (player and (e.controller != player or e.turn == game.state.turn))
    )
    game.state = replace(game.state, effects=kept)
