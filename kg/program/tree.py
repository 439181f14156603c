"""Programs as trees of frozen values: statements over calls, names and plain values.

`extract.grammar` compiles rules English to these trees, `data/semantics/` holds those written by
hand, `kg.program.rdf` writes them into the graph and reads them back, `kg.executor` runs them.
Which calls there are, and with which roles, is the business of `kg.program.vocabulary`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from kg.model import EditionKey

__all__ = [
    "Call",
    "Do",
    "Expression",
    "ForEach",
    "If",
    "Name",
    "Program",
    "Statement",
    "Within",
    "op_of",
    "renumbered",
    "walk",
    "without_unused_names",
]


@dataclass(frozen=True, slots=True)
class Name:
    """A parameter of the program, or what an earlier statement's `result` named."""

    id: str


@dataclass(frozen=True, slots=True)
class Call:
    """A primitive, another program, a question to the game or a description.

    Attributes:
        op: its name in the vocabulary, or the name of a keyword action's program.
        args: in order.
        roles: further arguments by their names, in the order written.
    """

    op: str
    args: tuple[Expression, ...] = ()
    roles: tuple[tuple[str, Expression], ...] = ()

    def role(self, name: str, default: Expression = None) -> Expression:
        """The argument of that name."""
        return dict(self.roles).get(name, default)


Expression: TypeAlias = Name | Call | str | int | bool | tuple["Expression", ...] | None


@dataclass(frozen=True, slots=True)
class Do:
    """Perform a call, or in an ability's body declare what holds.

    Attributes:
        result: the name under which later statements find what it gave.
        rules: the numbers that say so, such as `701.44a`.
    """

    call: Call
    result: str = ""
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class If:
    """One of two blocks, as a condition is true or not."""

    condition: Expression
    then: tuple[Statement, ...]
    otherwise: tuple[Statement, ...] = ()
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Within:
    """A block under a frame that decides whether, when or how it is done.

    `may(player)` offers it, `when(event, ...)` waits for a trigger, `instead(event, ...)` replaces
    an event, `during(duration)` limits effects. An `otherwise` block is what happens when an offer
    is declined or can't be taken.
    """

    frame: Call
    body: tuple[Statement, ...]
    otherwise: tuple[Statement, ...] = ()
    result: str = ""
    rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ForEach:
    """A block for each of several objects or players, in order."""

    name: str
    items: Expression
    body: tuple[Statement, ...]
    rules: tuple[str, ...] = ()


Statement: TypeAlias = Do | If | Within | ForEach


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """What one keyword action does, one keyword ability means, or one text on a card says.

    Attributes:
        name: the keyword in lower case with spaces, such as `manifest dread`.
        kind: `action`, `ability` or `text`.
        parameters: names that the caller fills, such as `it`, `n`, `cost`, `quality`.
        body: an action's steps; an ability's declarations.
        rules: the numbers that define it, such as `701.44a`.
        origin: `extracted` where it was compiled, `curated` where written by hand.
        edition: the edition whose meaning it is; None before it is tied to one.
        since, until: of a curated program, the first and the last edition it holds for, as dates
            in ISO form; empty where open.
        evidence: of a compiled one, the spans of the rules' texts that it comes from, as
            (number, start, end) in characters, half-open.
    """

    name: str
    kind: str
    parameters: tuple[str, ...] = ()
    body: tuple[Statement, ...] = ()
    rules: tuple[str, ...] = ()
    origin: str = "extracted"
    edition: EditionKey | None = None
    since: str = ""
    until: str = ""
    evidence: tuple[tuple[str, int, int], ...] = field(default=(), compare=False)


def op_of(name: str) -> str:
    """How a call writes the name of a keyword action: `manifest_dread`, `jump_start`."""
    return re.sub(r"\W", "_", name)


def renumbered(program: Program, number: Callable[[str], str]) -> Program:
    """The program with other rule numbers, in its statements too; empty ones are left out."""

    def block(statements: tuple[Statement, ...]) -> tuple[Statement, ...]:
        return tuple(map(one, statements))

    def rules(old: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(filter(None, map(number, old))))

    def one(statement: Statement) -> Statement:
        new = replace(statement, rules=rules(statement.rules))
        if isinstance(new, If):
            return replace(new, then=block(new.then), otherwise=block(new.otherwise))
        if isinstance(new, Within):
            return replace(new, body=block(new.body), otherwise=block(new.otherwise))
        return replace(new, body=block(new.body)) if isinstance(new, ForEach) else new

    return replace(program, rules=rules(program.rules), body=block(program.body))


def walk(statements: tuple[Statement, ...]) -> Iterator[Statement]:
    """Every statement, outer ones first, in the order written."""
    for statement in statements:
        yield statement
        if isinstance(statement, If):
            yield from walk(statement.then)
            yield from walk(statement.otherwise)
        elif isinstance(statement, Within):
            yield from walk(statement.body)
            yield from walk(statement.otherwise)
        elif isinstance(statement, ForEach):
            yield from walk(statement.body)


def without_unused_names(statements: tuple[Statement, ...]) -> tuple[Statement, ...]:
    """The statements, where a step's result has a name only if a statement asks for it.

    `it` and `about` stay: what an action was done to is read from them when it is over.
    """
    asked = {"it", "about"}

    def names(value: Expression, but: str = "") -> None:
        if isinstance(value, Name):
            asked.update({value.id} - {but})
        elif isinstance(value, tuple):
            for each in value:
                names(each, but)
        elif isinstance(value, Call):
            names((*value.args, *(filler for _, filler in value.roles)), but)

    for statement in walk(statements):
        if isinstance(statement, Do):
            names(statement.call, but=statement.result)  # adding to itself is no use of it
        elif isinstance(statement, If):
            names(statement.condition)
        else:
            names(statement.frame if isinstance(statement, Within) else statement.items)

    def block(several: tuple[Statement, ...]) -> tuple[Statement, ...]:
        return tuple(one(each) for each in several if not _is_idle(each, asked))

    def one(statement: Statement) -> Statement:
        if isinstance(statement, Do):
            return statement if statement.result in asked else replace(statement, result="")
        if isinstance(statement, If):
            return replace(
                statement, then=block(statement.then), otherwise=block(statement.otherwise)
            )
        if isinstance(statement, Within):
            return replace(
                statement, body=block(statement.body), otherwise=block(statement.otherwise)
            )
        return replace(statement, body=block(statement.body))

    found = block(statements)
    return found if found == statements else without_unused_names(found)


def _is_idle(statement: Statement, asked: set[str]) -> bool:
    """Whether it only remembers something that is there anyway, and nobody asks."""
    if not isinstance(statement, Do) or statement.call.op != "remember":
        return False
    what = statement.call.args[0]
    idle = isinstance(what, Call) and what.op in ("controller", "owner", "nothing", "union")
    return idle and statement.result not in asked
