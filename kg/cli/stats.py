"""`ruleloom stats`."""

from __future__ import annotations

import click

from kg.cli.options import format_option, open_for_reading, store_option
from kg.cli.tables import Cell, print_rows
from kg.store.reading import read_counts


@click.command("stats")
@store_option
@click.option("--edition", metavar="DATE", help="Only that edition.")
@format_option("table", "json", "jsonl", "csv")
def command(store: str, edition: str | None, form: str) -> None:
    """Count what each edition in the store holds."""
    opened = open_for_reading(store)
    keys = [opened.find_edition(edition)] if edition else [e.key for e in opened.editions()]
    rows: list[dict[str, Cell]] = []
    for key in keys:
        rows.append({"edition": key.name, "restated": key.restated, **read_counts(opened, key)})
    print_rows(rows, list(rows[0]), form=form)
