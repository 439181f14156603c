"""SPARQL queries of strangers, evaluated in processes that can be killed.

pyoxigraph has no limit of time or memory, and one query can end its process; planning alone can
take minutes. So each query runs in one of a few warm processes. Results come whole, so an error
never follows the start of an answer. Measured: see `Evaluator`.
"""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kg.closing import Closing
from kg.errors import QueryError, QueryStoppedError, StoreError
from kg.model import EditionKey
from kg.store.framing import receive, send
from kg.store.generations import RDF, Generation, hold_generation
from kg.store.query_text import check_query

__all__ = ["GRAPH_FORMATS", "RESULTS_FORMATS", "Evaluated", "Evaluator"]

RESULTS_FORMATS = ("json", "xml", "csv", "tsv")
GRAPH_FORMATS = ("turtle", "ntriples", "nquads", "trig", "rdfxml", "jsonld")
_START_SECONDS = 30.0


@dataclass(frozen=True, slots=True)
class Evaluated:
    """What a query gave.

    Attributes:
        kind: `solutions`, `boolean` or `graph`.
        media_type: of the body; empty where no format that was asked for can hold the result.
        problem: why it is empty.
    """

    kind: str
    media_type: str
    body: bytes
    problem: str = ""

    @property
    def acceptable(self) -> bool:
        """Whether there is a body in one of the formats."""
        return bool(self.media_type)


class Evaluator(Closing):
    """Warm processes over one generation of a store; for any number of threads.

    It never follows a new generation: make another one, and close this. A query costs 0.4 ms more
    than its evaluation (measured on 2 cores); a killed process is replaced within 0.2 s.

    Args:
        folder: of the generation: an open `EmbeddedStore.folder`.
        workers: how many queries run at once.
        memory_bytes: how much a process may take beyond what it has when it is ready.
        queue_seconds: how long a query waits for a process.
        queue_length: how many may wait; the next one is refused at once.

    Raises:
        StoreError: the generation is gone.
    """

    def __init__(
        self,
        folder: Path,
        *,
        workers: int = 2,
        memory_bytes: int = 2 << 30,
        queue_seconds: float = 2.0,
        queue_length: int = 32,
    ) -> None:
        self._generation = hold_generation(folder)
        self._memory_bytes = memory_bytes
        self._queue_seconds, self._queue_length = queue_seconds, queue_length
        self._waiting = 0
        self._closed = False
        self._change = threading.Condition()
        self._idle: list[_Worker | None] = [self._start() for _ in range(workers)]

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
        """The result of a query, in the first format of the list for its kind.

        Args:
            results_formats: of `RESULTS_FORMATS`, for SELECT and ASK, most wanted first.
            graph_formats: of `GRAPH_FORMATS`, for CONSTRUCT and DESCRIBE.
            default_graph, named_graphs: IRIs that the request names (SPARQL 1.1 Protocol 2.1.4);
                they win over FROM, and where one is given, None for the other means no graph.
            edition: what a query sees that names no dataset in either way; None is the newest.
            timeout: seconds, from when a process has it.

        Raises:
            QueryError: it can't be parsed or run, is an update, or calls another service.
            QueryStoppedError: it met a limit: of time, memory, size, or load.
            StoreError: no process can open the store, or it was removed.
        """
        if check_query(query).calls_service:
            raise QueryError("SERVICE isn't allowed here: this endpoint queries its own data only")
        request = {
            "query": query,
            "results_formats": list(results_formats),
            "graph_formats": list(graph_formats),
            "default_graph": None if default_graph is None else list(default_graph),
            "named_graphs": None if named_graphs is None else list(named_graphs),
            "edition": edition.path if edition else None,
            "max_bytes": max_bytes,
            "max_rows": max_rows,
        }
        self.check()
        try:
            header, body = self._ask(request, timeout)
        except _DiedIdleError:  # by somebody else's hand, so a fresh process gets the query
            header, body = self._ask(request, timeout)
        return _evaluated(header, body)

    def check(self) -> None:
        """Make sure that the generation still lies in its place.

        Raises:
            StoreError: it was removed, or another store was put there.
        """
        if self._closed:  # and no longer held, so that it may well be gone
            return
        folder = self._generation.folder
        try:
            (folder / RDF / "CURRENT").stat()
            text = (folder / "version").read_text(encoding="utf-8")
        except OSError:
            text = ""
        if f"{folder.name}-{text}" != self._generation.version:
            raise StoreError(folder, "this generation of the store is gone")

    def close(self) -> None:
        """End the processes: idle ones now, a busy one when its query has ended."""
        with self._change:
            self._closed = True
            idle, self._idle = self._idle, []
            self._change.notify_all()
        for worker in idle:
            if worker is not None:
                worker.kill()
        self._generation.close()

    def _ask(self, request: dict[str, Any], timeout: float) -> tuple[dict[str, Any], bytes]:
        worker = self._take()
        reusable = False
        try:
            header, body = worker.ask(request, timeout)
            reusable = not header.pop("retire", False)
        except QueryStoppedError as error:
            if error.limit == "memory":
                self.check()  # a store removed meanwhile looks the same
            raise
        finally:
            self._give_back(worker, reusable=reusable)
        return header, body

    def _start(self) -> _Worker | None:
        """A new process, not yet ready; None where the system can't start one now."""
        try:
            return _Worker(self._generation, self._memory_bytes)
        except OSError:
            return None

    def _take(self) -> _Worker:
        worker = self._wait()
        if worker is None or not worker.alive:  # a process can die idle, by the system's hand
            if worker is not None:
                worker.kill()
            worker = self._start()
        if worker is None:
            self._give_back(None, reusable=False)
            raise QueryStoppedError("the server can't start another process now", limit="load")
        return worker

    def _wait(self) -> _Worker | None:
        with self._change:
            if not self._idle and not self._closed:
                if self._waiting >= self._queue_length:
                    raise QueryStoppedError("too many queries at once; try again", limit="load")
                self._waiting += 1
                try:
                    self._change.wait_for(lambda: self._idle or self._closed, self._queue_seconds)
                finally:
                    self._waiting -= 1
            if self._closed:
                raise QueryStoppedError("the store is being replaced; try again", limit="load")
            if not self._idle:
                raise QueryStoppedError("other queries take all the time; try again", limit="load")
            return self._idle.pop()

    def _give_back(self, worker: _Worker | None, *, reusable: bool) -> None:
        if worker is not None and (self._closed or not reusable):
            worker.kill()
            worker = None
        if worker is None and not self._closed:
            worker = self._start()
        with self._change:
            if not self._closed:
                # The last in the list is taken first: a new process isn't ready yet.
                self._idle.insert(len(self._idle) if reusable else 0, worker)
                self._change.notify()
                return
        if worker is not None:
            worker.kill()


