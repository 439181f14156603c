"""The citation check against texts annotated by hand: `data/gold/citations`.

In a gold text each citation is followed by its answer in white brackets, such as `701.8a⟦right⟧`
or `701.13a⟦moved:701.19a⟧`; a number without one is no citation. `skip` asks for nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from pathlib import Path

from kg.citations.check import Report
from kg.citations.model import PASSING
from kg.citations.tree import Scanned

__all__ = [
    "Answer",
    "GoldText",
    "Score",
    "read_gold",
    "score_better",
    "score_finding",
    "score_verdict",
]

_ANSWER = re.compile(r"⟦(\w+)(?::([^⟧]*))?⟧")


@dataclass(frozen=True, slots=True)
class Answer:
    """What a citation is.

    Attributes:
        verdict: `right`, a key of `VERDICTS`, or `skip`.
        better: what it should be; empty where that isn't asked.
    """

    verdict: str
    better: str = ""


@dataclass(frozen=True, slots=True)
class GoldText:
    """One annotated text.

    Attributes:
        text: without the answers.
        answers: by where their citations end in `text`.
    """

    name: str
    text: str
    answers: Mapping[int, Answer]

    @classmethod
    def parse(cls, name: str, marked: str) -> GoldText:
        """A text with its answers taken out."""
        parts: list[str] = []
        answers: dict[int, Answer] = {}
        place = length = 0
        for match in _ANSWER.finditer(marked):
            parts.append(marked[place : match.start()])
            length += match.start() - place
            answers[length] = Answer(match[1], match[2] or "")
            place = match.end()
        return cls(name, "".join([*parts, marked[place:]]), answers)


@dataclass(frozen=True, slots=True)
class Score:
    """How many were right, of those that were found and of those that were to be found.

    Attributes:
        errors: what was taken for one wrongly, and what was missed, in words.
    """

    right: int
    found: int
    wanted: int
    errors: tuple[str, ...] = ()

    @property
    def precision(self) -> float:
        """The right share of what was found."""
        return self.right / self.found if self.found else 1.0

    @property
    def recall(self) -> float:
        """The found share of what was to be found."""
        return self.right / self.wanted if self.wanted else 1.0


def read_gold(folder: Path) -> list[GoldText]:
    """The annotated texts in a folder, by name."""
    return [
        GoldText.parse(file.name, file.read_text(encoding="utf-8"))
        for file in sorted(folder.iterdir())
    ]


def score_finding(gold: Sequence[GoldText], scans: Iterable[Scanned]) -> Score:
    """How well the citations themselves were found."""
    found = {(scan.path, item.end) for scan in scans for item in scan.cited}
    asked = {(text.name, end): answer for text in gold for end, answer in text.answers.items()}
    skipped = {place for place, answer in asked.items() if answer.verdict == "skip"}
    return _score(gold, found - skipped, asked.keys() - skipped)


def score_verdict(gold: Sequence[GoldText], report: Report, *verdicts: str) -> Score:
    """How well citations of some verdicts were told from all others."""
    findings = {(f.path, f.end): f for f in report.findings}
    asked = {(text.name, end): answer for text in gold for end, answer in text.answers.items()}
    found: set[tuple[str, int]] = set()
    wanted: set[tuple[str, int]] = set()
    for place, answer in asked.items():
        finding = findings.get(place)
        if answer.verdict != "skip":
            told = finding.verdict if finding and finding.verdict not in PASSING else "right"
            found.update({place} if told in verdicts else ())
            wanted.update({place} if answer.verdict in verdicts else ())
    return _score(gold, found, wanted)


def score_better(gold: Sequence[GoldText], report: Report) -> Score:
    """How often the first number offered is the right one, of the answers that name one."""
    better = {(f.path, f.end): f.better[0] for f in report.findings if f.better}
    asked = {(g.name, end): a.better for g in gold for end, a in g.answers.items() if a.better}
    right = {place for place in asked if better.get(place) == asked[place]}
    return _score(gold, {place for place in asked if place in better}, asked.keys(), right)


def _score(
    gold: Sequence[GoldText],
    found: Set[tuple[str, int]],
    wanted: Set[tuple[str, int]],
    right: Set[tuple[str, int]] | None = None,
) -> Score:
    texts = {text.name: text.text for text in gold}
    right = found & wanted if right is None else right
    errors = []
    for name, end in sorted((found | wanted) - right):
        text = texts[name]
        what = "missed" if (name, end) in wanted else "wrongly"
        line = text.count("\n", 0, end) + 1
        errors.append(f"{name}:{line}: {what}: {text[max(0, end - 24) : end]!r}")
    return Score(len(right), len(found), len(wanted), tuple(errors))
