"""`ruleloom validate`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

import click

import kg
from kg.cli.options import edition_options, format_option, open_for_reading, store_option
from kg.cli.tables import print_json
from kg.model import EditionKey
from kg.validate import Violation, make_report, shape_names, shape_violations


@click.command("validate")
@click.option("--shapes", is_flag=True, help="Check the graph against its SHACL shapes.")
@click.option(
    "--report",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the outcome as Turtle too.",
)
@store_option
@edition_options
@format_option("text", "json")
def command(
    shapes: bool,
    report: Path | None,
    store: str,
    edition: str | None,
    restated: bool,
    form: str,
) -> None:
    """Check what the store says of an edition; the outcome is kept in the store.

    Shapes are all that can be checked yet, so --shapes may be left out. Exit status 1 where
    something breaks a shape or contradicts the ontology.
    """
    opened = open_for_reading(store)
    key = opened.find_edition(edition, restated=restated)
    version = opened.version
    found = shape_violations(opened, key, progress=_tell)
    opened.close()
    _keep(found, key, store=store, version=version)
    if report:
        _write(found, key, report)
    if form == "json":
        print_json(_as_json(found, key))
    else:
        _print_text(found, key)
    if found:
        sys.exit(1)


def _tell(label: str, done: int, total: int) -> None:
    if done < total:
        click.echo(f"checking {label} ...", err=True)


def _keep(found: Sequence[Violation], key: EditionKey, *, store: str, version: str) -> None:
    from kg.store import rewrite_store
    from kg.vocab import validation_graph

    quads = make_report(found, key, software=_software())
    with rewrite_store(store, purpose="validate", expecting=version) as draft:
        draft.replace_graph(validation_graph(key), quads)


def _write(found: Sequence[Violation], key: EditionKey, path: Path) -> None:
    from pyoxigraph import RdfFormat, serialize

    from kg.errors import SourceError
    from kg.vocab import PREFIXES

    triples = (quad.triple for quad in make_report(found, key, software=_software()))
    try:
        serialize(triples, str(path), RdfFormat.TURTLE, prefixes=PREFIXES)
    except OSError as error:
        raise SourceError(str(path), f"can't be written: {error.strerror or error}") from error


def _software() -> str:
    return f"ruleloom {kg.__version__}"


def _as_json(found: Sequence[Violation], key: EditionKey) -> dict[str, object]:
    return {
        "edition": key.name,
        "restated": key.restated,
        "conforms": not found,
        "shapes": shape_names(),
        "violations": [asdict(violation) for violation in found],
    }


def _print_text(found: Sequence[Violation], key: EditionKey) -> None:
    for violation in found:
        click.echo(str(violation))
    failed = len({violation.shape for violation in found})
    click.echo(
        f"edition {key}: {len(found)} violations of {failed} of {len(shape_names())} shapes",
        err=True,
    )
