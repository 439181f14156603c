"""Definitions of keyword abilities of the form `“Flanking” means “Whenever ...”`, as programs.

What such a definition quotes is text as cards have it, an ability a quotation, with the keyword's
parameters in its place: `[cost]`, `N`, `[quality]`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from extract.grammar.cards import compile_card_text
from extract.grammar.definitions import Compiled, Stopped
from extract.grammar.guards import plain_quotes
from extract.grammar.phrases import UnreadableError
from kg.model import Rule
from kg.program.tree import Program

__all__ = ["compile_abilities"]

_MEANS = re.compile(
    r'"(?P<head>[^"]+)"(?: \([^)]*\))? means (?P<quoted>"[^"]+"(?:,? and "[^"]+"|,? "[^"]+")*)'
)
_HEAD = re.compile(r"(?P<name>[^\[—]+?)(?: from| for| onto)?(?P<rest>(?: N\b|[ —]*\[[\w ]+\])*)$")
_PARAMETERS = {"cost": "cost", "n": "n"}


def compile_abilities(
    section: Sequence[Rule], *, known: Mapping[str, tuple[str, ...]] | None = None
) -> tuple[Compiled, ...]:
    """The programs of the keyword abilities that a section defines in that form, in its order.

    Args:
        section: the rules of the section and below, in order.
        known: the parameters of the edition's keyword actions, by name.
    """
    found = []
    for rule in section:
        if not rule.heading or rule.number.letter:
            continue
        name = rule.heading.lower().rstrip(". ")
        below = [each for each in section if each.parent == rule.number] or [rule]
        found += [_compiled(name, str(rule.number), plain, known) for plain in _plain(name, below)]
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _Plain:
    """A definition of that form: the rule, the parameters, what is quoted, and from where on."""

    rule: Rule
    parameters: tuple[str, ...]
    quoted: tuple[str, ...]
    start: int


def _plain(name: str, below: Sequence[Rule]) -> Iterator[_Plain]:
    """The first definition of an ability of that name."""
    for rule in below:
        text = plain_quotes(rule.text)
        for match in _MEANS.finditer(text):
            head = _HEAD.match(match["head"])
            if head is not None and head["name"].strip().lower() == name:
                asked = re.findall(r"\[(\w+)[^\]]*\]|\b(N)\b", head["rest"])
                named = (_PARAMETERS.get("".join(each).lower(), "quality") for each in asked)
                quoted = tuple(re.findall(r'"([^"]+)"', match["quoted"]))
                yield _Plain(rule, tuple(dict.fromkeys(named)), quoted, match.start("quoted"))
                return


def _compiled(
    name: str, number: str, plain: _Plain, known: Mapping[str, tuple[str, ...]] | None
) -> Compiled:
    said = str(plain.rule.number)
    lines = "\n".join(each.strip(" ,") for each in plain.quoted)
    try:
        made = compile_card_text(lines, actions=known)
    except UnreadableError as error:
        text = plain_quotes(plain.rule.text)
        at = text.lower().find(error.words.lower().strip(" ."), plain.start)
        at = plain.start if at < 0 else at
        end = min(at + len(error.words), len(text))
        return Compiled(name, number, None, Stopped(said, at, end, error.words), True)
    program = Program(
        name=name,
        kind="ability",
        parameters=("self", *plain.parameters),
        body=tuple(statement for each in made for statement in each.body),
        rules=(said,),
        evidence=((said, plain.start, len(plain.rule.text)),),
    )
    return Compiled(name, number, program, ability=True)
