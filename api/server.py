"""What `ruleloom serve` runs: gunicorn in this process, its workers over the read-only store.

The address is taken before gunicorn starts, so that a port in use is one error and no log. Each
worker makes its own app after the fork, and so its own processes for queries.
"""

from __future__ import annotations

import logging
import os
import signal
import socket
import sys
import threading
from pathlib import Path
from typing import Any

from gunicorn.app.base import BaseApplication  # type: ignore[import-untyped]
from gunicorn.arbiter import Arbiter  # type: ignore[import-untyped]
from gunicorn.workers.gthread import ThreadWorker  # type: ignore[import-untyped]

from api import create_app
from api.live import LiveStore
from kg.errors import RuleloomError

__all__ = ["ServerError", "serve"]

_THREADS = 8
_GRACE_SECONDS = 10


class ServerError(RuleloomError, OSError):
    """The address can't be served on."""

    def __init__(self, address: str, problem: str) -> None:
        self.address, self.problem = address, problem
        super().__init__(f"{address}: {problem}")

    def __str__(self) -> str:  # OSError would print its arguments as an errno
        return f"{self.address}: {self.problem}"


def serve(
    store_location: str | Path, *, host: str = "127.0.0.1", port: int = 8080, workers: int = 1
) -> None:
    """Serve the store until SIGINT or SIGTERM, then finish what is being answered and exit.

    Args:
        port: 0 takes a free one; the address printed tells which.
        workers: processes, each with eight threads and two processes for queries.

    Raises:
        ServerError: the address is taken, or isn't one of this machine's.
        SystemExit: with status 0 at the end of a graceful stop.
    """
    listener = _listen(host, port)
    _Application(store_location, listener, workers).run()


def _listen(host: str, port: int) -> socket.socket:
    shown = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family, backlog=512)
    except OSError as error:
        raise ServerError(shown, _in_words(error)) from error


def _in_words(error: OSError) -> str:
    if isinstance(error, socket.gaierror):
        return "no such host; --host takes an address of this machine"
    if isinstance(error, PermissionError):
        return "not allowed to serve there; ports from 1024 on are free for all"
    problem = os.strerror(error.errno) if error.errno else str(error)
    return f"{problem.lower()}; pick another with --host and --port"


def _url(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


class _Application(BaseApplication):  # type: ignore[misc]
    """gunicorn's application: its settings, and the app that each worker makes."""

    def __init__(self, location: str | Path, listener: socket.socket, workers: int) -> None:
        self._location, self._workers = location, workers
        self._url = _url(listener)
        self._descriptor = listener.detach()  # gunicorn's from here on: it copies and closes it
        super().__init__()

    def load_config(self) -> None:
        settings: dict[str, Any] = {
            "bind": [f"fd://{self._descriptor}"],
            "workers": self._workers,
            "worker_class": _Worker,
            "threads": _THREADS,
            # A worker that hangs; queries have their own, shorter limit.
            "timeout": 60,
            "graceful_timeout": _GRACE_SECONDS,
            "limit_request_line": 8190,
            "control_socket_disable": True,
            "loglevel": "warning",
            "proc_name": "ruleloom",
            "when_ready": self._announce,
        }
        for name, value in settings.items():
            self.cfg.set(name, value)

    def load(self) -> Any:
        app = create_app(self._location)
        live: LiveStore = app.extensions["live_store"]
        threading.Thread(target=live.warm, daemon=True).start()
        return app

    def run(self) -> None:
        _Arbiter(self).run()

    def _announce(self, arbiter: Arbiter) -> None:
        sys.stdout.write(f"ruleloom serves {self._url} (Ctrl-C stops it)\n")
        sys.stdout.flush()


class _Arbiter(Arbiter):  # type: ignore[misc]
    """gunicorn's master, which lets its workers finish on Ctrl-C as well as on SIGTERM."""

    def handle_int(self) -> None:
        raise StopIteration


class _Worker(ThreadWorker):  # type: ignore[misc]
    """gunicorn's threaded worker, which lets go of the store at its end."""

    def init_signals(self) -> None:
        super().init_signals()
        # A terminal sends Ctrl-C to all; the master decides when a worker ends.
        signal.signal(signal.SIGINT, signal.SIG_IGN)

    def run(self) -> None:
        try:
            super().run()
        finally:
            self.wsgi.extensions["live_store"].close()
        # Threads may still read the store: one that warms it, or a request beyond its grace. Were
        # the interpreter to end in order, it would take RocksDB apart under them: SIGSEGV.
        logging.shutdown()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)
