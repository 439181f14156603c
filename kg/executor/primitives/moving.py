"""Moving cards: between zones, to the ends of piles, face down, melded (CR 400, 701.40, 712)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from kg.errors import IllegalActionError
from kg.executor.choices import MISSING, Decision, answer_objects
from kg.executor.events import Event
from kg.executor.expressions import listed, objects_of, players_of
from kg.executor.interpreter import Run, primitive
from kg.executor.objects import GameObject, Ref
from kg.executor.state import put_in_pile, take_from_pile, with_object
from kg.executor.zones import change_zones, set_object

__all__: list[str] = []


@primitive("move")
def move(
    run: Run, things: Any = (), *, to: str, from_zone: str = "", **how: Any
) -> tuple[Ref, ...]:
    """Objects into another zone; those that are elsewhere than `from_zone` stay."""
    refs = [
        ref
        for ref in run.current(things)
        if not from_zone or run.game.state.objects[ref.id].zone == from_zone
    ]
    if how.pop("order", "any") == "random":
        run.game.randomly().shuffle(refs)
    elif how.get("position") == "top" or (to == "library" and "position" not in how):
        refs.reverse()  # so that the first of them ends on top
    if "under" in how:
        how["under"] = (players_of(how["under"], run.game.state.order) or ("",))[0]
    gone = change_zones(
        run.game,
        refs,
        to,
        player=run.you,
        source=run.source,
        rules=run.rules,
        moved=run.moved,
        **how,
    )
    return gone


@primitive("draw")
def draw(run: Run, player: Any = None, n: int = 1) -> tuple[Ref, ...]:
    """CR 121: one card after another; from an empty library none, which loses the game."""
    found: list[Ref] = []
    for each in players_of(player or run.you, run.game.state.order):
        for _ in range(max(int(n or 0), 0)):
            found += draw_one(run, each)
    return tuple(found)


def draw_one(run: Run, player: str) -> tuple[Ref, ...]:
    """CR 121.2: one card of a library into its owner's hand."""
    game = run.game
    drawn: list[Ref] = []

    def perform(going: list[Event]) -> list[Event]:
        pile = game.state.pile("library", player)
        if not pile:
            from kg.executor.state import with_player

            game.state = with_player(game.state, player, drew_from_empty=True)
            return []
        top = game.state.objects[pile[0]].ref
        drawn.extend(
            change_zones(
                game, [top], "hand", player=player, rules=run.rules or ("121.1",), moved=run.moved
            )
        )
        return [replace(event, object=drawn[0] if drawn else None) for event in going]

    game.happen(
        [Event(name="drawn", player=player, source=run.source, rules=("121.1", *run.rules))],
        perform,
    )
    return tuple(drawn)


@primitive("divide")
def divide(run: Run, cards: Any, *, first: str, rest: str, of: Any = None) -> None:
    """Cards into two piles, each in any order: the decision is named as the action (CR 701.22a)."""
    game = run.game
    refs = run.current(cards)
    name = {"scried": "scry", "surveiled": "surveil", "fatesealed": "fateseal"}.get(
        game.doing[-1] if game.doing else "", "scry"
    )
    show_to(run, refs, (run.you,))
    left, right = first.rpartition(" ")[2], rest.rpartition(" ")[2]
    chosen = _piles(run, name, refs, left, right)
    placed, kept = chosen
    if left == "graveyard":
        change_zones(game, placed, "graveyard", player=run.you, rules=run.rules, moved=run.moved)
    else:
        _reorder(run, placed, bottom=True)
    _reorder(run, kept, bottom=False)


def _piles(
    run: Run, name: str, refs: tuple[Ref, ...], left: str, right: str
) -> tuple[tuple[Ref, ...], tuple[Ref, ...]]:
    decision = Decision(
        name=name, player=run.you, options=refs, least=0, most=len(refs), kind="piles",
        rules=run.rules,
    )  # fmt: skip
    raw = run.game.chooser.answer(decision)
    if raw is MISSING:
        return (), refs
    if not isinstance(raw, Mapping):
        raise IllegalActionError(f"{name!r} wants the piles {left} and {right}", rules=run.rules)
    placed = answer_objects(decision, raw.get(left, []))
    kept = answer_objects(decision, raw.get(right, []))
    if set(placed) & set(kept):
        raise IllegalActionError("a card can't be in both piles", rules=run.rules)
    unnamed = tuple(ref for ref in refs if ref not in placed and ref not in kept)
    if unnamed and left in raw and right in raw:
        raise IllegalActionError(f"{unnamed[0].id} is in neither pile", rules=run.rules)
    return (placed, (*kept, *unnamed)) if right not in raw or not unnamed else (placed, kept)


