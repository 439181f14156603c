"""Fixtures for all tests: the shared texts, and editions made from text in a line."""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import pytest
from hypothesis import settings

from extract.document import parse_document
from extract.pipeline import annotate
from extract.readers import read_lines
from kg.build import build_embedded
from kg.model import Edition, Source

ROOT = Path(__file__).parent.parent
# A busy machine makes an example slow, not wrong.
settings.register_profile("unhurried", deadline=None)
settings.load_profile("unhurried")
RULEBOOK = ROOT / "data" / "rulebook" / "2026-01-16.txt"


@pytest.fixture(scope="session")
def missing() -> Callable[[str], NoReturn]:
    """`missing(what)`: skip for want of something, or fail where nothing may be skipped."""

    def skip(what: str) -> NoReturn:
        if os.environ.get("RULELOOM_NO_SKIP"):
            pytest.fail(f"{what} (RULELOOM_NO_SKIP is set)")
        pytest.skip(what)

    return skip


@pytest.fixture(scope="session")
def shared(missing: Callable[[str], NoReturn]) -> Path:
    """The folder of official texts, which is never part of the project."""
    folder = Path(os.environ.get("RULELOOM_SHARED", ROOT.parent / "shared"))
    if not folder.is_dir():
        missing(f"no shared texts at {folder}; set RULELOOM_SHARED")
    return folder


@pytest.fixture(scope="session")
def embedded_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with the embedded rulebook, built once a run; not to be written."""
    base = tmp_path_factory.getbasetemp()
    root = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    path = root / "embedded" / "store"
    with (root / "embedded.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not path.exists():
            build_embedded(path)
    return path


@pytest.fixture(scope="session")
def chromium(missing: Callable[[str], NoReturn]) -> str:
    """The path of a Chromium to drive."""
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if path := shutil.which(name):
            return path
    missing("no Chromium on this machine; apt-get install chromium")


@pytest.fixture(autouse=True)
def _no_store_of_the_user(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test reads or writes the store that the user has set."""
    monkeypatch.delenv("RULELOOM_STORE", raising=False)


def parse_bytes(data: bytes, *, name: str = "rules.txt", cited: bool = False) -> Edition:
    """The edition in some bytes."""
    lines = read_lines(data, name=name)
    source = Source(
        name=name,
        origin="0123456789abcdef",
        sha256=hashlib.sha256(data).hexdigest(),
        encoding=lines.encoding,
        line_end=lines.line_end,
    )
    edition = parse_document(lines, source)
    return annotate(edition) if cited else edition


@pytest.fixture(scope="session")
def parse() -> Callable[..., Edition]:
    """`parse(text, cited=False)`: the edition in a text."""

    def parse_text(text: str, *, name: str = "rules.txt", cited: bool = False) -> Edition:
        return parse_bytes(text.encode(), name=name, cited=cited)

    return parse_text


@pytest.fixture(scope="session")
def rulebook() -> Edition:
    """The embedded rulebook, with its citations."""
    return parse_bytes(RULEBOOK.read_bytes(), name=RULEBOOK.name, cited=True)
