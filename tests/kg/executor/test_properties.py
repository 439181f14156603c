"""What holds whatever is done: cards stay, refusals change nothing, a seed decides all chance."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kg.errors import IllegalActionError
from kg.executor.events import event_record
from kg.executor.play import Play
from kg.executor.serialise import state_from_json, state_to_json

_SETUP = """
setup:
  ann:
    mana: {C: 5, R: 2}
    hand: [h1, {id: plain, types: [land]}, {id: imp, types: [creature], mana_cost: "{1}", power: 1, toughness: 1}]
    library: [{id: a1, types: [land]}, a2, {id: a3, types: [creature], mana_cost: "{2}", power: 2, toughness: 2}, a4]
    graveyard: [g1, g2, g3]
    battlefield:
      - {id: bear, types: [creature], power: 2, toughness: 2}
      - {id: axe, types: [artifact], subtypes: [equipment], keywords: ["equip {1}"], attached_to: bear}
      - {id: cat, types: [creature], power: 1, toughness: 1, token: true}
      - {id: moth, types: [creature], power: 1, toughness: 1, back: {name: Wasp, types: [creature], power: 3, toughness: 3}}
      - {id: isle, types: [land], subtypes: [island]}
  bob:
    hand: [h2]
    library: [b1, b2, b3]
    battlefield:
      - {id: ram, types: [creature], power: 1, toughness: 3}
      - {id: wolf, types: [creature], power: 3, toughness: 2, counters: {"+1/+1": 1}}
"""  # noqa: E501 - a card a line
_CARDS = set("h1 plain imp a1 a2 a3 a4 g1 g2 g3 bear axe moth isle h2 b1 b2 b3 ram wolf".split())

_players = st.sampled_from(["ann", "bob"])
_things = st.sampled_from(["bear", "axe", "cat", "moth", "isle", "ram", "wolf", "h1", "a1", "g1"])
_numbers = st.integers(0, 3)


def _verb(name: str, **parameters: st.SearchStrategy[Any]) -> st.SearchStrategy[tuple[str, Any]]:
    return st.tuples(st.just(name), st.fixed_dictionaries(parameters))


_objects = st.lists(_things, min_size=1, max_size=3, unique=True)
_by_player = ["scry", "surveil", "bolster", "discover", "incubate", "amass", "blight"]
_plain_for_players = [
    "investigate",
    "proliferate",
    "populate",
    "manifest",
    "manifest dread",
    "learn",
]
_plain_for_players += ["cloak", "forage", "recruit", "the ring tempts", "shuffle", "time travel"]
_of_one_object = ["suspect", "harness", "explore", "connive", "transform", "convert", "exert"]
_of_one_object += ["phase out", "turn face down", "turn face up", "counter", "regenerate"]
_steps = st.one_of(
    *(_verb(verb, player=_players, n=_numbers) for verb in _by_player),
    *(_verb(verb, player=_players) for verb in _plain_for_players),
    *(_verb(verb, object=_things) for verb in _of_one_object),
    *(_verb(verb, object=_things, n=_numbers) for verb in ("adapt", "monstrosity", "endure")),
    *(_verb(verb, objects=_objects) for verb in ("destroy", "exile", "tap", "untap")),
    _verb("mill", player=_players, count=_numbers),
    _verb("discard", player=_players, count=_numbers),
    _verb("sacrifice", player=_players, object=_things),
    _verb("attach", object=_things, to=_things),
    _verb("goad", object=_things, by=_players),
    _verb("airbend", player=_players, objects=_objects),
    _verb("fight", creatures=st.tuples(_things, _things).map(list)),
    _verb("exchange", control=st.tuples(_things, _things).map(list)),
    _verb("gain control", player=_players, object=_things),
    _verb("cast", player=_players, card=st.sampled_from(["imp", "h1", "a3"])),
    _verb("play", player=_players, card=st.sampled_from(["plain", "a1"])),
    _verb("move", object=_things, to=st.sampled_from(["hand", "library", "exile", "battlefield"])),
    _verb("deal damage", source=_things, to=_things, amount=_numbers),
    _verb("resolve"),
    _verb("advance", to=st.sampled_from(["end step", "upkeep", "declare blockers"])),
)
_quick = settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


def _played(play: Play, steps: Sequence[tuple[str, Any]]) -> Play:
    for verb, parameters in steps:
        before = play.state
        try:
            play.do(verb, parameters)
        except IllegalActionError:
            assert play.state is before
    return play


@_quick
@given(st.lists(_steps, max_size=8))
def test_no_card_is_lost_or_doubled(
    begin: Callable[..., Play], steps: list[tuple[str, Any]]
) -> None:
    state = _played(begin(_SETUP), steps).state

    piled = Counter(each for pile in state.piles.values() for each in pile)
    assert all(times == 1 for times in piled.values())
    assert set(piled) >= _CARDS
    assert all(
        state.objects[each].zone == zone for (zone, _), pile in state.piles.items() for each in pile
    )


@_quick
@given(st.lists(_steps, max_size=6))
def test_the_same_seed_gives_the_same_trace(
    begin: Callable[..., Play], steps: list[tuple[str, Any]]
) -> None:
    first, second = _played(begin(_SETUP), steps), _played(begin(_SETUP), steps)

    assert [*map(event_record, first.events)] == [*map(event_record, second.events)]
    assert first.state == second.state


@_quick
@given(st.lists(_steps, max_size=6))
def test_any_state_is_read_back_equal(
    begin: Callable[..., Play], steps: list[tuple[str, Any]]
) -> None:
    state = _played(begin(_SETUP), steps).state

    assert state_from_json(json.loads(json.dumps(state_to_json(state)))) == state


@_quick
@given(st.lists(_steps, max_size=6))
def test_every_event_names_its_rules(
    begin: Callable[..., Play], steps: list[tuple[str, Any]]
) -> None:
    events = _played(begin(_SETUP), steps).events

    assert [event.name for event in events if not event.rules] == []


@_quick
@given(st.lists(_steps, max_size=6))
def test_after_a_shuffle_no_card_of_the_library_is_revealed(
    begin: Callable[..., Play], steps: list[tuple[str, Any]]
) -> None:
    play = _played(begin(_SETUP), steps)
    play.do("reveal", {"player": "ann", "from": "library"})

    play.do("shuffle", {"player": "ann"})

    library = play.state.pile("library", "ann")
    assert [each for each in library if play.state.objects[each].shown_to] == []


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_chance_comes_from_the_seed_alone(begin: Callable[..., Play], seed: int) -> None:
    orders = set()
    for _ in range(3):
        play = begin(f"seed: {seed}\n{_SETUP}")
        play.do("shuffle", {"player": "ann"})
        orders.add(play.state.pile("library", "ann"))

    assert len(orders) == 1
