"""Communities: groups of rules that are tied to each other more than to the rest, with names."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass

import networkx as nx

from kg.analysis.kinds import KINDS
from kg.analysis.network import Network, Node, simple, view

__all__ = ["Community", "Kept", "find_communities", "find_kept"]

TIES = frozenset(KINDS)
SEED = 1
RESOLUTION = 1.0
_NAMES = 3
_SMALLEST = 3


@dataclass(frozen=True, slots=True)
class Community:
    """A group of nodes.

    Attributes:
        name: the headings and terms that are its own most, by TF-IDF.
        nodes: in document order.
    """

    name: str
    nodes: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Kept:
    """What became of a community in another edition.

    Attributes:
        before, now: the two communities; `now` is None where it has no node of the older one.
        likeness: 0 to 1, Jaccard's index of their nodes.
    """

    before: Community
    now: Community | None
    likeness: float


def find_communities(
    network: Network,
    *,
    kinds: Collection[str] = TIES,
    resolution: float = RESOLUTION,
    seed: int = SEED,
) -> list[Community]:
    """The communities, the largest first; those of fewer than three nodes are left out.

    Args:
        kinds: of links to count, whichever way they run; a tie is stronger the less a step along it
            costs.
        resolution: above 1 for more and smaller ones.
        seed: of the order in which nodes are looked at.

    Example:
        [community.name for community in find_communities(network)]

    Source: Blondel et al., Fast Unfolding of Communities in Large Networks (2008).
    """
    ties: nx.Graph[str] = nx.Graph()
    ties.add_nodes_from(network.graph)
    for source, target, data in simple(view(network, kinds)).edges(data=True):
        known = ties.get_edge_data(source, target, {"weight": 0.0})["weight"]
        ties.add_edge(source, target, weight=known + data["weight"] / data["cost"] ** 2)
    groups = nx.community.louvain_communities(
        ties, weight="weight", resolution=resolution, seed=seed
    )
    nodes = network.nodes
    members = [
        tuple(sorted((nodes[name] for name in group), key=lambda node: node.order))
        for group in groups
        if len(group) >= _SMALLEST
    ]
    members.sort(key=lambda group: (-len(group), group[0].order))
    return [Community(name, group) for name, group in zip(_names(members), members, strict=True)]


def find_kept(
    before: list[Community],
    now: list[Community],
    *,
    numbers: Mapping[str, str] | None = None,
) -> list[Kept]:
    """Each community of an older edition with the likest one of a newer edition.

    Args:
        numbers: new numbers by old ones; None takes equal numbers for the same rule.
    """
    sets = [({node.name for node in community.nodes}, community) for community in now]
    found = []
    for community in before:
        renamed = {
            node.name if numbers is None else numbers.get(node.name, node.name)
            for node in community.nodes
        }
        likeness = [len(renamed & names) / len(renamed | names) for names, _ in sets]
        best = max(range(len(sets)), key=likeness.__getitem__, default=None)
        if best is None or not likeness[best]:
            found.append(Kept(community, None, 0.0))
        else:
            found.append(Kept(community, sets[best][1], round(likeness[best], 3)))
    return found


def _names(groups: list[tuple[Node, ...]]) -> list[str]:
    """For each group the titles that are most its own: TF-IDF, a group a document."""
    counts = [Counter(node.title for node in group if node.title) for group in groups]
    spread = Counter(title for count in counts for title in count)
    names = []
    for count in counts:
        weights = {
            title: number * (1 + math.log(len(groups) / spread[title]))
            for title, number in count.items()
        }
        best = sorted(weights, key=lambda title: (-weights[title], title))[:_NAMES]
        names.append(" · ".join(best))
    return names
