"""The check: scanned texts against an edition, findings out."""

from __future__ import annotations

import datetime as dt
import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from kg.citations.facts import Facts
from kg.citations.infer import WrittenFor
from kg.citations.judge import Judge, Ruling
from kg.citations.mend import Edits, plan
from kg.citations.model import Cited, Finding
from kg.citations.target import Target
from kg.citations.tree import Place, Scanned
from kg.citations.words import Words

__all__ = ["Report", "check_scans", "known_numbers"]

_BATCH = 512  # contexts scored at a time: about 6 MB for an edition of 3,000 rules
_TELLING = 5.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What a check found.

    Attributes:
        edition: checked against.
        written: the edition that the texts were written for.
        files: how many were read.
        citations: how many were found.
        cited: the numbers cited, each once, in document order.
        findings: in the order of files and places, without those of a baseline.
        known: how many a baseline knew.
        skipped: files that can't be read, with why.
    """

    edition: str
    written: WrittenFor
    files: int
    citations: int
    cited: tuple[str, ...]
    findings: tuple[Finding, ...]
    known: int = 0
    skipped: tuple[tuple[str, str], ...] = ()

    @property
    def failed(self) -> bool:
        """Whether anything worse than a note was found."""
        return any(finding.level != "note" for finding in self.findings)


def known_numbers(target: Target, facts: Facts) -> frozenset[str]:
    """Every number that some edition prints."""
    return target.numbers | facts.known()


def check_scans(
    scans: Iterable[Scanned],
    target: Target,
    facts: Facts,
    written: WrittenFor,
    locked: Mapping[str, str] | None = None,
) -> list[Finding]:
    """What is wrong with the citations of some texts, in their order.

    Args:
        locked: hashes of the cited rules' texts as they were last looked at.
    """
    judges = _Judges(target, facts, written, locked or {})
    found: list[Finding] = []
    hashes: list[str] = []
    for batch in _batches(scans):
        words = _words(batch, target)
        for scan in batch:
            rulings = [_rule(scan, place, judges, words) for place in range(len(scan.cited))]
            edits = plan(scan.cited, [place.text for place in scan.places], rulings)
            for item, place, ruling, own in zip(
                scan.cited, scan.places, rulings, edits, strict=True
            ):
                if ruling:
                    found.append(_finding(scan.path, item, place, ruling, own))
                    hashes.append(place.line_hash)
    return _with_fingerprints(found, hashes)


@dataclass
class _Judges:
    """The judge of each citation: what `cite fix` has written is of the edition it wrote it for."""

    target: Target
    facts: Facts
    written: WrittenFor
    locked: Mapping[str, str]
    _by_edition: dict[dt.date | None, Judge] = field(default_factory=dict)

    def of(self, scan: Scanned, item: Cited) -> Judge:
        settled = scan.settled.edition if scan.settled and scan.is_settled(item) else None
        if settled not in self._by_edition:
            written = WrittenFor(settled, "as recorded", True) if settled else self.written
            self._by_edition[settled] = Judge(self.target, self.facts, written, self.locked)
        return self._by_edition[settled]


def _batches(scans: Iterable[Scanned]) -> Iterator[list[Scanned]]:
    batch: list[Scanned] = []
    size = 0
    for scan in scans:
        if scan.cited:
            batch.append(scan)
            size += len(scan.cited)
        if size >= _BATCH:
            yield batch
            batch, size = [], 0
    if batch:
        yield batch


def _words(batch: Sequence[Scanned], target: Target) -> dict[tuple[str, int], Words]:
    """The scores of the mentions that stand alone in their words, by path and mention."""
    alone = [
        (scan.path, mention, context)
        for scan in batch
        for mention, context in enumerate(scan.contexts)
        if context.substance >= _TELLING
    ]
    if not alone or target.index is None:
        return {}
    scores = target.index.scores([context for _, _, context in alone])
    return {
        (path, mention): Words(target, row, context.substance)
        for (path, mention, context), row in zip(alone, scores, strict=True)
    }


def _rule(
    scan: Scanned,
    place: int,
    judges: _Judges,
    words: Mapping[tuple[str, int], Words],
) -> Ruling | None:
    item = scan.cited[place]
    neighbours = (scan.cited[n] for n in (place - 1, place + 1) if 0 <= n < len(scan.cited))
    # The words beside a list may be about any of its numbers.
    alone = all(other.mention != item.mention for other in neighbours)
    own = words.get((scan.path, item.mention)) if alone else None
    beside = scan.beside[item.mention] if scan.beside else ()
    return judges.of(scan, item).rule(item, own, beside)


def _finding(path: str, item: Cited, place: Place, ruling: Ruling, edits: Edits) -> Finding:
    certain = ruling.certain and edits is not None
    return Finding(
        path=path,
        start=item.start,
        end=item.end,
        line=place.line,
        column=place.column,
        end_line=place.end_line,
        end_column=place.end_column,
        text=place.text,
        verdict=ruling.verdict,
        number=ruling.number or place.text,
        message=ruling.message,
        better=ruling.better,
        score=ruling.score,
        certain=certain,
        edits=(edits or ()) if certain else (),
    )


def _with_fingerprints(found: Sequence[Finding], hashes: Sequence[str]) -> list[Finding]:
    """The findings with what tells each from all others, whatever line it has come to stand on.

    The verdict is left out: a known fault stays known where it is explained otherwise.
    """
    seen: Counter[str] = Counter()
    marked = []
    for finding, line in zip(found, hashes, strict=True):
        about = f"{finding.path}\n{finding.level}\n{finding.number}\n{line}"
        seen[about] += 1
        digest = hashlib.sha256(f"{about}\n{seen[about]}".encode(errors="surrogatepass"))
        marked.append(replace(finding, fingerprint=digest.hexdigest()[:16]))
    return marked
