"""What changed between two wordings, word by word."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import SequenceMatcher

__all__ = ["marked", "word_changes"]

_WORD = re.compile(r"\s+|\{[^{}]*\}|[\w’'/+.-]*\w|[^\w\s]")


def word_changes(old: str, new: str) -> Iterator[tuple[str, str, str]]:
    """The parts of two wordings in order: `equal`, `delete`, `insert` or `replace`, with the old
    and the new words.

    Example:
        >>> list(word_changes("Tap it.", "Untap it."))
        [('replace', 'Tap', 'Untap'), ('equal', ' it.', ' it.')]
    """
    before, after = _WORD.findall(old), _WORD.findall(new)
    for kind, a, b, c, d in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        yield kind, "".join(before[a:b]), "".join(after[c:d])


def marked(old: str, new: str) -> str:
    """Both wordings in one text, with `[-old-]` and `{+new+}` words.

    Example:
        >>> marked("Tap it.", "Untap it.")
        '[-Tap-]{+Untap+} it.'
    """
    found = []
    for kind, before, after in word_changes(old, new):
        if kind == "equal":
            found.append(before)
        else:
            found += [f"[-{before}-]"] * bool(before) + [f"{{+{after}+}}"] * bool(after)
    return "".join(found)
