"""Combat: attacks, blocks, bands and damage (CR 506-511, 702.22)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from kg.errors import IllegalActionError
from kg.executor.attachments import own_declarations
from kg.executor.events import Event
from kg.executor.expressions import Scope, evaluate, listed
from kg.executor.matching import Viewpoint, matches
from kg.executor.objects import GameObject, Ref
from kg.executor.patterns import pattern_matches
from kg.executor.primitives.damage import deal, declares
from kg.executor.state import Combat
from kg.executor.zones import set_object
from kg.program.tree import Call, Do

if TYPE_CHECKING:
    from kg.executor.game import Game
    from kg.executor.layers import Active

__all__ = ["can_attack", "can_block", "deal_combat_damage", "declare_attackers", "declare_blockers"]


def _refuse(reason: str, *rules: str) -> IllegalActionError:
    return IllegalActionError(reason, rules=rules)


# --- attacking ------------------------------------------------------------------------------------


def why_not_attack(game: Game, ref: Ref) -> tuple[str, tuple[str, ...]] | None:
    """Why a creature can't attack at all now, with the rules; None where it can (CR 508.1a)."""
    thing = game.state.get(ref)
    if thing is None or thing.zone != "battlefield" or thing.phased_out:
        return "it isn't on the battlefield", ("508.1a",)
    chars = game.view.chars(ref)
    if "creature" not in chars.types or "battle" in chars.types:
        return "it is no creature", ("508.1a",)
    if chars.controller != game.state.active:
        return "the active player doesn't control it", ("508.1a",)
    if thing.tapped:
        return "it is tapped", ("508.1a",)
    if thing.sick and not declares(game.view, ref, "ignores_sickness"):
        return "it came under that player's control this turn", ("302.6",)
    barred = game.forbidden(Event(name="attacked", object=ref, player=chars.controller))
    return ("an effect says it can't", barred) if barred is not None else None


def can_attack(game: Game, ref: Ref) -> bool:
    """Whether a creature could be declared as an attacker."""
    return why_not_attack(game, ref) is None


def attackable(game: Game, player: str) -> list[str]:
    """Whom and what that player's creatures can attack (CR 508.1b), as ids and names."""
    opponents = list(game.state.opponents(player))
    found: list[str] = list(opponents)
    for thing in game.state.battlefield():
        chars = game.view.chars(thing.ref)
        walker = "planeswalker" in chars.types and chars.controller in opponents
        battle = "battle" in chars.types and (
            chars.controller != player or "siege" in chars.subtypes
        )
        if walker or battle:
            found.append(thing.id)
    if game.semantics.edition < "2007-10-01":  # no planeswalkers before Lorwyn
        found = opponents
    return found


def declare_attackers(
    game: Game, attackers: Mapping[str, str], bands: Sequence[Sequence[str]]
) -> None:
    """CR 508.1.

    Raises:
        IllegalActionError: the declaration as a whole is illegal.
    """
    player = game.state.active
    for each, target in attackers.items():
        _check_attacker(game, each, target, player)
    _check_requirements(game, attackers, player)
    _check_bands(game, attackers, bands)
    combat = game.state.combat or Combat()
    game.state = replace(
        game.state,
        combat=replace(
            combat,
            attackers=dict(attackers),
            bands=tuple(tuple(band) for band in bands),
            declared=combat.declared | {"attackers"},
        ),
    )
    tapping = []
    for each in attackers:
        thing = game.state.objects[each]
        if not declares(game.view, thing.ref, "attacks_untapped"):  # CR 508.1f, 702.20b
            set_object(game, replace(thing, tapped=True))
            tapping.append(thing.ref)
    game.record(
        [Event(name="tapped", object=ref, player=player, rules=("508.1f",)) for ref in tapping]
    )
    game.record(
        [
            Event(
                name="attacked", object=game.state.objects[each].ref, player=player,
                to=_target(game, target), rules=("508.1a",),
            )
            for each, target in attackers.items()
        ]
    )  # fmt: skip


def _target(game: Game, name: str) -> Ref | str:
    return name if name in game.state.players else game.state.objects[name].ref


