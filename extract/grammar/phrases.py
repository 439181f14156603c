"""Phrases of the rules' English: numbers, descriptions, conditions, events of triggers."""

from __future__ import annotations

import re

from kg.program.descriptions import Test, parse_description
from kg.program.events import event_name, has_own_name
from kg.program.tree import Call, Expression, Name

__all__ = [
    "UnreadableError",
    "description",
    "is_subtype",
    "number",
    "object_phrase",
    "pattern_of",
    "read_condition",
]

_NUMBERS = {
    word: value
    for value, word in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve".split()
    )
}


class UnreadableError(ValueError):
    """Words that can't be read; the message quotes them."""

    def __init__(self, words: str) -> None:
        self.words = words
        super().__init__(f"can't read “{words}”")


def number(word: str) -> Expression:
    """A count in digits or words; a letter stands for what is chosen or said elsewhere."""
    low = word.lower()
    if low in ("a", "an", "another"):
        return 1
    if low in _NUMBERS:
        return _NUMBERS[low]
    if low.isdigit():
        return int(low)
    if low in ("x", "n"):
        return Name(low)
    raise UnreadableError(word)


_NOT_DESCRIBED = re.compile(
    r"~|\[|;|\bsame [\w ]+ as\b|\b(?:less|greater|more) than\b|\bits?'?s? \w+'s\b"
)


def description(words: str) -> str:
    """A description as programs have it: lower case, without its article.

    Raises:
        UnreadableError: it says more than descriptions can, such as a comparison.
    """
    if _NOT_DESCRIBED.search(words):
        raise UnreadableError(words)
    plain = re.sub(r"^(?:an?|the|all|each|any) ", "", words.strip().lower()).strip(" .")
    plain = re.sub(r"\bface (up|down)\b", r"face-\1", plain)
    targets = re.search(r"\b(?<!any )target\b", plain)
    if targets or any(map(_is_no_quality, _tests(plain))) or _has_clause_inside(plain):
        raise UnreadableError(words)
    return plain


def _tests(plain: str) -> list[Test]:
    return [test for tests in parse_description(plain).alternatives for test in tests]


def _has_clause_inside(plain: str) -> bool:
    """Whether an alternative but the last has a clause of its own: `A in exile or B you control`.

    A description's clauses hold for all its alternatives.
    """
    if re.search(r" or (?!an? |the )[\w-]+ (?:an?|the) ", plain):
        return True
    return any(
        re.search(r" (?:with|in|from|that|(?:you|they) (?:control|own))\b", plain[: joint.start()])
        and any(test.kind in ("noun", "type") for test in _tests(plain[joint.end() :]))
        for joint in re.finditer(r",? and/or | or (?!more )| and ", plain)
    )


_FUNCTION_WORDS = frozenset(
    """above after all also among and any as at back be because been before behind below between
    but by can can't could do does during each either else even ever every everything few first
    for from had has have he her here him his how if in instead into is it its itself just last
    least less many may me might more most much must my neither next no nobody nor not nothing now
    of off on once only onto or otherwise our out over own per put random rest said same she should
    since so some somebody something such than that their them themselves then there these they
    this those though through to too twice under unless until up upon way was way we were what when
    whenever where whether which while who whom whose why will with within without would yet you
    your yours
    attach cast copy create destroy discard draw equal exile gain lose mill minus number pay plus
    reveal sacrifice scry search shuffle tap transform untap""".split()
)


def _is_no_quality(test: Test) -> bool:
    """Whether a test comes from words that say something else than the description's grammar."""
    if test.kind in ("power", "toughness", "mana value"):
        return not isinstance(test.value, int) and test.value not in ("n", "x")
    if test.kind in ("keyword", "name"):
        return bool(re.match(r"(?:the|a|an|its|their|total|no) ", str(test.value)))
    return test.kind == "subtype" and not is_subtype(str(test.value))


def is_subtype(word: str) -> bool:
    """Whether a word can be a subtype: an open list (CR 205.3), but no function word is one."""
    return word not in _FUNCTION_WORDS and bool(re.fullmatch(r"[a-z][\w'-]*", word.lower()))


