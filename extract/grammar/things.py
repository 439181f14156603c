"""Noun phrases of instructions: which objects, players and cards are meant."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from extract.grammar.phrases import UnreadableError, description, number, object_phrase
from extract.grammar.spoken import DONE, YOU, Spoken
from kg.program.tree import Call, Expression

if TYPE_CHECKING:
    from extract.grammar.clauses import Reader

__all__ = ["group", "player", "thing", "zone_owner"]

_ZONES = "hand|library|graveyard|exile|planar deck|scheme deck|attraction deck|command zone"
_NUMBER = r"(?:an?|one|two|three|four|five|six|seven|n|x|\d+|that many)"
_THAT = re.compile(
    r"(?P<which>that|those|the|this|each of those|each of the|each|every|both of those)"
    r"(?: (?P<adjective>chosen|revealed|discarded|exiled|milled|sacrificed|created|found|other))?"
    r" (?P<noun>\w+(?: (?:card|token|creature|permanent)s?)?)(?: (?:you )?(?P<way>\w+) this way)?"
)
_NO_NOUN = re.compile(
    r"[;:]|\b(?:then|if|may|into|onto|puts?|creates?|discards?|reveals?|gets?|gains?|draws?|taps?|"
    r"unless|those|which|whichever|either|there|another|choose|remains?|whose|but|until)\b|(?<!on "
    r")\b(?:it|them)\b|"
    r"(?<!in )(?<!from )\bexiles?\b|, and |\band the (?:rest|others)\b"
)
_REST = re.compile(
    r"(?:the rest|the others|the remaining (?:\w+ )?cards|(?:all )?the other cards"
    r"(?: (?:\w+) this way)?|the remaining ones|"
    r"(?:the|whichever) cards you looked at (?:that were not|that weren't|and didn't) "
    r"[\w ]+ this way)"
)
_TOP = (
    re.compile(
        rf"(?:the )?top (?:(?P<n>{_NUMBER}) )?cards? (?:of|in|from) (?P<whose>.+?) "
        rf"(?P<zone>{_ZONES})"
    ),
    re.compile(rf"(?P<whose>.+?) (?P<zone>{_ZONES})'s top (?:(?P<n>{_NUMBER}) )?cards?"),
    re.compile(
        rf"(?:the )?(?:(?P<n>{_NUMBER}) )?cards? (?:from|on) (?:the )?top of (?P<whose>.+?) "
        rf"(?P<zone>{_ZONES})"
    ),
)
_CHOICE = re.compile(
    rf"(?:exactly )?(?P<many>up to {_NUMBER}|any number of|{_NUMBER}|one or more|another|all)"
    r"(?: (?P<other>other))? (?P<what>.+)"
)
_PRONOUNS = ("it", "them", "they", "he or she", "him or her", "each", "both")


def player(reader: Reader, words: str) -> Expression:
    """The player or players that words name.

    Raises:
        UnreadableError: they name none.
    """
    low = words.strip().lower()
    spoken = reader.spoken
    if low in ("you", "your"):
        return YOU
    if re.fullmatch(r"\[(?:player|opponent)\]", low) and low[1:-1] in spoken.parameters:
        return spoken.use(low[1:-1])
    if low in ("they", "their", "that player", "that player's", "them", "he or she", "the player"):
        return _that_player(spoken, words)
    if low in ("its controller", "their controller", "its owner", "its controller's"):
        return Call(low.removesuffix("'s").split()[-1], (thing(reader, "it"),))
    if match := re.fullmatch(r"(?:the (?:player who )?)?(controller|owner)s?(?: of)? (.+)", low):
        return Call(match[1], (thing(reader, match[2]),))
    if match := re.fullmatch(r"the player who (controls|owns) (.+)", low):
        return Call(
            {"controls": "controller", "owns": "owner"}[match[1]], (thing(reader, match[2]),)
        )
    if match := re.fullmatch(r"(.+)'s (controller|owner)", low):
        return Call(match[2], (thing(reader, match[1]),))
    if low == "defending player":
        return Call("defending_player", (spoken.own,))
    if low in ("a player", "each of those players"):
        spoken.player = spoken.actor
        return spoken.actor
    if low in ("an opponent", "that opponent", "an opponent's") and "opponent" in spoken.parameters:
        return spoken.use("opponent")
    if low in ("target player", "target opponent"):
        return reader.named(Call("target", (low.removeprefix("target "),)), low)
    if low in ("each opponent", "each player", "your opponents", "opponents", "players"):
        return object_phrase(low)
    if low in ("each other player", "the other players", "other players"):
        return Call("others", (YOU,))
    raise UnreadableError(words)


def _that_player(spoken: Spoken, words: str) -> Expression:
    """Who acts, if that isn't `you`; else the player spoken of last."""
    if spoken.actor != YOU:
        return spoken.actor
    if spoken.player is not None:
        return spoken.player
    for mention in reversed(spoken.mentions):
        if re.search(r"\b(?:player|opponent)\b", mention.words):
            return mention.what
    if spoken.own == YOU or (spoken.own_noun and not spoken.mentions):
        return spoken.own
    raise UnreadableError(words)


