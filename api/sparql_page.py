"""The SPARQL endpoint for people: a form, the gallery, and results as a table."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from flask import render_template, url_for

from api.asked import edition_name
from kg.errors import QueryError, QueryStoppedError
from kg.gallery import load_gallery
from kg.model import EditionKey
from kg.store import Store
from kg.store.evaluator import Evaluated
from kg.vocab import BASE, PREFIXES

__all__ = ["render_answer", "render_form"]

_MOST_ROWS = 500
_RESULT_FORMS = {"CSV": "csv", "TSV": "tsv", "JSON": "json", "XML": "xml"}
_GRAPH_FORMS = {"Turtle": "turtle", "N-Triples": "nt", "JSON-LD": "jsonld", "RDF/XML": "rdfxml"}
_STARTER = """\
# Keyword actions by how many rules cite them
SELECT ?number ?heading (COUNT(DISTINCT ?citing) AS ?cited) WHERE {
  ?section rl:number "701" .
  ?rule skos:broader ?section ; rl:number ?number ; rl:heading ?heading .
  ?part skos:broader* ?rule .
  ?citing rl:cites ?part .
} GROUP BY ?number ?heading ORDER BY DESC(?cited) ?number LIMIT 20
"""


@dataclass(frozen=True, slots=True)
class Cell:
    """One value in a table.

    Attributes:
        url: where it leads, if it is an IRI that can be followed.
    """

    text: str
    url: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """Solutions.

    Attributes:
        total: of the solutions, of which `rows` may hold only the first.
    """

    names: list[str]
    rows: list[list[Cell]]
    total: int


def render_form(store: Store, key: EditionKey) -> str:
    """The form with a query to begin with."""
    return _render(store, key, _STARTER)


def render_answer(
    store: Store, key: EditionKey, query: str, ask: Callable[[], Evaluated]
) -> tuple[str, int]:
    """The form with the query, its result (in JSON or Turtle) or what is wrong; and the status."""
    try:
        evaluated = ask()
    except QueryError as error:
        status = 503 if isinstance(error, QueryStoppedError) else 400
        message = str(error)
        return _render(store, key, query, failure=message[:1].upper() + message[1:]), status
    if evaluated.kind == "graph":
        return _render(store, key, query, graph=evaluated.body.decode()), 200
    result = json.loads(evaluated.body)
    if evaluated.kind == "boolean":
        return _render(store, key, query, verdict=result["boolean"]), 200
    return _render(store, key, query, table=_table(result)), 200


def _render(store: Store, key: EditionKey, query: str, **answer: Any) -> str:
    empty = {"failure": "", "table": None, "verdict": None, "graph": None}
    gallery = [
        {
            "title": item.title,
            "question": item.question,
            "url": url_for("sparql.endpoint", query=item.text, format="html"),
        }
        for item in load_gallery()
    ]
    return render_template(
        "sparql.html",
        query=query,
        key=key,
        infos=list(reversed(store.editions())),
        gallery=gallery,
        prefixes=PREFIXES,
        downloads={
            name: url_for("sparql.endpoint", query=query, edition=edition_name(key), format=form)
            for name, form in (_GRAPH_FORMS if answer.get("graph") else _RESULT_FORMS).items()
        },
        edition=edition_name(key),
        **(empty | answer),
    )


def _table(result: Mapping[str, Any]) -> Table:
    names = result["head"]["vars"]
    solutions = result["results"]["bindings"]
    rows = [[_cell(row.get(name)) for name in names] for row in solutions[:_MOST_ROWS]]
    return Table(names, rows, len(solutions))


def _cell(term: Mapping[str, Any] | None) -> Cell:
    if term is None:
        return Cell("")
    value = term["value"]
    if term["type"] != "uri":
        return Cell(f"_:{value}" if term["type"] == "bnode" else str(value))
    url = f"/{value.removeprefix(BASE)}" if value.startswith(BASE) else ""
    if value.startswith(("http://", "https://")):
        url = url or value
    for prefix, namespace in PREFIXES.items():
        if value.startswith(namespace):
            return Cell(f"{prefix}:{value.removeprefix(namespace)}", url)
    return Cell(value.removeprefix(BASE), url)
