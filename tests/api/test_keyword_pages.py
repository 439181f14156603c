"""Pages of keywords and of scenarios to step through."""

from __future__ import annotations

import re
from html import unescape

from flask.testing import FlaskClient

BROWSER = {"Accept": "text/html"}


def page(client: FlaskClient, path: str, status: int = 200) -> str:
    """The words of the page under a path, without tags."""
    response = client.get(path, headers=BROWSER)
    assert response.status_code == status, (path, response.status_code)
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", response.text)))


def test_all_keywords_are_listed_with_their_rules(client: FlaskClient) -> None:
    text = page(client, "/keywords")

    assert "Keyword actions 70" in text
    assert "Manifest dread 701.62" in text
    assert "First strike 702.7 static" in text


def test_a_keyword_has_its_definition_program_and_scenarios(client: FlaskClient) -> None:
    text = page(client, "/keywords/manifest-dread")

    assert "701.62 Manifest dread" in text
    assert "A keyword action, defined in rule 701.62" in text
    assert "Written by hand after the rule" in text
    assert "Compiled from the rule’s words" in text
    assert "Manifest dread with one card 701.62a" in text


def test_an_unknown_keyword_is_not_found(client: FlaskClient) -> None:
    assert "defines no keyword 'frobnicate'" in page(client, "/keywords/frobnicate", 404)


def test_a_scenario_is_stepped_through(client: FlaskClient) -> None:
    start = page(client, "/scenarios/regenerated-from-damage-in-combat")
    last = page(client, "/scenarios/regenerated-from-damage-in-combat?step=4")

    assert "Step 0 of 5" in start
    assert "troll 2/3 creature 1 damage" in start
    assert "Step 4 of 5" in last
    assert re.search(r"regenerated: troll, by ann 701\.19a", last)
    assert "troll 2/3 creature tapped (changed)" in last


def test_a_step_beyond_the_end_is_the_last(client: FlaskClient) -> None:
    text = page(client, "/scenarios/regenerated-from-damage-in-combat?step=99")

    assert "Step 5 of 5" in text
    assert "expect holds" in text.lower()


def test_a_refused_step_says_why(client: FlaskClient) -> None:
    text = page(client, "/scenarios/reach-twice-is-reach?step=1")
    refused = page(client, "/scenarios/shadow-twice-is-shadow?step=2")

    assert "refused" not in text
    assert "refused: " in refused


def test_a_scenario_under_an_edition_that_lacks_its_action_is_played_too(
    client: FlaskClient,
) -> None:
    text = page(client, "/scenarios/explore-a-land?edition=2021-02-05&step=1")

    assert "Under the rules of 2021-02-05" in text


def test_an_unknown_scenario_is_not_found(client: FlaskClient) -> None:
    assert "is called 'frobnicate'" in page(client, "/scenarios/frobnicate", 404)
