"""What the map tells of a node, for the table beside it: its ties by kind, and ways to another."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass

from kg.analysis.chains import Path
from kg.analysis.kinds import KINDS, kind_of
from kg.analysis.network import Link, Network, Node
from kg.analysis.paths import find_paths

__all__ = ["Around", "Ties", "find_ways", "look_around"]

_WAYS = 3


@dataclass(frozen=True, slots=True)
class Ties:
    """A node's links of one kind, in one direction.

    Attributes:
        kind, verb: of the links.
        ends: the nodes at the other ends, in document order, each with one link to it.
    """

    kind: str
    verb: str
    ends: list[tuple[Node, Link]]


@dataclass(frozen=True, slots=True)
class Around:
    """A node with all that it and its parts are tied to.

    Attributes:
        out: what they lean on, by kinds.
        into: what leans on them.
    """

    node: Node
    out: list[Ties]
    into: list[Ties]


def look_around(network: Network, name: str, kinds: Collection[str]) -> Around:
    """The ties of some kinds that a node and its parts have to all others.

    Args:
        name: as `Network.find` gives it.
    """
    parts = network.parts(name)
    inside = set(parts)
    out = (data["link"] for _, _, data in network.graph.out_edges(parts, data=True))
    into = (data["link"] for _, _, data in network.graph.in_edges(parts, data=True))
    return Around(
        network.node(name),
        _by_kind(
            network,
            (link for link in out if link.kind in kinds and link.target not in inside),
            outward=True,
        ),
        _by_kind(
            network,
            (link for link in into if link.kind in kinds and link.source not in inside),
            outward=False,
        ),
    )


def find_ways(network: Network, start: str, goal: str, kinds: Collection[str]) -> list[Path]:
    """The best ways from one node to another; where there are none, those back."""
    found = find_paths(network, start, goal, most=_WAYS, kinds=kinds)
    return found or find_paths(network, goal, start, most=_WAYS, kinds=kinds)


def _by_kind(network: Network, links: Iterable[Link], *, outward: bool) -> list[Ties]:
    found: defaultdict[str, dict[str, Link]] = defaultdict(dict)
    for link in links:
        found[link.kind].setdefault(link.target if outward else link.source, link)
    order = {kind: place for place, kind in enumerate(KINDS)}
    return [
        Ties(
            kind,
            kind_of(kind).verb,
            sorted(
                ((network.node(name), link) for name, link in ends.items()),
                key=lambda pair: pair[0].order,
            ),
        )
        for kind, ends in sorted(found.items(), key=lambda pair: order.get(pair[0], -1))
    ]
