"""Card texts annotated over HTTP, and the keywords that they are read by."""

from __future__ import annotations

import json
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

CARD = {"name": "Dune Courier", "text": "Flying\nProtection from red", "pt": "1/1"}
NEWEST = "restated/2026-01-16"


def post(client: FlaskClient, body: object, query: str = "") -> Any:
    return client.post(f"/api/v1/annotate{query}", json=body)


def test_one_card(client: FlaskClient) -> None:
    response = post(client, CARD)

    answer = response.json
    assert response.status_code == 200
    assert answer["edition"]["name"] == NEWEST
    assert answer["keywords"] == ["flying", "protection"]
    assert answer["keyword_details"][1]["parameter"] == "red"
    assert answer["rules"] == ["702.9", "702.16"]


def test_many_cards_keep_their_order(client: FlaskClient) -> None:
    response = post(client, {"cards": [{"name": "Plain Bear", "text": None}, CARD]})

    assert response.json["edition"]["name"] == NEWEST
    assert [(c["name"], c["keywords"]) for c in response.json["cards"]] == [
        ("Plain Bear", []),
        ("Dune Courier", ["flying", "protection"]),
    ]


def test_the_command_line_answers_alike(client: FlaskClient, rulebook: Any) -> None:
    from extract.cards import Annotator
    from kg.annotate import annotation_as_json

    answer = post(client, CARD).json

    expected = annotation_as_json(Annotator(rulebook).annotate(CARD["name"], CARD["text"]))
    assert {key: answer[key] for key in expected} == json.loads(json.dumps(expected))


def test_an_older_edition_has_its_own_keywords(client: FlaskClient) -> None:
    response = post(client, CARD, "?edition=2021-02-05")

    assert response.json["edition"]["name"] == "2021-02-05"
    assert response.json["keywords"] == []


@pytest.mark.parametrize(
    ("body", "detail"),
    [
        ({}, "query: give name and text of one card, or cards"),
        ({"name": "A"}, "query: give name and text of one card, or cards"),
        ({"cards": [], **CARD}, "query: give name and text of one card, or cards, not both"),
        ({"cards": [{"name": "A"}]}, "cards.0.text: field required"),
        ({"name": 1, "text": "x"}, "name: should be a valid string"),
        ({"name": "A", "text": "x" * 20_001}, "text: string should have at most 20000 characters"),
    ],
)
def test_what_is_no_card_is_refused(client: FlaskClient, body: object, detail: str) -> None:
    response = post(client, body)

    assert response.status_code == 400
    assert response.mimetype == "application/problem+json"
    assert response.json["detail"] == detail


def test_too_many_cards_are_too_large(app: Flask, client: FlaskClient) -> None:
    app.config["ANNOTATE_MAX_CARDS"] = 2

    response = post(client, {"cards": [CARD] * 3})

    app.config["ANNOTATE_MAX_CARDS"] = 500
    assert response.status_code == 413
    assert response.json["detail"] == "3 cards; at most 2 are read at once"


def test_keywords_are_listed(client: FlaskClient) -> None:
    abilities = client.get("/api/v1/keywords?kind=ability").json
    actions = client.get("/api/v1/keywords?kind=action").json

    assert abilities["edition"]["name"] == NEWEST
    assert len(abilities["items"]) == 189
    assert abilities["items"][0]["name"] == "deathtouch"
    assert {item["kind"] for item in actions["items"]} == {"keyword action"}


@pytest.mark.parametrize("name", ["cycling", "Typecycling"])
def test_a_keyword_by_its_name_or_a_variants(client: FlaskClient, name: str) -> None:
    answer = client.get(f"/api/v1/keywords/{name}").json

    assert (answer["name"], answer["number"], answer["kind"]) == ("cycling", "702.29", "activated")
    assert answer["variants"] == ["typecycling"]
    assert answer["forms"][1] == {
        "template": "[Type]cycling [cost]",
        "rule": "702.29e",
        "parameters": ["Type", "cost"],
        "variant": "typecycling",
        "former": False,
    }
    assert answer["definition"]["rule"] == "702.29a"


def test_an_unknown_keyword_names_those_alike(client: FlaskClient) -> None:
    response = client.get("/api/v1/keywords/cyclin")

    assert response.status_code == 404
    assert response.json["detail"] == (
        "edition 2026-01-16 (restated) has no keyword 'cyclin'; did you mean cycling?"
    )
