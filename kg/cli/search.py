"""`ruleloom search WORDS`."""

from __future__ import annotations

import click

from kg.cli.options import edition_options, format_option, open_for_reading, store_option
from kg.cli.tables import Cell, print_rows


@click.command("search")
@click.argument("words", nargs=-1, required=True)
@click.option("--limit", default=20, show_default=True, type=click.IntRange(1, 1000))
@store_option
@edition_options
@format_option("table", "json", "jsonl", "csv")
def command(
    words: tuple[str, ...],
    limit: int,
    store: str,
    edition: str | None,
    restated: bool,
    form: str,
) -> None:
    """Find rules, examples and glossary entries by words, best first.

    Words in double quotes are a phrase; a rule's number finds that rule.
    """
    opened = open_for_reading(store)
    key = opened.find_edition(edition, restated=restated)
    # What the terminal's encoding couldn't read is no word of the rules.
    asked = " ".join(words).encode("utf-8", "replace").decode()
    hits = opened.search(asked, edition=key, limit=limit)
    rows: list[dict[str, Cell]] = [
        {"kind": hit.kind, "name": hit.name, "heading": hit.heading, "text": hit.text}
        for hit in hits
    ]
    if not rows:
        click.echo(f"nothing in edition {key} matches {' '.join(words)!r}", err=True)
    print_rows(rows, ["kind", "name", "heading", "text"], form=form)
