"""A SPARQL 1.1 endpoint over HTTP: queries, updates, and whole graphs.

By the SPARQL 1.1 Protocol and the SPARQL 1.1 Graph Store HTTP Protocol. One address serves for all
three, as Apache Jena Fuseki's dataset addresses do; for others, the environment variables
RULELOOM_UPDATE_URL and RULELOOM_GRAPHS_URL say where updates and graphs go. A login stands in the
address, or in RULELOOM_STORE_USER and RULELOOM_STORE_PASSWORD.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Sequence
from http.client import responses
from urllib.parse import unquote, urlencode, urlsplit, urlunsplit

import urllib3
from pyoxigraph import NamedNode
from urllib3.exceptions import HTTPError, LocationValueError

import kg
from kg.closing import Closing
from kg.errors import QueryError, QueryStoppedError, StoreError

__all__ = ["Endpoint", "is_remote"]

_CHUNK = 1 << 16
_CONNECT_SECONDS = 5.0
_FORM = "application/x-www-form-urlencoded"


def is_remote(location: object) -> bool:
    """Whether a store's place is the address of an endpoint, and no folder."""
    return str(location).startswith(("http://", "https://"))


class Endpoint(Closing):
    """One endpoint; for any number of threads.

    Args:
        address: of its queries.

    Attributes:
        name: the address without its login, for messages.
    """

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        place = parts.hostname or ""
        if parts.port:
            place = f"{place}:{parts.port}"
        self.name = urlunsplit((parts.scheme, place, parts.path, parts.query, ""))
        user = unquote(parts.username or os.environ.get("RULELOOM_STORE_USER", ""))
        password = unquote(parts.password or os.environ.get("RULELOOM_STORE_PASSWORD", ""))
        headers = urllib3.make_headers(
            basic_auth=f"{user}:{password}" if user else None,
            user_agent=f"ruleloom/{kg.__version__}",
        )
        self._updates = os.environ.get("RULELOOM_UPDATE_URL", self.name)
        self._graphs = os.environ.get("RULELOOM_GRAPHS_URL", self.name)
        self._pool = urllib3.PoolManager(headers=headers, maxsize=16, retries=False)

    def query(
        self,
        text: str,
        *,
        accept: str,
        default_graph: Sequence[NamedNode] | None = None,
        named_graphs: Sequence[NamedNode] | None = None,
        timeout: float = 60.0,
        max_bytes: int = 1 << 30,
    ) -> bytes:
        """The body of the answer to a query.

        Args:
            accept: a media type.
            default_graph, named_graphs: of the protocol; None is the endpoint's own dataset.
            timeout: seconds for the whole.

        Raises:
            QueryError: the endpoint finds fault with the query.
            QueryStoppedError: the time is up, or the answer is larger than it may be.
            StoreError: the endpoint can't be reached, or fails.
        """
        fields = [("query", text)]
        fields += [("default-graph-uri", graph.value) for graph in default_graph or ()]
        fields += [("named-graph-uri", graph.value) for graph in named_graphs or ()]
        headers = {"Accept": accept, "Content-Type": _FORM}
        return self._send(
            "POST", self.name, urlencode(fields).encode(), headers, timeout, max_bytes
        )

    def update(self, text: str) -> None:
        """Carry out an update.

        Raises:
            StoreError: it fails.
        """
        headers = {"Content-Type": "application/sparql-update; charset=utf-8"}
        self._send("POST", self._updates, text.encode(), headers, 600.0, 1 << 20)

    def put_graph(self, graph: NamedNode, triples: Iterable[bytes]) -> None:
        """Make a graph hold these triples and no others.

        Args:
            triples: as N-Triples, in pieces.

        Raises:
            StoreError: it can't be written.
        """
        address = f"{self._graphs}?{urlencode({'graph': graph.value})}"
        headers = {"Content-Type": "application/n-triples"}
        self._send("PUT", address, b"".join(triples), headers, 600.0, 1 << 20)

    def close(self) -> None:
        """Close the connections."""
        self._pool.clear()

    def _send(
        self,
        method: str,
        address: str,
        body: bytes,
        headers: dict[str, str],
        timeout: float,
        max_bytes: int,
    ) -> bytes:
        deadline = time.monotonic() + timeout
        limit = urllib3.Timeout(connect=min(_CONNECT_SECONDS, timeout), read=timeout)
        try:
            response = self._pool.request(
                method,
                address,
                body=body,
                headers={**self._pool.headers, **headers},
                timeout=limit,
                preload_content=False,
                redirect=False,
            )
            try:
                data = _read(response, deadline, timeout, max_bytes)
            finally:
                response.release_conn()
        except urllib3.exceptions.ReadTimeoutError:
            raise _out_of_time(timeout) from None
        except (HTTPError, LocationValueError, OSError) as error:
            raise StoreError(self.name, f"the endpoint can't be reached: {_first(error)}") from None
        self._check(response.status, data)
        return data

    def _check(self, status: int, data: bytes) -> None:
        if 200 <= status < 300:
            return
        said = data[:300].decode("utf-8", "replace").strip().partition("\n")[0]
        if status == 400:
            raise QueryError(said or "the endpoint finds fault with the query")
        if status in (408, 504):
            raise QueryStoppedError("the endpoint stopped the query at its own limit", limit="time")
        if status in (401, 403):
            raise StoreError(
                self.name,
                "the endpoint wants another login; put it into the address (http://user:password@...)"
                " or into RULELOOM_STORE_USER and RULELOOM_STORE_PASSWORD",
            )
        raise StoreError(self.name, f"the endpoint answers {status} {responses.get(status, '')}")


def _read(
    response: urllib3.BaseHTTPResponse, deadline: float, timeout: float, max_bytes: int
) -> bytes:
    data = bytearray()
    for chunk in response.stream(_CHUNK):
        data += chunk
        if time.monotonic() > deadline:
            response.close()
            raise _out_of_time(timeout)
        if len(data) > max_bytes:
            response.close()
            raise QueryStoppedError(f"the result has more than {max_bytes} bytes", limit="size")
    return bytes(data)


def _out_of_time(timeout: float) -> QueryStoppedError:
    return QueryStoppedError(
        f"the query was stopped after {timeout:g} seconds; ask for less", limit="time"
    )


def _first(error: Exception) -> str:
    return str(error).splitlines()[0] if str(error) else type(error).__name__
