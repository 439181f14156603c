"""Paths between two rules or keywords, and the ground that they share."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from itertools import islice

import networkx as nx

from kg.analysis.chains import Path, path_of
from kg.analysis.kinds import LEANING
from kg.analysis.network import Graph, Network, Node, induced, simple, view

__all__ = ["Common", "common_ground", "find_paths"]

_GOAL = ""
"""A node that every part of the goal leads to; no rule or headword is empty."""


@dataclass(frozen=True, slots=True)
class Common:
    """What two nodes both lean on.

    Attributes:
        node: what they share.
        first, second: the way from each.
    """

    node: Node
    first: Path
    second: Path

    @property
    def cost(self) -> float:
        """Of both ways together."""
        return round(self.first.cost + self.second.cost, 3)


def find_paths(
    network: Network, start: str, goal: str, *, most: int = 1, kinds: Collection[str] = LEANING
) -> list[Path]:
    """The cheapest ways by which a node leans on another, the best first; none where it doesn't.

    A way may begin at any part of the start and end at any part of the goal.

    Args:
        start, goal: names that `Network.find` gives.
        most: the number of ways wanted.
        kinds: of links to follow.

    Example:
        paths = find_paths(network, network.find("trample"), "704.5g", most=3)
        [link.sentence for link in paths[0].links]

    Source: Yen, Finding the K Shortest Loopless Paths in a Network (1971).
    """
    chosen = view(network, kinds)
    plain = simple(chosen)
    ends = network.parts(goal)
    if set(ends) & set(network.parts(start)):
        ends = [goal]  # one lies in the other: only the goal itself is somewhere to go
    plain.add_edges_from(((end, _GOAL) for end in ends), cost=0)
    # The start reaches its parts at no cost, or each part would be a way of its own less good.
    for part in network.parts(start)[1:]:
        plain.add_edge(start, part, cost=0, link=None)
    try:
        ways = nx.shortest_simple_paths(plain, start, _GOAL, weight="cost")
        found: dict[tuple[str, ...], Path] = {}
        for way in islice(ways, most * 4):
            names = _from_last_part(network, start, goal, way[:-1])
            if len(names) > 1:
                found.setdefault(tuple(names), path_of(chosen, names))
    except nx.NetworkXNoPath:
        return []
    return sorted(found.values(), key=lambda path: path.cost)[:most]


def common_ground(
    network: Network,
    one: str,
    other: str,
    *,
    depth: int = 3,
    kinds: Collection[str] = LEANING,
) -> list[Common]:
    """What two nodes both lean on, the nearest to both first.

    Args:
        one, other: names that `Network.find` gives; their parts count as theirs.
        depth: the most links from each.
        kinds: of links to follow.

    Example:
        [shared.node.name for shared in common_ground(network, "702.2", "702.19")]
    """
    chosen = view(network, kinds)
    first, second = _ways(network, chosen, one, depth), _ways(network, chosen, other, depth)
    own = {*network.parts(one), *network.parts(other)}
    found = [
        Common(network.node(name), path_of(chosen, first[name]), path_of(chosen, second[name]))
        for name in first.keys() & second.keys()
        if name not in own
    ]
    return sorted(found, key=lambda common: (common.cost, common.node.order))


def _ways(network: Network, chosen: Graph[str], start: str, depth: int) -> dict[str, list[str]]:
    parts = network.parts(start)
    near: set[str] = set()
    for part in parts:
        near |= nx.single_source_shortest_path_length(chosen, part, cutoff=depth).keys()
    ways = nx.multi_source_dijkstra_path(induced(chosen, near), parts, weight="weight")
    return {name: way for name, way in ways.items() if len(way) > 1}


def _from_last_part(network: Network, start: str, goal: str, way: list[str]) -> list[str]:
    """A way without its detours inside the start and inside the goal."""
    inside, outside = set(network.parts(start)), set(network.parts(goal))
    if inside & outside:
        return way
    first = max(place for place, name in enumerate(way) if name in inside)
    last = min((p for p, name in enumerate(way) if name in outside), default=len(way) - 1)
    return way[first : last + 1]
