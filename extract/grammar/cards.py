"""The English of cards, line by line, as programs.

A line is one ability (CR 113.2c). Its form is told by its frame (a cost and a colon, a trigger
word, `If ... would`), and its sentences are read by `clauses`. What can't be read is an error that
quotes it; nothing is guessed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from extract.grammar.clauses import Reader
from extract.grammar.performing import COMMON_ACTIONS
from extract.grammar.phrases import UnreadableError, description, number, pattern_of, read_condition
from extract.grammar.statics import read_static, split_sentences
from kg.program.tree import Call, Do, Expression, Name, Program, Statement, Within

__all__ = ["UnreadableError", "compile_card_text", "compile_cost"]

_SELF = re.compile(
    r"\bthis (?:creature|permanent|spell|artifact|enchantment|land|equipment|aura|card|token|"
    r"vehicle|planeswalker|fortification|saga|siege|class|case|room|attraction|scheme|plane)\b",
    re.IGNORECASE,
)
_REMINDER = re.compile(r"\s*\([^()]*\)")
_COSTS = re.compile(r"^((?:[^:\"“”]|\{[^}]*\})+?): (.+)$", re.DOTALL)
_TRIGGER = re.compile(
    r"^(when|whenever|at) (.+?), (?=(?:if |you |they |each |target |it |~ |[a-z]))", re.IGNORECASE
)
_WOULD = re.compile(r"^if (.+?) would (.+?), (.+) instead\.?$", re.IGNORECASE)
_LABEL = re.compile(r"^([A-Z][\w’' ]{2,30}) — (.+)$", re.DOTALL)


_Actions = Mapping[str, tuple[str, ...]]


def compile_card_text(
    text: str, *, name: str = "", actions: _Actions | None = None
) -> tuple[Program, ...]:
    """The programs of a card's text, one a line.

    Args:
        name: the card's, which stands for the card itself in its text.
        actions: the parameters of further keyword actions that it may use, by name.

    Raises:
        UnreadableError: a line that can't be read; a ValueError that quotes it.
    """
    known = {**(actions or {}), **COMMON_ACTIONS}
    found = []
    for line in text.splitlines() or [""]:
        if line.strip():
            body = _line(_normal(line.strip(), name), known)
            found.append(Program(name=name or "text", kind="text", body=body))
    return tuple(found)


def compile_cost(text: str) -> tuple[Expression, ...]:
    """The parts of a cost in words and symbols, such as `{1}, Sacrifice a creature`.

    Raises:
        UnreadableError: it can't be read.
    """
    return tuple(_cost_part(part) for part in _parts(_normal(text.strip(), "")))


def _normal(text: str, name: str) -> str:
    plain = _REMINDER.sub("", text).replace("’", "'").replace("−", "-").strip()
    if name:
        plain = re.sub(rf"\b{re.escape(name)}\b", "~", plain)
    return _SELF.sub("~", plain)


def _line(text: str, actions: _Actions) -> tuple[Statement, ...]:
    label = _LABEL.match(text)
    if label is not None:
        if label[1].lower() == "visit":
            return (_when(Call("visited", (Name("self"),)), label[2], actions),)
        text = label[2]
    costs = _COSTS.match(text)
    if costs is not None and _is_cost(costs[1]):
        return (_activated(costs[1], costs[2], actions),)
    would = _WOULD.match(text)
    if would is not None:
        return (_instead(would[1], would[2], would[3], actions),)
    trigger = _TRIGGER.match(text)
    if trigger is not None:
        return _triggered(trigger[1], trigger[2], text[trigger.end() :], actions)
    static = read_static(text)
    if static is not None:
        return static
    return Reader(actions=actions).read_all(text)


# --- abilities ----------------------------------------------------------------------------------


def _is_cost(text: str) -> bool:
    try:
        return bool([_cost_part(part) for part in _parts(text)])
    except UnreadableError:
        return False


def _parts(text: str) -> list[str]:
    return [part.strip() for part in re.split(r",\s*(?:and )?(?![^{]*\})", text) if part.strip()]


_OF_HAND_OR_GRAVEYARD = re.compile(
    r"(?P<verb>discard|exile) ~(?: from your (?P<zone>hand|graveyard))?", re.IGNORECASE
)


def _cost_part(part: str) -> Expression:
    if part.lower() == "[cost]":
        return Name("cost")
    if match := _OF_HAND_OR_GRAVEYARD.fullmatch(part):
        return Call(match["verb"].lower(), (Name("self"),))
    symbols = re.fullmatch(r"(?:\{[^}]+\})+", part)
    if symbols is not None:
        if part == "{T}":
            return Call("tap", (Name("self"),))
        return Call("untap", (Name("self"),)) if part == "{Q}" else part
    low = part.lower()
    if match := re.fullmatch(r"(forage|(collect evidence|blight|exert) (\w+))", low):
        if match[3] == "~":
            return Call("exert", (Name("self"),))
        many = () if match[3] is None else (number(match[3]),)
        return Call((match[2] or match[1]).replace(" ", "_"), many)
    if match := re.fullmatch(r"waterbend ((?:\{[^}]+\})+)", part, re.IGNORECASE):
        return Call("waterbend", (match[1],))
    if match := re.fullmatch(r"pay (\w+) life", low):
        return Call("pay_life", (number(match[1]),))
    if match := re.fullmatch(r"(sacrifice|exile|discard|tap|untap|return) (.+)", low):
        return _cost_action(match[1], match[2])
    if match := re.fullmatch(r"(mill|put|remove) (.+)", low):
        if match[1] == "mill" and (cards := re.fullmatch(r"(\w+) cards?", match[2])):
            return Call("mill", (number(cards[1]),))
        if match[1] == "remove" and (
            taken := re.fullmatch(r"(\w+) ([\w+/-]+) counters? from ~", match[2])
        ):
            n = number(taken[1])
            return Call("remove_counters", (Name("self"),), (("kind", taken[2]), ("n", n)))
    if match := re.fullmatch(r"\[?([+-]?\d+)\]?", part):
        n = int(match[1])
        op = "put_counters" if n >= 0 else "remove_counters"
        return Call(op, (Name("self"),), (("kind", "loyalty"), ("n", abs(n))))
    raise UnreadableError(part)


def _cost_action(verb: str, what: str) -> Expression:
    if what in ("~", "it"):
        return Call(verb, (Name("self"),))
    match = re.fullmatch(r"(an?|another|\w+) (.+)", what)
    if match is None:
        raise UnreadableError(what)
    n = 1 if match[1] in ("a", "an", "another") else number(match[1])
    words = match[2].removesuffix(" you control")
    words = f"other {words}" if match[1] == "another" else words
    roles: list[tuple[str, Expression]] = [("n", n), ("decision", verb)]
    if verb == "discard":
        roles.append(("zone", "hand"))
        return Call(verb, (Call("choose", (Name("you"), description(words)), tuple(roles)),))
    if verb == "exile" and (held := re.fullmatch(r"(.+) from your (graveyard|hand)", words)):
        roles.append(("zone", held[2]))
        return Call(verb, (Call("choose", (Name("you"), description(held[1])), tuple(roles)),))
    wanted = description(words) + " you control"
    return Call(verb, (Call("choose", (Name("you"), wanted), tuple(roles)),))


def _activated(cost: str, effect: str, actions: _Actions) -> Statement:
    roles: list[tuple[str, Expression]] = []
    if match := re.search(r"\s*Activate only as a sorcery\.?$", effect, re.IGNORECASE):
        effect, roles = effect[: match.start()], [("timing", "sorcery")]
    if re.fullmatch(r"\[?[+-]?\d+\]?", cost):
        roles = [("timing", "loyalty")]
    for match in filter(None, map(_OF_HAND_OR_GRAVEYARD.fullmatch, _parts(cost))):
        discarded = match["verb"].lower() == "discard"
        if zone := match["zone"] or ("hand" if discarded else ""):
            roles.append(("zone", zone))
    parts = tuple(_cost_part(part) for part in _parts(cost))
    return Within(
        Call("activated", (parts,), tuple(roles)), Reader(actions=actions).read_all(effect)
    )


def _when(
    pattern: Call, effect: str, actions: _Actions, *, condition: Expression = None
) -> Statement:
    roles: tuple[tuple[str, Expression], ...] = ()
    if condition is not None:
        roles = (("condition", condition),)
    return Within(
        Call("when", (pattern,), roles),
        Reader(event=pattern, actions=actions).read_all(effect),
        result="event",
    )


def _triggered(word: str, event: str, effect: str, actions: _Actions) -> tuple[Statement, ...]:
    condition: Expression = None
    if match := re.match(r"if (.+?), (.+)$", effect, re.IGNORECASE | re.DOTALL):
        condition = read_condition(match[1])
        effect = match[2]
    pattern = _beginning(event) if word.lower() == "at" else pattern_of(event)
    return (_when(pattern, effect, actions, condition=condition),)


def _beginning(event: str) -> Call:
    """`the beginning of your upkeep` and its like (CR 603.2b)."""
    match = re.fullmatch(
        r"the beginning of (?:(your|each|the|each player's|each opponent's|combat on your)\s*)?"
        r"(?:next )?"
        r"(upkeep|draw step|end step|combat|turn|precombat main phase|postcombat main phase)?",
        event,
        re.IGNORECASE,
    )
    if match is None:
        raise UnreadableError(event)
    whose = (match[1] or "").lower()
    step = "combat" if "combat" in whose else (match[2] or "").lower().removesuffix(" step")
    step = "end step" if step == "end" else step
    roles: tuple[tuple[str, Expression], ...] = ()
    if "your" in whose:
        roles = (("player", Name("you")),)
    elif "opponent" in whose:
        roles = (("player", Call("opponents", (Name("you"),))),)
    return Call("begins", (step,), roles)


def _instead(subject: str, happening: str, effect: str, actions: _Actions) -> Statement:
    """A replacement effect (CR 614.1a)."""
    if match := re.fullmatch(r"deal damage to (.+)", happening):
        roles: list[tuple[str, Expression]] = []
        if subject not in ("a source", "any source"):
            source: Expression = Name("self") if subject == "~" else description(subject)
            roles.append(("source", source))
        if match[1] not in ("a permanent or player", "any target"):
            to: Expression = Name("you") if match[1] == "you" else description(match[1])
            roles.append(("to", to))
        many = re.fullmatch(
            r"it deals (?:that much damage plus (\d+)|(twice|double) that damage|"
            r"(triple) that damage).*",
            effect,
        )
        if many is None:
            raise UnreadableError(effect)
        event = Name("event")
        amount: Expression = Call("amount", (event,))
        if many[1]:
            amount = Call("plus", (amount, int(many[1])))
        else:
            amount = Call("times", (3 if many[3] else 2, amount))
        done = Call("deal_damage", (Call("source", (event,)), Call("recipient", (event,)), amount))
        return Within(
            Call("instead", (Call("damage_dealt", (), tuple(roles)),)), (Do(done),), result="event"
        )
    pattern = pattern_of(f"{subject} {_present(happening)}")
    return Within(
        Call("instead", (pattern,)),
        Reader(event=pattern, actions=actions).read_all(effect),
        result="event",
    )


def _present(words: str) -> str:
    """`be put into a graveyard` as a trigger has it: `is put into a graveyard`."""
    if words.startswith("be "):
        return "is " + words[3:]
    first, _, rest = words.partition(" ")
    return f"{first}s {rest}".strip()


def sentences(text: str) -> Iterator[str]:
    """The sentences of an effect."""
    yield from split_sentences(text)
