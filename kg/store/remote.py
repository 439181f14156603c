"""A store behind any SPARQL 1.1 endpoint with update and the Graph Store Protocol.

A build loads its graphs under other names first and swaps them in with one update at the end, so
that a server which goes away in the middle has no half-written graph. What marks a version is a
triple of its own. The search index lies in the user's cache folder, by version; a machine that
hasn't made it yet makes it of the texts in the store.
"""

from __future__ import annotations

import contextlib
import hashlib
import shutil
import uuid
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

import platformdirs
import pyoxigraph
from pyoxigraph import (
    NamedNode,
    Quad,
    QueryBoolean,
    QueryResultsFormat,
    QuerySolutions,
    QueryTriples,
    RdfFormat,
    Triple,
    parse_query_results,
    serialize,
)

from kg.errors import QueryError, StoreError, StoreMissingError
from kg.findable import iter_findable
from kg.search import SearchIndex
from kg.store.base import EditionInfo, QueryResult, Term
from kg.store.client import Endpoint
from kg.store.diagnosis import explain
from kg.store.generations import ANY_VERSION, write_lock
from kg.store.indexed import IndexedStore
from kg.store.query_text import check_query, iter_tokens, outline, with_values
from kg.store.reading import read_edition
from kg.store.text_search import with_search
from kg.vocab import BASE, DCTERMS, PREFIXES

__all__ = ["RemoteDraft", "RemoteStore", "open_remote", "remote_version", "rewrite_remote"]

_STORE = NamedNode(f"{BASE}store")
_VERSION = f"SELECT ?v {{ GRAPH {_STORE} {{ {_STORE} {DCTERMS.identifier} ?v }} }}"
_ALL_GRAPHS = "SELECT DISTINCT ?g { GRAPH ?g { ?s ?p ?o } }"
_LOADING = "#loading-"
_SECONDS = 60.0
_MOST_BYTES = 1 << 30


def remote_version(address: str) -> str | None:
    """The version of the store at an endpoint; None where there is no store yet.

    Raises:
        StoreError: the endpoint can't be reached.
    """
    with Endpoint(address) as endpoint:
        return _version(endpoint)


def open_remote(address: str) -> RemoteStore:
    """The store at an endpoint, as its last writer left it.

    Raises:
        StoreMissingError: nothing was built there yet.
        StoreError: it can't be reached or read.
    """
    endpoint = Endpoint(address)
    version = _version(endpoint)
    if version is None:
        endpoint.close()
        raise StoreMissingError(endpoint.name)
    return RemoteStore(endpoint, version)


class _RemoteBase(IndexedStore):
    """Queries to an endpoint, and a search index on this machine."""

    def __init__(self, endpoint: Endpoint) -> None:
        self.endpoint = endpoint
        self._named: list[NamedNode] | None = None

    def query(
        self,
        text: str,
        *,
        default_graph: Sequence[NamedNode] | None = None,
        named_graphs: Sequence[NamedNode] | None = None,
        bindings: Mapping[str, Term] | None = None,
        timeout: float = _SECONDS,
        max_bytes: int = _MOST_BYTES,
    ) -> QueryResult:
        """The result of a SPARQL query, see `Store.query`.

        Args:
            timeout: seconds.
            max_bytes: of the endpoint's answer.

        Raises:
            QueryError: a query that can't be parsed or run.
            QueryStoppedError: a limit was met.
            StoreError: the endpoint can't be reached.
        """
        found = check_query(text)
        if default_graph is None and not found.names_dataset:
            default_graph = self.default_graph()
        searched = with_search(text, lambda words: self.found(words, default_graph))
        prepared = _with_prefixes(_with_bindings(searched, bindings or {}))
        if default_graph is not None and named_graphs is None and "GRAPH" in text.upper():
            named_graphs = self.graphs()
        is_graph = found.form in ("CONSTRUCT", "DESCRIBE")
        try:
            body = self.endpoint.query(
                prepared,
                accept="application/n-triples" if is_graph else "application/sparql-results+json",
                default_graph=default_graph,
                named_graphs=named_graphs,
                timeout=timeout,
                max_bytes=max_bytes,
            )
        except QueryError as error:
            if type(error) is not QueryError:
                raise
            raise explain(text, SyntaxError(str(error))) from None
        return _as_triples(body) if is_graph else _as_results(body, self.endpoint.name)

    def graphs(self) -> list[NamedNode]:
        """The names of its graphs; asked for once."""
        if self._named is None:
            rows = _as_results(
                self.endpoint.query(_ALL_GRAPHS, accept="application/sparql-results+json"),
                self.endpoint.name,
            )
            assert isinstance(rows, QuerySolutions)
            self._named = [row["g"] for row in rows if _LOADING not in row["g"].value]
        return list(self._named)


