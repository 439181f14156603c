"""Whether a position is as a scenario expects; see SCENARIOS.md, "expect".

Words are compared without regard to case. What the format doesn't let a scenario say of a thing
isn't asked here: `kg.scenario.steps` has checked it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kg.executor.events import Event, event_record
from kg.executor.play import Play
from kg.scenario.values import Card

__all__ = ["Mismatch", "Since", "mismatches"]

_ABSENT = (None, "none")
_WHOLE = {
    *("types", "supertypes", "subtypes", "colors", "keywords", "designations", "targets"),
    *("goaded_by", "visible_to", "revealed_to", "lights"),
}
_QUESTIONS = {
    "can_attack": "attack",
    "can_untap": "untap",
    "can_block": "block",
    "can_be_blocked_by": "be blocked by",
    "can_be_targeted_by": "be targeted by",
}
_PILES = ("hand", "graveyard", "exile", "battlefield", "command")


@dataclass(frozen=True, slots=True)
class Mismatch:
    """Something that isn't as it is expected.

    Attributes:
        path: from the outermost key inward, such as `("troll", "tapped")`.
    """

    path: tuple[str, ...]
    expected: Any
    actual: Any

    def __str__(self) -> str:
        return f"{'.'.join(self.path)}: expected {self.expected!r}, found {self.actual!r}"


@dataclass(frozen=True, slots=True)
class Since:
    """What has happened since the last `expect`.

    Attributes:
        triggered: ids of the objects whose abilities triggered.
        refused: whether the step before was refused.
        number: from the executor's rule numbers to those of the edition; "" for none.
    """

    events: Sequence[Event] = ()
    triggered: Sequence[str] = ()
    refused: bool = False
    number: Callable[[str], str] = field(default=lambda rule: rule)

    def rules(self) -> list[str]:
        """The rules that the events cite, in the edition's numbers, sorted."""
        numbers = {self.number(rule) for event in self.events for rule in event.rules}
        return sorted(numbers - {""})


def mismatches(play: Play, expected: Mapping[str, Any], since: Since) -> list[Mismatch]:
    """All that isn't as expected, in the order of the expectations."""
    found: list[Mismatch] = []
    players = play.state.players
    for key, value in expected.items():
        if key in _WORDS:
            found += _WORDS[key](play, key, value, since)
        elif key in players:
            found += _of_player(play, key, value)
        else:
            wanted = value if isinstance(value, Mapping) else {"zone": value}
            found += _of_object(play, key, wanted)
    return found


# --- words of the format --------------------------------------------------------------------------


def _events(play: Play, key: str, wanted: Any, since: Since) -> Iterator[Mismatch]:
    records = [event_record(event) for event in since.events]
    names = [record["event"] for record in records]
    for each in wanted:
        pattern = {"event": each} if isinstance(each, str) else dict(each)
        times = pattern.pop("times", None)
        alike = [record for record in records if record["event"] == pattern["event"]]
        number = sum(_event_matches(record, pattern) for record in records)
        if key == "no_events":
            wrong = number > 0 if times is None else number == times
        else:
            wrong = number == 0 if times is None else number != times
        if wrong:
            yield Mismatch((key,), each, alike or names)


def _event_matches(record: Mapping[str, Any], pattern: Mapping[str, Any]) -> bool:
    return all(
        bool(record.get(key)) == value
        if key == "combat"
        else _folded(record.get(key)) == _folded(value)
        for key, value in pattern.items()
    )


def _stack(play: Play, key: str, wanted: Any, since: Since) -> Iterator[Mismatch]:
    found = play.stack()
    if found != wanted and len(found) != wanted:
        yield Mismatch((key,), wanted, found)


def _triggered(play: Play, key: str, wanted: Any, since: Since) -> Iterator[Mismatch]:
    if Counter(since.triggered) != Counter(wanted):
        yield Mismatch((key,), wanted, list(since.triggered))


def _illegal(play: Play, key: str, wanted: Any, since: Since) -> Iterator[Mismatch]:
    if since.refused != wanted:
        yield Mismatch((key,), wanted, since.refused)


def _rules(play: Play, key: str, wanted: Any, since: Since) -> Iterator[Mismatch]:
    cited = since.rules()
    if not set(wanted) <= set(cited):
        yield Mismatch((key,), wanted, cited)


def _votes(play: Play, key: str, wanted: Any, since: Since) -> Iterator[Mismatch]:
    found = play.votes()
    if not _holds_partly(wanted, found):
        yield Mismatch((key,), wanted, found)


_WORDS: Mapping[str, Callable[[Play, str, Any, Since], Iterator[Mismatch]]] = {
    "events": _events,
    "no_events": _events,
    "stack": _stack,
    "triggered": _triggered,
    "illegal": _illegal,
    "rules": _rules,
    "votes": _votes,
}


# --- objects --------------------------------------------------------------------------------------


def _of_object(play: Play, name: str, wanted: Mapping[str, Any]) -> Iterator[Mismatch]:
    # An id that nothing has come to have names what doesn't exist.
    seen = play.object(name) or {"zone": "nowhere"}
    for key, value in wanted.items():
        actual = _actual(play, name, seen, key, value)
        if not _property_holds(key, value, actual):
            yield Mismatch((name, key), value, actual)


def _actual(play: Play, name: str, seen: Mapping[str, Any], key: str, wanted: Any) -> Any:
    """What is to be compared with an expectation of an object."""
    if question := _QUESTIONS.get(key):
        return _answers(play, name, seen, question, wanted)
    if key in ("keywords_include", "keywords_exclude"):
        return seen.get("keywords", [])
    if key == "is":
        kinds = [*seen.get("supertypes", ()), *seen.get("types", ()), *seen.get("subtypes", ())]
        return [*kinds, "token"] if seen.get("token") else kinds
    return seen.get(key)


