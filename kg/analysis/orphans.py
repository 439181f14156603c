"""What nothing is tied to: rules apart, terms never used, and terms used but never defined."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from kg.analysis.kinds import kind_of
from kg.analysis.network import Network, Node, links_of
from kg.model import GlossaryEntry

__all__ = ["Orphans", "Undefined", "find_orphans"]

# Words in quotation marks are quoted card text as often as they are a term; behind these verbs they
# are a term.
_SPOKEN = re.compile(
    r"\b(?:called|known as|termed|referred to as) (?:an? |the )?“([^“”]{3,40}?)[,.]?”"
)


@dataclass(frozen=True, slots=True)
class Undefined:
    """A name that rules put in quotation marks as a term, and neither glossary nor heading has.

    Attributes:
        name: in lower case.
        count: the rules that use it.
        first: the first of them.
    """

    name: str
    count: int
    first: Node


@dataclass(frozen=True, slots=True)
class Orphans:
    """What stands alone in an edition.

    Attributes:
        apart: rules that cite nothing and that nothing cites, nor the rule that they are part of.
        unused: glossary entries whose names no rule uses.
        undefined: the most used first.
    """

    apart: tuple[Node, ...]
    unused: tuple[Node, ...]
    undefined: tuple[Undefined, ...]


def find_orphans(network: Network) -> Orphans:
    """The rules and terms of an edition that stand alone.

    Example:
        [node.label for node in find_orphans(network).unused]
    """
    cited: set[str] = set()
    citing: set[str] = set()
    used: set[str] = set()
    for link in network.links():
        group = kind_of(link.kind).group
        if link.kind == "uses":
            used.add(link.target)
        elif group in ("citations", "programs"):
            citing.add(link.source)
            cited.add(link.target)
    apart = [
        node
        for name, node in network.nodes.items()
        if node.kind in ("rule", "subrule")
        and name not in citing
        and not cited & {name, *_wholes(network, name)}
        and not node.headed
    ]
    unused = [
        node
        for name, node in network.nodes.items()
        if node.kind == "term" and name not in used and not node.obsolete
    ]
    return Orphans(tuple(apart), tuple(unused), tuple(_undefined(network)))


def _wholes(network: Network, name: str) -> Iterator[str]:
    """The rule that a subrule is part of; a section is cited for its whole, not for each rule."""
    for link in links_of(network.graph, name):
        if link.kind == "partOf" and network.node(link.target).kind == "rule":
            yield link.target


def _undefined(network: Network) -> Iterator[Undefined]:
    known: set[str] = set()
    counts: Counter[str] = Counter()
    first: dict[str, Node] = {}
    for node in network.nodes.values():
        if node.kind == "term":
            known.update(n.lower() for n in GlossaryEntry(headword=node.name, senses=()).names)
            continue
        known.add(node.title.lower())
        for name in {match[1].lower() for match in _SPOKEN.finditer(node.text)}:
            counts[name] += 1
            first.setdefault(name, node)
    for name, count in counts.most_common():
        if not known & {name, name.removesuffix("s"), name.removesuffix("es")}:
            yield Undefined(name, count, first[name])
