"""The real server, in a process of its own."""

from __future__ import annotations

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
from types import SimpleNamespace

import pytest
from gunicorn.workers.gthread import ThreadWorker

from api.server import ServerError, _Worker, serve

ROOT = Path(__file__).parents[2]
SERVE = "import sys; from api.server import serve; serve(sys.argv[1], port=0, workers=1)"


@pytest.fixture
def server(store_path: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A running server and its address."""
    process = subprocess.Popen(
        [sys.executable, "-c", SERVE, str(store_path)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert process.stdout is not None
    match = re.match(r"ruleloom serves (http://127\.0\.0\.1:\d+)/ ", process.stdout.readline())
    assert match is not None
    yield process, match[1]
    process.kill()
    process.communicate()


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


def test_worker_ends_at_once_whatever_its_threads_do(monkeypatch: pytest.MonkeyPatch) -> None:
    class Live:
        closed = False

        def close(self) -> None:
            self.closed = True

    live = Live()
    worker = object.__new__(_Worker)
    worker.wsgi = SimpleNamespace(extensions={"live_store": live})
    statuses: list[int] = []
    monkeypatch.setattr(ThreadWorker, "run", lambda self: None)
    monkeypatch.setattr("logging.shutdown", lambda: None)
    monkeypatch.setattr("os._exit", statuses.append)

    worker.run()

    assert (live.closed, statuses) == (True, [0])


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
