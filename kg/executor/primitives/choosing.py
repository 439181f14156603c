"""Choices of players: objects, targets, cards found, numbers, options, divisions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from kg.errors import IllegalActionError
from kg.executor.choices import MISSING, Decision
from kg.executor.events import Event
from kg.executor.expressions import listed, objects_of, players_of
from kg.executor.game import Unable
from kg.executor.interpreter import RAW, Run, Stop, primitive
from kg.executor.queries import candidates
from kg.executor.targets import legal_targets
from kg.program.tree import Call

__all__: list[str] = []


@primitive("choose")
def choose(
    run: Run,
    player: Any,
    wanted: Any,
    *,
    n: Any = 1,
    zone: str = "",
    of: Any = None,
    up_to: bool = False,
    any_number: bool = False,
    at_random: bool = False,
    decision: str = "",
    total_mana_value: Any = None,
    controller: Any = None,
) -> tuple[Any, ...]:
    """Objects or players that a player chooses, without targeting them.

    Args:
        wanted: a description, or what there is to choose among.
    """
    game = run.game
    who = (players_of(player, game.state.order) or (run.you,))[0]
    if isinstance(wanted, str) and wanted not in game.state.order:
        whose = (
            of if of is not None else (who if zone in ("hand", "library", "graveyard") else None)
        )
        inner = run.inner(you=who)
        options = candidates(inner.scope(), wanted, zone, whose)
    else:
        options = tuple(dict.fromkeys(listed(wanted)))
    most = len(options) if any_number else int(n or 0)
    least = 0 if (up_to or any_number) else most
    if game.strict and len(options) < least:
        raise Unable("there isn't enough to choose from", run.rules)
    if at_random:
        return tuple(game.randomly().sample(list(options), min(most, len(options))))
    name = decision or _name_of_choice(run)
    if total_mana_value is not None:
        return _worth(run, who, options, int(total_mana_value), name)
    found = game.choose_objects(
        name,
        who,
        options,
        least=min(least, len(options)),
        most=min(most, len(options)),
        subjects=run.subjects(),
        rules=run.rules,
    )
    return found


_CHOICES = (
    "populate", "behold", "proliferate", "manifest", "army", "ring-bearer", "put counters", "keep",
)  # fmt: skip
"""Names of choices that the scenario format has and that programs in plain words don't say."""


def _name_of_choice(run: Run) -> str:
    """What a choice is called that its program doesn't name: whichever of these is answered."""
    return next((name for name in _CHOICES if run.game.chooser.has_answer(name)), "target")


def _worth(run: Run, who: str, options: tuple[Any, ...], total: int, name: str) -> tuple[Any, ...]:
    """CR 701.59a: any number whose mana values add up to so much or more."""
    view = run.game.view
    default: list[Any] = []
    for ref in options:
        if sum(view.chars(each).mana_value for each in default) < total:
            default.append(ref)
    found = run.game.choose_objects(
        name, who, options, least=0, most=len(options), default=default, rules=run.rules
    )
    if sum(view.chars(ref).mana_value for ref in found) < total:
        raise IllegalActionError(f"those cards don't add up to {total}", rules=run.rules)
    return found


def _target(run: Run, call: Call) -> tuple[Any, ...]:
    """What was announced for this place, as far as it is still legal; else chosen now."""
    if run.targets is not None:
        return run.targets.get(id(call), ())
    wanted = str(run.ask(call.args[0]))
    n = call.role("n", 1)
    most = int(run.ask(n) or 0)
    options = legal_targets(run.game, wanted, run.you, run.source, run.env)
    least = 0 if call.role("up_to") else min(most, len(options))
    if not options and least == 0 and not call.role("up_to") and run.direct:
        raise IllegalActionError("there is no legal target", rules=("115.1",))
    return run.game.choose_objects(
        "target", run.you, options, least=least, most=most, subjects=run.subjects(), rules=run.rules
    )


RAW["target"] = _target


