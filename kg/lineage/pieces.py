"""Rules that were split, and rules that were merged: what stays over when each is in one pair.

A rule that no other is the old form of may be a piece of one: its words stand in an old rule, and
the new form of that one has lost them. A merge is the same, with the editions exchanged.
Measured over the editions from 2003 on: pieces share runs of four words or more with their rule;
where half of a piece's words are such runs, and it stands near the other part, it is one. Further
away it takes three quarters, because keywords are worded by one pattern.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

from kg.lineage.align import Link, Unit

__all__ = ["with_pieces"]

_RUN = 4
_WORDS = 8
_NEAR, _FAR = 0.5, 0.75
_CANDIDATES = 8


@dataclass(frozen=True, slots=True)
class _Piece:
    """One rule as a part of another.

    Attributes:
        piece: its index in its own edition.
        whole: the index of the rule in the other edition that has its words.
        share: of its words, 0 to 1.
    """

    piece: int
    whole: int
    share: float


def with_pieces(old: Sequence[Unit], new: Sequence[Unit], links: Iterable[Link]) -> list[Link]:
    """The links, with those of splits and merges added: each pair of one has a link."""
    found = {(link.old, link.new): link for link in links}
    ahead = dict(found.keys())
    back = {j: i for i, j in found}
    splits = [(p.whole, p.piece, p.share, "split") for p in _pieces(new, old, back, ahead)]
    merges = [(p.piece, p.whole, p.share, "merged") for p in _pieces(old, new, ahead, back)]
    for i, j, share, kind in (*splits, *merges):
        sure = round(0.5 + min(share, 1.0) / 2.5, 2)
        found[i, j] = Link(i, j, round(share, 2), sure, f"words {share:.2f}", kind, piece=True)
    for kind, side in (("split", "old"), ("merged", "new")):
        _find_main(found, kind, side)
    return sorted(found.values())


def _find_main(found: dict[tuple[int, int], Link], kind: str, side: str) -> None:
    """Let one part of each split or merge be the rule that goes on; one without other parts was
    only reworded."""
    groups: dict[int, list[Link]] = defaultdict(list)
    for link in found.values():
        groups[getattr(link, side)].append(link)
    for group in groups.values():
        if not any(link.kind == kind for link in group):
            continue
        main = max(group, key=lambda link: (not link.piece, link.likeness))
        name = (main.kind if main.kind and not main.piece else kind) if len(group) > 1 else ""
        found[main.old, main.new] = replace(main, kind=name, piece=False)


def _pieces(
    own: Sequence[Unit],
    others: Sequence[Unit],
    met: Mapping[int, int],
    forms: Mapping[int, int],
) -> Iterator[_Piece]:
    """The rules of one edition that are pieces of rules of the other.

    Args:
        met: the rules of `own` that are in a pair already.
        forms: the rule of `own` that each of `others` is in a pair with.
    """
    runs: dict[tuple[str, ...], list[int]] = defaultdict(list)
    for k, unit in enumerate(others):
        for run in set(_runs(unit.tokens)):
            runs[run].append(k)
    for piece, unit in enumerate(own):
        if piece in met or len(unit.tokens) < _WORDS:
            continue
        counts = Counter(k for run in set(_runs(unit.tokens)) for k in runs.get(run, ()))
        likely = [whole for whole, _ in counts.most_common(_CANDIDATES)]
        weighed = (_weighed(piece, whole, own, others, forms) for whole in likely)
        best = max(weighed, key=lambda found: found.share, default=None)
        if best and best.share >= _least(best, own, forms):
            yield best


def _weighed(
    piece: int,
    whole: int,
    own: Sequence[Unit],
    others: Sequence[Unit],
    forms: Mapping[int, int],
) -> _Piece:
    """How many of a rule's words stand in another, not counting what the form of that one kept."""
    words, tokens = others[whole].tokens, own[piece].tokens
    kept = _shared(words, own[forms[whole]].tokens) if whole in forms else set()
    lost = _shared(words, tokens) - kept
    return _Piece(piece, whole, len(lost) / len(tokens) if len(lost) >= _WORDS else 0.0)


def _least(found: _Piece, own: Sequence[Unit], forms: Mapping[int, int]) -> float:
    if found.whole not in forms:
        return _FAR
    one, other = own[found.piece].number, own[forms[found.whole]].number
    close = abs((one.rule or 0) - (other.rule or 0)) <= 2
    return _NEAR if one.section == other.section and close else _FAR


def _shared(words: Sequence[str], others: Sequence[str]) -> set[int]:
    """The places in `words` of the runs that both have."""
    blocks = SequenceMatcher(None, words, others, autojunk=False).get_matching_blocks()
    return {place for a, _, size in blocks if size >= _RUN for place in range(a, a + size)}


def _runs(words: Sequence[str]) -> Iterator[tuple[str, ...]]:
    return zip(*(words[k:] for k in range(_RUN)), strict=False)
