"""Mana symbols, costs made of them, and paying them from a pool (CR 106, 107.4, 202)."""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from dataclasses import dataclass

__all__ = [
    "COLOR_LETTERS",
    "ManaCost",
    "color_of_cost",
    "parse_mana",
    "pay_from_pool",
    "value_of_cost",
]

COLOR_LETTERS = {"W": "white", "U": "blue", "B": "black", "R": "red", "G": "green"}
_SYMBOL = re.compile(r"\{([^}]+)\}")


@dataclass(frozen=True, slots=True)
class ManaCost:
    """A mana cost by its parts.

    Attributes:
        generic: how much mana of any type.
        symbols: for each other symbol the ways to pay it: a type of mana, `2` generic, `life`.
        xs: how many {X} there are.
    """

    generic: int = 0
    symbols: tuple[tuple[str, ...], ...] = ()
    xs: int = 0

    def plus(self, other: ManaCost) -> ManaCost:
        """Both costs together."""
        return ManaCost(
            self.generic + other.generic, self.symbols + other.symbols, self.xs + other.xs
        )

    def with_x(self, x: int) -> ManaCost:
        """The cost once X is chosen (CR 107.3a)."""
        return ManaCost(self.generic + self.xs * x, self.symbols)

    @property
    def free(self) -> bool:
        """Whether nothing is to be paid."""
        return not self.generic and not self.symbols


@functools.lru_cache(maxsize=2048)
def parse_mana(text: str) -> ManaCost | None:
    """The cost that mana symbols alone give, such as `{2}{R}`; None for any other text."""
    stripped = text.strip()
    if not stripped or _SYMBOL.sub("", stripped).strip():
        return None
    generic, xs, symbols = 0, 0, []
    for symbol in _SYMBOL.findall(stripped):
        sign = symbol.upper()
        if sign.isdigit():
            generic += int(sign)
        elif sign in ("X", "Y", "Z"):
            xs += 1
        elif sign in ("T", "Q"):
            return None
        else:
            symbols.append(_ways(sign))
    return ManaCost(generic, tuple(symbols), xs)


def _ways(symbol: str) -> tuple[str, ...]:
    """CR 107.4: how one symbol can be paid, the cheapest way for the pool first."""
    ways = []
    for part in symbol.split("/"):
        ways.append("life" if part == "P" else part)
    return tuple(ways)


def value_of_cost(text: str | None) -> int:
    """The mana value of a printed cost (CR 202.3); X counts as 0."""
    cost = parse_mana(text) if text else None
    if cost is None:
        return 0
    # CR 202.3f: a hybrid symbol counts as its largest part.
    return cost.generic + sum(
        max([int(way) if way.isdigit() else 1 for way in ways if way != "life"] or [1])
        for ways in cost.symbols
    )


@functools.lru_cache(maxsize=2048)
def _colors(text: str) -> tuple[str, ...]:
    return tuple(
        color
        for letter, color in COLOR_LETTERS.items()
        if re.search(rf"\{{[^}}]*{letter}[^}}]*\}}", text)
    )


def color_of_cost(text: str | None) -> list[str]:
    """The colours of the symbols in a mana cost (CR 202.2)."""
    return list(_colors(text)) if text else []


def pay_from_pool(
    pool: Mapping[str, int], cost: ManaCost, *, life: int = 0
) -> tuple[dict[str, int], int] | None:
    """What is left of a pool, and the life paid, once the cost is paid; None where it can't be."""
    left = {key: amount for key, amount in pool.items() if amount}
    return _pay_symbols(left, sorted(cost.symbols, key=len), cost.generic, life, 0)


def _pay_symbols(
    left: dict[str, int], symbols: list[tuple[str, ...]], generic: int, life: int, paid: int
) -> tuple[dict[str, int], int] | None:
    if not symbols:
        return _pay_generic(left, generic, paid)
    first, rest = symbols[0], symbols[1:]
    for way in first:
        if way == "life":  # CR 107.4f
            found = _pay_symbols(left, rest, generic, life - 2, paid + 2) if life >= 2 else None
        elif way.isdigit():
            found = _pay_symbols(left, rest, generic + int(way), life, paid)
        elif left.get(way, 0):
            found = _pay_symbols({**left, way: left[way] - 1}, rest, generic, life, paid)
        else:
            found = None
        if found is not None:
            return found
    return None


def _pay_generic(
    left: dict[str, int], generic: int, paid: int
) -> tuple[dict[str, int], int] | None:
    if sum(left.values()) < generic:
        return None
    for key in sorted(left, key=lambda k: (k != "C", -left[k])):
        used = min(left[key], generic)
        left = {**left, key: left[key] - used}
        generic -= used
    return left, paid
