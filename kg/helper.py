"""A second process that a build has do things while it does others itself.

Run as `python -m kg.helper`: it answers on its standard output what it is asked on its standard
input, each a pickle behind its length. It is no `multiprocessing` pool: that would import the
caller's main module anew, and run it where it has no guard.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import struct
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import IO, Any, TypeVar

from kg.closing import Closing

__all__ = ["Helper"]

_LENGTH = struct.Struct("!Q")
T = TypeVar("T")


class Helper(Closing):
    """Does one thing after another; each a function of a module, with arguments that are values.

    Args:
        beside: whether in a process of its own; it starts at once. Else what it is asked is done
            by the caller, at the latest when the result is taken.
    """

    def __init__(self, *, beside: bool) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        if beside:
            path = os.pathsep.join(folder for folder in sys.path if folder)
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", "kg.helper"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env={**os.environ, "PYTHONPATH": path},
            )
        # One thread feeds the process and waits for it: the pipe holds less than an edition says.
        self._thread = ThreadPoolExecutor(1)

    @property
    def is_beside(self) -> bool:
        """Whether it works in a process of its own."""
        return self._process is not None

    def submit(self, work: Callable[..., T], *arguments: object) -> Future[T]:
        """What the work gives, once it is done; behind what was submitted before."""
        if self._process is not None:
            return self._thread.submit(self._ask, self._process, work, arguments)
        found: Future[T] = Future()
        found.set_result(work(*arguments))
        return found

    def share(self, work: Callable[..., T], parts: Sequence[tuple[object, ...]]) -> Iterator[T]:
        """What the work gives for each part, in no order.

        The helper begins with the first part at once. Whoever takes the results does those from the
        last on, until the two meet.

        Args:
            parts: the arguments of each.
        """
        if self._process is None:
            return (work(*arguments) for arguments in parts)
        return _gather(work, deque((self.submit(work, *part), part) for part in parts))

    def _ask(
        self,
        process: subprocess.Popen[bytes],
        work: Callable[..., T],
        arguments: tuple[object, ...],
    ) -> T:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            _send(process.stdin, (work, arguments))
            done, result = _receive(process.stdout)
        except (OSError, EOFError):  # it was killed, or found no memory
            if self._process is None:
                raise
            return work(*arguments)
        if not done:
            raise result
        return result  # type: ignore[no-any-return]  # what the work gives

    def close(self) -> None:
        """End the process, whatever it is at."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
        self._thread.shutdown(cancel_futures=True)
        if process is not None:
            # What it never read is no loss.
            with contextlib.suppress(BrokenPipeError), process:
                pass


def _gather(
    work: Callable[..., T], pending: deque[tuple[Future[T], tuple[object, ...]]]
) -> Iterator[T]:
    while pending:
        if not pending[0][0].done() and pending[-1][0].cancel():
            yield work(*pending.pop()[1])
        else:
            yield pending.popleft()[0].result()


def _send(stream: IO[bytes], message: object) -> None:
    data = pickle.dumps(message, protocol=pickle.HIGHEST_PROTOCOL)
    stream.write(_LENGTH.pack(len(data)) + data)
    stream.flush()


def _receive(stream: IO[bytes]) -> Any:
    """One message.

    Raises:
        EOFError: there is none.
    """
    return pickle.loads(_read(stream, _LENGTH.unpack(_read(stream, _LENGTH.size))[0]))


def _read(stream: IO[bytes], size: int) -> bytes:
    data = stream.read(size)
    if len(data) < size:
        raise EOFError
    return data


def _serve() -> None:
    """What the process does, until its input ends."""
    while True:
        try:
            work, arguments = _receive(sys.stdin.buffer)
        except EOFError:
            return
        try:
            answer = (True, work(*arguments))
        except Exception as error:  # the caller's to raise, whatever it is
            answer = (False, error)
        _send(sys.stdout.buffer, answer)


if __name__ == "__main__":
    _serve()
