"""The programs of one edition, and the abilities that they give to cards."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from kg.executor.objects import Ability, Face
from kg.program.text import parse_programs
from kg.program.tree import Do, Expression, Program, Statement, Within, op_of
from kg.program.vocabulary import ABILITY_FRAMES, DECLARATIONS
from kg.resources import data

__all__ = ["Semantics", "Texts", "curated_programs", "keyword_parts"]


class Texts(Protocol):
    """What makes programs of the texts on cards; `extract.grammar` does, and is passed in."""

    def compile(
        self, text: str, name: str, actions: Mapping[str, tuple[str, ...]]
    ) -> tuple[Statement, ...]:
        """The statements of one line of Oracle text of a card of that name.

        Args:
            actions: the parameters of the edition's keyword actions, by name.
        """

    def cost(self, text: str) -> tuple[Expression, ...]:
        """The parts of a cost in Oracle's English, such as `Pay 2 life`."""


@dataclass(eq=False)
class Semantics:
    """What actions and abilities mean in one edition.

    Attributes:
        edition: the date of the edition.
        actions, abilities, named: programs by their names; `named` are texts of predefined objects.
        number: from a number of the newest edition to this edition's.
    """

    edition: str
    actions: Mapping[str, Program] = field(default_factory=dict)
    abilities: Mapping[str, Program] = field(default_factory=dict)
    named: Mapping[str, Program] = field(default_factory=dict)
    texts: Texts | None = None
    number: Callable[[str], str] = field(default=str)
    _of_faces: dict[Face, tuple[Ability, ...]] = field(default_factory=dict, repr=False)
    _of_texts: dict[tuple[str, str], tuple[Statement, ...]] = field(
        default_factory=dict, repr=False
    )

    @classmethod
    def of(
        cls,
        programs: Iterable[Program],
        edition: str,
        *,
        texts: Texts | None = None,
        number: Callable[[str], str] = str,
    ) -> Semantics:
        """The semantics of an edition: of several programs of one name the last that holds then."""
        kinds: dict[str, dict[str, Program]] = {"action": {}, "ability": {}, "text": {}}
        for program in programs:
            if holds_in(program, edition):
                kinds[program.kind][program.name] = program
        return cls(
            edition, kinds["action"], kinds["ability"], kinds["text"], texts=texts, number=number
        )

    @functools.cached_property
    def action_names(self) -> dict[str, str]:
        """The names of the keyword actions by how calls write them."""
        return {op_of(name): name for name in self.actions}

    @functools.cached_property
    def _known_actions(self) -> dict[str, tuple[str, ...]]:
        return {name: program.parameters for name, program in self.actions.items()}

    def abilities_of(self, face: Face) -> tuple[Ability, ...]:
        """The abilities that a face gives: its keywords first, then its texts, in listing order."""
        found = self._of_faces.get(face)
        if found is None:
            made = [self.keyword(printed) for printed in face.keywords]
            for text in face.text:
                made += self.text_abilities(text, face.name)
            found = self._of_faces[face] = tuple(made)
        return found

    def keyword(self, printed: str) -> Ability:
        """A keyword ability as printed; one that the edition doesn't define means nothing."""
        name, parameter = keyword_parts(printed, self.abilities)
        program = self.abilities.get(name)
        if program is None:
            return Ability(printed=printed)
        env = _parameters(program, parameter, self)
        return Ability(
            keyword=name, printed=printed, statements=program.body, env=env, rules=program.rules
        )

    def text_abilities(self, text: str, name: str) -> list[Ability]:
        """The abilities of one line of text; instructions of a spell are one ability together."""
        if text.startswith("@"):
            program = self.named.get(text[1:])
            statements, rules = (program.body, program.rules) if program else ((), ())
        else:
            statements, rules = self.statements(text, name), ()
        abilities = [
            Ability(statements=(each,), rules=rules) for each in statements if is_declaration(each)
        ]
        effect = tuple(each for each in statements if not is_declaration(each))
        return [*abilities, Ability(statements=effect, rules=rules)] if effect else abilities

    def statements(self, text: str, name: str) -> tuple[Statement, ...]:
        """A line of Oracle text as statements, each line compiled once."""
        found = self._of_texts.get((text, name))
        if found is None:
            if self.texts is None:
                raise ValueError(f"no compiler for the text {text!r}")
            found = self._of_texts[text, name] = tuple(
                self.texts.compile(text, name, self._known_actions)
            )
        return found

    def cost_parts(self, text: str) -> tuple[Expression, ...]:
        """A cost in English as parts."""
        if self.texts is None:
            raise ValueError(f"no compiler for the cost {text!r}")
        return tuple(self.texts.cost(text))


def is_declaration(statement: Statement) -> bool:
    """Whether a statement of a text is an ability of its own and no instruction of a spell."""
    if isinstance(statement, Within):
        return statement.frame.op in ABILITY_FRAMES
    return isinstance(statement, Do) and statement.call.op in DECLARATIONS


def holds_in(program: Program, edition: str) -> bool:
    """Whether a program's `since` and `until` include an edition."""
    return (not program.since or program.since <= edition) and (
        not program.until or edition <= program.until
    )


def curated_programs() -> tuple[Program, ...]:
    """Every program of `data/semantics/`, by file and place."""
    folder = data("semantics")
    files = sorted(
        (f for f in folder.iterdir() if f.name.endswith(".program")), key=lambda f: f.name
    )
    return tuple(
        program
        for file in files
        for program in parse_programs(file.read_text(encoding="utf-8"), name=file.name)
    )


_WALK = re.compile(r"^(?:(?P<kind>.+) )?landwalk$|^(?P<type>.+)walk$")
_CYCLING = re.compile(r"^(?P<quality>[\w ]+?)cycling\b(?P<rest>.*)$")


def keyword_parts(printed: str, known: Mapping[str, Any]) -> tuple[str, str]:
    """The name of a printed keyword ability, and what follows it: its parameter."""
    text = printed.strip().lower().replace("–", "—")
    words = re.split(r"[ —]", text)
    for length in range(len(words), 0, -1):
        name = " ".join(words[:length])
        if name in known:
            return name, printed.strip()[len(name) :].strip(" —")
    if (match := _WALK.match(text)) and "landwalk" in known:
        return "landwalk", match["kind"] or match["type"] or "land"
    if (match := _CYCLING.match(text)) and "typecycling" in known:
        return "typecycling", f"{match['quality'].strip()}|{match['rest'].strip(' —')}"
    return text, ""


def _parameters(program: Program, text: str, semantics: Semantics) -> dict[str, Any]:
    """What a program's parameters stand for, from the words after the keyword."""
    env: dict[str, Any] = {}
    quality, bar, rest = text.partition("|")
    if bar:
        env["quality"], text = quality, rest
    for name in program.parameters[1:]:
        if name == "cost":
            match = re.search(r"(?:\{[^}]+\})+$", text)
            qualified = "quality" in program.parameters
            if match and qualified and parameters_left(text[: match.start()], program):
                env["quality"] = text[: match.start()].strip()
                text = match[0]
            env["cost"] = text
            if qualified:
                env.setdefault("quality", "")
        elif name == "n":
            match = re.search(r"\d+", text)
            env["n"] = int(match[0]) if match else 1
        elif name not in env:
            env[name] = text.removeprefix("from ").strip()
    return env


def parameters_left(text: str, program: Program) -> bool:
    """Whether words stand before a cost, as in `equip legendary creature {3}`."""
    return bool(text.strip(" —")) and "—" not in text
