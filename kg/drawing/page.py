"""A picture as a page of its own that can be moved, searched and asked for what its boxes say."""

from __future__ import annotations

import json
import re
from html import escape
from importlib.resources import files

from kg.analysis.kinds import kind_of
from kg.analysis.network import links_of
from kg.drawing.boxes import Sheet
from kg.drawing.graphviz import render

__all__ = ["render_page"]

_PROLOGUE = re.compile(r"^.*?(?=<svg)", re.DOTALL)


def render_page(sheet: Sheet) -> bytes:
    """A whole HTML page: the picture, the words behind it, and the script; nothing is loaded."""
    selection = sheet.selection
    svg = _PROLOGUE.sub("", render(sheet, "svg").decode())
    nodes = {
        name: {"label": data["node"].label, "text": data["node"].text}
        for name, data in selection.graph.nodes(data=True)
    }
    links = [
        [link.source, link.verb, link.target, link.sentence]
        for link in links_of(selection.graph)
        if kind_of(link.kind).group not in ("parts", "whole")
    ]
    shown = {box.node.name for box in sheet.boxes}
    if all(box.count for box in sheet.boxes):
        nodes = {name: node for name, node in nodes.items() if name in shown}
        links = []
    arrows = [[arrow.source, arrow.target, arrow.title] for arrow in sheet.arrows]
    data = json.dumps({"nodes": nodes, "links": links, "arrows": arrows}, ensure_ascii=False)
    page = (files("kg.drawing") / "page.html").read_text(encoding="utf-8")
    script = (files("kg.drawing") / "page.js").read_text(encoding="utf-8")
    parts = {
        "TITLE": escape(f"{selection.title}, edition {selection.key}"),
        "SVG": svg,
        # Inside a script element, a bracket could end it, or begin a comment that never ends.
        "DATA": data.replace("<", "\\u003c"),
        "SCRIPT": script,
    }
    return re.sub(r"\{\{(\w+)\}\}", lambda match: parts[match[1]], page).encode()
