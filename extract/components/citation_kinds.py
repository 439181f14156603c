"""What a citation is for: the kind that its sentence gives it, by patterns.

The cue stands right before the citation ("This is an exception to rule ..."), right behind it
("... apply to"), or before the brackets that hold it ("modifies the rules of ... (see rule ...)").
All that a list names are of one kind, so the other numbers of the list are looked through. In the
46,000 citations of 35 editions nine in ten are pointers ("See rule ..."); the shares are in
`docs/decisions/0005-the-ontology.md`.
"""

from __future__ import annotations

import re

__all__ = ["KINDS", "classify"]

KINDS = (
    "exceptionTo",
    "exceptIn",
    "overrides",
    "modifies",
    "definedIn",
    "describedIn",
    "follows",
    "subjectTo",
    "exampleOf",
    "seeAlso",
    "cites",
)
"""Local names of the ontology's properties, the most telling first, the plain mention last."""

_DASH = "[-\u2010-\u2015\u2212?\ufffd]"  # a lossy copy prints `?` or U+FFFD for every dash
_NUMBER = rf"\b(?:[1-9]\d*(?:\.\d+[a-z]?)?(?:\s?{_DASH}\s?[\w.]*\w)?|[a-z]\b)"
_QUOTED = r"\s*,?\s*(?:“[^”]*”|\"[^\"]*\"),?"
_NOUN = r"(?:(?:rules?|sections?|steps?)\s+)"
_LINK = rf"(?:{_QUOTED}|\s*[,;])?\s*(?:and|or|of)?\s+"
# `rules 601.2b and ` before 601.2f-h; `rule 701.27, "Transform," and rule ` before 701.28.
_LIST = re.compile(rf"{_NOUN}?(?:{_NUMBER}{_LINK}{_NOUN}?)*$", re.I)
_REST = re.compile(rf"(?:{_LINK}{_NOUN}?{_NUMBER})*(?:{_QUOTED})?\s*", re.I)
_SENTENCE = re.compile(
    r"(?:(?<=[.!?])(?<!\bvs\.)|(?<=[.!?][)”\"])|(?<=[.!?][”\"]\)))\s+(?=[A-Z(“\"\[])"
)

# A pointer: `(see rule ...)`, `See the rules for ... (rule ...)`, `Rule ... says more about`.
_SEE = re.compile(r"(?:\bsee(?:\s+also)?|\brefer\s+to|\bfound\s+in|[(\[])\s*$", re.I)
_POINTING = re.compile(
    r"\W*(?:(?:and|also|but)\s+)?(?:see\b|for\s+(?:more|further|other|details|rules|information)\b"
    r"|(?:there\s+is\s+)?more\b|details\b|all\s+this\b)",
    re.I,
)
_MORE = re.compile(r"(?:says?|tells?|has|have)\s+more\b")
_OPENING = re.compile(r"[\[(;,]?\s*\bsee(?:\s+also)?\s*$|[\[(]\s*$", re.I)


def _words(most: int) -> str:
    return rf"(?:[\w’'-]+\s+){{0,{most}}}?"


def _pattern(*alternatives: str) -> re.Pattern[str]:
    return re.compile(rf"(?:{'|'.join(alternatives)})\s*$", re.I)