def _answers(play: Play, name: str, seen: Mapping[str, Any], question: str, wanted: Any) -> Any:
    """Whether it can; of a question about others, those of the expected ones for whom it holds."""
    exists = seen["zone"] != "nowhere"
    if isinstance(wanted, bool):
        return exists and play.can(question, name)
    return [other for other in _listed(wanted) if exists and _can(play, question, name, other)]


def _can(play: Play, question: str, name: str, other: str) -> bool:
    found = play.object(other)
    return found is not None and found["zone"] != "nowhere" and play.can(question, name, other)


def _property_holds(key: str, wanted: Any, actual: Any) -> bool:
    if key == "keywords_include" or key == "is":
        return not Counter(set(_words(wanted))) - Counter(set(_words(actual)))
    if key == "keywords_exclude":
        return not set(_words(wanted)) & set(_words(actual))
    if key in _QUESTIONS and not isinstance(wanted, bool):
        return bool(actual == _listed(wanted))
    if key == "attacking" and isinstance(wanted, bool):
        return bool(actual) == wanted
    if wanted in _ABSENT:
        return actual in (None, "", [], {}, False)
    if key in _WHOLE or (key == "blocking" and wanted is not False):
        return Counter(_words(wanted)) == Counter(_words(actual))
    if key == "text":
        return _words(wanted) == _words(actual)
    if key == "counters":
        return _counters_hold(wanted, actual)
    if isinstance(wanted, Mapping | Card):
        return _face_holds(wanted, actual)
    return bool(_folded(actual) == _folded(wanted)) and isinstance(actual, bool) == isinstance(
        wanted, bool
    )


def _face_holds(wanted: Any, actual: Any) -> bool:
    """Whether another face is as a card describes it in part."""
    keys = wanted.keys if isinstance(wanted, Card) else wanted
    return isinstance(actual, Mapping) and all(
        _property_holds(key, value, actual.get(key)) for key, value in keys.items()
    )


# --- players --------------------------------------------------------------------------------------


def _of_player(play: Play, name: str, wanted: Mapping[str, Any]) -> Iterator[Mismatch]:
    seen = play.player(name)
    for key, value in wanted.items():
        if key == "tokens":
            tokens = seen["tokens"]
            if not _all_match(value, tokens):
                shown = [_shown(token, value) for token in tokens]
                yield Mismatch((name, key), value, shown)
        elif not _player_property_holds(key, value, seen.get(key)):
            yield Mismatch((name, key), value, seen.get(key))


def _player_property_holds(key: str, wanted: Any, actual: Any) -> bool:
    if key in _PILES:
        return (
            len(actual) == wanted if isinstance(wanted, int) else Counter(actual) == Counter(wanted)
        )
    if key == "library":
        return _library_holds(wanted, actual)
    if key == "counters":
        return _counters_hold(wanted, actual)
    if key == "mana":
        return _holds_partly(wanted, actual)
    if key == "designations":
        return Counter(_words(wanted)) == Counter(_words(actual))
    if wanted in _ABSENT:
        return actual in _ABSENT
    return bool(_folded(actual) == _folded(wanted))


def _library_holds(wanted: Any, actual: Sequence[str]) -> bool:
    if isinstance(wanted, int):
        return len(actual) == wanted
    if not isinstance(wanted, Mapping):
        return list(actual) == list(wanted)
    top, bottom = list(wanted.get("top", ())), list(wanted.get("bottom", ()))
    ends = list(actual[-len(bottom) :]) if bottom else []
    return list(actual[: len(top)]) == top and ends == bottom


def _all_match(wanted: Any, tokens: Sequence[Mapping[str, Any]]) -> bool:
    """Whether each description has a token of its own: a bipartite matching (Kuhn's)."""
    descriptions = wanted if isinstance(wanted, list) else [wanted]
    fits = [[_token_fits(each, token) for token in tokens] for each in descriptions]
    taken: dict[int, int] = {}

    def place(description: int, tried: set[int]) -> bool:
        for token, fit in enumerate(fits[description]):
            if fit and token not in tried:
                tried.add(token)
                if token not in taken or place(taken[token], tried):
                    taken[token] = description
                    return True
        return False

    return all(place(each, set()) for each in range(len(descriptions)))


def _token_fits(wanted: Mapping[str, Any], token: Mapping[str, Any]) -> bool:
    return all(_property_holds(key, value, token.get(key)) for key, value in wanted.items())


def _shown(token: Mapping[str, Any], wanted: Any) -> dict[str, Any]:
    """Of a token, what the descriptions speak of."""
    keys = ["name", *(key for each in wanted if isinstance(each, Mapping) for key in each)]
    return {key: token.get(key) for key in dict.fromkeys(keys)}


# --- values ---------------------------------------------------------------------------------------


def _counters_hold(wanted: Mapping[str, int], actual: Any) -> bool:
    """The kinds that are named, or none at all for `{}`."""
    found = actual or {}
    return _holds_partly(wanted, found) if wanted else not any(found.values())


def _holds_partly(wanted: Mapping[str, int], actual: Mapping[str, int]) -> bool:
    found = {_folded(key): number for key, number in actual.items()}
    return all(found.get(_folded(key), 0) == number for key, number in wanted.items())


def _listed(value: Any) -> list[Any]:
    if value in _ABSENT:
        return []
    return list(value) if isinstance(value, list | tuple) else [value]


def _words(value: Any) -> list[Any]:
    return [_folded(each) for each in _listed(value)]


def _folded(value: Any) -> Any:
    return value.casefold() if isinstance(value, str) else value
