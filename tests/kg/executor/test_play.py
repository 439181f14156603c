"""Editions, choices and refusals, through the interface that runs scenarios."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from kg.errors import IllegalActionError
from kg.executor.play import Play

_FIGHTER = "setup: {ann: {battlefield: [{id: ox, types: [creature], power: 2, toughness: 9}]}}"
_SCRYING = "setup: {ann: {library: [x1, x2, x3]}}"


@pytest.mark.parametrize(
    ("edition", "amounts"),
    [
        pytest.param("2017-04-28", [2, 2], id="twice-its-power"),
        pytest.param("2026-01-16", [4], id="once-twice-its-power"),
    ],
)
def test_fighting_itself_is_dealt_as_the_edition_says(
    begin: Callable[..., Play], edition: str, amounts: list[int]
) -> None:
    play = begin(_FIGHTER, edition)

    play.do("fight", {"creatures": ["ox", "ox"]})

    assert [e.amount for e in play.events if e.name == "damage dealt"] == amounts


@pytest.mark.parametrize(
    ("verb", "parameters", "edition"),
    [
        pytest.param("triple", {"power": "ox"}, "2025-02-07", id="triple"),
        pytest.param("goad", {"object": "ox", "by": "bob"}, "2015-01-23", id="goad"),
        pytest.param("mill", {"player": "ann", "count": 1}, "2019-08-23", id="mill"),
    ],
)
def test_an_action_that_the_edition_doesnt_define_is_refused(
    begin: Callable[..., Play], verb: str, parameters: dict[str, object], edition: str
) -> None:
    play = begin(_FIGHTER, edition)
    before = play.state

    with pytest.raises(IllegalActionError, match=f"edition {edition} defines no action '{verb}'"):
        play.do(verb, parameters)

    assert play.state is before
    assert play.events == []


@pytest.mark.parametrize(
    "choices",
    [
        pytest.param({"scry": {"bottom": ["x3"], "top": ["x1"]}}, id="a-card-not-looked-at"),
        pytest.param({"scry": {"bottom": ["x1", "x1"], "top": ["x2"]}}, id="a-card-twice"),
        pytest.param({"discard": "x1"}, id="a-decision-not-asked-for"),
    ],
)
def test_an_answer_that_the_rules_dont_allow_is_refused(
    begin: Callable[..., Play], choices: dict[str, object]
) -> None:
    play = begin(_SCRYING)
    before = play.state

    with pytest.raises(IllegalActionError):
        play.do("scry", {"player": "ann", "n": 2}, choices=choices)

    assert play.state is before


def test_an_answer_within_an_offer_takes_it(begin: Callable[..., Play]) -> None:
    play = begin("setup: {ann: {hand: [y1], library: [y2]}}")

    play.do("learn", {"player": "ann"}, choices={"discard": "y1"})

    assert play.player("ann")["hand"] == ["y2"]


def test_an_offer_nobody_answers_is_declined(begin: Callable[..., Play]) -> None:
    play = begin("setup: {ann: {hand: [y1], library: [y2]}}")

    play.do("learn", {"player": "ann"})

    assert play.player("ann")["hand"] == ["y1"]


def test_what_cant_be_done_in_full_cant_be_chosen_but_is_done_as_far_as_possible(
    begin: Callable[..., Play],
) -> None:
    """CR 701.17b."""
    play = begin("setup: {ann: {library: [z1]}}")

    with pytest.raises(IllegalActionError, match=r"701\.17b"):
        play.do("mill", {"player": "ann", "count": 2}, optional=True, choices={"may": True})
    play.do("mill", {"player": "ann", "count": 2})

    assert play.player("ann")["graveyard"] == ["z1"]


def test_a_shield_is_used_once(begin: Callable[..., Play]) -> None:
    """CR 701.19a."""
    play = begin(_FIGHTER)
    play.do("regenerate", {"object": "ox"})

    play.do("destroy", {"objects": ["ox"]})
    survived = play.state.objects["ox"].zone
    play.do("destroy", {"objects": ["ox"]})

    assert (survived, play.state.objects["ox"].zone) == ("battlefield", "graveyard")