@primitive("find")
def find(
    run: Run,
    player: Any,
    wanted: str,
    *,
    zone: str = "library",
    of: Any = None,
    n: Any = 1,
    up_to: Any = False,
    decision: str = "find",
) -> tuple[Any, ...]:
    """CR 701.23: cards found in a zone; those of a quality in a hidden zone needn't be found."""
    game = run.game
    who = (players_of(player, game.state.order) or (run.you,))[0]
    whose = players_of(of, game.state.order) or (who,)
    if wanted == "":
        return ()  # CR 701.23c
    options = candidates(run.scope(), wanted, zone, whose)
    most = min(int(n or 1), len(options))
    plain = wanted.strip().lower() in ("card", "cards", "a card")
    free = up_to or (not plain and zone in ("library", "hand"))  # CR 701.23b + 701.23d
    return game.choose_objects(
        decision,
        who,
        options,
        least=0 if free else most,
        most=most,
        default=options[:most],
        subjects=run.subjects(),
        rules=("701.23a", *run.rules),
    )


@primitive("choose_option")
def choose_option(run: Run, player: Any, options: Any, *, decision: str = "option") -> Any:
    """One of several words."""
    several = listed(options)
    who = (players_of(player, run.game.state.order) or (run.you,))[0]
    if not several:
        return ()
    place = run.game.choose_option(who, several, names=(decision, "mode"), subjects=run.subjects())
    return several[place]


@primitive("choose_word", "choose_number")
def choose_word(run: Run, player: Any, kind: str, default: Any = "") -> Any:
    """A colour, type, name or number that a player names."""
    who = (players_of(player, run.game.state.order) or (run.you,))[0]
    raw = run.game.chooser.answer(Decision(name=kind, player=who, kind="word", default=default))
    return default if raw is MISSING else raw


@primitive("distribute")
def distribute(run: Run, kind: str, things: Any) -> None:
    """CR 701.56a: for each of some objects one counter more or fewer."""
    options = objects_of(things)
    decision = Decision(name="time travel", player=run.you, options=options, kind="map")
    raw = run.game.chooser.answer(decision)
    if raw is MISSING:
        return
    by_id = {ref.id: ref for ref in options}
    if not isinstance(raw, Mapping):
        raise IllegalActionError("'time travel' wants a mapping of ids", rules=run.rules)
    from kg.executor.primitives.status import put_counters, remove_counters

    for name, what in raw.items():
        if name not in by_id:
            raise IllegalActionError(f"{name} can't be chosen to time travel", rules=run.rules)
        change = put_counters if what == "add" else remove_counters
        change(run, by_id[name], kind=kind, n=1)


@primitive("nothing_happens")
def nothing_happens(run: Run) -> None:
    """The program ends, and there is no event."""
    raise Stop


@primitive("happens")
def happens(run: Run) -> None:
    """The event takes place though nothing could be done."""
    run.happens_anyway = True


@primitive("only_if")
def only_if(run: Run, held: Any = True) -> None:
    """Who or what alone may do it; `may_begin` has asked already, but within an offer it counts."""
    if not held:
        raise Unable("that may not be done", run.rules)


@primitive("impossible_if", "one_at_a_time")
def checked_before(run: Run, *args: Any) -> None:
    """`perform_action` looks at these before it begins."""


@primitive("cast_votes")
def cast_votes(run: Run, options: Any, *, starting: Any, extra: Any = ()) -> None:
    """CR 701.38a: in turn order from one player on; several votes of one player in one go."""
    game = run.game
    labels = listed(options)
    order = game.state.order
    at = order.index((players_of(starting, order) or (run.you,))[0])
    more: Mapping[str, int] = extra if isinstance(extra, Mapping) else {}
    tally: dict[str, int] = {str(label): 0 for label in labels}
    for player in (*order[at:], *order[:at]):
        if game.state.players[player].lost:
            continue
        for _ in range(1 + int(more.get(player, 0))):
            place = game.choose_option(player, labels, names=("vote",), subjects=())
            label = str(labels[place])
            tally[label] += 1
            game.record(
                [Event(name="voted", player=player, object=player, kind=label, rules=run.rules)]
            )
    game.state = replace(game.state, votes=tally)
    raise Stop


@primitive("perform_options")
def perform_options(run: Run, options: Any) -> None:
    """CR 701.55: a player chooses one of two options, even an impossible one, and it is done."""
    from kg.executor.verbs import perform_verb

    game = run.game
    labels = ["option A", "option B"]
    place = game.choose_option(run.you, labels, subjects=run.subjects())
    for verb, parameters in options[place]:
        perform_verb(run, verb, {**parameters}, you=run.you)
