"""What the questions answer, as plain values for JSON, for the command line and the API alike."""

from __future__ import annotations

from typing import Any

from kg.analysis.centrality import Central, Moved
from kg.analysis.chains import Path, Reached
from kg.analysis.communities import Community, Kept
from kg.analysis.cycles import Cycle, Layer
from kg.analysis.exceptions import Candidate
from kg.analysis.impact import Touched
from kg.analysis.network import Link, Node
from kg.analysis.orphans import Orphans
from kg.analysis.paths import Common
from kg.analysis.reading_order import Reading

__all__ = [
    "candidate_json",
    "central_json",
    "common_json",
    "community_json",
    "cycle_json",
    "kept_json",
    "layer_json",
    "moved_json",
    "node_json",
    "orphans_json",
    "path_json",
    "reached_json",
    "reading_json",
    "touched_json",
]

Json = dict[str, Any]


def node_json(node: Node) -> Json:
    """A node in a few words."""
    return {"name": node.name, "kind": node.kind, "title": node.title}


def path_json(path: Path) -> Json:
    """A path with the words that each of its links rests on."""
    return {"cost": path.cost, "nodes": list(path.nodes), "links": [_link(x) for x in path.links]}


def reached_json(reached: Reached) -> Json:
    """A node of a chain, and why it is one."""
    return {
        **node_json(reached.node),
        "direction": reached.direction,
        "depth": reached.depth,
        "by": reached.link.kind,
        "reason": path_json(reached.path),
    }


def touched_json(touched: Touched) -> Json:
    """Something that a change touches, and why."""
    return {
        "name": touched.name,
        "label": touched.label,
        "kind": touched.kind,
        "depth": touched.depth,
        "cost": round(touched.cost, 3),
        "score": round(touched.score, 6),
        "reason": path_json(touched.path) if touched.path else None,
    }


def common_json(common: Common) -> Json:
    """Something that two nodes share."""
    return {
        **node_json(common.node),
        "cost": common.cost,
        "first": path_json(common.first),
        "second": path_json(common.second),
    }


def reading_json(reading: Reading) -> Json:
    """Something to read, and why."""
    return {
        **node_json(reading.node),
        "text": reading.node.text,
        "reason": path_json(reading.path) if reading.path else None,
    }


def candidate_json(candidate: Candidate) -> Json:
    """Two rules that may contradict each other."""
    return {
        "act": candidate.act,
        "likeness": candidate.likeness,
        "allows": {**node_json(candidate.allows), "sentence": candidate.allowing},
        "forbids": {**node_json(candidate.forbids), "sentence": candidate.forbidding},
    }


def cycle_json(cycle: Cycle) -> Json:
    """A circle."""
    return {
        "size": len(cycle.nodes),
        "in_words": cycle.in_words,
        "nodes": [node.name for node in cycle.nodes],
        "circle": path_json(cycle.circle),
    }


def layer_json(layer: Layer) -> Json:
    """A layer."""
    return {"depth": layer.depth, "nodes": [node.name for node in layer.nodes]}


def central_json(central: Central) -> Json:
    """A node's rank."""
    return {
        **node_json(central.node),
        "rank": central.rank,
        "score": round(central.score, 9),
    }


def moved_json(moved: Moved) -> Json:
    """How a rank moved."""
    return {
        **node_json(moved.node),
        "was": moved.was,
        "rank_before": moved.rank_before,
        "rank": moved.rank,
        "score_before": round(moved.score_before, 9),
        "score": round(moved.score, 9),
    }


def community_json(community: Community) -> Json:
    """A community."""
    return {
        "name": community.name,
        "size": len(community.nodes),
        "nodes": [node.name for node in community.nodes],
    }


def kept_json(kept: Kept) -> Json:
    """What became of a community."""
    return {
        "before": kept.before.name,
        "now": kept.now.name if kept.now else None,
        "size_before": len(kept.before.nodes),
        "size": len(kept.now.nodes) if kept.now else 0,
        "likeness": kept.likeness,
    }


def orphans_json(orphans: Orphans) -> Json:
    """What stands alone."""
    return {
        "apart": [node_json(node) for node in orphans.apart],
        "unused": [node_json(node) for node in orphans.unused],
        "undefined": [
            {"name": each.name, "count": each.count, "first": each.first.name}
            for each in orphans.undefined
        ],
    }


def _link(link: Link) -> Json:
    return {
        "source": link.source,
        "target": link.target,
        "kind": link.kind,
        "verb": link.verb,
        "words": link.words,
        "sentence": link.sentence,
        "place": link.place,
    }
