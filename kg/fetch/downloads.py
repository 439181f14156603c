"""A file brought from the web whole, or not at all; what has come of it is kept to go on from.

A download in progress is `NAME.part`; `NAME.part.json` says of which address, and of which version
of what lies there, those bytes are the beginning.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from http import HTTPStatus
from pathlib import Path

from urllib3 import BaseHTTPResponse

from kg.errors import FetchError
from kg.fetch.web import BY_HAND, PassingError, Web, check_status, read_body

__all__ = ["Progress", "download"]

Progress = Callable[[str, int, int | None], None]
"""Called with an address, the bytes of it at hand, and how many it has; None where not known."""

_RANGE = re.compile(r"bytes (\d{1,18})-\d{1,18}/(\d{1,18}|\*)$")
# What file servers call a file that they know nothing about.
_UNKNOWN_KINDS = {"", "application/octet-stream", "binary/octet-stream"}


def download(
    web: Web, address: str, target: Path, *, sha256: str | None, progress: Progress | None
) -> None:
    """Put the text at an address into a file, in one step once all of it is there.

    Args:
        sha256: what the file must have, in lower case; None where that isn't known.

    Raises:
        FetchError: it didn't come, or isn't the text that it should be.
    """
    part = _Part(target.with_name(f"{target.name}.part"), address)
    web.persist(lambda: _receive(web, part, progress or _ignore))
    if problem := _find_problem(part.path, sha256):
        part.drop()
        raise FetchError(address, problem)
    part.path.replace(target)
    part.drop()


@dataclass(frozen=True, slots=True)
class _Part:
    path: Path
    address: str

    @property
    def note(self) -> Path:
        return self.path.with_name(f"{self.path.name}.json")

    def begun(self) -> tuple[int, str]:
        """How many bytes there are to go on from, and which version of the file they are of."""
        try:
            note = json.loads(self.note.read_text(encoding="utf-8"))
            if note["address"] == self.address:
                return self.path.stat().st_size, str(note["validator"])
        except (OSError, ValueError, LookupError, TypeError):
            pass  # nothing to go on from, or written by a process that was killed
        return 0, ""

    def begin(self, validator: str | None) -> None:
        self.drop()
        if validator:
            note = {"address": self.address, "validator": validator}
            self.note.write_text(json.dumps(note), encoding="utf-8")

    def drop(self) -> None:
        # The bytes first: a note without them does no harm.
        self.path.unlink(missing_ok=True)
        self.note.unlink(missing_ok=True)


def _ignore(address: str, done: int, total: int | None) -> None:
    pass


def _receive(web: Web, part: _Part, progress: Progress) -> None:
    """Bring what is missing of a file; what did come stays for the next attempt."""
    start, validator = part.begun()
    headers = {"Range": f"bytes={start}-", "If-Range": validator} if start else {}
    with web.get(part.address, headers) as (response, _):
        if start and not _is_usable(response, start, validator):
            part.drop()
            raise PassingError(FetchError(part.address, "can't be gone on with; try again"), wait=0)
        check_status(response, part.address, partial=start > 0)
        _check_kind(response, part.address)
        if response.status == HTTPStatus.OK:
            start = 0
            part.begin(_validator(response))
        size, total = start, _total(response, start)
        with part.path.open("ab") as file:
            progress(part.address, size, total)
            _check_size(web, part, total or 0)
            for chunk in read_body(response):
                size += file.write(chunk)
                progress(part.address, size, total)
                _check_size(web, part, size)
                web.check_time(part.address)
            file.flush()
            os.fsync(file.fileno())
    if total is not None and size != total:
        problem = f"broke off after {size:,} of {total:,} bytes; try again to go on"
        raise PassingError(FetchError(part.address, problem))


def _is_usable(response: BaseHTTPResponse, start: int, validator: str) -> bool:
    """Whether what answers a request for the rest is the rest, the whole anew, or a failure."""
    if response.status == HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE:
        return False
    if response.status != HTTPStatus.PARTIAL_CONTENT:
        return True
    given = _RANGE.match(response.headers.get("Content-Range", ""))
    # Some servers heed Range and not If-Range; those that heed it may leave the date out.
    named = "ETag" if validator.startswith('"') else "Last-Modified"
    same = response.headers.get(named, validator) == validator
    return given is not None and int(given[1]) == start and same


def _validator(response: BaseHTTPResponse) -> str | None:
    """What `If-Range` may name the answer's version by (RFC 9110, 13.1.5 and 8.8.2.2)."""
    etag = response.headers.get("ETag")
    if etag is not None:
        return etag if etag.startswith('"') else None
    modified = response.headers.get("Last-Modified", "")
    try:
        sent = parsedate_to_datetime(response.headers.get("Date", ""))
        # A file that changes twice within a second has the same date both times.
        return modified if sent > parsedate_to_datetime(modified) else None
    except (TypeError, ValueError):
        return None


def _total(response: BaseHTTPResponse, start: int) -> int | None:
    given = _RANGE.match(response.headers.get("Content-Range", ""))
    if start and given and given[2] != "*":
        return int(given[2])
    rest = response.length_remaining
    return None if rest is None else start + rest


def _check_kind(response: BaseHTTPResponse, address: str) -> None:
    kind = response.headers.get("Content-Type", "").partition(";")[0].strip().lower()
    is_text = kind.startswith("text/") and kind != "text/html"
    if not is_text and kind not in _UNKNOWN_KINDS:
        raise FetchError(address, f"{kind[:50]!r} instead of a plain text; {BY_HAND}")
    if response.headers.get("Content-Encoding", "identity").lower() != "identity":
        raise FetchError(address, f"compressed, though nobody asked for that; {BY_HAND}")


def _check_size(web: Web, part: _Part, size: int) -> None:
    if size > web.limits.bytes:
        part.drop()
        problem = f"larger than {web.limits.bytes:,} bytes, as `limits.bytes` of the config has it"
        raise FetchError(part.address, problem)


def _find_problem(path: Path, sha256: str | None) -> str | None:
    data = path.read_bytes()
    start = data[:512].removeprefix(b"\xef\xbb\xbf").lstrip().lower()
    if not start:
        return f"an empty file; {BY_HAND}"
    # Some networks answer whatever is asked with their login page.
    if start.startswith((b"<!doctype", b"<html")):
        return f"a web page instead of a plain text; {BY_HAND}"
    found = hashlib.sha256(data).hexdigest()
    if sha256 in (None, found):
        return None
    return (
        f"its SHA-256 is {found}, not {sha256}: the publisher has changed it, or somebody on the "
        "way has; to accept it, put its SHA-256 into a file given as --config"
    )
