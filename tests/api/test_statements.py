"""What a rule says, over HTTP."""

from __future__ import annotations

from flask.testing import FlaskClient


def test_a_rule_with_its_statements_roles_and_terms(client: FlaskClient) -> None:
    answer = client.get("/api/v1/rules/701.9b/statements").json

    first, second = answer["passages"][0]["statements"]
    assert answer["edition"]["name"] == "restated/2026-01-16"
    assert answer["number"] == "701.9b"
    assert [first["kind"], second["kind"]] == ["consequence", "permission"]
    assert [role["role"] for role in first["roles"]] == ["actor", "condition"]
    discard = next(t for t in answer["passages"][0]["terms"] if t["text"] == "discard")
    assert (discard["term"], discard["kind"], discard["rule"]) == (
        "Discard",
        "keywordAction",
        "701.9",
    )


def test_examples_follow_the_rule(client: FlaskClient) -> None:
    passages = client.get("/api/v1/rules/702.22c/statements").json["passages"]

    assert len(passages) == 2
    assert {s["kind"] for s in passages[1]["statements"]} == {"illustration"}
    assert [card["name"] for card in passages[1]["cards"]] == ["Benalish Hero"]


def test_places_count_characters_of_the_passage(client: FlaskClient) -> None:
    (passage, *_) = client.get("/api/v1/rules/701.9b/statements").json["passages"]

    for part in [*passage["statements"], *passage["terms"]]:
        assert passage["text"][part["start"] : part["end"]] == part["text"]


def test_another_edition_is_asked_for_by_its_date(client: FlaskClient) -> None:
    answer = client.get("/api/v1/rules/701.7a/statements?edition=2021-02-05").json

    assert answer["edition"]["name"] == "2021-02-05"
    assert len(answer["passages"]) == 2


def test_a_number_that_is_not_printed_is_a_problem(client: FlaskClient) -> None:
    response = client.get("/api/v1/rules/701.999/statements")

    assert response.status_code == 404
    assert response.content_type == "application/problem+json"
