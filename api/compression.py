"""Answers compressed as the client accepts: zstd, Brotli or gzip."""

from __future__ import annotations

from flask import Flask
from flask_compress import Compress

from api.negotiation import GRAPHS, RESULTS

__all__ = ["register_compression", "without_coding"]

_CODINGS = ("zstd", "br", "gzip")
_TEXTS = (
    "text/html",
    "text/css",
    "text/plain",
    "text/csv",
    "text/javascript",
    "application/json",
    "application/problem+json",
    "application/atom+xml",
    "image/svg+xml",
)


def register_compression(app: Flask) -> None:
    """Compress the app's answers. Call it before all that changes them: what is registered first
    is done last."""
    app.config["COMPRESS_ALGORITHM"] = list(_CODINGS)
    app.config["COMPRESS_STREAMS"] = False  # files of ours; they are small, and have their length
    app.config["COMPRESS_MIMETYPES"] = [
        *_TEXTS,
        *(form.media_type for form in (*RESULTS, *GRAPHS)),
    ]
    Compress(app)


def without_coding(tag: str) -> str:
    """An entity tag as it was before the coding's name was added to it (RFC 9110 8.8.3.3)."""
    name, _, coding = tag.rpartition(":")
    return name if coding in _CODINGS else tag
