"""Mechanisms that several actions share, each shown by one small position."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kg.errors import IllegalActionError
from kg.executor.play import Play

Begin = Callable[..., Play]

_ELVES = "{id: elves, types: [creature], power: 1, toughness: 1, text: '{T}: Add {G}.'}"


def test_what_an_effect_forbids_cannot_be_chosen(begin: Begin) -> None:
    play = begin(f"setup:\n  bob: {{battlefield: [{_ELVES}]}}")
    play.do("detain", {"object": "elves", "by": "ann"})
    with pytest.raises(IllegalActionError):
        play.do("activate", {"object": "elves"}, by="bob")


def test_a_refused_step_leaves_the_very_same_state(begin: Begin) -> None:
    play = begin(f"setup:\n  bob: {{battlefield: [{_ELVES}]}}")
    before, events = play.state, list(play.events)
    with pytest.raises(IllegalActionError):
        play.do("sacrifice", {"player": "ann", "object": "elves"})
    assert play.state is before
    assert play.events == events


def test_a_delayed_ability_remembers_what_made_it(begin: Begin) -> None:
    play = begin(
        "setup:\n  ann: {library: [l1, l2], battlefield: "
        "[{id: a, types: [creature], power: 3, toughness: 3}]}\n"
        "  bob: {battlefield: [{id: b, types: [creature], power: 2, toughness: 9}]}"
    )
    for _ in range(3):
        play.do("the ring tempts", {"player": "ann"})
    play.do("declare attackers", {"attackers": {"a": "bob"}})
    play.do("resolve", {})
    play.do("declare blockers", {"blockers": {"b": ("a",)}})
    play.do("advance", {"to": "end of combat"})
    play.do("resolve", {})
    assert play.state.objects["b"].zone == "graveyard"


def test_what_was_exiled_is_found_by_what_waited_for_it(begin: Begin) -> None:
    play = begin("setup:\n  ann: {battlefield: [{id: l, types: [land]}]}")
    play.do("earthbend", {"player": "ann", "n": 2, "target": "l"})
    play.do("exile", {"objects": ("l",)})
    play.do("resolve", {})
    land = play.object("l")
    assert land is not None
    assert (land["zone"], land["tapped"], land["counters"]) == ("battlefield", True, {})


def test_several_players_own_answers_reach_them(begin: Begin) -> None:
    play = begin("setup:\n  ann: {hand: [a, b]}\n  bob: {hand: [c, d]}")
    choices = {"discard": {"ann": "b", "bob": "d"}}
    play.do("discard", {"players": ["ann", "bob"], "count": 1}, choices=choices)
    assert play.player("ann")["graveyard"] == ["b"]
    assert play.player("bob")["graveyard"] == ["d"]


def test_a_token_without_a_name_is_named_by_its_subtypes(begin: Begin) -> None:
    play = begin("setup:\n  ann: {life: 20}")
    play.do("amass", {"player": "ann", "n": 1, "subtype": "orc"}, result="army")
    army = play.object("army")
    assert army is not None
    assert army["name"] == "Orc Army Token"


@pytest.mark.parametrize("cost", ["forage", "collect evidence 3", "blight 1", "waterbend {2}"])
def test_keyword_actions_are_costs(begin: Begin, cost: str) -> None:
    play = begin("setup:\n  ann: {life: 20}")
    with pytest.raises(IllegalActionError):
        play.do("pay", {"player": "ann", "cost": cost})
