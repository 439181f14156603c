"""Whom a statement has act: the player noun phrases in the place of a subject, or behind `by`.

CR 102.1 + 101.4 + 108.3 + 109.4: the active player, the order of turns, owners and controllers are
the rules' own words for players; other phrases name them by what they do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from kg.statements import RoleSpan

__all__ = ["find_actors"]

_WHOSE = r"(?:its|their|his or her|(?:that|the|a|an|each|this) [\w’' -]{1,40}?[’']s?|your|whose)"
_PLAYER_PHRASES = {
    "apnapPlayers": r"(?:each (?:other )?player|players|they|the players"
    r"|all players),? in APNAP order"
    r"|(?:each (?:other )?player|players),? (?:\w+ ){0,3}in (?:turn|APNAP) order",
    "activePlayer": r"the active player|active player|(?:the|that|a) player whose turn it is",
    "nonactivePlayer": r"(?:the|each|a|any) (?:other )?nonactive players?|nonactive players?",
    "attackingPlayer": r"(?:the|an|each|that) attacking (?:player|team)|attacking players?",
    "defendingPlayer": r"(?:the|a|each|that) (?:appropriate )?defending (?:player|team)"
    r"|defending players?",
    "startingPlayer": r"(?:the|a) starting player|the player (?:who|that) (?:goes|plays"
    r"|takes the) first(?: turn)?",
    "controllingPlayer": rf"{_WHOSE} (?:current )?controllers?"
    rf"|the player who controls [\w’ -]{{1,30}}?(?= (?:may|can|must|has|have|is|are|[a-z]+s)\b)"
    rf"|the (?:current )?controllers? of [\w’ -]{{1,40}}?(?= (?:may|can|must|has|have|is|are"
    rf"|[a-z]+s)\b)"
    r"|the (?:spell|ability|permanent|creature|object|card)s? controller",
    "owningPlayer": rf"{_WHOSE} owners?|the owners? of [\w’ -]{{1,40}}?(?= (?:may|can|must|has"
    rf"|have|is|are|[a-z]+s)\b)",
    "opposingPlayer": r"(?:an|each|that|the|any|target|one|no) opponent|opponents|(?:your"
    r"|their) opponents?",
    "eachPlayer": r"each player|all players|every player|each of (?:those|the) players"
    r"|both players",
    "otherPlayer": r"(?:each|the|any|an|all) ?other players?|another player|other players",
    "sameTeam": r"(?:the|each|a|that|an) (?:active |attacking |defending |nonactive "
    r"|primary )?team|teams|teammates|(?:a|that|their) teammate",
    "anyPlayer": r"(?:that|a|the|any|this|no|one|target|those|some|one or more|two or more"
    r"|only one|several|the chosen|the monarch’s|the affected|the losing|the first|the last"
    r"|the next|the primary) players?|players?|you|the monarch|the planar controller"
    r"|the archenemy|the player who [\w’ ]{2,40}?",
}
_ANY = "|".join(f"(?P<{name}>{pattern})" for name, pattern in _PLAYER_PHRASES.items())
_ADVERB = (
    r"(?:then |also |only |first |next |instead |simply |finally |starting with "
    r"|beginning with |and |but |or )*"
)
_SUBJECT = re.compile(rf"\s*{_ADVERB}(?P<phrase>{_ANY})\b(?![’'])", re.I)
# Where a subject can stand: at a clause's beginning, and behind the preposition of an agent; who
# owns or controls something does nothing there.
_PLACES = re.compile(
    r"[;,:](?: and| but| or| then| so)?(?= )"
    r"|(?<!owned )(?<!controlled )(?<!targeting )\bby(?= )"
    r"|(?:\band|\bthen|\bbut)(?= (?:that|the|each|its|a|an|any)\b)",
    re.I,
)
_VERB_FOLLOWS = re.compile(
    r"(?: (?:who|that|whose)\b[^,;]*| with [a-z ]{1,30}?|,? (?:beginning"
    r"|starting) with [^,;]*,)?,? (?:“|also |then |still |may|can|must|has|have|had|does|do|is"
    r"|are|will|would|won|isn|doesn|don|aren"
    r"|cannot|should|could|might|was|were|didn|both|each|all|simultaneously|separately|secretly"
    r"|immediately|normally|simply|chooses?|[a-z]+e?s\b"
    r"|puts?|choose|draw|cast|play|pay|take|gain|lose|get|make|start|shuffle|declare|win)",
    re.I,
)


_AND = re.compile(r" (?:and|or)(?: then)?(?= (?:the|its|that|an?|each)\b)")
_ANY_WORD = re.compile(r" [a-z]+\b(?<! of)(?<! in)(?<! to)(?<! and)(?<! or)(?<! who)(?<! with)")


def find_actors(masked: str, main: int, start: int, end: int) -> Iterator[RoleSpan]:
    """The actors of a sentence, in order.

    Args:
        main: where the main clause begins.
    """
    places = [(main, False)]
    for match in _PLACES.finditer(masked, start, end):
        if match.group().lower() == "by" or match.start() >= main:
            places.append((match.end(), match.group().lower() == "by"))
    seen = -1
    for place, agent in sorted(places):
        found = _SUBJECT.match(masked, place, end)
        if found is None or found.start("phrase") <= seen:
            continue
        if not agent and not _follows(masked, found, end):
            continue
        seen = found.start("phrase")
        yield RoleSpan("actor", seen, found.end("phrase"), _name(found))


def _follows(masked: str, found: re.Match[str], end: int) -> bool:
    """Whether a verb stands behind the phrase, or one more subject with the verb of both."""
    place = found.end("phrase")
    if found["phrase"].lower() in ("you", "players", "opponents") and _ANY_WORD.match(
        masked, place
    ):
        return True
    other = _AND.match(masked, place)
    if other:
        place = other.end()
        more = _SUBJECT.match(masked, place, end)
        return more is not None and _follows(masked, more, end)
    return _VERB_FOLLOWS.match(masked, place) is not None


def _name(found: re.Match[str]) -> str:
    return next(name for name in _PLAYER_PHRASES if found[name])
