"""The characteristics of objects, before any continuous effect (CR 109.3, 613.2)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from kg.executor.mana import color_of_cost, value_of_cost
from kg.executor.objects import Ability, Face, GameObject

if TYPE_CHECKING:
    from kg.executor.semantics import Semantics

__all__ = ["FACE_DOWN", "Characteristics", "base_characteristics"]

FACE_DOWN = Face(types=("creature",), power=2, toughness=2)  # CR 708.2a


@dataclass(slots=True)
class Characteristics:
    """What an object is now; `layers` changes it while it computes, nobody does later.

    Attributes:
        printed_star: whether power or toughness is printed as `*` and not yet known.
    """

    name: str = ""
    types: list[str] = field(default_factory=list)
    supertypes: list[str] = field(default_factory=list)
    subtypes: list[str] = field(default_factory=list)
    colors: list[str] = field(default_factory=list)
    mana_cost: str | None = None
    mana_value: int = 0
    power: int | None = None
    toughness: int | None = None
    loyalty: int | None = None
    defense: int | None = None
    controller: str = ""
    abilities: list[Ability] = field(default_factory=list)
    text: tuple[str, ...] = ()

    def keywords(self) -> list[str]:
        """Its keyword abilities as printed, one for each instance."""
        return [ability.printed for ability in self.abilities if ability.keyword]

    def has_keyword(self, name: str) -> bool:
        """Whether it has a keyword ability of that name, or exactly that printed one."""
        return any(name in (a.keyword, a.printed) for a in self.abilities if a.keyword)


def up_face(thing: GameObject) -> Face:
    """The face that gives an object its copiable values (CR 708.2, 712.8, 707.2)."""
    if thing.face_down and thing.zone in ("battlefield", "stack"):
        if "cloaked" in thing.designations or "disguise" in thing.designations:
            # CR 701.58a: a cloaked permanent has ward {2}.
            return Face(types=("creature",), power=2, toughness=2, keywords=("ward {2}",))
        return FACE_DOWN
    return thing.face


def base_characteristics(thing: GameObject, semantics: Semantics) -> Characteristics:
    """What an object is by its face alone."""
    face = up_face(thing)
    value = face.mana_value
    if value is None:
        # CR 202.3b: the back face of a nonmodal card has its front face's mana value.
        front = (thing.copied or thing.card).front
        costed = front if face is not front and not thing.card.modal else face
        costed = face if thing.face_down else costed
        value = (
            costed.mana_value if costed.mana_value is not None else value_of_cost(costed.mana_cost)
        )
    colors = list(face.colors) or color_of_cost(face.mana_cost)
    found = Characteristics(
        name=face.name,
        types=list(face.types),
        supertypes=list(face.supertypes),
        subtypes=list(face.subtypes),
        colors=colors,
        mana_cost=face.mana_cost,
        mana_value=value,
        power=_number(face.power),
        toughness=_number(face.toughness),
        loyalty=face.loyalty,
        defense=face.defense,
        controller=thing.controller,
        text=face.text,
    )
    found.abilities = list(semantics.abilities_of(face))
    return found


def _number(value: int | str | None) -> int | None:
    """CR 208.2: `*` counts as 0 until an ability says what it is."""
    if value is None or isinstance(value, int):
        return value
    match = re.search(r"\d+", value)
    return int(match[0]) if match else 0
