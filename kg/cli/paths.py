"""`ruleloom paths A B`."""

from __future__ import annotations

import sys

import click

from kg.cli.network import Opened, kinds_asked, kinds_option, network_options, print_path, why
from kg.cli.options import format_option
from kg.cli.tables import Cell, print_json, print_rows


@click.command("paths")
@click.argument("first", metavar="A")
@click.argument("second", metavar="B")
@click.option(
    "-k", "most", type=click.IntRange(1, 100), default=3, show_default=True, help="How many paths."
)
@click.option("--common", is_flag=True, help="What both lean on, in place of paths.")
@kinds_option
@network_options
@format_option("table", "json", "jsonl", "csv")
def command(
    first: str,
    second: str,
    most: int,
    common: bool,
    kinds: str | None,
    opened: Opened,
    form: str,
) -> None:
    """Show the best paths from A to B, or what the two have in common.

    A and B are keywords, glossary terms or numbers of rules. Where A doesn't lean on B, the paths
    from B to A are shown. Exit status 1 where there is no path either way, or nothing in common.
    """
    from kg.analysis.kinds import LEANING

    start, goal = opened.network.find(first), opened.network.find(second)
    chosen = kinds_asked(opened, kinds, LEANING)
    if common:
        _show_common(opened, start, goal, most, chosen, form)
    else:
        _show_paths(opened, start, goal, most, chosen, form)


def _show_paths(
    opened: Opened, start: str, goal: str, most: int, kinds: frozenset[str], form: str
) -> None:
    from kg.analysis.paths import find_paths
    from kg.analysis.wire import path_json

    network = opened.network
    found = find_paths(network, start, goal, most=most, kinds=kinds)
    if not found:
        found = find_paths(network, goal, start, most=most, kinds=kinds)
        if found:
            click.echo(f"{start} doesn't lean on {goal}, but the other way round:", err=True)
    if form == "json":
        print_json({**opened.about, "paths": [path_json(path) for path in found]})
    elif form == "table":
        for place, path in enumerate(found, 1):
            click.echo(f"path {place}, cost {path.cost}:")
            print_path(path, lambda name: network.node(name).label)
    else:
        rows: list[dict[str, Cell]] = [
            {"path": place, "step": step, "source": link.source, "verb": link.verb,
             "target": link.target, "words": link.words, "sentence": link.sentence}
            for place, path in enumerate(found, 1) for step, link in enumerate(path.links, 1)
        ]  # fmt: skip
        columns = ["path", "step", "source", "verb", "target", "words", "sentence"]
        print_rows(rows, columns, form=form)
    if not found:
        click.echo(f"edition {opened.key}: no path between {start} and {goal}", err=True)
        sys.exit(1)


def _show_common(
    opened: Opened, one: str, other: str, most: int, kinds: frozenset[str], form: str
) -> None:
    from kg.analysis.paths import common_ground
    from kg.analysis.wire import common_json

    found = common_ground(opened.network, one, other, kinds=kinds)[:most]
    if form == "json":
        print_json({**opened.about, "common": [common_json(each) for each in found]})
    else:
        rows: list[dict[str, Cell]] = [
            {
                "name": each.node.name,
                "title": "" if each.node.kind == "term" else each.node.title,
                "cost": each.cost,
                "first": why(each.first),
                "second": why(each.second),
            }
            for each in found
        ]
        print_rows(rows, ["name", "title", "cost", "first", "second"], form=form)
    if not found:
        click.echo(f"edition {opened.key}: {one} and {other} have nothing in common", err=True)
        sys.exit(1)