def zone_owner(reader: Reader, words: str) -> Expression:
    """Whose zone `your`, `their`, `its owner's` is; None for one that nobody has.

    Raises:
        UnreadableError: nobody's that is known here.
    """
    low = words.strip().lower()
    if low in ("your", "their", "that player's", "his or her", "your own"):
        return reader.spoken.actor
    if low in ("its owner's", "their owners'", "its owners'"):
        return None
    if low in ("that", "the"):
        return reader.spoken.library if reader.spoken.library is not None else reader.spoken.actor
    if low in ("an opponent's", "that opponent's", "target opponent's"):
        if low.startswith("target"):
            return player(reader, "target opponent")
        return reader.spoken.use("opponent")
    return player(reader, re.sub(r"('s?)$", "", low))


def thing(reader: Reader, words: str, *, verb: str = "") -> Expression:
    """What a phrase stands for; `a creature` is a choice of who acts.

    Raises:
        UnreadableError: it can't be told.
    """
    low = re.sub(r"^(?:exactly|just) ", "", words.strip().lower())
    known = _known(reader, low)
    if known is not None:
        return known
    top = _top(reader, low, verb)
    if top is not None:
        return top
    if re.match(
        r"(?:up to \w+ )?(?:another |other )?target |(?:two|three|four|five|any) target", low
    ):
        if _NO_NOUN.search(re.sub(r"^another ", "", low)):
            raise UnreadableError(words)
        return reader.named(_target(low), low)
    if low.startswith(("all ", "each ", "every ")):
        low = re.sub(r"^every ", "each ", low)
        other = "other " if re.match(r"(?:all|each) other ", low) else ""
        plain = re.sub(r"^(?:all|each) (?:other )?", "", low)
        return reader.named(group(reader, plain, other), low, several=True)
    try:
        return reader.named(object_phrase(low), low)
    except UnreadableError:
        return _choice(reader, low, verb)


def group(reader: Reader, words: str, other: str = "") -> Expression:
    """Everything that a description fits; creatures that who acts controls are `yours` to them.

    Raises:
        UnreadableError: it is none.
    """
    plain = _controlled(reader, words)
    wanted = _described(reader, plain, {})
    if not isinstance(wanted, str):
        return wanted
    roles: tuple[tuple[str, Expression], ...] = ()
    if re.search(r"\b(?:they|that player) (?:control|own)", words):
        by = _that_player(reader.spoken, words)
        roles = () if by == YOU else (("by", by),)
    return Call("all_of", (other + wanted,), roles)


