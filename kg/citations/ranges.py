"""Which numbers a range spans, and which of them an edition lacks."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache

from kg.model import LETTERS

__all__ = ["order", "span", "split"]


# More than there are rules in one section, so that 100.1-100.999999999 is no work for an hour.
_MOST = 1000
# An edition has some 3,500 numbers, and each citation that is lost is compared with all.
_remembered = lru_cache(maxsize=16_384)


@_remembered
def split(number: str) -> tuple[str, str, str]:
    """The section, rule and letter of a number; those that it lacks are empty."""
    section, _, rest = number.partition(".")
    rule = rest.rstrip("abcdefghijklmnopqrstuvwxyz")
    return section, rule, rest[len(rule) :]


@_remembered
def order(number: str) -> tuple[int, int, str]:
    """A key that sorts numbers as rulebooks do."""
    section, rule, letter = split(number)
    return int(section), int(rule or 0), letter


def span(first: str, last: str, printed: Collection[str]) -> list[str]:
    """The numbers from first to last, ends included, those that an edition lacks among them.

    Within one rule the letters between, without l and o; within one section the rules between, a
    thousand at most.
    A range over more than that spans what is printed.

    Example:
        >>> span("601.2j", "601.2m", ())
        ['601.2j', '601.2k', '601.2m']
    """
    return list(dict.fromkeys([first, *_between(first, last, printed), last]))


def _between(first: str, last: str, printed: Collection[str]) -> Iterator[str]:
    section, rule, letter = split(first)
    other_section, other_rule, other_letter = split(last)
    if letter and (section, rule) == (other_section, other_rule):
        for between in LETTERS[LETTERS.index(letter) + 1 : LETTERS.index(other_letter)]:
            yield f"{section}.{rule}{between}"
    elif rule and not letter and section == other_section:
        for number in range(int(rule) + 1, min(int(other_rule), int(rule) + _MOST)):
            yield f"{section}.{number}"
    else:
        low, high = order(first), order(last)
        alike = (
            n for n in printed if [bool(p) for p in split(n)] == [True, bool(rule), bool(letter)]
        )
        yield from sorted((n for n in alike if low < order(n) < high), key=order)
