"""Headers that many answers share: for security, for other origins, for caching."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable

from flask import Flask, Response, current_app, g, request

import kg

__all__ = ["entity_tag", "register_headers"]

_PAGE_POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "connect-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    ]
)
_DATA_POLICY = "default-src 'none'; frame-ancestors 'none'"
_METHODS = ("GET", "HEAD", "POST", "OPTIONS")
# What is the same for every origin, and so may be read from pages of all of them.
_OPEN = (
    "/sparql",
    "/api/",
    "/edition/",
    "/editions.atom",
    "/restated/",
    "/source/",
    "/provision/",
    "/scenario/",
    "/software/",
    "/ns",
    "/shapes",
    "/.well-known/",
    "/problem/",
)


def register_headers(app: Flask) -> None:
    """Add the headers to the app's answers."""
    app.config["FINGERPRINT"] = _fingerprint()
    app.after_request(_tag)
    app.after_request(_secure)
    app.after_request(_share)


def entity_tag(*parts: str) -> str:
    """An entity tag that changes with the data and with ruleloom.

    Args:
        parts: what tells one representation under an address from another.
    """
    version = g.snapshot.version if "snapshot" in g else ""
    known = "\n".join([version, current_app.config["FINGERPRINT"], *parts])
    return hashlib.sha256(known.encode()).hexdigest()[:24]


def _fingerprint() -> str:
    """A hash of the version, and of the templates and static files that pages are made of."""
    digest = hashlib.sha256(kg.__version__.encode())
    for folder in ("templates", "static"):
        for file in sorted(_iter_files(files("api") / folder), key=lambda f: f.name):
            digest.update(file.name.encode() + file.read_bytes())
    return digest.hexdigest()[:12]


def _iter_files(folder: Traversable) -> Iterator[Traversable]:
    for entry in folder.iterdir():
        if entry.is_file():
            yield entry
        else:
            yield from _iter_files(entry)


def _tag(response: Response) -> Response:
    """An ETag where none is set; a 304 where the client has that answer already."""
    if request.method not in ("GET", "HEAD") or response.status_code != 200:
        return response
    if request.endpoint == "static":
        return response
    if "ETag" not in response.headers and "no-store" not in response.headers.get(
        "Cache-Control", ""
    ):
        response.set_etag(entity_tag(response.mimetype or ""))
    if "Cache-Control" not in response.headers:
        response.headers["Cache-Control"] = "no-cache"
    response.make_conditional(request)
    return response


def _secure(response: Response) -> Response:
    is_page = response.mimetype == "text/html"
    response.headers.setdefault(
        "Content-Security-Policy", _PAGE_POLICY if is_page else _DATA_POLICY
    )
    response.headers.setdefault("X-Content-Type-Options", "nosniff")
    response.headers.setdefault("Referrer-Policy", "strict-origin-when-cross-origin")
    if is_page:
        response.headers.setdefault("X-Frame-Options", "DENY")
        response.headers.setdefault("Cross-Origin-Opener-Policy", "same-origin")
        response.headers.setdefault(
            "Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=()"
        )
    return response


def _share(response: Response) -> Response:
    if not request.path.startswith(_OPEN):
        return response
    response.headers["Access-Control-Allow-Origin"] = "*"
    response.headers["Access-Control-Expose-Headers"] = "ETag, Link, Retry-After, Ruleloom-Edition"
    if request.method == "OPTIONS":
        response.headers["Access-Control-Allow-Methods"] = ", ".join(
            method for method in _METHODS if method in response.allow
        )
        response.headers["Access-Control-Allow-Headers"] = "Accept, Content-Type, If-None-Match"
        response.headers["Access-Control-Max-Age"] = "86400"
    return response
