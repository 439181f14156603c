"""Descriptions of objects and players in the words of rules and cards, as values.

`parse_description("nonland card you own with mana value 3 or less")` gives alternatives, each a
list of tests that must all hold. Nothing here knows the game: `kg.executor.matching` asks
the tests.
"""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass

__all__ = ["CARD_TYPES", "COLORS", "SUPERTYPES", "Description", "Test", "parse_description"]

CARD_TYPES = frozenset(
    "land creature artifact enchantment planeswalker battle instant sorcery kindred tribal plane "
    "phenomenon scheme vanguard conspiracy dungeon".split()
)
SUPERTYPES = frozenset("basic legendary ongoing snow world".split())
COLORS = frozenset("white blue black red green".split())
_STATUS = frozenset(
    "tapped untapped attacking blocking blocked unblocked token nontoken face-down face-up "
    "multicolored monocolored colorless suspected goaded monstrous harnessed exerted enchanted "
    "equipped modified historic commander transformed suspended manifested cloaked outlaw "
    "phased-out".split()
)
# The noun at the head says what kind of thing is meant; `permanent` and `card` leave the type open.
_NOUNS = {
    "card": "card",
    "permanent": "permanent",
    "spell": "spell",
    "player": "player",
    "opponent": "opponent",
    "teammate": "teammate",
    "ability": "ability",
    "object": "object",
    "target": "any target",
    "source": "object",
    "creature-or-player": "any target",
}
_ARTICLES = re.compile(r"^(?:an?|the|each|all|every|any|target|one|up to \w+)\s+")
_NUMBERS = {
    w: n
    for n, w in enumerate(
        "zero one two three four five six seven eight nine ten eleven twelve".split()
    )
}
_FILLERS = frozenset("a an the that both number of single more target".split())


@dataclass(frozen=True, slots=True)
class Test:
    """One thing to ask of an object or a player.

    Attributes:
        kind: `noun`, `type`, `supertype`, `subtype`, `color`, `status`, `keyword`, `name`, `zone`,
            `controller`, `owner`, `counter`, `other`, `power`, `toughness` or `mana value`.
        value: what it must be: a word, or a number for a comparison.
        negated: whether it must not be so.
        sign: of a comparison `=`, `<` (or less), `>` (or greater).
    """

    kind: str
    value: str | int
    negated: bool = False
    sign: str = "="


@dataclass(frozen=True, slots=True)
class Description:
    """What an object or a player must be: all tests of at least one alternative."""

    alternatives: tuple[tuple[Test, ...], ...]

    def zone(self) -> str:
        """The zone that it names, or an empty string."""
        return next(
            (str(t.value) for tests in self.alternatives for t in tests if t.kind == "zone"), ""
        )

    def has_noun(self, noun: str) -> bool:
        """Whether an alternative means things of that kind."""
        return any(
            t.kind == "noun" and t.value == noun for tests in self.alternatives for t in tests
        )


@functools.lru_cache(maxsize=4096)
def parse_description(text: str) -> Description:
    """The description that a phrase gives; an empty phrase fits everything."""
    rest = text.strip().lower().replace("’", "'")
    rest = rest.replace("any target", "creature, planeswalker, battle, or player")
    common: list[Test] = []
    rest = _clauses(rest, common)
    while match := _ARTICLES.match(rest):
        rest = rest[match.end() :]
    parts = [part.strip() for part in re.split(r",?\s+and/or\s+|,?\s+or\s+|,\s+|\s+and\s+", rest)]
    alternatives = _distribute([_words(part, common) for part in parts if part])
    return Description(tuple(tuple(tests) + tuple(common) for tests in alternatives or [[]]))


_CLAUSES: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), kind)
    for pattern, kind in (
        (r" (?:that )?you (?:both )?(?:own and control|control and own)\b", "both:you"),
        (r" (?:that )?you (don't )?control\b", "controller:you"),
        (r" (?:that )?you (don't )?own\b", "owner:you"),
        (r" (?:that )?(?:an opponent|your opponents|opponents) controls?\b", "controller:opponent"),
        (r" (?:that )?(?:an opponent|your opponents|opponents) owns?\b", "owner:opponent"),
        (
            r" (?:that )?(?:that player|they|defending player|target player|its controller|"
            r"another player) controls?\b",
            "controller:that player",
        ),
        (
            r" (?:in|from) "
            r"(?:your|a|their|its owner's|that player's|an opponent's|target player's)? ?"
            r"(hand|library|graveyard|exile)s?\b",
            "zone",
        ),
        (r" on the (battlefield)\b", "zone"),
        (r" in (exile)\b", "zone"),
        (r" from (outside) the game\b", "zone"),
        (r" with (power|toughness|mana value|converted mana cost) (\w+)(?: or (\w+))?", "compare"),
        (r" with (?:a|an|one or more) ([\w+/-]+) counters? on (?:it|them)\b", "counter"),
        (r" with no ([\w+/-]+) counters on (?:it|them)\b", "no counter"),
        (r" with (?:a|an|one or more) counters? on (?:it|them)\b", "any counter"),
        (r" with (no abilities)\b", "no abilities"),
        (r" named ([\w ',-]+)", "name"),
        (r" without ([\w ]+)", "no keyword"),
        (r" with ([\w ]+)", "keyword"),
        (r" that (?:is|are|'s)? ?(?:not|n't) (?:an? )?([\w-]+)", "isn't"),
        (r" that (?:isn't|aren't) (?:an? )?([\w-]+)", "isn't"),
        (r" (?:that's|that is|that are) (?:an? )?([\w-]+)", "is"),
        (r" other than (?:an? )?([\w -]+)", "isn't"),
    )
)


