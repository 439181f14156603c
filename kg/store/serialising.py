"""Results of queries as bytes in a format that was asked for, up to limits."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from xml.parsers import expat

import pyoxigraph
from pyoxigraph import QueryBoolean, QueryResultsFormat, QueryTriples, RdfFormat, Triple

from kg.store.base import QueryResult
from kg.vocab import PREFIXES

__all__ = ["Answer", "TooLargeError", "serialize_result"]

Answer = tuple[dict[str, Any], bytes]

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


class TooLargeError(Exception):
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
            raise TooLargeError(f"the result has more than {self._max_bytes} bytes")
        if self._rows > self._max_rows:
            raise TooLargeError(f"the result has more than {self._max_rows} rows")
        return len(chunk)

    def flush(self) -> None:
        """Nothing: pyoxigraph wants a file."""


def serialize_result(result: QueryResult, request: Mapping[str, Any]) -> Answer:
    """A result in the first format that the request names for its kind.

    Args:
        request: `results_formats`, `graph_formats`, `max_bytes` and `max_rows`, as of
            `Evaluator.evaluate`.

    Returns:
        A header with `kind`, `media_type` and `problem`, and the body.

    Raises:
        TooLargeError: the result is beyond a limit.
    """
    if isinstance(result, QueryTriples):
        return _serialize_graph(result, request)
    kind = "boolean" if isinstance(result, QueryBoolean) else "solutions"
    if not request["results_formats"]:
        return _unacceptable(kind)
    name = request["results_formats"][0]
    buffer = _Buffer(request["max_bytes"], request["max_rows"], _ROW[name])
    result.serialize(buffer, _RESULTS[name])  # type: ignore[arg-type]
    return _finish(kind, _RESULTS[name].media_type, bytes(buffer.data), is_xml=name == "xml")


def _serialize_graph(triples: QueryTriples, request: Mapping[str, Any]) -> Answer:
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
            raise TooLargeError(f"the result has more than {most} triples")
        yield triple


def _unacceptable(kind: str) -> Answer:
    what = "a graph" if kind == "graph" else "solutions or a boolean"
    return {"kind": kind, "media_type": "", "problem": f"none of the formats holds {what}"}, b""


def _finish(kind: str, media_type: str, body: bytes, *, is_xml: bool) -> Answer:
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
