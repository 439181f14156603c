"""What the words beside a citation say of its number: it fits, another fits, or nothing.

The bounds were chosen on paraphrases: the sentences of our restatement, whole and cut short, as
comments that cite the official text, under their right numbers and under others.
`benchmarks/quality_citations.py` measures them.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from kg.citations.ranges import split
from kg.citations.target import Target
from kg.citations.wording import Floats

__all__ = ["Words"]

_MIN_SUBSTANCE = 12.0  # summed rarity: three or four words that few rules use
_MIN_BEST = 0.55
# A cited rule whose words fit half as well as the best rule's isn't called wrong.
_SHARE = 0.5
_CLOSE = 0.85
_TELLING = 5.0
_CLEARLY = 1.3


@dataclass(frozen=True, slots=True)
class Words:
    """The scores of one context over all rules of the target.

    Attributes:
        scores: a column a rule.
        substance: of the context.
    """

    target: Target
    scores: Floats
    substance: float

    def score(self, number: str) -> float:
        """How well a rule fits the words; 0 where its text isn't at hand."""
        index = self.target.index
        column = index.place.get(number) if index else None
        return float(self.scores[column]) if column is not None else 0.0

    def prefer(self, one: str, other: str) -> bool:
        """Whether the words clearly fit one rule rather than another."""
        best = self.score(one)
        return (
            self.substance >= _TELLING
            and best >= _SHARE * float(self.scores.max(initial=0.0))
            and best > _CLEARLY * self.score(other)
        )

    def support(self, number: str) -> bool:
        """Whether the words say something, and fit a rule."""
        return self.substance >= _TELLING and self.fit(number)

    def fit(self, number: str) -> bool:
        """Whether the words don't speak against a rule: they fit it, or say too little."""
        best = float(self.scores.max(initial=0.0))
        return self.substance < _TELLING or self.score(number) >= _SHARE * best

    def better(self, numbers: Collection[str], beside: Collection[str]) -> tuple[list[str], float]:
        """The rules that the words fit so much better that the numbers cited must be wrong.

        Args:
            numbers: that are cited together; one of them that fits is enough.
            beside: cited near by; the words may be about those.

        Returns:
            The better rules, best first, and how sure that is, 0 to 1; none and 0 where the words
            don't speak against the numbers.
        """
        index = self.target.index
        if index is None or self.substance < _MIN_SUBSTANCE:
            return [], 0.0
        if not any(number in self.target.judged for number in numbers):
            return [], 0.0
        place = int(np.argmax(self.scores))
        best, top = index.numbers[place], float(self.scores[place])
        cited = max(self._fit(number, best) for number in numbers)
        if top < _MIN_BEST or cited >= _SHARE * top or self._belongs(best, numbers, beside):
            return [], 0.0
        order = np.argsort(self.scores)[::-1][:5]
        near = [index.numbers[i] for i in order if self.scores[i] >= _CLOSE * top]
        return near[:3], round(min(1.0, top) * (1 - cited / top), 2)

    def _fit(self, number: str, best: str) -> float:
        """How well the words fit a rule, or, where they don't fit a sibling best, its family."""
        section, rule, letter = split(number)
        fit = self.score(number)
        if split(best)[:2] == (section, rule):
            # The rule above may be cited for the one below; a letter names that letter.
            return self.score(number) if letter else 1e9
        index = self.target.index
        assert index is not None
        family = self.target.families.get(f"{section}.{rule}", ())
        return max(fit, max((float(self.scores[column]) for column in family), default=0.0))

    def _belongs(self, best: str, numbers: Collection[str], beside: Collection[str]) -> bool:
        """Whether the best rule is cited near by, or it and a cited one refer to each other."""
        family = split(best)[:2]
        if any(split(number)[:2] == family for number in beside):
            return True
        related = self.target.related
        above = ".".join(family)
        for number in numbers:
            own = ".".join(split(number)[:2])
            named = related.get(number, frozenset()) | related.get(own, frozenset())
            back = related.get(best, frozenset()) | related.get(above, frozenset())
            if {best, above} & named or {number, own} & back:
                return split(number)[:2] != family
        return False
