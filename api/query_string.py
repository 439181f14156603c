"""The query of an address, refused where it isn't percent-encoded UTF-8 (RFC 3986 2.1, 2.5).

Werkzeug would keep what it can't decode, and a search would look for something else than was asked.
"""

from __future__ import annotations

import re
from urllib.parse import unquote_to_bytes

from flask import Flask, request
from werkzeug.exceptions import BadRequest

__all__ = ["register_query_check"]

_BAD_ESCAPE = re.compile(rb"%(?![0-9A-Fa-f]{2})")


def register_query_check(app: Flask) -> None:
    """Answer 400 to such an address, whatever lies there."""
    app.before_request(_check)


def _check() -> None:
    raw = request.query_string
    if _BAD_ESCAPE.search(raw):
        raise BadRequest("the address has a % without two hexadecimal digits; a % itself is %25")
    try:
        unquote_to_bytes(raw).decode("utf-8")
    except UnicodeDecodeError:
        raise BadRequest("the query of the address isn't percent-encoded UTF-8") from None
