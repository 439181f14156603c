"""Definitions of keyword actions, as programs.

A rule defines an action in one of a few frames: `"Adapt N" means "..."`, `To scry N, ...`,
`... instruct a permanent to explore. ...`. What the frame leaves is instructions in the English of
cards, read by `clauses`. The action's name comes from the rule's heading; no name is known here.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from extract.grammar.clauses import Reader
from extract.grammar.frames import OBJECTS, Header, definitions
from extract.grammar.guards import guards, plain_quotes
from extract.grammar.performing import COMMON_ACTIONS
from extract.grammar.phrases import UnreadableError
from extract.grammar.spoken import YOU, Spoken
from extract.grammar.statics import split_sentences
from kg.model import Rule
from kg.program.tree import (
    Call,
    Do,
    Expression,
    If,
    Name,
    Program,
    Statement,
    Within,
    walk,
    without_unused_names,
)
from kg.program.vocabulary import calls_in, expressions_of

__all__ = ["Compiled", "Stopped", "compile_actions"]


@dataclass(frozen=True, slots=True)
class Stopped:
    """Where a definition couldn't be read on.

    Attributes:
        number: of the rule.
        start, end: in characters of its text, half-open.
        words: those that stopped it.
    """

    number: str
    start: int
    end: int
    words: str


@dataclass(frozen=True, slots=True)
class Compiled:
    """What became of one rule's definition.

    Attributes:
        name: of the keyword, in lower case.
        number: of the rule under whose heading it is.
        program: None where it couldn't be compiled.
        stopped: why; None where no sentence defines it.
        ability: whether it is a keyword ability, in place of a keyword action.
    """

    name: str
    number: str
    program: Program | None = None
    stopped: Stopped | None = None
    ability: bool = False


_REMARK = re.compile(
    r"^(?:see |also see |that \w+ is considered |a player needs |rules? |those rules |this |only |"
    r"nobody |as |previously|in this|nothing else|putting |"
    r"(?:(?:an?|the|one|no|it|what|whoever|something|nothing|\w+ing) (?:[\w,']+ ){0,12}?"
    r"(?:can|can't|may|is|isn't|are|aren't|has|have|hasn't|doesn't|counts|belongs|applies|does|"
    r"means)\b)|"
    r"(?:by custom|it's customary)\b|if (?:an effect|something|revealing|the cost)\b)",
    re.IGNORECASE,
)
"""Sentences behind a definition that say more about it, and are no instructions."""


_MARKED = re.compile(
    r"(?:that permanent|it) is an? (\w+) permanent (?:(?:for )?as long as|until)", re.I
)
_VARIANT = (
    r"{name} n is a(?:nother)? variant of {name}\. (?P<body>.+)|"
    r"in the form \"{name} n,\" (?P<form>.+)|to have a permanent {name} n, (?P<have>.+)"
)


def compile_actions(
    section: Sequence[Rule], *, known: Mapping[str, tuple[str, ...]] | None = None
) -> tuple[Compiled, ...]:
    """The programs of the keyword actions that a section defines, in its order.

    Args:
        section: the rules of the section and below, in order.
        known: the parameters of further keyword actions, by name.
    """
    groups = list(_groups(section))
    headers = {rule.number: _names(rule.heading) for rule, _ in groups}
    actions = dict(known or COMMON_ACTIONS)
    found: dict[str, Compiled] = {}
    for _ in range(2):  # a definition may use an action that is defined further down
        for rule, below in groups:
            for name in headers[rule.number]:
                made = _compiled(name, rule, below, actions)
                found[name] = made
                if made.program is not None:
                    actions[name] = made.program.parameters
    return tuple(found.values())


def _groups(section: Sequence[Rule]) -> Iterator[tuple[Rule, list[Rule]]]:
    """Each rule that has a heading, with the lettered rules below it."""
    for rule in section:
        if rule.number.rule and not rule.number.letter and rule.heading:
            below = [r for r in section if r.parent == rule.number]
            yield rule, below or [rule]


def _names(heading: str) -> tuple[str, ...]:
    """`Tap and Untap` heads two actions, every other heading one."""
    low = re.sub(r"[.\s]+$", "", heading).lower()
    parts = low.split(" and ")
    return tuple(parts) if len(parts) > 1 and all(" " not in part for part in parts) else (low,)


def _compiled(
    name: str, rule: Rule, below: Sequence[Rule], actions: Mapping[str, tuple[str, ...]]
) -> Compiled:
    number = str(rule.number)
    stopped: Stopped | None = None
    for each in below:
        text = plain_quotes(each.text)
        for header, body, start in definitions(name, text):
            quoted = text[start - 1 : start] == '"'
            try:
                program = _program(header, body, each, below, actions, whole=quoted)
            except UnreadableError as error:
                at = text.lower().find(error.words.lower().strip(" ."), start)
                at = start if at < 0 else at
                end = min(at + len(error.words), len(text))
                stopped = stopped or Stopped(str(each.number), at, end, error.words)
                continue
            return Compiled(name, number, program)
    return Compiled(name, number, None, stopped)


def _program(
    header: Header,
    body: str,
    rule: Rule,
    below: Sequence[Rule],
    actions: Mapping[str, tuple[str, ...]],
    *,
    whole: bool,
) -> Program:
    """The program of one definition.

    Args:
        whole: whether all of the body is the definition, as between quotes; else remarks follow it.

    Raises:
        UnreadableError: a sentence of it can't be read.
    """
    spoken = Spoken(
        own=YOU if header.told and not header.noun else Name("it"),
        own_noun=header.noun or "permanent",
        parameters=(*header.parameters, "opponent", "to"),
        actions={name: given for name, given in actions.items() if name != header.name},
        amount=Name("n") if "n" in header.parameters else None,
        marked=found[1].lower() if (found := _MARKED.search(body)) else "",
    )
    reader = Reader(spoken=spoken)
    _read(reader, body, whole=whole)
    statements = without_unused_names(tuple(reader.statements))
    if not statements:
        raise UnreadableError(body[:80])
    own = header.noun in OBJECTS or _uses(statements, "it")
    named = dict.fromkeys((*(("it",) if own else ()), *header.parameters, *reader.spoken.used))
    body_rules = [rule]
    statements = _as_a_whole(statements, own=own)
    for each, said in _variants(header, below):
        other = Reader(spoken=replace(spoken, amount=Name("n"), mentions=(), count=50))
        _read(other, said, whole=False)
        statements = (If(Call("exists", (Name("n"),)), tuple(other.statements), statements),)
        named["n"] = None
        body_rules.append(each)
    before = tuple(guards(header, below))
    return Program(
        name=header.name,
        kind="action",
        parameters=tuple(named),
        body=(*before, *statements),
        rules=tuple(str(each.number) for each in body_rules),
        evidence=tuple((str(each.number), 0, len(each.text)) for each in body_rules),
    )


def _variants(header: Header, below: Sequence[Rule]) -> Iterator[tuple[Rule, str]]:
    """What lettered rules say of the same action with a number, such as `connive N`."""
    pattern = re.compile(_VARIANT.format(name=re.escape(header.name)), re.I | re.DOTALL)
    for rule in below:
        if "n" not in header.parameters and (match := pattern.search(plain_quotes(rule.text))):
            yield rule, match["body"] or match["form"] or match["have"]


def _as_a_whole(statements: tuple[Statement, ...], *, own: bool) -> tuple[Statement, ...]:
    """Where all of a definition hangs on a condition, the action isn't done without it.

    What is done to the one thing that is spoken of is done to `it`, where the action has no object
    of its own: cards milled, a creature blighted.
    """
    if len(statements) == 1 and isinstance(statements[0], If) and not statements[0].otherwise:
        (only,) = statements
        assert isinstance(only, If)
        stop = If(_opposite(only.condition), (Do(Call("nothing_happens")),), rules=only.rules)
        statements = (stop, *only.then)
    steps = [s for s in walk(statements) if isinstance(s, Do)]
    names = {s.result for s in steps if s.result}
    parted = any(s.call.op == "divide" for s in steps) or any(
        call.role("any_number") for s in steps for call in calls_in(s.call)
    )
    if own or parted or names != {"that1"}:
        return statements
    first: tuple[Statement, ...] = ()
    if not any(isinstance(s, Do) and s.result for s in statements):
        first = (Do(Call("remember", (Call("nothing"),)), result="it"),)
    return (*first, *map(_renamed, statements))


def _opposite(condition: Expression) -> Expression:
    if isinstance(condition, Call) and condition.op == "not":
        return condition.args[0]
    return Call("not", (condition,))


def _renamed(statement: Statement) -> Statement:
    """The statement with `it` for the name that the reader gave."""
    if isinstance(statement, Do):
        call = _with_it(statement.call)
        assert isinstance(call, Call)
        result = "it" if statement.result == "that1" else statement.result
        if not result and call.op == "move" and call.args == (Name("it"),):
            result = "it"
        return replace(statement, call=call, result=result)
    if isinstance(statement, If):
        return replace(
            statement,
            condition=_with_it(statement.condition),
            then=tuple(map(_renamed, statement.then)),
            otherwise=tuple(map(_renamed, statement.otherwise)),
        )
    if isinstance(statement, Within):
        frame = _with_it(statement.frame)
        assert isinstance(frame, Call)
        return replace(
            statement,
            frame=frame,
            body=tuple(map(_renamed, statement.body)),
            otherwise=tuple(map(_renamed, statement.otherwise)),
        )
    return replace(
        statement, items=_with_it(statement.items), body=tuple(map(_renamed, statement.body))
    )


def _with_it(value: Expression) -> Expression:
    if value == Name("that1"):
        return Name("it")
    if isinstance(value, tuple):
        return tuple(map(_with_it, value))
    if isinstance(value, Call):
        return Call(
            value.op,
            tuple(map(_with_it, value.args)),
            tuple((role, _with_it(filler)) for role, filler in value.roles),
        )
    return value


def _read(reader: Reader, body: str, *, whole: bool) -> None:
    """The sentences of a definition; remarks that follow it are left, unless it must be whole."""
    for place, sentence in enumerate(_sentences(body)):
        tried = Reader(spoken=reader.spoken.copy())
        tried.statements = list(reader.statements)
        try:
            tried.read(sentence)
        except UnreadableError:
            short = re.match(r"([^:]+): it \w+", sentence)
            if short and _reads(reader, short[1]):  # behind the colon is what follows from it
                continue
            if place and not whole and _REMARK.match(sentence):
                return
            raise
        reader.statements = tried.statements
        reader.spoken = tried.spoken


def _reads(reader: Reader, sentence: str) -> bool:
    """Read a sentence, if it can be read."""
    tried = Reader(spoken=reader.spoken.copy())
    try:
        tried.read(sentence)
    except UnreadableError:
        return False
    reader.statements += tried.statements
    reader.spoken = tried.spoken
    return True


def _sentences(body: str) -> list[str]:
    plain = re.sub(r"\s*\([^()]*\)", "", body)
    return split_sentences(plain)


def _uses(statements: Iterable[Statement], name: str) -> bool:
    return any(
        _mentions(expression, name)
        for statement in walk(tuple(statements))
        for expression in expressions_of(statement)
    )


def _mentions(value: Expression, name: str) -> bool:
    if value == Name(name):
        return True
    if isinstance(value, tuple):
        return any(_mentions(each, name) for each in value)
    return any(
        _mentions(each, name)
        for call in calls_in(value)
        for each in (*call.args, *(filler for _, filler in call.roles))
    )
