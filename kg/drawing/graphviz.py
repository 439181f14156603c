"""A sheet laid out and rendered by Graphviz, whose wheel pygraphviz brings.

Each connected part is laid out by `dot`, in layers from what leans to what it leans on, once from
left to right and once from the top down; the one whose shape is nearer to a page is taken. The
parts are then packed on shelves, and all is rendered at once.
"""

from __future__ import annotations

import contextlib
import math
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import networkx as nx

from kg.drawing.boxes import Arrow, Sheet
from kg.drawing.labels import box_label, legend_label, title_label
from kg.drawing.style import TERM_FILL, section_colours

__all__ = ["render"]

_FONT = "Helvetica,Arial,sans-serif"
_ASPECT = 1.414
_GAP = 28.0
_INK = "#1d2731"


@dataclass(frozen=True, slots=True)
class _Part:
    """A part laid out, in points, its lower left corner at 0, 0."""

    graph: Any
    width: float
    height: float


def render(sheet: Sheet, form: str) -> bytes:
    """The picture in one of Graphviz's formats; not for several threads at once.

    Args:
        form: `svg`, `png` or `pdf`.
    """
    with _quiet():
        return _render(sheet, form)


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Without what Graphviz and its libraries write to standard error, past Python."""
    sys.stderr.flush()
    kept = os.dup(2)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)


def _render(sheet: Sheet, form: str) -> bytes:
    connected = sorted(_connected(sheet), key=lambda names: -len(names))
    parts = [_lay_out(sheet, names) for names in connected if len(names) > 1]
    parts.sort(key=lambda part: (-part.height, -part.width))
    # What nothing joins stays in the order of the document.
    parts += [_lay_out(sheet, names) for names in connected if len(names) == 1]
    title, legend = _title(sheet), _legend(sheet)
    whole = _new_graph()
    width = max(_shelf_width(parts), title.width, legend.width)
    places = list(_shelve(parts, width))
    top = max((y + p.height for p, _, y in places), default=0.0)
    used = max([title.width, legend.width, *(x + p.width for p, x, _ in places)])
    for part, x, y in places:
        # Shelves fill downwards; Graphviz counts upwards.
        _put(whole, part, x, top - y - part.height)
    _put(whole, title, 0, top + _GAP)
    _put(whole, legend, min(0, used - legend.width), -_GAP - legend.height)
    whole.graph_attr.update(pad="0.35", dpi=_dpi(form, used))
    # Everything has its place: `nop2` moves nothing.
    drawn = whole.draw(format=form, prog="nop2")
    assert isinstance(drawn, bytes)
    return drawn


def _dpi(form: str, width: float) -> str:
    """Fine for print; coarser for very wide pictures, of which no viewer shows every dot."""
    return "72" if form == "svg" else str(max(72, min(144, int(144 * 3200 / max(width, 1)))))


def _new_graph() -> Any:
    import pygraphviz  # type: ignore[import-untyped]

    graph = pygraphviz.AGraph(directed=True, strict=False)
    graph.graph_attr.update(
        bgcolor="white", fontname=_FONT, nodesep="0.22", ranksep="0.7", splines="true",
        outputorder="edgesfirst", newrank="true",
    )  # fmt: skip
    graph.node_attr.update(shape="plain", fontname=_FONT, fontsize="11", fontcolor=_INK)
    graph.edge_attr.update(arrowsize="0.6", penwidth="1.1")
    return graph


def _connected(sheet: Sheet) -> Iterator[set[str]]:
    ties: nx.Graph[str] = nx.Graph()
    ties.add_nodes_from(box.node.name for box in sheet.boxes)
    ties.add_edges_from((arrow.source, arrow.target) for arrow in sheet.arrows)
    yield from nx.connected_components(ties)


def _lay_out(sheet: Sheet, names: set[str]) -> _Part:
    found = [_with_direction(sheet, names, direction) for direction in ("LR", "TB")]
    return min(found, key=_unlike_a_page)


def _unlike_a_page(part: _Part) -> float:
    shape = part.width / max(part.height, 1) / _ASPECT
    return max(shape, 1 / shape)


def _with_direction(sheet: Sheet, names: set[str], direction: str) -> _Part:
    graph = _new_graph()
    graph.graph_attr["rankdir"] = direction
    colours = section_colours([b.node for b in sheet.boxes], sheet.selection.divisions)
    for box in sheet.boxes:
        if box.node.name in names:
            fill = colours.get(box.node.section, (TERM_FILL, ""))[0]
            focus = box.node.name in sheet.selection.focus
            graph.add_node(
                _identifier(box.node.name),
                id=f"n:{box.node.name}",
                label=box_label(box, fill, focus=focus, wordy=sheet.wordy),
                tooltip=box.node.label,
            )
    drawn = set()
    for position, arrow in enumerate(sheet.arrows):
        ends = (arrow.source, arrow.target, arrow.line)
        if arrow.source in names and (direction == "LR" or ends not in drawn):
            _add_arrow(graph, arrow, position, sideways=direction == "LR")
            drawn.add(ends)
    graph.layout(prog="dot")
    return _measured(graph)


def _add_arrow(graph: Any, arrow: Arrow, position: int, *, sideways: bool) -> None:
    attributes = {
        "id": f"e:{position}",
        "color": arrow.line.colour,
        "style": arrow.line.style,
        "tooltip": arrow.title,
        "penwidth": f"{min(1 + 0.25 * (arrow.count - 1), 4):.2f}",
    }
    # Ports are reached from the side; from above, an arrow would cross the rows before its own.
    if sideways and arrow.source_row:
        attributes["tailport"] = f"{_port(arrow.source_row)}:e"
    if sideways and arrow.target_row:
        attributes["headport"] = f"{_port(arrow.target_row)}:w"
    graph.add_edge(
        _identifier(arrow.source), _identifier(arrow.target), key=str(position), **attributes
    )


def _identifier(name: str) -> str:
    return f"n {name}"


def _port(row: str) -> str:
    return f"p{row[-1]}"


def _title(sheet: Sheet) -> _Part:
    return _single("title", title_label(sheet))


def _legend(sheet: Sheet) -> _Part:
    return _single("legend", legend_label(sheet))


def _single(name: str, label: str) -> _Part:
    graph = _new_graph()
    graph.add_node(name, label=label, id=name)
    graph.layout(prog="dot")
    return _measured(graph)


def _measured(graph: Any) -> _Part:
    left, bottom, right, top = map(float, graph.graph_attr["bb"].split(","))
    return _Part(graph, right - left, top - bottom)


def _shelf_width(parts: Sequence[_Part]) -> float:
    area = sum((part.width + _GAP) * (part.height + _GAP) for part in parts)
    return max([math.sqrt(area * _ASPECT), *(part.width for part in parts)])


def _shelve(parts: Iterable[_Part], width: float) -> Iterator[tuple[_Part, float, float]]:
    """Each part with its left and its upper edge, from the upper left corner."""
    x = y = height = 0.0
    for part in parts:
        if x and x + part.width > width + 1:
            x, y, height = 0.0, y + height + _GAP, 0.0
        yield part, x, y
        x += part.width + _GAP
        height = max(height, part.height)


def _put(whole: Any, part: _Part, x: float, y: float) -> None:
    """A part's nodes and arrows into the whole, with its lower left corner at a place."""
    for node in part.graph.nodes():
        attributes = dict(node.attr)
        attributes["pos"] = _moved(attributes["pos"], x, y)
        # pygraphviz reads an HTML-like label without the brackets that it is written with.
        attributes["label"] = f"<{attributes['label']}>"
        whole.add_node(node, **attributes)
    for source, target, key in part.graph.edges(keys=True):
        edge = part.graph.get_edge(source, target, key)
        attributes = {name: value for name, value in edge.attr.items() if value}
        attributes["pos"] = _moved(attributes["pos"], x, y)
        whole.add_edge(source, target, key=key, **attributes)


def _moved(pos: str, x: float, y: float) -> str:
    """A position, or a spline with its ends marked (`e,10,20 30,40 ...`), shifted."""
    moved = []
    for point in pos.split():
        *mark, across, up = point.split(",")
        moved.append(",".join([*mark, f"{float(across) + x:.2f}", f"{float(up) + y:.2f}"]))
    return " ".join(moved)
