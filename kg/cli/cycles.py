"""`ruleloom cycles`."""

from __future__ import annotations

import click

from kg.cli.network import Opened, kinds_asked, kinds_option, network_options
from kg.cli.options import format_option
from kg.cli.tables import Cell, print_json, print_rows

_SHOWN = 12


@click.command("cycles")
@click.option(
    "--layers", is_flag=True, help="The layers from the foundations up, in place of circles."
)
@kinds_option
@network_options
@format_option("table", "json", "jsonl", "csv")
def command(layers: bool, kinds: str | None, opened: Opened, form: str) -> None:
    """Explain the circles in which rules lean on each other, the largest first.

    Without --kinds, citations, parts of what is cited and see-lines of the glossary count.
    """
    from kg.analysis.cycles import STRUCTURE

    chosen = kinds_asked(opened, kinds, STRUCTURE)
    if layers:
        _show_layers(opened, chosen, form)
    else:
        _show_cycles(opened, chosen, form)


def _show_cycles(opened: Opened, kinds: frozenset[str], form: str) -> None:
    from kg.analysis.cycles import find_cycles
    from kg.analysis.wire import cycle_json

    found = find_cycles(opened.network, kinds=kinds)
    if form == "json":
        print_json({**opened.about, "cycles": [cycle_json(cycle) for cycle in found]})
        return
    rows: list[dict[str, Cell]] = [
        {
            "size": len(cycle.nodes),
            "in_words": cycle.in_words,
            "nodes": _first([node.name for node in cycle.nodes]),
        }
        for cycle in found
    ]
    print_rows(rows, ["size", "in_words", "nodes"], form=form)
    click.echo(f"edition {opened.key}: {len(found)} circles", err=True)


def _show_layers(opened: Opened, kinds: frozenset[str], form: str) -> None:
    from kg.analysis.cycles import find_layers
    from kg.analysis.wire import layer_json

    found = find_layers(opened.network, kinds=kinds)
    if form == "json":
        print_json({**opened.about, "layers": [layer_json(layer) for layer in found]})
        return
    rows: list[dict[str, Cell]] = [
        {
            "layer": layer.depth,
            "size": len(layer.nodes),
            "nodes": _first([node.name for node in layer.nodes]),
        }
        for layer in found
    ]
    print_rows(rows, ["layer", "size", "nodes"], form=form)
    click.echo("layer 0 are the foundations; --format json lists every node", err=True)


def _first(names: list[str]) -> str:
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return ", ".join(names[:_SHOWN]) + more
