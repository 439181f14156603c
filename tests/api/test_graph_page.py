"""The map's page: its table tells with and without scripts what is chosen."""

from __future__ import annotations

import re
from html import unescape

from flask.testing import FlaskClient

BROWSER = {"Accept": "text/html"}


def _page(client: FlaskClient, path: str, status: int = 200) -> str:
    response = client.get(path, headers=BROWSER)
    assert response.status_code == status
    return unescape(response.text)


def test_map_lists_the_sections_with_counts(client: FlaskClient) -> None:
    text = _page(client, "/graph")

    assert re.search(r'data-name="701".*Keyword Actions', text)


def test_chosen_rule_tells_its_ties_with_counts_and_reasons(client: FlaskClient) -> None:
    text = _page(client, "/graph?at=destroy")

    assert '<section class="chosen" data-name="701.8">' in text
    assert re.search(r"<summary><span>points to</span> <b>\d+</b></summary>", text)
    assert 'href="/graph?at=' in text


def test_way_between_two_rules_gives_the_reason_of_each_step(client: FlaskClient) -> None:
    text = _page(client, "/graph?at=701.8b&to=704.5")

    assert 'data-way="["701.8b", ' in text
    assert "704.5" in text


def test_unknown_name_is_told_on_the_map(client: FlaskClient) -> None:
    text = _page(client, "/graph?at=701.999", 404)

    assert 'role="alert"' in text
    assert "701.999" in text


def test_data_has_a_place_for_each_rule(client: FlaskClient) -> None:
    data = client.get("/graph/map.json").json

    names = {spot[0] for spot in data["spots"]}
    assert {"701", "701.8", "701.8a"} <= names
    for source, target, kind in data["links"]:
        assert max(source, target) < len(data["spots"])
        assert kind < len(data["kinds"])


def test_map_is_exported(client: FlaskClient) -> None:
    assert client.get("/graph/map.svg").mimetype == "image/svg+xml"
    assert b"<graphml" in client.get("/graph/map.graphml").data[:300]


def test_map_follows_the_edition(client: FlaskClient) -> None:
    names = {spot[0] for spot in client.get("/graph/map.json?edition=2021-02-05").json["spots"]}

    assert "701.7a" in names
    assert "701.8a" not in names
