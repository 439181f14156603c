"""Keywords as an edition defines them, as values.

Nothing here opens a file or a store: `extract.keywords` makes these values from an edition.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

__all__ = ["ABILITY_KINDS", "Definition", "Form", "Keyword", "Keywords"]

ABILITY_KINDS = ("static", "triggered", "activated", "evasion", "spell", "characteristic-defining")
"""The kinds of abilities that a keyword ability can be or stand for."""

_PARAMETER = re.compile(r"\[([^\[\]]+)\]|\bN\b")


@dataclass(frozen=True, slots=True)
class Form:
    """One way in which a keyword is written, as a rule gives it.

    Attributes:
        template: such as `Suspend N—[cost]`, `[Type]cycling [cost]` or `Multikicker [cost]`.
        rule: the number of the rule that gives it.
        variant: its variant's own name in lower case (`multikicker`, `hexproof from`); empty for
            the keyword's plain form.
        former: whether only older cards are printed so.
    """

    template: str
    rule: str
    variant: str = ""
    former: bool = False

    @property
    def parameters(self) -> tuple[str, ...]:
        """What stands for something that differs from card to card: `N`, `cost`, `quality`."""
        return tuple(match[1] or "N" for match in _PARAMETER.finditer(self.template))


@dataclass(frozen=True, slots=True)
class Definition:
    """The sentence that says what a keyword is or means.

    Attributes:
        rule: the number of the rule that it stands in.
        start, end: where it lies in the rule's text: half-open, in characters.
        text: the sentence.
    """

    rule: str
    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Keyword:
    """One keyword action or keyword ability of an edition.

    Attributes:
        name: in lower case, such as `first strike`.
        heading: as printed; empty where the document lost it.
        number: of its rule.
        action: whether it is a keyword action, else it is a keyword ability.
        kinds: of an ability, those of `ABILITY_KINDS` that the text names.
        forms: the plain ones first, in the order of the rules.
        redundancy: `redundant`, `separate` (each instance works by itself), or empty where the
            rules say neither.
        definition: None where no rule defines it.
    """

    name: str
    heading: str
    number: str
    action: bool
    kinds: tuple[str, ...] = ()
    forms: tuple[Form, ...] = ()
    redundancy: str = ""
    definition: Definition | None = None

    @property
    def parameters(self) -> tuple[str, ...]:
        """The parameters of its forms, each once."""
        return tuple(dict.fromkeys(p for form in self.forms for p in form.parameters))

    @property
    def variants(self) -> tuple[str, ...]:
        """The names of its variants, each once."""
        return tuple(dict.fromkeys(form.variant for form in self.forms if form.variant))

    @property
    def kind(self) -> str:
        """`keyword action`, one of `ABILITY_KINDS`, `several`, or `unknown`."""
        if self.action:
            return "keyword action"
        if len(self.kinds) > 1:
            return "several"
        return self.kinds[0] if self.kinds else "unknown"


@dataclass(frozen=True, slots=True)
class Keywords:
    """All keywords of an edition, in the order of its rules, and its ability words."""

    abilities: tuple[Keyword, ...]
    actions: tuple[Keyword, ...]
    ability_words: tuple[str, ...] = ()

    def find(self, name: str) -> Keyword | None:
        """The keyword of that name, else that has a variant of that name; None where none has."""
        wanted = name.lower().replace("’", "'")
        all_of = (*self.abilities, *self.actions)
        named = (k for k in all_of if k.name.replace("’", "'") == wanted)
        varied = (k for k in all_of if wanted in (v.replace("’", "'") for v in k.variants))
        return next(named, None) or next(varied, None)
