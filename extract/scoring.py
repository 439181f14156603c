"""How well what was read agrees with what was annotated by hand: precision, recall and F1."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from extract.pipeline import read_passages
from extract.vocabulary import read_vocabulary
from kg.model import Edition, GlossaryEntry, Passage, RuleNumber
from kg.statements import Mention, Said, Statement

__all__ = ["Disagreement", "Score", "Scores", "read_gold", "score_statements"]


@dataclass(frozen=True, slots=True)
class Score:
    """How many of the things expected were found, and how many were found wrongly.

    Example:
        >>> Score.of({"a", "b"}, {"b", "c", "d"})
        Score(right=1, found=3, expected=2)
        >>> round(Score.of({"a", "b"}, {"b", "c", "d"}).f1, 2)
        0.4
    """

    right: int = 0
    found: int = 0
    expected: int = 0

    @classmethod
    def of(cls, expected: Iterable[Hashable], found: Iterable[Hashable]) -> Score:
        """The score of one set of findings; what is expected twice has to be found twice."""
        wanted, got = Counter(expected), Counter(found)
        return cls((wanted & got).total(), got.total(), wanted.total())

    def __add__(self, other: Score) -> Score:
        return Score(
            self.right + other.right, self.found + other.found, self.expected + other.expected
        )

    @property
    def precision(self) -> float:
        """The share of what was found that is right; 1 where nothing was found."""
        return self.right / self.found if self.found else 1.0

    @property
    def recall(self) -> float:
        """The share of what was expected that was found; 1 where nothing was expected."""
        return self.right / self.expected if self.expected else 1.0

    @property
    def f1(self) -> float:
        """The harmonic mean of both."""
        total = self.found + self.expected
        return 2 * self.right / total if total else 1.0


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A statement of which something else was read than annotated.

    Attributes:
        where: the rule's number or the headword, with the place of the sentence.
        component: `sentences`, `kinds`, `roles` or `terms`.
    """

    where: str
    component: str
    expected: str
    found: str


@dataclass(frozen=True, slots=True)
class Scores:
    """The score of each component, and of each kind of statement and role."""

    components: dict[str, Score]
    kinds: dict[str, Score]
    roles: dict[str, Score]
    disagreements: tuple[Disagreement, ...]


def read_gold(path: Path) -> list[dict[str, Any]]:
    """The statements annotated by hand, one a line of JSON."""
    with path.open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def score_statements(edition: Edition, gold: Iterable[dict[str, Any]]) -> Scores:
    """What the pipeline reads in an edition next to what was annotated in it."""
    wanted = list(gold)
    places = {_place(entry) for entry in wanted}
    passages = [
        (owner, passage) for owner, passage in edition.passages() if _key(owner, passage) in places
    ]
    said = {
        _key(owner, passage): about
        for owner, passage, about in read_passages(passages, read_vocabulary(edition))
    }
    components: dict[str, Score] = dict.fromkeys(("sentences", "kinds", "roles", "terms"), Score())
    kinds: dict[str, Score] = {}
    roles: dict[str, Score] = {}
    wrong: list[Disagreement] = []
    for entry in wanted:
        for component, expected, found in _compare(entry, said[_place(entry)]):
            score = Score.of(expected, found)
            components[component] += score
            if expected != found:
                wrong.append(_disagreement(entry, component, expected, found))
            by_name = {"kinds": kinds, "roles": roles}.get(component)
            if by_name is not None:
                for name in {item[0] for item in [*expected, *found]}:
                    part = Score.of(
                        [item for item in expected if item[0] == name],
                        [item for item in found if item[0] == name],
                    )
                    by_name[name] = by_name.get(name, Score()) + part
    return Scores(components, kinds, roles, tuple(wrong))


def _compare(
    entry: dict[str, Any], said: Said
) -> Iterator[tuple[str, list[tuple[Any, ...]], list[tuple[Any, ...]]]]:
    """What was expected and what was found of one statement, a component each."""
    place = (entry["start"], entry["end"])
    statement = next((s for s in said.statements if (s.start, s.end) == place), None)
    yield "sentences", [place], [place] if statement else []
    yield "kinds", [(entry["kind"],)], [(statement.kind,)] if statement and statement.kind else []
    expected = [(r["role"], r["start"], r["end"], r.get("actor", "")) for r in entry["roles"]]
    yield "roles", expected, _roles(statement)
    if "terms" in entry:
        terms = [(t["start"], t["end"], t["term"], t.get("sense", 0)) for t in entry["terms"]]
        yield "terms", terms, [_term(m) for m in said.mentions if place[0] <= m.start < place[1]]


def _roles(statement: Statement | None) -> list[tuple[Any, ...]]:
    if statement is None:
        return []
    return [(role.role, role.start, role.end, role.actor) for role in statement.roles]


def _term(mention: Mention) -> tuple[Any, ...]:
    # An entry is known by the first of its names.
    return mention.start, mention.end, mention.term.label, mention.sense


def _place(entry: dict[str, Any]) -> tuple[str, int]:
    return (entry["term"], entry["sense"]) if "term" in entry else (entry["rule"], 0)


def _key(owner: object, passage: Passage) -> tuple[str, int] | None:
    if isinstance(owner, GlossaryEntry):
        return owner.headword, next(i for i, s in enumerate(owner.senses, 1) if s is passage)
    number = getattr(owner, "number", None)
    return (str(number), 0) if passage is owner and isinstance(number, RuleNumber) else None


def _disagreement(
    entry: dict[str, Any],
    component: str,
    expected: list[tuple[Any, ...]],
    found: list[tuple[Any, ...]],
) -> Disagreement:
    name, sense = _place(entry)
    where = f"{name}#{sense}" if sense else name
    missing = [item for item in expected if item not in found]
    extra = [item for item in found if item not in expected]
    return Disagreement(f"{where}, {entry['sentence']}", component, _shown(missing), _shown(extra))


def _shown(items: list[tuple[Any, ...]]) -> str:
    return "; ".join(" ".join(str(part) for part in item if part != "") for item in items)
