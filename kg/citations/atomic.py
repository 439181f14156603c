"""Files replaced as a whole or not at all."""

from __future__ import annotations

import contextlib
import os
import tempfile
from pathlib import Path

from kg.errors import SourceError

__all__ = ["write_atomically"]


def write_atomically(path: Path, data: bytes) -> None:
    """Replace a file's bytes, keeping its mode; through a link, the file that it leads to.

    Raises:
        SourceError: it can't be written; then it is as it was.
    """
    real = Path(os.path.realpath(path))
    draft = ""
    try:
        if real.exists() and not os.access(real, os.W_OK):
            raise PermissionError(13, "Permission denied")
        handle, draft = tempfile.mkstemp(dir=real.parent, prefix=f".{real.name}.")
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(draft, real.stat().st_mode & 0o7777 if real.exists() else 0o644)
        os.replace(draft, real)
    except OSError as error:
        if draft:
            with contextlib.suppress(OSError):
                os.unlink(draft)
        problem = f"can't be written: {error.strerror or error}"
        raise SourceError(str(path), problem) from error
