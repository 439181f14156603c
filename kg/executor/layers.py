"""What every object is now, once continuous effects apply in layers (CR 613).

A `View` belongs to one state and computes on demand; nothing of it outlives the state.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from kg.executor.characteristics import Characteristics, base_characteristics
from kg.executor.expressions import Scope, evaluate, listed
from kg.executor.objects import Ability, GameObject, Ref
from kg.executor.qualities import EXPANDED, expand, taken_apart
from kg.executor.semantics import Semantics
from kg.executor.state import Effect, GameState
from kg.program.tree import Call, Do, ForEach, If, Name, Statement, Within
from kg.program.vocabulary import DECLARATIONS, LAYERED

__all__ = ["Active", "View"]

_LAYERS = ("2", "3", "4", "5", "6", "7a", "7b", "7c", "7d")


@dataclass(frozen=True, slots=True)
class Active:
    """A declaration in force.

    Attributes:
        key: what tells it from others: whose it is and which.
        effect: the id of the effect that it belongs to, 0 for an object's own ability.
    """

    statement: Statement
    env: Mapping[str, Any]
    you: str
    source: Ref | None
    key: str
    timestamp: int
    rules: tuple[str, ...]
    effect: int = 0


class View:
    """Questions about one state; answers are computed once."""

    def __init__(self, state: GameState, semantics: Semantics) -> None:
        self.state = state
        self.semantics = semantics
        self._chars: dict[str, Characteristics] = {}
        self._built = False
        self._building = False
        self._gathering = False
        self._force: dict[str, list[Active]] | None = None

    def chars(self, ref: Ref | str) -> Characteristics:
        """The characteristics of an object, or the last known ones of an incarnation gone."""
        if isinstance(ref, Ref):
            thing = self.state.get(ref)
            if thing is None:
                known = self.state.last_known.get(ref)
                return known[1] if known else Characteristics()
        else:
            thing = self.state.objects[ref]
        if not self._built:
            self._build()
        found = self._chars.get(thing.id)
        if found is None:
            found = self._chars[thing.id] = base_characteristics(thing, self.semantics)
            if thing.zone != "stack" and thing.zone != "battlefield":
                found.controller = thing.owner if thing.zone != "command" else thing.controller
        return found

    def last(self, ref: Ref) -> tuple[GameObject, Characteristics] | None:
        """An object with its characteristics as it is, or was when it was last there."""
        thing = self.state.get(ref)
        if thing is not None:
            return thing, self.chars(ref)
        return self.state.last_known.get(ref)

    def attached_to(self, target: Ref | str) -> list[GameObject]:
        """The permanents attached to an object or a player."""
        return [each for each in self.state.battlefield() if each.attached_to == target]

    def designations(self, ref: Ref) -> set[str]:
        """The designations that it has, by itself or by an effect."""
        known = self.last(ref)
        found = set(known[0].designations) if known else set()
        for active in self.in_force("designated"):
            call = _call(active)
            scope = self.scope_of(active)
            if ref in listed(evaluate(call.args[0], scope)):
                found.add(str(evaluate(call.args[1], scope)))
        if known and known[0].shown_to:
            found.add("revealed")
        return found

    def designated_by(self, ref: Ref, word: str) -> list[str]:
        """The players whose effects give it that designation."""
        found: list[str] = []
        for active in self.in_force("designated"):
            call, scope = _call(active), self.scope_of(active)
            if ref in listed(evaluate(call.args[0], scope)) and call.args[1] == word:
                found.append(active.you)
        return list(dict.fromkeys(found))

    def in_force(self, op: str) -> list[Active]:
        """Every declaration of that name in force, oldest first: `cant`, `when`, `instead` ..."""
        if self._force is not None:
            return self._force.get(op, [])
        if self._gathering:  # a condition that asks for what is just being gathered
            return []
        self._gathering = True
        found: dict[str, list[Active]] = {}
        for active in sorted(self._everything(), key=lambda a: a.timestamp):
            found.setdefault(_op(active.statement), []).append(active)
        self._gathering = False
        if not self._building:
            self._force = found
        return found.get(op, [])

    def of_object(self, thing: GameObject) -> Iterator[Active]:
        """The declarations of one object's abilities, wherever it is."""
        chars = self.chars(thing.ref)
        yield from self._of_abilities(thing, chars, chars.abilities)

    def scope_of(self, active: Active) -> Scope:
        """Where the expressions of a declaration are asked."""
        return Scope(self, dict(active.env), active.you, active.source)

    # --- gathering -----------------------------------------------------------------------------

    def _everything(self) -> Iterator[Active]:
        for thing in self.state.battlefield():
            yield from self.of_object(thing)
        for each in self.state.pile("command"):
            thing = self.state.objects[each]
            if not thing.face_down:
                yield from self.of_object(thing)
        for effect in self.state.effects:
            yield from self._of_effect(effect)

    def _of_abilities(
        self, thing: GameObject, chars: Characteristics, abilities: list[Ability]
    ) -> Iterator[Active]:
        for index, ability in enumerate(abilities):
            env = {**ability.env, "self": thing.ref}
            key = f"{thing.id}/{thing.incarnation}/{index}"
            made = Active(
                Do(Call("nothing")),
                env,
                chars.controller,
                thing.ref,
                key,
                thing.timestamp,
                ability.rules,
            )
            yield from self._flat(ability.statements, made)

    def _of_effect(self, effect: Effect) -> Iterator[Active]:
        made = Active(
            Do(Call("nothing")),
            effect.env,
            effect.controller,
            effect.source,
            f"effect-{effect.id}",
            effect.timestamp,
            effect.rules,
            effect.id,
        )
        yield from self._flat(effect.statements, made)

    def _flat(self, statements: tuple[Statement, ...], made: Active) -> Iterator[Active]:
        """The declarations in a block, those under conditions only where these hold."""
        for number, statement in enumerate(statements):
            rules = statement.rules or made.rules
            if isinstance(statement, If):
                scope = Scope(self, dict(made.env), made.you, made.source)
                held = bool(evaluate(statement.condition, scope))
                yield from self._flat(statement.then if held else statement.otherwise, made)
            elif isinstance(statement, Within) and statement.frame.op == "as_long_as":
                scope = Scope(self, dict(made.env), made.you, made.source)
                if evaluate(statement.frame.args[0], scope):
                    yield from self._flat(statement.body, made)
            elif isinstance(statement, ForEach):
                scope = Scope(self, dict(made.env), made.you, made.source)
                for place, item in enumerate(listed(evaluate(statement.items, scope))):
                    env = {**made.env, statement.name: item}
                    inner = Active(
                        made.statement, env, made.you, made.source, f"{made.key}.{place}",
                        made.timestamp, rules, made.effect,
                    )  # fmt: skip
                    yield from self._flat(statement.body, inner)
            elif isinstance(statement, Do) and statement.call.op in EXPANDED:
                scope = Scope(self, dict(made.env), made.you, made.source)
                for place, each in enumerate(expand(statement.call, scope)):
                    yield Active(
                        each, made.env, made.you, made.source, f"{made.key}.{number}.{place}",
                        made.timestamp, rules, made.effect,
                    )  # fmt: skip
            elif isinstance(statement, Within) or statement.call.op in DECLARATIONS:
                yield Active(
                    statement, made.env, made.you, made.source, f"{made.key}.{number}",
                    made.timestamp, rules, made.effect,
                )  # fmt: skip

    # --- layers --------------------------------------------------------------------------------

    def _build(self) -> None:
        self._built = self._building = True
        chars = self._chars
        things = list(self.state.battlefield())
        for thing in things:
            chars[thing.id] = base_characteristics(thing, self.semantics)
            for word in ("suspected",):  # CR 701.60c
                if word in thing.designations:
                    chars[thing.id].abilities += self.semantics.text_abilities(f"@{word}", "")
        for each in self.state.pile("stack"):
            stacked = self.state.objects[each]
            chars[each] = base_characteristics(stacked, self.semantics)
        emblems = [self.state.objects[each] for each in self.state.pile("command")]
        started: dict[str, Active] = {}
        for layer in _LAYERS:
            if layer == "6":
                self._keyword_counters(things)
            found = [a for a in self._continuous(things, emblems) if _in_layer(a, layer)]
            # CR 613.6: what began to apply in an earlier layer goes on, even without its ability.
            keys = {active.key for active in found}
            found += [a for key, a in started.items() if key not in keys and _in_layer(a, layer)]
            for active in sorted(found, key=lambda a: a.timestamp):
                started[active.key] = active
                self._apply(active, layer)
            if layer == "7c":
                self._size_counters(things)
        self._building = False

    def _continuous(self, things: list[GameObject], emblems: list[GameObject]) -> Iterator[Active]:
        for thing in (*things, *emblems):
            own = self.chars(thing.ref)
            layered = [a for a in own.abilities if a.statements]
            if (layered and not thing.face_down) or own.abilities:
                yield from (a for a in self._of_abilities(thing, own, own.abilities) if _layered(a))
        for effect in self.state.effects:
            yield from (a for a in self._of_effect(effect) if _layered(a))

    def _keyword_counters(self, things: list[GameObject]) -> None:
        for thing in things:  # CR 122.1b
            for kind, count in thing.counters.items():
                if count and kind in self.semantics.abilities:
                    self._chars[thing.id].abilities.append(self.semantics.keyword(kind))

    def _size_counters(self, things: list[GameObject]) -> None:
        for thing in things:  # CR 613.4c
            chars = self._chars[thing.id]
            for kind, count in thing.counters.items():
                sizes = _size_of_counter(kind)
                if sizes and count:
                    _add(chars, sizes[0] * count, sizes[1] * count)

    def _apply(self, active: Active, layer: str) -> None:
        call = _call(active)
        scope = self.scope_of(active)
        for ref in listed(evaluate(call.args[0], scope)):
            if not isinstance(ref, Ref):
                continue
            thing = self.state.get(ref)
            if thing is None or (thing.zone not in ("battlefield", "stack") or thing.phased_out):
                continue
            self._change(self.chars(ref), call, layer, scope, active)

    def _change(
        self, chars: Characteristics, call: Call, layer: str, scope: Scope, active: Active
    ) -> None:
        roles = dict(call.roles)
        if call.op == "controls":
            chars.controller = str(evaluate(roles["player"], scope))
        elif call.op == "text_of":
            chars.abilities = list(evaluate(roles["abilities"], scope))
        elif call.op == "has":
            self._grant(chars, call, scope)
        elif call.op == "loses":
            _lose(chars, str(evaluate(call.args[1], scope)))
        elif call.op == "gets":
            power = evaluate(roles.get("power", 0), scope)
            _add(chars, power, evaluate(roles.get("toughness", 0), scope))
        elif call.op == "switched":
            chars.power, chars.toughness = chars.toughness, chars.power
        else:
            _become(chars, {k: evaluate(v, scope) for k, v in roles.items()}, layer)

    def _grant(self, chars: Characteristics, call: Call, scope: Scope) -> None:
        if (text := call.role("text")) is not None:
            chars.abilities += self.semantics.text_abilities(str(evaluate(text, scope)), chars.name)
        spared = call.role("sparing")
        for value in call.args[1:]:
            for printed in listed(evaluate(value, scope)):
                given = self.semantics.keyword(str(printed))
                if spared is not None:  # CR 702.16n
                    given = replace(given, env={**given.env, "sparing": evaluate(spared, scope)})
                chars.abilities.append(given)


