"""The graph's IRIs, resolved."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient
from pyoxigraph import RdfFormat, parse

from kg.vocab import BASE, ONTOLOGY_GRAPH

BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}


@pytest.mark.parametrize(
    ("path", "page"),
    [
        ("/edition/2021-02-05", "/rules?edition=2021-02-05"),
        ("/edition/2021-02-05/rule/701.7a", "/rules/701.7a?edition=2021-02-05"),
        ("/edition/2021-02-05/rule/701.7a/example/1",
         "/rules/701.7a?edition=2021-02-05#example-1"),
        ("/edition/2021-02-05/rule/701.2a/citation/1", "/rules/701.2a?edition=2021-02-05"),
        ("/edition/2021-02-05/glossary", "/glossary?edition=2021-02-05"),
        ("/edition/2021-02-05/term/destroy", "/glossary/destroy?edition=2021-02-05"),
        ("/edition/2021-02-05/term/juz%C3%A1m-obsolete/sense/2",
         "/glossary/juz%C3%A1m-obsolete?edition=2021-02-05#sense-2"),
        ("/restated/2026-01-16/rule/701.8a", "/rules/701.8a?edition=restated/2026-01-16"),
    ],
)  # fmt: skip
def test_browsers_are_sent_to_the_page(client: FlaskClient, path: str, page: str) -> None:
    response = client.get(path, headers=BROWSER)

    assert (response.status_code, response.headers["Location"]) == (303, page)
    assert "Accept" in response.vary
    assert client.get(page, headers=BROWSER).status_code == 200


@pytest.mark.parametrize(
    ("media_type", "syntax"),
    [
        ("text/turtle", RdfFormat.TURTLE),
        ("application/n-triples", RdfFormat.N_TRIPLES),
        ("application/rdf+xml", RdfFormat.RDF_XML),
        ("application/ld+json", RdfFormat.JSON_LD),
        ("application/trig", RdfFormat.TRIG),
    ],
)
@pytest.mark.parametrize(
    "path",
    [
        "edition/2021-02-05/rule/701.7a",
        "edition/2021-02-05/term/juz%C3%A1m-obsolete",
        "restated/2026-01-16",
    ],
)
def test_others_get_the_node_as_rdf(
    client: FlaskClient, path: str, media_type: str, syntax: RdfFormat
) -> None:
    response = client.get(f"/{path}", headers={"Accept": media_type})

    assert response.mimetype == media_type
    assert {quad.subject.value for quad in parse(response.data, syntax)} == {BASE + path}  # type: ignore[union-attr]
    assert response.headers["Access-Control-Allow-Origin"] == "*"


def test_sources_resolve_too(client: FlaskClient) -> None:
    sha256 = client.get("/api/v1/stats").json["sources"][0]["sha256"]

    assert "rl:fileName" in client.get(f"/source/{sha256}?format=turtle").text
    assert "<pre" in client.get(f"/source/{sha256}", headers=BROWSER).text


@pytest.mark.parametrize(
    ("path", "detail"),
    [
        ("/edition/2021-02-05/rule/999", "the store says nothing of "
         f"{BASE}edition/2021-02-05/rule/999"),
        ("/edition/1999-01-01/rule/701", "the store has no edition edition/1999-01-01: it has "
         "2021-02-05, 2026-01-16 (restated)"),
        ("/edition/2021-02-05/%3Cscript%3E", f"the store says nothing of {BASE}edition/2021-02-05/"
         "%3Cscript%3E"),
        ("/source/0", f"the store says nothing of {BASE}source/0"),
    ],
)  # fmt: skip
def test_unknown_nodes_are_not_found(client: FlaskClient, path: str, detail: str) -> None:
    response = client.get(path, headers={"Accept": "text/turtle"})

    assert response.status_code == 404
    assert response.mimetype == "application/problem+json"
    assert response.json["detail"] == detail


@pytest.mark.parametrize(
    ("accept", "syntax"),
    [("text/turtle", RdfFormat.TURTLE), ("application/ld+json", RdfFormat.JSON_LD)],
)
def test_ontology_is_served(client: FlaskClient, accept: str, syntax: RdfFormat) -> None:
    response = client.get("/ns", headers={"Accept": accept})

    assert response.mimetype == accept
    assert ONTOLOGY_GRAPH in {quad.subject for quad in parse(response.data, syntax)}
