"""The real server, in a process of its own."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from api.server import ServerError, serve

ROOT = Path(__file__).parents[2]
SERVE = "import sys; from api.server import serve; serve(sys.argv[1], port=0, workers=1)"


@pytest.fixture
def server(store_path: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A running server and its address."""
    with _started(store_path) as (process, address):
        yield process, address


@contextlib.contextmanager
def _serving(store_path: Path, first: str) -> Iterator[str]:
    """The address of a server that runs `first` before it serves."""
    with _started(store_path, f"{first}; {SERVE}") as (_, address):
        yield address


@contextlib.contextmanager
def _started(store_path: Path, code: str = SERVE) -> Iterator[tuple[subprocess.Popen[str], str]]:
    process = subprocess.Popen(
        [sys.executable, "-c", code, str(store_path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert process.stdout is not None
    match = re.match(r"ruleloom serves (http://127\.0\.0\.1:\d+)/ ", process.stdout.readline())
    assert match is not None
    yield process, match[1]
    process.terminate()
    try:
        process.communicate(timeout=20)
    finally:
        process.kill()


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
    server: tuple[subprocess.Popen[str], str], stop: signal.Signals
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


def test_half_sent_requests_hold_no_thread(server: tuple[subprocess.Popen[str], str]) -> None:
    _, address = server
    started = b"POST /sparql HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\nquery="
    slow = [_connect(address) for _ in range(60)]
    for position, connection in enumerate(slow):
        connection.sendall(started if position % 2 else started[:30])

    with urllib.request.urlopen(f"{address}/api/v1/rules/701.8a", timeout=20) as response:
        assert response.status == 200

    for connection in slow:
        connection.close()


def test_request_whose_rest_is_overdue_is_answered_408(store_path: Path) -> None:
    with _serving(store_path, "import api.worker; api.worker.REQUEST_SECONDS = 0.3") as address:
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
def test_what_is_no_request_gets_a_problem_document(
    server: tuple[subprocess.Popen[str], str], sent: bytes, status: int
) -> None:
    _, address = server
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
