"""Options for the words typed so far."""

from __future__ import annotations

import re

from flask.testing import FlaskClient


def _urls(client: FlaskClient, path: str) -> list[str]:
    response = client.get(path)
    assert response.status_code == 200
    return re.findall(r'data-url="([^"]+)"', response.text)


def test_beginning_of_a_word_finds_it(client: FlaskClient) -> None:
    assert _urls(client, "/instant?q=tramp")[0] == "/rules/702.19"


def test_number_comes_with_what_is_below_it(client: FlaskClient) -> None:
    assert _urls(client, "/instant?q=701.8")[:2] == ["/rules/701.8", "/rules/701.8a"]


def test_options_stay_in_the_edition(client: FlaskClient) -> None:
    urls = _urls(client, "/instant?q=destr&edition=2021-02-05")

    assert urls
    assert all(url.endswith("?edition=2021-02-05") for url in urls)


def test_nothing_typed_finds_nothing(client: FlaskClient) -> None:
    assert _urls(client, "/instant?q=") == []
    assert _urls(client, "/instant?q=%2A%22%28") == []
