"""Files mended: the certain moves of a report written into them, and nothing else touched."""

from __future__ import annotations

import difflib
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from kg.citations.atomic import write_atomically
from kg.citations.check import Report
from kg.citations.files import decode, read_file
from kg.citations.mend import apply_edits
from kg.citations.model import PASSING, Finding
from kg.citations.record import Records, record_folder
from kg.citations.run import Tree
from kg.citations.target import Target
from kg.errors import SourceError

__all__ = ["Mended", "mend_files", "write_mended"]


@dataclass(frozen=True, slots=True)
class Mended:
    """One file to be rewritten.

    Attributes:
        before, after: its bytes.
        old, new: the same as text.
        count: of citations rewritten.
        numbers: that are of the target's edition afterwards, and known to be.
    """

    path: Path
    before: bytes
    after: bytes
    old: str
    new: str
    count: int
    numbers: frozenset[str]

    def diff(self) -> str:
        """A unified diff."""
        name = self.path.as_posix()
        lines = difflib.unified_diff(
            self.old.splitlines(keepends=True),
            self.new.splitlines(keepends=True),
            f"a/{name.lstrip('/')}",
            f"b/{name.lstrip('/')}",
        )
        shown = []
        for line in lines:
            shown.append(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n")
        return "".join(shown)


def mend_files(report: Report, tree: Tree) -> Iterator[Mended]:
    """The files that the certain findings of a report change, as they would be.

    Raises:
        SourceError: a file has changed since it was scanned, or can't be read.
    """
    by_path: dict[str, list[Finding]] = defaultdict(list)
    for finding in report.findings:
        by_path[finding.path].append(finding)
    settled = _settled(tree, by_path)
    for path, findings in by_path.items():
        certain = [finding for finding in findings if finding.certain]
        if certain:
            yield _mend(Path(path), certain, settled.get(path, frozenset()))


def _settled(tree: Tree, by_path: dict[str, list[Finding]]) -> dict[str, frozenset[str]]:
    """The numbers that an earlier mending wrote and that are right still."""
    kept = {}
    for scan in tree.scans:
        if scan.settled:
            wrong = {f.start for f in by_path.get(scan.path, ()) if f.verdict not in PASSING}
            kept[scan.path] = frozenset(
                printed.number
                for item in scan.cited
                if scan.is_settled(item) and item.start not in wrong
                for printed in item.printed()
            )
    return kept


def _mend(path: Path, findings: Sequence[Finding], settled: Collection[str]) -> Mended:
    data = read_file(path)
    decoded = decode(data)
    if decoded is None or any(decoded.text[f.start : f.end] != f.text for f in findings):
        raise SourceError(str(path), "has changed while it was checked; run it again")
    new = apply_edits(decoded.text, [edit for finding in findings for edit in finding.edits])
    numbers = {n for f in findings for better in f.better for n in better.split("–")}
    return Mended(
        path,
        data,
        decoded.encode(new),
        decoded.text,
        new,
        len(findings),
        frozenset(numbers.union(settled)),
    )


def write_mended(mended: Sequence[Mended], target: Target) -> list[Path]:
    """Write the files, each as a whole or not at all, and note what was done beside them.

    The note comes first: a file whose bytes are as before counts as never mended, so that a run
    that is killed midway can be run again.

    Returns:
        The records written.

    Raises:
        SourceError: a file can't be written.
    """
    assert target.date is not None
    records = Records()
    folders: dict[Path, Path] = {}
    for file in mended:
        records.add(file.path, before=file.before, edition=target.date, numbers=file.numbers)
        folders[record_folder(file.path)] = file.path
    noted = [records.write(path) for path in folders.values()]
    for file in mended:
        write_atomically(file.path, file.after)
    return noted
