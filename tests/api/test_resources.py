"""The graph's IRIs, resolved."""

from __future__ import annotations

import pytest
from flask import Flask
from flask.testing import FlaskClient
from lxml import html
from pyoxigraph import NamedNode, RdfFormat, parse

from kg.ontology_graphs import ontology_graphs
from kg.vocab import BASE, ONTOLOGY_GRAPH, SHAPES_GRAPH

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
    subjects = {quad.subject.value for quad in parse(response.data, syntax)}  # type: ignore[union-attr]
    assert {subject.partition("#")[0] for subject in subjects} == {BASE + path}
    assert response.headers["Access-Control-Allow-Origin"] == "*"


def test_every_kind_of_iri_in_the_graph_resolves(app: Flask) -> None:
    client = app.test_client()
    query = "SELECT DISTINCT ?x { GRAPH ?g { ?x a ?class } FILTER(ISIRI(?x)) }"
    answer = client.post("/sparql", data={"query": query, "format": "tsv"})
    assert answer.status_code == 200
    kinds: dict[tuple[str, ...], str] = {}
    for row in answer.text.splitlines()[1:]:
        iri = row.strip("<>").partition("#")[0]
        if iri.startswith(BASE):
            path = iri.removeprefix(BASE)
            parts = path.split("/")
            kinds.setdefault(tuple(parts[::2] if len(parts) % 2 == 0 else parts[:1]), path)

    assert len(kinds) >= 15
    for path in kinds.values():
        for accept in ("application/ld+json", "text/turtle"):
            response = client.get(f"/{path}", headers={"Accept": accept})
            assert (path, response.status_code, response.mimetype) == (path, 200, accept)
        assert client.get(f"/{path}", headers=BROWSER).status_code in (200, 303), path


def test_fragments_are_described_in_their_document(client: FlaskClient) -> None:
    path = "restated/2026-01-16/program/curated/destroy"

    response = client.get(f"/{path}", headers={"Accept": "text/turtle"})

    subjects = {quad.subject.value for quad in parse(response.data, RdfFormat.TURTLE)}  # type: ignore[union-attr]
    assert f"{BASE}{path}#step-1" in subjects


def test_graph_of_an_edition_is_given_whole(client: FlaskClient) -> None:
    headers = {"Accept": "text/turtle"}

    response = client.get("/restated/2026-01-16/programs", headers=headers)
    whole = client.get(response.headers["Location"], headers=headers)

    assert response.status_code == 303
    assert whole.mimetype == "text/turtle"
    assert b"rl:Program" in whole.data


def test_provision_tells_its_printings(client: FlaskClient) -> None:
    iri = client.get("/api/v1/rules/701.8a").json["provision"]
    path = iri.removeprefix(BASE)

    response = client.get(f"/{path}", headers={"Accept": "application/ld+json"})

    objects = {quad.object.value for quad in parse(response.data, RdfFormat.JSON_LD)}  # type: ignore[union-attr]
    assert f"{BASE}restated/2026-01-16/rule/701.8a" in objects
    assert client.get(f"/{path}", headers=BROWSER).headers["Location"].startswith("/rules/701.8a?")
    assert client.get("/provision/nothing").status_code == 404


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


SYNTAXES = [
    ("text/turtle", RdfFormat.TURTLE),
    ("application/n-triples", RdfFormat.N_TRIPLES),
    ("application/rdf+xml", RdfFormat.RDF_XML),
    ("application/ld+json", RdfFormat.JSON_LD),
]


@pytest.mark.parametrize(("accept", "syntax"), SYNTAXES)
@pytest.mark.parametrize(
    ("path", "graph", "node"),
    [
        ("/ns", ONTOLOGY_GRAPH, ONTOLOGY_GRAPH),
        ("/shapes", SHAPES_GRAPH, NamedNode(f"{SHAPES_GRAPH.value}#Citation")),
    ],
)
def test_modules_are_served_whole(
    client: FlaskClient,
    path: str,
    graph: NamedNode,
    node: NamedNode,
    accept: str,
    syntax: RdfFormat,
) -> None:
    response = client.get(path, headers={"Accept": accept})

    triples = {quad.triple for quad in parse(response.data, syntax)}
    assert response.mimetype == accept
    assert "Accept" in response.vary
    assert node in {triple.subject for triple in triples}
    assert len(triples) == len(set(dict(ontology_graphs())[graph]))


def test_ontology_has_a_page(client: FlaskClient) -> None:
    response = client.get("/ns", headers=BROWSER)

    assert (response.status_code, response.mimetype) == (200, "text/html")
    assert "Accept" in response.vary
    page = html.fromstring(response.data)
    assert page.xpath("//*[@id='exceptionTo']//h3/code/text()") == ["rl:exceptionTo"]
    assert page.xpath("//main//figure/*[local-name()='svg']")
    assert page.xpath("//header//a[text()='Glossary']")


def test_page_of_the_ontology_links_what_there_is(client: FlaskClient) -> None:
    page = html.fromstring(client.get("/ns?edition=restated/2026-01-16", headers=BROWSER).data)

    links = page.xpath("//article//a/@href")
    anchors = {link[1:] for link in links if link.startswith("#")}
    assert anchors <= set(page.xpath("//@id"))
    rules = {link for link in links if link.startswith("/rules/")}
    assert "/rules/701.1?edition=restated/2026-01-16" in rules
    queries = [link for link in links if link.startswith("/sparql")]
    for link in [*rules, queries[0]]:
        assert client.get(link, headers=BROWSER).status_code == 200, link


def test_shapes_have_a_page(client: FlaskClient) -> None:
    response = client.get("/shapes", headers=BROWSER)

    assert response.mimetype == "text/html"
    assert "shape:Citation a sh:NodeShape" in html.fromstring(response.data).findtext(".//pre")


def test_a_word_with_a_slash_resolves(app: Flask) -> None:
    client = app.test_client()
    query = """SELECT ?x { GRAPH ?g { ?x a rl:VocabularyTerm } FILTER(CONTAINS(STR(?x), "%2F")) }"""
    answer = client.post("/sparql", data={"query": query, "format": "tsv"})

    found = answer.text.splitlines()[1:]
    assert found
    for row in found:
        path = row.strip("<>").removeprefix(BASE)
        assert client.get(f"/{path}", headers={"Accept": "text/turtle"}).status_code == 200, path
