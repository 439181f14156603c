"""`ruleloom impact NUMBER`."""

from __future__ import annotations

from pathlib import Path

import click

from kg.cli.network import Opened, kinds_asked, kinds_option, network_options, why
from kg.cli.options import format_option
from kg.cli.tables import Cell, print_json, print_rows

_COLUMNS = ("rank", "kind", "name", "title", "depth", "cost", "score", "reason")


@click.command("impact")
@click.argument("number")
@click.option(
    "--depth", type=click.IntRange(0), default=3, show_default=True, help="The most links; 0: all."
)
@click.option(
    "--most",
    type=click.IntRange(0),
    default=40,
    show_default=True,
    help="The first so many; 0: all.",
)
@click.option(
    "--scenarios",
    multiple=True,
    metavar="PATH",
    type=click.Path(path_type=Path, exists=True),
    help="Scenario files, or folders of them, in place of those that come with ruleloom.",
)
@kinds_option
@network_options
@format_option("table", "json", "jsonl", "csv")
def command(
    number: str,
    depth: int,
    most: int,
    scenarios: tuple[Path, ...],
    kinds: str | None,
    opened: Opened,
    form: str,
) -> None:
    """List what is touched if a rule's text changes, the most touched first.

    Touched are rules, keyword actions and abilities, examples, glossary terms, programs and
    scenarios. The cost says how loosely each is tied to the rule, the score how much of the
    attention of all that it has.
    """
    from kg.analysis.impact import find_impact
    from kg.analysis.kinds import LEANING
    from kg.analysis.outside import read_programs, read_scenarios, read_shipped_scenarios
    from kg.analysis.wire import node_json, touched_json

    network, key = opened.network, opened.key
    changed = network.find(number)
    tested = read_scenarios(scenarios, key) if scenarios else read_shipped_scenarios(key)
    found = find_impact(
        network,
        changed,
        depth=depth or None,
        kinds=kinds_asked(opened, kinds, LEANING),
        others=[*read_programs(opened.store, key), *tested],
    )
    shown = found[: most or None]
    if form == "json":
        start = node_json(network.node(changed))
        touched = [touched_json(each) for each in shown]
        print_json({**opened.about, "changed": start, "total": len(found), "touched": touched})
        return
    rows: list[dict[str, Cell]] = [
        {
            "rank": rank,
            "kind": each.kind,
            "name": each.name,
            "title": each.label.removeprefix(each.name).strip(),
            "depth": each.depth,
            "cost": round(each.cost, 2),
            "score": round(each.score, 4),
            "reason": why(each.path),
        }
        for rank, each in enumerate(shown, 1)
    ]
    print_rows(rows, _COLUMNS, form=form)
    click.echo(f"{len(shown)} of {len(found)} touched; --most 0 shows all", err=True)
