"""What the static abilities of cards declare, sentence by sentence."""

from __future__ import annotations

import re

from extract.grammar.phrases import (
    UnreadableError,
    description,
    is_subtype,
    number,
    object_phrase,
    read_condition,
)
from kg.program.tree import Call, Do, Expression, Name, Statement, Within

__all__ = [
    "TYPE_WORDS",
    "declaration",
    "declare",
    "forbid",
    "keyword_list",
    "read_static",
    "split_sentences",
]

_SIZE = r"([+-](?:\d+|[xn]))/([+-](?:\d+|[xn]))"


def split_sentences(text: str) -> list[str]:
    """The sentences of a text, without their periods."""
    return [
        part.strip().rstrip(".")
        for part in re.split(r"(?<=[.])\s+(?=[A-Z~{])", text)
        if part.strip()
    ]


def read_static(text: str) -> tuple[Statement, ...] | None:
    """The declarations that a line makes; None where it is no static ability.

    Raises:
        UnreadableError: one of them can't be read.
    """
    if re.search(r"\buntil end of turn\b|\bthis turn\b|\btarget\b", text, re.IGNORECASE):
        return None
    found: list[Statement] = []
    for sentence in split_sentences(text):
        if re.fullmatch(r"this effect doesn't remove (?:~|this aura).*", sentence, re.IGNORECASE):
            found = [_sparing(each) for each in found]
            continue
        made = _static_sentence(sentence)
        if made is None:
            return None
        found += made
    return tuple(found) or None


def _sparing(statement: Statement) -> Statement:
    """CR 702.16n: protection that doesn't remove the Aura that gives it."""
    if isinstance(statement, Do) and statement.call.op == "has":
        call = statement.call
        return Do(Call(call.op, call.args, (*call.roles, ("sparing", Name("self")))))
    return statement


def _static_sentence(sentence: str) -> list[Statement] | None:
    low = sentence.lower()
    if match := re.fullmatch(r"as long as (.+?), (.+)", low):
        inner = _static_sentence(match[2])
        return None if inner is None else [_while(match[1], inner)]
    if match := re.fullmatch(r"(.+?) as long as (.+)", low):
        inner = _static_sentence(match[1])
        return None if inner is None else [_while(match[2], inner)]
    if match := re.fullmatch(r"~ enters (?:the battlefield )?tapped", low):
        return [
            Within(Call("entering", (Name("self"),)), (declare("turn_sideways", Name("self")),))
        ]
    if match := re.fullmatch(
        r"~ enters (?:the battlefield )?with (an?|\w+) ([\w+/-]+) counters? on it", low
    ):
        put = declare("put_counters", Name("self"), kind=match[2], n=number(match[1]))
        return [Within(Call("entering", (Name("self"),)), (put,))]
    if match := re.fullmatch(r"(your opponents|opponents|players|you) can't gain life", low):
        return [forbid("life_gained", roles={"player": object_phrase(match[1])})]
    if match := re.fullmatch(
        r"(.+?) (can't|can|gets?|has|have|is|isn't|are|loses?|attacks?|doesn't|don't|must) (.+)",
        low,
    ):
        return _declared(match[1], match[2], match[3])
    return None


def _while(condition: str, inner: list[Statement]) -> Statement:
    return Within(Call("as_long_as", (read_condition(condition),)), tuple(inner))


def _declared(subject: str, verb: str, rest: str) -> list[Statement] | None:
    try:
        about = object_phrase(subject)
    except UnreadableError:
        return None
    found: list[Statement] = []
    parts = re.split(
        r" and (?=(?:can't|can|gets?|has|have|is|isn't|are|loses?|attacks?) )", f"{verb} {rest}"
    )
    for part in parts:
        word, _, words = part.partition(" ")
        made = declaration(about, word, words)
        if made is None:
            return None
        found += made
    return found


