"""The status of permanents: tapped, turned over, face up, attached, counters, phased out ..."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from kg.executor.events import Event
from kg.executor.expressions import listed, objects_of, players_of
from kg.executor.game import Unable
from kg.executor.interpreter import Run, primitive
from kg.executor.objects import GameObject, Ref
from kg.executor.state import with_player
from kg.executor.zones import leave_combat, set_object
from kg.program.tree import Call, Do, Name

__all__: list[str] = []


# An action of the scenario format that isn't a program has no rules of its own to cite.
_FALLBACK = {"turned face up": ("708.8",), "turned face down": ("708.2",)}


def _each(
    run: Run,
    things: Any,
    name: str,
    fits: Callable[[GameObject], bool],
    change: Callable[[GameObject], GameObject],
    *,
    silent: bool = False,
) -> tuple[Ref, ...]:
    """Change each permanent that fits, as an event of that name."""
    game = run.game
    refs = [r for r in run.current(things) if game.state.objects[r.id].zone == "battlefield"]
    fitting = [r for r in refs if fits(game.state.objects[r.id])]
    if game.strict and len(fitting) < len(listed(things)):
        raise Unable(f"{name}: not possible", run.rules)
    if silent:
        for ref in fitting:
            set_object(game, change(game.state.objects[ref.id]))
        return tuple(fitting)
    base = Event(
        name=name, player=run.you, source=run.source, rules=run.rules or _FALLBACK.get(name, ())
    )

    def perform(going: list[Event]) -> list[Event]:
        for event in going:
            assert isinstance(event.object, Ref)
            set_object(game, change(game.state.objects[event.object.id]))
        return going

    done = game.happen([replace(base, object=ref) for ref in fitting], perform)
    return objects_of(tuple(event.object for event in done))


@primitive("turn_sideways")
def turn_sideways(run: Run, things: Any) -> tuple[Ref, ...]:
    """CR 701.26a: only what is untapped."""
    inside = run.game.doing[-1:] == ("tapped",)
    gone = _each(
        run,
        things,
        "tapped",
        lambda t: not t.tapped,
        lambda t: replace(t, tapped=True),
        silent=inside,
    )
    if inside:
        run.env["about"] = gone
    return gone


@primitive("turn_upright")
def turn_upright(run: Run, things: Any) -> tuple[Ref, ...]:
    """CR 701.26b: only what is tapped."""
    inside = run.game.doing[-1:] == ("untapped",)
    gone = _each(
        run,
        things,
        "untapped",
        lambda t: t.tapped,
        lambda t: replace(t, tapped=False),
        silent=inside,
    )
    if inside:
        run.env["about"] = gone
    return gone


@primitive("turn_over")
def turn_over(run: Run, things: Any) -> tuple[Ref, ...]:
    """CR 701.27: the other face up; only of what has one, and not onto an instant or sorcery."""
    game = run.game
    stamp = run.env.get("stack_turned")

    def fits(thing: GameObject) -> bool:
        card = thing.copied or thing.card
        if card.back is None or thing.components or thing.face_down:
            return False
        shown = card.front if thing.back_up else card.back
        if {"instant", "sorcery"} & set(shown.types):
            return False  # CR 701.27d
        own = run.source is not None and run.source.id == thing.id
        return not (own and stamp is not None and stamp != thing.turned)  # CR 701.27f

    def change(thing: GameObject) -> GameObject:
        return replace(thing, back_up=not thing.back_up, turned=thing.turned + 1)

    gone = _each(run, things, "turned over", fits, change, silent=True)
    run.env["about"] = gone
    into = [
        Event(name="transformed into", object=ref, player=run.you, rules=("701.27e",))
        for ref in gone
    ]
    game.record(into)
    return gone


@primitive("turn_face_up")
def turn_face_up(run: Run, things: Any) -> tuple[Ref, ...]:
    """CR 708.8; what an instant or sorcery card represents is shown and stays (CR 701.40g)."""
    game = run.game
    for ref in run.current(things):
        thing = game.state.objects[ref.id]
        if thing.face_down and {"instant", "sorcery"} & set(thing.card.front.types):
            game.record([Event(name="revealed", object=ref, player=run.you, rules=("701.40g",))])
    words = {"manifested", "cloaked", "disguise", "morph"}
    return _each(
        run,
        things,
        "turned face up",
        lambda t: t.face_down and not {"instant", "sorcery"} & set(t.card.front.types),
        lambda t: replace(t, face_down=False, designations=t.designations - words, visible_to=()),
    )


@primitive("turn_face_down")
def turn_face_down(run: Run, things: Any) -> tuple[Ref, ...]:
    """CR 708.2a; a double-faced permanent can't be turned face down (CR 712.16)."""
    return _each(
        run,
        things,
        "turned face down",
        lambda t: not t.face_down and t.card.back is None,
        lambda t: replace(t, face_down=True, visible_to=(t.controller,)),
    )


