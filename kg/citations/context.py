"""The words that stand beside a citation: its comment or paragraph, and the names in the code.

A citation that opens its comment is explained by what follows, one in brackets by what goes before,
any other by its sentence; whatever else the comment says counts little, and so do the names in the
line of code that the comment belongs to.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass

from kg.citations.model import Cited

__all__ = ["Beside", "beside", "line_starts"]

_LEADER = re.compile(
    r"\s*(?://[/!]?|/?\*+(?!/)|#+(?!\[|!|\w)|--+|;+|%+|'|>+|<!--|REM\b|\"\"\"|'''|\|)"
)
_TRAILING = re.compile(r"//|/\*|#\s|--\s|;\s|%\s|<!--")
_CODE = re.compile(
    r"[;{}=]|\(\)|^\s*(?:[@(\[]|(?:def|fn|fun|func|function|local|class|module|object|if|return|let|var|val"
    r"|const|import|use|using|package|namespace|pub|public|private|static|final|end)\b)"
)
_WORDS = re.compile(r"[A-Za-z]{2,}")
_SENTENCE_END = re.compile(r"[.!?](?=\s+[A-Z\"“(]|\s*$)|\n\s*\n|\n\s*[-*•] ")
_LINE_END = re.compile(r"\r\n|\r|\n")
_ANNOUNCING = re.compile(r"(?:\b(?:CR|C\.R\.|rules?|section|see)(?:\W+|$))+$", re.IGNORECASE)
_OPENING = re.compile(r"[)\]\"'`*_]*\s*(?::|[-–—]|\s=)")
_PROSE = frozenset("md markdown txt rst adoc org tex html htm xml csv tsv".split())
_REACH = 6  # lines of a comment on either side
_FAR, _NAMES = 0.25, 0.25
_MAX_WORDS = 400  # characters of a part
_MAX_LINE = 4000


@dataclass(frozen=True, slots=True)
class Beside:
    """What stands beside one mention.

    Attributes:
        parts: words, with their weights.
        numbers: that other mentions in the same comment or paragraph cite, where the words may be
            about these as well.
    """

    parts: tuple[tuple[float, str], ...]
    numbers: frozenset[str]


def line_starts(text: str) -> list[int]:
    """Where the lines of a text begin, whatever ends them."""
    return [0, *(match.end() for match in _LINE_END.finditer(text))]


def beside(text: str, starts: Sequence[int], cited: Sequence[Cited], name: str) -> list[Beside]:
    """What stands beside each mention in a text.

    Args:
        starts: of the text's lines.
        cited: the text's citations, in order.
        name: of the file.
    """
    prose = "." not in name or name.rpartition(".")[2].lower() in _PROSE
    spans: list[tuple[int, int]] = []
    for item in cited:
        if item.mention == len(spans):
            spans.append((item.start, item.end))
        else:
            spans[-1] = (spans[-1][0], item.end)
    found = []
    for place, (start, end) in enumerate(spans):
        low, high, names = _block(text, starts, start, end, prose=prose)
        floor = max(low, spans[place - 1][1] if place else low)
        ceiling = min(high, spans[place + 1][0] if place + 1 < len(spans) else high)
        before, after = text[floor:start][-_MAX_WORDS:], text[end:ceiling][:_MAX_WORDS]
        parts, own = _parts(before, after, first=floor == low)
        parts += [(_NAMES, line[:_MAX_WORDS]) for line in names]
        numbers = frozenset[str]() if own else _numbers(cited, place, low, high)
        found.append(Beside(tuple(parts), numbers))
    return found


def _numbers(cited: Sequence[Cited], mention: int, low: int, high: int) -> frozenset[str]:
    first = bisect_left(cited, low, key=lambda item: item.start)
    last = bisect_left(cited, high, key=lambda item: item.start)
    return frozenset(
        printed.number
        for item in cited[first:last]
        if item.mention != mention
        for printed in item.printed()
    )


def _parts(before: str, after: str, *, first: bool) -> tuple[list[tuple[float, str]], bool]:
    """The words around a mention, up to the next ones, by how much they are about it.

    Args:
        first: whether no other mention stands before it in its comment.

    Returns:
        The parts, and whether their form leaves no doubt whose words they are.
    """
    bracketed = before.rstrip(" \"'`#§CcRrUuLlEeSs.@:!").endswith(("(", "[")) and after[:1] in ")]"
    opens = not _WORDS.search(_ANNOUNCING.sub("", before).rpartition("\n")[2])
    explained = _OPENING.match(after) is not None and not bracketed
    if bracketed and _WORDS.search(before) and not (first and opens):
        return [(1.0, before), (_FAR, after)], True
    if explained or opens:
        return [(1.0, after), (_FAR, before if first else "")], explained and opens
    last = max((m.end() for m in _SENTENCE_END.finditer(before)), default=0)
    stop = _SENTENCE_END.search(after)
    cut = stop.end() if stop else len(after)
    near = [(1.0, before[last:]), (1.0, after[:cut])]
    return [*near, (_FAR, before[:last]), (_FAR, after[cut:])], False


def _block(
    text: str, starts: Sequence[int], start: int, end: int, *, prose: bool
) -> tuple[int, int, list[str]]:
    """Where the comment or paragraph around a mention begins and ends; the code beside it."""

    def line(index: int) -> str:
        stop = starts[index + 1] if index + 1 < len(starts) else len(text)
        return text[starts[index] : min(stop, starts[index] + _MAX_LINE)]

    first = last = bisect_right(starts, start) - 1
    last = bisect_right(starts, max(start, end - 1)) - 1
    if end - starts[first] > _MAX_LINE:
        # A minified file, or a text that never breaks its lines.
        return max(0, start - _MAX_WORDS), min(len(text), end + _MAX_WORDS), []
    led = not prose and _LEADER.match(line(first)) is not None
    wordy = _is_filled if prose else _is_led if led else _is_wordy
    if not wordy(line(first)):
        return _tail(line(first), starts[first], start, end)
    # Lines of code may look like words; only a comment's own leader reaches far.
    reach = _REACH if prose or led else 2
    top, bottom = first, last
    while top > 0 and first - top < reach and wordy(line(top - 1)):
        top -= 1
    while bottom + 1 < len(starts) and bottom - last < reach and wordy(line(bottom + 1)):
        bottom += 1
    high = starts[bottom + 1] if bottom + 1 < len(starts) else len(text)
    high = min(high, end + _MAX_LINE)
    names = [] if prose or bottom + 1 >= len(starts) else [line(bottom + 1)]
    return starts[top], high, names


def _tail(line: str, begins: int, start: int, end: int) -> tuple[int, int, list[str]]:
    """The comment that ends a line of code, and that code."""
    lead = None
    for match in _TRAILING.finditer(line, 0, max(0, start - begins)):
        lead = lead or match
    if lead is None:
        return begins, begins + len(line), []
    return begins + lead.end(), begins + len(line), [line[: lead.start()]]


def _is_led(line: str) -> bool:
    return _LEADER.match(line) is not None


def _is_wordy(line: str) -> bool:
    return not _LEADER.match(line) and not _CODE.search(line) and len(_WORDS.findall(line)) >= 3


def _is_filled(line: str) -> bool:
    return bool(line.strip()) and not line.startswith("#")