def _known(reader: Reader, low: str) -> Expression:
    """What words refer back to, or None."""
    spoken = reader.spoken
    if spoken.is_own(low):
        return spoken.own
    if low in _PRONOUNS:
        return spoken.latest()
    if low == "this" and spoken.own_noun:
        return spoken.own
    if low == "one" and spoken.mentions:
        return _part(reader, "one")
    if low in ("you", "yourself"):
        return YOU
    if _REST.fullmatch(low):
        return _rest(reader)
    if match := re.fullmatch(r"(?:that|those|the|this) (?:player|opponent)", low):
        return player(reader, low)
    if match := re.fullmatch(
        rf"({_NUMBER}|any number|up to {_NUMBER}|one|either) of (them|those cards|those|the \w+)",
        low,
    ):
        return _part(reader, match[1])
    if match := _THAT.fullmatch(low):
        return _that(reader, match)
    return None


def _that(reader: Reader, match: re.Match[str]) -> Expression:
    spoken = reader.spoken
    noun = match["noun"].split()[-1].removesuffix("s")
    done = DONE.get(match["adjective"] or match["way"] or "", "")
    if match["adjective"] == "other":
        return _rest(reader) if match["which"] in ("those", "the") and spoken.mentions else None
    found = spoken.latest_mention(noun, done) or spoken.latest_mention("", done)
    if found is None and match[0].startswith(("that ", "those ")) and not spoken.mentions:
        return spoken.own if spoken.own_noun else None
    if found is None and done:
        found = spoken.latest_mention(noun) or spoken.latest_mention()
    vague = match["which"] in ("each", "every") and not done
    if found is None or vague:
        return None
    if match["which"] in ("that", "those"):
        spoken.mention(found)  # a pronoun after it means it
    return found.what


def _rest(reader: Reader) -> Expression:
    for mention in reversed(reader.spoken.mentions):
        if mention.whole is not None:
            return Call("without", (mention.whole, mention.what))
    raise UnreadableError("the rest")


def _part(reader: Reader, many: str) -> Expression:
    whole = next((m for m in reversed(reader.spoken.mentions) if m.several), None)
    if whole is None:
        return reader.spoken.latest() if many in ("one", "either") else None
    roles = _many(many)
    value = Call("choose", (reader.spoken.actor, whole.what), tuple(roles.items()))
    return reader.named(value, whole.words, whole=whole.what)


def _top(reader: Reader, low: str, verb: str) -> Expression:
    for pattern in _TOP:
        match = pattern.fullmatch(low)
        if match is None:
            continue
        owner = reader.spoken.library = zone_owner(reader, match["whose"])
        n = 1 if not match["n"] else reader.number(match["n"])
        roles = () if match["zone"] == "library" else (("zone", match["zone"]),)
        value = Call("top", (owner, n), roles)
        found = reader.named(value, "card library", several=n != 1, verb=verb)
        return found
    return None


def _target(low: str) -> Expression:
    if match := re.fullmatch(r"up to (\w+) (other )?target (.+)", low):
        wanted = description(match[3])
        roles = (("n", number(match[1])), ("up_to", True))
        return Call("target", (f"other {wanted}" if match[2] else wanted,), roles)
    return object_phrase(low)


def _controlled(reader: Reader, words: str) -> str:
    """A description from the side of who acts: creatures that they control are `yours`."""
    low = re.sub(r"\b(?:that )?(?:they|that player) (control|own)s?\b", r"you \1", words)
    low = re.sub(r"\bunder (?:your|their) control\b", "you control", low)
    low = low.replace("that you own", "you own").replace("that you control", "you control")
    return low


def _many(words: str) -> dict[str, Expression]:
    low = words.strip().lower()
    if low.startswith("any number"):
        return {"any_number": True}
    if low == "one or more":
        return {"any_number": True}
    if match := re.fullmatch(r"up to (\w+)", low):
        return {"n": number(match[1]), "up_to": True}
    n = 1 if low in ("another", "either", "all") else number(low)
    return {} if n == 1 else {"n": n}


