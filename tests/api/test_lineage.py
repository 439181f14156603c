"""Number maps, differences and histories over HTTP."""

from __future__ import annotations

from flask.testing import FlaskClient


def test_map_says_which_rule_is_which(client: FlaskClient) -> None:
    answer = client.get("/api/v1/map?from=2017-01-19&to=2026-01-16").get_json()

    assert (answer["old"], answer["new"]) == ("2017-01-20", "2026-01-16")
    rows = {row["old"]: row for row in answer["items"] if row["old"]}
    assert rows["701.7a"]["new"] == "701.8a"
    assert rows["701.7a"]["verdict"] == "renumbered"


def test_unknown_edition_is_a_404_that_names_the_known(client: FlaskClient) -> None:
    answer = client.get("/api/v1/map?from=1999-01-01&to=2026-01-16")

    assert answer.status_code == 404
    assert "2026-01-16" in answer.get_json()["detail"]


def test_map_needs_both_editions(client: FlaskClient) -> None:
    answer = client.get("/api/v1/map?to=2026-01-16")

    assert answer.status_code == 400
    assert answer.get_json()["errors"][0]["parameter"] == "from"


def test_diff_counts_and_lists(client: FlaskClient) -> None:
    answer = client.get("/api/v1/diff?from=2025-02-07&to=2026-01-16").get_json()

    assert sum(answer["counts"].values()) > 3000
    assert all(change["verdict"] != "same" for change in answer["items"])


def test_history_tells_the_numbers_of_a_rule(client: FlaskClient) -> None:
    answer = client.get("/api/v1/rules/701.19a/history?edition=2026-01-16").get_json()

    assert answer["edition"]["date"] == "2026-01-16"
    numbers = [stage["number"] for stage in answer["stages"]]
    assert numbers[-1] == "701.19a"
    assert "701.15a" in numbers


def test_history_of_a_rule_that_isnt_printed_is_a_404(client: FlaskClient) -> None:
    assert client.get("/api/v1/rules/999.9/history?edition=2026-01-16").status_code == 404
