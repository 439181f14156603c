"""A gunicorn worker whose requests are received by waitress.

gunicorn's own threads read a request from its first byte on, so that a few clients that send theirs
slowly, or not at all, hold them all. waitress collects requests in one loop, and a thread gets a
request when it is whole. gunicorn stays the master: it forks, watches, replaces and stops.
"""

from __future__ import annotations

import json
import logging
import os
import signal
import sys
import time
from typing import Any

from gunicorn.workers.base import Worker  # type: ignore[import-untyped]
from waitress import wasyncore  # type: ignore[import-untyped]
from waitress.channel import HTTPChannel  # type: ignore[import-untyped]
from waitress.server import create_server  # type: ignore[import-untyped]
from waitress.task import ErrorTask  # type: ignore[import-untyped]
from waitress.utilities import BadRequest  # type: ignore[import-untyped]

from api.problems import problem_type

__all__ = ["BufferedWorker"]

THREADS = 16
# Seconds from a request's first byte to its last.
REQUEST_SECONDS = 30.0
_IDLE_SECONDS = 60
_CONNECTIONS = 1000
_MAX_HEADER_BYTES = 65_536
# The application's own limit answers better; this one is for what doesn't say how long it is.
_MAX_BODY_BYTES = 16 << 20
_LOOP_SECONDS = 1.0
_FRESH_SECONDS = 0.5


class _TimedOut(BadRequest):  # type: ignore[misc]
    code = 408
    reason = "Request Timeout"


class _ErrorTask(ErrorTask):  # type: ignore[misc]
    """What is no request, answered in the shape of all our errors (RFC 9457)."""

    def execute(self) -> None:
        error = self.request.error
        problem = problem_type(error.code)
        document = {
            "type": "about:blank",
            "title": problem.title,
            "status": error.code,
            "detail": f"the request can't be read: {error.body or error.reason}",
        }
        body = (json.dumps(document, ensure_ascii=False) + "\n").encode()
        self.status = f"{error.code} {error.reason}"
        self.response_headers.append(("Content-Type", "application/problem+json"))
        self.response_headers.append(("X-Content-Type-Options", "nosniff"))
        self.set_close_on_finish()
        self.content_length = len(body)
        self.write(body)


class _Channel(HTTPChannel):  # type: ignore[misc]
    """One connection, which knows since when it has waited for the rest of a request."""

    error_task_class = _ErrorTask
    begun = 0.0
    request: Any

    def received(self, data: bytes) -> bool:
        if self.request is None:
            self.begun = time.monotonic()
        return bool(super().received(data))

    def is_fresh(self) -> bool:
        """Whether it was accepted just now, so that its first request may be on its way."""
        return not self.begun and time.time() - float(self.creation_time) < _FRESH_SECONDS

    def end_overdue_request(self) -> None:
        """Answer a request whose rest is overdue with 408."""
        with self.requests_lock:
            request = self.request
            overdue = time.monotonic() - self.begun > REQUEST_SECONDS
            if request is None or not overdue or self.requests:
                return
            request.error = _TimedOut(f"its rest didn't come within {REQUEST_SECONDS:g} seconds")
            request.completed = True
            self.requests.append(request)
            self.request = None
            self.server.add_task(self)


class BufferedWorker(Worker):  # type: ignore[misc]
    """Serves `self.wsgi` until it is told to stop, then finishes what is asked already."""

    def init_signals(self) -> None:
        super().init_signals()
        # A terminal sends Ctrl-C to all; the master decides when a worker ends.
        signal.signal(signal.SIGINT, signal.SIG_IGN)

    def run(self) -> None:
        logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # it warns of every short queue
        server = self._make_server()
        try:
            while self.alive and os.getppid() == self.ppid:
                self._turn(server)
            self._drain(server)
        finally:
            self.wsgi.extensions["live_store"].close()
        # Threads may still read the store: one that warms it, or a request beyond its grace. Were
        # the interpreter to end in order, it would take RocksDB apart under them: SIGSEGV.
        logging.shutdown()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)

    def _make_server(self) -> Any:
        server = create_server(
            self.wsgi,
            _start=False,
            sockets=[listener.sock for listener in self.sockets],
            threads=THREADS,
            ident="",
            channel_timeout=_IDLE_SECONDS,
            cleanup_interval=_LOOP_SECONDS,
            connection_limit=_CONNECTIONS,
            max_request_header_size=_MAX_HEADER_BYTES,
            max_request_body_size=_MAX_BODY_BYTES,
            asyncore_use_poll=True,
            log_socket_errors=False,
        )
        server.channel_class = _Channel
        server.accept_connections()
        return server

    def _turn(self, server: Any) -> None:
        """Receive and send what there is, or wait a moment for some."""
        self.notify()
        wasyncore.loop(timeout=_LOOP_SECONDS, use_poll=True, map=server._map, count=1)
        for channel in list(server.active_channels.values()):
            channel.end_overdue_request()

    def _drain(self, server: Any) -> None:
        """Take no more connections, and answer what was asked, as long as the grace lasts."""
        server.accepting = False
        server.del_channel()
        deadline = time.monotonic() + self.cfg.graceful_timeout
        while _is_busy(server) and time.monotonic() < deadline:
            self.notify()
            wasyncore.loop(timeout=0.05, use_poll=True, map=server._map, count=1)


def _is_busy(server: Any) -> bool:
    return any(
        channel.requests or channel.total_outbufs_len or channel.is_fresh()
        for channel in server.active_channels.values()
    )
