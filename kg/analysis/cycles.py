"""Rules that lean on each other in a circle, and layers of rules once each circle is one."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import networkx as nx

from kg.analysis.chains import Path, path_of
from kg.analysis.kinds import KINDS
from kg.analysis.network import Graph, Network, Node, induced, simple, view

__all__ = ["STRUCTURE", "Cycle", "Layer", "find_cycles", "find_layers"]

STRUCTURE = frozenset(
    name for name, kind in KINDS.items() if kind.group in ("citations", "parts", "programs")
) | {"see"}
"""The links by which circles and layers are judged. Words in common aren't among them: with them
nearly all rules of an edition are in one circle (3,838 of 3,994 nodes in 2026-01-16)."""


@dataclass(frozen=True, slots=True)
class Cycle:
    """A strongly connected component: nodes of which each leans on each other, directly or not.

    Attributes:
        nodes: in document order; two or more.
        circle: a shortest way around, from the node that most others lean on back to itself.
    """

    nodes: tuple[Node, ...]
    circle: Path

    @property
    def in_words(self) -> str:
        """What goes around, as a sentence."""
        first = self.circle.links[0].source
        steps = ", which ".join(f"{link.verb} {link.target}" for link in self.circle.links)
        rest = len(self.nodes) - len(self.circle.links)
        more = f"; {rest} more are tied into the same knot" if rest else ""
        return f"{first} {steps}{more}."


@dataclass(frozen=True, slots=True)
class Layer:
    """Nodes that lean only on lower layers, and on those in a circle with them.

    Attributes:
        depth: 0 for foundations, which lean on nothing else.
        nodes: in document order.
    """

    depth: int
    nodes: tuple[Node, ...]


def find_cycles(network: Network, *, kinds: Collection[str] = STRUCTURE) -> list[Cycle]:
    """The circles, the largest first.

    Example:
        [cycle.in_words for cycle in find_cycles(network)]

    Source: Tarjan, Depth-First Search and Linear Graph Algorithms (1972).
    """
    chosen = view(network, kinds)
    order = {name: node.order for name, node in network.nodes.items()}
    found = [
        sorted(component, key=order.__getitem__)
        for component in nx.strongly_connected_components(chosen)
        if len(component) > 1
    ]
    found.sort(key=lambda names: (-len(names), order[names[0]]))
    return [Cycle(tuple(network.node(n) for n in names), _circle(chosen, names)) for names in found]


def find_layers(network: Network, *, kinds: Collection[str] = STRUCTURE) -> list[Layer]:
    """The layers from the foundations up; the circles count as one node each.

    A node lies one above the highest of those that it leans on. Leaves, on which nothing leans, are
    in every layer.

    Example:
        [len(layer.nodes) for layer in find_layers(network)]
    """
    depths = layer_depths(view(network, kinds))
    layers: dict[int, list[Node]] = {}
    for name, node in network.nodes.items():
        layers.setdefault(depths[name], []).append(node)
    return [Layer(depth, tuple(layers[depth])) for depth in sorted(layers)]


def layer_depths(graph: Graph[str]) -> dict[str, int]:
    """The depth of each node in the condensation: 0 for one that leans only on its own circle."""
    condensed = nx.condensation(nx.DiGraph(graph))
    depths: dict[int, int] = {}
    for component in reversed(list(nx.topological_sort(condensed))):
        below = [depths[n] + 1 for n in condensed.successors(component)]
        depths[component] = max(below, default=0)
    members: dict[str, int] = condensed.graph["mapping"]
    return {name: depths[component] for name, component in members.items()}


def _circle(chosen: Graph[str], names: list[str]) -> Path:
    knot = induced(chosen, names)
    plain = simple(knot)
    start = max(names, key=lambda name: (plain.in_degree(name), -names.index(name)))
    back = nx.shortest_path(plain, target=start)
    ways = (back[name] for name in plain.successors(start) if name in back)
    shortest = min(ways, key=lambda way: (len(way), way))
    return path_of(knot, [start, *shortest])
