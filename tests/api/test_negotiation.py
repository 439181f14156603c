"""Which form a request gets."""

from __future__ import annotations

import pytest
from flask import Flask
from werkzeug.exceptions import BadRequest, NotAcceptable

from api.negotiation import GRAPHS, HTML, RESULTS, acceptable, wants_html

BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"


@pytest.mark.parametrize(
    ("accept", "media_type"),
    [
        pytest.param(None, "application/sparql-results+json", id="none-means-any"),
        pytest.param("*/*", "application/sparql-results+json", id="any"),
        pytest.param("application/sparql-results+xml", "application/sparql-results+xml", id="xml"),
        pytest.param("application/xml", "application/xml", id="alias-is-answered-as-asked"),
        pytest.param("application/json", "application/json", id="alias-json"),
        pytest.param("text/csv;q=0.4, text/tab-separated-values;q=0.6", "text/tab-separated-values",
                     id="weights"),
        pytest.param("text/*", "text/csv", id="a-wildcard-stands-for-no-alias"),
        pytest.param("text/csv; charset=utf-8", "text/csv", id="parameters-dont-part"),
        pytest.param("application/sparql-results+json;q=0, */*", "application/sparql-results+xml",
                     id="zero-rules-out"),
        pytest.param("image/png, text/csv;q=0.1", "text/csv", id="what-we-have-none-of"),
        pytest.param(BROWSER, "text/html", id="browser"),
        pytest.param("text/n3", "text/n3", id="turtle-is-notation3"),
    ],
)  # fmt: skip
def test_acceptable_puts_the_best_form_first(
    app: Flask, accept: str | None, media_type: str
) -> None:
    headers = {} if accept is None else {"Accept": accept}

    with app.test_request_context(headers=headers):
        assert acceptable((*RESULTS, *GRAPHS, HTML))[0].media_type == media_type


def test_acceptable_refuses_what_is_not_on_offer(app: Flask) -> None:
    with (
        app.test_request_context(headers={"Accept": "image/png"}),
        pytest.raises(NotAcceptable) as caught,
    ):
        acceptable(RESULTS[:2])

    assert caught.value.description == (
        "none of the types in Accept is on offer: "
        "application/sparql-results+json, application/sparql-results+xml"
    )


@pytest.mark.parametrize("name", ["nt", "NT", "application/n-triples"])
def test_acceptable_takes_format_before_accept(app: Flask, name: str) -> None:
    with app.test_request_context(query_string={"format": name}, headers={"Accept": BROWSER}):
        assert [form.name for form in acceptable(GRAPHS)] == ["nt"]


def test_acceptable_names_the_formats_that_there_are(app: Flask) -> None:
    with (
        app.test_request_context(query_string={"format": "xls"}),
        pytest.raises(BadRequest) as caught,
    ):
        acceptable(RESULTS)

    assert caught.value.description == (
        "format='xls' is unknown: expected one of json, xml, csv, tsv"
    )


@pytest.mark.parametrize(
    ("accept", "wanted"),
    [
        pytest.param(BROWSER, True, id="browser"),
        pytest.param("*/*", False, id="any"),
        pytest.param("application/json, text/html;q=0.5", False, id="rather-json"),
        pytest.param("text/html;q=0", False, id="ruled-out"),
    ],
)
def test_wants_html_knows_a_browser(app: Flask, accept: str, wanted: bool) -> None:
    with app.test_request_context(headers={"Accept": accept}):
        assert wants_html() is wanted


@pytest.mark.parametrize(
    ("name", "forms"),
    [
        ("xml", ["xml", "rdfxml"]),
        ("json", ["json", "jsonld"]),
        ("rdf", ["rdfxml"]),
        ("rdf+xml", ["rdfxml"]),
        ("application/rdf xml", ["rdfxml"]),
        ("n3", ["turtle"]),
        ("ttl", ["turtle"]),
        ("text/n3", ["turtle"]),
        ("json-ld", ["jsonld"]),
        ("ntriples", ["nt"]),
        ("n-triples", ["nt"]),
        ("nquads", ["nq"]),
        ("n-quads", ["nq"]),
    ],
)
def test_acceptable_knows_the_names_of_other_tools(app: Flask, name: str, forms: list[str]) -> None:
    with app.test_request_context(query_string={"format": name}):
        assert [form.name for form in acceptable((*RESULTS, *GRAPHS, HTML))] == forms


def test_acceptable_falls_back_to_accept_where_the_format_is_unknown(app: Flask) -> None:
    with app.test_request_context(query_string={"format": "xls"}, headers={"Accept": "text/csv"}):
        assert [form.name for form in acceptable(RESULTS)] == ["csv"]
