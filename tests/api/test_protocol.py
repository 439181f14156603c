"""The query side of the SPARQL 1.1 Protocol, case by case.

The cases are those of W3C's protocol tests, of which each test bears the name; requests and data
are our own, written from the recommendation, to whose sections the docstrings point. Its update
cases ask one thing of a read-only endpoint: that it refuses.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import quote, urlencode

import pytest
from flask.testing import FlaskClient
from pyoxigraph import RdfFormat, parse
from werkzeug.test import TestResponse

from kg.vocab import BASE

FORM = "application/x-www-form-urlencoded"
DIRECT = "application/sparql-query"
# Two graphs of which each describes its own edition, and the other's nowhere.
OLDER = f"{BASE}edition/2021-02-05"
NEWER = f"{BASE}restated/2026-01-16"
SELECT = "SELECT ?e { ?e a rl:Edition }"
RESULT_TYPES = {
    "application/sparql-results+xml",
    "application/sparql-results+json",
    "text/tab-separated-values",
    "text/csv",
}
GRAPH_TYPES = {
    "application/rdf+xml": RdfFormat.RDF_XML,
    "text/turtle": RdfFormat.TURTLE,
    "application/n-triples": RdfFormat.N_TRIPLES,
    "application/ld+json": RdfFormat.JSON_LD,
}
Send = Callable[..., TestResponse]


def by_get(client: FlaskClient, query: str, *dataset: tuple[str, str]) -> TestResponse:
    return client.get("/sparql?" + urlencode([("query", query), *dataset]))


def by_form(client: FlaskClient, query: str, *dataset: tuple[str, str]) -> TestResponse:
    body = urlencode([("query", query), *dataset])
    return client.post("/sparql", data=body, content_type=FORM)


def direct(client: FlaskClient, query: str, *dataset: tuple[str, str]) -> TestResponse:
    path = "/sparql?" + urlencode(dataset) if dataset else "/sparql"
    return client.post(path, data=query.encode(), content_type=DIRECT)


@pytest.fixture(params=[by_get, by_form, direct], ids=["get", "post-form", "post-direct"])
def send(request: pytest.FixtureRequest) -> Send:
    """A query sent in one of the three ways (2.1.1 to 2.1.3)."""
    found: Send = request.param
    return found


def default(iri: str) -> tuple[str, str]:
    return ("default-graph-uri", iri)


def named(iri: str) -> tuple[str, str]:
    return ("named-graph-uri", iri)


def holds(response: TestResponse) -> bool:
    """What an ASK has answered."""
    assert response.status_code == 200, response.text
    assert response.mimetype in RESULT_TYPES
    answer: bool = response.get_json(force=True)["boolean"]
    return answer


def editions(response: TestResponse) -> list[str]:
    """The IRIs that a SELECT has answered."""
    assert response.status_code == 200, response.text
    rows = response.get_json(force=True)["results"]["bindings"]
    return sorted(row["e"]["value"] for row in rows)


def refused(response: TestResponse, status: int = 400) -> None:
    assert response.status_code == status, response.text
    assert response.mimetype == "application/problem+json"


def test_query_get_and_query_post_form_and_query_post_direct(
    client: FlaskClient, send: Send
) -> None:
    """2.1.1, 2.1.2, 2.1.3."""
    assert holds(send(client, "ASK {}"))


def test_query_dataset_default_graph(client: FlaskClient, send: Send) -> None:
    """2.1.4: one graph makes the default graph, and nothing is named."""
    assert editions(send(client, SELECT, default(OLDER))) == [OLDER]
    assert not holds(send(client, "ASK { GRAPH ?g { ?s ?p ?o } }", default(OLDER)))


def test_query_dataset_default_graphs(client: FlaskClient, send: Send) -> None:
    """2.1.4: several graphs are merged to the default graph."""
    response = send(client, SELECT, default(OLDER), default(NEWER))

    assert editions(response) == [OLDER, NEWER]


def test_query_dataset_named_graph(client: FlaskClient, send: Send) -> None:
    """2.1.4: one named graph, beside an empty default graph."""
    graphs = "SELECT DISTINCT ?e { GRAPH ?e { ?s a rl:Edition } }"

    assert editions(send(client, graphs, named(OLDER))) == [OLDER]
    assert not holds(send(client, "ASK { ?s ?p ?o }", named(OLDER)))


def test_query_dataset_named_graphs(client: FlaskClient, send: Send) -> None:
    """2.1.4: several named graphs, each by itself."""
    graphs = "SELECT ?e { GRAPH ?e { ?s a rl:Edition } }"

    assert editions(send(client, graphs, named(OLDER), named(NEWER))) == [OLDER, NEWER]


def test_query_dataset_full(client: FlaskClient, send: Send) -> None:
    """2.1.4: default and named graphs together."""
    full = (default(OLDER), named(NEWER))

    assert editions(send(client, SELECT, *full)) == [OLDER]
    both = f"SELECT ?e {{ ?e a rl:Edition . GRAPH <{NEWER}> {{ ?n a rl:Edition }} }}"
    assert editions(send(client, both, *full)) == [OLDER]
    assert not holds(send(client, f"ASK {{ GRAPH <{OLDER}> {{ ?s ?p ?o }} }}", *full))


def test_query_multiple_dataset(client: FlaskClient, send: Send) -> None:
    """2.1.4: a dataset of the protocol wins over one in the query."""
    in_query = f"SELECT ?e FROM <{NEWER}> {{ ?e a rl:Edition }}"

    assert editions(send(client, in_query)) == [NEWER]
    assert editions(send(client, in_query, default(OLDER))) == [OLDER]


def test_query_multiple_dataset_named(client: FlaskClient, send: Send) -> None:
    """2.1.4: so do its named graphs over FROM NAMED, and no FROM of the query is left."""
    in_query = f"SELECT ?e FROM <{NEWER}> FROM NAMED <{NEWER}> {{ GRAPH ?e {{ ?s a rl:Edition }} }}"
    left = f"ASK FROM <{NEWER}> {{ ?s a rl:Edition }}"

    assert editions(send(client, in_query, named(OLDER))) == [OLDER]
    assert not holds(send(client, left, named(OLDER)))


def test_graph_that_the_store_lacks_is_empty(client: FlaskClient, send: Send) -> None:
    """2.1.4 leaves it open to refuse; nothing is fetched from elsewhere."""
    response = send(client, "ASK { ?s ?p ?o }", default("http://127.0.0.1:9/elsewhere"))

    assert not holds(response)


@pytest.mark.parametrize("query", ["SELECT (1 AS ?one) {}", "ASK {}"])
def test_query_content_type_select_and_query_content_type_ask(
    client: FlaskClient, query: str
) -> None:
    """2.1.6: of SELECT and ASK, results in one of the types of the recommendations."""
    assert by_get(client, query).mimetype in RESULT_TYPES
    for media_type in RESULT_TYPES - ({"text/csv", "text/tab-separated-values"}):
        response = client.get(
            "/sparql", query_string={"query": query}, headers={"Accept": media_type}
        )
        assert response.mimetype == media_type


@pytest.mark.parametrize(
    "query",
    [f"DESCRIBE <{OLDER}>", "CONSTRUCT { <s> <p> 1 } WHERE {}"],
    ids=["describe", "construct"],
)
def test_query_content_type_describe_and_query_content_type_construct(
    client: FlaskClient, query: str
) -> None:
    """2.1.6: of DESCRIBE and CONSTRUCT, a graph."""
    query = query.replace("<s> <p>", f"<{BASE}s> <{BASE}p>")
    assert by_get(client, query).mimetype in GRAPH_TYPES
    for media_type, syntax in GRAPH_TYPES.items():
        response = client.get(
            "/sparql",
            query_string={"query": query, "default-graph-uri": OLDER},
            headers={"Accept": media_type},
        )
        assert response.mimetype == media_type
        assert list(parse(response.data, syntax))


def test_head_answers_as_get_without_the_body(client: FlaskClient) -> None:
    """RFC 9110 9.3.2."""
    path = f"/sparql?query={quote('ASK {}')}"
    got, head = client.get(path), client.head(path)

    assert (head.status_code, head.data) == (200, b"")
    assert head.mimetype == got.mimetype
    assert head.headers["ETag"] == got.headers["ETag"]


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH"])
def test_bad_query_method(client: FlaskClient, method: str) -> None:
    response = client.open(f"/sparql?query={quote('ASK {}')}", method=method)

    refused(response, 405)
    assert {"GET", "POST"} <= set(response.headers["Allow"].split(", "))


def test_bad_multiple_queries(client: FlaskClient) -> None:
    """2.1: exactly one query string."""
    twice = urlencode([("query", "ASK {}"), ("query", "SELECT * {}")])

    refused(client.get(f"/sparql?{twice}"))
    refused(client.post("/sparql", data=twice, content_type=FORM))
    refused(client.post(f"/sparql?{twice}", data="", content_type=FORM))
    refused(client.post("/sparql?query=ASK%7B%7D", data="query=ASK%7B%7D", content_type=FORM))
    refused(client.post("/sparql?query=ASK%7B%7D", data="ASK {}", content_type=DIRECT))


@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        pytest.param(b"ASK {}", "text/plain", id="bad_query_wrong_media_type"),
        pytest.param(b"query=ASK%20%7B%7D", "", id="bad_query_missing_form_type"),
        pytest.param(b"ASK {}", "", id="bad_query_missing_direct_type"),
        pytest.param(b"<ask/>", "application/xml", id="xml"),
    ],
)
def test_bodies_of_other_types(client: FlaskClient, body: bytes, content_type: str) -> None:
    """2.1.2, 2.1.3: the two media types, and the client says which."""
    refused(client.post("/sparql", data=body, content_type=content_type), 415)


def test_bad_query_non_utf8(client: FlaskClient) -> None:
    """2.1.3: a query sent directly is UTF-8, whatever its charset says."""
    utf_16 = "ASK {}".encode("utf-16")

    refused(client.post("/sparql", data=utf_16, content_type=f"{DIRECT}; charset=UTF-16"), 415)
    refused(client.post("/sparql", data=utf_16, content_type=DIRECT))
    refused(client.post("/sparql", data=b"query=%FF%FEA", content_type=FORM))
    refused(client.get("/sparql?query=%FF%FEA"))


@pytest.mark.parametrize("query", ["ASK { FOO }", "", "SELECT", "ASK {} }", "ASK {"])
def test_bad_query_syntax(client: FlaskClient, send: Send, query: str) -> None:
    """2.1.6: 400 for what is no query."""
    refused(send(client, query))


UPDATE = "INSERT DATA { <http://example.test/s> <http://example.test/p> 1 }"
UPDATES: list[Any] = [
    pytest.param("POST", "/sparql", urlencode({"update": UPDATE}), FORM, 400,
                 id="update_post_form"),
    pytest.param("POST", "/sparql", UPDATE, "application/sparql-update", 415,
                 id="update_post_direct"),
    pytest.param("GET", "/sparql?" + urlencode({"update": UPDATE}), "", "", 400,
                 id="bad_update_get"),
    pytest.param("POST", "/sparql", urlencode([("update", UPDATE), ("update", UPDATE)]), FORM, 400,
                 id="bad_multiple_updates"),
    pytest.param("POST", "/sparql", UPDATE, "text/plain", 415, id="bad_update_wrong_media_type"),
    pytest.param("POST", "/sparql", urlencode({"update": UPDATE}), "", 415,
                 id="bad_update_missing_form_type"),
    pytest.param("POST", "/sparql?using-graph-uri=" + quote(OLDER), urlencode({"update": UPDATE}),
                 FORM, 400, id="bad_update_dataset_conflict"),
    pytest.param("POST", "/sparql", UPDATE, DIRECT, 400, id="update_sent_as_query"),
    pytest.param("GET", "/sparql?" + urlencode({"query": "CLEAR ALL"}), "", "", 400,
                 id="update_got_as_query"),
]  # fmt: skip


@pytest.mark.parametrize(("method", "path", "body", "content_type", "status"), UPDATES)
def test_updates_are_refused(
    client: FlaskClient, method: str, path: str, body: str, content_type: str, status: int
) -> None:
    response = client.open(path, method=method, data=body.encode(), content_type=content_type)

    refused(response, status)
    assert not holds(by_get(client, "ASK { GRAPH ?g { <http://example.test/s> ?p ?o } }"))
    assert holds(by_get(client, "ASK { ?s ?p ?o }"))
