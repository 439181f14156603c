"""`ruleloom query FILE|NAME|-e QUERY`."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import click
from pyoxigraph import (
    QueryBoolean,
    QueryResultsFormat,
    QuerySolutions,
    QueryTriples,
    RdfFormat,
    serialize,
)

from kg.cli.options import edition_options, open_for_reading, store_option
from kg.cli.tables import print_json, print_rows
from kg.errors import QueryError, SourceError
from kg.gallery import find_query, load_gallery
from kg.store.base import QueryResult
from kg.store.query_text import check_query
from kg.vocab import PREFIXES

_SOLUTIONS = {
    "json": QueryResultsFormat.JSON,
    "xml": QueryResultsFormat.XML,
    "csv": QueryResultsFormat.CSV,
    "tsv": QueryResultsFormat.TSV,
}
_GRAPHS = {
    "turtle": RdfFormat.TURTLE,
    "nt": RdfFormat.N_TRIPLES,
    "jsonld": RdfFormat.JSON_LD,
    "rdfxml": RdfFormat.RDF_XML,
}


@click.command("query")
@click.argument("name", required=False, metavar="[FILE|NAME]")
@click.option("-e", "text", metavar="QUERY", help="The query itself.")
@click.option(
    "--format",
    "form",
    type=click.Choice(["table", *_SOLUTIONS, *_GRAPHS]),
    help="Default: a table for SELECT and ASK, Turtle for CONSTRUCT and DESCRIBE.",
)
@store_option
@edition_options
def command(
    name: str | None,
    text: str | None,
    form: str | None,
    store: str,
    edition: str | None,
    restated: bool,
) -> None:
    """Ask the store in SPARQL: a file, a query of the gallery by its name, or -e QUERY.

    Without any of them, lists the gallery. A query without GRAPH or FROM sees the newest edition
    (or that of --edition) with what was inferred from it, and the ontology.
    """
    if bool(name) and bool(text):
        raise click.UsageError("give either a file or name, or -e QUERY, not both")
    if not name and not text:
        return _list_gallery(form or "table")
    opened = open_for_reading(store)
    key = opened.find_edition(edition, restated=restated)
    # The engine runs outside Python, where Ctrl-C would wait for its end.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    query = text or _read(name or "")
    found = check_query(query)
    if found.calls_service:
        raise QueryError("SERVICE is off: a query may not ask other servers")
    graphs = None if found.names_dataset else opened.default_graph(key)
    result = opened.query(query, default_graph=graphs)
    _print_result(result, form)
    return None


def _read(name: str) -> str:
    path = Path(name)
    if name == "-":
        return sys.stdin.read()
    if not path.is_file():
        return find_query(name.removesuffix(".rq")).text
    try:
        return path.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise SourceError(name, f"can't be read as a UTF-8 text: {error}") from error


def _list_gallery(form: str) -> None:
    rows = [{"name": q.name, "title": q.title, "question": q.question} for q in load_gallery()]
    print_rows(
        rows, ["name", "title", "question"], form=form if form in ("json", "csv") else "table"
    )


def _print_result(result: QueryResult, form: str | None) -> None:
    if isinstance(result, QueryTriples):
        if form is not None and form not in _GRAPHS:
            raise click.UsageError(f"--format {form} can't hold a graph; take {', '.join(_GRAPHS)}")
        syntax = _GRAPHS[form or "turtle"]
        prefixes = None if syntax == RdfFormat.N_TRIPLES else PREFIXES
        serialize(result, sys.stdout.buffer, syntax, prefixes=prefixes)
    elif form in _GRAPHS:
        raise click.UsageError(
            f"--format {form} is for graphs; take table, {', '.join(_SOLUTIONS)}"
        )
    elif form in _SOLUTIONS:
        result.serialize(sys.stdout.buffer, _SOLUTIONS[form])
    elif isinstance(result, QueryBoolean):
        print_json(bool(result))
    else:
        _print_solutions(result)


def _print_solutions(result: QuerySolutions) -> None:
    names = [variable.value for variable in result.variables]
    rows = [
        {name: None if row[name] is None else row[name].value for name in names} for row in result
    ]
    print_rows(rows, names, form="table")
    click.echo(f"{len(rows)} solutions", err=True)
