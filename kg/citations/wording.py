"""How well some words fit each rule of an edition.

Words are compared by their stems, weighted by rarity: a comment paraphrases, so it shares the rare
words of its rule and few of the others. A rule is known by its own words, those of its heading and
its examples, and less by those of the rule above it.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from kg.model import Rule, RuleNumber

if TYPE_CHECKING:
    from scipy.sparse import csr_array

__all__ = ["Context", "Floats", "RuleIndex", "terms"]

Floats = npt.NDArray[np.float32]

_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
_STOP = frozenset(
    (
        "a an and any are as at be been but by can could do does done each else for from get gets "
        "had has have her him his how if in into is isn it its itself just may might more most "
        "must no nor not of off on once one only onto or other our out over own per same shall "
        "she should since so some such than that the their them then there these they this those "
        "though through to too under until up upon was were what when where which while who whose "
        "will with would yet you your yours also won don doesn didn aren hasn haven let see way "
        "via etc eg ie cf new old use used using both all "
        # of programs and comments, not of rules
        "cr rule rules comp comprehensive section mtg magic fn def func function return returns "
        "self class const var int bool string str void null none true false test tests assert "
        "todo fixme note pub static final override import package impl struct enum type val async "
        "await nil end begin ctx args arg param params obj idx err ok code check checks handle "
        "handles per get set is "
    ).split()
)
_SUFFIXES = ("ations", "ation", "ments", "ment", "ings", "ing", "ions", "ion", "ied", "ies", "ed")
# Okapi's: how soon a word's repetition stops to count, and how much a long rule is held back.
_K, _B = 1.2, 0.5
_PAIR_WEIGHT = 0.6
_HEADING, _ABOVE_HEADING, _ABOVE, _EXAMPLE = 1.5, 1.2, 0.25, 0.4


@lru_cache(maxsize=50_000)
def _stem(word: str) -> str:
    """A word without its inflection: `sacrificed`, `sacrificing` and `sacrifice` are one."""
    if len(word) > 3 and word.endswith("s") and not word.endswith("ss"):
        word = word[:-3] + "y" if word.endswith("ies") else word[:-1]
    for suffix in _SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= 3:
            word = word[: -len(suffix)] + ("y" if suffix in ("ied", "ies") else "")
            break
    if len(word) > 3 and word[-1] == word[-2] and word[-1] not in "s":
        word = word[:-1]
    return word[:-1] if len(word) > 3 and word[-1] in "e" else word


def terms(text: str) -> list[str]:
    """The stems of a text's words in order, identifiers taken apart, without stop words."""
    found = []
    for match in _WORD.finditer(text):
        word = match.group().lower()
        if len(word) > 1 and word not in _STOP:
            found.append(_stem(word))
    return found


def _pairs(stems: Sequence[str]) -> Iterable[str]:
    return (f"{a} {b}" for a, b in itertools.pairwise(stems) if a != b)


def _bag(parts: Iterable[tuple[float, str]]) -> Counter[str]:
    bag: Counter[str] = Counter()
    for weight, text in parts:
        stems = terms(text)
        for stem in stems:
            bag[stem] += weight  # type: ignore[assignment]  # a Counter of weights
        for pair in _pairs(stems):
            bag[pair] += weight  # type: ignore[assignment]
    return bag


@dataclass(frozen=True, slots=True, eq=False)
class Context:
    """The words beside a citation, encoded.

    Attributes:
        columns: of the words in the index, each once.
        weights: of each.
        substance: how much they have to say: the summed rarity of the single words.
    """

    columns: npt.NDArray[np.int32]
    weights: Floats
    substance: float


class RuleIndex:
    """The rules and subrules of an edition, ready to be compared with words.

    Attributes:
        numbers: of the rules, in document order; a column of scores each.
    """

    def __init__(self, rules: Sequence[Rule]) -> None:
        by_number = {rule.number: rule for rule in rules}
        kept = [rule for rule in rules if rule.number.rule and rule.text]
        self.numbers = [str(rule.number) for rule in kept]
        self.place = {number: column for column, number in enumerate(self.numbers)}
        bags = [_bag(_parts(rule, by_number)) for rule in kept]
        self._columns: dict[str, int] = {}
        frequency: Counter[str] = Counter()
        for bag in bags:
            frequency.update(bag.keys())
        for term in frequency:
            self._columns[term] = len(self._columns)
        counts = np.array([frequency[t] for t in self._columns], dtype=np.float32)
        self._rarity = np.log1p((len(bags) - counts + 0.5) / (counts + 0.5)).astype(np.float32)
        for term, column in self._columns.items():
            if " " in term:
                self._rarity[column] *= _PAIR_WEIGHT
        self._by_term = self._weigh(bags).T.tocsr()

    def _weigh(self, bags: Sequence[Counter[str]]) -> csr_array:
        from scipy.sparse import csr_array

        lengths = np.array([sum(bag.values()) for bag in bags], dtype=np.float32)
        mean = float(lengths.mean()) if len(bags) else 1.0
        rows, columns, values = [], [], []
        for row, bag in enumerate(bags):
            held = _K * (1 - _B + _B * lengths[row] / mean)
            for term, count in bag.items():
                column = self._columns[term]
                rows.append(row)
                columns.append(column)
                values.append(count * (_K + 1) / (count + held) * self._rarity[column])
        shape = (len(bags), len(self._columns))
        return csr_array((np.array(values, dtype=np.float32), (rows, columns)), shape=shape)

    def encode(self, parts: Iterable[tuple[float, str]]) -> Context:
        """Words with their weights, as `scores` takes them.

        A word that rules don't use is left out. One that comes again adds nothing, and counts by
        its heaviest part. What stands far off hardly adds to the substance.
        """
        weights: dict[int, float] = {}
        substance = 0.0
        for weight, text in sorted(parts, reverse=True):
            stems = terms(text)
            for term in (*stems, *_pairs(stems)):
                column = self._columns.get(term)
                if column is not None and column not in weights:
                    weights[column] = weight
                    if " " not in term:
                        substance += weight**2 * float(self._rarity[column])
        return Context(
            np.fromiter(weights.keys(), dtype=np.int32, count=len(weights)),
            np.fromiter(weights.values(), dtype=np.float32, count=len(weights)),
            substance,
        )

    def scores(self, contexts: Sequence[Context]) -> Floats:
        """How well each context fits each rule: a row a context, a column a rule.

        A score is the share of the context's weight that the rule accounts for: about 0 for words
        that have nothing to do with it, about 1 for a quotation of it.
        """
        from scipy.sparse import csr_array

        ends = np.cumsum([0, *(len(context.columns) for context in contexts)])
        columns = np.concatenate([c.columns for c in contexts])
        weights = np.concatenate([c.weights for c in contexts])
        asked = csr_array((weights, columns, ends), shape=(len(contexts), len(self._rarity)))
        totals = np.maximum(asked @ self._rarity, 1e-9)
        found = (asked @ self._by_term).toarray()
        return np.asarray(found / totals[:, None])


def _parts(rule: Rule, by_number: Mapping[RuleNumber, Rule]) -> Iterable[tuple[float, str]]:
    yield 1.0, rule.text
    if rule.heading and rule.heading != rule.text:
        yield _HEADING, rule.heading
    for example in rule.examples:
        yield _EXAMPLE, example.text
    above = by_number.get(rule.number.parent) if rule.number.parent else None
    if above is not None:
        if above.heading:
            yield _ABOVE_HEADING if rule.number.letter else _ABOVE, above.heading
        elif rule.number.letter:
            yield _ABOVE, above.text
