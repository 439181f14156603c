"""The IRIs of the graph, resolved: HTML for browsers, RDF by content negotiation for all others."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import quote

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from markupsafe import Markup
from pyoxigraph import NamedNode, QueryTriples, RdfFormat, Triple, parse, serialize
from werkzeug.exceptions import NotFound

from api.asked import edition_name
from api.live import snapshot
from api.negotiation import GRAPHS, HTML, Form, acceptable
from api.reader import open_reader
from kg.gallery import find_query
from kg.model import EditionKey, RuleNumber
from kg.ontology_docs import ontology_article
from kg.resources import ontology
from kg.violations import SHAPES_MODULE
from kg.vocab import BASE, ONTOLOGY_GRAPH, PREFIXES, edition_iri

__all__ = ["SYNTAXES", "bp", "write_triples"]

bp = Blueprint("resources", __name__)

SYNTAXES = {
    "turtle": RdfFormat.TURTLE,
    "ntriples": RdfFormat.N_TRIPLES,
    "nquads": RdfFormat.N_QUADS,
    "trig": RdfFormat.TRIG,
    "rdfxml": RdfFormat.RDF_XML,
    "jsonld": RdfFormat.JSON_LD,
}
_FORMS = (*GRAPHS, HTML)
_RULE = re.compile(r"rule/(?P<number>[^/]+)(?:/(?P<kind>example|citation)/(?P<place>\d+))?")
_TERM = re.compile(r"term/(?P<slug>[^/]+)(?:/(?P<kind>sense|citation)/(?P<place>\d+))?")


@bp.get("/edition/<name>")
@bp.get("/edition/<name>/<path:rest>")
@bp.get("/restated/<name>")
@bp.get("/restated/<name>/<path:rest>")
def edition_resource(name: str, rest: str = "") -> Response:
    """An edition, or anything in it."""
    store = snapshot().store
    folder = request.path.split("/")[1]
    key = store.find_edition(f"{folder}/{name}")
    iri = BASE + key.path + (f"/{quote(rest, safe='/')}" if rest else "")
    triples = _describe(iri, [edition_iri(key)])
    page = _page_of(key, rest)
    form = acceptable(_FORMS)[0]
    if form.name == HTML.name and page:
        response = make_response(redirect(page, code=303))
        response.headers["Vary"] = "Accept"
        return response
    response = _answer(triples, form, title=rest or str(key), iri=iri)
    if page:
        response.headers["Link"] = f'<{page}>; rel="alternate"; type="text/html"'
    return response


@bp.get("/source/<name>")
@bp.get("/software/<name>")
def shared_resource(name: str) -> Response:
    """A source document, or the software that read it: the same node in every edition."""
    graphs = [edition_iri(info.key) for info in snapshot().store.editions()]
    iri = BASE + quote(request.path.lstrip("/"), safe="/")
    return _answer(_describe(iri, graphs), acceptable(_FORMS)[0], title=name, iri=iri)


@bp.get("/ns")
def ontology_document() -> Response:
    """The ontology: a page about its terms, or its modules in one syntax."""
    texts = [text for name, text in ontology() if name != SHAPES_MODULE]
    form = acceptable(_FORMS)[0]
    if form.name != HTML.name:
        return _module("\n".join(texts), form)
    reader = open_reader()

    def rule_link(number: str) -> str:
        known = RuleNumber.parse(number)
        return reader.rule_url(known) if reader.book.prints(known) else ""

    def query_link(name: str) -> str:
        return url_for("sparql.endpoint", query=find_query(name).text, format="html")

    article = Markup(ontology_article(rule_link=rule_link, query_link=query_link))
    return _html(render_template("ontology.html", article=article))


@bp.get("/shapes")
def shapes_document() -> Response:
    """The shapes that a build's graphs have, as they are written or in another syntax."""
    text = dict(ontology())[SHAPES_MODULE]
    form = acceptable(_FORMS)[0]
    if form.name != HTML.name:
        return _module(text, form)
    lede = "What a build promises to write, in SHACL. Each message says what to do."
    return _page(text, title="Shapes", lede=lede)


def _module(text: str, form: Form) -> Response:
    """Turtle as it is written, or in another syntax."""
    if form.name == "turtle":
        return _negotiated(text.encode(), form)
    quads = parse(text, RdfFormat.TURTLE, base_iri=ONTOLOGY_GRAPH.value)
    return _negotiated(write_triples([quad.triple for quad in quads], form), form)


def write_triples(triples: list[Triple], form: Form) -> bytes:
    """A graph in one of the forms of `GRAPHS`."""
    data = serialize(triples, format=SYNTAXES[form.engine], prefixes=PREFIXES)
    assert data is not None
    return data


def _describe(iri: str, graphs: list[NamedNode]) -> list[Triple]:
    """What the graphs say of a node.

    Raises:
        NotFound: nothing.
    """
    try:
        node = NamedNode(iri)
    except ValueError:
        raise NotFound(f"{iri} is no IRI") from None
    result = snapshot().store.query("DESCRIBE ?node", default_graph=graphs, bindings={"node": node})
    assert isinstance(result, QueryTriples)
    triples = list(result)
    if not triples:
        raise NotFound(f"the store says nothing of {iri}")
    return triples


def _page_of(key: EditionKey, rest: str) -> str:
    """The page that shows a node to people; empty where there is none."""
    edition = edition_name(key)
    if not rest:
        return url_for("pages.contents", edition=edition)
    if rest == "glossary":
        return url_for("pages.glossary", edition=edition)
    for pattern, endpoint in ((_RULE, "pages.rule"), (_TERM, "pages.entry")):
        match = pattern.fullmatch(rest)
        if match:
            parts: dict[str, Any] = match.groupdict()
            kind, place = parts.pop("kind"), parts.pop("place")
            anchor = f"{kind}-{place}" if kind in ("example", "sense") else None
            return url_for(endpoint, **parts, edition=edition, _anchor=anchor)
    return ""


def _answer(triples: list[Triple], form: Form, *, title: str, iri: str) -> Response:
    if form.name == HTML.name:
        turtle = serialize(triples, format=RdfFormat.TURTLE, prefixes=PREFIXES)
        assert turtle is not None
        return _page(turtle.decode(), title=title, lede=iri)
    return _negotiated(write_triples(triples, form), form)


def _page(text: str, *, title: str, lede: str) -> Response:
    return _html(render_template("turtle.html", text=text, title=title, lede=lede))


def _html(page: str) -> Response:
    response = make_response(page)
    response.headers["Vary"] = "Accept"
    return response


def _negotiated(body: bytes, form: Form) -> Response:
    response = make_response(body)
    response.content_type = form.content_type
    response.headers["Vary"] = "Accept"
    return response
