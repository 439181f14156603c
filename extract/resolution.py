"""Which rules of an edition a mention names.

A range runs in document order over the rules that the edition prints; both ends count even where
the edition lacks them, and are then missing. A range of rules doesn't name their subrules.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable

from extract.components.citations import Mention
from kg.model import Citation, RuleNumber

__all__ = ["Resolver"]


class Resolver:
    """Turns mentions into citations of one edition.

    Args:
        numbers: all that the edition prints.
    """

    def __init__(self, numbers: Iterable[RuleNumber]) -> None:
        self._known = frozenset(numbers)
        self._ordered = sorted(self._known)

    def cite(self, mention: Mention, text: str) -> Citation:
        """The citation that a mention in `text` is."""
        targets = tuple(self._targets(mention))
        return Citation(
            text=text[mention.start : mention.end],
            start=mention.start,
            end=mention.end,
            targets=targets,
            missing=tuple(number for number in targets if number not in self._known),
        )

    def _targets(self, mention: Mention) -> list[RuleNumber]:
        first, last = mention.first, mention.last
        if last is None:
            return [first]
        low, high = bisect_left(self._ordered, first), bisect_right(self._ordered, last)
        inside = [
            number
            for number in self._ordered[low:high]
            if number.kind == first.kind and (first.kind != "subrule" or number.rule == first.rule)
        ]
        return sorted({first, *inside, last})
