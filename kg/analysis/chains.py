"""Chains: all that a rule leans on, all that leans on it, and why."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

import networkx as nx

from kg.analysis.kinds import LEANING
from kg.analysis.network import Graph, Link, Network, Node, induced, view

__all__ = ["Chain", "Direction", "Path", "Reached", "find_chain", "path_of", "reach"]

Direction = Literal["out", "in", "both"]


@dataclass(frozen=True, slots=True)
class Path:
    """Links one behind the other: the target of each is the source of the next.

    Attributes:
        links: at least one.
        cost: the sum of what its steps cost; smaller is a better reason.
    """

    links: tuple[Link, ...]
    cost: float

    @property
    def nodes(self) -> tuple[str, ...]:
        """What it goes through, both ends included."""
        return (self.links[0].source, *(link.target for link in self.links))


@dataclass(frozen=True, slots=True)
class Reached:
    """A node at the end of a chain.

    Attributes:
        node: what was reached.
        direction: `out` where the start leans on it, `in` where it leans on the start.
        depth: links from the start to it, the fewest there are.
        link: the last of these links, nearest to the node.
        path: the cheapest way between the two, which may be longer, in the direction of the links.
    """

    node: Node
    direction: Direction
    depth: int
    link: Link
    path: Path


@dataclass(frozen=True, slots=True)
class Chain:
    """All that a node leans on or that leans on it.

    Attributes:
        start: the node.
        reached: by direction, depth and place in the document.
    """

    start: Node
    reached: tuple[Reached, ...]


def find_chain(
    network: Network,
    start: str,
    *,
    direction: Direction = "out",
    depth: int | None = None,
    kinds: Collection[str] = LEANING,
) -> Chain:
    """All that a node leans on (`out`), that leans on it (`in`), or both, directly or not.

    Args:
        start: a name that `Network.find` gives.
        depth: the most links from the start; None is no limit.
        kinds: of links to follow.

    Returns:
        A chain; empty where nothing is reached.

    Example:
        chain = find_chain(network, "702.19b", depth=2)
        [reached.node.name for reached in chain.reached]

    Source: breadth-first search (Moore 1959) for depths, Dijkstra (1959) for reasons.
    """
    chosen = view(network, kinds)
    sides: list[Direction] = ["out", "in"] if direction == "both" else [direction]
    found = [reached for side in sides for reached in reach(network, chosen, start, side, depth)]
    return Chain(network.node(start), tuple(found))


def path_of(graph: Graph[str], names: Collection[str]) -> Path:
    """The path through some nodes, by the cheapest of the links between each two."""
    nodes = list(names)
    steps = [min(graph[a][b].values(), key=lambda data: data["weight"]) for a, b in pairwise(nodes)]
    links = tuple(step["link"] for step in steps)
    return Path(links, round(sum(step["weight"] for step in steps), 3))


def reach(
    network: Network, chosen: Graph[str], start: str, side: Direction, depth: int | None
) -> Iterator[Reached]:
    """What a start leads to in a view of the network, by depth and place in the document."""
    graph = chosen if side == "out" else chosen.reverse(copy=False)
    depths = nx.single_source_shortest_path_length(graph, start, cutoff=depth)
    within = induced(graph, depths)
    cheapest = nx.single_source_dijkstra_path(within, start, weight="weight")
    nodes = network.nodes
    for name in sorted(depths, key=lambda n: (depths[n], nodes[n].order)):
        if name == start:
            continue
        way = cheapest[name] if side == "out" else cheapest[name][::-1]
        nearest = min(
            (n for n in within.pred[name] if depths[n] == depths[name] - 1),
            key=lambda n: min(data["weight"] for data in within[n][name].values()),
        )
        ends = (nearest, name) if side == "out" else (name, nearest)
        link = path_of(chosen, ends).links[0]
        yield Reached(nodes[name], side, depths[name], link, path_of(chosen, way))
