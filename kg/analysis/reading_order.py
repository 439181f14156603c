"""In which order to read the rules that one must know to understand a keyword."""

from __future__ import annotations

from dataclasses import dataclass

import networkx as nx

from kg.analysis.centrality import page_rank
from kg.analysis.chains import Path, path_of
from kg.analysis.cycles import layer_depths
from kg.analysis.kinds import LEANING
from kg.analysis.network import Network, Node, induced, simple, view

__all__ = ["Reading", "find_reading_order"]

_DEPTH = 4


@dataclass(frozen=True, slots=True)
class Reading:
    """One thing to read.

    Attributes:
        node: what.
        path: why: from the keyword to it; None for the keyword itself.
    """

    node: Node
    path: Path | None


def find_reading_order(network: Network, keyword: str, *, most: int = 11) -> list[Reading]:
    """What to read to understand a keyword, in order, the keyword's own rule last.

    Chosen are the nodes that the keyword's rules lean on most; each comes behind those of them that
    it leans on itself, as far as circles let it.

    Args:
        keyword: a name that `Network.find` gives.
        most: how many, the keyword's own rule among them.

    Example:
        [reading.node.label for reading in find_reading_order(network, network.find("banding"))]

    Source: the choice is PageRank with restarts at the keyword (Haveliwala 2002); the order is
        topological (Kahn 1962) over the condensation.
    """
    parts = network.parts(keyword)
    graph = view(network, LEANING)
    near = induced(graph, {*nx.single_source_shortest_path_length(graph, keyword, _DEPTH), *parts})
    plain = simple(near)
    for _, _, data in plain.edges(data=True):
        data["tie"] = 1 / data["cost"] ** 2
    scores = page_rank(plain, restarts=dict.fromkeys(parts, 1.0), weight="tie")
    nodes = network.nodes
    # A section is no reading for an evening, a glossary entry only sends on to a rule, and the
    # keyword's parts go with it.
    readable = [n for n in scores if n not in parts and nodes[n].kind in ("rule", "subrule")]
    chosen = sorted(readable, key=lambda n: (-scores[n], nodes[n].order))[: max(most - 1, 0)]
    between = [n for n in near if nodes[n].kind == "term"]
    depths = layer_depths(induced(near, [*chosen, *between]))
    ordered = sorted(chosen, key=lambda n: (depths[n], nodes[n].order))
    ways = nx.single_source_dijkstra_path(near, keyword, weight="weight")
    found = [Reading(nodes[name], path_of(graph, ways[name])) for name in ordered]
    return [*found, Reading(nodes[keyword], None)]