def _check_attacker(game: Game, each: str, target: str, player: str) -> None:
    ref = game.state.objects[each].ref
    why = why_not_attack(game, ref)
    if why is not None:
        raise _refuse(f"{each} can't attack: {why[0]}", *why[1])
    if target not in attackable(game, player):
        raise _refuse(f"{each} can't attack {target}", "508.1b")
    to = _target(game, target)
    barred = game.forbidden(Event(name="attacked", object=ref, player=player, to=to))
    if barred is not None:
        raise _refuse(f"{each} can't attack {target}", *barred)


def _check_requirements(game: Game, attackers: Mapping[str, str], player: str) -> None:
    """CR 508.1d: as many requirements as can be obeyed without breaking a restriction."""
    obeyed = most = 0
    rules: tuple[str, ...] = ("508.1d",)
    for thing in game.state.battlefield():
        if game.view.chars(thing.ref).controller != player or not can_attack(game, thing.ref):
            continue
        options: list[str | None] = [None, *attackable(game, player)]
        scores = {option: _obeyed(game, thing, option) for option in options}
        most += max(scores.values())
        chosen = attackers.get(thing.id)
        obeyed += scores.get(chosen, 0)
        if scores.get(chosen, 0) < max(scores.values()):
            rules = _musts(game)[0].rules or rules if _musts(game) else rules
    if obeyed < most:
        raise _refuse(
            "a creature that has to attack doesn't, or attacks the wrong player", *rules, "508.1d"
        )


def _musts(game: Game) -> list[Active]:
    return game.view.in_force("must")


def _obeyed(game: Game, thing: GameObject, target: str | None) -> int:
    if target is None:
        return 0
    event = Event(
        name="attacked", object=thing.ref, player=game.state.active, to=_target(game, target)
    )
    count = 0
    for active in _musts(game):
        call = active.statement.call if isinstance(active.statement, Do) else None
        pattern = call.args[0] if call is not None else None
        if isinstance(pattern, Call) and pattern.op == "attacked":
            count += pattern_matches(event, pattern, game.view.scope_of(active))
    return count


def _check_bands(game: Game, attackers: Mapping[str, str], bands: Sequence[Sequence[str]]) -> None:
    """CR 702.22c, 702.22d."""
    seen: set[str] = set()
    for band in bands:
        if any(each not in attackers for each in band) or len(set(band)) != len(band):
            raise _refuse("a band is made of attackers", "702.22c")
        if seen & set(band):
            raise _refuse("a creature can't be in two bands", "702.22c")
        seen |= set(band)
        if len({attackers[each] for each in band}) != 1:
            raise _refuse("a band attacks one player, planeswalker or battle", "702.22d")
        if not _may_band(game, band):
            raise _refuse(f"{', '.join(band)} can't form a band", "702.22c")


def _may_band(game: Game, band: Sequence[str]) -> bool:
    refs = [game.state.objects[each].ref for each in band]
    plain = [ref for ref in refs if not _has_banding(game, ref)]
    if len(plain) <= 1 and len(plain) < len(refs):
        return True
    for ref in refs:
        for quality in _band_qualities(game, ref):
            if all(_is_of(game, other, quality) for other in refs):
                return True
    return False


def _has_banding(game: Game, ref: Ref) -> bool:
    return any(
        call.role("with_") in (None, "") for _, call in own_declarations(game.view, ref, "bands")
    )


def _band_qualities(game: Game, ref: Ref) -> Iterator[str]:
    for ability, call in own_declarations(game.view, ref, "bands"):
        filler = call.role("with_")
        if filler not in (None, ""):
            quality = evaluate(filler, Scope(game.view, {**ability.env, "self": ref}, "", ref))
            if quality:
                yield str(quality)


def _is_of(game: Game, ref: Ref, quality: str) -> bool:
    return matches(game.view, ref, quality, Viewpoint(game.view.chars(ref).controller, ref))


# --- blocking -------------------------------------------------------------------------------------


