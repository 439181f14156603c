"""A text of the rules by its date: from the cache, else from the publisher.

Seen in the publisher's addresses of 2017 to 2026: a file's name carries the day it was published,
which isn't always the day its text takes effect, and the links on the page may hold plain blanks.
"""

from __future__ import annotations

import datetime as dt
import fcntl
import hashlib
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

from kg.errors import FetchError
from kg.fetch.config import FetchConfig
from kg.fetch.downloads import Progress, download
from kg.fetch.web import BY_HAND, Web, check_status, join_address, read_body

__all__ = ["fetch"]

_PAGE_BYTES = 5_000_000
_NAMED_DAY = re.compile(r"(?<!\d)(\d{4})-?(\d\d)-?(\d\d)(?!\d)")


def fetch(
    day: dt.date | None,
    cache: Path,
    *,
    config: FetchConfig,
    refresh: bool = False,
    progress: Progress | None = None,
) -> Path:
    """The path of an official text, downloaded unless the cache has it.

    Args:
        day: the date in the file's name, or a day of `config.published_as`; None for the newest
            text, for which the publisher's page is asked each time.
        refresh: whether to download what the cache has already.

    Raises:
        UnreachableError: a server can't be reached.
        FetchError: there is no such text, what came isn't one, or the cache can't be written.
    """
    job = _Job(cache, config, Web(config.limits), refresh, progress)
    try:
        cache.mkdir(parents=True, exist_ok=True)
        with _locked(cache / ".lock"):
            return _fetch_newest(job) if day is None else _fetch_dated(job, day)
    except FetchError:
        raise
    except OSError as error:
        raise FetchError(str(cache), f"can't be written: {error.strerror}") from error


@dataclass(frozen=True, slots=True)
class _Job:
    cache: Path
    config: FetchConfig
    web: Web
    refresh: bool
    progress: Progress | None


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Wait until no other process downloads into the cache: two would write one `.part`."""
    with path.open("a") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _fetch_dated(job: _Job, asked: dt.date) -> Path:
    day = job.config.published_as.get(asked, asked)
    addresses = [_fill(pattern, day) for pattern in job.config.addresses]
    missing = []
    for address in addresses:
        try:
            return _get(job, address, f"{day}.txt", day)
        except FetchError as error:
            # A file server that doesn't list its folders says 403 for a file that it lacks.
            if error.status not in (403, 404):
                raise
            missing.append(error)
    first = missing[0]
    raise FetchError(
        first.address,
        f"{first.problem}; a file carries the day it was published: see {job.config.page}",
        status=first.status,
    )


def _fill(pattern: str, day: dt.date) -> str:
    try:
        return pattern.format(date=day)
    except (LookupError, ValueError, AttributeError) as error:
        raise FetchError(pattern, f"can't be filled in with a date: {error}") from error


def _fetch_newest(job: _Job) -> Path:
    address = job.web.persist(lambda: _find_newest(job))
    name = _file_name(address)
    day = _named_day(name)
    return _get(job, address, f"{day}.txt" if day else re.sub(r"[^\w.]+", "-", name), day)


def _get(job: _Job, address: str, name: str, day: dt.date | None) -> Path:
    target = job.cache / name
    sha256 = job.config.sha256.get(day) if day else None
    # A file that isn't what it should be counts as none.
    if job.refresh or not target.is_file() or not _is_whole(target, sha256):
        download(job.web, address, target, sha256=sha256, progress=job.progress)
    return target


def _is_whole(path: Path, sha256: str | None) -> bool:
    return sha256 in (None, hashlib.sha256(path.read_bytes()).hexdigest())


def _find_newest(job: _Job) -> str:
    """The address of the newest text that the publisher's page links."""
    page = job.config.page
    body = b""
    with job.web.get(page) as (response, base):
        check_status(response, page)
        for chunk in read_body(response, decode=True):
            body += chunk
            job.web.check_time(page)
            if len(body) > _PAGE_BYTES:
                raise FetchError(page, f"larger than {_PAGE_BYTES:,} bytes; {BY_HAND}")
    parser = _Links()
    with suppress(AssertionError):  # so it fails on markup that it can't make sense of
        parser.feed(body.decode("utf-8", "replace"))
    linked = [address for link in parser.links if (address := join_address(base, link))]
    texts = [address for address in linked if job.config.link.search(_file_name(address))]
    if not texts:
        raise FetchError(page, f"links no text of the rules; {BY_HAND}")
    return max(texts, key=lambda address: _named_day(_file_name(address)) or dt.date.min)


class _Links(HTMLParser):
    """Where the links of a page lead, in its order."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "a":
            self.links += [value.strip() for name, value in attrs if name == "href" and value]


def _file_name(address: str) -> str:
    return unquote(urlsplit(address).path).rpartition("/")[2]


def _named_day(name: str) -> dt.date | None:
    for match in _NAMED_DAY.finditer(name):
        with suppress(ValueError):  # eight digits need not be a date
            return dt.date(*map(int, match.groups()))
    return None
