"""The server follows its store."""

from __future__ import annotations

import shutil
import time
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from api import create_app
from kg.build import build


@pytest.fixture
def written(tmp_path: Path, older_text: str) -> Path:
    """A store that the test may write."""
    older = tmp_path / "2021-02-02.txt"
    older.write_text(older_text, encoding="utf-8")
    build([older], tmp_path / "store")
    return tmp_path


def _names(client: FlaskClient) -> list[str]:
    return [item["name"] for item in client.get("/api/v1/editions").json["items"]]


def test_new_generation_is_served_without_a_restart(written: Path, older_text: str) -> None:
    app = create_app(written / "store", {"STORE_CHECK_SECONDS": 0.0, "SPARQL_WORKERS": 1})
    client = app.test_client()
    assert _names(client) == ["2021-02-05"]
    tag = client.get("/api/v1/rules/701").headers["ETag"]
    newer = written / "newer.txt"
    newer.write_text(older_text.replace("February 5, 2021", "March 6, 2022"), encoding="utf-8")

    build([newer], written / "store")
    deadline = time.monotonic() + 10
    while _names(client) == ["2021-02-05"] and time.monotonic() < deadline:
        time.sleep(0.02)

    assert _names(client) == ["2021-02-05", "2022-03-06"]
    assert client.get("/api/v1/rules/701").headers["ETag"] != tag
    count = client.get("/sparql?query=SELECT ?e {GRAPH ?e {?e a rl:Edition}}&format=csv")
    assert len(count.text.splitlines()) == 3
    generations = list((written / "store" / "generations").iterdir())
    assert len(generations) == 1  # the old one went with its last reader
    app.extensions["live_store"].close()


def test_missing_store_is_a_problem_without_its_place(tmp_path: Path) -> None:
    app: Flask = create_app(tmp_path / "nothing")

    response = app.test_client().get("/api/v1/editions")

    assert response.status_code == 503
    assert response.headers["Retry-After"] == "5"
    assert response.json["detail"] == "the server can't read its store just now"


def test_unforeseen_error_shows_nothing_of_itself(
    store_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    app = create_app(store_path)
    monkeypatch.setitem(app.view_functions, "pages.editions", lambda: 1 / 0)

    response = app.test_client().get("/editions")

    assert response.status_code == 500
    assert response.json["detail"] == "something went wrong in the server; its log says what"
    assert "ZeroDivisionError" not in response.text
    assert "ZeroDivisionError" in caplog.text


def test_store_removed_under_the_server_is_a_problem(written: Path) -> None:
    app = create_app(written / "store", {"STORE_CHECK_SECONDS": 3600, "SPARQL_WORKERS": 1})
    client = app.test_client()
    assert _names(client) == ["2021-02-05"]

    shutil.rmtree(written / "store")

    for path in ("/rules", "/api/v1/rules/701", "/sparql?query=ASK{}", "/edition/2021-02-05"):
        response = client.get(path)
        assert (path, response.status_code) == (path, 503)
        assert response.json["type"].endswith("/store-unavailable")
    app.extensions["live_store"].close()


def test_store_built_anew_in_its_place_is_served(written: Path, older_text: str) -> None:
    app = create_app(written / "store", {"STORE_CHECK_SECONDS": 0.0, "SPARQL_WORKERS": 1})
    client = app.test_client()
    assert _names(client) == ["2021-02-05"]
    newer = written / "newer.txt"
    newer.write_text(older_text.replace("February 5, 2021", "March 6, 2022"), encoding="utf-8")

    shutil.rmtree(written / "store")
    build([newer], written / "store")
    deadline = time.monotonic() + 10
    while client.get("/api/v1/editions").status_code == 503 and time.monotonic() < deadline:
        time.sleep(0.02)

    assert _names(client) == ["2022-03-06"]
    app.extensions["live_store"].close()


def test_restatement_where_there_is_none_is_a_problem_that_says_so(written: Path) -> None:
    app = create_app(written / "store", {"SPARQL_WORKERS": 1})

    response = app.test_client().get("/api/v1/stats?restated=yes")

    assert response.status_code == 404
    assert response.json["detail"] == "the store has no restatement: it has 2021-02-05"
    app.extensions["live_store"].close()
