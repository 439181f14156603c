"""Real editions, parsed once a session and known by the names of their files."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

from extract.document import parse_document
from extract.pipeline import annotate
from extract.readers import read_lines
from kg.model import Edition, Source


@pytest.fixture(scope="session")
def edition(shared: Path) -> Callable[[str], Edition]:
    """`edition("2026-01-16")`: the annotated edition in that file."""

    @cache
    def read(name: str) -> Edition:
        data = (shared / "editions" / f"{name}.txt").read_bytes()
        lines = read_lines(data, name=f"{name}.txt")
        source = Source(name=f"{name}.txt", origin="0", sha256=hashlib.sha256(data).hexdigest())
        return annotate(parse_document(lines, source))

    return read
