"""`ruleloom export`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import BinaryIO

import click

from kg.cli.options import edition_options, open_for_reading, store_option
from kg.errors import StoreError
from kg.export import RDF_FORMATS, edition_as_json, write_rdf
from kg.model import EditionKey
from kg.store import Store
from kg.store.reading import read_edition


@click.command("export")
@click.option(
    "--format", "form", type=click.Choice([*RDF_FORMATS, "json"]), default="json", show_default=True
)
@click.option("-o", "--output", metavar="FILE", help="Where to (default: standard output).")
@store_option
@edition_options
def command(form: str, output: str | None, store: str, edition: str | None, restated: bool) -> None:
    """Write an edition as RDF or JSON.

    trig and nq keep the names of the graphs. The form of json is described in the documentation.
    """
    opened = open_for_reading(store)
    key = opened.find_edition(edition, restated=restated)
    if output is None:
        return _write(opened, key, form, sys.stdout.buffer)
    try:
        with Path(output).open("wb") as file:
            return _write(opened, key, form, file)
    except OSError as error:
        raise StoreError(output, f"can't be written: {error.strerror}") from error


def _write(store: Store, key: EditionKey, form: str, out: BinaryIO) -> None:
    if form != "json":
        return write_rdf(store, [key], form, out)
    text = json.dumps(edition_as_json(read_edition(store, key)), ensure_ascii=False, indent=1)
    out.write(text.encode() + b"\n")
    return None