def why_not_block(game: Game, ref: Ref, attacker: Ref | None) -> tuple[str, tuple[str, ...]] | None:
    """Why a creature can't block that attacker; None where it can (CR 509.1a-b)."""
    thing = game.state.get(ref)
    if thing is None or thing.zone != "battlefield" or thing.phased_out:
        return "it isn't on the battlefield", ("509.1a",)
    chars = game.view.chars(ref)
    if "creature" not in chars.types or thing.tapped or "battle" in chars.types:
        return "it is no untapped creature", ("509.1a",)
    event = Event(name="blocked", object=ref, player=chars.controller, to=attacker, source=ref)
    barred = _block_forbidden(game, event)
    if barred is not None:
        return "an ability or effect forbids it", barred
    return None


def _block_forbidden(game: Game, event: Event) -> tuple[str, ...] | None:
    """Restrictions on blocking; descriptions in them are read from the attacker's side."""
    for active in game.view.in_force("cant"):
        call = active.statement.call if isinstance(active.statement, Do) else None
        pattern = call.args[0] if call is not None else None
        if not isinstance(pattern, Call) or pattern.op != "blocked":
            continue
        if event.to is None and dict(pattern.roles).get("to") is not None:
            continue
        if pattern_matches(event, pattern, game.view.scope_of(active)):
            return active.rules or ("509.1b",)
    return None


def can_block(game: Game, ref: Ref, attacker: Ref) -> bool:
    """Whether a creature could block that one, were it attacking."""
    own, theirs = game.view.chars(ref).controller, game.view.chars(attacker).controller
    return (
        own != theirs and why_not_block(game, ref, attacker) is None and _blockable(game, attacker)
    )


def _blockable(game: Game, attacker: Ref) -> bool:
    return game.forbidden(Event(name="became blocked", object=attacker, amount=99)) is None


def defender_of(game: Game, target: str) -> str:
    """The defending player for an attack on that player, planeswalker or battle (CR 506.2)."""
    if target in game.state.players:
        return target
    thing = game.state.objects[target]
    controller = game.view.chars(thing.ref).controller or thing.controller
    if "siege" in game.view.chars(thing.ref).subtypes:
        others = game.state.opponents(controller)
        return others[0] if others else controller
    return controller


def declare_blockers(game: Game, player: str, blockers: Mapping[str, Sequence[str]]) -> None:
    """CR 509.1.

    Raises:
        IllegalActionError: the declaration as a whole is illegal.
    """
    combat = game.state.combat
    if combat is None or not combat.attackers:
        if blockers:
            raise _refuse("nothing is attacking", "509.1a")
        combat = combat or Combat()
    for each, over in blockers.items():
        _check_blocker(game, combat, player, each, over)
    counts: dict[str, int] = {}
    for over in blockers.values():
        for attacker in over:
            counts[attacker] = counts.get(attacker, 0) + 1
    for attacker, count in counts.items():
        event = Event(name="became blocked", object=game.state.objects[attacker].ref, amount=count)
        barred = game.forbidden(event)
        if barred is not None:
            raise _refuse(f"{attacker} can't be blocked so", *barred)
    spread = {each: _with_bands(combat, over) for each, over in blockers.items() if over}
    all_blockers = {**combat.blockers, **spread}
    blocked = combat.blocked | {a for over in spread.values() for a in over}
    game.state = replace(
        game.state,
        combat=replace(
            combat, blockers=all_blockers, blocked=frozenset(blocked),
            declared=combat.declared | {"blockers"},
        ),
    )  # fmt: skip
    _record_blocks(game, player, spread)


def _check_blocker(game: Game, combat: Combat, player: str, each: str, over: Sequence[str]) -> None:
    ref = game.state.objects[each].ref
    if game.view.chars(ref).controller != player:
        raise _refuse(f"{player} doesn't control {each}", "509.1a")
    most = 1 + sum(
        _more_blocks(game, ref, call) for _, call in own_declarations(game.view, ref, "blocks_more")
    )
    if len(over) > most:
        raise _refuse(f"{each} can block only {most}", "509.1a")
    for attacker in over:
        if attacker not in combat.attackers:
            raise _refuse(f"{attacker} isn't attacking", "509.1a")
        if defender_of(game, combat.attackers[attacker]) not in game.state.allies(player):
            raise _refuse(f"{attacker} attacks somebody else", "509.1a")
        why = why_not_block(game, ref, game.state.objects[attacker].ref)
        if why is not None:
            raise _refuse(f"{each} can't block {attacker}: {why[0]}", *why[1])


