"""Health, metrics, request ids, the log of requests, and the limit of their rate."""

from __future__ import annotations

import json
import logging
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from api import create_app


def test_health_says_nothing_of_the_store_and_readiness_needs_it(
    client: FlaskClient, tmp_path: Path
) -> None:
    assert client.get("/healthz").text == "ok\n"
    assert client.get("/readyz").text.startswith("ready ")

    storeless = create_app(tmp_path / "nothing").test_client()
    assert storeless.get("/healthz").status_code == 200
    answer = storeless.get("/readyz")
    assert (answer.status_code, answer.mimetype) == (503, "application/problem+json")


def test_metrics_count_requests_by_endpoint_and_status(client: FlaskClient) -> None:
    client.get("/api/v1/rules/701.8a")
    client.get("/api/v1/rules/999.9")

    text = client.get("/metrics").text

    assert 'method="GET",status="200"' in text
    assert 'method="GET",status="404"' in text
    assert "ruleloom_request_seconds_bucket" in text


def test_request_id_is_the_clients_own_where_it_is_harmless(client: FlaskClient) -> None:
    kept = client.get("/healthz", headers={"X-Request-ID": "abc-1"})
    made = client.get("/healthz", headers={"X-Request-ID": "no spaces, please"})

    assert kept.headers["X-Request-ID"] == "abc-1"
    assert made.headers["X-Request-ID"] != client.get("/healthz").headers["X-Request-ID"]
    assert made.headers["X-Request-ID"].isalnum()


def test_log_of_requests_is_a_json_object_a_line(
    client: FlaskClient, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, logger="ruleloom.access"):
        client.get("/api/v1/rules/701.8a?edition=2026-01-16", headers={"X-Request-ID": "one"})

    record = json.loads(caplog.messages[-1])
    assert (record["request_id"], record["path"], record["status"]) == (
        "one",
        "/api/v1/rules/701.8a",
        200,
    )


def test_rate_is_limited_only_where_configured(store_path: Path, client: FlaskClient) -> None:
    app = create_app(store_path, {"RATE_LIMIT": "3/minute"})
    limited = app.test_client()

    statuses = [limited.get("/api/v1/editions").status_code for _ in range(5)]
    refused = limited.get("/api/v1/editions")

    assert statuses == [200, 200, 200, 429, 429]
    assert refused.mimetype == "application/problem+json"
    assert int(refused.headers["Retry-After"]) > 0
    assert limited.get("/healthz").status_code == 200
    assert all(client.get("/api/v1/editions").status_code == 200 for _ in range(5))
    app.extensions["live_store"].close()
