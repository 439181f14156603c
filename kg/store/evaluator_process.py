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
import resource
import select
import signal
import socket
import sys
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pyoxigraph import NamedNode

from kg.errors import QueryError, RuleloomError, StoreError
from kg.model import EditionKey
from kg.store.diagnosis import explain
from kg.store.embedded import EmbeddedStore
from kg.store.framing import receive, send
from kg.store.generations import hold_generation
from kg.store.query_text import outline
from kg.store.sandbox import close_sockets
from kg.store.serialising import TooLargeError, serialize_result

# As deep as the longest query that `check_query` lets through can need: 9,400 terms joined by `||`
# overflowed 8 MiB. Only what is used of it takes memory.
_STACK = 512 << 20
_SMALL_STACK = 8 << 20
# What graphs laid together in memory may take; those of a whole edition take 125 MiB.
_VIEWS = 512 << 20

_Answer = tuple[dict[str, Any], bytes]


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
        default = store.default_graph()
    except RuleloomError as error:
        send(parent, {"failed": str(error)})
        return
    # Light queries are as fast from the disk, and a process that took another's place must be
    # ready at once.
    store.views.behind = True
    threading.stack_size(_SMALL_STACK)
    for _ in range(2):
        store.views.get(default)
    start = _address_space() + _VIEWS
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
        return serialize_result(result, request)
    except QueryError as error:
        return _error(error)
    except TooLargeError as error:
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


if __name__ == "__main__":
    main()