def _more_blocks(game: Game, ref: Ref, call: Call) -> int:
    value = call.role("n", 1)
    return 99 if value == "any" else int(evaluate(value, Scope(game.view, {"self": ref}, "", ref)))


def _with_bands(combat: Combat, over: Sequence[str]) -> tuple[str, ...]:
    """CR 702.22h: who blocks one of a band blocks all of it."""
    found = set(over)
    for band in combat.bands:
        if found & set(band):
            found |= set(band)
    return tuple(each for each in combat.attackers if each in found)


def _record_blocks(game: Game, player: str, spread: Mapping[str, Sequence[str]]) -> None:
    events, blocked = [], dict[str, list[str]]()
    for each, over in spread.items():
        for attacker in over:
            blocked.setdefault(attacker, []).append(each)
            events.append(
                Event(
                    name="blocked", object=game.state.objects[each].ref, player=player,
                    to=game.state.objects[attacker].ref, rules=("509.1g",),
                )
            )  # fmt: skip
    for attacker, by in blocked.items():
        events.append(
            Event(
                name="became blocked", object=game.state.objects[attacker].ref, amount=len(by),
                player=player, rules=("509.1h",),
            )
        )  # fmt: skip
    game.record(events)


# --- damage ---------------------------------------------------------------------------------------


def deal_combat_damage(
    game: Game, assigned: Mapping[str, Mapping[str, int]], chooser: str = ""
) -> None:
    """One combat damage step (CR 510).

    Args:
        assigned: how creatures divide their damage; the others by default, lethal damage first.
        chooser: who makes the divisions; empty where each is made by whom the rules say.

    Raises:
        IllegalActionError: a division that isn't allowed, or isn't that player's to make.
    """
    combat = game.state.combat
    if combat is None:
        raise _refuse("there is no combat", "510.1")
    strikers = _strikers(game, combat)
    for each in assigned:
        if each not in strikers:
            raise _refuse(f"{each} deals no combat damage in this step", "510.1")
    shares: dict[str, dict[str, int]] = {}
    for each in strikers:
        if each in assigned:
            _check_chooser(game, combat, each, chooser)
            shares[each] = {k: n for k, n in assigned[each].items() if n}
    for each in strikers:
        if each not in shares:
            shares[each] = _default_division(game, combat, each, shares)
    for each in assigned:
        _check_division(game, combat, each, shares)
    first = combat.damage_steps == 0 and _two_steps(game, combat)
    game.state = replace(
        game.state,
        combat=replace(
            combat, damage_steps=combat.damage_steps + 1,
            first_strikers=frozenset(strikers) if first else combat.first_strikers,
        ),
    )  # fmt: skip
    events = [
        Event(
            name="damage dealt", source=game.state.objects[each].ref, to=_target(game, target),
            amount=n, combat=True, player=game.view.chars(each).controller, rules=("510.2",),
        )
        for each, parts in shares.items()
        for target, n in parts.items()
    ]  # fmt: skip
    deal(game, events)


def _fighters(game: Game, combat: Combat) -> list[str]:
    return [
        each
        for each in (*combat.attackers, *combat.blockers)
        if game.state.objects[each].zone == "battlefield"
        and "creature" in game.view.chars(each).types
    ]


def _strikes(game: Game, each: str, when: str) -> bool:
    ref = game.state.objects[each].ref
    return any(
        when in listed(call.args[1:])
        for _, call in own_declarations(game.view, ref, "deals_combat_damage")
    )


def _two_steps(game: Game, combat: Combat) -> bool:
    """CR 510.4: with first or double strike about there are two combat damage steps."""
    return any(_strikes(game, each, "first") for each in _fighters(game, combat))


