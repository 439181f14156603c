"""Trees of files: which are looked at, and their bytes as text and back.

What .gitignore leaves out is left out, at every level up to the repository's root; so are links,
binaries and files of many megabytes. One file is open at a time.
"""

from __future__ import annotations

import codecs
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from pathspec import GitIgnoreSpec

from kg.errors import SourceError

__all__ = ["ABOUT", "RECORD", "Decoded", "decode", "is_ours", "iter_files", "read_file"]

# What `cite fix` writes beside a tree.
RECORD = ".ruleloom-cite.json"
# How each file begins that we write: it names rules, and cites none.
ABOUT = "Written by `ruleloom cite`"
_SKIPPED_FOLDERS = {".git", ".hg", ".svn", ".jj"}
_MAX_BYTES = 16 << 20
_HEAD = 8192
_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


@dataclass(frozen=True, slots=True)
class Decoded:
    """A file's text, and how to write it again.

    Attributes:
        text: with its line ends as they are.
        encoding: one in which `text` gives the same bytes again.
        mark: the byte order mark that stood before it, or empty.
    """

    text: str
    encoding: str
    mark: bytes = b""

    def encode(self, text: str) -> bytes:
        """A changed text as bytes of the same encoding."""
        return self.mark + text.encode(self.encoding)


def decode(data: bytes) -> Decoded | None:
    """The text in some bytes; None for a binary."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            try:
                return Decoded(data[len(mark) :].decode(encoding), encoding, mark)
            except UnicodeDecodeError:
                return None
    if b"\0" in data[:_HEAD]:
        return None
    try:
        return Decoded(data.decode("utf-8"), "utf-8")
    except UnicodeDecodeError:
        # Each byte a character: a Windows or DOS page comes back as it was, and digits are digits.
        return Decoded(data.decode("latin-1"), "latin-1")


def is_ours(data: bytes) -> bool:
    """Whether a file is a record, a baseline or a lock."""
    return ABOUT.encode() in data[:64]


def read_file(path: Path) -> bytes:
    """A file's bytes.

    Raises:
        SourceError: it can't be read, or is too large to be a text that cites rules.
    """
    try:
        size = path.stat().st_size
        if size > _MAX_BYTES:
            raise SourceError(str(path), f"{size >> 20} MB: files of more than 16 MB aren't read")
        return path.read_bytes()
    except OSError as error:
        raise SourceError(str(path), f"can't be read: {error.strerror or error}") from error


def iter_files(paths: Iterable[Path]) -> Iterator[Path]:
    """The files to look at: those named, and those below the folders named, sorted, each once.

    Raises:
        SourceError: a path doesn't exist.
    """
    seen: set[Path] = set()
    for path in paths:
        if not path.exists():
            raise SourceError(str(path), "no such file or folder")
        found = _below(path) if path.is_dir() else [path]
        for file in found:
            key = Path(os.path.abspath(file))
            if key not in seen:
                seen.add(key)
                yield file


@dataclass(frozen=True, slots=True)
class _Ignore:
    """One .gitignore.

    Attributes:
        folder: that it lies in; absolute.
    """

    folder: str
    spec: GitIgnoreSpec


def _below(folder: Path) -> Iterator[Path]:
    above = _ignores_above(Path(os.path.abspath(folder)))
    yield from _walk(folder, os.path.abspath(folder), above)


def _ignores_above(folder: Path) -> list[_Ignore]:
    """The .gitignore files from the repository's root down to above a folder, if it is in one."""
    chain = [folder, *folder.parents]
    root = next((place for place in chain if (place / ".git").exists()), None)
    if root is None:
        return []
    found = [_read_ignore(root / ".git" / "info" / "exclude", root)]
    for place in reversed(chain[1 : chain.index(root) + 1]):
        found.append(_read_ignore(place / ".gitignore", place))
    return [ignore for ignore in found if ignore]


def _read_ignore(file: Path, folder: Path) -> _Ignore | None:
    try:
        lines = file.read_text(encoding="utf-8", errors="surrogateescape").splitlines()
    except OSError:
        return None
    if not any(line.strip() and not line.startswith("#") for line in lines):
        return None
    return _Ignore(str(folder), GitIgnoreSpec.from_lines(lines))


def _walk(shown: Path, absolute: str, ignores: list[_Ignore]) -> Iterator[Path]:
    own = _read_ignore(Path(absolute, ".gitignore"), Path(absolute))
    ignores = [*ignores, own] if own else ignores
    try:
        with os.scandir(absolute) as entries:
            listed = sorted(entries, key=lambda entry: entry.name)
    except OSError:
        return
    for entry in listed:
        if entry.is_symlink():
            continue
        if entry.is_dir():
            skipped = entry.name in _SKIPPED_FOLDERS
            if not skipped and not _is_ignored(entry.path + "/", ignores):
                yield from _walk(shown / entry.name, entry.path, ignores)
        elif entry.is_file() and not _is_ignored(entry.path, ignores):
            yield shown / entry.name


def _is_ignored(path: str, ignores: list[_Ignore]) -> bool:
    """Whether git would leave a path out: the deepest file that says anything decides."""
    for ignore in reversed(ignores):
        said = ignore.spec.check_file(path[len(ignore.folder.rstrip("/")) + 1 :]).include
        if said is not None:
            return said
    return False
