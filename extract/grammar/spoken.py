"""What a text has spoken of so far, so that `it`, `that card` and `the rest` can mean it again."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from kg.program.tree import Expression, Name

__all__ = ["DONE", "YOU", "Mention", "Spoken"]

YOU = Name("you")
DONE = {
    "chosen": "choose",
    "created": "create",
    "destroyed": "destroy",
    "discarded": "discard",
    "drawn": "draw",
    "exiled": "exile",
    "found": "find",
    "milled": "mill",
    "revealed": "reveal",
    "sacrificed": "sacrifice",
}
"""What was done to things that are meant again, as in `the cards exiled this way`: its verb."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A thing spoken of.

    Attributes:
        what: the expression that stands for it.
        words: those it was named with, such as `creature card`.
        several: whether it may be more than one.
        whole: of a thing chosen among others, those others.
        verb: what was done to it, such as `reveal`.
    """

    what: Expression
    words: str
    several: bool = False
    whole: Expression = None
    verb: str = ""


@dataclass(slots=True)
class Spoken:
    """The state of reading a text.

    Attributes:
        own: what `it` and `~` mean before anything else is spoken of.
        own_noun: the noun of `own` in a definition, such as `permanent`; else empty.
        actor: who does what a clause without a subject says.
        amount: what `that many` means.
        parameters: what bracketed words of a definition, such as `quality`, are called in it.
        actions: the parameters of each keyword action that may be used, by its name.
        used: parameters that the text turned out to ask for.
        count: how many names have been given.
        player: the one spoken of last, besides you; None at first.
        everyone: the players who each do what the sentence says; None where one does.
        library: whose library was spoken of last.
        marked: the word for permanents that the text puts down face down, such as `manifested`.
        face_down: what a card that is turned face down has then, as roles of `put_face_down`.
    """

    own: Expression
    own_noun: str = ""
    actor: Expression = YOU
    amount: Expression = None
    parameters: tuple[str, ...] = ()
    actions: dict[str, tuple[str, ...]] = field(default_factory=dict)
    mentions: tuple[Mention, ...] = ()
    used: tuple[str, ...] = ()
    count: int = 0
    player: Expression = None
    everyone: Expression = None
    library: Expression = None
    marked: str = ""
    face_down: dict[str, Expression] = field(default_factory=dict)

    def copy(self) -> Spoken:
        """The same, to be changed apart."""
        return replace(self)

    def become(self, other: Spoken) -> None:
        """Take on what a copy has learned; who acts stays."""
        self.amount, self.mentions = other.amount, other.mentions
        self.used, self.count = other.used, other.count
        self.player, self.library = other.player, other.library
        self.everyone = other.everyone
        self.face_down = other.face_down

    def mention(self, found: Mention) -> None:
        """Speak of a thing; it is the latest now."""
        self.mentions = (*self.mentions, found)

    def use(self, parameter: str) -> Name:
        """A parameter that the caller must fill."""
        if parameter not in self.used:
            self.used = (*self.used, parameter)
        return Name(parameter)

    def fresh(self) -> str:
        """A name that nothing has yet."""
        self.count += 1
        return f"that{self.count}"

    def latest(self) -> Expression:
        """What was spoken of last, or the text's own object."""
        return self.mentions[-1].what if self.mentions else self.own

    def latest_mention(self, noun: str = "", verb: str = "") -> Mention | None:
        """The last thing named with a noun, or to which something was done."""
        for mention in reversed(self.mentions):
            named = not noun or re.search(rf"\b{re.escape(noun)}s?\b", mention.words)
            if named and (not verb or mention.verb == verb):
                return mention
        return None

    def is_own(self, words: str) -> bool:
        """Whether words mean the definition's own object: `that permanent`, `[permanent]`."""
        if words in ("~", "itself"):
            return True
        if re.fullmatch(r"this (?:permanent|creature|artifact|enchantment|land)", words):
            return True
        noun = self.own_noun
        if not noun:
            return False
        form = rf"(?:\[(?:this )?{noun}\]|(?:this|that|the)(?: \w+ing)? {noun}(?: that \w+s)?)"
        another = words.startswith(f"that {noun}") and self.latest_mention(noun) is not None
        return bool(re.fullmatch(form, words)) and not another
