"""`POST /api/v1/citations/check`."""

from __future__ import annotations

from typing import Any

import jsonschema
import pytest
from flask import Flask
from flask.testing import FlaskClient

ROUTE = "/api/v1/citations/check"


def post(client: FlaskClient, query: str = "", **body: object) -> Any:
    """The answer to a body."""
    return client.post(f"{ROUTE}{query}", json=body)


def test_a_text_is_checked(client: FlaskClient) -> None:
    answer = post(client, text="// CR 701.8a\n// é CR 701.99a", name="a.rs")

    assert answer.status_code == 200
    found = answer.json
    assert found["edition"]["name"] == "restated/2026-01-16"
    assert found["citations"] == 2
    assert found["cited"] == ["701.8a", "701.99a"]
    (finding,) = found["findings"]
    assert (finding["verdict"], finding["line"], finding["column"]) == ("dangling", 2, 9)
    assert (finding["start"], finding["end"], finding["text"]) == (21, 28, "701.99a")


def test_moves_since_a_date_are_followed(client: FlaskClient) -> None:
    answer = post(client, text="// CR 701.13a", name="a.rs", written_for="2017-06-01")

    assert answer.json["written_for"] == {"edition": "2017-04-28", "how": "as given", "sure": True}
    (finding,) = answer.json["findings"]
    assert (finding["better"], finding["certain"]) == (["701.19a"], True)


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("?edition=2021-02-02", "2021-02-05"),
        ("?date=2022-01-01", "2021-02-05"),
        ("?edition=2019-01-25", "2019-01-25"),
    ],
)
def test_the_edition_is_asked_for(client: FlaskClient, query: str, name: str) -> None:
    answer = post(client, query, text="CR 701.7a")

    assert answer.json["edition"]["name"] == name
    assert answer.json["findings"] == []


@pytest.mark.parametrize(
    ("query", "body", "status", "detail"),
    [
        ("", {}, 400, "text"),
        ("", {"text": 3}, 400, "text"),
        ("", {"text": "x", "other": 1}, 400, "other: is no parameter of this route"),
        ("?edition=1999-01-01", {"text": "x"}, 404, "no edition 1999-01-01 is known"),
        ("", {"text": "x", "written_for": "1999-01-01"}, 404, "no edition in force on 1999-01-01"),
        ("", {"text": "x" * 200_001}, 413, "the text has 200001 characters; at most 200000"),
    ],
)
def test_wrong_requests_are_problems(
    client: FlaskClient, query: str, body: dict[str, Any], status: int, detail: str
) -> None:
    answer = post(client, query, **body)

    assert answer.status_code == status
    assert answer.content_type == "application/problem+json"
    assert detail in answer.json["detail"]


@pytest.mark.parametrize("data", [b"", b"{", b"\xff", b"[]"])
def test_a_body_that_is_no_json_object_is_refused(client: FlaskClient, data: bytes) -> None:
    answer = client.post(ROUTE, data=data, content_type="application/json")

    assert answer.status_code == 400
    assert answer.content_type == "application/problem+json"


def test_other_media_types_are_refused(client: FlaskClient) -> None:
    answer = client.post(ROUTE, data="CR 701.8a", content_type="text/plain")

    assert answer.status_code in (400, 415)
    assert answer.content_type == "application/problem+json"


def test_pages_of_other_origins_may_ask(client: FlaskClient) -> None:
    answer = client.options(ROUTE)

    assert "POST" in answer.headers["Access-Control-Allow-Methods"]


def test_the_answer_is_as_documented(app: Flask, client: FlaskClient) -> None:
    document: dict[str, Any] = app.test_client().get("/api/v1/openapi.json").json or {}
    operation = document["paths"][ROUTE]["post"]
    schema = operation["responses"]["200"]["content"]["application/json"]["schema"]
    answer = post(client, text="// CR 701.13a, CR 701.99a", written_for="2017-06-01")

    assert "413" in operation["responses"]
    assert "application/json" in operation["requestBody"]["content"]
    jsonschema.validate(answer.json, {**schema, "components": document["components"]})
