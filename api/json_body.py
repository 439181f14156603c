"""The body of a request to the JSON API, refused with a reason where it is no JSON object.

spectree takes what it can't read for an empty body, and so would complain of a field that was sent.
"""

from __future__ import annotations

import json

from flask import Flask, request
from werkzeug.exceptions import BadRequest, UnsupportedMediaType

__all__ = ["register_body_check"]


def register_body_check(app: Flask) -> None:
    """Answer 415 or 400 to such a body of a POST below /api/."""
    app.before_request(_check)


def _check() -> None:
    if request.method != "POST" or request.url_rule is None or not request.path.startswith("/api/"):
        return
    if not request.is_json:
        raise UnsupportedMediaType("the body must be sent as Content-Type: application/json")
    if request.content_encoding not in (None, "identity"):
        raise UnsupportedMediaType("a compressed body isn't read here; send it as it is")
    try:
        body = json.loads(request.get_data())
    except RecursionError:
        raise BadRequest("the body is nested too deeply") from None
    except ValueError as error:  # that the bytes are no UTF-8 is one too
        raise BadRequest(f"the body is no JSON: {error}") from None
    if not isinstance(body, dict):
        raise BadRequest("the body is no JSON object")
