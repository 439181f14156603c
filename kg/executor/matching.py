"""Whether an object or a player is what a description says."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING, Any

from kg.executor.objects import Ref
from kg.program.descriptions import Description, Test, parse_description

if TYPE_CHECKING:
    from kg.executor.characteristics import Characteristics
    from kg.executor.layers import View
    from kg.executor.objects import GameObject

__all__ = ["Viewpoint", "matches", "subtype_forms"]


class Viewpoint:
    """From whose side a description is read: `you`, the object `self`, and what else it names."""

    __slots__ = ("numbers", "other", "that_player", "you")

    def __init__(
        self, you: str, other: Ref | None = None, that_player: str = "", numbers: Any = None
    ) -> None:
        self.you = you
        self.other = other
        self.that_player = that_player
        self.numbers = numbers or {}


def matches(view: View, thing: Ref | str, wanted: str | Description, seen: Viewpoint) -> bool:
    """Whether a player or an object (as it is or last was) fits the description."""
    description = parse_description(wanted) if isinstance(wanted, str) else wanted
    if isinstance(thing, str):
        return any(
            all(_player_test(view, thing, test, seen) for test in tests)
            for tests in description.alternatives
        )
    found = view.last(thing)
    if found is None:
        return False
    who, what = found
    return any(
        all(_test(view, thing, who, what, test, seen) for test in tests)
        for tests in description.alternatives
    )


def _player_test(view: View, player: str, test: Test, seen: Viewpoint) -> bool:
    if test.kind == "noun":
        if test.value == "player":
            fits = True
        elif test.value == "opponent":
            fits = player in view.state.opponents(seen.you)
        else:
            fits = test.value in ("any target", "object")
        return fits != test.negated
    if test.kind == "other":
        return player != seen.you
    if test.kind == "counter":
        counters = view.state.counters_of(player)
        return (
            any(counters.values()) if test.value == "any" else bool(counters.get(str(test.value)))
        ) != test.negated
    return test.kind in ("zone",)


def _test(
    view: View, ref: Ref, who: GameObject, what: Characteristics, test: Test, seen: Viewpoint
) -> bool:
    kind, value = test.kind, test.value
    if kind == "type":
        fits = value in what.types
    elif kind == "noun":
        fits = _noun(who, what, str(value))
    elif kind == "supertype":
        fits = value in what.supertypes
    elif kind == "subtype":
        fits = _subtype(view, who, what, str(value))
    elif kind == "color":
        fits = value in what.colors
    elif kind == "status":
        fits = _status(view, ref, who, what, str(value))
    elif kind == "keyword":
        fits = any(_keyword(what, name) for name in str(value).split("|"))
    elif kind in ("controller", "owner"):
        holder = who.owner if kind == "owner" else what.controller
        fits = _is_player(view, holder, str(value), seen)
    elif kind == "zone":
        fits = who.zone == value
    elif kind == "counter":
        fits = any(who.counters.values()) if value == "any" else bool(who.counters.get(str(value)))
    elif kind == "other":
        return seen.other is None or ref != seen.other
    elif kind == "name":
        fits = what.name.lower() == value
    else:
        fits = _compare(what, test, seen)
    return fits != test.negated


def _noun(who: GameObject, what: Characteristics, noun: str) -> bool:
    if noun == "card":
        return who.kind == "card"
    if noun == "permanent":
        # CR 110.4: of a card elsewhere, that it could become a permanent.
        if who.zone == "battlefield":
            return True
        return who.kind in ("card", "copy") and not {"instant", "sorcery"} & set(what.types)
    if noun == "spell":
        return who.stack is not None and who.stack.kind == "spell"
    if noun == "ability":
        return who.kind == "ability"
    return noun == "object"


def _subtype(view: View, who: GameObject, what: Characteristics, word: str) -> bool:
    subtypes = what.subtypes
    if any(form in subtypes for form in subtype_forms(word)):
        return True
    return "creature" in what.types and what.has_keyword("changeling")


@functools.lru_cache(maxsize=4096)
def subtype_forms(word: str) -> tuple[str, ...]:
    """A subtype as written, and the singulars that it may be the plural of."""
    forms = [word.lower()]
    for ending, single in (("ves", "f"), ("ies", "y"), ("men", "man"), ("es", ""), ("s", "")):
        if word.endswith(ending) and len(word) > len(ending) + 1:
            forms.append(word.removesuffix(ending) + single)
    return tuple(forms)


def _status(view: View, ref: Ref, who: GameObject, what: Characteristics, word: str) -> bool:
    combat = view.state.combat
    if word in ("tapped", "untapped"):
        return who.tapped == (word == "tapped")
    if word == "token":
        return who.kind == "token"
    if word in ("attacking", "blocking", "blocked", "unblocked"):
        if combat is None:
            return False
        if word == "blocking":
            return who.id in combat.blockers
        attacks = who.id in combat.attackers
        blocked = who.id in combat.blocked
        return attacks and (word == "attacking" or blocked == (word == "blocked"))
    if word in ("face-down", "face-up"):
        return who.face_down == (word == "face-down")
    if word in ("multicolored", "monocolored", "colorless"):
        return {
            "multicolored": len(what.colors) > 1,
            "monocolored": len(what.colors) == 1,
            "colorless": not what.colors,
        }[word]
    if word in ("enchanted", "equipped"):
        kind = "aura" if word == "enchanted" else "equipment"
        return any(kind in view.chars(a.ref).subtypes for a in view.attached_to(ref))
    if word == "modified":  # CR 700.9
        return any(who.counters.values()) or any(
            "equipment" in view.chars(a.ref).subtypes
            or view.chars(a.ref).controller == what.controller
            for a in view.attached_to(ref)
        )
    if word == "historic":  # CR 700.6
        return "artifact" in what.types or "legendary" in what.supertypes or "saga" in what.subtypes
    if word == "outlaw":  # CR 700.12
        return bool(set(what.subtypes) & {"assassin", "mercenary", "pirate", "rogue", "warlock"})
    if word == "commander":
        return who.card.commander
    if word == "transformed":  # CR 701.27g
        return who.zone == "battlefield" and who.back_up and not who.components
    if word == "suspended":  # CR 702.62b
        return (
            who.zone == "exile" and bool(who.counters.get("time")) and what.has_keyword("suspend")
        )
    if word == "without abilities":
        return not what.abilities
    if word == "phased-out":
        return bool(who.phased_out)
    return word in view.designations(ref)


def _keyword(what: Characteristics, name: str) -> bool:
    singular = name.strip()
    return what.has_keyword(singular) or (
        singular.endswith("walk") and any(k.endswith(singular) for k in what.keywords())
    )


def _is_player(view: View, holder: str, who: str, seen: Viewpoint) -> bool:
    if who == "you":
        return holder == seen.you
    if who == "opponent":
        return holder in view.state.opponents(seen.you)
    return holder == seen.that_player


def _compare(what: Characteristics, test: Test, seen: Viewpoint) -> bool:
    actual = {"power": what.power, "toughness": what.toughness, "mana value": what.mana_value}.get(
        test.kind
    )
    wanted = test.value if isinstance(test.value, int) else seen.numbers.get(test.value)
    if actual is None or not isinstance(wanted, int):
        return False
    if test.sign == "<":
        return actual <= wanted
    return actual >= wanted if test.sign == ">" else actual == wanted