class RemoteStore(_RemoteBase):
    """The store at an endpoint; for any number of threads.

    It is no snapshot: once somebody builds into the endpoint, queries see what was built.

    Args:
        version: that it had when it was opened.
    """

    def __init__(self, endpoint: Endpoint, version: str) -> None:
        super().__init__(endpoint)
        self._version = version
        self._editions: list[EditionInfo] | None = None
        self._folder = _cache_folder(endpoint.name)
        self.index = self._open_index()

    @property
    def version(self) -> str:
        """What its last build called it."""
        return self._version

    def editions(self) -> list[EditionInfo]:
        """The editions, oldest first; read once."""
        if self._editions is None:
            self._editions = super().editions()
        return list(self._editions)

    def close(self) -> None:
        """Close the connections and the index."""
        self.endpoint.close()
        self.index.close()

    def _open_index(self) -> SearchIndex:
        path = self._folder / f"{self._version}.sqlite"
        if not path.is_file():
            draft = path.with_suffix(f".{uuid.uuid4().hex}")
            with SearchIndex.create(draft) as index:
                for info in self.editions():
                    index.replace_edition(info.key, iter_findable(read_edition(self, info.key)))
            draft.rename(path)
        return SearchIndex.open(path)


class RemoteDraft(_RemoteBase):
    """The next state of the store at an endpoint: graphs loaded under other names.

    Its queries see the endpoint as it is, without what was written.

    Args:
        before: the version that it begins with; None where nothing was built yet.
        index: a copy of that version's search index, to be written.
    """

    def __init__(self, endpoint: Endpoint, before: str | None, index: SearchIndex) -> None:
        super().__init__(endpoint)
        self.index = index
        self._before = before
        self._mark = f"{_LOADING}{uuid.uuid4().hex}"
        self._loaded: list[NamedNode] = []
        self._dropped: list[NamedNode] = []

    @property
    def version(self) -> str:
        """What the store is called once this is finished."""
        serial = int(self._before.partition("-")[0]) + 1 if self._before else 1
        return f"{serial}-{self._mark[-32:]}"

    def replace_graph(self, graph: NamedNode, quads: Iterable[Quad]) -> None:
        """Make the graph hold these quads and no others; their own graph names don't count."""
        data = serialize(
            (Triple(quad.subject, quad.predicate, quad.object) for quad in quads),
            format=RdfFormat.N_TRIPLES,
        )
        assert data is not None
        self._dropped = [name for name in self._dropped if name != graph]
        if not data:
            self.drop_graph(graph)
            return
        self.endpoint.put_graph(NamedNode(graph.value + self._mark), [data])
        if graph not in self._loaded:
            self._loaded.append(graph)

    def drop_graph(self, graph: NamedNode) -> None:
        """Remove a graph with all its quads; nothing if there is no such graph."""
        if graph in self.graphs() and graph not in self._dropped:
            self._dropped.append(graph)

    def finish(self) -> None:
        """Put all in its place, at once."""
        moves = [
            f"MOVE SILENT GRAPH <{graph.value}{self._mark}> TO GRAPH {graph}"
            for graph in self._loaded
        ]
        drops = [f"DROP SILENT GRAPH {graph}" for graph in self._dropped]
        mark = [
            f"DROP SILENT GRAPH {_STORE}",
            f"INSERT DATA {{ GRAPH {_STORE} {{ {_STORE} {DCTERMS.identifier} "
            f'"{self.version}" }} }}',
        ]
        self.endpoint.update(" ;\n".join([*moves, *drops, *mark]))

    def clear(self) -> None:
        """Remove what drafts that never finished have left behind, this one's too."""
        rows = _as_results(
            self.endpoint.query(_ALL_GRAPHS, accept="application/sparql-results+json"),
            self.endpoint.name,
        )
        assert isinstance(rows, QuerySolutions)
        left = [row["g"] for row in rows if _LOADING in row["g"].value]
        if left:
            self.endpoint.update(" ;\n".join(f"DROP SILENT GRAPH {graph}" for graph in left))

    def close(self) -> None:
        """Close the connections and the index."""
        self.endpoint.close()
        self.index.close()


