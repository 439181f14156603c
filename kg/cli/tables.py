"""Rows as a table for people, or as JSON, JSON Lines or CSV for programs."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Iterable, Mapping, Sequence

__all__ = ["Cell", "print_json", "print_rows"]

Cell = str | int | float | bool | None | Sequence[str]


def print_json(value: object) -> None:
    """One JSON value on standard output."""
    json.dump(value, sys.stdout, ensure_ascii=False, indent=2)
    sys.stdout.write("\n")


def print_rows(rows: Iterable[Mapping[str, Cell]], columns: Sequence[str], *, form: str) -> None:
    """Rows on standard output.

    Args:
        columns: the keys to show, in order; each row has them all.
        form: `table`, `json`, `jsonl` or `csv`.
    """
    if form == "table":
        _print_table(rows, columns)
    elif form == "json":
        print_json([{column: row[column] for column in columns} for row in rows])
    elif form == "jsonl":
        for row in rows:
            shown = {column: row[column] for column in columns}
            sys.stdout.write(json.dumps(shown, ensure_ascii=False) + "\n")
    else:
        writer = csv.writer(sys.stdout)
        writer.writerow(columns)
        writer.writerows([_flat(row[column]) for column in columns] for row in rows)


def _print_table(rows: Iterable[Mapping[str, Cell]], columns: Sequence[str]) -> None:
    if not sys.stdout.isatty():
        # For another program: a line a row, cells parted by tabs.
        for line in (columns, *([str(_flat(row[c])) for c in columns] for row in rows)):
            sys.stdout.write("\t".join(" ".join(cell.split()) for cell in line) + "\n")
        return
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for column in columns:
        table.add_column(column.replace("_", " "), overflow="fold")
    for row in rows:
        table.add_row(*(Text(str(_flat(row[column]))) for column in columns))
    Console(highlight=False).print(table)


def _flat(cell: Cell) -> str | int | float | bool:
    if cell is None:
        return ""
    return cell if isinstance(cell, (str, int, float, bool)) else " ".join(cell)
