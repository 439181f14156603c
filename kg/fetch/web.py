"""GET over HTTP: redirects, timeouts, proxies, and which failures are worth another attempt.

By urllib3: spaCy brings it anyway, it is typed, and it can be told neither to retry nor to follow
redirects, so that both are done here, in the light of what has come already.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from http import HTTPStatus
from http.client import responses
from typing import TypeVar
from urllib.parse import unquote, urljoin, urlsplit
from urllib.request import getproxies, proxy_bypass

import urllib3
from urllib3 import BaseHTTPResponse
from urllib3.exceptions import (
    ConnectTimeoutError,
    HTTPError,
    InvalidHeader,
    LocationValueError,
    NewConnectionError,
    ProxyError,
    ReadTimeoutError,
    SSLError,
)

import kg
from kg.errors import FetchError, UnreachableError
from kg.fetch.config import Limits

__all__ = ["BY_HAND", "PassingError", "Web", "check_status", "join_address", "read_body"]

BY_HAND = "download the file by hand and pass it to `ruleloom build`"

T = TypeVar("T")

_CHUNK = 1 << 16
_LONGEST_WAIT = 30.0  # seconds, whatever a server asks for
_PASSING = {408, 425, 429, 500, 502, 503, 504}


class PassingError(Exception):
    """A failure that another attempt may not meet.

    Attributes:
        error: what to report when all attempts have met it.
        wait: seconds to wait for the next one; None to wait longer each time.
    """

    def __init__(self, error: FetchError, *, wait: float | None = None) -> None:
        self.error, self.wait = error, wait


class Web:
    """The web within some limits, of which the time runs from here on."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._end = time.monotonic() + limits.total_timeout

    def check_time(self, address: str) -> None:
        """Raise a FetchError once all the time is used up."""
        if time.monotonic() > self._end:
            limit = f"{self.limits.total_timeout:g} s"
            raise FetchError(address, f"not done within {limit}; try again to go on")

    def persist(self, attempt: Callable[[], T]) -> T:
        """What an attempt returns, made again after each PassingError.

        Raises:
            FetchError: of the last attempt.
        """
        for made in range(1, self.limits.attempts + 1):
            try:
                return attempt()
            except PassingError as passing:
                last = passing
            self.check_time(last.error.address)
            if made < self.limits.attempts:
                longer = self.limits.first_wait * 2 ** (made - 1)
                time.sleep(min(longer if last.wait is None else last.wait, _LONGEST_WAIT))
        raise last.error from last

    @contextmanager
    def get(
        self, address: str, headers: Mapping[str, str] | None = None
    ) -> Iterator[tuple[BaseHTTPResponse, str]]:
        """The answer, its body still to be read, and the address that redirects led to.

        Raises:
            PassingError, FetchError: no answer came, or reading it within the block failed.
        """
        try:
            response, final = self._follow(address, headers or {})
            try:
                yield response, final
            finally:
                response.close()
        except HTTPError as error:
            raise self._translate(address, error) from error

    def _follow(self, address: str, headers: Mapping[str, str]) -> tuple[BaseHTTPResponse, str]:
        at = address
        for _ in range(self.limits.redirects + 1):
            response = self._manager(at).request(
                "GET", at, headers=headers, preload_content=False, redirect=False, retries=False
            )
            location = response.get_redirect_location()
            if not location:
                return response, at
            response.close()
            target = join_address(at, location)
            if target is None:
                problem = f"redirects to {location[:200]!r}, which isn't on the web; {BY_HAND}"
                raise FetchError(address, problem)
            at = target
        raise FetchError(address, f"redirects more than {self.limits.redirects} times; {BY_HAND}")

    def _manager(self, address: str) -> urllib3.PoolManager:
        agent = {"User-Agent": f"ruleloom/{kg.__version__}"}
        timeout = urllib3.Timeout(
            connect=self.limits.connect_timeout, read=self.limits.read_timeout
        )
        proxy = _proxy(address)
        if proxy is None:
            return urllib3.PoolManager(headers=agent, timeout=timeout)
        given = urllib3.util.parse_url(proxy)
        auth = urllib3.make_headers(proxy_basic_auth=unquote(given.auth)) if given.auth else None
        bare = given._replace(scheme=given.scheme or "http", auth=None).url
        return urllib3.ProxyManager(bare, proxy_headers=auth, headers=agent, timeout=timeout)

    def _translate(self, address: str, error: HTTPError) -> FetchError | PassingError:
        if isinstance(error, NewConnectionError | ProxyError):
            cause = error.__cause__
            reason = (cause.strerror if isinstance(cause, OSError) else None) or "no connection"
            through = " (through the proxy that the environment sets)" if _proxy(address) else ""
            return UnreachableError(address, reason + through)
        if isinstance(error, ConnectTimeoutError):
            reason = f"no answer within {self.limits.connect_timeout:g} s"
            return PassingError(UnreachableError(address, reason))
        if isinstance(error, ReadTimeoutError):
            problem = f"nothing came for {self.limits.read_timeout:g} s; try again to go on"
            return PassingError(FetchError(address, problem))
        if isinstance(error, SSLError):
            return FetchError(address, f"no safe connection ({error}); {BY_HAND}")
        if isinstance(error, LocationValueError):
            return FetchError(address, "no address on the web")
        return PassingError(FetchError(address, "the connection broke off; try again to go on"))


def read_body(response: BaseHTTPResponse, *, decode: bool = False) -> Iterator[bytes]:
    """The bytes of a body as they come; urllib3's `stream` would wait for a whole chunk of them.

    Args:
        decode: whether to unpack what comes compressed.
    """
    while chunk := response.read1(_CHUNK, decode_content=decode):
        yield chunk


def check_status(response: BaseHTTPResponse, address: str, *, partial: bool = False) -> None:
    """Raise unless an answer brings what was asked for: all of it, or where allowed the rest."""
    status = response.status
    if status == HTTPStatus.OK or (partial and status == HTTPStatus.PARTIAL_CONTENT):
        return
    named = f"{status} {responses.get(status, '')}".rstrip()
    error = FetchError(address, f"{named}; {BY_HAND}", status=status)
    if status not in _PASSING:
        raise error
    wait = None
    with suppress(ValueError, InvalidHeader):  # what it asks for may be neither seconds nor a date
        wait = urllib3.Retry().get_retry_after(response)
    raise PassingError(error, wait=wait)


def join_address(base: str, link: str) -> str | None:
    """Where a link leads from an address, escaped as a request needs it; None if off the web."""
    try:
        address = urllib3.util.parse_url(urljoin(base, link)).url
    except ValueError:
        return None
    return address if urlsplit(address).scheme in ("http", "https") else None


def _proxy(address: str) -> str | None:
    """What `http_proxy`, `https_proxy` and `no_proxy` say of an address."""
    parts = urlsplit(address)
    return None if proxy_bypass(parts.netloc) else getproxies().get(parts.scheme)
