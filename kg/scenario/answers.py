"""Answers to decisions: whether they are of the form that the decision has."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kg.scenario import contract
from kg.scenario.kinds import Names, problems

__all__ = ["answer_problems"]


def answer_problems(name: str, answer: Any, names: Names) -> Iterator[str]:
    """What keeps an answer from being one to that decision."""
    if name in contract.OBJECT_DECISIONS:
        for thing in _leaves(answer):
            yield from (f"{thing!r} {why}" for why in problems(thing, "thing", names))
    elif piles := contract.PILE_DECISIONS.get(name):
        for each in _pile_answers(answer, piles):
            if not isinstance(each, dict) or set(each) - piles:
                yield f"{each!r} is not a mapping of {' and '.join(sorted(piles))}"
            else:
                for pile in each.values():
                    yield from (f"{pile!r} {why}" for why in problems(pile, "ids", names))
    elif name == "time travel":
        if not isinstance(answer, dict) or set(map(str, answer.values())) - {"add", "remove"}:
            yield f"{answer!r} is not a mapping of ids to add or remove"
        else:
            for thing in answer:
                yield from (f"{thing!r} {why}" for why in problems(thing, "id", names))
    elif name == "may" and not all(isinstance(each, bool) for each in _values(answer)):
        yield f"{answer!r} is not true or false"


def _leaves(answer: Any) -> Iterator[Any]:
    """All that an answer names: in lists and mappings of players or objects to their answers."""
    if isinstance(answer, dict):
        for key, value in answer.items():
            yield key
            yield from _leaves(value)
    elif isinstance(answer, list):
        for value in answer:
            yield from _leaves(value)
    else:
        yield answer


def _pile_answers(answer: Any, piles: set[str]) -> list[Any]:
    if isinstance(answer, dict) and not set(answer) <= piles:
        return list(answer.values())  # a mapping of players to answers
    return answer if isinstance(answer, list) else [answer]


def _values(answer: Any) -> list[Any]:
    if isinstance(answer, dict):
        return list(answer.values())
    return answer if isinstance(answer, list) else [answer]