def _choice(reader: Reader, words: str, verb: str) -> Expression:
    low = _controlled(reader, words)
    match = _CHOICE.fullmatch(low)
    if match is None or match["many"] == "all":
        raise UnreadableError(words)
    actor = reader.spoken.actor
    what = re.sub(r" of (?:your|their|his or her) choice\b", "", match["what"])
    roles: dict[str, Expression] = {}
    if " at random" in what:
        what, roles["at_random"] = what.replace(" at random", ""), True
    if among := re.fullmatch(
        r"(.+?) (?:(?:from )?among|from) (?:it|them|those(?: \w+)?|the .+)", what
    ):
        return _from_among(reader, match["many"], among[1], verb)
    least = re.fullmatch(
        r"(?:of )?(.+?) (?:with|whose) (?:the )?(?:(?P<most>least|lowest|greatest|highest) "
        r"(power|toughness|mana value)|(power|toughness) is (?:the )?(?P<is>least|greatest))"
        r"(?: or tied for (?:the )?(?:least|greatest)(?: \w+)?(?: among .+)?|(?: among .+)?)?",
        what,
    )
    total = re.fullmatch(
        r"(.+?) (?:with total mana value|whose mana values add up to) (\w+) or (?:greater|more)",
        what,
    )
    if total is not None:
        what, roles["total_mana_value"] = total[1], number(total[2])
    held = re.fullmatch(
        rf"(.+?)(?: (?:that )?(?:you have|is))? (?:from|in|of) (?:(?:your|their) )?({_ZONES})", what
    )
    if least is not None:
        group: Expression = Call(
            "least_by" if (least["most"] or least["is"]) in ("least", "lowest") else "greatest_by",
            (Call("all_of", (description(least[1]),)), least[3] or least[4]),
        )
        return reader.named(Call("choose", (actor, group)), least[1], verb=verb)
    if re.search(r"[;:]|, ", what.replace(", and", "").replace(", or", "")) and _NO_NOUN.search(
        what
    ):
        raise UnreadableError(words)
    outside = re.fullmatch(r"(.+?)(?: (?:that )?you own)?(?: from)? outside the game", what)
    if outside is not None:
        value = Call("find", (actor, description(outside[1])), (("zone", "outside"),))
        return reader.named(value, outside[1], verb=verb)
    if held:
        what, roles["zone"] = held[1], held[2]
        if actor != YOU:
            roles["of"] = actor
    elif verb == "discard":
        roles["zone"] = "hand"
        if actor != YOU:
            roles["of"] = actor
    many = _many(match["many"])
    wanted = _described(reader, what, roles)
    if "zone" not in roles and verb in ("sacrifice", "tap", "untap") and isinstance(wanted, str):
        wanted = wanted if "control" in wanted else f"{wanted} you control"
    if match["many"] == "another" or match["other"]:
        wanted = f"other {wanted}"
    roles = {**many, **roles}
    if verb in ("discard", "sacrifice", "exile", "tap", "manifest"):
        roles["decision"] = verb
    value = Call("choose", (actor, wanted), tuple(roles.items()))
    return reader.named(value, what, several="n" in roles or "any_number" in roles, verb=verb)


def _from_among(reader: Reader, many: str, words: str, verb: str) -> Expression:
    """`up to two land cards from among them`."""
    whole = next((m for m in reversed(reader.spoken.mentions) if m.several), None)
    if whole is None:
        raise UnreadableError(words)
    some: Expression = Call("filtered", (whole.what, description(words)))
    value = Call("choose", (reader.spoken.actor, some), tuple(_many(many).items()))
    return reader.named(value, words, several="several" in many, whole=whole.what, verb=verb)


def _described(reader: Reader, words: str, roles: dict[str, Expression]) -> Expression:
    """A description; with a parameter in brackets it is asked for apart, of a zone's cards."""
    if _NO_NOUN.search(words):
        raise UnreadableError(words)
    match = re.fullmatch(r"\[(\w+)\] (.+)", words)
    if match is None or match[1] not in reader.spoken.parameters:
        return description(words)
    base: Expression = Call("all_of", (description(match[2]),))
    if zone := roles.pop("zone", None):
        base = Call("cards", (roles.pop("of", reader.spoken.actor), zone))
    return Call("filtered", (base, reader.spoken.use(match[1])))
