"""Addresses whose query isn't percent-encoded UTF-8."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient


@pytest.mark.parametrize("path", ["/", "/api/v1/rules", "/sparql", "/rules/701.8a", "/nowhere"])
@pytest.mark.parametrize(
    "query", ["q=%ff", "q=%", "q=%4", "q=%zz", "%c3=1", "query=ASK%7B%7D%ED%A0%80"]
)
def test_badly_encoded_query_is_a_problem_everywhere(
    client: FlaskClient, path: str, query: str
) -> None:
    response = client.get(f"{path}?{query}", headers={"Accept": "application/json"})

    assert response.status_code == 400
    assert response.mimetype == "application/problem+json"
    assert "of the address" in response.json["detail"] or "%25" in response.json["detail"]


def test_well_encoded_query_passes(client: FlaskClient) -> None:
    assert client.get("/?q=Juz%C3%A1m+100%25").status_code == 200
