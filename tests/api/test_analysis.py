"""The routes that ask the network of an edition."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

NEWEST = "restated/2026-01-16"


def get(client: FlaskClient, path: str) -> Any:
    response = client.get(f"/api/v1{path}")
    assert response.status_code == 200, response.text
    return response.json


def test_chain_gives_each_node_with_its_reason(client: FlaskClient) -> None:
    chain = get(client, "/chain/701.2a?edition=2021-02-05&depth=1&kinds=citations")

    assert chain["edition"]["name"] == "2021-02-05"
    assert chain["start"] == {"name": "701.2a", "kind": "subrule", "title": "Activate"}
    assert [(r["name"], r["depth"], r["by"]) for r in chain["items"]] == [
        ("701.1", 1, "seeAlso"),
        ("701.7a", 1, "seeAlso"),
        ("701.7b", 1, "seeAlso"),
    ]
    link = chain["items"][0]["reason"]["links"][0]
    assert (link["source"], link["words"], link["place"]) == ("701.2a", "701.1", "text")
    assert link["sentence"] == "See rules 701.7a–b and rule 701.1."


def test_chain_runs_backwards_and_takes_the_name_of_a_keyword(client: FlaskClient) -> None:
    chain = get(client, "/chain/destroy?edition=2021-02-05&direction=in&depth=1&kinds=citations")

    assert chain["start"]["name"] == "701.7"
    assert [r["name"] for r in chain["items"]] == ["Destroy"]


def test_paths_lead_from_trample_to_lethal_damage(client: FlaskClient) -> None:
    found = get(client, f"/paths?edition={NEWEST}&a=trample&b=704.5g&k=2")

    assert found["paths"][0]["nodes"][0].startswith("702.19")
    assert found["paths"][0]["nodes"][1:] == ["Lethal Damage", "704.5g"]


def test_impact_ranks_what_is_touched(client: FlaskClient) -> None:
    found = get(client, f"/impact/702.19b?edition={NEWEST}&limit=400")

    costs = [each["cost"] for each in found["items"]]
    assert costs == sorted(costs)
    abilities = [each["name"] for each in found["items"] if each["kind"] == "ability"]
    assert abilities[0] == "702.19c"
    assert sum(each["score"] for each in found["items"]) == pytest.approx(1.0, abs=1e-3)
    assert "scenario" in {each["kind"] for each in found["items"]}


def test_central_tells_what_moved_since_an_older_edition(client: FlaskClient) -> None:
    found = get(client, f"/central?edition={NEWEST}&since=2021-02-05&by=betweenness&limit=3")

    assert len(found["nodes"]) == 3
    assert {"was", "rank_before", "rank"} <= found["moved"][0].keys()


@pytest.mark.parametrize(
    ("path", "member"),
    [
        ("/cycles?", "cycles"),
        ("/exceptions?least=1&", "chains"),
        ("/central?limit=5&", "communities"),
        ("/orphans?", "apart"),
        ("/reading-order/banding?limit=5&", "order"),
        ("/graph?keyword=trample&", "network"),
        ("/graph?section=702&format=cytoscape&", "network"),
    ],
)
def test_each_question_has_an_answer(client: FlaskClient, path: str, member: str) -> None:
    found = get(client, f"{path}edition={NEWEST}")

    assert next(iter(found)) == "edition"
    assert found[member]


@pytest.mark.parametrize(
    ("path", "status", "detail"),
    [
        ("/chain/702.999", 404, "edition 2026-01-16 (restated) prints no rule 702.999"),
        ("/chain/tramplee", 404, "has no keyword, heading or term 'tramplee'"),
        ("/chain/702.19?kinds=foo", 400, "'foo' is no kind of link"),
        ("/chain/702.19?depth=-1", 400, "depth"),
        ("/chain/702.l", 400, "is no rule number"),
        ("/graph?section=702.19", 400, "is no chapter or section"),
        ("/graph?section=702&around=702.19", 400, "can't be combined"),
        ("/paths?a=trample", 400, "b: "),
    ],
)
def test_what_cannot_be_answered_is_a_problem(
    client: FlaskClient, path: str, status: int, detail: str
) -> None:
    response = client.get(f"/api/v1{path}{'&' if '?' in path else '?'}edition={NEWEST}")

    assert response.status_code == status
    assert response.mimetype == "application/problem+json"
    assert response.json is not None
    assert detail in response.json["detail"]
