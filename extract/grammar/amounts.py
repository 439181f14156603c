"""Numbers that instructions tell by what they count or measure, such as `its power`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from extract.grammar.phrases import UnreadableError, description
from extract.grammar.spoken import DONE, YOU
from extract.grammar.things import group
from kg.program.tree import Call, Expression

if TYPE_CHECKING:
    from extract.grammar.clauses import Reader

__all__ = ["amount", "for_each"]

_MEASURE = "(power|toughness|mana value)"


def amount(reader: Reader, words: str) -> Expression:
    """The value of a number in words, a letter, or a phrase that counts or measures.

    Raises:
        UnreadableError: it can't be read.
    """
    low = words.strip().lower()
    if match := re.fullmatch(r"(twice|three times) (.+)", low):
        return Call("times", (2 if match[1] == "twice" else 3, amount(reader, match[2])))
    if match := re.fullmatch(r"half (.+?),? rounded (up|down)", low):
        up = (("up", True),) if match[2] == "up" else ()
        return Call("half", (amount(reader, match[1]),), up)
    if match := re.fullmatch(r"(.+?) (plus|minus) (.+)", low):
        return Call(match[2], (amount(reader, match[1]), amount(reader, match[3])))
    if match := re.fullmatch(rf"(its|their) {_MEASURE}", low):
        return Call(match[2].replace(" ", "_"), (reader.thing("it"),))
    if match := re.fullmatch(rf"(.+?)'s? {_MEASURE}", low):
        return Call(match[2].replace(" ", "_"), (reader.thing(match[1]),))
    if match := re.fullmatch(rf"the {_MEASURE} of (.+)", low):
        return Call(match[1].replace(" ", "_"), (reader.thing(match[2]),))
    if match := re.fullmatch(r"(?:the number of|how many) (.+)", low):
        return _count(reader, match[1])
    if match := re.fullmatch(r"(your|their|that player's) life total", low):
        return Call("life", (reader.spoken.actor if match[1] != "your" else YOU,))
    return reader.number(words)


def for_each(reader: Reader, n: str, each: str | None) -> Expression:
    """`two cards for each creature you control`: a number, so many times; without `each` itself.

    Raises:
        UnreadableError: one of them can't be read.
    """
    many = amount(reader, n)
    if not each:
        return many
    counted = amount(reader, f"the number of {each}")
    return counted if many == 1 else Call("times", (many, counted))


def _count(reader: Reader, words: str) -> Expression:
    """How many `creatures you control`, or `lands milled this way`, there are."""
    if match := re.fullmatch(r"([\w+/-]+ )?counters (?:there are )?on (.+)", words):
        kind = (match[1].strip(),) if match[1] else ()
        return Call("counters", (reader.thing(match[2]), *kind))
    if match := re.fullmatch(rf"(.+?) ({'|'.join(DONE)}) this way", words):
        gone = reader.spoken.latest_mention("", DONE[match[2]])
        if gone is None:
            raise UnreadableError(words)
        if match[1] in ("card", "cards", "permanents", "tokens"):
            return Call("count", (gone.what,))
        return Call("count", (Call("filtered", (gone.what, description(match[1]))),))
    if match := re.fullmatch(
        r"(?:(.+?) )?cards? in (your|their|that player's) (hand|graveyard)", words
    ):
        whose = YOU if match[2] == "your" else reader.player(match[2])
        held: Expression = Call("cards", (whose, match[3]))
        if match[1]:
            held = Call("filtered", (held, description(f"{match[1]} card")))
        return Call("count", (held,))
    return Call("count", (group(reader, words),))
