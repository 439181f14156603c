"""Answers compressed as the client accepts, with the entity tags that belong to each coding."""

from __future__ import annotations

import gzip

import pytest
from flask.testing import FlaskClient

RULES = "/api/v1/rules?limit=50"
QUERY = {"query": "SELECT ?n ?t { ?r rl:number ?n ; rl:text ?t } ORDER BY ?n LIMIT 50"}


@pytest.mark.parametrize("accept", ["application/sparql-results+json", "text/csv", "text/html"])
def test_result_of_a_query_is_compressed(client: FlaskClient, accept: str) -> None:
    headers = {"Accept": accept}
    plain = client.get("/sparql", query_string=QUERY, headers=headers)
    packed = client.get(
        "/sparql", query_string=QUERY, headers={**headers, "Accept-Encoding": "gzip"}
    )

    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain.data
    assert {"Accept", "Accept-Encoding"} <= set(packed.headers["Vary"].split(", "))


@pytest.mark.parametrize("coding", ["zstd", "br", "gzip"])
def test_each_coding_is_offered(client: FlaskClient, coding: str) -> None:
    assert (
        client.get(RULES, headers={"Accept-Encoding": coding}).headers["Content-Encoding"] == coding
    )


@pytest.mark.parametrize(
    "path",
    [RULES, "/sparql?query=ASK%7B%7D", "/sparql?query=SELECT%20*%7B?s%20?p%20?o%7DLIMIT%2050"],
)
def test_entity_tag_of_a_compressed_answer_saves_the_second_one(
    client: FlaskClient, path: str
) -> None:
    headers = {"Accept-Encoding": "gzip", "Accept": "*/*"}
    first = client.get(path, headers=headers)
    second = client.get(path, headers={**headers, "If-None-Match": first.headers["ETag"]})

    assert (first.status_code, second.status_code) == (200, 304)


def test_short_answers_and_errors_of_no_length_stay_plain(client: FlaskClient) -> None:
    answer = client.get("/healthz", headers={"Accept-Encoding": "gzip"})

    assert "Content-Encoding" not in answer.headers
