"""Which part of a network is drawn or exported."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

import networkx as nx

from kg.analysis.kinds import LEANING, kind_of
from kg.analysis.network import Graph, Network, induced, links_of, view
from kg.errors import PictureError
from kg.model import EditionKey

__all__ = ["Selection", "select_around", "select_keyword", "select_section", "select_whole"]

_LOOSE = 3.2
"""Words that more rules share than cost this much tie too loosely to be drawn unasked."""


@dataclass(frozen=True, slots=True)
class Selection:
    """A part of a network.

    Attributes:
        title: what it shows, in words.
        key: the edition.
        graph: its nodes, and all links of the chosen kinds between them.
        focus: the nodes that it is about.
        divisions: of each section and chapter of the edition its heading, by number.
    """

    title: str
    key: EditionKey
    graph: Graph[str]
    focus: frozenset[str]
    divisions: dict[str, str]


def select_around(
    network: Network, name: str, *, depth: int = 1, kinds: Collection[str] | None = None
) -> Selection:
    """A node with its parts, and what lies within some links of them, whichever way they run.

    Args:
        name: as `Network.find` gives it.
        kinds: None is every kind but words that many rules share.
    """
    chosen = _chosen(network, kinds)
    title = f"Around {network.node(name).label}"
    return _around(network, chosen, name, depth, title, both=True)


def select_keyword(
    network: Network, name: str, *, depth: int = 2, kinds: Collection[str] | None = None
) -> Selection:
    """A keyword's rules, and what they lean on within some links."""
    chosen = _chosen(network, kinds)
    title = f"What {network.node(name).title} leans on"
    return _around(network, chosen, name, depth, title, both=False)


def select_section(
    network: Network, number: str, *, kinds: Collection[str] | None = None
) -> Selection:
    """A section or a chapter with all its rules and the links between them.

    Raises:
        RuleNotFoundError: the edition doesn't print it.
        PictureError: it is a rule.
    """
    name = network.find(number)
    if network.node(name).kind not in ("chapter", "section"):
        raise PictureError(
            f"{name} is no chapter or section; --around {name} shows what lies around it"
        )
    chosen = _chosen(network, kinds)
    names = network.parts(name)
    shown: Graph[str] = induced(chosen, names)
    _join_terms(shown, chosen)
    return _selection(network, shown, network.node(name).label, {name})


def select_whole(network: Network, *, kinds: Collection[str] | None = None) -> Selection:
    """All of an edition; what nothing is tied to is left out of pictures only."""
    graph = view(network, LEANING if kinds is None else kinds)
    return _selection(network, graph, "All rules", set())


def _join_terms(shown: Graph[str], chosen: Graph[str]) -> None:
    """Add a link for each term that one shown rule uses and another introduces."""
    for term in [name for name in chosen if name not in shown]:
        introducing = {
            link.target
            for link in links_of(chosen, term)
            if link.kind == "introducedIn" and link.target in shown
        }
        for source, _, data in chosen.in_edges(term, data=True):
            if data["link"].kind != "uses" or source not in shown:
                continue
            for target in introducing:
                link = replace(data["link"], target=target)
                shown.add_edge(source, target, link=link, weight=data["weight"])


def _chosen(network: Network, kinds: Collection[str] | None) -> Graph[str]:
    graph = view(network, LEANING if kinds is None else {*kinds, "hasPart"})
    if kinds is None:
        loose = [
            (a, b, key)
            for a, b, key, data in graph.edges(keys=True, data=True)
            if data["link"].kind == "uses" and data["weight"] > _LOOSE
        ]
        graph.remove_edges_from(loose)
    return graph


def _ties(graph: Graph[str]) -> nx.DiGraph[str]:
    """The links other than those to parts, which are drawn inside their whole."""
    return nx.DiGraph(
        (link.source, link.target)
        for link in links_of(graph)
        if kind_of(link.kind).group != "parts"
    )


def _around(
    network: Network, chosen: Graph[str], name: str, depth: int, title: str, *, both: bool
) -> Selection:
    starts, own = network.parts(name), network.node(name).title
    # A glossary entry uses terms too, and so does every rule that is leaned on.
    chosen.remove_edges_from(
        [
            (a, b, key)
            for a, b, key, data in chosen.edges(keys=True, data=True)
            if data["link"].kind == "uses" and (a not in starts or network.node(b).title == own)
        ]
    )
    ties = _ties(chosen)
    walked = ties.to_undirected(as_view=True) if both else ties
    found = set(starts)
    for start in starts:
        if start in walked:
            found |= nx.single_source_shortest_path_length(walked, start, cutoff=depth).keys()
    return _selection(network, induced(chosen, found), title, set(starts))


def _selection(
    network: Network, graph: Graph[str], title: str, focus: Collection[str]
) -> Selection:
    divisions = {
        name: node.title
        for name, node in network.nodes.items()
        if node.kind in ("chapter", "section")
    }
    return Selection(title, network.key, graph, frozenset(focus), divisions)