def _op(statement: Statement) -> str:
    if isinstance(statement, Within):
        return statement.frame.op
    return statement.call.op if isinstance(statement, Do) else ""


def _call(active: Active) -> Call:
    statement = active.statement
    assert isinstance(statement, Do)
    return statement.call


def _layered(active: Active) -> bool:
    return isinstance(active.statement, Do) and active.statement.call.op in LAYERED


def _in_layer(active: Active, layer: str) -> bool:
    call = _call(active)
    if layer not in LAYERED[call.op] and layer != "7a":
        return False
    if call.op != "becomes":
        return layer != "7a"
    roles = {name for name, _ in call.roles}
    sizes = bool(roles & {"power", "toughness"})
    own = call.args[0] == Name("self") and not active.effect
    return {
        "4": bool(
            roles
            & {
                "types",
                "subtypes",
                "supertypes",
                "added_types",
                "added_subtypes",
                "added_supertypes",
                "removed_types",
                "name",
            }
        ),
        "5": bool(roles & {"colors", "added_colors"}),
        "6": "abilities" in roles,
        "7a": sizes and own,  # CR 604.3: a characteristic-defining ability
        "7b": sizes and not own,
    }[layer]


def _size_of_counter(kind: str) -> tuple[int, int] | None:
    power, slash, toughness = kind.partition("/")
    if not slash:
        return None
    try:
        return int(power), int(toughness)
    except ValueError:
        return None