@primitive("put_onto")
def put_onto(run: Run, thing: Any, to: Any) -> tuple[Ref, ...]:
    """CR 701.3: attach, where that is allowed, and only to something else than before."""
    from kg.executor.attachments import may_be_attached

    game, targets = run.game, listed(to)
    gone: list[Ref] = []
    for ref in run.current(thing):
        target = targets[0] if targets else None
        if isinstance(target, Ref):
            now = run.current(target)
            target = now[0] if now else None
        own = game.state.objects[ref.id]
        if target is None or own.attached_to == target:
            continue
        if own.zone != "battlefield" or not may_be_attached(game.view, ref, target):
            continue
        if own.attached_to is not None:
            _unattached(run, ref, own.attached_to)
        set_object(game, replace(own, attached_to=target, timestamp=game.tick()))  # CR 701.3c
        gone.append(ref)
    if game.doing[-1:] == ("attached",):
        run.env["about"] = tuple(gone)
    else:
        base = Event(name="attached", player=run.you, source=run.source, rules=run.rules)
        game.record([replace(base, object=ref) for ref in gone])
    if game.strict and not gone:
        raise Unable("it can't be attached to that", ("701.3b",))
    return tuple(gone)


def _unattached(run: Run, ref: Ref, before: Any) -> None:
    run.game.record(
        [Event(name="unattached", object=ref, player=run.you, to=before, rules=("701.3d",))]
    )


@primitive("take_off")
def take_off(run: Run, thing: Any) -> tuple[Ref, ...]:
    """CR 701.3d."""
    inside = run.game.doing[-1:] == ("unattached",)
    gone = _each(
        run,
        thing,
        "unattached",
        lambda t: t.attached_to is not None,
        lambda t: replace(t, attached_to=None),
        silent=inside,
    )
    if inside:
        run.env["about"] = gone
    return gone


@primitive("remove_damage")
def remove_damage(run: Run, things: Any, n: Any = "all") -> tuple[Ref, ...]:
    """CR 701.69a, 701.19a: marked damage goes."""

    def change(thing: GameObject) -> GameObject:
        left = 0 if n in ("all", None, ()) else max(thing.damage - int(n), 0)
        return replace(thing, damage=left, touched_by_death=False)

    return _each(run, things, "healed", lambda t: True, change, silent=True)


@primitive("remove_from_combat")
def remove_from_combat(run: Run, things: Any) -> None:
    """CR 506.4."""
    for ref in run.current(things):
        leave_combat(run.game, ref.id)


@primitive("designate")
def designate(run: Run, things: Any, word: str) -> tuple[Ref, ...]:
    """A designation that lasts as long as the permanent is on the battlefield."""
    return _each(
        run,
        things,
        word,
        lambda t: word not in t.designations,
        lambda t: replace(t, designations=t.designations | {word}),
        silent=True,
    )


@primitive("undesignate")
def undesignate(run: Run, things: Any, word: str) -> tuple[Ref, ...]:
    """The designation goes."""
    return _each(
        run,
        things,
        word,
        lambda t: word in t.designations,
        lambda t: replace(t, designations=t.designations - {word}),
        silent=True,
    )


@primitive("happens_to")
def happens_to(run: Run, things: Any, name: str) -> None:
    """An event of that name for each of the things."""
    base = Event(name=name, player=run.you, source=run.source, rules=run.rules)
    run.game.record([replace(base, object=ref) for ref in run.current(things)])


@primitive("gain_control")
def gain_control(
    run: Run, player: Any, things: Any, duration: str = "permanent"
) -> tuple[Ref, ...]:
    """CR 613.1b: a continuous effect of layer 2."""
    game = run.game
    who = (players_of(player, game.state.order) or (run.you,))[0]
    refs = [
        r for r in run.current(things) if game.state.objects[r.id].zone in ("battlefield", "stack")
    ]
    changed = [r for r in refs if game.view.chars(r).controller != who]
    if refs:
        run.env["_controlled"], run.env["_who"] = tuple(refs), who
        call = Call("controls", (Name("_controlled"),), (("player", Name("_who")),))
        run.declare((Do(call),), duration=duration)
    for ref in changed:
        thing = game.state.objects[ref.id]
        leave_combat(game, ref.id)
        set_object(
            game, replace(thing, sick=True, designations=thing.designations - {"ring-bearer"})
        )
    base = Event(
        name="control gained", player=who, source=run.source, rules=run.rules or ("613.1b",)
    )
    game.record([replace(base, object=ref) for ref in changed])
    return tuple(changed)


@primitive("put_counters")
def put_counters(run: Run, things: Any, *, kind: Any, n: Any = 1) -> tuple[Any, ...]:
    """CR 122.6: counters on permanents, cards or players."""
    return _counters(run, things, str(kind), int(n or 0), "counters put")


@primitive("remove_counters")
def remove_counters(run: Run, things: Any, *, kind: Any, n: Any = 1) -> tuple[Any, ...]:
    """Counters removed, as many as there are at most."""
    gone: list[Any] = []
    for each in listed(things):
        held = counters_on(run, each).get(str(kind), 0)
        count = held if n == "all" else min(int(n or 0), held)
        if run.game.strict and n != "all" and count < int(n or 0):
            raise Unable("not so many counters", ("118.3",))
        if count:
            gone += _counters(run, each, str(kind), -count, "counters removed")
    return tuple(gone)


