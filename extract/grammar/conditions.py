"""What `if` asks of the game in the midst of instructions."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from extract.grammar.phrases import UnreadableError, description, read_condition
from extract.grammar.spoken import DONE
from kg.program.tree import Call, Expression

if TYPE_CHECKING:
    from extract.grammar.clauses import Reader

__all__ = ["condition", "refused"]

_DESIGNATIONS = "monstrous|suspected|goaded|harnessed|exerted|renowned|saddled"
_REFUSED = re.compile(
    r"(?:you|they|that player|he or she) (?:don't|didn't|doesn't|do not|did not|can't)\b.*|"
    r"none (?:was|were|is).*|you \w+ none|no card (?:is|was) .+"
)


def refused(words: str) -> bool:
    """Whether a condition says that what was offered, or what was asked before, wasn't so."""
    return bool(_REFUSED.fullmatch(words.strip().lower()))


def condition(reader: Reader, words: str) -> Expression:
    """A condition, about what was spoken of.

    Raises:
        UnreadableError: it can't be read.
    """
    low = words.strip().lower()
    if match := re.fullmatch(
        r"(?:an?|the) (.+?) (?:is|was|were|are) (revealed|discarded|exiled|milled|sacrificed)"
        r"(?: this way)?",
        low,
    ):
        return Call("matches", (_done(reader, match[2]), description(match[1])))
    if match := re.fullmatch(
        r"(?:you|they|that player) (revealed|discarded|exiled|milled|sacrificed) "
        r"(?:an?|one or more) (.+?) this way",
        low,
    ):
        return Call("matches", (_done(reader, match[1]), description(match[2])))
    if match := re.fullmatch(r"(?:you|they|that player) (win|lose)s? the flip", low):
        flip = reader.spoken.latest_mention("", "flip")
        if flip is not None:
            return flip.what if match[1] == "win" else Call("not", (flip.what,))
    if match := re.fullmatch(
        r"the (revealed|discarded|exiled|milled) card (?:is|was) an? (.+)", low
    ):
        return Call("matches", (_done(reader, match[1]), description(match[2])))
    if match := re.fullmatch(
        r"(?:no|there (?:is|are) no) (.+?) counters? (?:is|are)? ?on (.+)", low
    ):
        return Call("not", (Call("has_counter", (reader.thing(match[2]), match[1])),))
    if match := re.fullmatch(r"(.+?) has no (?:(.+) )?counters? on (?:it|them)", low):
        return Call("not", (Call("has_counter", (reader.thing(match[1]), match[2] or "")),))
    if match := re.fullmatch(r"(.+?) has (?:an?|one or more) (.+) counters? on (?:it|them)", low):
        return Call("has_counter", (reader.thing(match[1]), match[2]))
    if match := re.fullmatch(
        rf"(.+?) (?:is|'s) ?(n't|not)? ?(?:an? )?({_DESIGNATIONS})(?: \w+)?(?: already)?", low
    ) or re.fullmatch(rf"(.+?) (isn't) (?:an? )?({_DESIGNATIONS})(?: \w+)?", low):
        held = Call("has_designation", (reader.thing(match[1]), match[3]))
        return Call("not", (held,)) if match[2] else held
    if match := re.fullmatch(r"you (don't )?control (no |an? |another )?(.+)", low):
        found = Call("controls", (reader.spoken.actor, description(match[3])))
        negative = bool(match[1]) != ((match[2] or "") == "no ")
        return Call("not", (found,)) if negative else found
    if match := re.fullmatch(r"(.+?) lacks the subtype \[(\w+)\]", low):
        subtype = _described(reader, f"[{match[2]}]")
        return Call("not", (Call("matches", (reader.thing(match[1]), subtype)),))
    if match := re.fullmatch(r"(no|an?) (.+?) is under your control", low):
        found = Call("controls", (reader.spoken.actor, description(match[2])))
        return Call("not", (found,)) if match[1] == "no" else found
    if match := re.fullmatch(
        r"(it|that \w+|the [\w ]+?)(?: (?:is|was)(n't)?|'s) (?:an? )?(.+)", low
    ):
        held = Call("matches", (reader.thing(match[1]), _described(reader, match[3])))
        return Call("not", (held,)) if match[2] else held
    return read_condition(low)


def _described(reader: Reader, words: str) -> Expression:
    match = re.fullmatch(r"(?:an? )?\[(\w+)\](?: \w+)?", words)
    if match and match[1] in reader.spoken.parameters:
        return reader.spoken.use(match[1])
    if "[" in words:
        raise UnreadableError(words)
    return description(words)


def _done(reader: Reader, participle: str) -> Expression:
    """What was revealed, discarded ... last."""
    found = reader.spoken.latest_mention("", DONE[participle])
    return found.what if found else reader.spoken.latest()
