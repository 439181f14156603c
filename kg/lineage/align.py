"""Which rule of one edition is which of the next.

Each pair of rules that share words gets a worth: how alike their words are, and how well their
places agree with the pairs already found (parents, children, neighbours, number, heading). The
pairs whose worth is greatest in sum are taken (an assignment, not the best first), then the places
are weighed anew, until nothing changes.

A rule reworded in its place is often less alike than two rules of two keywords made from one
pattern, so that the place must be able to outweigh the words, and the words the place.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from rapidfuzz import fuzz
from scipy.optimize import linear_sum_assignment
from scipy.sparse import csr_matrix
from scipy.sparse.csgraph import connected_components

from kg.lineage.words import liken, mask, tokens
from kg.model import Rule, RuleNumber

__all__ = ["Link", "Unit", "align_rules", "units_of"]

_THRESHOLD = 0.56
_ROUNDS = 6
_CANDIDATES = 14


@dataclass(frozen=True)
class Unit:
    """A rule as it is compared.

    Attributes:
        number: its own.
        parent: the index of the nearest rule above it; -1 at the top.
        words: masked (`kg.lineage.words.mask`).
        heading: whether it is a bare title.
    """

    number: RuleNumber
    parent: int
    words: str
    heading: bool

    @cached_property
    def likened(self) -> str:
        return liken(self.words)

    @cached_property
    def tokens(self) -> list[str]:
        return tokens(self.likened)


@dataclass(frozen=True, slots=True, order=True)
class Link:
    """Two rules of two editions that are one.

    Attributes:
        old, new: indices.
        likeness: of their words, 0 to 1.
        confidence: 0 to 1.
        evidence: what speaks for it, such as `text 0.91, parent, number`.
        kind: empty, `split` or `merged`.
        piece: of a split or a merge, whether this is a part beside the one that goes on.
    """

    old: int
    new: int
    likeness: float
    confidence: float
    evidence: str = ""
    kind: str = ""
    piece: bool = False


def units_of(rules: Sequence[Rule]) -> list[Unit]:
    """What is compared of an edition's rules, in document order."""
    places = {rule.number: index for index, rule in enumerate(rules)}
    found = []
    for rule in rules:
        above = rule.number.parent_in(places)
        words = mask(rule.text)
        heading = bool(rule.heading) and mask(rule.heading) == words
        found.append(Unit(rule.number, places[above] if above else -1, words, heading))
    return found


def align_rules(old: Sequence[Unit], new: Sequence[Unit]) -> list[Link]:
    """The links between two editions, by index of `old`: each rule is in one pair at most; splits
    and merges are left to `kg.lineage.pieces`."""
    return _Alignment(old, new).links()


