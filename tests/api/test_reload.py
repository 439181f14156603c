"""A server that is asked all the while: a new build, a reload and a stop lose no request."""

from __future__ import annotations

import contextlib
import json
import signal
import subprocess
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from kg.build import build

pytestmark = pytest.mark.slow
Process = subprocess.Popen[str]
Serving = Callable[..., contextlib.AbstractContextManager[tuple[Process, str]]]


class Askers:
    """Threads that ask for a page again and again, each time over a new connection.

    Attributes:
        answers: how many were good.
        failures: what went wrong.
    """

    def __init__(self, url: str, threads: int = 4) -> None:
        self.answers, self.failures, self._url = 0, list[str](), url
        self._done = threading.Event()
        self._threads = [threading.Thread(target=self._ask) for _ in range(threads)]

    def __enter__(self) -> Askers:
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._done.set()
        for thread in self._threads:
            thread.join()

    def await_more(self, count: int = 40) -> None:
        """Return when so many more were answered."""
        wanted, deadline = self.answers + count, time.monotonic() + 30
        while self.answers < wanted and time.monotonic() < deadline:
            time.sleep(0.02)

    def _ask(self) -> None:
        while not self._done.is_set():
            try:
                with urllib.request.urlopen(self._url, timeout=30) as response:
                    response.read()
                self.answers += 1
            except OSError as error:
                self.failures.append(repr(error))


@pytest.fixture
def older(tmp_path: Path, older_text: str) -> Path:
    """A store of one small edition that the test may write."""
    source = tmp_path / "2021-02-02.txt"
    source.write_text(older_text, encoding="utf-8")
    build([source], tmp_path / "store")
    return tmp_path


@pytest.fixture
def server(older: Path, serving: Serving) -> Iterator[tuple[Process, str]]:
    """Two workers over that store."""
    with serving(older / "store", workers=2) as started:
        yield started


def test_new_build_is_served_and_no_request_is_lost(
    older: Path, older_text: str, server: tuple[Process, str]
) -> None:
    _, address = server
    newer = older / "newer.txt"
    newer.write_text(older_text.replace("February 5, 2021", "March 6, 2022"), encoding="utf-8")
    seen: set[str] = set()

    with Askers(f"{address}/api/v1/rules/701.7a") as askers:
        askers.await_more()
        build([newer], older / "store")
        deadline = time.monotonic() + 30
        while "2022-03-06" not in seen and time.monotonic() < deadline:
            seen.add(_newest(address))
            time.sleep(0.1)
        askers.await_more()

    assert "2022-03-06" in seen
    assert askers.failures == []


def test_reload_replaces_the_workers_and_loses_no_request(server: tuple[Process, str]) -> None:
    process, address = server
    with Askers(f"{address}/api/v1/rules/701.7a") as askers:
        askers.await_more()
        before = _children(process.pid)
        process.send_signal(signal.SIGHUP)
        deadline = time.monotonic() + 30
        while _children(process.pid) & before and time.monotonic() < deadline:
            time.sleep(0.05)
        askers.await_more()

    assert len(_children(process.pid)) == len(before) == 2
    assert not _children(process.pid) & before
    assert askers.failures == []


def test_stop_finishes_what_is_being_answered(server: tuple[Process, str]) -> None:
    process, address = server
    slow = "SELECT+(COUNT(*)+AS+?n)+{?a+?b+?c.?d+?e+?f.?g+?h+?i.?j+?k+?l}&timeout=1.5"
    statuses: list[int] = []

    def ask() -> None:
        try:
            with urllib.request.urlopen(f"{address}/sparql?query={slow}", timeout=30) as response:
                statuses.append(response.status)
        except urllib.error.HTTPError as error:
            with error:
                statuses.append(error.code)

    thread = threading.Thread(target=ask)
    with urllib.request.urlopen(f"{address}/readyz", timeout=30):
        pass
    thread.start()
    time.sleep(0.5)
    process.send_signal(signal.SIGTERM)
    thread.join()

    assert statuses == [503]  # its own limit stopped it, not the server's end
    assert process.wait(20) == 0


def _newest(address: str) -> str:
    with urllib.request.urlopen(f"{address}/api/v1/editions", timeout=30) as response:
        found: str = json.load(response)["edition"]["name"]
        return found


def _children(parent: int) -> set[int]:
    tasks = Path(f"/proc/{parent}/task").iterdir()
    return {int(pid) for task in tasks for pid in (task / "children").read_text().split()}