_IN = r"(?:in|by|at|under|within)"
_PROCEDURE = r"(?:procedures?|process|methods?|restrictions?|rules|steps?|actions|instructions)"
# On the words right before the citation. The first that fits wins.
_BEFORE = {
    "exceptionTo": _pattern(
        r"\b(?:exceptions?\s+to|departs?\s+from)"
        rf"(?:\s+the\s+{_PROCEDURE}\s+(?:(?:described\s+)?in|of))?"
    ),
    "exceptIn": _pattern(
        rf"\b(?:except|unless)\s+(?:as|for|in|where|what|the\s+\w+\s+is)\b\s*{_words(5)}{_IN}?"
    ),
    "overrides": _pattern(
        rf"\b(?:do|does|did)(?:\s+not|n[’']t)\s+(?:use|follow)\s+{_words(4)}(?:described\s+in)?",
        r"\b(?:overrid|overrul|supersed)\w+\s+(?:the)?",
    ),
    "modifies": _pattern(r"\b(?:modify|modifies|modifying|alters?|altering)"),
    "definedIn": _pattern(
        # Actions that are listed, or the process of casting a spell, are gone through.
        rf"\b(?:defined|specified|determined|(?<!actions )(?<!a spell )listed|given|enumerated)"
        rf"\s+{_words(9)}(?:{_IN}|and)",
        rf"\b(?:criteri(?:a|on)|conditions|cases)\s+{_words(2)}{_IN}",
        r"\babilit(?:y|ies)\s+in",
    ),
    "describedIn": _pattern(
        rf"\b(?:describe[ds]|detailed|outlined|explained|stated|told|referenced|mentioned)\s+{_IN}",
        rf"\b(?:set\s+forth|set\s+out|laid\s+down|laid\s+out|covered)\s+{_IN}",
        r"\b(?:all\s+that|what|of\s+which)",
    ),
    "follows": _pattern(
        r"\b(?:follows?|following|proceed\s+to)\s+(?:the)?",
        rf"\b{_PROCEDURE}\s+{_words(9)}(?:in|of|from)",
        r"\bidentical\s+to\s+.{5,80}\s+in",
        r"\b(?:like|as)\s+(?:in|under)",
        r"\btapping\s+as\s+in",
        r"\b(?:follows?|following|perform)",
    ),
    "subjectTo": _pattern(
        r"\b(?:subject\s+to|governed\s+by|due\s+to|because\s+of|according\s+to|relating\s+to"
        r"|modified\s+by|under)",
        r"\bappl(?:y|ies)\s+to\s+all\s+parts\s+of",
    ),
}
# On the words right behind it.
_BEHIND = {
    "exceptionTo": re.compile(r"has\s+an\s+exception\s+here\b"),
    "subjectTo": re.compile(r"(?:also\s+)?(?:appl(?:y|ies)|governs?)\b|[^.]*\bholds?\s+for\b"),
    "describedIn": re.compile(r"(?:describes?|says?|tells?|explains?|gives?)\b"),
}
# On the words before `(see`: there the sentence says what it does to the rule pointed at.
_BEFORE_POINTER = {
    "exceptIn": _pattern(r"\bignore\s+this\s+rule\b[^()]{0,80}"),
    "overrides": _pattern(r"\bignores?\s+(?:the|that)\b[^(),]{0,80}"),
    "modifies": _pattern(r"\bmodif(?:y|ies)\s+(?:the\s+)?(?:rules|procedure|process)\b[^()]{0,80}"),
    "subjectTo": _pattern(r"\b(?:subject\s+to|governed\s+by)\b[^(),]{0,80}"),
    "follows": _pattern(
        rf"\bfollow(?:s|ing)?\s+(?:all\s+)?the\s+(?:\w+\s+)?{_PROCEDURE}\b[^(),]{{0,80}}"
    ),
}


def classify(text: str, start: int, end: int, *, example: bool = False) -> str:
    """The kind of a citation, one of `KINDS`.

    Args:
        text: the passage.
        start, end: where the citation lies in it.
        example: whether the passage is a worked case: what such a one names is there at work.

    Example:
        >>> words = "This is an exception to rules 611.3a and 611.3b."
        >>> classify(words, words.index("611.3b"), len(words) - 1)
        'exceptionTo'
    """
    sentence, rest = _around(text, start, end)
    before = _LIST.sub("", sentence)
    behind = _REST.sub("", rest, count=1)
    if _SEE.search(before) or _POINTING.match(sentence) or _MORE.match(behind):
        return _pointer(before)
    for kind, cue in _BEFORE.items():
        if cue.search(before):
            return "exampleOf" if example and kind == "subjectTo" else kind
    for kind, cue in _BEHIND.items():
        if cue.match(behind):
            return kind
    return "exampleOf" if example else "cites"


def _pointer(before: str) -> str:
    """The kind of a `(see rule ...)`, by the words before it."""
    outside, brackets = _OPENING.subn("", before)
    for kind, cue in _BEFORE_POINTER.items():
        if brackets and cue.search(outside):
            return kind
    return "seeAlso"


def _around(text: str, start: int, end: int) -> tuple[str, str]:
    """The words of the citation's sentence before it and behind it."""
    begin = 0
    for boundary in _SENTENCE.finditer(text, 0, start):
        begin = boundary.end()
    following = _SENTENCE.search(text, end)
    return text[begin:start], text[end : following.start() if following else len(text)]