def _add(chars: Characteristics, power: int, toughness: int) -> None:
    if chars.power is not None:
        chars.power += power
    if chars.toughness is not None:
        chars.toughness += toughness


# What the rules count with a keyword that is lost (CR 702.11f, 702.22l).
_VARIANTS = {"hexproof": "hexproof from", "banding": "bands with other"}


def _lose(chars: Characteristics, name: str) -> None:
    if name == "all abilities":
        chars.abilities = []
        return
    low = name.lower()
    variant = _VARIANTS.get(low, "\0")
    apart = low.partition(" from ")[0] if " from " in low else ""
    chars.abilities = [
        a
        for each in chars.abilities
        for a in (taken_apart(each) if each.keyword == apart else (each,))
        if low not in (a.keyword, a.printed.lower()) and not a.printed.lower().startswith(variant)
    ]


def _become(chars: Characteristics, roles: Mapping[str, Any], layer: str) -> None:
    if layer == "4":
        for key, whole in (
            ("types", chars.types),
            ("subtypes", chars.subtypes),
            ("supertypes", chars.supertypes),
        ):
            if key in roles:
                whole[:] = listed(roles[key])
            gone = listed(roles.get(f"removed_{key}", ()))
            whole[:] = [word for word in whole if word not in gone]
            for word in listed(roles.get(f"added_{key}", ())):
                if word not in whole:
                    whole.append(word)
        if "name" in roles:
            chars.name = roles["name"]
        if "creature" in chars.types and chars.power is None:
            chars.power = chars.toughness = 0
    elif layer == "5":
        if "colors" in roles:
            chars.colors[:] = listed(roles["colors"])
        chars.colors += [c for c in listed(roles.get("added_colors", ())) if c not in chars.colors]
    elif layer == "6":
        chars.abilities = []
    else:
        if roles.get("power") is not None:
            chars.power = roles["power"]
        if roles.get("toughness") is not None:
            chars.toughness = roles["toughness"]
