"""The reasoner in a process of its own, so that a build writes while it works.

Run as `python -m kg.reasoner`: it answers on its standard output what it reads on its standard
input, each message a length and then statements, one a line, their IRIs parted by tabs.
"""

from __future__ import annotations

import contextlib
import os
import struct
import subprocess
import sys
from collections.abc import Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import IO

from kg.closing import Closing
from kg.inference import Edge, consequences

__all__ = ["Reasoner"]

_LENGTH = struct.Struct("!Q")


class Reasoner(Closing):
    """Finds consequences, those of one set of statements after those of another.

    Args:
        beside: whether in a process of its own; it starts at once, in 0.5 s.
    """

    def __init__(self, *, beside: bool) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        if beside:
            path = os.pathsep.join(folder for folder in sys.path if folder)
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", "kg.reasoner"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env={**os.environ, "PYTHONPATH": path},
            )
        # One thread feeds the process and waits for it: the pipe holds less than an edition says.
        self._thread = ThreadPoolExecutor(1)

    def consequences(self, stated: set[Edge]) -> Future[list[Edge]]:
        """What follows from the statements, see `kg.inference.consequences`, once it is found."""
        if self._process is not None:
            return self._thread.submit(self._ask, self._process, stated)
        found: Future[list[Edge]] = Future()
        found.set_result(consequences(stated))
        return found

    def _ask(self, process: subprocess.Popen[bytes], stated: set[Edge]) -> list[Edge]:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            _send(process.stdin, stated)
            return _receive(process.stdout)
        except (OSError, EOFError):  # it was killed, or found no memory
            if self._process is None:
                raise
            return consequences(stated)

    def close(self) -> None:
        """End the process, whatever it is at."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
        self._thread.shutdown()
        if process is not None:
            # A statement that it never read is no loss.
            with contextlib.suppress(BrokenPipeError), process:
                pass


def _send(stream: IO[bytes], edges: Iterable[Edge]) -> None:
    data = "\n".join(map("\t".join, edges)).encode()
    stream.write(_LENGTH.pack(len(data)) + data)
    stream.flush()


def _receive(stream: IO[bytes]) -> list[Edge]:
    """One message.

    Raises:
        EOFError: there is none.
    """
    size = _LENGTH.unpack(_read(stream, _LENGTH.size))[0]
    edges = []
    lines = _read(stream, size).decode().split("\n") if size else ()
    for line in lines:
        subject, predicate, value = line.split("\t")
        edges.append((subject, predicate, value))
    return edges


def _read(stream: IO[bytes], size: int) -> bytes:
    data = stream.read(size)
    if len(data) < size:
        raise EOFError
    return data


def _serve() -> None:
    """What the process does, until its input ends."""
    while True:
        try:
            stated = _receive(sys.stdin.buffer)
        except EOFError:
            return
        _send(sys.stdout.buffer, consequences(set(stated)))


if __name__ == "__main__":
    _serve()
