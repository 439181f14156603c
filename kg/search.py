"""The search index of a store: rules, examples and glossary entries by their words.

One SQLite file with an FTS5 table. Each edition's documents have one range of row numbers, so that
a search in one edition reads nothing of the others. Numbers aren't kept as one token: with `.` as
a token character every last word of a sentence would be another word (`combat.`). A number is
found as the phrase of its parts instead, which is as exact: 702.1 doesn't match 702.19b.

Measured with 70 editions of 3,300 documents of 45 words (a file of 107 MB) on a busy machine with 2
cores: 1 to 65 ms a search, 0.8 s to write an edition.
"""

from __future__ import annotations

import contextlib
import re
import sqlite3
import threading
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from kg.closing import Closing
from kg.errors import StoreError
from kg.model import EditionKey

__all__ = ["Document", "Hit", "SearchIndex"]

_SCHEMA = """
CREATE TABLE IF NOT EXISTS editions (
    path TEXT PRIMARY KEY, first INTEGER NOT NULL, last INTEGER NOT NULL
) WITHOUT ROWID;
CREATE VIRTUAL TABLE IF NOT EXISTS documents USING fts5 (
    name, heading, text, kind UNINDEXED, section UNINDEXED, position UNINDEXED,
    tokenize = "porter unicode61 remove_diacritics 2"
);
"""
# Ranked by: what the words name; the whole of the words as a phrase; BM25, a heading over a text.
_SEARCH = """
SELECT rowid, name, heading, text, kind, section, position, bm25(documents, 4.0, 8.0, 1.0) AS score
FROM documents
WHERE documents MATCH :words AND rowid BETWEEN :first AND :last
  AND (:section IS NULL OR section = :section)
  AND (:kinds = '' OR instr(:kinds, '|' || kind || '|'))
ORDER BY lower(name) = :whole AND kind <> 'example' DESC, lower(heading) = :whole DESC,
  rowid IN (
    SELECT rowid FROM documents WHERE documents MATCH :phrase AND rowid BETWEEN :first AND :last
  ) DESC,
  score, position
LIMIT :limit OFFSET :offset
"""
_SNIPPETS = """
SELECT rowid, snippet(documents, 2, char(2), char(3), '…', 32)
FROM documents WHERE documents MATCH :words AND rowid IN ({places})
"""
_START, _END = "\x02", "\x03"
_CONTROLS = re.compile(r"[\x00-\x1f\x7f]")
_PHRASE = re.compile(r'"([^"]*)"?|([^\s"]+)')
_MOST_WORDS = 32
_MOST_CHARACTERS = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """What can be found.

    Attributes:
        kind: `chapter`, `section`, `rule`, `subrule`, `example` or `term`.
        name: the number of the rule (for an example, of its rule), or the headword.
        order: its place in the edition.
        section: the number of its section; empty for a term.
    """

    kind: str
    name: str
    text: str
    heading: str = ""
    order: int = 0
    section: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hit:
    """A document that was found.

    Attributes:
        edition: the path of its edition, such as `edition/2026-01-16`.
        kind, name, heading, text, order, section: as of the document.
        snippet: the part of the text that the words are in.
        spans: where the words are in the snippet; half-open, in characters.
        score: BM25's; greater is better, among the hits of one search.
    """

    edition: str
    kind: str
    name: str
    heading: str
    text: str
    order: int
    section: str
    snippet: str
    spans: tuple[tuple[int, int], ...]
    score: float


