"""A selection in the formats of other graph tools, every node and link with its attributes."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from typing import Any

import networkx as nx

from kg.analysis.kinds import kind_of
from kg.drawing.selection import Selection
from kg.drawing.style import TERM_FILL, line_of, section_colours

__all__ = ["EXPORTS", "as_cytoscape", "as_node_link", "export", "plain_graph"]


def plain_graph(selection: Selection) -> nx.MultiDiGraph[str]:
    """The selection with plain values for attributes, as any format can hold them.

    Nodes have `label`, `kind`, `title`, `text`, `section`, `order`, `iri` and `colour`; links have
    `kind`, `group`, `verb`, `words`, `sentence`, `place`, `cost` and `colour`. The graph has
    `title`, `edition` and `restated`.
    """
    nodes = [data["node"] for _, data in selection.graph.nodes(data=True)]
    nodes.sort(key=lambda node: node.order)
    colours = section_colours(nodes, selection.divisions)
    plain: nx.MultiDiGraph[str] = nx.MultiDiGraph(
        title=selection.title, edition=selection.key.name, restated=selection.key.restated
    )
    for node in nodes:
        plain.add_node(
            node.name,
            label=node.label,
            kind=node.kind,
            title=node.title,
            text=node.text,
            section=node.section,
            order=node.order,
            iri=node.iri,
            colour=colours.get(node.section, (TERM_FILL, ""))[0],
        )
    for source, target, data in selection.graph.edges(data=True):
        link = data["link"]
        plain.add_edge(
            source,
            target,
            kind=link.kind,
            group=kind_of(link.kind).group,
            verb=link.verb,
            words=link.words,
            sentence=link.sentence,
            place=link.place,
            cost=data["weight"],
            colour=line_of(link.kind).colour,
        )
    return plain


def as_node_link(selection: Selection) -> dict[str, Any]:
    """The JSON of `networkx.node_link_graph`, its links under `edges`."""
    found: dict[str, Any] = nx.node_link_data(plain_graph(selection), edges="edges")
    return found


def as_cytoscape(selection: Selection) -> dict[str, Any]:
    """The JSON of Cytoscape and Cytoscape.js."""
    found: dict[str, Any] = nx.cytoscape_data(plain_graph(selection), name="label")
    edges = found["elements"]["edges"]
    for position, edge in enumerate(edges):
        edge["data"]["id"] = f"e{position}"
        # networkx calls the place of a parallel link its key, which Cytoscape doesn't know.
        del edge["data"]["key"]
    return found


def export(selection: Selection, form: str) -> bytes:
    """The selection in one of `EXPORTS`."""
    return EXPORTS[form](selection)


def _json(value: object) -> bytes:
    return (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode()


def _graphml(selection: Selection) -> bytes:
    out = io.BytesIO()
    nx.write_graphml(_printable(plain_graph(selection)), out)
    return out.getvalue()


def _gexf(selection: Selection) -> bytes:
    out = io.BytesIO()
    nx.write_gexf(_printable(plain_graph(selection)), out)
    return out.getvalue()


def _printable(graph: nx.MultiDiGraph[str]) -> nx.MultiDiGraph[str]:
    """XML 1.0 has no way to write control characters."""
    for attributes in (
        *(data for _, data in graph.nodes(data=True)),
        *(data for _, _, data in graph.edges(data=True)),
    ):
        for name, value in attributes.items():
            if isinstance(value, str):
                attributes[name] = "".join(c for c in value if c.isprintable() or c in "\n\t")
    return graph


def _dot(selection: Selection) -> bytes:
    import pygraphviz  # type: ignore[import-untyped]

    plain = plain_graph(selection)
    graph = pygraphviz.AGraph(directed=True, strict=False, name=selection.title)
    for name, value in plain.graph.items():
        graph.graph_attr[name] = str(value)
    for node, data in plain.nodes(data=True):
        graph.add_node(node, **_dot_attributes(data), fillcolor=data["colour"], style="filled")
    for number, (source, target, data) in enumerate(plain.edges(data=True)):
        graph.add_edge(
            source, target, key=str(number), **_dot_attributes(data), color=data["colour"]
        )
    written: str = graph.to_string()
    return written.encode()


def _dot_attributes(data: dict[str, Any]) -> dict[str, str]:
    # A text that begins and ends with angle brackets would be read as Graphviz's HTML.
    shown = {name: str(value) for name, value in data.items() if name != "colour"}
    return {
        name: f" {text}" if text[:1] == "<" and text[-1:] == ">" else text
        for name, text in shown.items()
    }


def _csv(selection: Selection) -> bytes:
    out = io.StringIO()
    columns = ["source", "target", "kind", "verb", "words", "sentence", "place", "cost"]
    writer = csv.DictWriter(out, columns, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    for source, target, data in plain_graph(selection).edges(data=True):
        writer.writerow({"source": source, "target": target, **data})
    return out.getvalue().encode()


EXPORTS: dict[str, Callable[[Selection], bytes]] = {
    "graphml": _graphml,
    "gexf": _gexf,
    "dot": _dot,
    "json": lambda selection: _json(as_node_link(selection)),
    "cyjs": lambda selection: _json(as_cytoscape(selection)),
    "csv": _csv,
}
"""How each format is written, by its name, which is also the ending of its files."""
