"""Creating tokens (CR 111)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from kg.executor.events import Event
from kg.executor.expressions import listed, objects_of, players_of
from kg.executor.interpreter import Run, primitive
from kg.executor.objects import Card, Face, GameObject, Ref
from kg.executor.state import put_in_pile, with_object

__all__ = ["create_tokens", "predefined"]

# CR 111.10: tokens that are known by a word; their texts are programs of `data/semantics`.
_ARTIFACTS = "treasure food gold clue blood powerstone map junk shard lander mutagen walker".split()


def predefined(name: str) -> Card | None:
    """The token of that name, if the rules define one (CR 111.10)."""
    low = name.lower()
    if low == "incubator":
        front = Face(
            name="Incubator", types=("artifact",), subtypes=("incubator",), text=("@incubator",)
        )
        back = Face(
            name="Phyrexian Token", types=("artifact", "creature"), subtypes=("phyrexian",),
            power=0, toughness=0,
        )  # fmt: skip
        return Card(front=front, back=back)
    if low in _ARTIFACTS:
        return Card(
            front=Face(name=name.title(), types=("artifact",), subtypes=(low,), text=(f"@{low}",))
        )
    return None


@primitive("create_token")
def create_token(
    run: Run,
    token: Any = None,
    *,
    n: Any = 1,
    counters: Any = 0,
    tapped: bool = False,
    under: Any = None,
    name: str = "",
    types: Any = (),
    subtypes: Any = (),
    supertypes: Any = (),
    colors: Any = (),
    power: Any = None,
    toughness: Any = None,
    keywords: Any = (),
    text: Any = (),
    ids: Any = (),
) -> tuple[Ref, ...]:
    """Tokens of a word that the rules define, of a card's shape, or with these characteristics.

    Args:
        counters: how many +1/+1 counters each enters with.
    """
    card = token if isinstance(token, Card) else predefined(str(token)) if token else None
    if card is None:
        face = Face(
            name=name or _named_by(run, listed(subtypes)) or str(token or ""),
            types=tuple(map(str, listed(types))),
            subtypes=tuple(str(s).lower() for s in listed(subtypes)),
            supertypes=tuple(map(str, listed(supertypes))),
            colors=tuple(map(str, listed(colors))),
            power=power if isinstance(power, int) else None,
            toughness=toughness if isinstance(toughness, int) else None,
            keywords=tuple(map(str, listed(keywords))),
            text=tuple(map(str, listed(text))),
        )
        card = Card(front=face)
    who = (players_of(under, run.game.state.order) or (run.you,))[0]
    held = {"+1/+1": int(counters)} if counters else {}
    return create_tokens(run, card, who, int(n or 0), tapped=tapped, counters=held, ids=listed(ids))


def _named_by(run: Run, subtypes: tuple[Any, ...]) -> str:
    """CR 111.4: the subtypes, in editions from 2022 on with the word for what it is."""
    words = " ".join(str(each).title() for each in subtypes)
    return f"{words} Token" if words and run.game.state.edition >= "2022" else words


@primitive("copy_token")
def copy_token(run: Run, thing: Any, n: Any = 1) -> tuple[Ref, ...]:
    """CR 701.36a: a token with the copiable values of an object."""
    found: list[Ref] = []
    for ref in objects_of(thing):
        known = run.game.view.last(ref)
        if known is not None:
            card = known[0].copied or known[0].card
            found += create_tokens(run, card, run.you, int(n or 0))
    return tuple(found)


def create_tokens(
    run: Run,
    card: Card,
    player: str,
    n: int,
    *,
    tapped: bool = False,
    counters: dict[str, int] | None = None,
    ids: tuple[str, ...] = (),
) -> tuple[Ref, ...]:
    """So many tokens at the same time under a player's control."""
    game = run.game
    made: list[Ref] = []

    def perform(going: list[Event]) -> list[Event]:
        events: list[Event] = []
        for event in going:
            for place in range(event.amount or 0):
                thing = _new(run, card, player, ids[place] if place < len(ids) else "", tapped)
                thing = replace(thing, counters=dict(counters or {}))
                game.state = put_in_pile(with_object(game.state, thing), thing)
                made.append(thing.ref)
                events.append(replace(event, object=thing.ref, amount=None))
                events.append(
                    replace(event, name="entered", object=thing.ref, amount=None,
                            more={"to_zone": "battlefield", "from_zone": "nowhere"})
                )  # fmt: skip
        return events

    inside = game.doing[-1:] == ("created",)
    name = "tokens created" if inside else "created"
    event = Event(
        name=name, object=player, player=player, source=run.source, amount=n,
        rules=(*run.rules, "111.2"),
    )  # fmt: skip
    game.happen([event], perform)
    return tuple(made)


def _new(run: Run, card: Card, player: str, wanted: str, tapped: bool) -> GameObject:
    base = (
        wanted or run.env.get("result_id") or card.front.name.lower().replace(" ", "-") or "token"
    )
    name, count = str(base), 2
    while name in run.game.state.objects:
        name, count = f"{base}-{count}", count + 1
    named = card
    if not card.front.name:
        named = replace(card, front=replace(card.front, name=name))
    return GameObject(
        id=name,
        card=named,
        owner=player,
        controller=player,
        zone="battlefield",
        kind="token",
        timestamp=run.game.tick(),
        tapped=tapped,
        sick=True,
    )
