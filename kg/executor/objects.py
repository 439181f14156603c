"""Cards, tokens, spells, abilities and emblems as frozen values.

An object keeps its id in every zone, but each change of zone makes a new object (CR 400.7): its
`incarnation` goes up by one, and a `Ref` to an earlier incarnation finds only what was last known.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from kg.program.tree import Statement

__all__ = ["Ability", "Card", "Face", "GameObject", "Ref", "StackInfo"]


@dataclass(frozen=True, slots=True)
class Ref:
    """One incarnation of an object."""

    id: str
    incarnation: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Face:
    """What is printed on one face of a card or token.

    Attributes:
        mana_value: where it isn't what the mana cost says; None otherwise.
        power, toughness: a number, `*`, or None for what has none.
        keywords: keyword abilities as printed, such as `equip {2}`.
        text: other Oracle text, one ability each.
        rooms: of a dungeon: room, the rooms its arrows lead to, its text.
    """

    name: str = ""
    types: tuple[str, ...] = ()
    supertypes: tuple[str, ...] = ()
    subtypes: tuple[str, ...] = ()
    colors: tuple[str, ...] = ()
    mana_cost: str | None = None
    mana_value: int | None = None
    power: int | str | None = None
    toughness: int | str | None = None
    loyalty: int | None = None
    defense: int | None = None
    keywords: tuple[str, ...] = ()
    text: tuple[str, ...] = ()
    lights: tuple[int, ...] = ()
    rooms: tuple[tuple[str, tuple[str, ...], str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """A card or token with all its faces.

    Attributes:
        meld_with: the id of its partner in a meld pair, or empty.
        meld_id: the id of the permanent that the pair becomes.
        meld_result: the face of that permanent.
    """

    front: Face
    back: Face | None = None
    modal: bool = False
    meld_with: str = ""
    meld_id: str = ""
    meld_result: Face | None = None
    commander: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Ability:
    """One ability that an object has.

    Attributes:
        keyword: the name of its keyword ability, or empty.
        printed: as the card has it, such as `protection from red`.
        statements: its declarations or, of a spell, its instructions.
        env: what the names in its program stand for.
        rules: the numbers that define it.
    """

    keyword: str = ""
    printed: str = ""
    statements: tuple[Statement, ...] = ()
    env: Mapping[str, Any] = field(default_factory=dict)
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class StackInfo:
    """What is decided about an object on the stack.

    Attributes:
        kind: `spell`, `activated ability`, `triggered ability` or `delayed triggered ability`.
        source: of an ability, the object it came from.
        statements: of an ability, its effect.
        env: what the names in those statements stand for.
        targets: for each place that asks for targets, in order, what was chosen.
        options: the choices of casting, such as `buyback`.
        rules: the numbers that the ability comes from.
    """

    kind: str = "spell"
    source: Ref | None = None
    statements: tuple[Statement, ...] = ()
    env: Mapping[str, Any] = field(default_factory=dict)
    targets: tuple[tuple[Any, ...], ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)
    rules: tuple[str, ...] = ()
    condition: Any = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GameObject:
    """An object with its status, wherever it is.

    Attributes:
        kind: `card`, `token`, `ability`, `copy` (of a spell) or `emblem`.
        controller: the player under whose control it came; effects of layer 2 may change that.
        timestamp: CR 613.7.
        back_up: whether its back face is up (CR 712.8).
        phased_out: empty, `directly` or `indirectly` (CR 702.26).
        sick: whether it came under its controller's control since their turn began (CR 302.6).
        attached_to: the object or the player that it is attached to.
        attached_reads: the incarnation of that object.
        turned: how often it was turned over (CR 701.27f).
        touched_by_death: whether deathtouch has dealt it damage since the last check (CR 704.5h).
        copied: the face that it has become a copy of (CR 707).
        components: ids of the cards that represent a melded permanent.
        part_of: the id of the melded permanent that this card is a part of.
        visible_to: who may look at it, beside those who always may.
        shown_to: to whom it is revealed now.
    """

    id: str
    card: Card
    owner: str
    controller: str
    zone: str = "nowhere"
    kind: str = "card"
    incarnation: int = 0
    timestamp: int = 0
    tapped: bool = False
    face_down: bool = False
    back_up: bool = False
    phased_out: str = ""
    sick: bool = False
    counters: Mapping[str, int] = field(default_factory=dict)
    damage: int = 0
    touched_by_death: bool = False
    attached_to: Ref | str | None = None
    designations: frozenset[str] = frozenset()
    turned: int = 0
    copied: Card | None = None
    components: tuple[str, ...] = ()
    part_of: str = ""
    visible_to: tuple[str, ...] = ()
    shown_to: tuple[str, ...] = ()
    remembered: Mapping[str, Any] = field(default_factory=dict)
    stack: StackInfo | None = None

    @property
    def ref(self) -> Ref:
        """This incarnation of it."""
        return Ref(self.id, self.incarnation)

    @property
    def face(self) -> Face:
        """The face that is up, as printed or copied; a face-down permanent keeps its own."""
        card = self.copied or self.card
        return card.back if self.back_up and card.back is not None else card.front
