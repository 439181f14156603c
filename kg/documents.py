"""Documents to annotated editions, in several processes where there are several documents."""

from __future__ import annotations

import datetime as dt
import functools
import hashlib
import multiprocessing
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from importlib.resources.abc import Traversable
from pathlib import Path

import kg
from extract.document import parse_document
from extract.pipeline import annotate
from extract.readers import read_document
from extract.readers.txt import MAX_BYTES
from extract.repair import words_of
from extract.unnumbered import BaseFinder
from kg.errors import SourceError, StoreMissingError
from kg.model import Edition, Source
from kg.resources import rulebooks
from kg.store import open_store
from kg.store.reading import read_edition

__all__ = ["Document", "Reader", "embedded_documents", "find_documents", "read_editions"]

_SUFFIXES = (".txt", ".docx", ".pdf", ".html", ".htm", ".md")
_FEW = 2


@dataclass(frozen=True)
class Document:
    """A document's bytes and where they came from.

    Attributes:
        path: as given, for messages.
        name: the file's name.
        origin: see `kg.model.Source`.
    """

    path: str
    name: str
    origin: str
    data: bytes

    @classmethod
    def load(cls, file: Path | Traversable, *, origin: str) -> Document:
        """Read a file.

        Raises:
            SourceError: there is no such file, or it can't be read.
        """
        try:
            if isinstance(file, Path) and file.exists() and not file.is_file():
                raise SourceError(str(file), "is no file: a device, a pipe or a socket")
            if isinstance(file, Path) and file.stat().st_size > MAX_BYTES:
                raise SourceError(str(file), f"larger than {MAX_BYTES // 2**20} MiB")
            data = file.read_bytes()
        except FileNotFoundError:
            raise SourceError(str(file), "no such file") from None
        except OSError as error:
            raise SourceError(str(file), f"can't be read: {error.strerror}") from error
        return cls(str(file), file.name, hashlib.sha256(os.fsencode(origin)).hexdigest()[:16], data)

    @functools.cached_property
    def sha256(self) -> str:
        """The SHA-256 of the bytes, in hexadecimal."""
        return hashlib.sha256(self.data).hexdigest()


def embedded_documents() -> list[Document]:
    """The rulebook that ships with ruleloom."""
    return [Document.load(file, origin=f"ruleloom:{file.name}") for file in rulebooks()]


def find_documents(path: Path) -> list[Document]:
    """The document at a path, or those in a folder and the folders in it, by their names.

    Raises:
        SourceError: there is none, or one of them can't be read.
    """
    if not path.is_dir():
        return [Document.load(path, origin=str(path.absolute()))]
    files = [
        Path(folder) / name
        for folder, _, names in os.walk(path)  # which follows no links to folders, so no loops
        for name in names
        if name.lower().endswith(_SUFFIXES) and not name.startswith(".")
    ]
    if not files:
        raise SourceError(str(path), f"holds no document ({', '.join(_SUFFIXES)})")
    return [Document.load(file, origin=str(file.absolute())) for file in sorted(files)]


@dataclass(frozen=True)
class Reader:
    """Reads documents, with what may help made when one first needs it.

    Attributes:
        location: of the store, whose editions may help to number a page.
        date: of documents that give none.
        base: the edition that helps instead of those in the store.
    """

    location: str
    date: dt.date | None = None
    base: Edition | None = None

    def read(self, document: Document) -> Edition:
        """The annotated edition in a document.

        Raises:
            SourceError: it can't be read as a rulebook.
        """
        lines = read_document(document.data, name=document.path)
        source = Source(
            name=document.name,
            origin=document.origin,
            sha256=document.sha256,
            encoding=lines.encoding,
            line_end=lines.line_end,
            software=f"ruleloom {kg.__version__}",
        )
        parsed = parse_document(
            lines,
            source,
            date=self.date,
            bases=lambda: self._bases,
            rules_words=lambda: self._rules_words,
        )
        return annotate(parsed)

    @functools.cached_property
    def _bases(self) -> BaseFinder:
        """The base given, else the editions in the store, but for ruleloom's restatements."""
        if self.base is not None:
            return BaseFinder(given=self.base)
        try:
            with open_store(self.location) as store:
                keys = [info.key for info in store.editions() if info.key.date]
                return BaseFinder([read_edition(store, key) for key in keys if not key.restated])
        except StoreMissingError:
            return BaseFinder()

    @functools.cached_property
    def _rules_words(self) -> frozenset[str]:
        return frozenset(words_of(file.read_text(encoding="utf-8") for file in rulebooks()))


def read_editions(documents: Sequence[Document], reader: Reader) -> Iterator[Edition | SourceError]:
    """What each document gives, in their order: an edition, or why it gives none."""
    if len(documents) <= _FEW:
        yield from (_read(reader, document) for document in documents)
        return
    # Not forked: the caller may have threads.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(os.cpu_count(), mp_context=context) as pool:
        pending = [pool.submit(_read, reader, document) for document in documents]
        for document, result in zip(documents, pending, strict=True):
            try:
                yield result.result()
            except BrokenProcessPool:
                yield SourceError(document.path, "the process that read it was ended; try it alone")


def _read(reader: Reader, document: Document) -> Edition | SourceError:
    try:
        return reader.read(document)
    except SourceError as error:
        return error
