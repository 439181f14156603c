"""The OpenAPI document, and what the problem types mean."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, render_template
from werkzeug.exceptions import NotFound

from api.negotiation import wants_html
from api.openapi import make_document
from api.problems import PROBLEMS

__all__ = ["bp"]

bp = Blueprint("documents", __name__)


@bp.get("/api/v1/openapi.json")
def openapi() -> Response:
    """The OpenAPI 3.1 document of the JSON API."""
    return jsonify(make_document())


@bp.get("/api/docs")
def docs() -> str:
    """The same document for people: Swagger UI, or a plain list where no script runs."""
    return render_template("apidocs.html", document=make_document())


@bp.get("/problem/<name>")
def problem(name: str) -> Response | str:
    """What a problem's `type` means."""
    found = PROBLEMS.get(name)
    if found is None:
        raise NotFound(f"no problem is called {name!r}")
    if wants_html():
        return render_template("problem.html", problem=found)
    return jsonify(
        type=found.iri,
        title=found.title,
        status=found.status,
        description=f"{found.meaning} {found.members}".strip(),
    )
