"""`ruleloom diff OLD NEW`."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from kg.cli.options import corrections_option, format_option, open_for_reading, store_option
from kg.cli.tables import print_json
from kg.lineage.between import find_table, texts_of
from kg.lineage.compare import Change, Comparison, compare
from kg.lineage.corrections import read_corrections
from kg.lineage.wire import comparison_as_json
from kg.store import Store

_HEADINGS = {
    "renumbered": "moved, the words as they were",
    "reworded": "worded anew",
    "renumbered-reworded": "moved and worded anew",
    "split": "split",
    "merged": "merged",
    "new": "new",
    "withdrawn": "withdrawn",
}


@click.command("diff")
@click.argument("old")
@click.argument("new")
@click.option(
    "--semantics", is_flag=True, help="Run the scenarios under both, and list what differs."
)
@click.option(
    "--scenarios",
    type=click.Path(exists=True, path_type=Path),
    multiple=True,
    help="Files or folders of scenarios, instead of those that ship with ruleloom.",
)
@corrections_option
@store_option
@format_option("text", "json")
def command(
    old: str,
    new: str,
    semantics: bool,
    scenarios: tuple[Path, ...],
    file: Path | None,
    store: str,
    form: str,
) -> None:
    """Compare the edition OLD with the edition NEW.

    Moved rules stand apart from reworded ones, and wording apart from edits that only follow a
    renumbering. Words are shown where both editions are in the store: [-old-] and {+new+}.
    """
    opened = open_for_reading(store)
    table, (before, after) = find_table(opened, old, new, corrections=read_corrections(file))
    found = compare(table, before, after, texts_of(opened, old), texts_of(opened, new))
    differing = _differing(opened, found, scenarios) if semantics else []
    if form == "json":
        extra = {"scenarios": differing} if semantics else {}
        print_json(comparison_as_json(found) | extra)
        return
    _print_text(found)
    if semantics:
        click.echo(f"\nscenarios that come out differently: {len(differing)}")
        for each in differing:
            click.echo(f"  {each['scenario']} ({', '.join(each['rules'])})")
            click.echo(f"    {found.old}: {each['old']}")
            click.echo(f"    {found.new}: {each['new']}")


def _print_text(found: Comparison) -> None:
    counts = ", ".join(f"{count} {verdict}" for verdict, count in sorted(found.counts.items()))
    click.echo(f"{found.old} -> {found.new}: {counts}")
    for verdict, heading in _HEADINGS.items():
        _print_group(heading, [c for c in found.changes if c.row.verdict == verdict])
    citing = [change for change in found.changes if change.renumbered_only]
    if citing:
        numbers = ", ".join(str(change.row.new) for change in citing)
        click.echo(f"\ncite other numbers, else the same: {len(citing)}\n  {numbers}")
    if found.keywords:
        click.echo(f"\nkeywords touched: {', '.join(found.keywords)}")
    if found.meanings:
        names = ", ".join(f"{meaning.name} ({meaning.kind})" for meaning in found.meanings)
        click.echo(f"\nprograms that differ: {names}")


def _print_group(heading: str, changes: Iterable[Change]) -> None:
    changes = list(changes)
    if not changes:
        return
    click.echo(f"\n{heading}: {len(changes)}")
    for change in changes:
        numbers = " -> ".join(str(n) for n in (change.row.old, change.row.new) if n)
        words = change.words if change.renumbered_only is False else None
        text = words or change.old_text if not change.row.new else words or ""
        if not change.row.old:
            text = change.new_text
        click.echo(f"  {numbers}" + (f"  {text}" if text else ""))


def _differing(store: Store, found: Comparison, paths: tuple[Path, ...]) -> list[dict[str, Any]]:
    from extract.grammar.texts import CardTexts
    from kg.scenario.differences import differences
    from kg.scenario.semantics import known_editions

    return differences(str(found.old), str(found.new), known_editions(store), CardTexts(), paths)
