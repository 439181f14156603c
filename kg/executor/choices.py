"""Players' decisions: one interface, answered by a script, a default policy or a person.

An answer that the rules don't allow is refused; nothing here changes the game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

from kg.errors import IllegalActionError
from kg.executor.objects import Ref

__all__ = [
    "MISSING",
    "Chooser",
    "Decision",
    "Scripted",
    "answer_objects",
    "answer_option",
    "answer_truth",
]

MISSING: Any = object()
"""What a chooser answers where the default policy shall decide."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """A question to a player.

    Attributes:
        name: as the scenario format calls it: `target`, `may`, `discard` ...
        subjects: the ids of the objects that it is about, for answers by object.
        options: what can be chosen: objects, players or words.
        least, most: how many of them.
        kind: `objects`, `truth`, `option`, `piles`, `map`, `payment`, `number` or `word`.
        default: what is taken where nobody answers.
    """

    name: str
    player: str
    subjects: tuple[str, ...] = ()
    options: tuple[Any, ...] = ()
    least: int = 1
    most: int = 1
    kind: str = "objects"
    default: Any = ()
    rules: tuple[str, ...] = ()


class Chooser(Protocol):
    """Who answers."""

    consumed: int

    def answer(self, decision: Decision) -> Any:
        """The answer, not yet checked; `MISSING` for the default."""

    def has_answer(self, name: str) -> bool:
        """Whether an answer of that name is left."""

    def fork(self) -> Chooser:
        """A copy that answers the same from here on."""


@dataclass(slots=True)
class Scripted:
    """Answers from a mapping by the decisions' names; see SCENARIOS.md, "choices"."""

    answers: Mapping[str, Any] = field(default_factory=dict)
    known: frozenset[str] = frozenset()
    cursors: dict[tuple[str, str], int] = field(default_factory=dict)
    asked: set[str] = field(default_factory=set)
    consumed: int = 0

    def fork(self) -> Scripted:
        """A copy that answers the same from here on."""
        return Scripted(
            self.answers, self.known, dict(self.cursors), set(self.asked), self.consumed
        )

    def unused(self) -> list[str]:
        """The names of answers that no decision asked for."""
        return [name for name in self.answers if name not in self.asked]

    def has_answer(self, name: str) -> bool:
        """Whether an answer of that name was given; of any name for `*`."""
        return bool(self.answers) if name == "*" else name in self.answers

    def answer(self, decision: Decision) -> Any:
        """The next answer for the decision; each of a list in the order asked."""
        if decision.name not in self.answers:
            return MISSING
        self.asked.add(decision.name)
        value, key = self.answers[decision.name], ""
        if isinstance(value, Mapping):
            keys = [k for k in (decision.player, *decision.subjects) if k in value]
            if keys:
                value, key = value[keys[0]], keys[0]
            elif decision.kind not in ("piles", "map", "payment") or self._by_someone(value):
                return MISSING
        return self._take(decision, value, key)

    def _by_someone(self, value: Mapping[str, Any]) -> bool:
        return (
            bool(value)
            and all(key in self.known for key in value)
            and any(isinstance(v, Mapping | bool | list) for v in value.values())
        )

    def _take(self, decision: Decision, value: Any, key: str) -> Any:
        place = (decision.name, key)
        used = self.cursors.get(place, 0)
        several = decision.kind == "objects" and decision.most != 1
        nested = isinstance(value, list) and any(isinstance(v, list | Mapping) for v in value)
        if (
            isinstance(value, list)
            and (nested or not several)
            and not (decision.kind == "objects" and not value)
        ):
            if used >= len(value):
                return MISSING
            found = value[used]
        elif used and decision.kind not in ("truth", "option", "word", "number"):
            return MISSING
        else:
            found = value
        self.cursors[place] = used + 1
        self.consumed += 1
        return found


def answer_objects(decision: Decision, raw: Any) -> tuple[Any, ...]:
    """The objects or players that an answer names, if they are a legal choice."""
    by_id = {_id(option): option for option in decision.options}
    names = raw if isinstance(raw, list | tuple) else [] if raw in (None, "none") else [raw]
    chosen: list[Any] = []
    for name in names:
        option = by_id.get(_id(name))
        if option is None:
            raise IllegalActionError(
                f"{_id(name)} is no legal choice for {decision.name!r}", rules=decision.rules
            )
        if option in chosen:
            raise IllegalActionError(
                f"{_id(name)} can't be chosen twice for {decision.name!r}", rules=decision.rules
            )
        chosen.append(option)
    least = min(decision.least, len(decision.options))
    if not least <= len(chosen) <= decision.most:
        raise IllegalActionError(
            f"{decision.name!r} wants {_many(least, decision.most)}, not {len(chosen)}",
            rules=decision.rules,
        )
    return tuple(chosen)


def _many(least: int, most: int) -> str:
    return f"{least}" if least == most else f"{least} to {most}"


def _id(value: Any) -> Any:
    return value.id if isinstance(value, Ref) else value


def answer_truth(decision: Decision, raw: Any) -> bool:
    """Yes or no."""
    if not isinstance(raw, bool):
        raise IllegalActionError(f"{decision.name!r} wants true or false, not {raw!r}")
    return raw


def answer_option(decision: Decision, raw: Any) -> int:
    """The place of an option, named by itself or its place from 0."""
    labels = [_id(option) for option in decision.options]
    if raw in labels and not isinstance(raw, bool):
        return labels.index(raw)
    lowered = [str(label).lower() for label in labels]
    if isinstance(raw, str) and raw.lower() in lowered:
        return lowered.index(raw.lower())
    if isinstance(raw, int) and not isinstance(raw, bool) and 0 <= raw < len(labels):
        return raw
    raise IllegalActionError(f"{raw!r} is no option of {decision.name!r}", rules=decision.rules)


@dataclass(slots=True)
class Asking:
    """Answers by a person: `prompt` shows a question and gives back the line typed."""

    prompt: Callable[[Decision], Any]
    consumed: int = 0

    def fork(self) -> Scripted:
        """What is only tried isn't asked: the default policy answers there."""
        return Scripted()

    def has_answer(self, name: str) -> bool:
        """A person may always be asked."""
        return False

    def answer(self, decision: Decision) -> Any:
        """What the person says."""
        return self.prompt(decision)
