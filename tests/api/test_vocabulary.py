"""The words for queries: every prefix and term that the editor completes."""

from __future__ import annotations

from flask.testing import FlaskClient

from kg.vocab import PREFIXES


def test_vocabulary_has_our_terms_and_those_that_we_use(client: FlaskClient) -> None:
    answer = client.get("/api/v1/vocabulary").json

    terms = {term["name"]: term for term in answer["terms"]}
    assert answer["prefixes"] == PREFIXES
    assert terms["rl:cites"]["kind"] == "property"
    assert terms["rl:cites"]["comment"]
    assert terms["rl:Rule"]["kind"] == "class"
    assert terms["skos:broader"]["kind"] == "property"
    assert len(terms) == len(answer["terms"])
