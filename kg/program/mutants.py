"""Mutants of programs: each is a program with one thing wrong, for checking the scenarios.

A scenario that notices no mutant shows less than it seems to; `benchmarks/mutate.py` finds out.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from kg.program.text import print_expression
from kg.program.tree import (
    Call,
    Do,
    Expression,
    ForEach,
    If,
    Name,
    Program,
    Statement,
    Within,
    walk,
)
from kg.program.vocabulary import DECLARATIONS, expressions_of

__all__ = ["KINDS", "Mutant", "mutants"]

KINDS = ("step dropped", "zone", "quantity", "optionality", "condition", "order")

_Block = tuple[Statement, ...]

_ZONES = {
    "battlefield": "hand",
    "hand": "graveyard",
    "graveyard": "exile",
    "exile": "graveyard",
    "library": "hand",
    "command": "exile",
    "outside": "hand",
    "planar deck": "library",
    "scheme deck": "library",
    "attraction deck": "library",
    "library top": "library bottom",
    "library bottom": "library top",
    "top": "bottom",
    "bottom": "top",
}
_ZONE_ROLES = frozenset({"to", "from_zone", "zone", "first", "rest", "position"})
_AMOUNTS = frozenset({"n", "number"})
# Calls that steer a program, or that only ask; none of them can be offered.
_STEERING = frozenset(
    {
        "happens",
        "happens_to",
        "impossible_if",
        "nothing_happens",
        "one_at_a_time",
        "only_if",
        "remember",
    }
)
_OFFERS = frozenset({"may", "may_pay", "unless_paid"})


@dataclass(frozen=True, slots=True)
class Mutant:
    """A program with one thing wrong.

    Attributes:
        kind: one of `KINDS`.
        change: what was done, in words.
    """

    program: Program
    kind: str
    change: str


def mutants(program: Program) -> Iterator[Mutant]:
    """Every mutant of a program; each can be run."""
    for kind, change, body in _block(program.body):
        yield Mutant(replace(program, body=body), kind, change)


def _block(block: _Block) -> Iterator[tuple[str, str, _Block]]:
    """A block's mutants: kind, words and the block."""
    for i, statement in enumerate(block):
        before, after = block[:i], block[i + 1 :]
        if not _result(statement) or not _uses(after, _result(statement)):
            yield "step dropped", f"without {_told(statement)}", (*before, *after)
        if isinstance(statement, Within) and statement.frame.op in _OFFERS:
            change = f"done whatever {_told(statement)} brings"
            yield "optionality", change, (*before, *statement.body, *after)
        elif _can_be_offered(statement):
            offered = Within(Call("may"), (statement,))
            yield "optionality", f"only offered: {_told(statement)}", (*before, offered, *after)
        if after and _can_be_swapped(statement, after[0]):
            change = f"{_told(after[0])} before {_told(statement)}"
            yield "order", change, (*before, after[0], statement, *after[1:])
        for kind, change, mutant in _statement(statement):
            yield kind, change, (*before, mutant, *after)


def _statement(statement: Statement) -> Iterator[tuple[str, str, Statement]]:
    if isinstance(statement, Do):
        for kind, change, value in _expression(statement.call):
            if isinstance(value, Call):
                yield kind, change, replace(statement, call=value)
    elif isinstance(statement, If):
        swapped = replace(statement, then=statement.otherwise, otherwise=statement.then)
        yield "condition", f"{_told(statement)} turned round", swapped
        for kind, change, value in _expression(statement.condition):
            yield kind, change, replace(statement, condition=value)
        for kind, change, inner in _block(statement.then):
            yield kind, change, replace(statement, then=inner)
        for kind, change, inner in _block(statement.otherwise):
            yield kind, change, replace(statement, otherwise=inner)
    elif isinstance(statement, Within):
        for kind, change, value in _expression(statement.frame):
            if isinstance(value, Call):
                yield kind, change, replace(statement, frame=value)
        for kind, change, inner in _block(statement.body):
            yield kind, change, replace(statement, body=inner)
        for kind, change, inner in _block(statement.otherwise):
            yield kind, change, replace(statement, otherwise=inner)
    else:
        for kind, change, inner in _block(statement.body):
            yield kind, change, replace(statement, body=inner)


