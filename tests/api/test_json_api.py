"""The JSON API: rules, glossary, editions, statistics."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from kg.vocab import BASE

EDITION = {
    "name": "2021-02-05",
    "date": "2021-02-05",
    "restated": False,
    "iri": f"{BASE}edition/2021-02-05",
}


def get(client: FlaskClient, path: str) -> Any:
    """The JSON under a path of the API."""
    response = client.get(f"/api/v1{path}")
    assert response.status_code == 200, response.text
    assert response.mimetype == "application/json"
    return response.json


def test_show_rule_gives_all_of_a_rule(client: FlaskClient) -> None:
    rule = get(client, "/rules/701.2a?edition=2021-02-05")

    text = "Activating is what rule 602 would tell. See rules 701.7a–b and rule 701.1."
    assert next(iter(rule)) == "edition"
    assert rule == {
        "edition": EDITION,
        "number": "701.2a",
        "kind": "subrule",
        "iri": f"{BASE}edition/2021-02-05/rule/701.2a",
        "url": "/api/v1/rules/701.2a?edition=2021-02-05",
        "heading": None,
        "text": text,
        "parent": "701.2",
        "examples": [],
        "citations": [
            {"text": "602", "start": 24, "end": 27, "targets": ["602"], "missing": ["602"]},
            {"text": "701.7a–b", "start": 50, "end": 58,
             "targets": ["701.7a", "701.7b"], "missing": []},
            {"text": "701.1", "start": 68, "end": 73, "targets": ["701.1"], "missing": []},
        ],
        "references": ["602", "701.7a", "701.7b", "701.1"],
        "dangling": ["602"],
        "inferred_number": False,
        "ancestors": [
            _neighbour("7", "chapter", "Additional Rules"),
            _neighbour("701", "section", "Keyword Actions"),
            _neighbour("701.2", "rule", "Activate"),
        ],
        "children": [],
        "previous": _neighbour("701.2", "rule", "Activate"),
        "next": _neighbour("701.7", "rule", "Destroy"),
        "cited_by": {"rules": [], "glossary": []},
        "provision": f"{BASE}provision/2009-07-11-701.2a",
        "history": None,
        "programs": None,
        "statements": None,
        "validation": None,
    }  # fmt: skip
    assert all(text[c["start"] : c["end"]] == c["text"] for c in rule["citations"])


def _neighbour(number: str, kind: str, heading: str) -> dict[str, str]:
    url = f"/api/v1/rules/{number}?edition=2021-02-05"
    return {"number": number, "kind": kind, "heading": heading, "url": url}


def test_show_rule_gives_examples_children_and_who_cites_it(client: FlaskClient) -> None:
    below = get(client, "/rules/701.7?edition=2021-02-05")
    rule = get(client, "/rules/701.7a?edition=2021-02-05")

    assert [child["text"] for child in below["children"]] == [
        "Whatever is destroyed goes to its owner’s graveyard.",
        "Nothing is destroyed twice.",
    ]
    assert below["cited_by"] == {"rules": [], "glossary": ["Destroy"]}
    assert rule["examples"][0]["citations"][0]["targets"] == ["701.7b"]
    assert rule["references"] == ["701.7b"]
    assert rule["cited_by"]["rules"] == ["701.2a"]


@pytest.mark.parametrize(
    ("args", "name"),
    [
        pytest.param("", "restated/2026-01-16", id="newest"),
        pytest.param("?edition=2021-02-05", "2021-02-05", id="by-date"),
        pytest.param("?edition=2021-02-02", "2021-02-05", id="by-its-files-date"),
        pytest.param("?edition=restated/2026-01-16", "restated/2026-01-16", id="by-path"),
        pytest.param("?date=2026-01-15", "2021-02-05", id="in-force-on-a-day"),
        pytest.param("?date=2030-01-01", "restated/2026-01-16", id="in-force-in-the-future"),
        pytest.param("?restated=true", "restated/2026-01-16", id="ours"),
    ],
)
def test_every_answer_names_the_edition_asked_for(
    client: FlaskClient, args: str, name: str
) -> None:
    for path in ("/rules/701", "/rules", "/glossary/destroy", "/glossary", "/stats"):
        assert get(client, f"{path}{args}")["edition"]["name"] == name


@pytest.mark.parametrize(
    ("path", "status", "detail"),
    [
        pytest.param("/rules/7o1", 400, "'7o1' is no rule number: expected one like 7, 701, 701.8 "
                     "or 701.8a", id="no-number"),
        pytest.param("/rules/701.7c?edition=2021-02-05", 404, "edition 2021-02-05 prints no rule "
                     "701.7c; did you mean 701.7 or 701.7b or 701.7a?", id="no-such-rule"),
        pytest.param("/rules/701?edition=1999-04-23", 404, "the store has no edition 1999-04-23: "
                     "it has 2021-02-05, 2026-01-16 (restated)", id="no-such-edition"),
        pytest.param("/rules/701?date=1999-04-23", 404, "the store has no edition in force on "
                     "1999-04-23: it has 2021-02-05, 2026-01-16 (restated)", id="before-the-first"),
        pytest.param("/rules/701?date=someday", 400, "date: is no date: expected one like "
                     "2026-01-16", id="no-date"),
        pytest.param("/rules/701?date=1700000000", 400, "date: is no date: expected one like "
                     "2026-01-16", id="seconds"),
        pytest.param("/rules/a%0D%0Ab", 400, "'a\\r\\nb' is no rule number: expected one like 7, "
                     "701, 701.8 or 701.8a", id="line-feed"),
        pytest.param("/rules/701?edition=2021-02-05&date=2022-01-01", 400, "query: edition and "
                     "date can't be combined", id="both"),
        pytest.param("/rules?limit=0", 400, "limit: should be greater than or equal to 1",
                     id="limit-low"),
        pytest.param("/rules?limit=201", 400, "limit: should be less than or equal to 200",
                     id="limit-high"),
        pytest.param("/rules?limit=many", 400, "limit: is no whole number", id="limit-word"),
        pytest.param("/rules?cursor=!", 400, "cursor: isn't one that an earlier page gave",
                     id="cursor"),
        pytest.param("/rules?cursor=YWZ0ZXI6LTE", 400, "cursor: isn't one that an earlier page "
                     "gave", id="cursor-negative"),
        pytest.param("/rules?editon=2021-02-05&q=x", 400, "editon: is no parameter of this route",
                     id="unknown-parameter"),
        pytest.param("/rules?q=x&prefix=701", 400, "query: q can't be combined with prefix",
                     id="search-and-list"),
        pytest.param("/glossary/destory?edition=2021-02-05", 404, "the glossary of edition "
                     "2021-02-05 has no entry 'destory'; did you mean Destroy?", id="no-entry"),
        pytest.param("/nowhere", 404, "nothing is kept at /api/v1/nowhere", id="no-such-route"),
    ],
)  # fmt: skip
def test_errors_are_problems(client: FlaskClient, path: str, status: int, detail: str) -> None:
    response = client.get(f"/api/v1{path}", headers={"Accept": "text/html"})

    assert response.mimetype == "application/problem+json"
    problem = response.json
    assert (response.status_code, problem["detail"]) == (status, detail)
    assert problem["status"] == status
    assert problem["type"].startswith(f"{BASE}problem/")
    assert problem["instance"] == f"/api/v1{path}"
    assert problem["title"]


def test_problem_has_members_of_its_own(client: FlaskClient) -> None:
    response = client.get("/api/v1/rules/701.7c?edition=2021-02-05")

    assert response.json["nearest"] == ["701.7", "701.7b", "701.7a"]


def test_list_rules_is_in_document_order(client: FlaskClient) -> None:
    page = get(client, "/rules?edition=2021-02-05")

    numbers = [item["number"] for item in page["items"]]
    assert numbers == ["7", "701", "701.1", "701.2", "701.2a", "701.7", "701.7a", "701.7b"]
    assert (page["total"], page["next"]) == (8, None)


@pytest.mark.parametrize(
    ("args", "numbers"),
    [
        pytest.param("prefix=701.7", ["701.7", "701.7a", "701.7b"], id="prefix"),
        pytest.param("kind=rule", ["701.1", "701.2", "701.7"], id="kind"),
        pytest.param("prefix=701.2&kind=subrule", ["701.2a"], id="both"),
        pytest.param("prefix=9", [], id="none"),
    ],
)
def test_list_rules_is_narrowed(client: FlaskClient, args: str, numbers: list[str]) -> None:
    page = get(client, f"/rules?edition=2021-02-05&{args}")

    assert [item["number"] for item in page["items"]] == numbers


@pytest.mark.parametrize("path", ["/rules?date=2025-01-01&limit=3", "/rules?q=destroyed&limit=1"])
def test_pages_follow_one_another_by_their_links(client: FlaskClient, path: str) -> None:
    whole = get(client, re.sub("limit=.", "limit=200", path))
    seen: list[Any] = []
    url = f"/api/v1{path}"
    for _ in range(20):
        response = client.get(url)
        links = dict(re.findall(r'<([^>]+)>; rel="(\w+)"', response.headers["Link"]))
        seen += response.json["items"]
        following = {rel: target for target, rel in links.items()}.get("next")
        assert following == response.json["next"]
        if following is None:
            break
        assert "edition=" in following  # pinned: a newer edition can't slip in between
        url = following

    assert seen == whole["items"][: len(seen)]
    assert len(seen) == min(len(whole["items"]), 20)


def test_search_says_what_it_found_and_where(client: FlaskClient) -> None:
    page = get(client, "/rules?q=gone&edition=2021-02-05")

    (item,) = page["items"]
    assert (item["number"], page["total"], page["next"]) == ("701.7a", None, None)
    assert item["match"]["kind"] == "example"
    ((start, end),) = item["match"]["spans"]
    assert item["match"]["snippet"][start:end] == "gone"


@pytest.mark.parametrize("name", ["Juzám (Obsolete)", "juzám", "JUZÁM", "juzám-obsolete"], ids=str)
def test_show_entry_knows_an_entry_by_each_of_its_names(client: FlaskClient, name: str) -> None:
    entry = get(client, f"/glossary/{name}?edition=2021-02-05")

    assert entry["headword"] == "Juzám (Obsolete)"
    assert entry["names"] == ["Juzám"]
    assert entry["status"] == "obsolete"
    assert [sense["label"] for sense in entry["senses"]] == ["1.", "2."]
    assert entry["references"] == ["701.1"]
    assert entry["iri"] == f"{BASE}edition/2021-02-05/term/juz%C3%A1m-obsolete"


def test_list_entries_searches_and_narrows(client: FlaskClient) -> None:
    found = get(client, "/glossary?q=graveyard&edition=2021-02-05")
    narrowed = get(client, "/glossary?prefix=JU&edition=2021-02-05")

    assert [item["headword"] for item in found["items"]] == ["Destroy"]
    assert [item["headword"] for item in narrowed["items"]] == ["Juzám (Obsolete)"]


def test_list_editions_is_oldest_first(client: FlaskClient) -> None:
    answer = get(client, "/editions")

    assert [item["name"] for item in answer["items"]] == ["2021-02-05", "restated/2026-01-16"]
    assert answer["items"][0]["published_as"] == ["2021-02-02"]
    assert answer["edition"]["name"] == "restated/2026-01-16"


def test_stats_count_the_edition_and_name_its_sources(client: FlaskClient) -> None:
    stats = get(client, "/stats?edition=2021-02-05")

    assert stats["counts"] == {
        "chapters": 1, "sections": 1, "rules": 6, "examples": 1, "references": 7, "dangling": 1,
        "terms": 2, "senses": 3, "odd_lines": 0, "inferred": 0, "repaired": 0,
    }  # fmt: skip
    assert [source["name"] for source in stats["sources"]] == ["2021-02-02.txt"]


def test_unchanged_answer_is_not_sent_twice(client: FlaskClient) -> None:
    first = client.get("/api/v1/rules/701.8a")

    second = client.get("/api/v1/rules/701.8a", headers={"If-None-Match": first.headers["ETag"]})

    assert (second.status_code, second.data) == (304, b"")


def test_other_origins_may_read(client: FlaskClient) -> None:
    response = client.get("/api/v1/rules/701.8a", headers={"Origin": "https://deck.test"})

    assert response.headers["Access-Control-Allow-Origin"] == "*"
    assert "Link" in response.headers["Access-Control-Expose-Headers"]
