"""Which rules the others hang on: central ones, bridges, and rules whose loss would part others."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

import networkx as nx

from kg.analysis.kinds import KINDS
from kg.analysis.network import Network, Node, simple, view

__all__ = [
    "CITATIONS",
    "Central",
    "Measure",
    "Moved",
    "find_articulations",
    "find_bridges",
    "find_central",
    "find_moved",
    "measure",
    "page_rank",
]

Measure = Literal["pagerank", "betweenness"]
CITATIONS = frozenset(
    name for name, kind in KINDS.items() if kind.group in ("citations", "programs")
)
DAMPING = 0.85


@dataclass(frozen=True, slots=True)
class Central:
    """How central a node is.

    Attributes:
        rank: from 1.
        score: as the measure gives it.
    """

    node: Node
    rank: int
    score: float


@dataclass(frozen=True, slots=True)
class Moved:
    """How a rule's rank differs between two editions.

    Attributes:
        node: in the newer edition.
        was: its number in the older edition.
        rank_before, rank: from 1.
        score_before, score: as the measure gives it.
    """

    node: Node
    was: str
    rank_before: int
    rank: int
    score_before: float
    score: float


def measure(
    network: Network, by: Measure = "pagerank", *, kinds: Collection[str] = CITATIONS
) -> dict[str, float]:
    """The score of every node.

    PageRank counts a link as often as it is made; betweenness counts shortest paths by their links,
    divided by the number of pairs.

    Source: Brin and Page, The Anatomy of a Large-Scale Hypertextual Web Search Engine (1998);
        Brandes, A Faster Algorithm for Betweenness Centrality (2001).
    """
    plain = simple(view(network, kinds))
    if by == "pagerank":
        return page_rank(plain, weight="weight")
    return _betweenness(plain)


def page_rank(
    plain: nx.DiGraph[str], *, weight: str, restarts: Mapping[str, float] | None = None
) -> dict[str, float]:
    """PageRank by an attribute of links, with restarts at some nodes or, for None, at all.

    NetworkX stops when a step moves all nodes together by less than their number times its
    tolerance; at its default of 1e-6, nodes of a real edition are off by a tenth of the best score.
    """
    if not len(plain):
        return {}
    return nx.pagerank(
        plain, alpha=DAMPING, weight=weight, personalization=restarts, tol=1e-13, max_iter=1000
    )


def _betweenness(plain: nx.DiGraph[str]) -> dict[str, float]:
    """Component by component: NetworkX's own takes time and memory for each pair of nodes, even of
    those that nothing joins (31 s against 6 for the citations of 2026-01-16)."""
    scores = dict.fromkeys(plain, 0.0)
    for component in nx.weakly_connected_components(plain):
        if len(component) > 2:
            scores |= nx.betweenness_centrality(plain.subgraph(component), normalized=False)
    pairs = (len(plain) - 1) * (len(plain) - 2)
    return {name: score / pairs if pairs > 0 else 0.0 for name, score in scores.items()}


def find_central(
    network: Network, scores: Mapping[str, float], *, most: int | None = 20
) -> list[Central]:
    """The most central nodes, best first; of equals the first in the document.

    Args:
        scores: as `measure` gives them.
        most: None is all.

    Example:
        find_central(network, measure(network, "pagerank"), most=10)
    """
    nodes = network.nodes
    ordered = sorted(scores, key=lambda name: (-scores[name], nodes[name].order))
    return [Central(nodes[name], rank, scores[name]) for rank, name in enumerate(ordered[:most], 1)]


def find_moved(
    old: tuple[Network, Mapping[str, float]],
    new: tuple[Network, Mapping[str, float]],
    *,
    most: int = 20,
    numbers: Mapping[str, str] | None = None,
) -> list[Moved]:
    """The nodes of both editions whose ranks differ most, among the first hundred of either.

    Args:
        old, new: a network with its scores.
        numbers: new numbers by old ones, where a rule was renumbered; one that it lacks counts as
            gone. None takes equal numbers for the same rule.
    """
    before = {c.node.name: c for c in find_central(*old, most=None)}
    after = {c.node.name: c for c in find_central(*new, most=None)}
    found = []
    for name, then in before.items():
        is_now = name if numbers is None or then.node.kind == "term" else numbers.get(name)
        now = after.get(is_now or "")
        if now is not None and min(then.rank, now.rank) <= 100 and then.rank != now.rank:
            found.append(Moved(now.node, name, then.rank, now.rank, then.score, now.score))
    # From 2 to 1 is a longer way than from 92 to 91.
    found.sort(key=lambda m: (-abs(m.rank - m.rank_before) / min(m.rank, m.rank_before), m.rank))
    return found[:most]


def find_bridges(
    network: Network, *, kinds: Collection[str] = CITATIONS
) -> list[tuple[Node, Node]]:
    """Pairs whose link is the only tie between the two sides of it, whichever way links run.

    Links to a node that has no other are left out: it would only say that something is cited once.

    Source: Tarjan, A Note on Finding the Bridges of a Graph (1974).
    """
    ties = nx.Graph(simple(view(network, kinds)))
    nodes = network.nodes
    pairs = []
    for edge in nx.bridges(ties):
        if all(ties.degree(name) > 1 for name in edge):
            one, other = sorted((nodes[name] for name in edge), key=lambda node: node.order)
            pairs.append((one, other))
    return sorted(pairs, key=lambda pair: (pair[0].order, pair[1].order))


def find_articulations(
    network: Network, *, kinds: Collection[str] = CITATIONS
) -> list[tuple[Node, int]]:
    """Nodes without which others would lose every tie to the rest, with how many those are.

    Returns:
        The largest number first; the largest part that remains isn't counted.

    Source: Hopcroft and Tarjan, Efficient Algorithms for Graph Manipulation (1973).
    """
    ties = nx.Graph(simple(view(network, kinds)))
    nodes = network.nodes
    found = [
        (nodes[name], parted)
        for component in nx.connected_components(ties)
        for name, parted in _parted(ties.subgraph(component)).items()
    ]
    return sorted(found, key=lambda pair: (-pair[1], pair[0].order))


def _parted(ties: nx.Graph[str]) -> dict[str, int]:
    """Of each articulation point of a connected graph: how many nodes would lie outside the largest
    part that remains without it; from the tree of its blocks."""
    points = set(nx.articulation_points(ties))
    tree: nx.Graph[str | int] = nx.Graph()
    own: dict[str | int, int] = dict.fromkeys(points, 1)
    blocks: Iterable[set[str]] = nx.biconnected_components(ties)  # type: ignore[assignment]
    for block, members in enumerate(blocks):
        own[block] = len(members - points)
        tree.add_edges_from((block, name) for name in members & points)
    if not points:
        return {}
    root = next(iter(tree))
    above: dict[str | int, str | int] = dict(nx.bfs_predecessors(tree, root))
    sizes = dict(own)
    for node in nx.dfs_postorder_nodes(tree, root):
        if node in above:
            sizes[above[node]] += sizes[node]
    found = {}
    for name in points:
        parts = [sizes[block] for block in tree[name] if above.get(block) == name]
        parts.append(sizes[root] - sizes[name])
        found[name] = sum(parts) - max(parts)
    return found