def _strikers(game: Game, combat: Combat) -> list[str]:
    fighters = _fighters(game, combat)
    if combat.damage_steps == 0:
        if _two_steps(game, combat):
            return [each for each in fighters if _strikes(game, each, "first")]
        return fighters
    # CR 702.4b, 702.7b: who hadn't either ability as the first step began, and double strikers.
    return (
        [
            each
            for each in fighters
            if each not in combat.first_strikers or _strikes(game, each, "second")
        ]
        if combat.first_strikers
        else []
    )


def more_damage_to_come(game: Game) -> bool:
    """Whether a combat damage step is still to be done."""
    combat = game.state.combat
    if combat is None or not combat.attackers:
        return False
    return combat.damage_steps == 0 or (combat.damage_steps == 1 and bool(combat.first_strikers))


def _opposing(combat: Combat, each: str) -> list[str]:
    """The creatures that it deals damage to: its blockers, or those that it blocks."""
    if each in combat.attackers:
        return [b for b, over in combat.blockers.items() if each in over]
    return list(combat.blockers.get(each, ()))


def _power(game: Game, each: str) -> int:
    return max(game.view.chars(each).power or 0, 0)


def _lethal(game: Game, source: str, target: str, already: int) -> int:
    """CR 510.1c, 702.2c: what has still to be assigned for it to be lethal damage."""
    thing = game.state.objects[target]
    chars = game.view.chars(target)
    if "planeswalker" in chars.types and "creature" not in chars.types:
        return max(thing.counters.get("loyalty", 0) - already, 0)
    left = max((chars.toughness or 0) - thing.damage - already, 0)
    deadly = declares(game.view, game.state.objects[source].ref, "damage_destroys")
    return min(left, 1) if deadly and left else left


def _tramples(game: Game, each: str) -> set[str]:
    """What its excess may be assigned past: `creatures`, `planeswalkers`."""
    ref = game.state.objects[each].ref
    found: set[str] = set()
    for _, call in own_declarations(game.view, ref, "assigns_excess"):
        found.add("creatures")
        if call.role("over") == "planeswalker":
            found.add("planeswalkers")
    return found


def _default_division(
    game: Game, combat: Combat, each: str, shares: Mapping[str, Mapping[str, int]]
) -> dict[str, int]:
    """Lethal damage to one after the other; the rest, where it tramples, to what it attacks."""
    power, parts = _power(game, each), dict[str, int]()
    if power == 0:
        return parts
    opposing = _opposing(combat, each)
    if each in combat.attackers and (not opposing):
        return _unblocked(game, combat, each, power)
    for target in opposing:
        part = min(power, _lethal(game, each, target, 0))
        if part:
            parts[target] = part
        power -= part
    if power and opposing:
        tramples = each in combat.attackers and _tramples(game, each)
        rest = _target_of_attack(game, combat, each) if tramples else opposing[-1]
        if rest:
            parts[rest] = parts.get(rest, 0) + power
        else:
            parts[opposing[-1]] = parts.get(opposing[-1], 0) + power
    return parts


def _target_of_attack(game: Game, combat: Combat, each: str) -> str:
    target = combat.attackers[each]
    if target in game.state.players:
        return target
    thing = game.state.objects[target]
    return target if thing.zone == "battlefield" and not thing.phased_out else ""


def _unblocked(game: Game, combat: Combat, each: str, power: int) -> dict[str, int]:
    target = _target_of_attack(game, combat, each)
    blocked, tramples = each in combat.blocked, _tramples(game, each)
    if blocked and not tramples:  # CR 510.1c
        return {}
    if not target:
        # CR 702.19e: past a planeswalker that isn't there any more.
        defender = defender_of(game, combat.attackers[each])
        return {defender: power} if "planeswalkers" in tramples else {}
    if "planeswalkers" in tramples and target not in game.state.players:
        own = min(power, _lethal(game, each, target, 0))
        rest = power - own
        parts = {target: own} if own else {}
        if rest:
            parts[defender_of(game, target)] = rest
        return parts
    return {target: power}


