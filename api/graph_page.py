"""The page of the map: the whole edition to look at, and beside it the same as a table.

The table is made here, with or without scripts; a script draws the map and asks for the table of
what is chosen on it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from flask import Blueprint, Response, jsonify, make_response, render_template, request
from flask.typing import ResponseReturnValue

from api.around import find_ways, look_around
from api.asked import edition_args, edition_name
from api.networks import opened, remember
from api.reader import Reader, open_reader
from kg.analysis.kinds import GROUPS, KINDS, kind_of
from kg.analysis.network import Network, Node
from kg.drawing.exports import export
from kg.drawing.map import Map, lay_out
from kg.drawing.map_svg import CHAPTER_COLOURS, map_svg
from kg.drawing.selection import select_whole
from kg.errors import RuleloomError
from kg.model import EditionKey, RuleNumber

__all__ = ["bp"]

bp = Blueprint("graph_page", __name__, url_prefix="/graph")
_GROUPS = {"citations": "References", "terms": "Terms used", "programs": "Actions done"}


@dataclass(frozen=True, slots=True)
class Asked:
    """What a request wants to see.

    Attributes:
        at, to: what a user calls two nodes; the second may be empty, or both.
        section: a section's number, or empty.
        groups: the groups of kinds that count.
    """

    at: str
    to: str
    section: str
    groups: tuple[str, ...]

    @property
    def kinds(self) -> frozenset[str]:
        """The kinds of those groups."""
        return frozenset(name for name, kind in KINDS.items() if kind.group in self.groups)


@bp.get("")
def page() -> ResponseReturnValue:
    """The map, with the table of what is chosen by `at`, `to` and `section`."""
    reader = open_reader()
    key, network = opened(edition_args(request.args))
    asked = _asked()
    beside: dict[str, object] = {}
    failure = ""
    try:
        beside = _beside(network, asked)
    except (RuleloomError, LookupError) as error:
        failure = str(error)
    sections = [node for node in network.nodes.values() if node.kind == "section"]
    shown = render_template(
        "graph.html",
        page=reader,
        asked=asked,
        groups=_GROUPS,
        sections=sections,
        failure=failure[:1].upper() + failure[1:],
        edition=edition_name(key),
        node_url=lambda node: _node_url(reader, node),
        **({"around": None, "ways": None, "listed": _sections(network, sections)} | beside),
    )
    return shown, 404 if failure else 200


@bp.get("/map.json")
def data() -> Response:
    """The map's places and links, in as few bytes as they take."""
    key, network = opened(edition_args(request.args))
    shown = _map(key, network)
    kinds = list(dict.fromkeys(kind for _, _, kind in shown.links))
    return jsonify(
        edition=edition_name(key),
        colours=CHAPTER_COLOURS,
        kinds=[{"name": k, "verb": kind_of(k).verb, "group": kind_of(k).group} for k in kinds],
        districts=[
            [d.name, d.title, round(d.x, 1), round(d.y, 1), round(d.radius, 1)]
            for d in shown.districts
        ],
        spots=[
            [s.node.name, s.node.kind, s.node.title, s.district, s.x, s.y, s.weight]
            for s in shown.spots
        ],
        links=[[source, target, kinds.index(kind)] for source, target, kind in shown.links],
    )


@bp.get("/map.svg")
def picture() -> Response:
    """The map as a picture."""
    key, network = opened(edition_args(request.args))
    response = make_response(map_svg(_map(key, network), f"The rules of {key} and their ties"))
    response.content_type = "image/svg+xml; charset=utf-8"
    # A picture opened by itself is a document, and has its own look.
    response.headers["Content-Security-Policy"] = "default-src 'none'; style-src 'unsafe-inline'"
    return response


@bp.get("/map.graphml")
def graphml() -> Response:
    """The whole network for other tools."""
    key, network = opened(edition_args(request.args))
    response = make_response(export(select_whole(network), "graphml"))
    response.content_type = "application/graphml+xml; charset=utf-8"
    name = f"ruleloom-{key.path.replace('/', '-')}.graphml"
    response.headers["Content-Disposition"] = f"attachment; filename={name}"
    return response


def _asked() -> Asked:
    groups = tuple(group for group in request.args.getlist("links") if group in GROUPS)
    return Asked(
        at=request.args.get("at", "").strip()[:200],
        to=request.args.get("to", "").strip()[:200],
        section=request.args.get("section", "").strip()[:20],
        groups=groups or ("citations", "programs"),
    )


def _map(key: EditionKey, network: Network) -> Map:
    return remember(("map", key), lambda: lay_out(network))


def _beside(network: Network, asked: Asked) -> dict[str, object]:
    found: dict[str, object] = {}
    if asked.at:
        at = network.find(asked.at)
        found["around"] = look_around(network, at, asked.kinds)
        if asked.to:
            found["ways"] = find_ways(
                network, at, network.find(asked.to), asked.kinds | {"hasPart"}
            )
    elif asked.section:
        name = network.find(asked.section)
        inside = [node for node in network.nodes.values() if node.section == name]
        found["listed"] = _counted(network, [n for n in inside if n.kind == "rule"])
    return found


def _sections(network: Network, sections: list[Node]) -> list[tuple[Node, int, int, int]]:
    return _counted(network, sections)


def _counted(network: Network, nodes: Iterable[Node]) -> list[tuple[Node, int, int, int]]:
    """Each with its parts, and how often they lean on what is outside, and are leant on."""
    home: dict[str, str] = {}
    sizes: Counter[str] = Counter()
    for node in nodes:
        for part in network.parts(node.name):
            home[part] = node.name
        sizes[node.name] = len(network.parts(node.name)) - 1
    out: Counter[str] = Counter()
    into: Counter[str] = Counter()
    for link in network.links():
        one, other = home.get(link.source, ""), home.get(link.target, "")
        if one != other and kind_of(link.kind).group == "citations":
            out[one] += 1
            into[other] += 1
    return [(network.node(name), count, out[name], into[name]) for name, count in sizes.items()]


def _node_url(reader: Reader, node: Node) -> str:
    if node.kind == "term":
        return reader.term_url(node.name)
    return reader.rule_url(RuleNumber.parse(node.name))
