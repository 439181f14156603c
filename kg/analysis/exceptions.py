"""Which rules prevail over others, exceptions to exceptions, and rules that may contradict."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import networkx as nx

from kg.analysis.chains import Path
from kg.analysis.network import Link, Network, Node, links_of, sentences

__all__ = ["Candidate", "find_contradictions", "find_override_chains"]

_OVER = ("exceptionTo", "overrides", "modifies")
_UNDER = ("exceptIn",)
_WORD = re.compile(r"[a-z]+(?:-[a-z]+)*")
# CR 101.2 lets a `can't` win over a `can` or a `may`, so only pairs without a word on which of
# them prevails are of interest.
_FORBIDS = re.compile(r"\b(?:can[’']t|cannot|may not|can never)\s+(?:also\s+|then\s+)?([a-z]+)")
_ALLOWS = re.compile(r"\b(?:may|can)\s+(?!not\b|never\b)(?:also\s+|then\s+)?([a-z]+)")
_HOLLOW = frozenset("be have do only still always".split())
_ALIKE = 0.3


@dataclass(frozen=True, slots=True)
class Candidate:
    """Two sentences that may contradict each other; to be looked at, not a finding.

    Attributes:
        allows, forbids: where the two stand.
        act: the verb that one allows and the other forbids.
        allowing, forbidding: the sentences.
        likeness: 0 to 1, the cosine of their words, the rare ones counting more.
    """

    allows: Node
    forbids: Node
    act: str
    allowing: str
    forbidding: str
    likeness: float


def find_override_chains(network: Network, *, least: int = 2) -> list[Path]:
    """Chains in which each rule prevails over the next; the longest first, none inside another.

    Args:
        least: the fewest links; 2 is an exception to an exception, 1 takes single ones too.

    Example:
        [path.nodes for path in find_override_chains(network)]
    """
    over: nx.DiGraph[str] = nx.DiGraph()
    for link in network.links():
        if link.source == link.target:
            continue
        if link.kind in _OVER:
            over.add_edge(link.source, link.target, link=link)
        elif link.kind in _UNDER:
            over.add_edge(link.target, link.source, link=_turned(link))
    chains = [path for path in _longest(over) if len(path) > least]
    order = {name: node.order for name, node in network.nodes.items()}
    chains.sort(key=lambda path: (-len(path), [order[name] for name in path]))
    return [
        Path(
            tuple(over[a][b]["link"] for a, b in pairwise(path)),
            float(len(path) - 1),
        )
        for path in chains
    ]


def find_contradictions(network: Network, *, most: int = 20) -> list[Candidate]:
    """Pairs of sentences of which one allows what the other forbids, with no link between their
    rules; the likest first.

    Example:
        [(c.allows.name, c.forbids.name) for c in find_contradictions(network, most=5)]
    """
    spoken = [
        (node, sentence) for node in network.nodes.values() if node.kind in ("rule", "subrule")
        for sentence in sentences(node.text)
    ]  # fmt: skip
    common = Counter(word for _, sentence in spoken for word in set(_words(sentence)))
    rarity = {word: math.log(len(spoken) / count) for word, count in common.items()}
    forbidden: dict[str, list[tuple[Node, str]]] = {}
    for node, sentence in spoken:
        for act in _acts(_FORBIDS, sentence):
            forbidden.setdefault(act, []).append((node, sentence))
    found = [
        Candidate(node, other, act, sentence, against, likeness)
        for node, sentence in spoken
        for act in _acts(_ALLOWS, sentence)
        for other, against in forbidden.get(act, ())
        if _apart(network, node, other)
        and (likeness := _likeness(sentence, against, rarity)) >= _ALIKE
    ]
    found.sort(key=lambda c: (-c.likeness, c.allows.order, c.forbids.order))
    return found[:most]


def _turned(link: Link) -> Link:
    return Link(link.target, link.source, "overrides", link.words, link.sentence, link.place)


def _longest(over: nx.DiGraph[str]) -> Iterator[tuple[str, ...]]:
    """Simple paths that can't be made longer at either end; in a cycle, each way around it."""
    starts = [name for name in over if not over.in_degree(name)]
    circles = [min(c) for c in nx.strongly_connected_components(over) if len(c) > 1]
    for start in [*starts, *circles]:
        stack: list[tuple[str, ...]] = [(start,)]
        while stack:
            path = stack.pop()
            further = [name for name in over.successors(path[-1]) if name not in path]
            if not further:
                yield path
            stack += [(*path, name) for name in further]


def _acts(pattern: re.Pattern[str], sentence: str) -> list[str]:
    return sorted({match[1] for match in pattern.finditer(sentence.lower())} - _HOLLOW)


def _words(sentence: str) -> list[str]:
    return _WORD.findall(sentence.lower())


def _apart(network: Network, one: Node, other: Node) -> bool:
    """Whether the two are different rules, and neither names the other or what it belongs to."""
    if _rule(one) == _rule(other):
        return False
    for source, target in ((one, other), (other, one)):
        whole = {target.name, _rule(target), target.section}
        links = links_of(network.graph, source.name)
        if any(link.place and link.target in whole for link in links):
            return False
    return True


def _rule(node: Node) -> str:
    return node.name.rstrip("abcdefghijklmnopqrstuvwxyz")


def _likeness(one: str, other: str, rarity: dict[str, float]) -> float:
    first, second = set(_words(one)), set(_words(other))
    # Exact sums: the order of a set differs from run to run, and with it the last digits.
    shared = math.fsum(rarity[word] ** 2 for word in first & second)
    sizes = [math.sqrt(math.fsum(rarity[word] ** 2 for word in words)) for words in (first, second)]
    return round(shared / (sizes[0] * sizes[1]), 3) if all(sizes) else 0.0
