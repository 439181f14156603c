"""Questions to the network of an edition, as JSON: what leans on what, and why.

A question takes from 0.01 to 2 s.
"""

from __future__ import annotations

import functools
from typing import Any

from flask import Blueprint

from api import analysis_models as models
from api.asked import edition_name
from api.cursors import paged
from api.live import snapshot
from api.networks import opened, remember
from api.openapi import answers, spec
from api.params import EditionParams
from api.wire import to_edition
from kg.analysis import centrality, communities, cycles, exceptions, wire
from kg.analysis.chains import find_chain
from kg.analysis.editions import renumbered
from kg.analysis.impact import Cited, find_impact
from kg.analysis.kinds import LEANING, choose_kinds
from kg.analysis.network import Network
from kg.analysis.orphans import find_orphans
from kg.analysis.outside import read_programs, read_shipped_scenarios
from kg.analysis.paths import common_ground, find_paths
from kg.analysis.reading_order import find_reading_order
from kg.drawing import selection as drawn
from kg.drawing.exports import as_cytoscape, as_node_link
from kg.model import EditionKey

__all__ = ["bp"]

bp = Blueprint("analysis", __name__, url_prefix="/api/v1")
_MISSING = "The edition prints no such rule or has no such keyword, or the store has no edition."
_route = functools.partial(spec.validate, tags=["analysis"])


@bp.get("/chain/<topic>")
@_route(resp=answers(models.ChainOut, missing=_MISSING), operation_id="chain")
def chain(topic: str, query: models.ChainParams) -> Any:
    """All that a rule leans on, or that leans on it, with the reasons."""
    key, network = opened(query)
    start = network.find(topic)
    found = find_chain(
        network,
        start,
        direction=query.direction,
        depth=query.depth or None,
        kinds=_kinds(network, query.kinds),
    )
    page, headers = paged(
        found.reached, limit=query.limit, cursor=query.cursor, edition=edition_name(key)
    )
    page["items"] = [wire.reached_json(each) for each in page["items"]]
    node = wire.node_json(found.start)
    return {"edition": to_edition(key), "start": node, **page}, headers


@bp.get("/impact/<topic>")
@_route(resp=answers(models.ImpactOut, missing=_MISSING), operation_id="impact")
def impact(topic: str, query: models.ImpactParams) -> Any:
    """What is touched if a rule's text changes, the most touched first."""
    key, network = opened(query)
    changed = network.find(topic)
    found = find_impact(
        network,
        changed,
        depth=query.depth or None,
        kinds=_kinds(network, query.kinds),
        others=_others(key),
    )
    page, headers = paged(found, limit=query.limit, cursor=query.cursor, edition=edition_name(key))
    page["items"] = [wire.touched_json(each) for each in page["items"]]
    node = wire.node_json(network.node(changed))
    return {"edition": to_edition(key), "changed": node, **page}, headers


@bp.get("/paths")
@_route(resp=answers(models.PathsOut, missing=_MISSING), operation_id="paths")
def paths(query: models.PathsParams) -> Any:
    """The best paths by which one rule or keyword leans on another, and what both lean on."""
    key, network = opened(query)
    first, second = network.find(query.a), network.find(query.b)
    kinds = _kinds(network, query.kinds)
    found = find_paths(network, first, second, most=query.k, kinds=kinds)
    common = common_ground(network, first, second, kinds=kinds)
    return {
        "edition": to_edition(key),
        "a": wire.node_json(network.node(first)),
        "b": wire.node_json(network.node(second)),
        "paths": [wire.path_json(path) for path in found],
        "common": [wire.common_json(each) for each in common[: query.k]],
    }


@bp.get("/reading-order/<topic>")
@_route(resp=answers(models.ReadingOrderOut, missing=_MISSING), operation_id="reading_order")
def reading_order(topic: str, query: models.ReadingParams) -> Any:
    """What to read to understand a keyword, in which order."""
    key, network = opened(query)
    keyword = network.find(topic)
    found = find_reading_order(network, keyword, most=query.limit)
    return {
        "edition": to_edition(key),
        "keyword": wire.node_json(network.node(keyword)),
        "order": [wire.reading_json(each) for each in found],
    }


