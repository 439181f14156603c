"""`ruleloom map OLD NEW`."""

from __future__ import annotations

from pathlib import Path

import click

from kg.cli.options import corrections_option, format_option, open_for_reading, store_option
from kg.cli.tables import print_rows
from kg.lineage.between import find_table
from kg.lineage.corrections import read_corrections
from kg.lineage.wire import row_as_json

COLUMNS = ("old", "new", "verdict", "confidence")


@click.command("map")
@click.argument("old")
@click.argument("new")
@corrections_option
@store_option
@format_option("table", "csv", "json", "jsonl")
def command(old: str, new: str, file: Path | None, store: str, form: str) -> None:
    """List which rule of the edition OLD is which of the edition NEW.

    OLD and NEW are dates. Editions that ruleloom knows need no text; others must be in the store.
    A rule without old number is new, one without new number was withdrawn; a rule that was split or
    merged has a row for each pair. A confidence of 1 is sure.
    """
    table, dates = find_table(open_for_reading(store), old, new, corrections=read_corrections(file))
    rows = map(row_as_json, table.number_map(*dates))
    print_rows(rows, COLUMNS, form=form)
