"""What `ruleloom serve` runs: gunicorn in this process, its workers over the read-only store.

The address is taken before gunicorn starts, so that a port in use is one error and no log. Each
worker makes its own app after the fork, and so its own processes for queries.
"""

from __future__ import annotations

import contextlib
import logging
import os
import shutil
import socket
import sys
import tempfile
import threading
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from gunicorn.app.base import BaseApplication  # type: ignore[import-untyped]
from gunicorn.arbiter import Arbiter  # type: ignore[import-untyped]

from api import create_app
from api.live import LiveStore
from api.worker import BufferedWorker
from kg.errors import RuleloomError

__all__ = ["ServerError", "serve"]

_GRACE_SECONDS = 10


class ServerError(RuleloomError, OSError):
    """The address can't be served on."""

    def __init__(self, address: str, problem: str) -> None:
        self.address, self.problem = address, problem
        super().__init__(f"{address}: {problem}")

    def __str__(self) -> str:  # OSError would print its arguments as an errno
        return f"{self.address}: {self.problem}"


def serve(
    store_location: str | Path,
    *,
    host: str = "127.0.0.1",
    port: int = 8080,
    workers: int = 1,
    rate_limit: str = "",
    access_log: bool = False,
) -> None:
    """Serve the store until SIGINT or SIGTERM, then finish what is being answered and exit.

    Args:
        port: 0 takes a free one; the address printed tells which.
        workers: processes, each with sixteen threads and two processes for queries.
        rate_limit: such as `600/minute`, for each client address and worker; empty is no limit.
        access_log: whether each request is told on standard error, a JSON object a line.

    Raises:
        ServerError: the address is taken, or isn't one of this machine's.
        SystemExit: with status 0 at the end of a graceful stop.
    """
    listener = _listen(host, port)
    if access_log:
        _log_requests()
    with _metrics_folder():
        _Application(store_location, listener, workers, {"RATE_LIMIT": rate_limit}).run()


@contextlib.contextmanager
def _metrics_folder() -> Iterator[None]:
    """A folder in which the workers count together; prometheus_client looks for it when it is
    imported, which happens in the workers."""
    folder, master = tempfile.mkdtemp(prefix="ruleloom-metrics-"), os.getpid()
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder
    try:
        yield
    finally:
        if os.getpid() == master:  # and no worker that failed
            shutil.rmtree(folder, ignore_errors=True)


def _log_requests() -> None:
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("%(message)s"))
    log = logging.getLogger("ruleloom.access")
    log.addHandler(handler)
    log.setLevel(logging.INFO)
    log.propagate = False


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

    def __init__(
        self,
        location: str | Path,
        listener: socket.socket,
        workers: int,
        config: Mapping[str, Any],
    ) -> None:
        self._location, self._workers, self._config = location, workers, config
        self._url = _url(listener)
        self._descriptor = listener.detach()  # gunicorn's from here on: it copies and closes it
        super().__init__()

    def load_config(self) -> None:
        settings: dict[str, Any] = {
            "bind": [f"fd://{self._descriptor}"],
            "workers": self._workers,
            "worker_class": BufferedWorker,
            # A worker that hangs; queries have their own, shorter limit.
            "timeout": 60,
            "graceful_timeout": _GRACE_SECONDS,
            "control_socket_disable": True,
            "loglevel": "warning",
            "proc_name": "ruleloom",
            "when_ready": self._announce,
            "child_exit": _forget_metrics,
        }
        for name, value in settings.items():
            self.cfg.set(name, value)

    def load(self) -> Any:
        app = create_app(self._location, self._config)
        live: LiveStore = app.extensions["live_store"]
        threading.Thread(target=live.warm, daemon=True).start()
        return app

    def run(self) -> None:
        _Arbiter(self).run()

    def _announce(self, arbiter: Arbiter) -> None:
        sys.stdout.write(f"ruleloom serves {self._url} (Ctrl-C stops it)\n")
        sys.stdout.flush()


def _forget_metrics(arbiter: Arbiter, worker: BufferedWorker) -> None:
    from prometheus_client.multiprocess import mark_process_dead

    mark_process_dead(worker.pid)  # type: ignore[no-untyped-call]


class _Arbiter(Arbiter):  # type: ignore[misc]
    """gunicorn's master, which lets its workers finish on Ctrl-C as well as on SIGTERM."""

    def handle_int(self) -> None:
        raise StopIteration
