"""Which edition a tree was written for, told from its citations and the words beside them.

An edition fits as far as it prints the numbers cited, and as far as the rules that these numbers
were then still fit the words beside them today. Numbers alone tell little between neighbours: in
2025 144 of them went on existing with other rules behind them.
"""

from __future__ import annotations

import datetime as dt
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from kg.citations.facts import Facts
from kg.citations.model import Cited
from kg.citations.target import Target
from kg.citations.tree import Scanned
from kg.citations.wording import Context

__all__ = ["WrittenFor", "infer_edition"]

_SAMPLE = 2000  # mentions whose words are compared
_MIN_SUBSTANCE = 6.0
# A number that an edition lacks says more than one that it has, for most are in most editions.
_WORDS = 2.0
# Citations by which another edition than the asked one must fit better, and share of all.
_MARGIN, _SHARE = 2.5, 0.01


@dataclass(frozen=True, slots=True)
class WrittenFor:
    """The edition that a text was written for.

    Attributes:
        date: None where that can't be told, or no facts are known.
        how: in words, for the user.
        sure: whether moves may be read from it; else only what the words beside a number or its
            whole history say counts.
        rivals: other editions that fit about as well; what they disagree on isn't certain.
    """

    date: dt.date | None
    how: str
    sure: bool
    rivals: tuple[dt.date, ...] = ()


def infer_edition(scans: Sequence[Scanned], target: Target, facts: Facts) -> WrittenFor:
    """The edition up to the target's that fits best; the target's own unless another is clear."""
    if target.date is None:
        return WrittenFor(None, "unknown: the number map doesn't know this edition", False)
    editions = [edition for edition in facts.editions if edition <= target.date]
    numbers = _count(scans)
    if not numbers:
        return WrittenFor(target.date, "no citations to tell from", False)
    fits = {e: float(sum(c for n, c in numbers.items() if n in facts.numbers(e))) for e in editions}
    exact = dict(fits)
    compared = _add_words(fits, scans, target, facts)
    best = max(fits.values())
    gap, needed = best - fits[target.date], max(_MARGIN, _SHARE * sum(numbers.values()))
    chosen = (
        max(e for e, fit in fits.items() if fit >= best - 1e-6) if gap >= needed else target.date
    )
    share = f"{exact[chosen]:.0f} of {sum(numbers.values())} numbers cited exist in it"
    words = f", and the words beside {compared} citations were compared" if compared else ""
    rivals = tuple(e for e, fit in fits.items() if fit > best - needed and e != chosen)
    return WrittenFor(chosen, f"inferred: {share}{words}", chosen != target.date, rivals)


def _count(scans: Iterable[Scanned]) -> Counter[str]:
    return Counter(
        printed.number
        for scan in scans
        for item in scan.cited
        if not scan.is_settled(item)
        for printed in item.printed()
    )


def _add_words(
    fits: dict[dt.date, float], scans: Sequence[Scanned], target: Target, facts: Facts
) -> int:
    """Add to each edition's fit how well its rules fit the words.

    Returns:
        How many citations had words to compare.
    """
    assert target.date is not None
    sample = _sample(scans) if target.index else []
    if not sample:
        return 0
    became = {edition: facts.follow(edition, target.date) for edition in fits}
    sums = _sums(sample, became, target)
    for edition, now in became.items():
        for number, by_target in sums.items():
            fits[edition] += _WORDS * by_target.get(now.get(number, ""), 0.0)
    return len(sample)


def _sample(scans: Sequence[Scanned]) -> list[tuple[str, Context]]:
    """Single numbers with words that say something, evenly over the tree."""
    alone = [
        (item.first.number, context)
        for scan in scans
        for item in _lone(scan)
        if scan.contexts and item.first
        if (context := scan.contexts[item.mention]).substance >= _MIN_SUBSTANCE
    ]
    step = max(1, len(alone) // _SAMPLE)
    return alone[::step]


def _lone(scan: Scanned) -> Iterable[Cited]:
    sizes = Counter(item.mention for item in scan.cited)
    return (
        item
        for item in scan.cited
        if sizes[item.mention] == 1 and item.last is None and not scan.is_settled(item)
    )


def _sums(
    sample: Sequence[tuple[str, Context]],
    became: Mapping[dt.date, Mapping[str, str]],
    target: Target,
) -> dict[str, dict[str, float]]:
    """For each number cited, and each rule that it may be now, the summed score of the words."""
    assert target.index is not None
    sums: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    candidates = {
        number: {now[number] for now in became.values() if number in now} for number, _ in sample
    }
    for begin in range(0, len(sample), 512):
        part = sample[begin : begin + 512]
        scores = target.index.scores([context for _, context in part])
        for row, (number, _) in enumerate(part):
            for candidate in candidates[number]:
                column = target.index.place.get(candidate)
                if column is not None:
                    sums[number][candidate] += min(1.0, float(scores[row, column]))
    return sums
