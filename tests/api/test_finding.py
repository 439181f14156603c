"""Search with its filters and its forgiveness, suggestions, examples, and what ties rules."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

OURS = "edition=restated/2026-01-16"
OLDER = "edition=2021-02-05"


def get(client: FlaskClient, path: str) -> Any:
    """The JSON under a path of the API."""
    response = client.get(f"/api/v1{path}")
    assert response.status_code == 200, response.text
    return response.json


@pytest.mark.parametrize(
    ("asked", "searched"),
    [
        ("destory", "destroy"),
        ("graveyrad", "graveyard"),
        ("Destory the craeture", "destroy the creature"),
        ("destroyed", None),
        ("xyzzyplugh", None),
    ],
)
def test_search_forgives_slips_and_says_so(
    client: FlaskClient, asked: str, searched: str | None
) -> None:
    answer = get(client, f"/rules?{OURS}&q={asked}")

    assert answer["corrected"] == searched
    assert bool(answer["items"]) == (asked != "xyzzyplugh")


def test_search_is_narrowed_by_kind_and_section(client: FlaskClient) -> None:
    found = get(client, f"/rules?{OURS}&q=destroy&kind=subrule&section=702&limit=20")

    assert found["items"]
    assert {item["kind"] for item in found["items"]} == {"subrule"}
    assert {item["section"]["number"] for item in found["items"]} == {"702"}
    assert found["items"][0]["section"]["heading"] == "Keyword Abilities"


def test_list_is_narrowed_by_section_and_tells_what_is_asked(client: FlaskClient) -> None:
    plain = get(client, f"/rules?{OLDER}&section=701&kind=rule")
    full = get(client, f"/rules?{OLDER}&section=701&kind=rule&include=children,ancestors,cited_by")

    assert [item["number"] for item in plain["items"]] == ["701.1", "701.2", "701.7"]
    assert plain["items"][0]["children"] is None
    assert [child["number"] for child in full["items"][2]["children"]] == ["701.7a", "701.7b"]
    assert [above["number"] for above in full["items"][2]["ancestors"]] == ["7", "701"]
    assert full["items"][2]["cited_by"]["glossary"] == ["Destroy"]


def test_unknown_part_is_refused_by_name(client: FlaskClient) -> None:
    response = client.get("/api/v1/rules/701.8?include=programs,wisdom")

    assert response.status_code == 400
    assert response.json["detail"] == (
        "include: has no wisdom: expected some of history, programs, statements, validation"
    )


def test_rule_tells_its_programs_statements_and_history(client: FlaskClient) -> None:
    rule = get(client, f"/rules/701.8?{OURS}&include=programs,statements,history,validation")

    assert "destroy" in {program["name"] for program in rule["programs"]}
    assert all(program["text"].startswith("@action(") for program in rule["programs"])
    assert rule["statements"][0]["text"] == rule["text"]
    assert rule["history"][-1]["number"] == "701.8"
    assert rule["validation"] == []  # this store wasn't validated


def test_keyword_tells_its_programs(client: FlaskClient) -> None:
    keyword = get(client, f"/keywords/cycling?{OURS}")

    assert [program["kind"] for program in keyword["programs"]][:1] == ["ability"]
    assert keyword["validation"] == []


@pytest.mark.parametrize(
    ("typed", "first", "corrected"),
    [
        ("702.19", "702.19 Trample", False),
        ("tramp", "Trample", False),
        ("first str", "First Strike", False),
        ("tarmple", "702.19 Trample", True),
    ],
)
def test_suggestions_begin_as_typed_or_are_written_alike(
    client: FlaskClient, typed: str, first: str, corrected: bool
) -> None:
    items = get(client, f"/suggestions?{OURS}&q={typed}")["items"]

    assert items[0]["text"] == first
    assert items[0]["corrected"] is corrected
    assert client.get(items[0]["url"]).status_code == 200


def test_nothing_is_suggested_for_nonsense(client: FlaskClient) -> None:
    assert get(client, f"/suggestions?{OURS}&q=qqqqqqqq")["items"] == []


def test_examples_are_listed_and_searched(client: FlaskClient) -> None:
    listed = get(client, f"/examples?{OLDER}")
    found = get(client, f"/examples?{OURS}&q=trample&section=702&limit=3")

    assert [(item["rule"], item["place"]) for item in listed["items"]] == [("701.7a", 1)]
    assert listed["items"][0]["iri"].endswith("/rule/701.7a/example/1")
    assert found["items"]
    for item in found["items"]:
        rule = get(client, f"/rules/{item['rule']}?{OURS}")
        assert rule["examples"][item["place"] - 1]["text"] == item["text"]
        assert item["match"]["kind"] == "example"


def test_citations_tell_direction_kind_and_place(client: FlaskClient) -> None:
    both = get(client, f"/rules/701.7a/citations?{OLDER}&direction=both")
    out = get(client, f"/rules/701.2a/citations?{OLDER}")

    assert [
        (tie["direction"], tie["source"], tie["place"], tie["target"]) for tie in both["items"]
    ] == [
        ("out", "701.7a", "example 1", "701.7b"),
        ("in", "701.2a", "text", "701.7a"),
    ]
    assert [(tie["target"], tie["dangling"]) for tie in out["items"]] == [
        ("602", True), ("701.7a", False), ("701.7b", False), ("701.1", False),
    ]  # fmt: skip


def test_citations_are_narrowed_by_kind(client: FlaskClient) -> None:
    answer = get(client, f"/rules/702.19b/citations?{OURS}&direction=in&kind=follows")

    assert [tie["source"] for tie in answer["items"]] == ["702.19c"]
    assert get(client, f"/rules/702.19b/citations?{OURS}&direction=in&kind=seeAlso")["items"] == []


def test_fields_of_a_search_keep_what_was_searched(client: FlaskClient) -> None:
    answer = get(client, f"/rules?{OURS}&q=destory&fields=number,text&limit=2")

    assert answer["corrected"] == "destroy"
    assert [list(item) for item in answer["items"]] == [["number", "text"]] * 2
