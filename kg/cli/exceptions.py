"""`ruleloom exceptions`."""

from __future__ import annotations

import click

from kg.cli.network import Opened, network_options, plural, print_path
from kg.cli.options import format_option
from kg.cli.tables import Cell, print_json, print_rows


@click.command("exceptions")
@click.option(
    "--least",
    type=click.IntRange(1, 9),
    default=2,
    show_default=True,
    help="Links of a chain: 2 for exceptions to exceptions, 1 for single ones too.",
)
@click.option(
    "--contradictions",
    is_flag=True,
    help="Pairs of which one allows what the other forbids, with no link between them; to be "
    "looked at.",
)
@click.option(
    "--most",
    type=click.IntRange(1, 1000),
    default=20,
    show_default=True,
    help="Of contradictions: how many.",
)
@network_options
@format_option("table", "json", "jsonl", "csv")
def command(least: int, contradictions: bool, most: int, opened: Opened, form: str) -> None:
    """Show which rules prevail over rules that prevail over others."""
    if contradictions:
        _show_contradictions(opened, most, form)
    else:
        _show_chains(opened, least, form)


def _show_chains(opened: Opened, least: int, form: str) -> None:
    from kg.analysis.exceptions import find_override_chains
    from kg.analysis.wire import path_json

    found = find_override_chains(opened.network, least=least)
    if form == "json":
        print_json({**opened.about, "chains": [path_json(path) for path in found]})
    elif form == "table":
        for path in found:
            click.echo(" over ".join(path.nodes))
            print_path(path, lambda name: opened.network.node(name).label)
    else:
        rows: list[dict[str, Cell]] = [
            {"chain": place, "step": step, "over": link.source, "under": link.target,
             "kind": link.kind, "sentence": link.sentence}
            for place, path in enumerate(found, 1) for step, link in enumerate(path.links, 1)
        ]  # fmt: skip
        columns = ["chain", "step", "over", "under", "kind", "sentence"]
        print_rows(rows, columns, form=form)
    links = plural(least, "link")
    click.echo(f"edition {opened.key}: {len(found)} chains of {links} or more", err=True)


def _show_contradictions(opened: Opened, most: int, form: str) -> None:
    from kg.analysis.exceptions import find_contradictions
    from kg.analysis.wire import candidate_json

    found = find_contradictions(opened.network, most=most)
    if form == "json":
        print_json({**opened.about, "candidates": [candidate_json(each) for each in found]})
        return
    rows: list[dict[str, Cell]] = [
        {
            "act": each.act,
            "likeness": each.likeness,
            "allows": each.allows.name,
            "forbids": each.forbids.name,
            "allowing": each.allowing,
            "forbidding": each.forbidding,
        }
        for each in found
    ]
    columns = ["act", "likeness", "allows", "forbids", "allowing", "forbidding"]
    print_rows(rows, columns, form=form)
    click.echo("candidates to look at, not findings", err=True)
