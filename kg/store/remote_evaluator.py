"""SPARQL queries of strangers against a remote store, within limits.

The endpoint does the work, and its own limits stop it; ours stop the waiting for it. How many
queries wait for it at once is bounded, so that the pages always have threads left.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence

from pyoxigraph import NamedNode

from kg.closing import Closing
from kg.errors import QueryError, QueryStoppedError
from kg.model import EditionKey
from kg.store.evaluator import GRAPH_FORMATS, RESULTS_FORMATS, Evaluated
from kg.store.query_text import check_query
from kg.store.remote import RemoteStore
from kg.store.serialising import TooLargeError, serialize_result

__all__ = ["RemoteEvaluator"]

_AT_ONCE = 8


class RemoteEvaluator(Closing):
    """Evaluates like `Evaluator`, by a remote store; for any number of threads."""

    def __init__(self, store: RemoteStore, *, at_once: int = _AT_ONCE) -> None:
        self._store = store
        self._free = threading.BoundedSemaphore(at_once)

    def evaluate(
        self,
        query: str,
        *,
        results_formats: Sequence[str] = RESULTS_FORMATS,
        graph_formats: Sequence[str] = GRAPH_FORMATS,
        default_graph: Sequence[str] | None = None,
        named_graphs: Sequence[str] | None = None,
        edition: EditionKey | None = None,
        timeout: float = 10.0,
        max_bytes: int = 64 << 20,
        max_rows: int = 1_000_000,
    ) -> Evaluated:
        """The result of a query, see `Evaluator.evaluate`."""
        found = check_query(query)
        if found.calls_service:
            raise QueryError("SERVICE isn't allowed here: this endpoint queries its own data only")
        default: list[NamedNode] | None = None
        named: list[NamedNode] | None = None
        if default_graph is not None or named_graphs is not None:
            default = [NamedNode(graph) for graph in default_graph or ()]
            named = [NamedNode(graph) for graph in named_graphs or ()]
        elif edition is not None and not found.names_dataset:
            default = self._store.default_graph(edition)
        if not self._free.acquire(blocking=False):
            raise QueryStoppedError("too many queries at once; try again", limit="load")
        try:
            result = self._store.query(
                query,
                default_graph=default,
                named_graphs=named,
                timeout=timeout,
                max_bytes=4 * max_bytes,
            )
        finally:
            self._free.release()
        request = {
            "results_formats": list(results_formats),
            "graph_formats": list(graph_formats),
            "max_bytes": max_bytes,
            "max_rows": max_rows,
        }
        try:
            header, body = serialize_result(result, request)
        except TooLargeError as error:
            raise QueryStoppedError(str(error), limit="size") from None
        return Evaluated(header["kind"], header["media_type"], body, header["problem"])

    def check(self) -> None:
        """Nothing: a store that went away shows with the next query."""

    def close(self) -> None:
        """Nothing: the store has the connections."""
