"""Slips of the pen: the words of an edition that are nearest to those that someone typed."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping

from rapidfuzz import process
from rapidfuzz.distance import OSA

from kg.model import Edition

__all__ = ["count_words", "nearest", "respell", "words_in"]

_WORD = re.compile(r"[^\W\d_]+(?:[’'\-][^\W\d_]+)*")
# Shorter ones have too many neighbours.
_LEAST = 4
_MOST = 16


def count_words(edition: Edition) -> Mapping[str, int]:
    """The words of an edition, in lower case, with how often each stands in it."""
    return Counter(word.lower() for text in _texts(edition) for word in _WORD.findall(text))


def words_in(text: str) -> list[str]:
    """The words of a text in lower case, each once; of very many, the first."""
    return list(dict.fromkeys(word.lower() for word in _WORD.findall(text)))[:_MOST]


def respell(asked: str, known: Mapping[str, int], unknown: Iterable[str]) -> str:
    """What was asked, with the nearest known word in place of each that isn't known.

    Args:
        known: as `count_words` gives them.
        unknown: the words to mend, in lower case.

    Returns:
        The same text where nothing can be mended.
    """
    mended = {word: found[0] for word in unknown if (found := nearest(word, known))}
    return _WORD.sub(lambda match: mended.get(match[0].lower(), match[0]), asked)


def nearest(word: str, known: Mapping[str, int], *, most: int = 1) -> list[str]:
    """The known words within one or two slips of a word, nearest first, then the commonest.

    A slip is a letter too many, too few, another, or two in each other's place (Damerau 1964).
    """
    if len(word) < _LEAST:
        return []
    slips = 1 if len(word) < 7 else 2
    found = process.extract(word, list(known), scorer=OSA.distance, score_cutoff=slips, limit=None)
    # People seldom mistake the first letter (Pollock and Zamora 1984).
    found.sort(key=lambda hit: (hit[1], hit[0][0] != word[0], -known[hit[0]]))
    return [name for name, _, _ in found[:most]]


def _texts(edition: Edition) -> Iterable[str]:
    for rule in edition.rules:
        yield rule.text
        yield from (example.text for example in rule.examples)
    for entry in edition.glossary:
        yield entry.headword
        yield from (sense.text for sense in entry.senses)
