"""What lasts, and what waits: durations, the next event, delayed triggered abilities."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from extract.grammar.phrases import UnreadableError, pattern_of
from extract.grammar.spoken import YOU
from extract.grammar.statics import declaration, declare
from kg.program.tree import Call, Do, Expression, Statement, Within

if TYPE_CHECKING:
    from extract.grammar.clauses import Reader

__all__ = ["declared", "lasting", "later", "next_time", "when"]


def lasting(reader: Reader, duration: str, words: str) -> None:
    """What holds for some time: declarations joined by `and`."""
    body: list[Statement] = []
    for part in re.split(r",? and (?=its |it |that )", words):
        body += declared(reader, part)
    reader.statements.append(Within(Call("during", (duration,)), tuple(body)))


def declared(reader: Reader, words: str) -> list[Statement]:
    if match := re.fullmatch(
        r"(.+?)'s? activated abilities can't be activated|its activated abilities can't be "
        r"activated",
        words,
    ):
        about = reader.thing(match[1]) if match[1] else reader.spoken.latest()
        return [Do(Call("cant", (Call("activated", (about,)),)))]
    if match := re.fullmatch(
        r"(.+?) attacks each combat if (?:able|it can),? and,? (?:if it can, it )?attacks "
        r"(?:a|some) "
        r"player other than .+",
        words,
    ):
        about = reader.thing(match[1])
        elsewhere = Call("attacked", (about,), (("to", Call("others", (YOU,))),))
        return [Do(Call("must", (each,))) for each in (Call("attacked", (about,)), elsewhere)]
    if match := re.fullmatch(r"(.+?) (?:is|becomes) (goaded|suspected|detained)", words):
        return [declare("designated", reader.thing(match[1]), match[2])]
    neither = re.sub(r"can neither (\w+) nor (\w+)", r"can't \1 or \2", words)
    match = re.fullmatch(
        r"(.+?) (can't|can|gets?|has|have|gains?|loses?|is|are|doesn't|don't) (.+)", neither
    )
    if match is None:
        raise UnreadableError(words)
    verb = {"gain": "have", "gains": "has"}.get(match[2], match[2])
    made = declaration(reader.thing(match[1]), verb, match[3])
    if made is None:
        raise UnreadableError(words)
    return made


def next_time(reader: Reader, words: str) -> None:
    """`the next time ... would be ... this turn, instead ...` (CR 614.1a, 614.3)."""
    match = re.fullmatch(
        r"(?:this turn that )?(.+?) would (be \w+)(?: this turn)?, instead (.+)", words
    )
    if match is None or not re.search(r"\bthis turn\b", words):
        raise UnreadableError(words)
    event = Call(match[2].removeprefix("be "), (reader.thing(match[1]),))
    roles: tuple[tuple[str, Expression], ...] = (("uses", 1), ("duration", "end of turn"))
    frame = Call("instead", (event,), roles)
    reader.statements.append(Within(frame, reader.offered(match[3]), result="event"))


def when(reader: Reader, event: str, effect: str, *, once: bool) -> None:
    """A delayed triggered ability (CR 603.7): `when it dies, return it ...`."""
    either = re.fullmatch(r"(it|that \w+) (\w+) or is (\w+|put into exile)", event)
    about: Expression
    if either is not None:
        about = reader.thing(either[1])
        done = "exiled" if either[3] in ("exiled", "put into exile") else either[3]
        pattern = Call("or", (_event(about, either[2]), Call(done, (about,))))
    elif match := re.fullmatch(r"(it|that \w+) (\w+)", event):
        pattern = _event(reader.thing(match[1]), match[2])
    else:
        pattern = pattern_of(event)
    frame = Call("when", (pattern,), (("once", once),))
    reader.statements.append(Within(frame, reader.offered(effect), result="event"))


def later(reader: Reader, effect: str, step: str) -> None:
    """A delayed triggered ability that waits for a step (CR 603.7b)."""
    frame = Call("when", (Call("begins", (step,)),), (("once", True),))
    reader.statements.append(Within(frame, reader.offered(effect)))


def _event(about: Expression, verb: str) -> Call:
    pattern = pattern_of(f"~ {verb}")
    return Call(pattern.op, (about,), pattern.roles)
