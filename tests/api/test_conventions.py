"""What holds for every route of the JSON API, told by walking the OpenAPI document."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import quote, urlencode

import jsonschema
import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

# Values where an example of the document isn't in the store of the tests.
ELSEWHERE = {"edition": "restated/2026-01-16", "since": "2021-02-05"}
# These name the editions that they set beside each other, or are of no edition.
TWO_EDITIONS = {"/api/v1/map", "/api/v1/diff"}
Route = tuple[str, str, dict[str, Any]]


@pytest.fixture(scope="module")
def routes(document: dict[str, Any]) -> list[Route]:
    """Path, method and operation of every route."""
    return [
        (path, method, operation)
        for path, operations in document["paths"].items()
        for method, operation in operations.items()
    ]


@pytest.fixture(scope="module")
def document(app: Flask) -> dict[str, Any]:
    """The OpenAPI document."""
    found: dict[str, Any] = app.test_client().get("/api/v1/openapi.json").json
    return found


def parameters(operation: dict[str, Any], place: str) -> dict[str, dict[str, Any]]:
    return {p["name"]: p for p in operation["parameters"] if p["in"] == place}


Ask = Callable[..., TestResponse]


@pytest.fixture(scope="module")
def ask(app: Flask) -> Ask:
    """`ask(route, **args)`: the answer to the request that the document's examples make.

    The same request is made once: some take the network of the edition a second.
    """
    client = app.test_client()
    answered: dict[tuple[str, str, str], TestResponse] = {}

    def request(route: Route, **args: str) -> TestResponse:
        path, method, operation = route
        for name, parameter in parameters(operation, "path").items():
            path = path.replace(f"{{{name}}}", quote(str(parameter["example"])))
        needed = {
            name: str(parameter["example"])
            for name, parameter in parameters(operation, "query").items()
            if parameter.get("required")
        }
        query = urlencode(needed | args)
        if (method, path, query) not in answered:
            body = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
            answered[method, path, query] = client.open(
                f"{path}?{query}", method=method.upper(), json=body.get("example")
            )
        return answered[method, path, query]

    return request


def asked(routes: list[Route], name: str) -> Iterator[Route]:
    """The routes with a parameter of that name."""
    return (route for route in routes if name in parameters(route[2], "query"))


def test_example_of_every_route_is_answered_as_documented(
    client: FlaskClient, ask: Ask, document: dict[str, Any], routes: list[Route]
) -> None:
    for route in routes:
        response = ask(route)

        assert response.status_code == 200, (route[0], response.text)
        content = route[2]["responses"]["200"]["content"]["application/json"]
        schema = {**content["schema"], "components": document["components"]}
        jsonschema.validate(response.json, schema, cls=jsonschema.Draft202012Validator)


@pytest.mark.slow
def test_example_of_every_parameter_is_taken(ask: Ask, routes: list[Route]) -> None:
    for route in routes:
        for name, parameter in parameters(route[2], "query").items():
            if name == "cursor":
                continue
            value = str(ELSEWHERE.get(name, parameter["example"]))
            response = ask(route, **{name: value})
            assert response.status_code == 200, (route[0], name, response.text)


def test_every_route_takes_an_edition_and_names_it(ask: Ask, routes: list[Route]) -> None:
    for route in routes:
        if route[0] in TWO_EDITIONS:
            continue
        answer = ask(route, date="2026-03-01").json
        assert next(iter(answer)) == "edition", route[0]
        assert answer["edition"]["name"] == "restated/2026-01-16", route[0]
        assert ask(route, edition="1993-08-05").status_code == 404, route[0]
        assert ask(route, edition="2026-01-16", date="2026-01-16").status_code == 400


def test_every_list_comes_in_pages_that_links_join(
    client: FlaskClient, ask: Ask, document: dict[str, Any], routes: list[Route]
) -> None:
    paged = list(asked(routes, "cursor"))
    assert len(paged) >= 11
    for route in paged:
        whole = ask(route).json
        response = ask(route, limit="1")
        assert len(response.json["items"]) <= 1, route[0]
        assert response.json["items"] == whole["items"][:1], route[0]
        assert re.search(r'<[^>]+>; rel="first"', response.headers["Link"]), route[0]
        following = response.json["next"]
        assert (following is None) == (len(whole["items"]) < 2), route[0]
        if following:
            assert f'<{following}>; rel="next"' in response.headers["Link"]
            assert client.get(following).json["items"] == whole["items"][1:2], route[0]


def test_lists_are_called_items(document: dict[str, Any], routes: list[Route]) -> None:
    schemas = document["components"]["schemas"]
    for path, _, operation in routes:
        content = operation["responses"]["200"]["content"]["application/json"]
        members = schemas[content["schema"]["$ref"].rpartition("/")[2]].get("properties", {})
        listed = "cursor" in parameters(operation, "query")
        assert ("items" in members) == listed, path
        assert ({"total", "next"} <= members.keys()) == listed, path


def test_every_route_leaves_out_what_fields_doesnt_name(ask: Ask, routes: list[Route]) -> None:
    for route in asked(routes, "fields"):
        whole = ask(route).json
        if whole.get("items") == []:
            continue  # what its items would have can't be seen
        item = whole["items"][0] if whole.get("items") else whole
        name = next(name for name in item if name not in ("edition", "old", "new"))

        part = ask(route, fields=name).json
        wrong = ask(route, fields="nonsense")

        if whole.get("items"):
            assert [list(item) for item in part["items"]] == [[name]] * len(whole["items"])
        else:
            kept = ("edition", "old", "new", "total", "next", "items", "corrected", name)
            assert list(part) == [member for member in whole if member in kept], route[0]
        assert wrong.status_code == 400, route[0]
        assert wrong.json["errors"][0]["parameter"] == "fields"


def test_every_route_refuses_parameters_that_it_doesnt_know(ask: Ask, routes: list[Route]) -> None:
    for route in routes:
        response = ask(route, editon="2026-01-16")
        assert response.status_code == 400, route[0]
        assert response.mimetype == "application/problem+json"
        assert response.json["errors"][0]["parameter"] == "editon"


def test_names_are_snake_case_and_dates_are_iso(ask: Ask, routes: list[Route]) -> None:
    def walk(value: Any, place: str) -> None:
        if isinstance(value, dict):
            for name, below in value.items():
                if re.search(r"/(prefixes|counts|network|parameters|events|terms)", place) is None:
                    assert re.fullmatch(r"[a-z][a-z0-9_]*", name), f"{place} {name}"
                if name == "date" and below is not None:
                    assert re.fullmatch(r"\d{4}-\d\d-\d\d", below), place
                walk(below, f"{place}/{name}")
        elif isinstance(value, list):
            for below in value[:5]:
                walk(below, place)

    for route in routes:
        walk(ask(route).json, route[0])


def test_every_get_has_an_entity_tag_and_is_open_to_other_origins(
    ask: Ask, routes: list[Route]
) -> None:
    for route in routes:
        response = ask(route)
        assert response.headers["Access-Control-Allow-Origin"] == "*", route[0]
        assert "X-Request-ID" in response.headers
        assert response.headers["X-Content-Type-Options"] == "nosniff"
        if route[1] == "get":
            assert response.headers["ETag"], route[0]
