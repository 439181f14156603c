"""The verbs of the scenario format, as keyword actions and plain changes to the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from kg.errors import IllegalActionError
from kg.executor.actions import perform_action
from kg.executor.events import Event, event_name
from kg.executor.interpreter import PRIMITIVES, Run
from kg.executor.objects import Ref
from kg.executor.zones import change_zones
from kg.program.tree import Call, Do, Name

__all__ = ["perform_verb"]


def perform_verb(run: Run, verb: str, parameters: Mapping[str, Any], *, you: str = "") -> Any:
    """Do what a verb with its parameters says, as `you`.

    Raises:
        IllegalActionError: the edition defines no such action, or it isn't allowed.
    """
    given = {key: _frozen(value) for key, value in parameters.items()}
    player = str(given.pop("player", "") or you or run.you)
    inner = run.inner(you=player)
    inner.direct = run.direct
    inner.env.update(run.env)
    plain = _PLAIN.get(verb)
    if plain is not None:
        return plain(inner, given)
    name = _ACTIONS.get(verb, verb)
    shaped = _SHAPES.get(verb, _shape)(inner, given)
    if name not in run.game.semantics.actions:
        raise IllegalActionError(
            f"edition {run.game.semantics.edition} defines no action {name!r}", rules=("701.1",)
        )
    if verb in _CHOSEN:
        _check_allowed(inner, verb, shaped["it"])
    shaped["direct"] = run.direct
    found: Any = ()
    for _ in range(int(shaped.pop(_REPEATED.get(verb, ""), 1) or 0)):
        found = perform_action(inner, name, (), dict(shaped))
    return found


def _check_allowed(run: Run, verb: str, things: tuple[Any, ...]) -> None:
    """CR 101.2: a player can't choose to do what an effect says can't be done.

    Raises:
        IllegalActionError: an effect forbids it.
    """
    for each in things:
        barred = run.game.forbidden(Event(name=event_name(verb), object=each, player=run.you))
        if barred is not None:
            raise IllegalActionError(f"an effect forbids to {verb} that", rules=barred)


def _frozen(value: Any) -> Any:
    """Lists as tuples: values of programs never change."""
    return tuple(_frozen(each) for each in value) if isinstance(value, list) else value


_CHOSEN = frozenset({"activate", "cast", "play"})
"""Verbs that a player chooses by themselves: what forbids them makes the choice illegal."""

_REPEATED = {"investigate": "times", "set in motion": "count"}
"""Verbs whose parameter says how often their action is done, one after the other."""

_ACTIONS = {"the ring tempts": "the ring tempts you"}


def _refs(run: Run, value: Any) -> tuple[Any, ...]:
    """Ids and players as the game's references; an id that is gone keeps its last incarnation."""
    found: list[Any] = []
    for each in value if isinstance(value, list | tuple) else [value]:
        found.append(_ref(run, each))
    return tuple(found)


def _ref(run: Run, name: Any) -> Any:
    state = run.game.state
    if isinstance(name, Ref) or name in state.players:
        return name
    thing = state.objects.get(str(name))
    if thing is None:
        raise IllegalActionError(f"there is no {name}")
    return thing.ref


def _last(run: Run, name: Any) -> Any:
    """The object as it last was on the battlefield, for what acts by last known information."""
    state = run.game.state
    thing = state.objects.get(str(name))
    if thing is None or thing.zone in ("battlefield", "stack"):
        return _ref(run, name)
    for incarnation in range(thing.incarnation - 1, -1, -1):
        known = state.last_known.get(Ref(thing.id, incarnation))
        if known is not None and known[0].zone == "battlefield":
            return Ref(thing.id, incarnation)
    return thing.ref


def _objects(given: dict[str, Any]) -> list[Any]:
    value = given.pop("objects", None)
    if value is None:
        value = given.pop("object", [])
    return list(value) if isinstance(value, list | tuple) else [value]


