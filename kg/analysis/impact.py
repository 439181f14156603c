"""Impact: what is touched if a rule's text changes, the most touched first."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from kg.analysis.centrality import page_rank
from kg.analysis.chains import Path, reach
from kg.analysis.kinds import LEANING, kind_of
from kg.analysis.network import Graph, Link, Network, Node, induced, simple, view

__all__ = ["Cited", "Touched", "find_impact"]

# CR 701 / 702: keyword actions and keyword abilities.
_CLASSES = {"701": "action", "702": "ability"}


@dataclass(frozen=True, slots=True)
class Cited:
    """Something outside the network that rests on rules: a program, or a scenario.

    Attributes:
        name: what to call it.
        kind: `program` or `scenario`.
        rules: the numbers that it cites.
    """

    name: str
    kind: str
    rules: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Touched:
    """Something that a change would touch.

    Attributes:
        name: of the node, the program or the scenario.
        label: what to call it.
        kind: `rule`, `action`, `ability`, `example`, `term`, `program` or `scenario`.
        cost: of the cheapest way to the changed rule; what costs less is touched more.
        score: its share of the attention that everything touched pays to the changed rule.
        depth: the fewest links from it to the changed rule.
        path: why, from it to the rule; None where it is the rule itself that it cites.
    """

    name: str
    label: str
    kind: str
    cost: float
    score: float
    depth: int
    path: Path | None


def find_impact(
    network: Network,
    changed: str,
    *,
    depth: int | None = 3,
    kinds: Collection[str] = LEANING,
    others: Iterable[Cited] = (),
) -> list[Touched]:
    """All that leans on a rule, the most touched first: by cost, then by score.

    Chapters and sections are left out: they are touched with any rule of theirs.

    Args:
        changed: a name that `Network.find` gives; a change to a part of it counts as one to it.
        depth: the most links; None is no limit.
        kinds: of links to follow.
        others: programs and scenarios, touched with the rules that they cite.

    Example:
        [touched.name for touched in find_impact(network, "704.5g")][:5]

    Source: the cost is that of Dijkstra's shortest path (1959), the score PageRank with restarts at
        the changed rule (Haveliwala 2002), on the links backwards.
    """
    parts = network.parts(changed)
    chosen = view(network, kinds)
    for part in parts[1:]:
        # Whoever leans on a part of what changes is touched as well.
        up = Link(part, changed, "partOf")
        chosen.add_edge(part, changed, link=up, weight=kind_of("partOf").cost)
    found = [r for r in reach(network, chosen, changed, "in", depth) if r.node.name not in parts]
    scores = _scores(induced(chosen, [*parts, *(r.node.name for r in found)]), changed)
    touched = [
        Touched(
            r.node.name,
            r.node.label,
            _kind_touched(r.node, r.path),
            r.path.cost,
            scores[r.node.name],
            r.depth,
            r.path,
        )
        for r in found
        if r.node.kind not in ("chapter", "section")
    ]
    ways: dict[str, tuple[int, Path | None]] = {r.node.name: (r.depth, r.path) for r in found}
    ways |= dict.fromkeys(parts, (0, None))
    touched += _outside(others, scores, ways)
    total = sum(each.score for each in touched) or 1.0
    ranked = sorted(touched, key=lambda each: (each.cost, -each.score, each.name))
    return [replace(each, score=each.score / total) for each in ranked]


def _scores(touched: Graph[str], changed: str) -> dict[str, float]:
    plain = simple(touched)
    for _, _, data in plain.edges(data=True):
        data["tie"] = 1 / data["cost"]
    return page_rank(plain.reverse(copy=False), restarts={changed: 1.0}, weight="tie")


def _kind_touched(node: Node, path: Path) -> str:
    """What a node counts as: an example where it is only its example that leans on the rule."""
    if path.links[0].place == "example":
        return "example"
    if node.kind in ("rule", "subrule"):
        return _CLASSES.get(node.section, "rule")
    return node.kind


def _outside(
    others: Iterable[Cited],
    scores: Mapping[str, float],
    ways: Mapping[str, tuple[int, Path | None]],
) -> Iterator[Touched]:
    for other in others:
        rests = [rule for rule in other.rules if rule in ways]
        if not rests:
            continue
        # One that rests on ten rules pays each a tenth of its attention.
        score = sum(scores[rule] for rule in rests) / len(other.rules)
        distance, path = ways[min(rests, key=lambda rule: ways[rule][0])]
        cost = 1.0 + (path.cost if path else 0.0)
        yield Touched(other.name, other.name, other.kind, cost, score, distance + 1, path)
