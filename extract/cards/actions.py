"""Keyword actions in a card's text: an edition's verbs, told from nouns and states by their frame.

`counter target spell` has the action, `a counter` and `counters on it` a thing; `exile it` the
action, `from exile` a zone; `enters tapped` and `an activated ability` say how something is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from extract.components.english import verb_forms
from kg.keywords import Keyword, Keywords

__all__ = ["ActionFinder", "ActionUse"]

_OBJECT = "target|an?|the|that|it|them|all|up|each|those|this|any|another|your|their|its|two|x"
_VERB_AFTER = re.compile(rf"\s*(?:{_OBJECT})\b", re.IGNORECASE)
_NOUN_BEFORE = re.compile(
    r"(?:\b(?:an?|the|of|no|more|most|each|additional|that|those|these|another|many|all|two|three|four|X|its|their|"
    r"your|any|in|from|into|of those)|[+-]\d/[+-]\d|[a-z]+ly)\s+$",
    re.IGNORECASE,
)
_ATTRIBUTE_BEFORE = re.compile(
    r"\b(?:the|an?|each|that|those|all|any|of|target|other|another|untapped|two|three|for)\s+$",
    re.IGNORECASE,
)
_NOUN = re.compile(
    r"\s+(?:non)?-?(?:cards?|creatures?|permanents?|artifacts?|lands?|enchantments?|planeswalkers?|spells?|"
    r"tokens?|abilit(?:y|ies)|players?|opponents?|pile|[A-Z][a-z]+s?)\b"
)
_VOTER_BEFORE = re.compile(r"\b(?:players?|opponents?|you|who|they|to|may)\s+$", re.IGNORECASE)
_BECOMING = re.compile(r"\bbecomes?\s+$", re.IGNORECASE)
_FOR_MANA = re.compile(r"\s+for\b", re.IGNORECASE)
_NO_ACTION_AFTER = re.compile(r"\s*(?:steps?|strike|symbols?|zone|counters?\b)", re.IGNORECASE)
_WORD = re.compile(r"(?<![\w-])[^\W\d_]+")
_STATES = {"tapped", "untapped", "attached", "unattached", "goaded", "suspected", "detained"}
# These forms are nouns too; only their frame tells.
_NOUNS = {
    "counter",
    "counters",
    "exile",
    "play",
    "plays",
    "vote",
    "votes",
    "double",
    "search",
    "support",
    "fight",
}
_ZONE_BEFORE = re.compile(r"\b(?:from|in|into|to|of)\s+$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ActionUse:
    """A keyword action in a text."""

    keyword: Keyword
    start: int
    end: int


class ActionFinder:
    """Finds the keyword actions of an edition."""

    def __init__(self, keywords: Keywords) -> None:
        self._by_form = {
            form: keyword for keyword in keywords.actions for form in _forms(keyword.name)
        }
        phrases = [_pattern(keyword.name) for keyword in keywords.actions]
        ordered = sorted(phrases, key=len, reverse=True)
        self._regex = re.compile(rf"(?:{'|'.join(ordered)})(?![\w-])", re.IGNORECASE)
        names = (keyword.name.partition(" ")[0] for keyword in keywords.actions)
        self._first = {form for name in names for form in verb_forms(name)}
        self._phrases = [
            (re.compile(_pattern(k.name), re.IGNORECASE), k)
            for k in keywords.actions
            if " " in k.name
        ]

    def find(self, text: str, start: int, end: int) -> Iterator[ActionUse]:
        """The actions in a part of a text, in order."""
        place = start
        for first in _WORD.finditer(text, start, end):
            if first.start() < place or first.group().lower() not in self._first:
                continue
            match = self._regex.match(text, first.start(), end)
            if match is None:
                continue
            word, place = match.group(), match.end()
            keyword = self._by_form.get(word.lower())
            if keyword is None:
                keyword = next((k for regex, k in self._phrases if regex.fullmatch(word)), None)
            if keyword and (" " in word or _is_action(text, start, match.start(), match.end())):
                yield ActionUse(keyword, *match.span())


def _forms(name: str) -> tuple[str, ...]:
    return verb_forms(name) if " " not in name else (name,)


def _pattern(name: str) -> str:
    """A name in every form of its verb; its object may stand inside (`set it in motion`)."""
    first, _, rest = name.partition(" ")
    if not rest:
        return "|".join(re.escape(form) for form in verb_forms(name))
    if first == "the":
        return re.escape(name)
    forms = "|".join(re.escape(form) for form in verb_forms(first))
    inside = r"(?: [\w~]+){0,3}" if rest.startswith("in ") else ""
    return rf"(?:{forms}){inside} {re.escape(rest)}"


def _is_action(text: str, start: int, place: int, end: int) -> bool:
    word, before = text[place:end].lower(), text[max(start, place - 30) : place]
    after = text[end : end + 30]
    if text[place].isupper() and not _begins(before):
        return False
    if _NO_ACTION_AFTER.match(after) and not (word == "double" and "counters" in after):
        return False
    if word in _STATES:
        return bool(_BECOMING.search(before) or (word == "tapped" and _FOR_MANA.match(after)))
    if (
        word.endswith(("ed", "t", "en", "n"))
        and _ATTRIBUTE_BEFORE.search(before)
        and _NOUN.match(after)
    ):
        return word in ("cast", "exert", "connect")
    if word == "converted" and after.startswith(" mana cost"):  # as mana value was called to 2020
        return False
    if word == "activated" and _NOUN.match(after):
        return False
    if word in _NOUNS:
        return _is_verb(word, before, after)
    return True


def _is_verb(word: str, before: str, after: str) -> bool:
    if word == "exile":
        to_do = before.rstrip().lower().endswith(" to") and bool(_VERB_AFTER.match(after))
        return to_do or not _ZONE_BEFORE.search(before)
    if word in ("play", "plays"):
        return not re.search(r"\b(?:in|into|from)\s+$", before, re.IGNORECASE)
    if word in ("vote", "votes"):
        return bool(_VOTER_BEFORE.search(before))
    if word == "support":
        return bool(re.match(r" (?:\d|X)", after))
    if word == "double":
        return bool(re.match(r"\s+(?:the|its|your|their|target|each|that creature's)\b", after))
    if word in ("search", "fight"):
        return True
    return bool(_VERB_AFTER.match(after)) and not _NOUN_BEFORE.search(before)


def _begins(before: str) -> bool:
    lead = before.rstrip()
    return not lead or lead[-1] in '.:;,•"“—–)(\n|}'