class _Alignment:
    """Two editions, the likeness of their rules, and the pairs found so far."""

    def __init__(self, old: Sequence[Unit], new: Sequence[Unit]) -> None:
        self.old, self.new = old, new
        self.weights = _weights(old, new)
        self.likeness = self._likenesses()
        self.best = self._bests()
        self.pairs: dict[int, int] = {}
        self.back: dict[int, int] = {}
        self.children = _children(old), _children(new)
        self.siblings = _order(old), _order(new)
        self.tops = _sections(old), _sections(new)

    def links(self) -> list[Link]:
        self._set(self._assign({pair: like for pair, like in self.likeness.items() if like > 0.75}))
        worths: dict[tuple[int, int], float] = {}
        for _ in range(_ROUNDS):
            before = self.pairs
            worths = self._worths()
            self._set(self._assign(worths))
            if self.pairs == before:
                break
        found = []
        for i, j in self.pairs.items():
            like, (_, evidence) = self.likeness.get((i, j), 0.0), self._place(i, j)
            confidence = min(1.0, max(0.3, (worths[i, j] - _THRESHOLD) / 0.6 + 0.5))
            found.append(Link(i, j, round(like, 2), round(confidence, 2), evidence))
        return sorted(found)

    def _set(self, pairs: Mapping[int, int]) -> None:
        self.pairs = dict(pairs)
        self.back = {j: i for i, j in pairs.items()}

    def _likenesses(self) -> dict[tuple[int, int], float]:
        """How alike the words of each pair are that has a chance at all."""
        vocabulary = {word: k for k, word in enumerate(self.weights)}
        a, b = (_matrix(units, vocabulary, self.weights) for units in (self.old, self.new))
        shared = (a @ b.T).tocsr()  # the weight of the words that both have
        sums = (
            np.asarray(a.multiply(a).sum(axis=1)).ravel(),
            np.asarray(b.multiply(b).sum(axis=1)).ravel(),
        )
        found: dict[tuple[int, int], float] = {}
        by_words = defaultdict(list)
        for j, unit in enumerate(self.new):
            by_words[unit.likened].append(j)
        columns: dict[int, list[tuple[float, int]]] = defaultdict(list)
        chosen: set[tuple[int, int]] = set()
        for i, unit in enumerate(self.old):
            start, end = shared.indptr[i], shared.indptr[i + 1]
            js, weights = shared.indices[start:end], shared.data[start:end]
            dice = 2 * weights / (sums[0][i] + sums[1][js])
            keep = dice > 0.22
            js, dice = js[keep], dice[keep]
            order = np.argsort(-dice)[:_CANDIDATES]
            chosen.update((i, int(js[k])) for k in order)
            chosen.update((i, j) for j in by_words.get(unit.likened, ()))
            for j, d in zip(js, dice, strict=True):
                columns[int(j)].append((float(d), i))
        for j, ranked in columns.items():
            ranked.sort(reverse=True)
            chosen.update((i, j) for _, i in ranked[:_CANDIDATES])
        self._shared, self._sums = shared, sums
        for i, j in chosen:
            found[i, j] = self._like(i, j)
        return found

    def _bests(self) -> tuple[dict[int, int], dict[int, int]]:
        """For each rule the one that is most like it, on both sides."""
        ahead, behind = {}, {}
        for (i, j), _ in sorted(self.likeness.items(), key=lambda item: item[1]):
            ahead[i], behind[j] = j, i
        return ahead, behind

    def _like(self, i: int, j: int) -> float:
        one, other = self.old[i], self.new[j]
        if one.words == other.words:
            return 1.0
        if one.likened == other.likened:
            return 0.99
        both = float(self._shared[i, j])
        dice = 2 * both / float(self._sums[0][i] + self._sums[1][j] or 1)
        ratio = fuzz.ratio(one.likened, other.likened) / 100
        part = both / float(min(self._sums[0][i], self._sums[1][j]) or 1)
        return min(0.98, 0.4 * dice + 0.35 * ratio + 0.25 * part)

    def _worths(self) -> dict[tuple[int, int], float]:
        candidates = set(self.likeness)
        candidates.update(self._by_place())
        found = {}
        for i, j in candidates:
            like = self.likeness.get((i, j))
            if like is None:
                like = self.likeness[i, j] = self._like(i, j)
            worth = like + self._place(i, j)[0]
            if worth > _THRESHOLD:
                found[i, j] = worth
        return found

    def _by_place(self) -> set[tuple[int, int]]:
        """Pairs whose places agree, however their words differ."""
        found: set[tuple[int, int]] = set()
        for i, j in self.pairs.items():
            for kids, others in ((self.children[0][i], self.children[1][j]),):
                lost = [k for k in kids if k not in self.pairs]
                gained = [k for k in others if k not in self.back]
                if len(lost) * len(gained) <= 400:
                    found.update((x, y) for x in lost for y in gained)
            a, b = self.old[i].parent, self.new[j].parent
            if a >= 0 and b >= 0:
                found.add((a, b))
        return found

    def _place(self, i: int, j: int) -> tuple[float, str]:
        """How well two places agree: -0.3 to 0.5, and in words."""
        one, other = self.old[i], self.new[j]
        worth = 0.0
        said: list[str] = []
        if one.number == other.number:
            worth, said = worth + 0.04, [*said, "number"]
        if one.parent >= 0 and other.parent >= 0:
            met = self.pairs.get(one.parent)
            if met == other.parent:
                worth, said = worth + 0.14, [*said, "parent"]
            elif self._one_section(i, j):
                said.append("section")
            elif met is not None or other.parent in self.back:
                worth -= 0.1
            if met != other.parent and self._of_other_titles(one, other):
                worth -= 0.25
        elif one.parent != other.parent:
            worth -= 0.3
        kids, others = self.children[0][i], self.children[1][j]
        if kids and others:
            stay = sum(self.pairs.get(k, -1) in others for k in kids)
            share = stay / max(len(kids), len(others))
            if stay:
                said.append(f"children {share:.2f}")
            worth += 0.4 * share - (0.1 if not stay else 0)
        elif kids or others:
            worth -= 0.02
        if self.best[0].get(i) == j and self.best[1].get(j) == i:
            worth, said = worth + 0.05, [*said, "best"]
        near = 0
        for step in (-1, 1):
            a, b = self.siblings[0].get((i, step), -1), self.siblings[1].get((j, step), -1)
            both_met = a >= 0 and b >= 0 and self.pairs.get(a) == b
            if both_met or (a == b == -1 and "parent" in said):
                near += 1
        if near:
            worth, said = worth + 0.07 * near, [*said, f"neighbours {near}"]
        if one.heading != other.heading:
            worth -= 0.06
        if near < 2 and not kids and one.number != other.number and self._unlike(i, j):
            worth -= 0.1
        return worth, ", ".join(said)

    def _unlike(self, i: int, j: int) -> bool:
        return self.likeness.get((i, j), 0.0) < 0.5

    def _of_other_titles(self, one: Unit, other: Unit) -> bool:
        """Whether each names the title that it stands under: two keywords worded by one pattern."""
        titles = self.old[one.parent], self.new[other.parent]
        return all(
            title.heading and title.words in unit.words
            for title, unit in zip(titles, (one, other), strict=True)
        )

    def _one_section(self, i: int, j: int) -> bool:
        return self.pairs.get(self.tops[0][i], -1) == self.tops[1][j]

    def _assign(self, worths: Mapping[tuple[int, int], float]) -> dict[int, int]:
        """The pairs whose worths are greatest in sum, each rule in one at most."""
        if not worths:
            return {}
        size = len(self.old)
        rows = np.array([i for i, _ in worths])
        columns = np.array([j for _, j in worths])
        graph = csr_matrix(
            (np.ones(len(rows)), (rows, columns + size)), shape=(size + len(self.new),) * 2
        )
        _, labels = connected_components(graph, directed=False)
        groups: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for pair in worths:
            groups[labels[pair[0]]].append(pair)
        found: dict[int, int] = {}
        for pairs in groups.values():
            xs = sorted({i for i, _ in pairs})
            ys = sorted({j for _, j in pairs})
            x_of, y_of = {i: k for k, i in enumerate(xs)}, {j: k for k, j in enumerate(ys)}
            table = np.zeros((len(xs), len(ys)))
            for i, j in pairs:
                table[x_of[i], y_of[j]] = worths[i, j] - _THRESHOLD
            for x, y in zip(*linear_sum_assignment(table, maximize=True), strict=True):
                if table[x, y] > 0:
                    found[xs[x]] = ys[y]
        return found


