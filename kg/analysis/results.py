"""The whole analysis of an edition, and its results as quads with how each was come by."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pyoxigraph import Literal, NamedNode, Quad

from kg.analysis.centrality import CITATIONS, DAMPING, find_articulations, measure
from kg.analysis.communities import RESOLUTION, SEED, TIES, Community, find_communities
from kg.analysis.cycles import STRUCTURE, Cycle, find_cycles, find_layers
from kg.analysis.exceptions import Candidate, find_contradictions
from kg.analysis.network import Network
from kg.analysis.orphans import Orphans, find_orphans
from kg.model import EditionKey
from kg.vocab import BASE, PROV, RDF, RDFS, RL, XSD, analysis_graph, edition_iri, plain

__all__ = ["Analysis", "analyse", "analysis_quads"]

CANDIDATES = 50
_Statement = tuple[NamedNode, NamedNode, NamedNode | Literal]


@dataclass(frozen=True, kw_only=True)
class Analysis:
    """What was found in an edition's network.

    Attributes:
        pagerank, betweenness, layers: by a node's name.
        cut_off: of each articulation point how many nodes it alone ties to the rest.
    """

    network: Network
    pagerank: Mapping[str, float]
    betweenness: Mapping[str, float]
    layers: Mapping[str, int]
    cut_off: Mapping[str, int]
    cycles: tuple[Cycle, ...]
    communities: tuple[Community, ...]
    orphans: Orphans
    candidates: tuple[Candidate, ...]


@dataclass(frozen=True, slots=True)
class _Run:
    name: str
    algorithm: str
    parameters: Mapping[str, object]
    computed: tuple[NamedNode, ...]


_RUNS = (
    _Run(
        "pagerank",
        "PageRank (Brin and Page 1998)",
        {"damping": DAMPING, "kinds": sorted(CITATIONS), "weight": "links between two nodes"},
        (RL.pageRank,),
    ),
    _Run(
        "betweenness",
        "betweenness centrality (Brandes 2001)",
        {"kinds": sorted(CITATIONS), "normalised": True},
        (RL.betweenness,),
    ),
    _Run(
        "articulation-points",
        "articulation points (Hopcroft and Tarjan 1973)",
        {"kinds": sorted(CITATIONS), "directed": False},
        (RL.cutsOff,),
    ),
    _Run(
        "cycles",
        "strongly connected components (Tarjan 1972)",
        {"kinds": sorted(STRUCTURE)},
        (RL.Cycle, RL.inCycle),
    ),
    _Run(
        "layers",
        "longest paths over the condensation (Tarjan 1972)",
        {"kinds": sorted(STRUCTURE)},
        (RL.layer,),
    ),
    _Run(
        "communities",
        "Louvain (Blondel et al. 2008), named by TF-IDF",
        {"kinds": sorted(TIES), "resolution": RESOLUTION, "seed": SEED},
        (RL.Community, RL.inCommunity),
    ),
    _Run("orphans", "nodes without links", {"kinds": sorted(CITATIONS | {"uses"})},
         (RL.Orphan, RL.UnusedTerm)),
    _Run(
        "contradictions",
        "likeness of sentences that allow and forbid one act (cosine, TF-IDF)",
        {"most": CANDIDATES},
        (RL.Candidate,),
    ),
)  # fmt: skip


def analyse(network: Network) -> Analysis:
    """The whole analysis of an edition: some ten seconds for one of 3,300 rules."""
    return Analysis(
        network=network,
        pagerank=measure(network, "pagerank"),
        betweenness=measure(network, "betweenness"),
        layers={node.name: layer.depth for layer in find_layers(network) for node in layer.nodes},
        cut_off={node.name: count for node, count in find_articulations(network)},
        cycles=tuple(find_cycles(network)),
        communities=tuple(find_communities(network)),
        orphans=find_orphans(network),
        candidates=tuple(find_contradictions(network, most=CANDIDATES)),
    )


def analysis_quads(analysis: Analysis, *, software: str) -> Iterator[Quad]:
    """The results as quads of the edition's analysis graph, with the runs that made them.

    Args:
        software: name and version of what ran, such as `ruleloom 0.1.0`.
    """
    graph = analysis_graph(analysis.network.key)
    writer = _Writer(analysis, graph)
    for statement in (*writer.provenance(software), *writer.results()):
        yield Quad(*statement, graph)


class _Writer:
    def __init__(self, analysis: Analysis, graph: NamedNode) -> None:
        self._analysis = analysis
        self._graph = graph
        self._iris = {name: NamedNode(n.iri) for name, n in analysis.network.nodes.items()}

    def provenance(self, software: str) -> Iterator[_Statement]:
        key: EditionKey = self._analysis.network.key
        agent = NamedNode(f"{BASE}software/{software.replace(' ', '-')}")
        yield agent, RDF.type, PROV.SoftwareAgent
        yield agent, RDFS.label, Literal(software, language="en")
        for run in _RUNS:
            iri = self._node("run", run.name)
            yield iri, RDF.type, RL.AnalysisRun
            yield iri, RDF.type, PROV.Activity
            yield iri, RL.algorithm, plain(run.algorithm)
            yield iri, RL.parameters, plain(json.dumps(run.parameters, sort_keys=True))
            yield iri, PROV.used, edition_iri(key)
            yield iri, PROV.wasAssociatedWith, agent
            yield self._graph, PROV.wasGeneratedBy, iri
            for made in run.computed:
                yield iri, RL.computed, made

    def results(self) -> Iterator[_Statement]:
        found = self._analysis
        for name, iri in self._iris.items():
            yield iri, RL.pageRank, _decimal(found.pagerank[name])
            yield iri, RL.betweenness, _decimal(found.betweenness[name])
            yield iri, RL.layer, plain(found.layers[name])
        for name, count in found.cut_off.items():
            yield self._iris[name], RL.cutsOff, plain(count)
        for position, cycle in enumerate(found.cycles, 1):
            iri = self._node("cycle", position)
            yield iri, RDF.type, RL.Cycle
            yield iri, RDFS.label, Literal(cycle.in_words, language="en")
            for node in cycle.nodes:
                yield self._iris[node.name], RL.inCycle, iri
        for position, community in enumerate(found.communities, 1):
            iri = self._node("community", position)
            yield iri, RDF.type, RL.Community
            yield iri, RDFS.label, Literal(community.name, language="en")
            for node in community.nodes:
                yield self._iris[node.name], RL.inCommunity, iri
        for node in found.orphans.apart:
            yield self._iris[node.name], RDF.type, RL.Orphan
        for node in found.orphans.unused:
            yield self._iris[node.name], RDF.type, RL.UnusedTerm
        for position, candidate in enumerate(found.candidates, 1):
            iri = self._node("candidate", position)
            yield iri, RDF.type, RL.Candidate
            yield iri, RL.allowing, self._iris[candidate.allows.name]
            yield iri, RL.forbidding, self._iris[candidate.forbids.name]
            yield iri, RL.act, plain(candidate.act)
            yield iri, RL.likeness, _decimal(candidate.likeness)

    def _node(self, kind: str, name: object) -> NamedNode:
        return NamedNode(f"{self._graph.value}/{kind}/{name}")


def _decimal(value: float) -> Literal:
    return Literal(f"{value:.9f}", datatype=XSD.decimal)
