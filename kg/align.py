"""Which text of one list is which of another: an assignment problem over similarities.

Values only. Texts that stand once in each list and are equal are paired at once; the rest is paired
so that the sum of all similarities is greatest (Hungarian method), which a greedy choice of the
best pair first doesn't reach. Where texts are alike, those whose places are alike belong together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from rapidfuzz import fuzz, process
from scipy.optimize import linear_sum_assignment

__all__ = ["Pair", "align"]

# How much two texts at the two ends of their lists lose, next to a difference of all their words.
_PLACE = 0.1


@dataclass(frozen=True, slots=True, order=True)
class Pair:
    """Two texts that are one.

    Attributes:
        old, new: their indices.
        score: how alike their words are, 0 to 1.
    """

    old: int
    new: int
    score: float


def align(old: Sequence[str], new: Sequence[str], *, threshold: float = 0.6) -> list[Pair]:
    """The pairs of texts that are one, by index of `old`; each text is in one pair at most.

    Args:
        old, new: folded texts (`kg.folding.fold`) in document order.
        threshold: how alike two texts must be at least.
    """
    pairs = [Pair(i, j, 1.0) for i, j in _equal_once(old, new)]
    rest_old = sorted(set(range(len(old))) - {pair.old for pair in pairs})
    rest_new = sorted(set(range(len(new))) - {pair.new for pair in pairs})
    if rest_old and rest_new:
        scores = (
            process.cdist([old[i] for i in rest_old], [new[j] for j in rest_new], scorer=fuzz.ratio)
            / 100.0
        )
        places = _distances(rest_old, rest_new, pairs, len(old), len(new))
        worth = np.where(scores >= threshold, scores - _PLACE * places, 0.0)
        rows, columns = linear_sum_assignment(worth, maximize=True)
        pairs += [
            Pair(rest_old[r], rest_new[c], float(scores[r, c]))
            for r, c in zip(rows, columns, strict=True)
            if scores[r, c] >= threshold
        ]
    return sorted(pairs)


def _equal_once(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    olds, news = Counter(old), Counter(new)
    places = {text: j for j, text in enumerate(new)}
    return [(i, places[text]) for i, text in enumerate(old) if olds[text] == 1 and news[text] == 1]


def _distances(
    rest_old: list[int], rest_new: list[int], pairs: list[Pair], olds: int, news: int
) -> np.ndarray:
    """How far apart two places are once the pairs at hand are laid upon each other, 0 to 1."""
    known = sorted((pair.old, pair.new) for pair in pairs)
    xs = [-1, *(i for i, _ in known), olds]
    ys = [-1, *(j for _, j in known), news]
    expected = np.interp(rest_old, xs, ys)
    apart: np.ndarray = np.abs(expected[:, None] - np.array(rest_new, dtype=float)[None, :])
    return apart / max(olds, news)
