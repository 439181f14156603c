"""A rule's text with what was read in it: `ruleloom show NUMBER --explain`.

On a terminal the spans are coloured; elsewhere the roles stand in brackets in the text. The terms
of each statement follow it, with what kind of thing they are and where they are defined.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence

import click

from kg.model import Citation, Passage, Rule
from kg.statements import Mention, Said, Statement

__all__ = ["explain_rule"]

_COLOURS = {
    "condition": "yellow",
    "trigger": "magenta",
    "exception": "red",
    "actor": "green",
    "term": "blue",
    "citation": "cyan",
}
_LEVELS = ("condition", "trigger", "exception", "actor")


def explain_rule(rule: Rule, said: Sequence[Said]) -> None:
    """Print a rule and its examples.

    Args:
        said: what the rule says, then what each example says.
    """
    coloured = sys.stdout.isatty()
    if coloured:
        shown = "  ".join(click.style(name, fg=colour) for name, colour in _COLOURS.items())
        click.echo(f"{click.style('legend', dim=True)}: {shown}")
    click.echo(
        click.style(str(rule.number), bold=True) + (f" {rule.heading}" if rule.heading else "")
    )
    for passage, about, position in zip(rule.passages(), said, range(len(said)), strict=True):
        if position:
            click.echo(f"Example {position}")
        for statement in about.statements:
            click.echo(f"  {words_of(statement.kind) or 'no kind recognised'}")
            click.echo(f"    {_marked(passage, statement, about, coloured=coloured)}")
            terms = [_named(m, passage) for m in about.mentions if _inside(m.start, statement)]
            if terms:
                click.echo(
                    f"    {click.style('terms', dim=True)}: {', '.join(dict.fromkeys(terms))}"
                )
        for card in about.cards:
            quoted = f", quoted: {len(card.texts)}" if card.texts else ""
            click.echo(f"    {click.style('card', dim=True)}: {card.name}{quoted}")


def words_of(name: str) -> str:
    """A name of the ontology in words: `triggerStatement` is a trigger statement."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).lower()


def _inside(place: int, statement: Statement) -> bool:
    return statement.start <= place < statement.end


def _named(mention: Mention, passage: Passage) -> str:
    label = mention.term.label or mention.term.entry
    where = f", {mention.term.rule}" if mention.term.rule else ""
    sense = f", sense {mention.sense}" if mention.sense else ""
    told = ", ambiguous" if mention.ambiguous else sense
    kind = "" if mention.kind == "glossaryTerm" else f"{words_of(mention.kind)}"
    about = f"{kind}{where}{told}".strip(", ")
    return f"{label} ({about})" if about else label


def _marked(passage: Passage, statement: Statement, said: Said, *, coloured: bool) -> str:
    """A statement's text with its roles marked; in colours, with terms and citations too."""
    text = passage.text
    if not coloured:
        return _bracketed(text, statement)
    cuts = _painted(passage, statement, said)
    return "".join(
        click.style(text[start:end], fg=colour) if colour else text[start:end]
        for start, end, colour in cuts
    )


def _bracketed(text: str, statement: Statement) -> str:
    """The text with `[role: words]`, roles within roles kept."""
    opening: dict[int, list[str]] = {}
    closing: dict[int, int] = {}
    for role in sorted(statement.roles, key=lambda r: (r.start, -r.end)):
        label = words_of(role.actor) if role.actor else role.role
        opening.setdefault(role.start, []).append(f"[{label}: ")
        closing[role.end] = closing.get(role.end, 0) + 1
    parts = []
    for place in range(statement.start, statement.end + 1):
        parts.append("]" * closing.get(place, 0))
        parts.extend(opening.get(place, ()))
        parts.append(text[place : place + 1] if place < statement.end else "")
    return "".join(parts)


def _painted(passage: Passage, statement: Statement, said: Said) -> Iterator[tuple[int, int, str]]:
    """Pieces of a statement's text with their colours; what is marked last lies on top."""
    colours: dict[int, str] = {}
    for level in _LEVELS:
        for role in statement.roles:
            if role.role == level:
                colours.update(dict.fromkeys(range(role.start, role.end), _COLOURS[level]))
    on_top: list[tuple[str, Sequence[Mention] | Sequence[Citation]]] = [
        ("term", said.mentions),
        ("citation", passage.citations),
    ]
    for name, marks in on_top:
        for mark in marks:
            colours.update(dict.fromkeys(range(mark.start, mark.end), _COLOURS[name]))
    start = statement.start
    for place in range(statement.start + 1, statement.end + 1):
        before = colours.get(start, "")
        if place == statement.end or colours.get(place, "") != before:
            yield start, place, before
            start = place