def counters_on(run: Run, thing: Any) -> dict[str, int]:
    """The counters on an object or a player, by kind."""
    if isinstance(thing, str):
        return run.game.state.counters_of(thing)
    now = run.current(thing)
    return dict(run.game.state.objects[now[0].id].counters) if now else {}


def _counters(run: Run, things: Any, kind: str, n: int, name: str) -> tuple[Any, ...]:
    if n == 0:
        return ()
    game = run.game
    players = players_of(things, game.state.order)
    refs = [
        r
        for r in run.current(things)
        if game.state.objects[r.id].zone in ("battlefield", "exile", "stack")
    ]
    base = Event(
        name=name,
        player=run.you,
        source=run.source,
        amount=abs(n),
        kind=kind,
        rules=run.rules or ("122.6",),
    )

    def perform(going: list[Event]) -> list[Event]:
        for event in going:
            amount = (event.amount or 0) * (1 if n > 0 else -1)
            if isinstance(event.object, str):
                held = dict(game.state.players[event.object].counters)
                held[kind] = held.get(kind, 0) + amount
                game.state = with_player(game.state, event.object, counters=held)
            elif isinstance(event.object, Ref):
                thing = game.state.objects[event.object.id]
                held = {**thing.counters, kind: thing.counters.get(kind, 0) + amount}
                set_object(game, replace(thing, counters={k: v for k, v in held.items() if v}))
        return going

    if not players and not refs:
        if game.strict:
            raise Unable("nothing there to put counters on", run.rules)
        return ()
    there: tuple[Ref | str, ...] = (*players, *refs)
    game.happen([replace(base, object=each) for each in there], perform)
    return there


@primitive("add_counter_kinds")
def add_counter_kinds(run: Run, things: Any, *, one: Any = False) -> None:
    """CR 701.34a: one more counter of each kind that is there, or of the `one` that is chosen."""
    poisoned: set[str] = set()
    for each in listed(things):
        kinds = [kind for kind, held in counters_on(run, each).items() if held]
        if one and len(kinds) > 1:
            kinds = [kinds[run.game.choose_option(run.you, kinds, subjects=run.subjects())]]
        for kind in kinds:
            shared = kind == "poison" and isinstance(each, str)
            if shared and each in poisoned:
                continue
            put_counters(run, each, kind=kind, n=1)
            if shared:  # CR 701.34b
                poisoned.update(run.game.state.allies(each))


@primitive("skip_untap")
def skip_untap(run: Run, things: Any) -> None:
    """CR 701.43a: they don't untap in that player's next untap step."""
    for ref in run.current(things):
        thing = run.game.state.objects[ref.id]
        set_object(run.game, replace(thing, remembered={**thing.remembered, "skip_untap": run.you}))


@primitive("phase_out")
def phase_out(run: Run, things: Any, direct: bool = True) -> tuple[Ref, ...]:
    """CR 702.26b: with all that is attached (CR 702.26g)."""
    game = run.game
    refs = [r for r in run.current(things) if not game.state.objects[r.id].phased_out]
    how: dict[Ref, str] = dict.fromkeys(refs, "directly")
    for ref in refs:
        for each in _attached_below(run, ref):
            how[each] = "indirectly"  # CR 702.26h
    for ref, word in how.items():
        leave_combat(game, ref.id)
        thing = game.state.objects[ref.id]
        kept = {**thing.remembered, "phased_under": game.view.chars(ref).controller}
        set_object(game, replace(thing, phased_out=word, remembered=kept))
    base = Event(
        name="phased out", player=run.you, source=run.source, rules=run.rules or ("702.26b",)
    )
    game.record([replace(base, object=ref) for ref in how])
    return tuple(how)


def _attached_below(run: Run, ref: Ref) -> list[Ref]:
    found = []
    for each in run.game.view.attached_to(ref):
        found += [each.ref, *_attached_below(run, each.ref)]
    return found


@primitive("phase_in")
def phase_in(run: Run, things: Any) -> tuple[Ref, ...]:
    """CR 702.26c: with what phased out indirectly with it."""
    game = run.game
    back: list[Ref] = []
    for ref in run.current(things):
        back.append(ref)
        for each in game.state.piles.get(("battlefield", ""), ()):
            other = game.state.objects[each]
            if other.phased_out == "indirectly" and other.attached_to == ref:
                back.append(other.ref)
    for ref in back:
        thing = game.state.objects[ref.id]
        target = thing.attached_to
        if isinstance(target, Ref) and game.state.get(target) is None:
            target = None  # CR 702.26i
        set_object(game, replace(thing, phased_out="", attached_to=target))
    base = Event(name="phased in", player=run.you, rules=("702.26c",))
    game.record([replace(base, object=ref) for ref in back])
    return tuple(back)
