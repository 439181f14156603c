"""How long does the analysis of editions take, in time and memory, next to igraph's measures?

Limits: one edition in 60 s and 1 GiB on two cores. igraph computes in C what NetworkX does in
Python; the ratio says what that costs.

    python benchmarks/bench_analysis.py [NUMBER OF EDITIONS]
"""

from __future__ import annotations

import os
import resource
import sys
import tempfile
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from time import perf_counter

import igraph
import networkx as nx
from common import edition_file, heading, seconds

from kg.analysis.centrality import CITATIONS, DAMPING, find_articulations, measure
from kg.analysis.communities import find_communities
from kg.analysis.cycles import STRUCTURE, find_cycles
from kg.analysis.network import Network, read_network, simple, view
from kg.analysis.results import analyse
from kg.build import build
from kg.store import open_store


def main() -> None:
    file = edition_file()
    with tempfile.TemporaryDirectory() as folder:
        location = Path(folder) / "store"
        build([file], location, inferring=False)
        print(heading(f"Analysis of {file.name}"))
        reading, network, whole, memory = _one(location)
        graph = network.graph
        print(f"{graph.number_of_nodes()} nodes, {graph.number_of_edges()} links")
        print(f"read {reading:.1f} s, whole analysis {whole:.1f} s (limit 60 s)")
        print(f"memory at most {memory} MiB (limit 1024 MiB)\n")
        _compare(network)
        files = sorted(file.parent.glob("*.txt"))[-int(sys.argv[1]) :] if sys.argv[1:] else []
        if files:
            _many(files, Path(folder) / "many")


def _one(location: Path) -> tuple[float, Network, float, int]:
    with open_store(location) as store:
        start = perf_counter()
        network = read_network(store, store.find_edition())
        reading = perf_counter() - start
    return reading, network, seconds(lambda: analyse(network)), _memory()


def _memory() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def _compare(network: Network) -> None:
    cited = simple(view(network, CITATIONS))
    citations = _igraph(cited)
    structure = _igraph(simple(view(network, STRUCTURE)))
    ties = citations.as_undirected()
    rows: list[tuple[str, Callable[[], object], Callable[[], object]]] = [
        (
            "PageRank",
            lambda: measure(network, "pagerank"),
            lambda: citations.pagerank(damping=DAMPING, weights="weight"),
        ),
        ("betweenness", lambda: measure(network, "betweenness"), citations.betweenness),
        (
            "circles",
            lambda: find_cycles(network),
            lambda: structure.connected_components(mode="strong"),
        ),
        ("articulation", lambda: find_articulations(network), ties.articulation_points),
        ("communities", lambda: find_communities(network), ties.community_multilevel),
    ]
    print(f"{'measure':16}{'ruleloom s':>12}{'igraph s':>12}{'times':>8}")
    for name, ours, theirs in rows:
        slow, fast = seconds(ours), min(seconds(theirs) for _ in range(3))
        print(f"{name:16}{slow:>12.3f}{fast:>12.4f}{slow / fast:>8.0f}")


def _igraph(plain: nx.DiGraph[str]) -> igraph.Graph:
    places = {name: place for place, name in enumerate(plain)}
    found = igraph.Graph(
        n=len(places), edges=[(places[a], places[b]) for a, b in plain.edges], directed=True
    )
    found.es["weight"] = [data["weight"] for _, _, data in plain.edges(data=True)]
    return found


def _many(files: list[Path], location: Path) -> None:
    build(files, location, inferring=False)
    with open_store(location) as store:
        names = [str(info.key.name) for info in store.editions()]
    start = perf_counter()
    with ProcessPoolExecutor(max_workers=os.cpu_count()) as pool:
        memory = list(pool.map(_analysed, [str(location)] * len(names), names))
    taken = perf_counter() - start
    print(f"\n{len(names)} editions in {os.cpu_count()} processes: {taken:.0f} s, ", end="")
    print(f"{taken / len(names):.1f} s each, at most {max(memory)} MiB a process")


def _analysed(location: str, name: str) -> int:
    with open_store(location) as store:
        analyse(read_network(store, store.find_edition(name)))
    return _memory()


if __name__ == "__main__":
    main()