def _shape(run: Run, given: dict[str, Any]) -> dict[str, Any]:
    """Most verbs: their objects are `it`, the rest keeps its name."""
    env: dict[str, Any] = {}
    if "object" in given or "objects" in given:
        env["it"] = tuple(ref for ref in _refs(run, _objects(given)) if not _phased_out(run, ref))
    return {**env, **given}


def _phased_out(run: Run, thing: Any) -> bool:
    """CR 702.26b: what is phased out is treated as though it didn't exist."""
    found = run.game.state.get(thing) if isinstance(thing, Ref) else None
    return found is not None and bool(found.phased_out)


def _acting(run: Run, given: dict[str, Any]) -> dict[str, Any]:
    """Verbs whose object acts by itself, even when it is gone (CR 701.44c)."""
    names = _objects(given)
    env = {"it": tuple(_last(run, name) for name in names)}
    return {**env, **{"n": 1}, **given} if "n" not in given else {**env, **given}


def _one_to(run: Run, given: dict[str, Any]) -> dict[str, Any]:
    return {"it": _refs(run, _objects(given)), "to": _ref(run, given["to"])}


def _cast(run: Run, given: dict[str, Any]) -> dict[str, Any]:
    options = {
        key: given[key]
        for key in ("kicked", "buyback", "flashback", "overload", "madness", "evoked", "entwined")
        if given.get(key)
    }
    return {
        "it": _refs(run, given["card"]),
        "targets": _refs(run, given.get("targets", [])),
        "x": given.get("x", 0),
        "options": options,
        "free": bool(given.get("for_free")),
        "announced": True,
    }


def _activate(run: Run, given: dict[str, Any]) -> dict[str, Any]:
    return {
        "it": _refs(run, given["object"]),
        "ability": given.get("ability", 0),
        "targets": _refs(run, given.get("targets", [])),
        "x": given.get("x", 0),
    }


def _discard(run: Run, given: dict[str, Any]) -> dict[str, Any]:
    game = run.game
    hand = [game.state.objects[i].ref for i in game.state.pile("hand", run.you)]
    if "cards" in given:
        refs = _refs(run, given["cards"])
        missing = [r for r in refs if r not in hand]
        if missing:
            refs = tuple(r for r in refs if r in hand)
        return {"it": refs}
    count = min(int(given.get("count", 1)), len(hand))
    if given.get("at_random"):
        return {"it": tuple(game.randomly().sample(hand, count))}
    chooser = str(given.get("chosen_by") or run.you)
    return {
        "it": game.choose_objects(
            "discard", chooser, hand, least=count, most=count, rules=("701.9b",)
        )
    }


def _double(run: Run, given: dict[str, Any]) -> dict[str, Any]:
    ((what, value),) = given.items()
    if what == "counters":
        return {"it": (_ref(run, value["on"]),), "what": what, "kind": value["kind"]}
    if what == "mana":
        letters = {
            "white": "W",
            "blue": "U",
            "black": "B",
            "red": "R",
            "green": "G",
            "colorless": "C",
        }
        color = str(value["color"])
        return {"it": value["player"], "what": what, "kind": letters.get(color, color.strip("{}"))}
    return {"it": (_ref(run, value),), "what": what.replace("_", " "), "kind": ""}


def _exchange(run: Run, given: dict[str, Any]) -> dict[str, Any]:
    ((what, value),) = given.items()
    if what == "zones":
        return {"what": "zones", "first": value["player"], "second": tuple(value["zones"])}
    if what == "cards" and isinstance(value, Mapping):
        return {"what": "cards", "first": value["player"], "second": tuple(value["zones"])}
    if what == "life":
        pair = (("life", value[0]), ("life", value[1]))
        return {"what": "values", "first": pair[0], "second": pair[1]}
    if what == "values":
        parts = []
        for each in value:
            ((kind, whose),) = each.items()
            parts.append((kind, whose if kind == "life" else _ref(run, whose)))
        return {"what": "values", "first": parts[0], "second": parts[1]}
    return {"what": what, "first": _ref(run, value[0]), "second": _ref(run, value[1])}


