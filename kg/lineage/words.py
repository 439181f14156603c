"""The words of a rule made comparable between editions, and the difference of two wordings.

Numbers of rules are masked, since every edition renumbers; symbols and marks are folded. Words that
the publisher exchanged all over the rules at once (CR of 2009-07, 2018-04, 2021-04, 2024-06) are
folded for likeness only: a rule in which they change is the same provision, reworded.
"""

from __future__ import annotations

import hashlib
import re

from kg.folding import fold

__all__ = ["hash_of", "liken", "mask", "tokens"]

_CITED = re.compile(
    r"\b\d{3}\.\d+[a-z]?(?:-(?:\d{3}\.)?(?:\d+)?[a-z]?\b)?"
    r"|(?<=rule )\d{3}\b|(?<=rules )\d{3}\b(?:-\d{3}\b)?|(?<=section )\d{1,3}\b"
    r"|(?<=sections )\d{1,3}\b|(?<=see )\d{3}\b|(?<=rule # and )\d{3}\b"
)
_SYMBOL = re.compile(r"\{o?([^{}]*)\}")
_TOKEN = re.compile(r"\{[^{}]*\}|[#+]|[\w']+")

# Exchanged by the publisher in all rules at once; longer phrases first.
_EXCHANGED = [
    (re.compile(rf"\b{old}\b"), new)
    for old, new in (
        ("he or she", "they"),
        ("him or her", "them"),
        ("himself or herself", "themselves"),
        ("his or hers", "theirs"),
        ("his or her", "their"),
        ("converted mana costs", "mana values"),
        ("converted mana cost", "mana value"),
        ("state-based effects?", "state-based action"),
        ("(?:comes?|coming|came) into play", "enters"),
        ("enter(?:s|ed|ing)? the battlefield", "enters"),
        ("put into play", "put onto the battlefield"),
        ("in play", "on the battlefield"),
        ("leaves play", "leaves the battlefield"),
        ("from play", "from the battlefield"),
        ("into play", "onto the battlefield"),
        ("removed-from-the-game zone", "exile zone"),
        ("removed? (?:it |that card |them |those cards )?from the game", "exile"),
        ("end of turn step", "end step"),
        ("mana pool", "pool"),
        ("tribal", "kindred"),
        ("fair creature type", "creature type"),
        ("play(?:ed|ing|s)?", "cast"),
        ("casting|casts", "cast"),
        ("exiled|exiles", "exile"),
    )
]


def mask(text: str) -> str:
    """A text folded, with the rule numbers that it cites masked; equal where no word changed.

    Example:
        >>> mask("See rule 701.13, “Exile.” Add {oG}.")
        'see rule #, "exile." add {g}.'
    """
    return _CITED.sub("#", _SYMBOL.sub(r"{\1}", fold(text)))


def hash_of(masked: str) -> str:
    """The hash of a masked text that the table of editions holds: 10 hexadecimal digits."""
    return hashlib.sha256(masked.encode()).hexdigest()[:10]


def liken(masked: str) -> str:
    """A masked text with the words that were exchanged in all rules at once made alike."""
    for pattern, new in _EXCHANGED:
        masked = pattern.sub(new, masked)
    return masked


def tokens(likened: str) -> list[str]:
    """Its words without the s of a plural or a verb."""
    return [_stem(word) for word in _TOKEN.findall(likened)]


def _stem(word: str) -> str:
    word = word.removesuffix("'s").strip("'")
    if len(word) > 3 and word.endswith("s") and not word.endswith("ss"):
        return word[:-1]
    return word
