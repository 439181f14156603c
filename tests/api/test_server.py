"""The real server, in a process of its own."""

from __future__ import annotations

import contextlib
import http.client
import json
import signal
import socket
import subprocess
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from api.server import ServerError, serve

Process = subprocess.Popen[str]
Serving = Callable[..., contextlib.AbstractContextManager[tuple[Process, str]]]


@pytest.fixture
def server(store_path: Path, serving: Serving) -> Iterator[tuple[Process, str]]:
    """A running server and its address."""
    with serving(store_path) as started:
        yield started


def _connect(address: str) -> socket.socket:
    parts = urlsplit(address)
    return socket.create_connection((parts.hostname, parts.port), timeout=20)


def _answer(connection: socket.socket) -> tuple[int, str | None, Any]:
    """Status, media type and document of the answer to what was sent."""
    with connection, http.client.HTTPResponse(connection) as response:
        response.begin()
        return response.status, response.headers["Content-Type"], json.load(response)


@pytest.mark.parametrize("stop", [signal.SIGTERM, signal.SIGINT])
def test_serve_answers_and_stops_gracefully(
    server: tuple[Process, str], stop: signal.Signals
) -> None:
    process, address = server
    with urllib.request.urlopen(f"{address}/api/v1/rules/701.8a", timeout=20) as response:
        assert response.status == 200
    with urllib.request.urlopen(
        f"{address}/sparql?query=ASK%7B%3Fs%20%3Fp%20%3Fo%7D&format=json", timeout=20
    ) as response:
        assert response.read() == b'{"head":{},"boolean":true}'
    children = _descendants(process.pid)

    process.send_signal(stop)
    _, errors = process.communicate(timeout=15)

    assert process.returncode == 0
    assert errors == ""
    assert len(children) >= 3  # a worker and its two processes for queries
    assert _ended(children)


def test_half_sent_requests_hold_no_thread(address: str) -> None:
    started = b"POST /sparql HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\nquery="
    slow = [_connect(address) for _ in range(60)]
    for position, connection in enumerate(slow):
        connection.sendall(started if position % 2 else started[:30])

    with urllib.request.urlopen(f"{address}/api/v1/rules/701.8a", timeout=20) as response:
        assert response.status == 200

    for connection in slow:
        connection.close()


def test_request_whose_rest_is_overdue_is_answered_408(store_path: Path, serving: Serving) -> None:
    hasty = "import api.worker; api.worker.REQUEST_SECONDS = 0.3"
    with serving(store_path, hasty) as (_, address):
        connection = _connect(address)
        connection.sendall(b"GET /api/v1/rules/701.8a HTTP/1.1\r\nHost: x\r\n")
        status, kind, document = _answer(connection)

    assert (status, kind) == (408, "application/problem+json")
    assert document["status"] == 408


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"\x16\x03\x01\x02\x00\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nno colon\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nContent-Length: -5\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nX: " + b"x" * 70_000 + b"\r\n\r\n", 431),
        (b"POST /sparql HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999\r\n\r\n", 413),
        (b"POST /sparql HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\n", 501),
    ],
)
def test_what_is_no_request_gets_a_problem_document(address: str, sent: bytes, status: int) -> None:
    connection = _connect(address)
    connection.sendall(sent)

    assert _answer(connection)[:2] == (status, "application/problem+json")


def test_serve_says_in_a_line_that_the_port_is_taken(store_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]

        with pytest.raises(ServerError) as caught:
            serve(store_path, port=port)

    assert str(caught.value) == (
        f"127.0.0.1:{port}: address already in use; pick another with --host and --port"
    )


def _descendants(parent: int) -> list[int]:
    found: list[int] = []
    for task in Path(f"/proc/{parent}/task").iterdir():
        for child in (task / "children").read_text().split():
            found += [int(child), *_descendants(int(child))]
    return found


def _ended(processes: list[int]) -> bool:
    deadline = time.monotonic() + 5
    while any(Path(f"/proc/{pid}").exists() for pid in processes):
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True