def object_phrase(words: str) -> Expression:
    """What a phrase such as `~`, `enchanted creature` or `creatures you control` stands for.

    Raises:
        UnreadableError: for anything else.
    """
    low = words.strip().lower()
    fixed: dict[str, Expression] = {
        "~": Name("self"),
        "you": Name("you"),
        "each opponent": Call("opponents", (Name("you"),)),
        "your opponents": Call("opponents", (Name("you"),)),
        "opponents": Call("opponents", (Name("you"),)),
        "each player": Call("players"),
        "players": Call("players"),
        "any target": Call("target", ("any target",)),
    }
    if low in fixed:
        return fixed[low]
    if match := re.fullmatch(r"(enchanted|equipped|fortified) (?:\w+)", low):
        op = "enchanted" if match[1] == "enchanted" else "equipped"
        return Call(op, (Name("self"),))
    if match := re.fullmatch(r"(?:up to (\w+) )?(another )?target (.+)", low):
        roles: tuple[tuple[str, Expression], ...] = ()
        if match[1]:
            roles = (("n", number(match[1])), ("up_to", True))
        wanted = description(match[3])
        return Call("target", (f"other {wanted}" if match[2] else wanted,), roles)
    if match := re.fullmatch(r"(two|three|four|five) target (.+)", low):
        return Call("target", (description(match[2]),), (("n", number(match[1])),))
    if match := re.fullmatch(r"(?:all|each|other|each other) (.+)", low):
        other = "other " if low.startswith(("other", "each other")) else ""
        return Call("all_of", (other + description(match[1]),))
    if re.fullmatch(r"[\w' -]*?(?:s|men|elves) (?:you|your opponents|opponents) controls?", low):
        return Call("all_of", (description(low),))
    raise UnreadableError(words)


# --- events -------------------------------------------------------------------------------------

_FROM = ("", " from anywhere", " from the battlefield")
_VERBS = {
    "enters": "entered",
    "enters the battlefield": "entered",
    "dies": "died",
    "leaves the battlefield": "left_the_battlefield",
    "attacks": "attacked",
    "blocks": "blocked",
    "becomes blocked": "became_blocked",
    "becomes tapped": "tapped",
    "becomes untapped": "untapped",
    "is turned face up": "turned_face_up",
    "transforms": "transformed",
    "is sacrificed": "sacrificed",
    "is destroyed": "destroyed",
    **{f"is put into a graveyard{from_}": "put_into_graveyard" for from_ in _FROM},
    "becomes attached": "attached",
    "becomes unattached": "unattached",
    "explores": "explored",
    "connives": "connived",
    "becomes monstrous": "became_monstrous",
    "mutates": "mutated",
    "phases in": "phased_in",
    "phases out": "phased_out",
}


def pattern_of(event: str) -> Call:
    """The pattern of an event, from the words behind `when` or `whenever`.

    Raises:
        UnreadableError: it can't be read.
    """
    low = event.strip().lower()
    if match := re.fullmatch(r"(.+?) (enters) or (leaves the battlefield|attacks|dies)", low):
        return Call("or", tuple(_subject_event(match[1], verb) for verb in (match[2], match[3])))
    if match := re.fullmatch(r"(.+?) (attacks|blocks) or (attacks|blocks|becomes blocked)", low):
        return Call("or", tuple(_subject_event(match[1], verb) for verb in (match[2], match[3])))
    if match := re.fullmatch(r"(.+?) transforms into (.+)", low):
        return Call("transformed_into", (_both(match[1], match[2]),))
    if match := re.fullmatch(r"(.+?) deals (combat )?damage(?: to (.+))?", low):
        return _damage(match[1], bool(match[2]), match[3])
    if match := re.fullmatch(r"(.+?) (?:is|are) dealt (combat )?damage(?: by (.+))?", low):
        return _damage(match[3] or "", bool(match[2]), match[1])
    if match := re.fullmatch(
        r"(.+?) becomes? (?:the|a) target of an? (?:spell|ability)(?: or ability)?"
        r"( (?:an opponent|your opponents) controls?)?",
        low,
    ):
        who: tuple[tuple[str, Expression], ...] = ()
        if match[2]:
            who = (("player", Call("opponents", (Name("you"),))),)
        return Call("targeted", (_thing(match[1]),), who)
    if match := re.fullmatch(r"(.+?) becomes? (unattached from|attached to) (.+)", low):
        op = "unattached" if match[2].startswith("un") else "attached"
        return Call(op, (_thing(match[1]),))
    if match := re.fullmatch(r"the ring tempts (you|.+)", low):
        return Call("ring_tempted", (), (("player", _player(match[1])),))
    if match := re.match(r"(you|a player|an opponent|each opponent|another player) (.+)", low):
        return _player_event(match[1], match[2])
    for verb in sorted(_VERBS, key=len, reverse=True):
        if low.endswith(f" {verb}"):
            found = _subject_event(low.removesuffix(f" {verb}"), verb)
            if verb.endswith(" from the battlefield"):
                return Call(found.op, found.args, (("from_zone", "battlefield"),))
            return found
    raise UnreadableError(event)


def _both(subject: str, wanted: str) -> str:
    """`a permanent you control` and `a Werewolf` as one description."""
    holder = " you control" if "you control" in subject else ""
    plain = description(wanted)
    if " with " in plain:
        head, _, tail = plain.partition(" with ")
        return f"{head}{holder} with {tail}"
    return f"{plain}{holder}"


def _subject_event(subject: str, verb: str) -> Call:
    return Call(_VERBS[verb], (_thing(subject),))


