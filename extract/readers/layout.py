"""Paragraphs of any document, set as the official plain text is set."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from extract.readers.txt import Lines, read_lines

__all__ = ["Paragraph", "gather_glossary", "lay_out", "lines_of", "numeral"]


_EXAMPLE = re.compile(r"\s*\[?Examples?:", re.IGNORECASE)
_RULE = re.compile(r"\s*[1-9]\d\d\.\s?\d")
_NUMBERED = re.compile(r"\s*[1-9]\d\d\.")
_SENSE = re.compile(r"\s*\d{1,2}[.)]\s")
_SENTENCE_ENDS = (".", ":", ".”", '."', ".)")
_ROMAN = (
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"),
    (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
)  # fmt: skip
_MAX_HEADWORD = 70
_FEW = 2


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph as a document's layout has it.

    Attributes:
        text: with a line feed for each line end that the author set.
        strong: whether all of it is set as a heading or in bold.
    """

    text: str
    strong: bool = False


def lines_of(text: str, *, name: str, encoding: str) -> Lines:
    """The lines of a text that a reader has made; spans count in these lines, joined by `\\n`.

    Raises:
        SourceError: a line of it, or all of it, is too long.
    """
    made = read_lines(text.replace("\0", "").encode("utf-8", errors="replace"), name=name)
    starts = itertools.accumulate((len(line) + 1 for line in made.lines), initial=0)
    spans = tuple(
        (start, start + len(line)) for start, line in zip(starts, made.lines, strict=False)
    )
    return Lines(made.lines, spans, encoding, "LF")


def lay_out(paragraphs: Sequence[Paragraph]) -> str:
    """Paragraphs as the official plain text sets them.

    There a blank line parts two paragraphs; an example stands directly below its rule, the lines
    of a glossary entry directly below its headword, and the further paragraphs of a rule are
    indented. A document that sets blank paragraphs itself keeps them.
    """
    filled = sum(1 for paragraph in paragraphs if paragraph.text.strip())
    spaced = 4 * (len(paragraphs) - filled) >= filled
    lines: list[tuple[str, bool]] = []
    for paragraph in paragraphs:
        if lines and not (spaced or _EXAMPLE.match(paragraph.text)):
            lines.append(("", False))
        lines += [(text, paragraph.strong) for text in _lines(paragraph.text)]
    order = gather_glossary([text for text, _ in lines], [strong for _, strong in lines])
    return "\n".join(lines[index][0] for index in order)


def _lines(paragraph: str) -> Iterator[str]:
    """The lines of one paragraph; what follows a rule in its own paragraph is indented."""
    first, *rest = paragraph.split("\n")
    yield first
    for line in rest:
        belongs = _RULE.match(first) and not (_NUMBERED.match(line) or _EXAMPLE.match(line))
        yield f" {line}" if belongs and line.strip() else line


def gather_glossary(lines: Sequence[str], strong: Sequence[bool]) -> list[int]:
    """An order of the lines in which each glossary entry stands together, below blank lines.

    Most layouts part a headword from its definition, and one sense from the next. Where the lines
    stand together already, and outside the glossary, the order is as it was; letters that head a
    part of the alphabet give way to blank lines.

    Args:
        lines: of the whole document.
        strong: for each line, whether it is set as a heading or in bold.
    """
    start, end = _glossary(lines)
    paragraphs = list(_runs(lines, start, end))
    alone = [run for run in paragraphs if len(run) == 1]
    order = list(range(len(lines)))
    if 4 * len(alone) <= len(paragraphs) or len(paragraphs) < _FEW:
        return order
    heads = _headwords(lines, [i for run in paragraphs for i in run], strong)
    opening = [i for i in range(start, end) if i in heads]
    for first, stop in itertools.pairwise([*opening, end]):
        entry = range(first, stop)
        blank = [i for i in entry if not lines[i].strip()]
        filled = [i for i in entry if lines[i].strip()]
        if blank and len(filled) == 1 and len(lines[first].strip()) == 1:
            filled = [blank[0]]
        order[first:stop] = filled + blank
    return order


def _runs(lines: Sequence[str], start: int, end: int) -> Iterator[list[int]]:
    """The indices of the lines of each paragraph."""
    for blank, run in itertools.groupby(range(start, end), lambda i: not lines[i].strip()):
        if not blank:
            yield list(run)


def _glossary(lines: Sequence[str]) -> tuple[int, int]:
    """Where the glossary's entries lie, as half-open line indices."""
    alone = [line.strip().lower() for line in lines]
    body = next((i for i, line in enumerate(lines) if _RULE.match(line)), len(lines))
    if "glossary" not in alone[body:]:
        return len(lines), len(lines)
    start = alone.index("glossary", body) + 1
    return start, alone.index("credits", start) if "credits" in alone[start:] else len(lines)


def _headwords(lines: Sequence[str], filled: Sequence[int], strong: Sequence[bool]) -> set[int]:
    """The lines that open an entry: by how they are set, else by how they read."""
    set_so = {i for i in filled if strong[i] and not _SENSE.match(lines[i])}
    if 5 * len(set_so) > len(filled):
        return set_so
    names = {i for i in filled if _may_be_headword(lines[i].strip())}
    below = dict(itertools.pairwise(filled))
    return {i for i in names if i in below and below[i] not in names}


def _may_be_headword(text: str) -> bool:
    return (
        len(text) <= _MAX_HEADWORD
        and not text.endswith(_SENTENCE_ENDS)
        and not _SENSE.match(text)
        and text[:1] != text[:1].lower()
    )


def numeral(count: int, kind: str) -> str:
    """The number before an item of a list, without the period.

    Args:
        kind: as Word names it; an unknown one is taken for `decimal`.

    Example:
        >>> numeral(27, "lowerLetter"), numeral(4, "upperRoman")
        ('aa', 'IV')
    """
    if kind in ("none", "bullet"):
        return ""
    if kind == "decimalZero":
        return f"{count:02}"
    # Word repeats a letter: z, aa, bb.
    if kind in ("lowerLetter", "upperLetter") and 0 < count <= 26 * 30:
        text = chr(ord("a") + (count - 1) % 26) * ((count - 1) // 26 + 1)
    elif kind in ("lowerRoman", "upperRoman") and 0 < count < 4000:
        text = _roman(count)
    else:
        return str(count)
    return text.upper() if kind.startswith("upper") else text


def _roman(count: int) -> str:
    text = ""
    for value, sign in _ROMAN:
        text += sign * (count // value)
        count %= value
    return text