def _check_division(
    game: Game, combat: Combat, each: str, shares: Mapping[str, Mapping[str, int]]
) -> None:
    parts, power = shares[each], _power(game, each)
    if any(n < 0 for n in parts.values()) or sum(parts.values()) != power:
        raise _refuse(f"{each} assigns {power} damage in all", "510.1")
    opposing = _opposing(combat, each)
    past = [target for target in parts if target not in opposing]
    if not past:
        if each not in combat.attackers or opposing:
            _check_order(game, each, opposing, parts, combat)
        return
    if each not in combat.attackers:
        raise _refuse(f"{each} is blocking, and damages only what it blocks", "510.1d", "702.19a")
    allowed = _allowed_past(game, combat, each)
    wrong = [target for target in past if target not in allowed]
    if wrong:
        raise _refuse(f"{each} can't assign damage to {wrong[0]}", "510.1c", "702.19f")
    if opposing or allowed[past[0]] == "excess":
        _check_excess(game, combat, each, shares, opposing)
    if "planeswalker past" in {allowed[target] for target in past}:
        _check_planeswalker(game, combat, each, shares)


def _allowed_past(game: Game, combat: Combat, each: str) -> dict[str, str]:
    """Players and permanents that it may damage beside its blockers, and on what condition."""
    tramples, blocked = _tramples(game, each), each in combat.blocked
    target = _target_of_attack(game, combat, each)
    if blocked and not tramples:
        return {}
    found = {target: "excess" if blocked else "free"} if target else {}
    if "planeswalkers" in tramples and target not in game.state.players:
        defender = defender_of(game, combat.attackers[each])
        found[defender] = "planeswalker past" if target else ("excess" if blocked else "free")
    return found


def _check_excess(
    game: Game,
    combat: Combat,
    each: str,
    shares: Mapping[str, Mapping[str, int]],
    opposing: Sequence[str],
) -> None:
    """CR 702.19b: first lethal damage to every blocker, counting what others assign."""
    for target in opposing:
        others = sum(p.get(target, 0) for who, p in shares.items() if who != each)
        if shares[each].get(target, 0) < _lethal(game, each, target, others):
            raise _refuse(f"{target} isn't assigned lethal damage", "702.19b")


def _check_planeswalker(
    game: Game, combat: Combat, each: str, shares: Mapping[str, Mapping[str, int]]
) -> None:
    """CR 702.19c."""
    target = combat.attackers[each]
    others = sum(p.get(target, 0) for who, p in shares.items() if who != each)
    if shares[each].get(target, 0) < _lethal(game, each, target, others):
        raise _refuse(f"{target} isn't assigned damage up to its loyalty", "702.19c")


def _check_order(
    game: Game, each: str, opposing: Sequence[str], parts: Mapping[str, int], combat: Combat
) -> None:
    """Editions before 2025 have a damage assignment order: the next only after lethal damage."""
    if game.semantics.edition >= "2024-11-08" or game.semantics.edition < "2009-07-11":
        return
    if _banding_chooser(game, combat, each):
        return
    for place, target in enumerate(opposing):
        later = any(parts.get(other) for other in opposing[place + 1 :])
        if later and parts.get(target, 0) < _lethal(game, each, target, 0):
            raise _refuse(f"{target} is first in the damage assignment order", "510.1c")


def _banding_chooser(game: Game, combat: Combat, each: str) -> str:
    """CR 702.22j, 702.22k: the other player who divides its damage because of banding; or empty."""
    opposing = [game.state.objects[o].ref for o in _opposing(combat, each)]
    by_banding = any(_has_banding(game, ref) for ref in opposing)
    for ref in opposing:
        for quality in _band_qualities(game, ref):
            if _is_of(game, ref, quality) and any(
                other != ref and _is_of(game, other, quality) for other in opposing
            ):
                by_banding = True
    if not by_banding:
        return ""
    if each in combat.attackers:
        return defender_of(game, combat.attackers[each])
    return game.state.active


def _check_chooser(game: Game, combat: Combat, each: str, chooser: str) -> None:
    if not chooser:
        return
    right = _banding_chooser(game, combat, each) or game.view.chars(each).controller
    if right != chooser:
        raise _refuse(f"{right} divides the damage of {each}", "510.1", "702.22j")


def attacks(state: Any, each: str) -> str:
    """Whom or what it attacks; empty where it doesn't."""
    return state.combat.attackers.get(each, "") if state.combat is not None else ""