def _expression(value: Expression, role: str = "") -> Iterator[tuple[str, str, Expression]]:
    """The mutants of an expression in which one zone or one quantity is another."""
    if isinstance(value, bool):
        return
    if isinstance(value, int):
        yield "quantity", f"{value + 1} for {value}", value + 1
    elif isinstance(value, str) and role in _ZONE_ROLES and value in _ZONES:
        yield "zone", f"{_ZONES[value]} for {value}", _ZONES[value]
    elif isinstance(value, Name) and value.id in _AMOUNTS:
        yield "quantity", f"{value.id} + 1 for {value.id}", Call("plus", (value, 1))
    elif isinstance(value, tuple):
        for i, each in enumerate(value):
            for kind, change, inner in _expression(each):
                yield kind, change, (*value[:i], inner, *value[i + 1 :])
    elif isinstance(value, Call):
        yield from _call(value)


def _call(call: Call) -> Iterator[tuple[str, str, Expression]]:
    for i, each in enumerate(call.args):
        role = "zone" if (call.op, i) in (("is_in", 1), ("search", 0)) else ""
        for kind, change, inner in _expression(each, role):
            args = (*call.args[:i], inner, *call.args[i + 1 :])
            yield kind, _within(change, call), replace(call, args=args)
    for i, (role, filler) in enumerate(call.roles):
        for kind, change, inner in _expression(filler, role):
            roles = (*call.roles[:i], (role, inner), *call.roles[i + 1 :])
            yield kind, _within(change, call), replace(call, roles=roles)


def _within(change: str, call: Call) -> str:
    """The change with the innermost call that it is in."""
    return change if " in " in change else f"{change} in {call.op}"


def _can_be_offered(statement: Statement) -> bool:
    if not isinstance(statement, Do) or statement.result:
        return False
    return statement.call.op not in _STEERING | DECLARATIONS


def _can_be_swapped(first: Statement, second: Statement) -> bool:
    """Whether two neighbours can change places, and that can make a difference.

    Declarations hold together in whatever order they are written, a refusal undoes what was done
    before it, and of the branches for the values of one parameter only one is taken.
    """
    if _result(first) and _uses((second,), _result(first)):
        return False
    return first != second and _is_deed(first) and _is_deed(second)


def _is_deed(statement: Statement) -> bool:
    """Whether a statement changes the game here and now, whatever its parameters say."""
    if isinstance(statement, Do):
        return statement.call.op not in _STEERING | DECLARATIONS
    if isinstance(statement, If) and isinstance(statement.condition, Call):
        chooses = statement.condition.op == "equal"
        return not chooses and all(map(_is_deed, (*statement.then, *statement.otherwise)))
    if isinstance(statement, Within) and statement.frame.op in ("during", "when", "instead"):
        return False
    return isinstance(statement, Within | ForEach) and all(map(_is_deed, statement.body))


def _result(statement: Statement) -> str:
    return statement.result if isinstance(statement, Do) else ""


def _uses(block: _Block, name: str) -> bool:
    """Whether a block asks for what a statement named."""
    return any(
        _names(expression, name) for each in walk(block) for expression in expressions_of(each)
    )


def _names(value: Expression, name: str) -> bool:
    if isinstance(value, Name):
        return value.id == name
    if isinstance(value, tuple):
        return any(_names(each, name) for each in value)
    if isinstance(value, Call):
        return any(_names(each, name) for each in (*value.args, *(f for _, f in value.roles)))
    return False


def _told(statement: Statement) -> str:
    """A statement in a few words."""
    if isinstance(statement, Do):
        return print_expression(statement.call)
    if isinstance(statement, If):
        return f"if {print_expression(statement.condition)}"
    if isinstance(statement, ForEach):
        return f"for each {statement.name}"
    return f"with {print_expression(statement.frame)}"
