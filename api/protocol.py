"""A request to the SPARQL endpoint, read from its three forms (SPARQL 1.1 Protocol 2.1)."""

from __future__ import annotations

from dataclasses import dataclass

from flask import current_app, request
from pyoxigraph import NamedNode
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import BadRequest, RequestEntityTooLarge, UnsupportedMediaType

from api.asked import edition_args
from api.params import EditionParams
from kg.store.query_text import MAX_LENGTH

__all__ = ["SparqlRequest", "read_request"]

_QUERY = "application/sparql-query"
_UPDATE = "application/sparql-update"
_FORM = "application/x-www-form-urlencoded"


@dataclass(frozen=True, slots=True)
class SparqlRequest:
    """What a client asks of the endpoint.

    Attributes:
        default_graphs, named_graphs: IRIs of the dataset that the request names; None where it
            names none of either kind, and the edition's is meant.
        timeout: seconds.
    """

    query: str
    default_graphs: tuple[str, ...] | None
    named_graphs: tuple[str, ...] | None
    asked: EditionParams
    timeout: float


def read_request() -> SparqlRequest | None:
    """The request at hand; None where it has no query, which asks for the service description.

    Raises:
        BadRequest: it isn't as the protocol says.
        RequestEntityTooLarge: the query is too long.
        UnsupportedMediaType: its body is of a type that can't hold a query.
    """
    args: MultiDict[str, str] = MultiDict(request.args)
    if request.method == "POST":
        _add_body(args)
    if "update" in args:
        raise BadRequest("this endpoint is read-only: it takes queries, and no update")
    queries = args.getlist("query")
    if not queries and request.method != "POST":
        return None
    if len(queries) != 1:
        raise BadRequest(f"exactly one query is expected; the request has {len(queries)}")
    if len(queries[0]) > MAX_LENGTH:
        raise RequestEntityTooLarge(
            f"a query can have {MAX_LENGTH} characters; this one has {len(queries[0])}"
        )
    asked = edition_args(args)
    default, named = _graphs(args, "default-graph-uri"), _graphs(args, "named-graph-uri")
    if (default or named) and (asked.edition or asked.date):
        raise BadRequest("give either a dataset by its graphs or an edition, not both")
    return SparqlRequest(queries[0], default, named, asked, _timeout(args))


def _add_body(args: MultiDict[str, str]) -> None:
    if request.mimetype == _FORM:
        for name, values in request.form.lists():
            args.setlistdefault(name).extend(values)
    elif request.mimetype == _QUERY:
        if request.mimetype_params.get("charset", "utf-8").lower() not in ("utf-8", "utf8"):
            raise UnsupportedMediaType("a query's charset is always UTF-8")
        if "query" in args:
            raise BadRequest("the query is in the body, so the address can't have another one")
        try:
            args.add("query", request.get_data(cache=False).decode("utf-8"))
        except UnicodeDecodeError as error:
            raise BadRequest(f"the query isn't UTF-8: byte {error.start} is wrong") from error
    elif request.mimetype == _UPDATE:
        raise UnsupportedMediaType("this endpoint is read-only: it takes queries, and no update")
    else:
        given = request.mimetype or "no media type"
        raise UnsupportedMediaType(f"a body of {_QUERY} or {_FORM} is expected, not of {given}")


def _graphs(args: MultiDict[str, str], name: str) -> tuple[str, ...] | None:
    found = tuple(args.getlist(name))
    for iri in found:
        try:
            NamedNode(iri)
        except ValueError:
            raise BadRequest(f"{name} isn't an absolute IRI: {iri!r}") from None
    return found or None


def _timeout(args: MultiDict[str, str]) -> float:
    most = float(current_app.config["SPARQL_TIMEOUT"])
    given = args.get("timeout")
    if not given:
        return most
    try:
        seconds = float(given)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= most:
        raise BadRequest(f"timeout is in seconds, above 0 and up to {most:g}")
    return seconds
