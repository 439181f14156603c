"""`ruleloom analyse`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

import kg
from kg.cli.options import edition_options, format_option, open_for_reading, store_option
from kg.cli.tables import Cell, print_rows

if TYPE_CHECKING:
    from kg.analysis.results import Analysis


@click.command("analyse")
@click.option("--all", "every", is_flag=True, help="Every edition in the store.")
@store_option
@edition_options
@format_option("table", "json", "jsonl", "csv")
def command(every: bool, store: str, edition: str | None, restated: bool, form: str) -> None:
    """Analyse an edition's network, and keep the results in the store for SPARQL.

    Kept are PageRank, betweenness, layers, circles, communities, articulation rules, orphans and
    candidates for contradictions, in a graph of their own with the algorithms and parameters that
    made them. A later build of the edition removes them.
    """
    from kg.analysis.network import read_network
    from kg.analysis.results import analyse, analysis_quads
    from kg.store import rewrite_store
    from kg.vocab import analysis_graph

    if every and (edition or restated):
        raise click.UsageError("--all can't be combined with --edition or --restated")
    opened = open_for_reading(store)
    version = opened.version
    infos = opened.editions()
    keys = [e.key for e in infos] if every else [opened.find_edition(edition, restated=restated)]
    quads, rows = {}, []
    for key in keys:
        click.echo(f"analysing edition {key} ...", err=True)
        analysis = analyse(read_network(opened, key))
        quads[key] = list(analysis_quads(analysis, software=f"ruleloom {kg.__version__}"))
        rows.append(_row(analysis))
    opened.close()
    with rewrite_store(store, purpose="analyse", expecting=version) as draft:
        for key, found in quads.items():
            draft.replace_graph(analysis_graph(key), found)
    print_rows(rows, list(rows[0]), form=form)


def _row(analysis: Analysis) -> dict[str, Cell]:
    graph = analysis.network.graph
    return {
        "edition": analysis.network.key.name,
        "restated": analysis.network.key.restated,
        "nodes": graph.number_of_nodes(),
        "links": graph.number_of_edges(),
        "layers": max(analysis.layers.values(), default=-1) + 1,
        "cycles": len(analysis.cycles),
        "communities": len(analysis.communities),
        "articulations": len(analysis.cut_off),
        "orphans": len(analysis.orphans.apart),
        "unused_terms": len(analysis.orphans.unused),
        "candidates": len(analysis.candidates),
    }
