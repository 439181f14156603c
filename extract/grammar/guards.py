"""What lettered rules add to a definition: when the action isn't done, may not be, or is anyway."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from extract.grammar.frames import Header
from kg.model import Rule
from kg.program.events import event_name
from kg.program.tree import Call, Do, If, Name, Statement, Within

__all__ = ["guards", "plain_quotes"]

_ANYWAY = re.compile(
    r"even if some or all of (?:those|these) actions were impossible|"
    r"whatever may really have happened|whether or not all of it, or any of it, could be done|"
    r"(?:regardless of|no matter) what (?:events )?actually (?:occurred|happened)"
)
_IT, _N, _YOU = Name("it"), Name("n"), Name("you")
_NOTHING: tuple[Statement, ...] = (Do(Call("nothing_happens")),)


def plain_quotes(text: str) -> str:
    """A text with the quotes and the minus sign of a typewriter."""
    return text.translate(str.maketrans("“”’‘−", "\"\"''-"))


def guards(header: Header, below: Sequence[Rule]) -> Iterator[Statement]:
    """The steps before a definition's own that its lettered rules ask for."""
    for rule in below:
        yield from _guards(header, plain_quotes(rule.text).lower(), (str(rule.number),))


def _guards(header: Header, text: str, number: tuple[str, ...]) -> Iterator[Statement]:
    name, done = re.escape(header.name), event_name(header.name)
    counted = "n" in header.parameters
    if counted and re.search(rf"(?:told|instructed) to {name} 0\b", text):
        yield If(Call("equal", (_N, 0)), _NOTHING, rules=number)
    if counted and re.search(
        rf"can't {name} a number of cards greater than|no more cards can be {done} than", text
    ):
        enough = Call("at_least", (Call("count", (Call("library", (_YOU,)),)), _N))
        yield Do(Call("impossible_if", (Call("not", (enough,)),)), rules=number)
    if _ANYWAY.search(text) and re.search(rf"\b{name}|{done}", text):
        yield Do(Call("happens"), rules=number)
    if header.noun:
        yield from _about_its_object(name, done, text, number)


def _about_its_object(
    name: str, done: str, text: str, number: tuple[str, ...]
) -> Iterator[Statement]:
    if re.search(
        rf"(?:multiple|several) \w+ are (?:told|instructed) to {name} (?:at the same|simul)|"
        rf"told to {name} several cards|to {name} multiple cards .+ one at a time",
        text,
    ):
        yield Do(Call("one_at_a_time"), rules=number)
    if only := _only(text, done):
        yield Do(Call("only_if", (Call("matches", (_IT, only)),)), rules=number)
    if re.search(rf"isn't on the battlefield can't be {done}\b", text):
        yield Do(Call("only_if", (Call("is_in", (_IT, "battlefield")),)), rules=number)
    if re.search(
        rf"can(?:'t)? {name} (?:something that|what) isn't a permanent, or .*"
        r"(?:somebody else|they don't) control",
        text,
    ):
        theirs = Call("matches", (_IT, "permanent you control"))
        held = Call("and", (Call("is_in", (_IT, "battlefield")), theirs))
        yield Do(Call("only_if", (held,)), rules=number)
    if re.search(rf"(?:instructed to|would have them) {name}\b", text) and re.search(
        r"(?:no longer on|left) the battlefield or (?:are no longer creatures|isn't a creature)",
        text,
    ):
        there = Call("count", (Call("filtered", (_IT, "creature on the battlefield")),))
        gone = Call("not", (Call("at_least", (there, Call("count", (_IT,)))),))
        yield If(gone, _NOTHING, rules=number)
    if re.search(rf"{done}\b.* can't become {done} (?:again|a second)", text):
        yield If(Call("has_designation", (_IT, done)), _NOTHING, rules=number)
    if re.search(
        rf"a {done} creature (?:attacks each combat|has to attack)|"
        rf"each combat, a {done} creature has to attack",
        text,
    ):
        yield _attacks(number, others="player other than" in text)


def _only(text: str, done: str) -> str:
    """The description of what alone it may be done to, if a rule says so."""
    match = re.search(rf"only an? (.+?) card may be {done}\b", text) or re.search(
        rf"nothing can be {done} but an? (.+?) card that is (face up)\b", text
    )
    if match is None:
        return ""
    return " ".join(reversed(match.groups())).replace("face up", "face-up")


def _attacks(number: tuple[str, ...], *, others: bool) -> Statement:
    """CR 508.1d: requirements on attacking, for as long as the designation lasts."""
    body: list[Statement] = [Do(Call("must", (Call("attacked", (_IT,)),)))]
    if others:
        elsewhere = Call("attacked", (_IT,), (("to", Call("others", (_YOU,))),))
        body.append(Do(Call("must", (elsewhere,))))
    return Within(Call("during", ("your next turn",)), tuple(body), rules=number)