def _thing(words: str) -> Expression:
    low = words.strip()
    if low in ("~", "it", "this"):
        return Name("self")
    if match := re.fullmatch(r"(enchanted|equipped) \w+", low):
        return Call(match[1], (Name("self"),))
    if match := re.fullmatch(r"~ or another (.+)", low):
        return description(match[1])
    return description(re.sub(r"^another ", "other ", low))


def _player(words: str) -> Expression:
    if words == "you":
        return Name("you")
    if words in ("an opponent", "each opponent"):
        return Call("opponents", (Name("you"),))
    if words == "another player":
        return Call("others", (Name("you"),))
    return Call("players")


def _damage(subject: str, combat: bool, to: str | None) -> Call:
    roles: list[tuple[str, Expression]] = [("source", _thing(subject))] if subject else []
    if to:
        roles.append(("to", Name("you") if to == "you" else description(to)))
    if combat:
        roles.append(("combat", True))
    return Call("damage_dealt", (), tuple(roles))


def _player_event(who: str, did: str) -> Call:
    """`you gain life`, `you cycle a card`, `an opponent discards a card`."""
    player = ("player", _player(who))
    words = did if who == "you" else re.sub(r"^(\w+?)e?s\b", _singular, did)
    fixed = {"gain life": "life_gained", "lose life": "life_lost"}
    if words in fixed:
        return Call(fixed[words], (), (player,))
    if match := re.fullmatch(r"set (~|a scheme) in motion", words):
        scheme: Expression = Name("self") if match[1] == "~" else "scheme"
        return Call("set_in_motion", (scheme,), (player,))
    if words == "draw a card":
        return Call("drawn", (), (player,))
    if match := re.fullmatch(r"cast (?:an? |this )?(.+)", words):
        wanted: Expression = Name("self") if match[1] == "~" else description(match[1])
        return Call("cast", (wanted,), (player,))
    if match := re.fullmatch(r"cycle (?:or discard )?(~|a card|another card)", words):
        if "or discard" in words:  # CR 702.29d: cycling is discarding, so this triggers once
            return Call("discarded", () if match[1] != "~" else (Name("self"),), (player,))
        return Call("cycled", (Name("self"),) if match[1] == "~" else (), (player,))
    if match := re.fullmatch(
        r"(discard|sacrifice|create|exile|mill|tap|untap|reveal|play) (?:an? |one or more )?(.+)",
        words,
    ):
        name = event_name(match[1]).replace(" ", "_")
        wanted = Name("self") if match[2] == "~" else description(match[2])
        return Call(name, (wanted,), (player,))
    if match := re.fullmatch(r"(shuffle) (?:your|their) library", words):
        return Call("shuffled", (), (player,))
    if (re.fullmatch(r"\w+", words) and words not in _FUNCTION_WORDS) or has_own_name(words):
        return Call(event_name(words).replace(" ", "_"), (), (player,))
    raise UnreadableError(f"{who} {did}")


def _singular(match: re.Match[str]) -> str:
    return match[1]


# --- conditions ---------------------------------------------------------------------------------


def read_condition(words: str) -> Expression:
    """A condition behind `if` or `as long as`.

    Raises:
        UnreadableError: it can't be read.
    """
    low = words.strip().lower()
    if match := re.fullmatch(r"you control (?:(no) |an? |another )?(.+)", low):
        found = Call("controls", (Name("you"), description(match[2])))
        return Call("not", (found,)) if match[1] else found
    if match := re.fullmatch(r"(?:an opponent|defending player) controls (?:an? )?(.+)", low):
        return Call("controls", (Call("opponents", (Name("you"),)), description(match[1])))
    if match := re.fullmatch(r"~ (?:is|'s) (?:an? )?([\w ]+)", low):
        return Call("matches", (Name("self"), match[1]))
    if match := re.fullmatch(
        r"(?:it|that card|that creature) (?:is|was|'s) (?:an? )?([\w ]+)", low
    ):
        return Call("matches", (Name("that"), match[1]))
    if match := re.fullmatch(r"it had no ([\w+/-]+) counters on it", low):
        return Call("not", (Call("has_counter", (Name("self"), match[1])),))
    if match := re.fullmatch(r"(?:~|it) isn't (renowned|monstrous|suspected|saddled)", low):
        return Call("not", (Call("has_designation", (Name("self"), match[1])),))
    if match := re.fullmatch(r"~ has (?:an? )?([\w+/-]+) counter on it", low):
        return Call("has_counter", (Name("self"), match[1]))
    if match := re.fullmatch(r"you have (\w+) or more cards in hand", low):
        return Call("at_least", (Call("count", (Call("hand", (Name("you"),)),)), number(match[1])))
    if match := re.fullmatch(r"you have (\w+) or (more|less) life", low):
        op = "at_least" if match[2] == "more" else "at_most"
        return Call(op, (Call("life", (Name("you"),)), number(match[1])))
    raise UnreadableError(words)
