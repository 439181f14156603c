"""What `cite fix` has rewritten, kept beside the tree: `.ruleloom-cite.json`.

Numbers move in chains: 701.13 became 701.19, and 701.19 became 701.25. Once a file is mended,
nothing in it tells the new 701.19 from an old one, and mending it again would move it again. So
each mended file is listed with the numbers written and their edition. A file that has been put back
as it was before counts as never mended.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import json
import os
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from kg.citations.atomic import write_atomically
from kg.citations.files import ABOUT, RECORD
from kg.errors import SourceError

__all__ = ["Records", "Settled", "record_folder"]

_ABOUT = (
    f"{ABOUT} fix: numbers that it has brought to an edition. Keep it with the "
    "tree, so that none is moved twice."
)


@dataclass(frozen=True, slots=True)
class Settled:
    """What is known to be written for an edition in one file.

    Attributes:
        edition: that the numbers are of.
        numbers: that were rewritten.
    """

    edition: dt.date
    numbers: frozenset[str]


def record_folder(path: Path) -> Path:
    """Where the record of a path lies: at its repository's root, else beside it."""
    folder = Path(os.path.abspath(path))
    folder = folder if folder.is_dir() else folder.parent
    for place in (folder, *folder.parents):
        if (place / ".git").exists():
            return place
    return folder


@dataclass
class Records:
    """The records of all folders above the files asked about; each read once."""

    _read: dict[str, dict[str, Mapping[str, object]]] = field(default_factory=dict)

    def find(self, path: Path, data: bytes) -> Settled | None:
        """What is settled in a file; None where nothing is.

        Args:
            data: its bytes; the nearest record that lists the file counts, unless the file is
                again what it was before it was mended.
        """
        absolute = os.path.abspath(path)
        folder = os.path.dirname(absolute)
        while True:
            files = self._of(folder)
            entry = files.get(absolute[len(folder.rstrip("/")) + 1 :]) if files else None
            if entry is not None:
                if entry["before"] == _digest(data):
                    return None
                numbers = entry["numbers"]
                assert isinstance(numbers, list)
                edition = dt.date.fromisoformat(str(entry["edition"]))
                return Settled(edition, frozenset(map(str, numbers)))
            above = os.path.dirname(folder)
            if above == folder:
                return None
            folder = above

    def _of(self, folder: str) -> dict[str, Mapping[str, object]]:
        if folder not in self._read:
            self._read[folder] = _load(Path(folder, RECORD))
        return self._read[folder]

    def add(self, path: Path, *, before: bytes, edition: dt.date, numbers: Collection[str]) -> None:
        """Note that a file was mended; `write` keeps it."""
        folder = record_folder(path)
        name = Path(os.path.abspath(path)).relative_to(folder).as_posix()
        self._of(str(folder))[name] = {
            "edition": edition.isoformat(),
            "before": _digest(before),
            "numbers": sorted(numbers),
        }

    def write(self, path: Path) -> Path:
        """Write the record that a path belongs to; returns where it lies."""
        folder = record_folder(path)
        value = {"about": _ABOUT, "files": dict(sorted(self._of(str(folder)).items()))}
        text = json.dumps(value, indent=1, ensure_ascii=False) + "\n"
        write_atomically(folder / RECORD, text.encode(errors="surrogateescape"))
        return folder / RECORD


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()[:32]


def _load(file: Path) -> dict[str, Mapping[str, object]]:
    try:
        files = json.loads(file.read_text(encoding="utf-8", errors="surrogateescape"))["files"]
        for entry in files.values():
            dt.date.fromisoformat(entry["edition"])
            _ = entry["before"], [*entry["numbers"]]
    except (FileNotFoundError, NotADirectoryError, PermissionError):
        return {}
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise SourceError(
            str(file), "is no record of `ruleloom cite fix`; put back its last good state"
        ) from error
    assert isinstance(files, dict)
    return files