def _weights(old: Sequence[Unit], new: Sequence[Unit]) -> dict[str, float]:
    """How much a word tells, the rarer the more."""
    counts: Counter[str] = Counter()
    for unit in (*old, *new):
        counts.update(set(unit.tokens))
    total = len(old) + len(new)
    return {word: float(np.log(1 + total / count)) for word, count in counts.items()}


def _matrix(
    units: Sequence[Unit], vocabulary: Mapping[str, int], weights: Mapping[str, float]
) -> csr_matrix:
    """One row a unit, one column a word; a word's second occurrence counts no more."""
    rows, columns, values = [], [], []
    for row, unit in enumerate(units):
        for word in set(unit.tokens):
            rows.append(row)
            columns.append(vocabulary[word])
            values.append(weights[word] ** 0.5)
    return csr_matrix((values, (rows, columns)), shape=(len(units), len(vocabulary)))


def _children(units: Sequence[Unit]) -> list[frozenset[int]]:
    found: list[set[int]] = [set() for _ in units]
    for index, unit in enumerate(units):
        if unit.parent >= 0:
            found[unit.parent].add(index)
    return [frozenset(kids) for kids in found]


def _sections(units: Sequence[Unit]) -> list[int]:
    """The index of the section that each unit lies in; -2 for none."""
    places = {unit.number: index for index, unit in enumerate(units)}
    return [places.get(RuleNumber(unit.number.chapter, unit.number.section), -2) for unit in units]


def _order(units: Sequence[Unit]) -> dict[tuple[int, int], int]:
    """The sibling before (-1) and after (1) each unit."""
    found: dict[tuple[int, int], int] = {}
    last: dict[int, int] = {}
    for index, unit in enumerate(units):
        if unit.parent in last:
            found[last[unit.parent], 1] = index
            found[index, -1] = last[unit.parent]
        last[unit.parent] = index
    return found