class SearchIndex(Closing):
    """The index in one file; for any number of threads.

    `create` opens it to be written, `open` to be read.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection) -> None:
        self._path = path
        self._connection = connection
        self._lock = threading.Lock()

    @classmethod
    def create(cls, path: Path) -> SearchIndex:
        """The index to be written, new where the file doesn't exist.

        A file being written has no use after a crash: its generation is thrown away.
        """
        with _reported(path):
            connection = sqlite3.connect(path, check_same_thread=False)
            connection.execute("PRAGMA synchronous = OFF")
            connection.execute("PRAGMA journal_mode = MEMORY").fetchall()
            connection.executescript(_SCHEMA)
        return cls(path, connection)

    @classmethod
    def open(cls, path: Path) -> SearchIndex:
        """The index of a finished generation, which nobody writes any more.

        Raises:
            StoreError: there is none, or it can't be read.
        """
        if not path.is_file():
            raise StoreError(path, "no search index here; `ruleloom build` makes one")
        with _reported(path):
            address = f"{path.absolute().as_uri()}?mode=ro&immutable=1"
            return cls(path, sqlite3.connect(address, uri=True, check_same_thread=False))

    def replace_edition(self, key: EditionKey, documents: Iterable[Document]) -> None:
        """Make these the documents of the edition; none at all removes it."""
        rows = [
            (d.name, d.heading, _CONTROLS.sub(" ", d.text), d.kind, d.section, d.order)
            for d in documents
        ]
        with self._lock, _reported(self._path), self._connection as connection:
            known = self._range(key)
            if known is not None:
                connection.execute("DELETE FROM documents WHERE rowid BETWEEN ? AND ?", known)
                connection.execute("DELETE FROM editions WHERE path = ?", (key.path,))
            if not rows:
                return
            (last,) = connection.execute("SELECT coalesce(max(last), 0) FROM editions").fetchone()
            connection.executemany(
                "INSERT INTO documents (rowid, name, heading, text, kind, section, position)"
                " VALUES (?, ?, ?, ?, ?, ?, ?)",
                ((place, *row) for place, row in enumerate(rows, last + 1)),
            )
            connection.execute(
                "INSERT INTO editions VALUES (?, ?, ?)", (key.path, last + 1, last + len(rows))
            )

    def editions(self) -> list[str]:
        """The paths of the editions that it holds."""
        with self._lock, _reported(self._path):
            rows = self._connection.execute("SELECT path FROM editions ORDER BY path").fetchall()
        return [path for (path,) in rows]

    def search(
        self,
        words: str,
        *,
        edition: EditionKey,
        limit: int = 20,
        offset: int = 0,
        kinds: Collection[str] = (),
        section: str | None = None,
        beginning: bool = False,
    ) -> list[Hit]:
        """What the words find, best first.

        First comes what bears just that number or headword, then what has the words as they stand,
        then what has all of them; what has only some is shown when nothing has all. No character in
        `words` has a meaning, but for double quotes around a phrase. Of very many, the first count.

        Args:
            kinds: of document; empty means all.
            section: the number of the section to look in.
            beginning: whether the last word may be the beginning of one, as while it is typed.
        """
        phrases = _phrases(words)
        if beginning and phrases and words[-1:].isalnum():
            phrases[-1] = f"({phrases[-1]} OR {phrases[-1]}*)"
        whole = " ".join(_CONTROLS.sub(" ", words[:_MOST_CHARACTERS]).replace('"', " ").split())
        with self._lock, _reported(self._path):
            place = self._range(edition)
            if place is None or not phrases:
                return []
            asked: dict[str, str | int | None] = {
                "first": place[0],
                "last": place[1],
                "phrase": _quote(whole),
                "whole": whole.lower(),
                "kinds": f"|{'|'.join(kinds)}|" if kinds else "",
                "section": section,
                "limit": limit,
                "offset": offset,
            }
            for expression in (" AND ".join(phrases), " OR ".join(_words(whole))):
                hits = self._hits(edition, asked | {"words": expression})
                if hits or (offset and self._hits(edition, asked | {"words": expression} | _ONE)):
                    return hits
        return []

    def close(self) -> None:
        """Close the file; what was written is in it then."""
        with self._lock:
            self._connection.close()

    def _range(self, key: EditionKey) -> tuple[int, int] | None:
        """The first and last row of an edition."""
        row: tuple[int, int] | None = self._connection.execute(
            "SELECT first, last FROM editions WHERE path = ?", (key.path,)
        ).fetchone()
        return row

    def _hits(self, edition: EditionKey, asked: dict[str, str | int | None]) -> list[Hit]:
        rows = self._connection.execute(_SEARCH, asked).fetchall()
        places = ", ".join(str(int(row[0])) for row in rows)
        # Apart from the search, which would cut a snippet for every row that it only sorts.
        marked = dict(self._connection.execute(_SNIPPETS.format(places=places), asked))
        hits: list[Hit] = []
        for place, name, heading, text, kind, section, order, score in rows:
            snippet, spans = _unmark(marked[place])
            hits.append(
                Hit(
                    edition=edition.path,
                    kind=kind,
                    name=name,
                    heading=heading,
                    text=text,
                    order=order,
                    section=section,
                    snippet=snippet,
                    spans=spans,
                    score=-score,
                )
            )
        return hits


_ONE: dict[str, str | int | None] = {"limit": 1, "offset": 0}


@contextlib.contextmanager
def _reported(path: Path) -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as error:
        raise StoreError(path, str(error)) from error


def _phrases(words: str) -> list[str]:
    """The words and quoted phrases as FTS5 strings, in which nothing is syntax."""
    found: list[str] = []
    for match in _PHRASE.finditer(_CONTROLS.sub(" ", words[:_MOST_CHARACTERS])):
        phrase = match[1] if match[1] is not None else match[2]
        # FTS5 takes a string without a letter or digit for one that matches nothing.
        if any(char.isalnum() for char in phrase):
            found.append(_quote(phrase))
            if len(found) == _MOST_WORDS:
                break
    return found


def _words(text: str) -> list[str]:
    return [_quote(word) for word in re.findall(r"\w+", text)[:_MOST_WORDS]]


def _quote(phrase: str) -> str:
    doubled = phrase.replace('"', '""')
    return f'"{doubled}"'


def _unmark(marked: str) -> tuple[str, tuple[tuple[int, int], ...]]:
    """The snippet without its marks, and the spans that they stood around."""
    spans: list[tuple[int, int]] = []
    parts: list[str] = []
    length = 0
    for piece in re.split(f"({_START}[^{_END}]*{_END})", marked):
        plain = piece.strip(_START + _END)
        if piece.startswith(_START):
            spans.append((length, length + len(plain)))
        parts.append(plain)
        length += len(plain)
    return "".join(parts), tuple(spans)