class _DiedIdleError(QueryStoppedError):
    """The process ended before it had read the query, which therefore can't be to blame."""

    def __init__(self) -> None:
        super().__init__("the process for the query was ended; try again", limit="load")


class _Worker:
    """One process, and our end of the socket to it."""

    def __init__(self, generation: Generation, memory_bytes: int) -> None:
        self._socket, theirs = socket.socketpair()
        self._is_ready = False
        # -P: no module of the folder that we happen to be in.
        command = [sys.executable, "-P", "-m", "kg.store.evaluator_process"]
        place = [str(generation.folder), generation.version]
        try:
            self._process = subprocess.Popen(
                [*command, str(theirs.fileno()), *place, str(memory_bytes)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                env=_environment(),
            )
        except OSError:
            self._socket.close()
            raise
        finally:
            theirs.close()

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    def ask(self, request: dict[str, Any], timeout: float) -> tuple[dict[str, Any], bytes]:
        """Header and body of its answer.

        Raises:
            QueryStoppedError: the time has passed, or the process died of the query.
            _DiedIdleError: it had died before.
            StoreError: it can't open the store.
        """
        self._await_ready()
        try:
            deadline = time.monotonic() + timeout
            self._socket.settimeout(timeout)
            send(self._socket, request)
            return receive(self._socket, deadline=deadline)
        except TimeoutError:
            message = f"the query was stopped after {timeout:g} seconds; ask for less"
            raise QueryStoppedError(message, limit="time") from None
        except (BrokenPipeError, ConnectionResetError):  # the end of one that had read it is EOF
            raise _DiedIdleError from None
        except (EOFError, OSError):
            raise self._cause_of_death() from None

    def kill(self) -> None:
        """End it, whatever it does."""
        self._process.kill()
        self._process.wait()
        self._socket.close()

    def _await_ready(self) -> None:
        if self._is_ready:
            return
        try:
            header, _ = receive(self._socket, deadline=time.monotonic() + _START_SECONDS)
        except (EOFError, ConnectionError):
            raise _DiedIdleError from None
        except OSError:  # TimeoutError is one
            message = "the process for the query didn't start; try again"
            raise QueryStoppedError(message, limit="load") from None
        if "failed" in header:
            raise StoreError("the query's process", header["failed"])
        self._is_ready = True

    def _cause_of_death(self) -> QueryError:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(5)
        if self._process.returncode in (-signal.SIGSEGV, -signal.SIGBUS):
            return QueryError("the query is nested too deeply for the engine")
        # RLIMIT_AS makes pyoxigraph abort; a machine without memory sends SIGKILL.
        message = "the query needs more memory than it may have; ask for less"
        return QueryStoppedError(message, limit="memory")


def _environment() -> dict[str, str]:
    """Ours, with the folder of our packages on the path where Python wouldn't look by itself."""
    folder = Path(__file__).parents[2]
    if folder.name in ("site-packages", "dist-packages"):
        return dict(os.environ)
    paths = [str(folder), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}


def _evaluated(header: dict[str, Any], body: bytes) -> Evaluated:
    if "stopped" in header:
        raise QueryStoppedError(header["stopped"], limit=header["limit"])
    if "error" in header:
        raise QueryError(header["error"], line=header["line"], column=header["column"])
    return Evaluated(header["kind"], header["media_type"], body, header["problem"])
