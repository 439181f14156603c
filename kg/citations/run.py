"""Checks of whole trees and of single texts, from files to a report."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

from kg.citations.check import Report, check_scans, known_numbers
from kg.citations.facts import Facts
from kg.citations.files import decode, is_ours, iter_files, read_file
from kg.citations.infer import WrittenFor, infer_edition
from kg.citations.lock import Lock
from kg.citations.ranges import order
from kg.citations.record import Records
from kg.citations.scan import may_cite
from kg.citations.target import Target, in_force
from kg.citations.tree import Scanned, scan_text
from kg.errors import SourceError

__all__ = ["Tree", "check_text", "check_tree", "scan_tree"]


@dataclass(frozen=True, slots=True)
class Tree:
    """The scanned files of a tree.

    Attributes:
        files: how many were read; binaries aren't counted.
        scans: of those that cite rules.
        skipped: those that can't be read, with why.
    """

    files: int
    scans: tuple[Scanned, ...]
    skipped: tuple[tuple[str, str], ...]

    @property
    def citations(self) -> int:
        """How many citations were found."""
        return sum(len(scan.cited) for scan in self.scans)

    def numbers(self) -> set[str]:
        """Every number cited."""
        return {p.number for scan in self.scans for item in scan.cited for p in item.printed()}


def scan_tree(
    paths: Sequence[Path],
    target: Target,
    facts: Facts,
    progress: Callable[[int], None] = lambda done: None,
) -> Tree:
    """Find the citations in files and in the files below folders.

    Raises:
        SourceError: a path doesn't exist, or a record of `cite fix` is broken.
    """
    known, index, records = known_numbers(target, facts), target.index, Records()
    scans: list[Scanned] = []
    skipped: list[tuple[str, str]] = []
    count = 0
    for path in iter_files(paths):
        try:
            data = read_file(path)
        except SourceError as error:
            skipped.append((path.as_posix(), error.problem))
            continue
        if is_ours(data):
            continue
        decoded = decode(data) if may_cite(data) else None
        count += decoded is not None or b"\0" not in data[:8192]
        if decoded:
            settled = records.find(path, data)
            scan = scan_text(decoded.text, path.as_posix(), known, index, settled)
            if scan.cited:
                scans.append(scan)
        progress(count)
    return Tree(count, tuple(scans), tuple(skipped))


def check_tree(
    tree: Tree,
    target: Target,
    facts: Facts,
    *,
    written_for: str | None = None,
    lock: Lock | None = None,
    baseline: Collection[str] = (),
) -> Report:
    """What is wrong with the citations of a tree.

    Args:
        written_for: a day; the edition then in force is the one the tree was written for. Without
            it the lock's edition is, else the one that fits best.
        lock: the texts of the rules as they were last looked at.
        baseline: fingerprints of findings that are known.

    Raises:
        EditionNotFoundError: no known edition was in force on `written_for`.
    """
    written = _written_for(tree.scans, target, facts, written_for, lock)
    locked = lock.hashes if lock else {}
    found = check_scans(tree.scans, target, facts, written, locked)
    fresh = tuple(finding for finding in found if finding.fingerprint not in baseline)
    return Report(
        edition=target.name,
        written=written,
        files=tree.files,
        citations=tree.citations,
        cited=tuple(sorted(tree.numbers(), key=order)),
        findings=fresh,
        known=len(found) - len(fresh),
        skipped=tree.skipped,
    )


def check_text(
    text: str, name: str, target: Target, facts: Facts, *, written_for: str | None = None
) -> Report:
    """What is wrong with the citations in one text.

    Args:
        name: of the file that it is from; its suffix tells the language.

    Raises:
        EditionNotFoundError: no known edition was in force on `written_for`.
    """
    scan = scan_text(text, name, known_numbers(target, facts), target.index)
    return check_tree(Tree(1, (scan,), ()), target, facts, written_for=written_for)


def _written_for(
    scans: Sequence[Scanned],
    target: Target,
    facts: Facts,
    asked: str | None,
    lock: Lock | None,
) -> WrittenFor:
    if asked is not None:
        return WrittenFor(in_force(asked, facts), "as given", True)
    if lock and lock.edition in facts.editions:
        return WrittenFor(lock.edition, "by its lock file", True)
    return infer_edition(scans, target, facts)
