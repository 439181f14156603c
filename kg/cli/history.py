"""`ruleloom history NUMBER`."""

from __future__ import annotations

from pathlib import Path

import click

from kg.cli.options import (
    corrections_option,
    edition_options,
    format_option,
    open_for_reading,
    store_option,
)
from kg.cli.tables import print_json
from kg.lineage.corrections import read_corrections
from kg.lineage.history import Stage, read_history
from kg.lineage.wire import stage_as_json
from kg.model import RuleNumber


@click.command("history")
@click.argument("number")
@corrections_option
@store_option
@edition_options
@format_option("text", "json")
def command(
    number: str, file: Path | None, store: str, edition: str | None, restated: bool, form: str
) -> None:
    """Show the numbers and the wordings that a rule has had, edition by edition.

    NUMBER is that of the edition asked, the newest if none is. Wordings are compared where the
    editions are in the store: [-old-] and {+new+} words.
    """
    opened = open_for_reading(store)
    key = opened.find_edition(edition, restated=restated)
    stages = read_history(opened, RuleNumber.parse(number), key, corrections=read_corrections(file))
    if form == "json":
        print_json(
            {
                "number": number,
                "edition": key.name,
                "restated": key.restated,
                "stages": [stage_as_json(stage) for stage in stages],
            }
        )
        return
    for stage in stages:
        click.echo(_line(stage))
        if stage.changes:
            click.echo(f"    {stage.changes}")


def _line(stage: Stage) -> str:
    number = str(stage.number) if stage.number else "-"
    sure = f" ({stage.confidence:.2f})" if stage.confidence < 1 else ""
    parts = f", with {', '.join(map(str, stage.parts))}" if stage.parts else ""
    return f"{stage.edition}  {number:<9} {stage.verdict}{sure}{parts}"