def _clauses(text: str, found: list[Test]) -> str:
    """Take every clause that follows the noun off the text, as tests."""
    for pattern, kind in _CLAUSES:
        while match := pattern.search(text):
            found += _clause(kind, match)
            text = (text[: match.start()] + text[match.end() :]).strip()
    return text


def _clause(kind: str, match: re.Match[str]) -> list[Test]:
    kind, _, who = kind.partition(":")
    if kind == "both":
        return [Test("controller", "you"), Test("owner", "you")]
    if kind in ("controller", "owner"):
        return [Test(kind, who, negated=bool(match.groups() and match[1]))]
    if kind == "compare":
        return [_comparison(match)]
    if kind in ("counter", "no counter"):
        return [Test("counter", match[1], negated=kind == "no counter")]
    if kind == "any counter":
        return [Test("counter", "any")]
    if kind == "no abilities":
        return [Test("status", "without abilities")]
    if kind in ("keyword", "no keyword"):
        names = re.split(r" or | and ", match[1].strip())
        return [Test("keyword", "|".join(names), negated=kind == "no keyword")]
    if kind in ("is", "isn't"):
        tests = [_word(word) for word in match[1].split() if word not in _NOUNS]
        return [Test(t.kind, t.value, t.negated != (kind == "isn't")) for t in tests]
    return [Test(kind, match[1].strip())]


def _comparison(match: re.Match[str]) -> Test:
    what = "mana value" if match[1] == "converted mana cost" else match[1]
    number = match[2]
    value = int(number) if number.isdigit() else _NUMBERS.get(number, number)
    sign = {"less": "<", "fewer": "<", "greater": ">", "more": ">"}.get(match[3] or "", "=")
    return Test(what, value, sign=sign)


def _words(part: str, common: list[Test]) -> list[Test]:
    """The tests of one alternative's words."""
    tests: list[Test] = []
    while match := _ARTICLES.match(part):
        part = part[match.end() :]
    for word in part.split():
        if word in ("another", "other"):
            common.append(Test("other", "self"))
        elif word not in _FILLERS:
            tests.append(_word(word))
    return tests


def _word(word: str) -> Test:
    negated = False
    if word.startswith("non") and word not in ("nontoken",):
        word, negated = word[3:].lstrip("-"), True
    single = _singular(word)
    if single in _NOUNS:
        return Test("noun", _NOUNS[single], negated)
    if word == "nontoken":
        return Test("status", "token", True)
    if single in _STATUS:
        return Test("status", single, negated)
    if single in CARD_TYPES:
        return Test("type", single, negated)
    if word in COLORS:
        return Test("color", word, negated)
    if single in SUPERTYPES:
        return Test("supertype", single, negated)
    return Test("subtype", word, negated)


_KNOWN = CARD_TYPES | set(_NOUNS) | _STATUS | SUPERTYPES


def _singular(word: str) -> str:
    if word in _KNOWN:
        return word
    for ending, single in (("ies", "y"), ("es", ""), ("s", "")):
        if word.endswith(ending) and word.removesuffix(ending) + single in _KNOWN:
            return word.removesuffix(ending) + single
    return word


def _distribute(alternatives: list[list[Test]]) -> list[list[Test]]:
    """Give earlier alternatives the noun, and colours the type, that only the last one prints."""
    if len(alternatives) < 2:
        return alternatives
    last = alternatives[-1]
    nouns = [test for test in last if test.kind == "noun" and test.value in ("card", "spell")]
    leading = [test for test in alternatives[0] if test.kind == "status"]
    if any(test.kind == "type" for test in alternatives[0]):
        for tests in alternatives[1:]:
            if all(test.kind in ("type", "noun") for test in tests):
                tests += leading
    for tests in alternatives[:-1]:
        if not any(test.kind == "noun" for test in tests):
            tests += nouns
        only_adjectives = all(t.kind in ("color", "status", "supertype") for t in tests)
        if tests and only_adjectives:
            tests += [t for t in last if t.kind in ("type", "subtype", "noun") and t not in tests]
    return alternatives
