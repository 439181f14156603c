"""A store with two editions, and the app over it."""

from __future__ import annotations

import contextlib
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from api import create_app
from kg.build import build

ROOT = Path(__file__).parents[2]
Process = subprocess.Popen[str]
RULEBOOK = ROOT / "data" / "rulebook" / "2026-01-16.txt"
# Our own words under an older date, with what the embedded rulebook has none of: a citation that
# dangles, a range, and a headword that is no plain word.
OLDER = """\
Magic: The Gathering Comprehensive Rules

These rules are effective as of February 5, 2021.

Introduction

A small rulebook for tests.

Contents

7. Additional Rules
701. Keyword Actions

Glossary

Credits

7. Additional Rules

701. Keyword Actions

701.1. Some verbs have a fixed meaning here.

701.2. Activate

701.2a Activating is what rule 602 would tell. See rules 701.7a–b and rule 701.1.

701.7. Destroy

701.7a Whatever is destroyed goes to its owner’s graveyard.
Example: A creature is destroyed <b>& gone</b>; see rule 701.7b.

701.7b Nothing is destroyed twice.

Glossary

Destroy
To put into a graveyard. See rule 701.7, “Destroy.”

Juzám (Obsolete)
1. A name with a mark.
2. Another sense. See rule 701.1.

Credits

Nobody.
"""


@pytest.fixture(scope="session")
def older_text() -> str:
    """The text of the older edition."""
    return OLDER


@pytest.fixture(scope="session")
def store_path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with our rulebook of 2026 and an older edition; not to be written."""
    folder = tmp_path_factory.mktemp("api")
    older = folder / "2021-02-02.txt"
    older.write_text(OLDER, encoding="utf-8")
    report = build([RULEBOOK, older], folder / "store")
    assert not report.failures
    return folder / "store"


@pytest.fixture(scope="session")
def app(store_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """The app over that store, or over the endpoint in RULELOOM_TEST_STORE with the same in it."""
    location = os.environ.get("RULELOOM_TEST_STORE") or str(store_path)
    if location.startswith("http"):
        older = tmp_path_factory.mktemp("older") / "2021-02-02.txt"
        older.write_text(OLDER, encoding="utf-8")
        assert not build([RULEBOOK, older], location).failures
    patience = 15.0 if location.startswith("http") else 2.0
    app = create_app(location, {"TESTING": True, "SPARQL_TIMEOUT": patience})
    yield app
    app.extensions["live_store"].close()


@pytest.fixture(scope="session")
def address(store_path: Path) -> Iterator[str]:
    """The address of a real server over that store, such as http://127.0.0.1:4711, for reading."""
    short = "api._DEFAULTS['SPARQL_TIMEOUT'] = 1.0"
    # Nobody reads what it says, and a full pipe would hold it up.
    with _serving(store_path, short, errors=subprocess.DEVNULL) as (_, found):
        yield found


@pytest.fixture(scope="session")
def serving() -> Callable[..., contextlib.AbstractContextManager[tuple[Process, str]]]:
    """`serving(store_path, first="", workers=1)`: a server of the test's own and its address."""
    return _serving


@contextlib.contextmanager
def _serving(
    store_path: Path, first: str = "pass", *, workers: int = 1, errors: int = subprocess.PIPE
) -> Iterator[tuple[Process, str]]:
    """A real server and its address.

    Args:
        first: what its process does before it serves.
    """
    serve = f"from api.server import serve; serve(sys.argv[1], port=0, workers={workers})"
    code = f"import api, sys; {first}; {serve}"
    process = subprocess.Popen(
        [sys.executable, "-c", code, str(store_path)],
        stdout=subprocess.PIPE,
        stderr=errors,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert process.stdout is not None
    match = re.match(r"ruleloom serves (http://\S+?)/ ", process.stdout.readline())
    assert match is not None
    yield process, match[1]
    process.terminate()
    try:
        process.communicate(timeout=30)
    finally:
        process.kill()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A client of that app."""
    return app.test_client()
