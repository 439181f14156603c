"""Documents of formats that need a library, read in a process that can be bounded and killed."""

from __future__ import annotations

import importlib
import os
import resource
import signal
import subprocess
import sys

from kg.errors import SourceError

__all__ = ["MAX_MEMORY", "MAX_SECONDS", "read_apart"]


# The official edition as a PDF takes 4 s and 170 MB.
MAX_SECONDS = 60
MAX_MEMORY = 2 << 30
_CHILD = "from extract.readers.apart import _serve; _serve()"
_REFUSES, _OUT_OF_MEMORY = 3, 4


def read_apart(kind: str, data: bytes, name: str) -> str:
    """The text that the reader of `docx`, `pdf` or `html` makes in a process with bounds.

    Raises:
        SourceError: the reader refuses the document, or it takes too long or too much memory.
    """
    path = os.pathsep.join(folder for folder in sys.path if folder)
    command = [sys.executable, "-P", "-c", _CHILD, kind, str(MAX_SECONDS), str(MAX_MEMORY)]
    slow = SourceError(name, f"takes more than {MAX_SECONDS} s to read; it may be damaged")
    try:
        done = subprocess.run(
            command,
            input=data,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": path},
            timeout=4 * MAX_SECONDS,  # of the clock: the process may have to wait for its turn
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise slow from None
    said = done.stdout.decode("utf-8", errors="replace")
    if done.returncode == 0:
        return said
    if done.returncode == _REFUSES:
        raise SourceError(name, said)
    if done.returncode == -signal.SIGXCPU:
        raise slow
    if done.returncode == _OUT_OF_MEMORY:
        raise SourceError(name, f"takes more than {MAX_MEMORY >> 20} MiB of memory to read")
    raise SourceError(name, f"can't be read as {kind.upper()}; it may be damaged")


def _serve() -> None:
    """What the process of a reader does: bytes from standard input to lines on standard output."""
    kind, seconds, memory = sys.argv[1:]
    reader = getattr(importlib.import_module(f"extract.readers.{kind}"), f"read_{kind}")
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CPU, (int(seconds), int(seconds) + 1))
    resource.setrlimit(resource.RLIMIT_AS, (int(memory), int(memory)))
    status = 0
    try:
        said = "\n".join(reader(sys.stdin.buffer.read(), name="").lines)
    except SourceError as error:
        status, said = _REFUSES, error.problem
    except MemoryError:
        status, said = _OUT_OF_MEMORY, ""
    sys.stdout.buffer.write(said.encode("utf-8", errors="replace"))
    sys.stdout.buffer.flush()
    os._exit(status)  # what the libraries still hold goes with the process
