"""NetworkX's numbers, as we ask for them, against igraph's."""

from __future__ import annotations

from pathlib import Path

import igraph
import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from networks import make_network

from kg.analysis.centrality import (
    CITATIONS,
    DAMPING,
    find_articulations,
    measure,
)
from kg.analysis.cycles import STRUCTURE, find_cycles
from kg.analysis.network import Network, read_network, simple, view
from kg.build import build
from kg.store import open_store


def to_igraph(plain: nx.DiGraph[str]) -> igraph.Graph:
    names = list(plain)
    places = {name: place for place, name in enumerate(names)}
    edges = [(places[a], places[b]) for a, b in plain.edges]
    found = igraph.Graph(n=len(names), edges=edges, directed=True)
    found.vs["name"] = names
    found.es["weight"] = [data["weight"] for _, _, data in plain.edges(data=True)]
    return found


def check(network: Network) -> None:
    """Every measure of a network against igraph's."""
    plain = simple(view(network, CITATIONS))
    other = to_igraph(plain)
    names = other.vs["name"]

    ranks = other.pagerank(damping=DAMPING, weights="weight")
    ours = measure(network, "pagerank")
    assert max(abs(ours[n] - r) for n, r in zip(names, ranks, strict=True)) < 1e-9

    pairs = max((len(names) - 1) * (len(names) - 2), 1)
    between = measure(network, "betweenness")
    for name, score in zip(names, other.betweenness(), strict=True):
        assert between[name] == pytest.approx(score / pairs, abs=1e-12)

    points = {names[place] for place in other.as_undirected().articulation_points()}
    assert {node.name for node, _ in find_articulations(network)} == points
    parted = {node.name: cut for node, cut in find_articulations(network)}
    for name in sorted(points)[:25]:
        assert parted[name] == cut_off(other.as_undirected(), names.index(name))

    knots = to_igraph(simple(view(network, STRUCTURE)))
    theirs = {
        frozenset(knots.vs["name"][place] for place in group)
        for group in knots.connected_components(mode="strong")
        if len(group) > 1
    }
    found = find_cycles(network)
    assert {frozenset(node.name for node in cycle.nodes) for cycle in found} == theirs


def cut_off(ties: igraph.Graph, point: int) -> int:
    """How many vertices of its component end outside the largest rest of it, counted anew."""
    component = set(ties.subcomponent(point)) - {point}
    sizes = [
        len(group) for group in ties.induced_subgraph(sorted(component)).connected_components()
    ]
    return sum(sizes) - max(sizes)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.integers(1, 12), st.integers(1, 12)), min_size=1, max_size=30))
def test_measures_agree_on_any_small_network(pairs: list[tuple[int, int]]) -> None:
    check(make_network(*(f"{100 + a}.1 cites {100 + b}.1" for a, b in pairs)))


@pytest.mark.slow
def test_measures_agree_on_a_real_edition(shared: Path, tmp_path: Path) -> None:
    build([shared / "editions" / "2026-01-16.txt"], tmp_path / "store", inferring=False)

    with open_store(tmp_path / "store") as store:
        check(read_network(store, store.find_edition()))
