"""A game's first state, from the position that a scenario lists."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from kg.executor.objects import Card, Face, GameObject, StackInfo
from kg.executor.semantics import Semantics
from kg.executor.state import (
    Combat,
    Effect,
    GameState,
    PlayerState,
    put_in_pile,
    with_object,
)
from kg.executor.turn import step_name
from kg.program.tree import Call, Do, Name, Statement
from kg.scenario.contract import DECKS, ZONES
from kg.scenario.values import Card as Listed
from kg.scenario.values import Scenario

__all__ = ["card_of", "first_state"]


def card_of(listed: Listed) -> Card:
    """The card or token that a scenario describes."""
    keys = listed.keys
    back = keys.get("back")
    result = keys.get("meld_result")
    return Card(
        front=_face(listed, listed.id),
        back=_face(back, "") if isinstance(back, Listed) else None,
        modal=bool(keys.get("modal")),
        meld_with=str(keys.get("meld_with") or ""),
        meld_id=result.id if isinstance(result, Listed) else "",
        meld_result=_face(result, result.id) if isinstance(result, Listed) else None,
        commander=bool(keys.get("commander")),
    )


def _face(listed: Listed, name: str) -> Face:
    keys = listed.keys
    types = keys.get("types")
    text = keys.get("text", ())
    rooms = keys.get("rooms") or {}
    supertypes = [*map(str, keys.get("supertypes", ()))]
    if keys.get("ongoing"):
        supertypes.append("ongoing")
    return Face(
        name=str(keys.get("name") or name),
        types=("artifact",) if types is None else tuple(types),
        supertypes=tuple(supertypes),
        subtypes=tuple(str(each).lower() for each in keys.get("subtypes", ())),
        colors=tuple(keys.get("colors", ())),
        mana_cost=_given(keys.get("mana_cost")),
        mana_value=keys.get("mana_value"),
        power=_given(keys.get("power")),
        toughness=_given(keys.get("toughness")),
        loyalty=_given(keys.get("loyalty")),
        defense=_given(keys.get("defense")),
        keywords=tuple(map(str, keys.get("keywords", ()))),
        text=(text,) if isinstance(text, str) else tuple(text),
        lights=tuple(keys.get("lights", ())),
        rooms=tuple((room, tuple(of["to"]), str(of.get("text", ""))) for room, of in rooms.items()),
    )


def _given(value: Any) -> Any:
    return None if value == "none" else value


def first_state(scenario: Scenario, semantics: Semantics) -> GameState:
    """The state that a scenario begins with."""
    players = {name: _player(scenario.setup.get(name, {})) for name in scenario.players}
    game = scenario.game
    state = GameState(
        edition=semantics.edition,
        order=scenario.players,
        players=players,
        active=scenario.active,
        step=step_name(scenario.phase),
        turn=int(game.get("turn") or 3),
        seed=scenario.seed,
        variant=str(game.get("variant") or ""),
        planar_controller=str(game.get("planar_controller") or ""),
        archenemy=str(game.get("archenemy") or ""),
    )
    attached: list[tuple[str, str]] = []
    for owner, zone, listed in _listed(scenario):
        state = _put(state, owner, zone, listed, attached)
    for listed in scenario.stack:
        state = _put_on_stack(state, scenario, listed, semantics)
    state = _attach(state, attached)
    return _with_goads(_with_combat(state, scenario), scenario)


def _player(said: Mapping[str, Any]) -> PlayerState:
    return PlayerState(
        life=int(said.get("life", 20)),
        mana=dict(said.get("mana", {})),
        counters=dict(said.get("counters", {})),
        designations=frozenset(said.get("designations", ())),
    )


def _listed(scenario: Scenario) -> Iterator[tuple[str, str, Listed]]:
    for owner, said in scenario.setup.items():
        for zone in (*ZONES, *DECKS):
            for listed in said.get(zone, ()):
                yield owner, zone.replace("_", " "), listed


def _put(
    state: GameState, holder: str, zone: str, listed: Listed, attached: list[tuple[str, str]]
) -> GameState:
    keys = listed.keys
    owner = str(keys.get("owner") or holder)
    controller = str(keys.get("controller") or holder)
    face_down = bool(
        keys.get("face_down", zone in ("planar deck", "scheme deck", "attraction deck"))
    )
    counters = dict(keys.get("counters", {}))
    card = card_of(listed)
    if zone == "battlefield":
        for kind, number in (("loyalty", card.front.loyalty), ("defense", card.front.defense)):
            if number is not None and kind not in counters and not face_down:
                counters[kind] = number
    if keys.get("attached_to") not in (None, "none"):
        attached.append((listed.id, str(keys["attached_to"])))
    remembered: dict[str, Any] = {}
    if "exerted" in keys.get("designations", ()):
        remembered["skip_untap"] = controller
    thing = GameObject(
        id=listed.id,
        card=card,
        owner=owner,
        controller=controller,
        zone=zone,
        kind="token" if keys.get("token") else "card",
        timestamp=state.clock,
        tapped=bool(keys.get("tapped")),
        face_down=face_down,
        phased_out="directly" if keys.get("phased_out") else "",
        sick=bool(keys.get("summoning_sick")),
        counters=counters,
        damage=int(keys.get("damage", 0)),
        designations=frozenset(keys.get("designations", ())) - {"goaded", "revealed"},
        visible_to=tuple(keys.get("visible_to", (controller,) if face_down else ())),
        shown_to=state.order if "revealed" in keys.get("designations", ()) else (),
        remembered=remembered,
    )
    state = replace(state, clock=state.clock + 1)
    return put_in_pile(with_object(state, thing), thing)


def _put_on_stack(
    state: GameState, scenario: Scenario, listed: Listed, semantics: Semantics
) -> GameState:
    keys = listed.keys
    kind = str(keys.get("kind", "spell"))
    controller = str(keys.get("controller") or keys.get("owner") or scenario.active)
    owner = str(keys.get("owner") or controller)
    card = card_of(listed)
    source = state.objects.get(str(keys.get("source", "")))
    given = tuple(
        state.objects[t].ref if t in state.objects else t for t in keys.get("targets", ())
    )
    statements: tuple[Statement, ...] = ()
    if kind != "spell":
        lines = [semantics.statements(text, card.front.name) for text in card.front.text]
        statements = tuple(each for line in lines for each in line)
        card = replace(card, front=replace(card.front, text=()))
    env: dict[str, Any] = {"stack_turned": source.turned if source is not None else 0}
    if source is not None:
        env["self"] = source.ref
    info = StackInfo(
        kind=kind,
        source=source.ref if source is not None else None,
        statements=statements,
        env=env,
        targets=tuple((target,) for target in given),
    )
    thing = GameObject(
        id=listed.id,
        card=card,
        owner=owner,
        controller=controller,
        zone="stack",
        kind="card" if kind == "spell" else "ability",
        timestamp=state.clock,
        stack=info,
    )
    state = replace(state, clock=state.clock + 1)
    return put_in_pile(with_object(state, thing), thing)


def _attach(state: GameState, attached: list[tuple[str, str]]) -> GameState:
    for each, to in attached:
        target = state.objects[to].ref if to in state.objects else to
        thing = replace(state.objects[each], attached_to=target)
        if isinstance(target, str) is False and state.objects[to].phased_out and thing.phased_out:
            thing = replace(thing, phased_out="indirectly")
        state = with_object(state, thing)
    return state


def _with_combat(state: GameState, scenario: Scenario) -> GameState:
    attackers: dict[str, str] = {}
    blockers: dict[str, tuple[str, ...]] = {}
    for _, _, listed in _listed(scenario):
        attacking, blocking = listed.keys.get("attacking"), listed.keys.get("blocking")
        if attacking is True:
            controller = state.objects[listed.id].controller
            attackers[listed.id] = state.opponents(controller)[0]
        elif attacking:
            attackers[listed.id] = str(attacking)
        if blocking:
            blockers[listed.id] = tuple(blocking)
    if not attackers:
        return state
    blocked = frozenset(each for over in blockers.values() for each in over)
    combat = Combat(
        attackers=attackers,
        blockers=blockers,
        blocked=blocked,
        declared=frozenset({"attackers", *(["blockers"] if blockers else [])}),
    )
    step = state.step
    if step == "precombat main":
        step = "declare blockers" if blockers else "declare attackers"
    return replace(state, combat=combat, step=step)


def _with_goads(state: GameState, scenario: Scenario) -> GameState:
    """What the setup says is goaded is so by effects, as if the players had just done it."""
    for _, _, listed in _listed(scenario):
        by = listed.keys.get("goaded_by")
        if by is None and "goaded" in listed.keys.get("designations", ()):
            by = [state.opponents(state.objects[listed.id].controller)[0]]
        for player in by or ():
            ref = state.objects[listed.id].ref
            about = (Name("it"),)
            attacked = Call("attacked", about)
            other = Call("attacked", about, (("to", Call("others", (Name("you"),))),))
            statements = (
                Do(Call("designated", (Name("it"), "goaded"))),
                Do(Call("must", (attacked,))),
                Do(Call("must", (other,))),
            )
            effect = Effect(
                id=state.clock, timestamp=state.clock, controller=player, source=None,
                statements=statements, env={"it": ref}, duration="your next turn",
                turn=state.turn, rules=("701.15b",),
            )  # fmt: skip
            state = replace(state, clock=state.clock + 1, effects=(*state.effects, effect))
    return state
