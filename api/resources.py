"""The IRIs of the graph, resolved: HTML for browsers, RDF by content negotiation for all others."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any
from urllib.parse import quote, urlencode

from flask import Blueprint, Response, make_response, redirect, render_template, request, url_for
from markupsafe import Markup
from pyoxigraph import NamedNode, QueryTriples, RdfFormat, Triple, parse, serialize
from werkzeug.exceptions import NotFound

from api.asked import edition_name
from api.live import snapshot
from api.negotiation import GRAPHS, HTML, Form, acceptable
from api.reader import open_reader
from kg.gallery import find_query
from kg.lineage.provisions import find_printings
from kg.model import EditionKey, RuleNumber
from kg.ontology_docs import ontology_article
from kg.resources import internal_query, ontology
from kg.violations import SHAPES_MODULE
from kg.vocab import (
    BASE,
    ONTOLOGY_GRAPH,
    PREFIXES,
    RDF,
    RL,
    edition_graphs,
    edition_iri,
    provision_iri,
    rule_iri,
    validation_graph,
)

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
_BELOW = r"(?:/(?P<kind>{})/(?P<place>\d+)(?:/statement/\d+)?)?"
_RULE = re.compile(r"rule/(?P<number>[^/]+)" + _BELOW.format("example|citation|statement"))
_TERM = re.compile(r"term/(?P<slug>[^/]+)" + _BELOW.format("sense|citation"))
# A graph whole; what is at its IRI is nothing else.
_GRAPH = "CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p ?o }"


@bp.get("/edition/<name>")
@bp.get("/edition/<name>/<path:rest>")
@bp.get("/restated/<name>")
@bp.get("/restated/<name>/<path:rest>")
def edition_resource(name: str, rest: str = "") -> Response:
    """An edition, or anything in it."""
    store = snapshot().store
    folder = request.path.split("/")[1]
    key = store.find_edition(f"{folder}/{name}")
    kind, _, slug = rest.partition("/")
    # A word such as `+1/+1 counter` has a slash of its own, which comes decoded.
    place = f"{kind}/{quote(slug, safe='')}" if kind == "vocabulary" else quote(rest, safe="/")
    iri = BASE + key.path + (f"/{place}" if rest else "")
    graphs = edition_graphs(key)
    if iri in {graph.value for graph in graphs[1:]}:
        args = urlencode({"query": _GRAPH, "default-graph-uri": iri})
        return _redirect(f"{url_for('sparql.endpoint')}?{args}")
    triples = _describe(iri, graphs)
    page = _page_of(key, rest)
    form = acceptable(_FORMS)[0]
    if form.name == HTML.name and page:
        return _redirect(page)
    response = _answer(triples, form, title=rest or str(key), iri=iri)
    if page:
        response.headers["Link"] = f'<{page}>; rel="alternate"; type="text/html"'
    return response


@bp.get("/source/<name>")
@bp.get("/software/<name>")
@bp.get("/scenario/<name>")
def shared_resource(name: str) -> Response:
    """A source document, the software that read it, a scenario: the same node in every edition."""
    graphs = [
        graph
        for info in snapshot().store.editions()
        for graph in (edition_iri(info.key), validation_graph(info.key))
    ]
    iri = BASE + quote(request.path.lstrip("/"), safe="/")
    return _answer(_describe(iri, graphs), acceptable(_FORMS)[0], title=name, iri=iri)


@bp.get("/provision/<name>")
def provision(name: str) -> Response:
    """A rule as it lives through the editions that are loaded."""
    keys = [info.key for info in snapshot().store.editions()]
    printings = find_printings(name, keys)
    if not printings:
        raise NotFound(f"no loaded edition prints the provision {name!r}")
    form = acceptable(_FORMS)[0]
    if form.name == HTML.name:
        key, number = printings[-1]
        page = url_for("pages.rule", number=str(number), edition=edition_name(key))
        return _redirect(page)
    node = provision_iri(name)
    triples = [Triple(node, RDF.type, RL.Provision)]
    for key, number in printings:
        triples.append(Triple(node, RL.expression, rule_iri(key, number)))
        triples.append(Triple(rule_iri(key, number), RL.expressionOf, node))
    return _answer(triples, form, title=name, iri=node.value)


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


def _describe(iri: str, graphs: Sequence[NamedNode]) -> list[Triple]:
    """What the graphs say of a node, and of what has its IRI with a fragment.

    Raises:
        NotFound: nothing.
    """
    try:
        node = NamedNode(iri)
    except ValueError:
        raise NotFound(f"{iri} is no IRI") from None
    triples: dict[Triple, None] = {}
    asked = [node]
    while asked:  # one after the other: some hang on others, as the steps of a program
        found = _described(asked.pop(), graphs)
        triples |= dict.fromkeys(found)
        known = {triple.subject for triple in triples} | set(asked)
        asked += {
            triple.object
            for triple in found
            if isinstance(triple.object, NamedNode)
            and triple.object.value.startswith(f"{iri}#")
            and triple.object not in known
        }
    if not triples:
        raise NotFound(f"the store says nothing of {iri}")
    return list(triples)


def _described(node: NamedNode, graphs: Sequence[NamedNode]) -> list[Triple]:
    result = snapshot().store.query(
        internal_query("node"), default_graph=[], named_graphs=graphs, bindings={"node": node}
    )
    assert isinstance(result, QueryTriples)
    return list(dict.fromkeys(result))  # the same may stand in several graphs


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


def _redirect(place: str) -> Response:
    response = make_response(redirect(place, code=303))
    response.headers["Vary"] = "Accept"
    return response


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
