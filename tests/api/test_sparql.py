"""The SPARQL endpoint, by the SPARQL 1.1 Protocol."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from pyoxigraph import RdfFormat, parse
from werkzeug.test import TestResponse

from kg.errors import QueryStoppedError
from kg.store.evaluator import Evaluator
from kg.store.query_text import MAX_LENGTH
from kg.store.remote_evaluator import RemoteEvaluator
from kg.vocab import BASE

ONE = 'SELECT ?number WHERE { ?rule rl:number ?number FILTER(?number = "701.8a") }'
ASK = 'ASK { ?rule rl:number "701.8a" }'
GRAPH = 'CONSTRUCT { ?rule rl:number ?n } WHERE { ?rule rl:number ?n FILTER(?n = "701.8a") }'
OLDER = f"{BASE}edition/2021-02-05"
NEWEST = f"{BASE}restated/2026-01-16"
SLOW = "SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l }"


def ask(client: FlaskClient, query: str, **headers: str) -> TestResponse:
    """The answer to a GET."""
    return client.get(
        "/sparql", query_string={"query": query}, headers={"Accept": "*/*", **headers}
    )


@pytest.mark.parametrize(
    ("accept", "body"),
    [
        pytest.param(
            "text/csv", b"number\r\n701.8a\r\n", id="csv",
        ),
        pytest.param(
            "text/tab-separated-values", b'?number\n"701.8a"\n', id="tsv",
        ),
        pytest.param(
            "application/sparql-results+json",
            b'{"head":{"vars":["number"]},"results":{"bindings":'
            b'[{"number":{"type":"literal","value":"701.8a"}}]}}',
            id="json",
        ),
    ],
)  # fmt: skip
def test_select_is_answered_in_each_form(client: FlaskClient, accept: str, body: bytes) -> None:
    response = ask(client, ONE, Accept=accept)

    assert response.status_code == 200
    assert response.mimetype == accept
    assert response.data == body


def test_select_is_answered_as_xml(client: FlaskClient) -> None:
    response = ask(client, ONE, Accept="application/sparql-results+xml")

    assert response.mimetype == "application/sparql-results+xml"
    assert b"<literal>701.8a</literal>" in response.data


@pytest.mark.parametrize(
    ("media_type", "syntax"),
    [
        ("text/turtle", RdfFormat.TURTLE),
        ("application/n-triples", RdfFormat.N_TRIPLES),
        ("application/n-quads", RdfFormat.N_QUADS),
        ("application/trig", RdfFormat.TRIG),
        ("application/rdf+xml", RdfFormat.RDF_XML),
        ("application/ld+json", RdfFormat.JSON_LD),
    ],
)
def test_construct_is_answered_in_each_form(
    client: FlaskClient, media_type: str, syntax: RdfFormat
) -> None:
    response = ask(client, GRAPH, Accept=media_type)

    assert response.mimetype == media_type
    (quad,) = parse(response.data, syntax)
    assert quad.subject.value == f"{BASE}restated/2026-01-16/rule/701.8a"  # type: ignore[union-attr]


def test_ask_is_answered_as_json(client: FlaskClient) -> None:
    response = ask(client, ASK, Accept="application/json")

    assert response.mimetype == "application/json"
    assert json.loads(response.data) == {"head": {}, "boolean": True}


@pytest.mark.parametrize(
    "request_",
    [
        pytest.param({"data": {"query": ONE}}, id="form"),
        pytest.param(
            {"data": ONE, "content_type": "application/sparql-query"}, id="direct"
        ),
        pytest.param(
            {"data": ONE, "content_type": "application/sparql-query; charset=UTF-8"},
            id="direct-with-charset",
        ),
    ],
)  # fmt: skip
def test_post_is_read_in_both_forms(client: FlaskClient, request_: dict[str, Any]) -> None:
    response = client.post("/sparql", headers={"Accept": "text/csv"}, **request_)

    assert response.data == b"number\r\n701.8a\r\n"


EDITIONS = "SELECT ?e WHERE { ?e a rl:Edition }"


@pytest.mark.parametrize(
    ("args", "editions"),
    [
        pytest.param({}, [NEWEST], id="newest-edition"),
        pytest.param({"edition": "2021-02-02"}, [OLDER], id="edition-by-its-files-date"),
        pytest.param({"date": "2025-01-01"}, [OLDER], id="edition-in-force"),
        pytest.param({"default-graph-uri": OLDER}, [OLDER], id="protocol-default-graph"),
        pytest.param({"named-graph-uri": OLDER}, [], id="protocol-named-graph-only"),
    ],
)
def test_dataset_is_the_one_asked_for(
    client: FlaskClient, args: Mapping[str, str], editions: list[str]
) -> None:
    response = client.get(
        "/sparql", query_string={"query": EDITIONS, **args}, headers={"Accept": "text/csv"}
    )

    assert response.text.splitlines()[1:] == editions


def test_dataset_of_the_protocol_can_have_several_graphs(client: FlaskClient) -> None:
    graphs = {"default-graph-uri": [OLDER, NEWEST]}

    response = client.post(
        "/sparql", data={"query": EDITIONS, **graphs}, headers={"Accept": "text/csv"}
    )

    assert sorted(response.text.splitlines()[1:]) == [OLDER, NEWEST]


def test_from_in_the_query_wins_over_the_edition(client: FlaskClient) -> None:
    query = f"SELECT ?e FROM <{OLDER}> WHERE {{ ?e a rl:Edition }}"

    assert ask(client, query, Accept="text/csv").text.splitlines() == ["e", OLDER]


def test_answer_names_its_edition(client: FlaskClient) -> None:
    assert ask(client, ONE).headers["Ruleloom-Edition"] == "restated/2026-01-16"


@pytest.mark.parametrize(
    ("method", "request_", "status", "detail"),
    [
        pytest.param("GET", {"query_string": {"query": "SELECT * {\n ?s ?p ?o . FILTER(?o > ) }"}},
                     400, "line 2, column 13: the query isn't valid SPARQL 1.1 at or behind "
                     "'FILTER(?o'", id="syntax"),
        pytest.param("GET", {"query_string": {"query": "SELECT * { ?s x:y ?o }"}},
                     400, "line 1, column 15: the prefix x: isn't declared; "
                     "add PREFIX x: <…>", id="prefix"),
        pytest.param("GET", {"query_string": "query=ASK{}&query=ASK{}"},
                     400, "exactly one query is expected; the request has 2", id="two-queries"),
        pytest.param("POST", {"data": {"limit": "1"}},
                     400, "exactly one query is expected; the request has 0", id="form-without"),
        pytest.param("POST", {"data": {"update": "CLEAR ALL"}},
                     400, "this endpoint is read-only: it takes queries, and no update",
                     id="update-form"),
        pytest.param("POST", {"data": "CLEAR ALL", "content_type": "application/sparql-update"},
                     415, "this endpoint is read-only: it takes queries, and no update",
                     id="update-direct"),
        pytest.param("POST", {"data": "CLEAR ALL", "content_type": "application/sparql-query"},
                     400, "CLEAR is an update, and this store is read-only for queries",
                     id="update-as-query"),
        pytest.param("POST", {"data": ASK, "content_type": "text/plain"},
                     415, "a body of application/sparql-query or application/x-www-form-urlencoded "
                     "is expected, not of text/plain", id="media-type"),
        pytest.param("POST", {"data": ASK},
                     415, "a body of application/sparql-query or application/x-www-form-urlencoded "
                     "is expected, not of no media type", id="no-media-type"),
        pytest.param("POST", {"data": "\ufeffASK {}".encode("utf-16"),
                              "content_type": "application/sparql-query; charset=utf-16"},
                     415, "a query's charset is always UTF-8", id="charset"),
        pytest.param("POST", {"data": b"ASK { \xff }", "content_type": "application/sparql-query"},
                     400, "the query isn't UTF-8: byte 6 is wrong", id="not-utf-8"),
        pytest.param("GET", {"query_string": {"query": ASK, "default-graph-uri": "not an iri"}},
                     400, "default-graph-uri isn't an absolute IRI: 'not an iri'", id="graph-iri"),
        pytest.param("GET", {"query_string": {"query": ASK, "edition": "1993-08-05"}},
                     404, "the store has no edition 1993-08-05: it has 2021-02-05, "
                     "2026-01-16 (restated)", id="edition"),
        pytest.param("GET", {"query_string": {"query": ASK, "timeout": "99"}},
                     400, "timeout is in seconds, above 0 and up to {limit}", id="timeout"),
        pytest.param("GET", {"query_string": {"query": "SELECT * { SERVICE <http://x.test/> {} }"}},
                     400, "SERVICE isn't allowed here: this endpoint queries its own data only",
                     id="service"),
        pytest.param("GET", {"query_string": {"query": ASK}, "headers": {"Accept": "image/png"}},
                     406, "none of the types in Accept is on offer: "
                     "application/sparql-results+json, application/sparql-results+xml, text/csv, "
                     "text/tab-separated-values, text/turtle, application/n-triples, "
                     "application/n-quads, application/trig, application/rdf+xml, "
                     "application/ld+json, text/html", id="accept"),
        pytest.param("GET", {"query_string": {"query": ASK}, "headers": {"Accept": "text/turtle"}},
                     406, "none of the formats holds solutions or a boolean", id="kind"),
        pytest.param("PUT", {"query_string": {"query": ASK}},
                     405, "PUT doesn't work at /sparql", id="method"),
        pytest.param("POST", {"data": {"query": "#" * (MAX_LENGTH + 1)}},
                     413, f"a query can have {MAX_LENGTH} characters; this one has "
                     f"{MAX_LENGTH + 1}", id="long"),
    ],
)  # fmt: skip
def test_errors_are_problems(
    client: FlaskClient, method: str, request_: dict[str, Any], status: int, detail: str
) -> None:
    if isinstance(request_.get("data"), str) and "content_type" not in request_:
        request_ = {**request_, "content_type": ""}

    response = client.open("/sparql", method=method, **request_)

    limit = f"{client.application.config['SPARQL_TIMEOUT']:g}"
    assert response.mimetype == "application/problem+json"
    assert (response.status_code, response.json["detail"]) == (
        status,
        detail.replace("{limit}", limit),
    )
    assert response.json["status"] == status


def test_method_not_allowed_lists_the_methods(client: FlaskClient) -> None:
    response = client.delete("/sparql")

    assert set(response.headers["Allow"].split(", ")) == {"GET", "HEAD", "OPTIONS", "POST"}


def test_body_too_large_is_refused(client: FlaskClient) -> None:
    response = client.post(
        "/sparql", data=b"#" * 2_000_001, content_type="application/sparql-query"
    )

    assert response.status_code == 413
    assert response.mimetype == "application/problem+json"


def test_slow_query_is_stopped(client: FlaskClient) -> None:
    response = client.get("/sparql", query_string={"query": SLOW, "timeout": "0.2"})

    assert response.status_code == 503
    assert "Retry-After" not in response.headers  # it would take as long again
    assert response.json["detail"] == "the query was stopped after 0.2 seconds; ask for less"
    assert response.json["limit"] == "time"
    assert ask(client, ASK).status_code == 200


def test_entity_tag_saves_the_second_answer(client: FlaskClient) -> None:
    first = ask(client, ONE)

    second = ask(client, ONE, **{"If-None-Match": first.headers["ETag"]})
    other_form = ask(client, ONE, Accept="text/csv", **{"If-None-Match": first.headers["ETag"]})

    assert (second.status_code, second.data) == (304, b"")
    assert other_form.status_code == 200


def test_changing_result_has_no_entity_tag(client: FlaskClient) -> None:
    response = ask(client, "SELECT (RAND() AS ?r) {}")

    assert "ETag" not in response.headers
    assert response.headers["Cache-Control"] == "no-store"


def test_head_has_no_body(client: FlaskClient) -> None:
    response = client.head("/sparql", query_string={"query": ONE}, headers={"Accept": "text/csv"})

    assert (response.status_code, response.data) == (200, b"")
    assert response.mimetype == "text/csv"


def test_preflight_lets_other_origins_post(client: FlaskClient) -> None:
    response = client.options(
        "/sparql",
        headers={
            "Origin": "https://notebook.test",
            "Access-Control-Request-Method": "POST",
            "Access-Control-Request-Headers": "content-type",
        },
    )

    assert response.status_code == 200
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    assert response.headers["Access-Control-Allow-Methods"] == "GET, HEAD, POST, OPTIONS"
    assert "Content-Type" in response.headers["Access-Control-Allow-Headers"]


def test_service_description_lists_the_graphs(client: FlaskClient) -> None:
    response = client.get("/sparql", headers={"Accept": "text/turtle"})

    sd = "http://www.w3.org/ns/sparql-service-description#"
    quads = list(parse(response.data, RdfFormat.TURTLE))
    names = {q.object.value for q in quads if q.predicate.value == f"{sd}name"}  # type: ignore[union-attr]
    newest = f"{BASE}restated/2026-01-16"
    assert {newest, f"{newest}/statements", f"{newest}/programs", OLDER, f"{BASE}ns"} <= names
    assert any(q.object.value == f"{BASE}ns#search" for q in quads)  # type: ignore[union-attr]
    assert any(q.predicate.value == f"{sd}endpoint" for q in quads)


def test_dataset_is_described_as_void(client: FlaskClient) -> None:
    response = client.get("/.well-known/void", headers={"Accept": "text/turtle"})

    void = "http://rdfs.org/ns/void#"
    quads = list(parse(response.data, RdfFormat.TURTLE))
    parts = {q.object.value for q in quads if q.predicate.value == f"{void}subset"}  # type: ignore[union-attr]
    assert parts == {f"{BASE}restated/2026-01-16", OLDER}
    assert any(q.predicate.value == f"{void}sparqlEndpoint" for q in quads)


def test_browser_gets_the_form_with_the_gallery(client: FlaskClient) -> None:
    response = client.get("/sparql", headers={"Accept": "text/html"})

    assert "<textarea" in response.text
    assert "Dangling citations" in response.text


def test_browser_gets_results_as_a_table(client: FlaskClient) -> None:
    query = 'SELECT ?rule ?n WHERE { ?rule rl:number ?n FILTER(?n = "701.8a") }'

    response = client.get("/sparql", query_string={"query": query, "format": "html"})

    cell = '<a href="/restated/2026-01-16/rule/701.8a">restated/2026-01-16/rule/701.8a</a>'
    assert cell in response.text
    assert "<td>701.8a</td>" in response.text


def test_browser_gets_the_query_back_with_what_is_wrong(client: FlaskClient) -> None:
    query = "SELECT * { ?s ?p <b> "

    response = client.get("/sparql", query_string={"query": query, "format": "html"})

    assert response.status_code == 400
    assert "Line 1, column 10: this { is never closed" in response.text
    assert "SELECT * { ?s ?p &lt;b&gt; </textarea>" in response.text


def test_query_refused_for_load_may_be_tried_again(
    app: Flask, client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*args: object, **options: object) -> None:
        raise QueryStoppedError("too many queries at once; try again", limit="load")

    for evaluator in (Evaluator, RemoteEvaluator):
        monkeypatch.setattr(evaluator, "evaluate", refuse)

    response = ask(client, ASK)

    assert (response.status_code, response.headers["Retry-After"]) == (503, "5")


@pytest.mark.parametrize("wrong", ["SELECT nonsense", "SELECT * { SERVICE <http://x.test/> {} }"])
def test_query_that_fails_is_never_answered_from_a_cache(client: FlaskClient, wrong: str) -> None:
    tag = ask(client, ONE).headers["ETag"]

    assert ask(client, wrong, **{"If-None-Match": tag}).status_code == 400
    assert ask(client, wrong, **{"If-None-Match": "*"}).status_code == 400


def test_entity_tag_tells_queries_and_datasets_apart(client: FlaskClient) -> None:
    requests = [
        {"query": EDITIONS},
        {"query": ONE},
        {"query": EDITIONS, "edition": "2021-02-05"},
        {"query": EDITIONS, "default-graph-uri": OLDER},
        {"query": EDITIONS, "format": "csv"},
    ]

    tags = [client.get("/sparql", query_string=args).headers["ETag"] for args in requests]

    assert len(set(tags)) == len(requests)


def test_construct_takes_the_formats_of_sparqlwrapper(client: FlaskClient) -> None:
    args = {"query": GRAPH, "format": "xml"}

    assert client.get("/sparql", query_string=args).mimetype == "application/rdf+xml"
