"""The OpenAPI document, held against the routes and their answers."""

from __future__ import annotations

import re
from typing import Any

import jsonschema
import pytest
from flask import Flask
from flask.testing import FlaskClient
from openapi_spec_validator import validate


@pytest.fixture
def document(client: FlaskClient) -> dict[str, Any]:
    """The document."""
    found: dict[str, Any] = client.get("/api/v1/openapi.json").json
    return found


def test_document_is_valid(document: dict[str, Any]) -> None:
    assert document["openapi"].startswith("3.1.")
    validate(document)


def test_page_for_people_lists_every_route(client: FlaskClient, document: dict[str, Any]) -> None:
    page = client.get("/api/docs")

    assert page.mimetype == "text/html"
    assert "script-src 'self'" in page.headers["Content-Security-Policy"]
    for path in document["paths"]:
        assert f"{path}</code>" in page.text


def test_document_has_every_route_of_the_api(app: Flask, document: dict[str, Any]) -> None:
    routes = {
        re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule)
        for rule in app.url_map.iter_rules()
        if rule.rule.startswith("/api/v1/")
    }

    assert set(document["paths"]) == routes - {"/api/v1/openapi.json"}


def test_parameters_are_described_and_typed(document: dict[str, Any]) -> None:
    for path, operations in document["paths"].items():
        for parameter in (p for o in operations.values() for p in o["parameters"]):
            where = f"{path} {parameter['name']}"
            assert parameter["description"], where
            assert parameter["schema"]["type"] in ("string", "integer", "boolean"), where
            assert "example" in parameter or parameter["name"] == "cursor", where


def test_errors_are_documented_as_problems(document: dict[str, Any]) -> None:
    for operations in document["paths"].values():
        responses = (pair for o in operations.values() for pair in o["responses"].items())
        for status, response in responses:
            kind = "application/json" if status == "200" else "application/problem+json"
            assert list(response["content"]) == [kind]


@pytest.mark.parametrize(
    ("route", "path"),
    [
        ("/rules/{number}", "/rules/701.2a?edition=2021-02-05"),
        ("/rules", "/rules?limit=20&prefix=701"),
        ("/rules", "/rules?q=destroy"),
        ("/glossary/{headword}", "/glossary/destroy"),
        ("/glossary", "/glossary?limit=20"),
        ("/editions", "/editions"),
        ("/stats", "/stats"),
        ("/rules/{number}", "/rules/701.99"),
        ("/rules", "/rules?limit=-1"),
    ],
)
def test_answers_are_as_documented(
    client: FlaskClient, document: dict[str, Any], route: str, path: str
) -> None:
    response = client.get(f"/api/v1{path}")

    documented = document["paths"][f"/api/v1{route}"]["get"]["responses"]
    content = documented[str(response.status_code)]["content"]
    schema = content[response.mimetype]["schema"]
    jsonschema.validate(
        response.json,
        {**schema, "components": document["components"]},
        cls=jsonschema.Draft202012Validator,
    )
