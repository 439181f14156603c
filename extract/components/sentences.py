"""Where a passage's sentences begin and end.

A sentence ends at a period, an exclamation or a question mark that lies in no quotation and no
bracket, or at the bracket or quotation mark that closes behind one, where what follows opens like a
sentence. Sentences in brackets stay whole, and so does rules text that is quoted. In the 35
editions read, the traps were cross-references with a title in quotation marks, abbreviations,
marks that nothing closes, and card names that end in an exclamation mark.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from spacy.language import Language
from spacy.tokens import Doc

__all__ = ["Sentences", "find_sentences", "nested_spans"]

_OPENING = {"“": "”", "(": ")", "[": "]"}
_CLOSING = {"”", ")", "]"}
_STRAIGHT = '"'
_MARKS = re.compile(r"[“”()\[\]\"]")
_END = re.compile(r"[.!?]+[”\"’)\]]*(?=\s)")
# What a sentence opens with; a mana symbol, a bullet and the number of an item in a list too.
_OPENER = re.compile(r"\s+(?:\(\w{1,2}\)\s+)?[(“\"‘\[]*(?:[A-ZÀ-Þ{•*]|[+−–-]\d|\d+/\d+\b)")
_ABBREVIATION = re.compile(
    r"(?:\b(?:e\.g|i\.e|vs|etc|cf|approx|a\.k\.a|Mr|Mrs|Ms|Dr|St|Jr|Sr|Inc)|(?<![/+−-])\b[A-HJ-MO-W]|\bno)\.$"
)
# `etc.` ends a sentence when the next word opens one, whatever else it does.
_FINAL = re.compile(r"\betc\.[”\"’)\]]*$")
# The marks of a card's name, as in `... casts Kaboom! Nothing else`, end no sentence of their own
# where a name goes on behind them: `Ach! Hans, Run!`.
_NAME_GOES_ON = re.compile(r"(?:^|[\s“\"])[A-Z][\w’-]*!$")


def find_sentences(text: str) -> Iterator[tuple[int, int]]:
    """The sentences of a passage, in order: half-open, without the spaces between them.

    Example:
        >>> text = "Draw a card. (See rule 121, “Drawing a Card.”) It reads “{T}: Draw. Stop.”"
        >>> [text[start:end] for start, end in find_sentences(text)]
        ['Draw a card.', '(See rule 121, “Drawing a Card.”)', 'It reads “{T}: Draw. Stop.”']
    """
    start = len(text) - len(text.lstrip())
    nested = list(nested_spans(text))
    for match in _END.finditer(text):
        if _ends_sentence(text, match, nested):
            yield start, match.end()
            rest = text[match.end() :]
            start = len(text) - len(rest.lstrip())
    end = len(text.rstrip())
    if start < end:
        yield start, end


def _ends_sentence(text: str, match: re.Match[str], nested: list[tuple[int, int]]) -> bool:
    end = match.end()
    if any(start < end < stop for start, stop in nested):
        return False
    if not _OPENER.match(text, end):
        return False
    before = text[max(0, match.start() - 12) : match.start() + 1]
    if _ABBREVIATION.search(before) and not _FINAL.search(before):
        return False
    return not (match.group() == "!" and _NAME_GOES_ON.search(text[: match.end()][-24:]))


def nested_spans(text: str) -> Iterator[tuple[int, int]]:
    """The outermost quotations and brackets of a passage, marks included, in order.

    A mark that nothing closes, or that closes nothing, opens no span: older editions drop some.
    """
    stack: list[tuple[str, int]] = []
    found: list[tuple[int, int]] = []
    for match in _MARKS.finditer(text):
        mark, place = match.group(), match.start()
        if mark in _OPENING:
            stack.append((_OPENING[mark], place))
        elif mark in _CLOSING or _closes_straight(text, place, stack):
            opened = _pop(stack, mark)
            if opened is not None:
                found.append((opened, match.end()))
        else:
            stack.append((_STRAIGHT, place))
    last = 0
    for start, end in sorted(found, key=lambda span: (span[0], -span[1])):
        if start >= last:
            yield start, end
            last = end


def _closes_straight(text: str, place: int, stack: list[tuple[str, int]]) -> bool:
    """Whether a straight mark closes: one is open, and it doesn't stand like an opening one."""
    is_open = any(mark == _STRAIGHT for mark, _ in stack)
    opens = (place == 0 or text[place - 1] in " (—") and text[place + 1 : place + 2] not in " .,"
    return is_open and not opens


def _pop(stack: list[tuple[str, int]], mark: str) -> int | None:
    """Where what a mark closes was opened; what is open inside it is forgotten."""
    for depth in range(len(stack) - 1, -1, -1):
        if stack[depth][0] == mark:
            place = stack[depth][1]
            del stack[depth:]
            return place
    return None


class Sentences:
    """Write the places of a text's sentences to `doc._.sentences`, and a span each to `doc.spans`.

    A sentence keeps its place in characters; its span is widened to whole tokens.
    """

    def __init__(self, *, spans_key: str = "sentences") -> None:
        self.spans_key = spans_key

    def __call__(self, doc: Doc) -> Doc:
        places = tuple(find_sentences(doc._.source_text or doc.text))
        spans = (
            doc.char_span(start, end, label="SENTENCE", alignment_mode="expand")
            for start, end in places
        )
        doc._.sentences = places
        doc.spans[self.spans_key] = [span for span in spans if span is not None]
        return doc


@Language.factory("sentences", assigns=["doc._.sentences", "doc.spans"])
def make_sentences(nlp: Language, name: str) -> Sentences:
    """The component, under its default key."""
    return Sentences()


if not Doc.has_extension("sentences"):
    Doc.set_extension("sentences", default=())