@bp.get("/cycles")
@_route(resp=answers(models.CyclesOut), operation_id="cycles")
def circles(query: models.KindsParams) -> Any:
    """The circles in which rules lean on each other, and the layers of the rules."""
    key, network = opened(query)
    kinds = _kinds(network, query.kinds, cycles.STRUCTURE)
    return {
        "edition": to_edition(key),
        "cycles": [wire.cycle_json(cycle) for cycle in cycles.find_cycles(network, kinds=kinds)],
        "layers": [wire.layer_json(layer) for layer in cycles.find_layers(network, kinds=kinds)],
    }


@bp.get("/exceptions")
@_route(resp=answers(models.ExceptionsOut), operation_id="exceptions")
def overrides(query: models.ExceptionsParams) -> Any:
    """Chains of rules that prevail over each other, and candidates for contradictions."""
    key, network = opened(query)
    chains = exceptions.find_override_chains(network, least=query.least)
    candidates = exceptions.find_contradictions(network, most=query.limit)
    return {
        "edition": to_edition(key),
        "chains": [wire.path_json(path) for path in chains],
        "candidates": [wire.candidate_json(each) for each in candidates],
    }


@bp.get("/central")
@_route(resp=answers(models.CentralOut), operation_id="central")
def central(query: models.CentralParams) -> Any:
    """Which rules most others hang on, what ties others together, and which groups there are."""
    key, network = opened(query)
    scores = _scores(key, network, query.by)
    limit = query.limit
    return {
        "edition": to_edition(key),
        "nodes": [
            wire.central_json(each) for each in centrality.find_central(network, scores, most=limit)
        ],
        "articulations": [
            {**wire.node_json(node), "cuts_off": cut}
            for node, cut in centrality.find_articulations(network)[:limit]
        ],
        "bridges": [
            {"one": one.name, "other": other.name}
            for one, other in centrality.find_bridges(network)[:limit]
        ],
        "moved": _moved(query, key, network, scores) if query.since else [],
        "communities": remember(
            ("communities", key),
            lambda: [wire.community_json(c) for c in communities.find_communities(network)],
        ),
    }


@bp.get("/orphans")
@_route(resp=answers(models.OrphansOut), operation_id="orphans")
def orphans(query: EditionParams) -> Any:
    """Rules and terms that stand alone."""
    key, network = opened(query)
    return {"edition": to_edition(key), **wire.orphans_json(find_orphans(network))}


@bp.get("/graph")
@_route(resp=answers(models.GraphOut, missing=_MISSING), operation_id="graph")
def graph(query: models.GraphParams) -> Any:
    """A part of the network with all attributes, as node-link JSON or as Cytoscape's."""
    key, network = opened(query)
    kinds = _kinds(network, query.kinds) if query.kinds else None
    if query.around:
        name = network.find(query.around)
        chosen = drawn.select_around(network, name, depth=query.depth, kinds=kinds)
    elif query.keyword:
        name = network.find(query.keyword)
        chosen = drawn.select_keyword(network, name, depth=query.depth, kinds=kinds)
    elif query.section:
        chosen = drawn.select_section(network, query.section, kinds=kinds)
    else:
        chosen = drawn.select_whole(network, kinds=kinds)
    shaped = as_cytoscape(chosen) if query.format == "cytoscape" else as_node_link(chosen)
    return {"edition": to_edition(key), "title": chosen.title, "network": shaped}


def _scores(key: EditionKey, network: Network, by: centrality.Measure) -> dict[str, float]:
    return remember((by, key), lambda: centrality.measure(network, by))


def _moved(
    query: models.CentralParams, key: EditionKey, network: Network, scores: dict[str, float]
) -> list[dict[str, Any]]:
    old_key, old = opened(EditionParams.model_validate({"edition": query.since}))
    moved = centrality.find_moved(
        (old, _scores(old_key, old, query.by)),
        (network, scores),
        most=query.limit,
        numbers=renumbered(old_key, key),
    )
    return [wire.moved_json(each) for each in moved]


def _others(key: EditionKey) -> list[Cited]:
    at_hand = snapshot()
    return remember(
        ("others", key),
        lambda: [*read_programs(at_hand.store, key), *read_shipped_scenarios(key)],
    )


def _kinds(
    network: Network, asked: str | None, default: frozenset[str] = LEANING
) -> frozenset[str]:
    if not asked:
        return default
    return choose_kinds([word.strip() for word in asked.split(",")], network.kinds())
