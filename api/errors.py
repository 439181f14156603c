"""Errors to problem documents (RFC 9457), all in one shape; for browsers, to a designed page.

Our errors become statuses here and nowhere else. What no one foresaw is logged with its traceback
and answered with a bare 500.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any
from urllib.parse import quote

from flask import Flask, Response, current_app, make_response, render_template, request
from werkzeug.exceptions import HTTPException, InternalServerError

from api.negotiation import wants_html
from api.problems import PROBLEMS, ProblemType, problem_type
from kg.errors import (
    BadRuleNumberError,
    EditionNotFoundError,
    LinkKindError,
    PictureError,
    QueryError,
    QueryNotFoundError,
    QueryStoppedError,
    RuleloomError,
    RuleNotFoundError,
    StoreError,
    TopicNotFoundError,
)

__all__ = ["RETRY_AFTER", "InvalidParametersError", "register_errors"]

RETRY_AFTER = "5"
_Members = Mapping[str, Any]


class InvalidParametersError(RuleloomError, ValueError):
    """Parameters with values that they can't take.

    Attributes:
        errors: what is wrong, by the parameter's name.
    """

    def __init__(self, errors: Mapping[str, str]) -> None:
        self.errors = dict(errors)
        super().__init__("; ".join(f"{name}: {what}" for name, what in self.errors.items()))


def register_errors(app: Flask) -> None:
    """Make the app answer every error as a problem."""
    app.register_error_handler(HTTPException, _http_error)
    app.register_error_handler(RuleloomError, _our_error)
    app.register_error_handler(Exception, _unforeseen)


# The first class that an error belongs to decides; the members extend its problem document.
_OURS: tuple[tuple[type[RuleloomError], str, Callable[[Any], _Members]], ...] = (
    (
        InvalidParametersError,
        "bad-request",
        lambda e: {"errors": [{"parameter": n, "detail": d} for n, d in e.errors.items()]},
    ),
    (BadRuleNumberError, "bad-rule-number", lambda e: {}),
    (
        RuleNotFoundError,
        "rule-not-found",
        lambda e: {"nearest": [str(number) for number in e.nearest]},
    ),
    (TopicNotFoundError, "topic-not-found", lambda e: {"nearest": list(e.nearest)}),
    (
        LinkKindError,
        "bad-request",
        lambda e: {"errors": [{"parameter": "kinds", "detail": str(e)}]},
    ),
    (PictureError, "bad-request", lambda e: {}),
    (EditionNotFoundError, "edition-not-found", lambda e: {"known": list(e.known)}),
    (QueryNotFoundError, "query-not-found", lambda e: {"nearest": list(e.nearest)}),
    (QueryStoppedError, "query-stopped", lambda e: {"limit": e.limit}),
    (
        QueryError,
        "bad-query",
        lambda e: {} if e.line is None else {"line": e.line, "column": e.column},
    ),
    (StoreError, "store-unavailable", lambda e: {}),
)


def _our_error(error: RuleloomError) -> Response:
    for kind, name, members in _OURS:
        if isinstance(error, kind):
            problem = PROBLEMS[name]
            detail = str(error)
            if problem.status >= 500:
                current_app.logger.warning("%s %s: %s", request.method, request.path, error)
            if isinstance(error, StoreError):
                # Its message tells where the store lies on this machine.
                detail = "the server can't read its store just now"
            response = _answer(problem, detail, members(error))
            if _may_pass(error):
                response.headers["Retry-After"] = RETRY_AFTER
            return response
    return _unforeseen(error)


def _may_pass(error: RuleloomError) -> bool:
    """Whether the same request may succeed in a while: a query too heavy stays too heavy."""
    if isinstance(error, QueryStoppedError):
        return error.limit == "load"
    return isinstance(error, StoreError)


def _http_error(error: HTTPException) -> Response:
    if error.response is not None or error.code is None or error.code < 400:
        return make_response(error.get_response())
    problem = problem_type(error.code)
    response = _answer(problem, _detail(error), {})
    for name, value in error.get_headers():
        # Such as Allow, which RFC 9110 15.5.6 demands of a 405.
        if name.lower() not in ("content-type", "content-length"):
            response.headers[name] = value
    return response


def _instance() -> str:
    """The request's path and query as a URI reference."""
    query = request.query_string.decode("latin-1")
    return quote(request.path, safe="/:@!$&'()*+,;=~") + (f"?{query}" if query else "")


def _detail(error: HTTPException) -> str:
    if error.code == HTTPStatus.NOT_FOUND and error.description == type(error).description:
        return f"nothing is kept at {request.path}"
    if error.code == HTTPStatus.METHOD_NOT_ALLOWED:
        return f"{request.method} doesn't work at {request.path}"
    return error.description or HTTPStatus(error.code or 500).phrase


def _unforeseen(error: Exception) -> Response:
    current_app.logger.error("%s %s failed", request.method, request.path, exc_info=error)
    description = "something went wrong in the server; its log says what"
    return _http_error(InternalServerError(description))


def _answer(problem: ProblemType, detail: str, members: _Members) -> Response:
    if wants_html() and not request.path.startswith("/api/"):
        page = render_template("error.html", problem=problem, detail=detail, members=members)
        response = make_response(page, problem.status)
    else:
        document = {
            "type": problem.iri if problem.name else "about:blank",
            "title": problem.title,
            "status": problem.status,
            "detail": detail,
            "instance": _instance(),
        }
        response = make_response(json.dumps({**document, **members}, ensure_ascii=False) + "\n")
        response.status_code = problem.status
        response.content_type = "application/problem+json"
    response.headers["Cache-Control"] = "no-store"
    return response