def _reorder(run: Run, refs: tuple[Ref, ...], *, bottom: bool) -> None:
    """Put cards of a library to an end of it, in that order; they stay the same objects."""
    state = run.game.state
    for ref in refs if bottom else reversed(refs):
        thing = state.objects[ref.id]
        state = take_from_pile(state, thing)
        at = len(state.pile(thing.zone, thing.owner)) if bottom else 0
        state = put_in_pile(state, thing, at)
    run.game.state = state


@primitive("reorder")
def reorder(run: Run, cards: Any) -> None:
    """CR 401.4: cards back on top of a library, in an order that who looks at them chooses."""
    refs = run.current(cards)
    _reorder(
        run,
        run.game.choose_objects("order", run.you, refs, least=len(refs), most=len(refs)),
        bottom=False,
    )


def show_to(run: Run, refs: tuple[Ref, ...], players: tuple[str, ...]) -> None:
    """Let players see cards, as `looked at` events."""
    for player in players:
        run.game.record(
            [
                Event(name="looked at", object=ref, player=player, rules=run.rules or ("701.20e",))
                for ref in refs
            ]
        )


@primitive("randomize")
def randomize(run: Run, player: Any = None) -> None:
    """CR 701.24a: into an order that nobody knows."""
    for each in players_of(player or run.you, run.game.state.order):
        pile = list(run.game.state.pile("library", each))
        run.game.randomly().shuffle(pile)
        for name in pile:  # CR 701.20d: what was seen in it is a new object now
            thing = run.game.state.objects[name]
            if thing.visible_to or thing.shown_to:
                set_object(run.game, replace(thing, visible_to=(), shown_to=()))
        piles = {**run.game.state.piles, ("library", each): tuple(pile)}
        run.game.state = replace(run.game.state, piles=piles)


@primitive("put_face_down")
def put_face_down(
    run: Run, cards: Any, how: str = "manifested", *, keywords: Any = ()
) -> tuple[Ref, ...]:
    """CR 701.40a, 701.58a: onto the battlefield as a face-down 2/2 creature."""
    return change_zones(
        run.game, run.current(cards), "battlefield", player=run.you, source=run.source,
        rules=run.rules, moved=run.moved, face_down=True, designations=(how,), under=run.you,
    )  # fmt: skip


@primitive("meld_pair")
def meld_pair(run: Run, cards: Any) -> tuple[Ref, ...]:
    """CR 701.42: two cards of a pair become one permanent; anything else stays where it is."""
    refs = run.current(cards)
    things = [run.game.state.objects[ref.id] for ref in refs]
    pair = next((t for t in things if t.card.meld_result is not None), None)
    if len(things) != 2 or pair is None or any(t.kind != "card" for t in things):
        return ()
    other = next(t for t in things if t is not pair)
    if pair.card.meld_with != other.id or other.card.meld_with not in ("", pair.id):
        return ()
    result = pair.card.meld_result
    assert result is not None
    for thing in things:
        game_state = take_from_pile(run.game.state, thing)
        known = {**game_state.last_known, thing.ref: (thing, run.game.view.chars(thing.ref))}
        part = replace(
            thing, zone="nowhere", incarnation=thing.incarnation + 1, part_of=pair.card.meld_id
        )
        run.game.state = with_object(replace(game_state, last_known=known), part)
    melded = GameObject(
        id=pair.card.meld_id or f"{pair.id}+{other.id}",
        card=replace(pair.card, front=result, back=None, meld_result=None),
        owner=pair.owner,
        controller=run.you,
        zone="battlefield",
        timestamp=run.game.tick(),
        sick=True,
        components=tuple(t.id for t in things),
    )
    run.game.state = put_in_pile(with_object(run.game.state, melded), melded)
    entered = Event(name="entered", object=melded.ref, player=run.you, rules=run.rules)
    run.game.record([replace(entered, more={"to_zone": "battlefield", "from_zone": "exile"})])
    return (melded.ref,)


@primitive("show")
def show(run: Run, cards: Any, *, to: Any = None) -> tuple[Ref, ...]:
    """CR 701.20: cards are seen by players, and stay where they are."""
    refs = tuple(r for r in objects_of(cards))
    seen = players_of(to, run.game.state.order) if to is not None else run.game.state.order
    for ref in run.current(refs):
        thing = run.game.state.objects[ref.id]
        shown = tuple(dict.fromkeys((*thing.shown_to, *seen)))
        if thing.zone in ("hand", "library") or thing.face_down:
            set_object(run.game, replace(thing, visible_to=shown))
    return refs


@primitive("remember")
def remember(run: Run, value: Any = ()) -> Any:
    """A value kept under a name."""
    several = listed(value)
    return value if len(several) != 1 else several[0]
