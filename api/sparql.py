"""The SPARQL endpoint: queries answered by processes that can be stopped, in the form asked for."""

from __future__ import annotations

import re

from flask import Blueprint, Response, current_app, make_response, request, url_for
from werkzeug.exceptions import NotAcceptable

from api.asked import edition_args, edition_name, find_asked
from api.compression import without_coding
from api.description import describe_dataset, describe_service
from api.headers import entity_tag
from api.live import snapshot
from api.negotiation import GRAPHS, HTML, RESULTS, Form, acceptable
from api.protocol import SparqlRequest, read_request
from api.resources import write_triples
from api.sparql_page import render_answer, render_form
from kg.model import EditionKey
from kg.store.evaluator import Evaluated

__all__ = ["bp"]

bp = Blueprint("sparql", __name__)
# Last, so that */* gets data; a browser lists text/html and gets the page.
_ANY = (*RESULTS, *GRAPHS, HTML)
# What gives another result each time, so that no entity tag may stand for it.
_CHANGING = re.compile(r"\b(?:NOW|RAND|UUID|STRUUID)\s*\(", re.IGNORECASE)


@bp.route("/sparql", methods=["GET", "POST"])
def endpoint() -> Response:
    """A query's result, or without a query what the service offers."""
    asked = read_request()
    if asked is None:
        return _vary(_describe())
    forms = acceptable(_ANY)
    at_hand = snapshot()
    key = find_asked(at_hand.store, asked.asked)
    if forms[0].name == HTML.name:
        return _vary(_page(asked, key))
    tag = _entity_tag(asked, key, forms)
    # Whoever has the tag has had an answer. `*` says nothing of that, and comes after the
    # evaluation (RFC 9110 13.2.1).
    known = request.if_none_match
    if tag and tag in {without_coding(each) for each in known.as_set(include_weak=True)}:
        response = Response(status=304)
        response.set_etag(tag)
        return _vary(response)
    evaluated = _evaluate(
        asked,
        key,
        results=[form.engine for form in forms if form.proper in _types(RESULTS)],
        graphs=[form.engine for form in forms if form.proper in _types(GRAPHS)],
    )
    if not evaluated.acceptable:
        raise NotAcceptable(evaluated.problem)
    response = make_response(evaluated.body)
    media_type = evaluated.media_type.partition(";")[0]
    form = next(form for form in forms if form.proper == media_type)
    response.content_type = form.content_type
    if asked.default_graphs is None and asked.named_graphs is None:
        response.headers["Ruleloom-Edition"] = edition_name(key)
    if tag:
        response.set_etag(tag)
    else:
        response.headers["Cache-Control"] = "no-store"
    return _vary(response)


@bp.get("/.well-known/void")
def dataset() -> Response:
    """The data that is served, as VoID (W3C Interest Group Note, 7.2)."""
    form = acceptable(GRAPHS)[0]
    address = url_for("sparql.endpoint", _external=True)
    response = make_response(write_triples(describe_dataset(snapshot().store, address), form))
    response.content_type = form.content_type
    return _vary(response)


def _describe() -> Response:
    form = acceptable((*GRAPHS, HTML))[0]
    if form.name == HTML.name:
        store = snapshot().store
        return make_response(render_form(store, find_asked(store, edition_args(request.args))))
    address = url_for("sparql.endpoint", _external=True)
    response = make_response(write_triples(describe_service(snapshot().store, address), form))
    response.content_type = form.content_type
    return response


def _page(asked: SparqlRequest, key: EditionKey) -> Response:
    """The result as a page. Its form has the query, so that it can be mended and run again."""

    def ask() -> Evaluated:
        return _evaluate(asked, key, results=["json"], graphs=["turtle"])

    page, status = render_answer(snapshot().store, key, asked.query, ask)
    response = make_response(page, status)
    response.headers["Cache-Control"] = "no-store"
    return response


def _evaluate(
    asked: SparqlRequest, key: EditionKey, *, results: list[str], graphs: list[str]
) -> Evaluated:
    return snapshot().evaluator.evaluate(
        asked.query,
        results_formats=results,
        graph_formats=graphs,
        default_graph=asked.default_graphs,
        named_graphs=asked.named_graphs,
        edition=key,
        timeout=asked.timeout,
        max_bytes=current_app.config["SPARQL_MAX_BYTES"],
        max_rows=current_app.config["SPARQL_MAX_ROWS"],
    )


def _entity_tag(asked: SparqlRequest, key: EditionKey, forms: list[Form]) -> str:
    """The tag of an answer to a GET, known before it is evaluated; empty where it has none.

    Which of the forms is chosen depends on the kind of result, and so on nothing else than these.
    """
    if request.method == "POST" or _CHANGING.search(asked.query):
        return ""
    dataset = [repr(asked.default_graphs), repr(asked.named_graphs), edition_name(key)]
    return entity_tag(asked.query, *dataset, *(form.media_type for form in forms))


def _types(forms: tuple[Form, ...]) -> set[str]:
    return {form.proper for form in forms}


def _vary(response: Response) -> Response:
    response.headers["Vary"] = "Accept"
    return response
