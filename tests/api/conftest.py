"""A store with two editions, and the app over it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from api import create_app
from kg.build import build

RULEBOOK = Path(__file__).parents[2] / "data" / "rulebook" / "2026-01-16.txt"
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


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A client of that app."""
    return app.test_client()