def _create(run: Run, given: dict[str, Any]) -> dict[str, Any]:
    from kg.executor.setup import card_of

    token = given["token"]
    card = card_of(token)
    count = int(given.get("count", 1))
    ids = tuple(token.id if place == 0 else f"{token.id}-{place + 1}" for place in range(count))
    run.env["result_id"] = token.id if token.id else run.env.get("result_id")
    return {"token": card, "n": count, "ids": ids}


def _search(run: Run, given: dict[str, Any]) -> dict[str, Any]:
    return {
        "zone": given["zone"],
        "of": given.get("of", run.you),
        "wanted": given["for"],
        "n": given.get("count", 1),
        "up_to": given.get("up_to", False),
        "then": given.get("then", ""),
        "reveal_it": given.get("reveal", False),
    }


def _reveal(run: Run, given: dict[str, Any]) -> dict[str, Any]:
    if "cards" in given:
        return {"it": _refs(run, given["cards"])}
    zone = str(given.get("from", "hand"))
    pile = run.game.state.pile(zone, run.you)
    return {"it": tuple(run.game.state.objects[i].ref for i in pile)}


def _top_cards(run: Run, given: dict[str, Any]) -> dict[str, Any]:
    """Manifest and cloak: named cards, or so many from the top of the library, one by one."""
    if "cards" in given:
        return {"it": _refs(run, given["cards"])}
    pile = run.game.state.pile("library", run.you)[: int(given.get("count", 1))]
    return {"it": tuple(run.game.state.objects[i].ref for i in pile)}


_SHAPES: dict[str, Callable[[Run, dict[str, Any]], dict[str, Any]]] = {
    "activate": _activate,
    "attach": _one_to,
    "cast": _cast,
    "cloak": _top_cards,
    "connive": _acting,
    "create": _create,
    "discard": _discard,
    "double": _double,
    "triple": _double,
    "endure": _acting,
    "exchange": _exchange,
    "explore": _acting,
    "fight": lambda run, given: {"it": _refs(run, given["creatures"])},
    "goad": lambda run, given: {"it": _refs(run, _objects(given)), "by": given["by"]},
    "detain": lambda run, given: {"it": _refs(run, _objects(given)), "by": given["by"]},
    "earthbend": lambda run, given: {"n": given["n"]},
    "heal": lambda run, given: {"it": _refs(run, _objects(given)), "n": given.get("amount", "all")},
    "abandon": lambda run, given: {"it": _refs(run, given["scheme"])},
    "set in motion": lambda run, given: {
        "scheme": _refs(run, given["scheme"]) if "scheme" in given else (),
        "count": given.get("count", 1),
    },
    "look": lambda run, given: {"it": _refs(run, given["at"])},
    "manifest": _top_cards,
    "mill": lambda run, given: {"n": given["count"]},
    "play": lambda run, given: {"it": _refs(run, given["card"])},
    "regenerate": lambda run, given: {
        "it": _refs(run, _objects(given)),
        "shield": "" if given.get("shield", True) else "static",
    },
    "reveal": _reveal,
    "search": _search,
    "shuffle": lambda run, given: {"cards": _refs(run, given.get("cards", []))},
    "amass": lambda run, given: {
        "n": given["n"],
        "subtype": str(given.get("subtype", "zombie")).lower(),
    },
    "support": lambda run, given: {
        "n": given["n"],
        "source": _refs(run, given["source"]) if "source" in given else (),
        **({"self": _ref(run, given["source"])} if "source" in given else {}),
    },
    "transform": lambda run, given: {"it": _refs(run, _objects(given))},
    "convert": lambda run, given: {"it": _refs(run, _objects(given))},
}


# --- other actions ------------------------------------------------------------------------------


