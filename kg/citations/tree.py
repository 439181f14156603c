"""One file's citations with their places and the words beside them, ready to be judged."""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from kg.citations.context import beside, line_starts
from kg.citations.model import Cited
from kg.citations.record import Settled
from kg.citations.scan import find_citations
from kg.citations.wording import Context, RuleIndex
from kg.citations.zones import words_of

__all__ = ["Place", "Scanned", "scan_text"]


_NEAR = 1000  # characters


@dataclass(frozen=True, slots=True)
class Place:
    """Where a citation stands.

    Attributes:
        text: the citation as printed.
        line, column, end_line, end_column: from 1; the end is exclusive.
        line_hash: of the words of its line, so that a finding is known again when lines move.
    """

    text: str
    line: int
    column: int
    end_line: int
    end_column: int
    line_hash: str


@dataclass(frozen=True, slots=True)
class Scanned:
    """The citations of one text.

    Attributes:
        path: of its file, with forward slashes.
        cited: in order.
        places: of each citation.
        contexts: the words beside each mention; empty where no text is at hand to compare with.
        beside: the numbers that others cite in the same comment, for each mention; empty without
            contexts.
        settled: numbers that `cite fix` wrote, and for which edition.
    """

    path: str
    cited: tuple[Cited, ...]
    places: tuple[Place, ...]
    contexts: tuple[Context, ...]
    beside: tuple[frozenset[str], ...] = ()
    settled: Settled | None = None

    def is_settled(self, item: Cited) -> bool:
        """Whether a citation is known to be written for the edition of `settled`."""
        if self.settled is None or item.first is None:
            return False
        return all(printed.number in self.settled.numbers for printed in item.printed())


def scan_text(
    text: str,
    path: str,
    known: Collection[str],
    index: RuleIndex | None = None,
    settled: Settled | None = None,
) -> Scanned:
    """The citations of a text.

    Args:
        path: of its file; its suffix tells the language.
        known: every number that some edition prints.
        index: the rules that the words beside the citations are to be compared with.
        settled: what `cite fix` wrote in it.
    """
    name = path.rpartition("/")[2]
    cited = find_citations(text, known, words_of(text, name))
    if not cited:
        return Scanned(path, (), (), ())
    starts = line_starts(text)
    found = beside(text, starts, cited, name) if index else []
    contexts: tuple[Context, ...] = tuple(index.encode(b.parts) for b in found if index)
    places = tuple(_place(text, starts, item) for item in cited)
    return Scanned(path, tuple(cited), places, contexts, tuple(b.numbers for b in found), settled)


def _place(text: str, starts: Sequence[int], item: Cited) -> Place:
    line = bisect_right(starts, item.start) - 1
    last = bisect_right(starts, item.end - 1) - 1
    stop = starts[line + 1] if line + 1 < len(starts) else len(text)
    # Of a line without end, what is near.
    low, high = max(starts[line], item.start - _NEAR), min(stop, item.end + _NEAR)
    words = " ".join(text[low:high].split())
    return Place(
        text=text[item.start : item.end],
        line=line + 1,
        column=item.start - starts[line] + 1,
        end_line=last + 1,
        end_column=item.end - starts[last] + 1,
        line_hash=hashlib.sha256(words.encode(errors="surrogatepass")).hexdigest()[:12],
    )
