"""`ruleloom orphans`."""

from __future__ import annotations

import click

from kg.cli.network import Opened, network_options
from kg.cli.options import format_option
from kg.cli.tables import Cell, print_json, print_rows

_COLUMNS = ("what", "name", "title")


@click.command("orphans")
@click.option(
    "--only",
    type=click.Choice(["apart", "unused", "undefined"]),
    help="Only rules apart, only terms never used, or only names never defined.",
)
@network_options
@format_option("table", "json", "jsonl", "csv")
def command(only: str | None, opened: Opened, form: str) -> None:
    """List rules that cite nothing and that nothing cites, and terms that stand alone.

    Unused terms are in the glossary and no rule mentions them; undefined ones are called by a name
    in the rules that neither the glossary nor any heading has.
    """
    from kg.analysis.orphans import find_orphans
    from kg.analysis.wire import orphans_json

    found = find_orphans(opened.network)
    if form == "json":
        shown = orphans_json(found)
        print_json({**opened.about, **({only: shown[only]} if only else shown)})
        return
    rows: list[dict[str, Cell]] = []
    rows += [{"what": "apart", "name": n.name, "title": n.title} for n in found.apart]
    rows += [{"what": "unused", "name": n.name, "title": ""} for n in found.unused]
    rows += [
        {"what": "undefined", "name": u.name, "title": f"first in {u.first.name}"}
        for u in found.undefined
    ]
    print_rows([r for r in rows if only in (None, r["what"])], _COLUMNS, form=form)
    click.echo(
        f"edition {opened.key}: {len(found.apart)} rules apart, {len(found.unused)} unused terms, "
        f"{len(found.undefined)} undefined names",
        err=True,
    )