def _deal_damage(run: Run, given: dict[str, Any]) -> None:
    from kg.executor.primitives.damage import deal

    event = Event(
        name="damage dealt", source=_last(run, given["source"]), to=_ref(run, given["to"]),
        amount=given["amount"], combat=bool(given.get("combat", False)), player=run.you,
        rules=("120.3",),
    )  # fmt: skip
    deal(run.game, [event])


def _move(run: Run, given: dict[str, Any]) -> None:
    how = {"position": given["position"]} if "position" in given else {}
    refs = _refs(run, _objects(given))
    change_zones(
        run.game, refs, str(given["to"]), player=run.you, rules=("400.7",), moved=run.moved, **how
    )


def _control(run: Run, given: dict[str, Any]) -> None:
    until = "end of turn" if given.get("until") == "end of turn" else "permanent"
    PRIMITIVES["gain_control"](run, run.you, _refs(run, _objects(given)), until)


def _keyword(op: str) -> Any:
    def change(run: Run, given: dict[str, Any]) -> None:
        until = "end of turn" if given.get("until") == "end of turn" else "permanent"
        run.env["_about"] = _refs(run, _objects(given))
        call = Call(op, (Name("_about"), str(given["keyword"])))
        run.declare((Do(call),), duration=until)

    return change


def _size(what: str) -> Any:
    def change(run: Run, given: dict[str, Any]) -> None:
        run.env["_about"] = _refs(run, _objects(given))
        call = Call("becomes", (Name("_about"),), ((what, int(given["value"])),))
        run.declare((Do(call),), duration="permanent")

    return change


def _pump(run: Run, given: dict[str, Any]) -> None:
    run.env["_about"] = _refs(run, _objects(given))
    sizes = (("power", int(given["power"])), ("toughness", int(given["toughness"])))
    run.declare((Do(Call("gets", (Name("_about"),), sizes)),), duration="end of turn")


def _counters(op: str) -> Any:
    def change(run: Run, given: dict[str, Any]) -> None:
        PRIMITIVES[op](run, _ref(run, given["on"]), kind=given["kind"], n=given["count"])

    return change


def _face_up(run: Run, given: dict[str, Any]) -> None:
    from kg.executor.facedown import turn_up

    turn_up(run, _ref(run, given["object"]), str(given.get("paying", "")))


def _pay(run: Run, given: dict[str, Any]) -> None:
    text = str(given["cost"])
    if text.lower().startswith("waterbend"):
        cost = text.split(" ", 1)[1]
        perform_action(run, "waterbend", (), {"cost": cost, "direct": run.direct})
        return
    from kg.executor.costs import offer_payment, pay_parts
    from kg.executor.game import Unable

    try:
        if run.game.chooser.has_answer("pay"):
            offer_payment(run, [text], run.you)
        else:
            pay_parts(run, (text,))
    except Unable as error:
        raise IllegalActionError(f"that can't be paid: {error}", rules=error.rules) from None


def _nth(op: str, key: str) -> Any:
    def change(run: Run, given: dict[str, Any]) -> None:
        PRIMITIVES[op](run, run.you, given.get(key, 1))

    return change


_PLAIN: dict[str, Any] = {
    "deal damage": _deal_damage,
    "move": _move,
    "draw": _nth("draw", "count"),
    "gain life": _nth("gain_life", "amount"),
    "lose life": _nth("lose_life", "amount"),
    "put counters": _counters("put_counters"),
    "remove counters": _counters("remove_counters"),
    "gain control": _control,
    "give keyword": _keyword("has"),
    "remove keyword": _keyword("loses"),
    "set power": _size("power"),
    "set toughness": _size("toughness"),
    "pump": _pump,
    "turn face up": _face_up,
    "turn face down": lambda run, given: PRIMITIVES["turn_face_down"](
        run, _refs(run, _objects(given))
    ),
    "phase out": lambda run, given: PRIMITIVES["phase_out"](run, _refs(run, _objects(given))),
    "pay": _pay,
}
