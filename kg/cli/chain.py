"""`ruleloom chain NUMBER`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, cast

import click

from kg.cli.network import (
    Opened,
    kinds_asked,
    kinds_option,
    network_options,
    plural,
    print_path,
    why,
)
from kg.cli.options import format_option
from kg.cli.tables import Cell, print_json, print_rows

if TYPE_CHECKING:
    from kg.analysis.chains import Chain, Direction

_COLUMNS = ("direction", "depth", "name", "title", "by", "reason")
_DEPTH = 2


@click.command("chain")
@click.argument("number")
@click.option("--to", "goal", metavar="NUMBER", help="Only the best reasons why it leans on this.")
@click.option("--depth", type=click.IntRange(0), help="The most links; 0 is all.  [default: 2]")
@click.option(
    "--direction",
    type=click.Choice(["out", "in", "both"]),
    default="out",
    show_default=True,
    help="What it leans on, what leans on it, or both.",
)
@kinds_option
@click.option(
    "--reading-order", is_flag=True, help="What to read to understand it, in which order."
)
@click.option(
    "--most",
    type=click.IntRange(1, 1000),
    default=11,
    show_default=True,
    help="Of a reading order: how many rules.",
)
@network_options
@format_option("table", "json", "jsonl", "csv")
def command(
    number: str,
    goal: str | None,
    depth: int | None,
    direction: str,
    kinds: str | None,
    reading_order: bool,
    most: int,
    opened: Opened,
    form: str,
) -> None:
    """Follow what a rule leans on, or what leans on it, link by link.

    NUMBER is a rule's number, or the name of a keyword or a glossary term. A link is a citation, a
    term that a rule mentions, or a part of what is cited; `--to` shows the sentence of each. Exit
    status 1 where the rule doesn't lean on the one of --to.
    """
    from kg.analysis.chains import find_chain
    from kg.analysis.kinds import LEANING

    if goal and reading_order:
        raise click.UsageError("give either --to or --reading-order, not both")
    network = opened.network
    start = network.find(number)
    chosen = kinds_asked(opened, kinds, LEANING)
    if goal:
        return _show_reason(opened, start, network.find(goal), depth, direction, chosen, form)
    if reading_order:
        return _show_reading(opened, start, most, form)
    limit = _DEPTH if depth is None else depth or None
    chain = find_chain(
        network, start, direction=cast("Direction", direction), depth=limit, kinds=chosen
    )
    _show_chain(opened, chain, form)
    if not chain.reached:
        click.echo(f"edition {opened.key}: nothing is linked to {start} that way", err=True)
    elif depth is None:
        click.echo(f"up to {_DEPTH} links; --depth N for more, --depth 0 for all", err=True)
    return None


def _show_chain(opened: Opened, chain: Chain, form: str) -> None:
    from kg.analysis.wire import node_json, reached_json

    if form == "json":
        start = node_json(chain.start)
        reached = [reached_json(each) for each in chain.reached]
        print_json({**opened.about, "start": start, "reached": reached})
        return
    rows: list[dict[str, Cell]] = [
        {
            "direction": each.direction,
            "depth": each.depth,
            "name": each.node.name,
            "title": "" if each.node.kind == "term" else each.node.title,
            "by": each.link.kind,
            "reason": why(each.path),
        }
        for each in chain.reached
    ]
    print_rows(rows, _COLUMNS, form=form)


def _show_reason(
    opened: Opened,
    start: str,
    goal: str,
    depth: int | None,
    direction: str,
    kinds: frozenset[str],
    form: str,
) -> None:
    from kg.analysis.paths import find_paths
    from kg.analysis.wire import path_json

    ends = {"out": [(start, goal)], "in": [(goal, start)], "both": [(start, goal), (goal, start)]}
    found = [
        path
        for source, target in ends[direction]
        for path in find_paths(opened.network, source, target, kinds=kinds)
        if not depth or len(path.links) <= depth
    ]
    if form == "json":
        print_json({**opened.about, "paths": [path_json(path) for path in found]})
    elif form == "table":
        for path in found:
            first, last = path.links[0].source, path.links[-1].target
            click.echo(f"{first} leans on {last} by {plural(len(path.links), 'link')}:")
            print_path(path, lambda name: opened.network.node(name).label)
    else:
        rows: list[dict[str, Cell]] = [
            {"step": step, "source": link.source, "verb": link.verb, "target": link.target,
             "words": link.words, "sentence": link.sentence}
            for path in found for step, link in enumerate(path.links, 1)
        ]  # fmt: skip
        columns = ["step", "source", "verb", "target", "words", "sentence"]
        print_rows(rows, columns, form=form)
    if not found:
        first, last = (goal, start) if direction == "in" else (start, goal)
        within = f" within {plural(depth, 'link')}" if depth else ""
        click.echo(f"edition {opened.key}: {first} doesn't lean on {last}{within}", err=True)
        sys.exit(1)


def _show_reading(opened: Opened, start: str, most: int, form: str) -> None:
    from kg.analysis.reading_order import find_reading_order
    from kg.analysis.wire import node_json, reading_json

    found = find_reading_order(opened.network, start, most=most)
    if form == "json":
        keyword = node_json(opened.network.node(start))
        order = [reading_json(each) for each in found]
        print_json({**opened.about, "keyword": keyword, "order": order})
        return
    rows: list[dict[str, Cell]] = [
        {
            "place": place,
            "name": each.node.name,
            "title": each.node.title,
            "text": each.node.text,
            "reason": why(each.path),
        }
        for place, each in enumerate(found, 1)
    ]
    print_rows(rows, ["place", "name", "title", "text", "reason"], form=form)