@contextlib.contextmanager
def rewrite_remote(
    address: str, *, purpose: str = "build", expecting: str | None = ANY_VERSION
) -> Iterator[RemoteDraft]:
    """A draft of the next state of the store at an endpoint, seen once the block has ended well.

    Raises:
        StoreLockedError: another process of this user's writes to it.
        StoreError: it can't be written, or has another version than expected.
    """
    endpoint = Endpoint(address)
    folder = _cache_folder(endpoint.name)
    with write_lock(folder, purpose):
        before = _version(endpoint)
        if expecting not in (ANY_VERSION, before):
            raise StoreError(endpoint.name, f"was changed meanwhile; run the {purpose} again")
        path = folder / f"draft-{uuid.uuid4().hex}"
        if before is not None:
            open_remote(address).close()  # which makes the index where this machine hasn't one yet
            shutil.copyfile(folder / f"{before}.sqlite", path)
        draft = RemoteDraft(endpoint, before, SearchIndex.create(path))
        try:
            draft.clear()
            yield draft
            draft.finish()
        except BaseException:
            with contextlib.suppress(StoreError):
                draft.clear()
            draft.close()
            path.unlink(missing_ok=True)
            raise
        draft.close()
        path.rename(folder / f"{draft.version}.sqlite")
        _forget_old(folder, {draft.version, before})


def _version(endpoint: Endpoint) -> str | None:
    rows = _as_results(
        endpoint.query(_VERSION, accept="application/sparql-results+json", timeout=_SECONDS),
        endpoint.name,
    )
    assert isinstance(rows, QuerySolutions)
    versions = sorted(row["v"].value for row in rows)
    return versions[-1] if versions else None


def _as_results(body: bytes, name: str) -> QuerySolutions | QueryBoolean:
    try:
        return parse_query_results(body, QueryResultsFormat.JSON)
    except (SyntaxError, ValueError):
        raise StoreError(name, "doesn't answer as a SPARQL endpoint does") from None


def _as_triples(body: bytes) -> QueryTriples:
    held = pyoxigraph.Store()
    held.bulk_load(body, RdfFormat.N_TRIPLES)
    result = held.query("CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p ?o }")
    assert isinstance(result, QueryTriples)
    return result


def _with_bindings(query: str, bindings: Mapping[str, Term]) -> str:
    """The query with values joined into its pattern, or put in the place of their variables where
    it has none (DESCRIBE ?node)."""
    if not bindings:
        return query
    joined = with_values(query, list(bindings), [str(term) for term in bindings.values()])
    if joined is not None:
        return joined
    for token in reversed(list(iter_tokens(query))):
        if token.kind == "variable" and token.text[1:] in bindings:
            end = token.start + len(token.text)
            query = f"{query[: token.start]}{bindings[token.text[1:]]}{query[end:]}"
    return query


def _with_prefixes(query: str) -> str:
    used = [name for name in outline(query).undeclared if name in PREFIXES]
    return "".join(f"PREFIX {name}: <{PREFIXES[name]}> " for name in used) + query


def _cache_folder(name: str) -> Path:
    base = Path(platformdirs.user_cache_dir("ruleloom", appauthor=False))
    folder = base / "remote" / hashlib.sha256(name.encode()).hexdigest()[:16]
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StoreError(folder, f"can't keep the search index there: {error.strerror}") from None
    return folder


def _forget_old(folder: Path, kept: set[str | None]) -> None:
    for path in folder.glob("*.sqlite"):
        if path.stem not in kept:
            path.unlink(missing_ok=True)
