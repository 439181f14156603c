"""The process that evaluates the queries of one `Evaluator`, one after another.

It can be killed at any moment: it holds nothing but a read-only store. A query can't make it reach
the network (sockets are closed to it by seccomp) nor take more than its share of memory. Lowering
RLIMIT_NOFILE, the simpler bar to sockets, is no way: RocksDB opens its files when it first needs
them (22 of 266 at the start, measured), and a query that couldn't open one took all memory there
was.

Run as `python -m kg.store.evaluator_process SOCKET FOLDER VERSION BYTES`: the number of a connected
socket, the folder of the generation, the version that it must have, and how much memory may be
added to what the process starts with.
"""

from __future__ import annotations

import contextlib
import os
import re
import resource
import select
import signal
import socket
import sys
import threading
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any
from xml.parsers import expat

import pyoxigraph
from pyoxigraph import (
    NamedNode,
    QueryBoolean,
    QueryResultsFormat,
    QueryTriples,
    RdfFormat,
    Triple,
)

from kg.errors import QueryError, RuleloomError, StoreError
from kg.model import EditionKey
from kg.store.base import QueryResult
from kg.store.diagnosis import explain
from kg.store.embedded import EmbeddedStore
from kg.store.framing import receive, send
from kg.store.generations import hold_generation
from kg.store.query_text import outline
from kg.store.sandbox import close_sockets
from kg.vocab import PREFIXES

# As deep as the longest query that `check_query` lets through can need: 9,400 terms joined by `||`
# overflowed 8 MiB. Only what is used of it takes memory.
_STACK = 512 << 20

_RESULTS = {
    "json": QueryResultsFormat.JSON,
    "xml": QueryResultsFormat.XML,
    "csv": QueryResultsFormat.CSV,
    "tsv": QueryResultsFormat.TSV,
}
_GRAPHS = {
    "turtle": RdfFormat.TURTLE,
    "ntriples": RdfFormat.N_TRIPLES,
    "nquads": RdfFormat.N_QUADS,
    "trig": RdfFormat.TRIG,
    "rdfxml": RdfFormat.RDF_XML,
    "jsonld": RdfFormat.JSON_LD,
}
# What stands once between two solutions or before each, and never within one: quotes are escaped in
# JSON, `<` in XML, line feeds in TSV. In CSV, CR LF within a value counts as well.
_ROW = {
    "json": (re.compile(rb'\},\{"[^,}]'), 5),
    "xml": (re.compile(rb"<result>"), 8),
    "csv": (re.compile(rb"\r\n"), 2),
    "tsv": (re.compile(rb"\n"), 1),
}

_Answer = tuple[dict[str, Any], bytes]


class _TooLargeError(Exception):
    """The result has more bytes or rows than it may have."""


class _Buffer:
    """Where a result is written, up to its limits."""

    def __init__(self, max_bytes: int, max_rows: int, row: tuple[re.Pattern[bytes], int]) -> None:
        self.data = bytearray()
        self._max_bytes, self._max_rows = max_bytes, max_rows
        self._row, self._width = row
        self._rows = 0

    def write(self, chunk: bytes) -> int:
        seen = max(0, len(self.data) - self._width + 1)
        self.data += chunk
        self._rows += sum(1 for _ in self._row.finditer(self.data, seen))
        if len(self.data) > self._max_bytes:
            raise _TooLargeError(f"the result has more than {self._max_bytes} bytes")
        if self._rows > self._max_rows:
            raise _TooLargeError(f"the result has more than {self._max_rows} rows")
        return len(chunk)

    def flush(self) -> None:
        """Nothing: pyoxigraph wants a file."""


def main() -> None:
    """Answer until the parent closes its end of the socket, or dies."""
    descriptor, folder, version, memory = sys.argv[1:]
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    parent = socket.socket(fileno=int(descriptor))
    threading.stack_size(_STACK)
    args = (parent, Path(folder), version, int(memory))
    threading.Thread(target=_run, args=args, daemon=True).start()
    hang_up = select.poll()
    hang_up.register(parent, select.POLLRDHUP)
    hang_up.poll()
    os._exit(0)  # a query may be under way in the other thread


