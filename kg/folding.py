"""Texts made comparable: printings of one rule often differ only by quotes, dashes and marks."""

from __future__ import annotations

import re
import unicodedata

__all__ = ["fold"]

_SIGNS = str.maketrans(
    {"“": '"', "”": '"', "‘": "'", "’": "'", "–": "-", "—": "-", "‑": "-", "−": "-", "\u00a0": " "}
    | dict.fromkeys("®™©_")
)
_MARKS = re.compile(r"\((?:r|tm|c)\)")
_DASHES = re.compile(r"\s*-+\s*")
_BLANKS = re.compile(r"\s+")


def fold(text: str) -> str:
    """A text without what carries no meaning: case, kinds of quotes and dashes, marks, blanks.

    Example:
        >>> fold("The  _Magic_(R) golden rule -- “always”")
        'the magic golden rule-"always"'
    """
    folded = unicodedata.normalize("NFKC", text.translate(_SIGNS)).lower()
    return _BLANKS.sub(" ", _DASHES.sub("-", _MARKS.sub("", folded))).strip()
