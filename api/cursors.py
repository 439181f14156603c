"""Pages of a list, and the cursors that lead from one to the next.

A cursor is opaque to clients. It counts items, and the link that carries it names the edition,
whose order doesn't change: pages neither skip nor repeat, even when a newer edition comes.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar
from urllib.parse import urlencode

from flask import request, url_for

from api.errors import InvalidParametersError

__all__ = ["Page", "cut", "found", "link_header", "offset_of", "page_links", "page_url", "paged"]

T = TypeVar("T")
U = TypeVar("U")
_MOST = 1_000_000
_PLAIN = "!$'()*,/:;?@"  # what a query may hold as it is (RFC 3986 3.4)


@dataclass(frozen=True, slots=True)
class Page(Generic[T]):
    """A page of a list.

    Attributes:
        total: of all pages; None where it isn't known.
        offset: how many items come before it.
        next_offset: where the next page begins; None on the last.
    """

    items: Sequence[T]
    total: int | None
    offset: int
    next_offset: int | None

    def map(self, change: Callable[[T], U]) -> Page[U]:
        """The same page of other items."""
        items = [change(item) for item in self.items]
        return Page(items, self.total, self.offset, self.next_offset)


def found(items: Sequence[T], *, offset: int, limit: int) -> Page[T]:
    """A page of a search, which was asked for one item more than the page holds."""
    more = len(items) > limit
    return Page(items[:limit], None, offset, offset + limit if more else None)


def cut(items: Sequence[T], *, offset: int, limit: int) -> Page[T]:
    """A page of a whole list."""
    end = offset + limit
    return Page(items[offset:end], len(items), offset, end if end < len(items) else None)


def offset_of(cursor: str | None) -> int:
    """How many items come before the page that a cursor leads to.

    Raises:
        InvalidParametersError: it is no cursor of ours.
    """
    if not cursor:
        return 0
    try:
        padded = cursor + "=" * (-len(cursor) % 4)
        kind, _, count = base64.b64decode(padded, altchars=b"-_", validate=True).partition(b":")
        offset = int(count)
    except (binascii.Error, ValueError):
        offset = -1
    else:
        offset = offset if kind == b"after" else -1
    if not 0 <= offset <= _MOST:
        raise InvalidParametersError({"cursor": "isn't one that an earlier page gave"})
    return offset


def page_url(offset: int, *, edition: str | None) -> str:
    """The address of the page behind `offset` items of the list at hand, in one edition."""
    args = {k: v for k, v in request.args.items() if k != "cursor"}
    if edition is not None:
        args = {k: v for k, v in args.items() if k not in ("date", "restated")}
        args["edition"] = edition
    if offset:
        args["cursor"] = base64.urlsafe_b64encode(b"after:%d" % offset).decode().rstrip("=")
    assert request.endpoint is not None
    # Not as arguments of url_for, where endpoint, _method or _external mean something else.
    path = url_for(request.endpoint, **(request.view_args or {}))
    return f"{path}?{urlencode(args, safe=_PLAIN)}"


def page_links(page: Page[T], *, limit: int, edition: str | None) -> dict[str, str]:
    """The addresses of the first, the previous and the next page, by what they are to this one."""
    links = {"first": page_url(0, edition=edition)}
    if page.offset:
        links["prev"] = page_url(max(0, page.offset - limit), edition=edition)
    if page.next_offset is not None:
        links["next"] = page_url(page.next_offset, edition=edition)
    return links


def paged(
    items: Sequence[T], *, limit: int, cursor: str | None, edition: str | None
) -> tuple[dict[str, Any], dict[str, str]]:
    """The page of a whole list that is asked for: an answer's total, next and items, and headers.

    Args:
        edition: what `edition=` calls the one that the list is of; None for a list of no one
            edition.
    """
    page = cut(items, offset=offset_of(cursor), limit=limit)
    links = page_links(page, limit=limit, edition=edition)
    members = {"total": page.total, "next": links.get("next"), "items": list(page.items)}
    return members, {"Link": link_header(links)}


def link_header(links: Mapping[str, str]) -> str:
    """The header `Link` (RFC 8288) that says so."""
    return ", ".join(f'<{url}>; rel="{rel}"' for rel, url in links.items())