def _run(parent: socket.socket, folder: Path, version: str, memory: int) -> None:
    try:
        close_sockets()
        generation = hold_generation(folder)
        if generation.version != version:
            raise StoreError(folder, "another store has taken the place of this generation")
        store = EmbeddedStore(generation)
        store.views.get(store.default_graph(), at_once=True)
    except RuleloomError as error:
        send(parent, {"failed": str(error)})
        return
    start = _address_space()
    resource.setrlimit(resource.RLIMIT_AS, (start + memory, start + memory))
    send(parent, {"ready": True})
    with contextlib.suppress(EOFError, OSError):
        while True:
            request, _ = receive(parent)
            header, body = _answer(store, request)
            # Memory that a heavy query leaves fragmented must not fail a light one.
            header["retire"] = _address_space() > start + memory // 2
            send(parent, header, body)


def _address_space() -> int:
    pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[0]
    return int(pages) * resource.getpagesize()


def _answer(store: EmbeddedStore, request: dict[str, Any]) -> _Answer:
    query = request["query"]
    try:
        default, named = _dataset(store, request)
        result = store.query(query, default_graph=default, named_graphs=named)
        return _serialize(result, request)
    except QueryError as error:
        return _error(error)
    except _TooLargeError as error:
        return {"stopped": str(error), "limit": "size"}, b""
    except MemoryError:
        return {"stopped": "the query needs more memory than it may have", "limit": "memory"}, b""
    except Exception as error:
        return _error(explain(query, error))
    except BaseException as error:  # pyoxigraph's PanicException
        return _error(QueryError(f"the engine failed on the query: {error}"))


def _error(error: QueryError) -> _Answer:
    message = str(error)
    if error.line is not None:
        message = message.partition(": ")[2]
    return {"error": message, "line": error.line, "column": error.column}, b""


def _dataset(
    store: EmbeddedStore, request: dict[str, Any]
) -> tuple[Sequence[NamedNode] | None, Sequence[NamedNode] | None]:
    """What the query sees (SPARQL 1.1 Protocol 2.1.4): the protocol's graphs, then FROM, then ours.

    Once one kind of graph is named, the other is empty rather than the store's.
    """
    default, named = request["default_graph"], request["named_graphs"]
    if default is not None or named is not None:
        return [NamedNode(g) for g in default or ()], [NamedNode(g) for g in named or ()]
    if request["edition"] is None or outline(request["query"]).names_dataset:
        return None, None
    return store.default_graph(EditionKey.from_path(request["edition"])), None


def _serialize(result: QueryResult, request: dict[str, Any]) -> _Answer:
    if isinstance(result, QueryTriples):
        return _serialize_graph(result, request)
    kind = "boolean" if isinstance(result, QueryBoolean) else "solutions"
    if not request["results_formats"]:
        return _unacceptable(kind)
    name = request["results_formats"][0]
    buffer = _Buffer(request["max_bytes"], request["max_rows"], _ROW[name])
    result.serialize(buffer, _RESULTS[name])  # type: ignore[arg-type]
    return _finish(kind, _RESULTS[name].media_type, bytes(buffer.data), is_xml=name == "xml")


def _serialize_graph(triples: QueryTriples, request: dict[str, Any]) -> _Answer:
    if not request["graph_formats"]:
        return _unacceptable("graph")
    name = request["graph_formats"][0]
    buffer = _Buffer(request["max_bytes"], request["max_rows"], (re.compile(rb"(?!)"), 1))
    pyoxigraph.serialize(
        _counted(triples, request["max_rows"]),
        buffer,  # type: ignore[arg-type]
        _GRAPHS[name],
        prefixes=PREFIXES,
    )
    is_xml = name == "rdfxml"
    return _finish("graph", _GRAPHS[name].media_type, bytes(buffer.data), is_xml=is_xml)


def _counted(triples: Iterable[Triple], most: int) -> Iterator[Triple]:
    for count, triple in enumerate(triples, 1):
        if count > most:
            raise _TooLargeError(f"the result has more than {most} triples")
        yield triple


def _unacceptable(kind: str) -> _Answer:
    what = "a graph" if kind == "graph" else "solutions or a boolean"
    return {"kind": kind, "media_type": "", "problem": f"none of the formats holds {what}"}, b""


def _finish(kind: str, media_type: str, body: bytes, *, is_xml: bool) -> _Answer:
    answer = {"kind": kind, "media_type": media_type, "problem": ""}
    if is_xml:
        # pyoxigraph writes a carriage return as it is, and XML would read it as a line feed; other
        # characters and some predicates it writes too, though XML can't hold them.
        body = body.replace(b"\r", b"&#13;")
        try:
            expat.ParserCreate(namespace_separator=" ").Parse(body, True)
        except expat.ExpatError:
            problem = "XML can't hold this result; ask for another format"
            return answer | {"media_type": "", "problem": problem}, b""
    return answer, body


if __name__ == "__main__":
    main()
