"""`ruleloom central`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from kg.cli.network import Opened, kinds_asked, kinds_option, network_options
from kg.cli.options import format_option
from kg.cli.tables import Cell, print_json, print_rows

if TYPE_CHECKING:
    from kg.analysis.centrality import Measure
    from kg.analysis.network import Network

_SHOWN = 12


@click.command("central")
@click.option(
    "--by",
    type=click.Choice(["pagerank", "betweenness", "bridges", "articulation", "communities"]),
    default="pagerank",
    show_default=True,
    help="A measure; the links or the rules without which others lose every tie to the rest; or "
    "the groups of rules tied to each other.",
)
@click.option("--since", metavar="DATE", help="How it moved since the edition of that date.")
@click.option(
    "--most",
    type=click.IntRange(0),
    default=20,
    show_default=True,
    help="The first so many; 0: all.",
)
@kinds_option
@network_options
@format_option("table", "json", "jsonl", "csv")
def command(
    by: str, since: str | None, most: int, kinds: str | None, opened: Opened, form: str
) -> None:
    """Show which rules most others hang on.

    Without --kinds, citations count; for communities, all links. `ruleloom analyse` keeps the
    results in the store.
    """
    if since and by not in ("pagerank", "betweenness", "communities"):
        raise click.UsageError(f"--since can't be combined with --by {by}")
    if since:
        name, rows, found = _moved(opened, by, since, kinds)
    else:
        name, rows, found = _now(opened, by, kinds)
    if form == "json":
        print_json({**opened.about, "by": by, "total": len(found), name: found[: most or None]})
    else:
        columns = list(rows[0]) if rows else ["name"]
        print_rows(rows[: most or None], columns, form=form)


_Answer = tuple[str, list[dict[str, Cell]], list[dict[str, object]]]


def _now(opened: Opened, by: str, kinds: str | None) -> _Answer:
    from kg.analysis import centrality, wire
    from kg.analysis.communities import TIES, find_communities

    network = opened.network
    chosen = kinds_asked(opened, kinds, TIES if by == "communities" else centrality.CITATIONS)
    if by == "communities":
        groups = find_communities(network, kinds=chosen)
        rows: list[dict[str, Cell]] = [
            {"size": len(c.nodes), "name": c.name, "nodes": _first([n.name for n in c.nodes])}
            for c in groups
        ]
        return "communities", rows, [wire.community_json(c) for c in groups]
    if by == "bridges":
        pairs = centrality.find_bridges(network, kinds=chosen)
        rows = [{"one": one.label, "other": other.label} for one, other in pairs]
        return "bridges", rows, [{"one": a.name, "other": b.name} for a, b in pairs]
    if by == "articulation":
        points = centrality.find_articulations(network, kinds=chosen)
        rows = [{"name": n.name, "title": n.title, "cuts_off": cut} for n, cut in points]
        return "nodes", rows, [{**wire.node_json(n), "cuts_off": cut} for n, cut in points]
    scores = centrality.measure(network, _measure(by), kinds=chosen)
    ranked = centrality.find_central(network, scores, most=None)
    rows = [
        {"rank": c.rank, "name": c.node.name, "title": c.node.title, "score": f"{c.score:.6f}"}
        for c in ranked
    ]
    return "nodes", rows, [wire.central_json(c) for c in ranked]


def _moved(opened: Opened, by: str, since: str, kinds: str | None) -> _Answer:
    from kg.analysis import centrality, wire
    from kg.analysis.communities import TIES, find_communities, find_kept
    from kg.analysis.editions import renumbered
    from kg.analysis.network import read_network

    key = opened.store.find_edition(since)
    old, new = read_network(opened.store, key), opened.network
    numbers = renumbered(key, opened.key)
    chosen = kinds_asked(opened, kinds, TIES if by == "communities" else centrality.CITATIONS)
    if by == "communities":
        before, now = (find_communities(network, kinds=chosen) for network in (old, new))
        kept = find_kept(before, now, numbers=numbers)
        rows: list[dict[str, Cell]] = [
            {
                "likeness": each.likeness,
                "before": each.before.name,
                "now": each.now.name if each.now else "",
            }
            for each in kept
        ]
        return "communities", rows, [wire.kept_json(each) for each in kept]

    def scored(network: Network) -> tuple[Network, dict[str, float]]:
        return network, centrality.measure(network, _measure(by), kinds=chosen)

    moved = centrality.find_moved(scored(old), scored(new), most=1000, numbers=numbers)
    rows = [
        {
            "name": each.node.name,
            "title": each.node.title,
            "was": each.was,
            "rank_before": each.rank_before,
            "rank": each.rank,
        }
        for each in moved
    ]
    return "moved", rows, [wire.moved_json(each) for each in moved]


def _measure(by: str) -> Measure:
    return "betweenness" if by == "betweenness" else "pagerank"


def _first(names: list[str]) -> str:
    more = f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else ""
    return ", ".join(names[:_SHOWN]) + more