def declaration(about: Expression, verb: str, rest: str) -> list[Statement] | None:
    if verb in ("get", "gets") and (size := re.fullmatch(_SIZE, rest, re.IGNORECASE)):
        return [declare("gets", about, power=_signed(size[1]), toughness=_signed(size[2]))]
    if verb in ("has", "have"):
        if size := re.fullmatch(r"base power and toughness (\d+)/(\d+)", rest):
            return [declare("becomes", about, power=int(size[1]), toughness=int(size[2]))]
        return [declare("has", about, keyword) for keyword in keyword_list(rest)]
    if verb in ("lose", "loses"):
        return [declare("loses", about, keyword) for keyword in keyword_list(rest)]
    if verb == "can't":
        return _prohibitions(about, rest)
    if verb == "can":
        return _permissions(about, rest)
    if verb in ("is", "are"):
        return _being(about, rest)
    if verb == "isn't":
        return [declare("becomes", about, removed_types=(_type(rest),))]
    if verb in ("attack", "attacks") and rest == "each combat if able":
        return [Do(Call("must", (Call("attacked", (about,)),)))]
    if verb in ("doesn't", "don't") and re.fullmatch(
        r"untap during (?:its|their|your) .*untap steps?", rest
    ):
        return [declare("doesnt_untap", about)]
    if verb == "must" and rest == "be blocked if able":
        return [Do(Call("must", (Call("became_blocked", (about,)),)))]
    return None


def _type(words: str) -> str:
    return re.sub(r"^an? ", "", words)


def _being(about: Expression, rest: str) -> list[Statement] | None:
    match = re.fullmatch(
        r"an? (.+?)(?: in addition to (?:its|their) other (?:types|creature types))?", rest
    )
    if match is None:
        return None
    types = [word for word in match[1].split() if word in TYPE_WORDS]
    subtypes = [word for word in match[1].split() if word not in TYPE_WORDS]
    if not all(map(is_subtype, subtypes)):
        return None
    added = "in addition" in rest
    roles: dict[str, Expression] = {}
    if types:
        roles["added_types" if added else "types"] = tuple(types)
    if subtypes:
        roles["added_subtypes" if added else "subtypes"] = tuple(subtypes)
    return [declare("becomes", about, **roles)]


TYPE_WORDS = set("artifact battle creature enchantment land planeswalker legendary".split())


def _prohibitions(about: Expression, rest: str) -> list[Statement] | None:
    found: list[Statement] = []
    for part in re.split(r",? or |, ", rest):
        if part in ("attack", "block"):
            found.append(forbid(f"{part}ed", about))
        elif part == "be blocked":
            found += [
                forbid("became_blocked", about),
                forbid("blocked", "creature", roles={"to": about}),
            ]
        elif match := re.fullmatch(r"be blocked except by (.+)", part):
            found.append(_except_by(about, match[1]))
        elif match := re.fullmatch(r"be blocked by (.+)", part):
            found.append(forbid("blocked", description(match[1]), roles={"to": about}))
        elif part in ("be countered", "be sacrificed", "be destroyed", "be regenerated"):
            found.append(forbid(part.removeprefix("be "), about))
        elif part == "attack or block alone":
            return None
        else:
            return None
    return found


def _except_by(about: Expression, words: str) -> Statement:
    if match := re.fullmatch(r"(two|three) or more creatures", words):
        return forbid("became_blocked", about, roles={"amount": 1 if match[1] == "two" else 2})
    if match := re.fullmatch(r"creatures with (.+)", words):
        return forbid("blocked", f"creature without {match[1]}", roles={"to": about})
    noun = description(words).removesuffix("s")
    return forbid("blocked", f"non{noun}" if " " not in noun else noun, roles={"to": about})


def _permissions(about: Expression, rest: str) -> list[Statement] | None:
    if match := re.fullmatch(r"block (an|\w+) additional creatures?(?: each combat)?", rest):
        return [declare("blocks_more", about, n=number(match[1]))]
    if re.fullmatch(r"block any number of creatures", rest):
        return [declare("blocks_more", about, n="any")]
    return None


def keyword_list(words: str) -> list[str]:
    """The keywords of a list such as `flying, vigilance, and protection from red`."""
    plain = words.strip().rstrip(".")
    if plain.startswith('"'):
        raise UnreadableError(words)
    parts = re.split(r",? and (?!from )|, ", plain)
    return [part.strip() for part in parts if part.strip()]


def _signed(size: str) -> Expression:
    if size[1:].lower() in ("x", "n"):
        asked = Name(size[1:].lower())
        return asked if size[0] == "+" else Call("minus", (0, asked))
    return int(size)


def forbid(
    event: str, about: Expression = None, *, roles: dict[str, Expression] | None = None
) -> Statement:
    args = () if about is None else (about,)
    return Do(Call("cant", (Call(event, args, tuple((roles or {}).items())),)))


def declare(op: str, *args: Expression, **roles: Expression) -> Do:
    return Do(Call(op, tuple(args), tuple(roles.items())))
