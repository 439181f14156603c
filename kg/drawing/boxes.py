"""A selection as boxes to lay out: a rule with its subrules inside, a section, or a term."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from kg.analysis.kinds import kind_of
from kg.analysis.network import Node, links_of
from kg.drawing.selection import Selection
from kg.drawing.style import Line, line_of
from kg.errors import PictureError

__all__ = ["MOST_NODES", "Arrow", "Box", "Sheet", "make_sheet"]

MOST_NODES = 320
"""A selection of more nodes than this is drawn section by section, unless it has few sections."""
_FEW_SECTIONS = 3
_WORDY = 70
"""Up to that many nodes, subrules are drawn with the words that they begin with."""
_ARROWS_A_SECTION = 1.6


@dataclass(frozen=True, slots=True)
class Box:
    """Something to be drawn as one.

    Attributes:
        node: its head.
        rows: the parts of it that are drawn inside.
        count: of a section the rules that it stands for; else 0.
        inner: of a row the letters of those in the same box that it leans on.
    """

    node: Node
    rows: tuple[Node, ...] = ()
    count: int = 0
    inner: Mapping[str, Sequence[str]] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class Arrow:
    """Links from one box to another, drawn as one.

    Attributes:
        source, target: the boxes' heads.
        source_row, target_row: the parts inside that it joins; empty for the box itself.
        count: how many links it stands for.
        title: these links in words.
    """

    source: str
    target: str
    source_row: str
    target_row: str
    line: Line
    count: int
    title: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """All that a picture shows.

    Attributes:
        wordy: whether rows have words; else they are drawn as chips, and arrows join boxes.
        note: what was left out, in words, or empty.
    """

    selection: Selection
    boxes: tuple[Box, ...]
    arrows: tuple[Arrow, ...]
    wordy: bool
    note: str = ""


def make_sheet(selection: Selection) -> Sheet:
    """What a picture of the selection shows.

    Raises:
        PictureError: there is nothing to draw.
    """
    nodes = [data["node"] for _, data in selection.graph.nodes(data=True)]
    if not nodes:
        raise PictureError("there is nothing to draw")
    nodes.sort(key=lambda node: node.order)
    if len(nodes) > MOST_NODES and len({node.section for node in nodes}) > _FEW_SECTIONS:
        return _by_section(selection, nodes)
    boxes = tuple(_boxes(nodes, selection))
    wordy = len(nodes) <= _WORDY
    owner = {node.name: box.node.name for box in boxes for node in (box.node, *box.rows)}
    arrows = tuple(_arrows(selection, owner, rows=wordy))
    joined = {name for arrow in arrows for name in (arrow.source, arrow.target)}
    drawn = tuple(
        box
        for box in boxes
        if box.node.kind not in ("chapter", "section") or box.node.name in joined or len(boxes) == 1
    )
    return Sheet(selection, drawn, arrows, wordy)


def _boxes(nodes: list[Node], selection: Selection) -> Iterator[Box]:
    names = {node.name for node in nodes}
    rows: dict[str, list[Node]] = {}
    for node in nodes:
        whole = _whole(node)
        if node.kind == "subrule" and whole in names:
            rows.setdefault(whole, []).append(node)
        else:
            rows.setdefault(node.name, [])
    for node in nodes:
        if node.name in rows:
            inside = tuple(rows[node.name])
            yield Box(node, inside, inner=_inner(inside, selection))


def _inner(rows: tuple[Node, ...], selection: Selection) -> dict[str, list[str]]:
    """Links between rows of one box, which arrows would have to run around."""
    names = [row.name for row in rows]
    found = {}
    for name in names:
        leaned_on = set(selection.graph.successors(name)) - {name}
        if letters := [other[-1] for other in names if other in leaned_on]:
            found[name] = letters
    return found


def _whole(node: Node) -> str:
    return node.name.rstrip("abcdefghijklmnopqrstuvwxyz") if node.kind == "subrule" else node.name


def _arrows(selection: Selection, owner: dict[str, str], *, rows: bool) -> Iterator[Arrow]:
    found: dict[tuple[str, str, str, str, Line], list[str]] = {}
    for link in links_of(selection.graph):
        source, target = link.source, link.target
        # A number says what it is part of.
        if kind_of(link.kind).group in ("parts", "whole"):
            continue
        ends = owner[source], owner[target]
        inner = ("", "")
        # Words in common are drawn once for a rule: a line from each subrule hides the others.
        if rows and link.kind != "uses":
            inner = (source if source != ends[0] else "", target if target != ends[1] else "")
        if ends[0] == ends[1]:
            continue
        words = f"{source} {link.verb} {target}"
        found.setdefault((*ends, *inner, line_of(link.kind)), []).append(words)
    for (source, target, first, second, line), said in found.items():
        title = "\n".join(dict.fromkeys(said))
        yield Arrow(source, target, first, second, line, len(said), title)


def _by_section(selection: Selection, nodes: list[Node]) -> Sheet:
    """Sections for their rules, with the strongest of the links between them."""
    heads = {node.name: node for node in nodes if node.kind == "section"}
    counts = Counter(node.section for node in nodes if node.kind in ("rule", "subrule"))
    sections = {node.name: node.section for node in nodes if node.section in heads}
    links: Counter[tuple[str, str]] = Counter()
    lines: dict[tuple[str, str], Counter[Line]] = {}
    for link in links_of(selection.graph):
        ends = sections.get(link.source), sections.get(link.target)
        if ends[0] and ends[1] and ends[0] != ends[1]:
            if kind_of(link.kind).group in ("parts", "whole", "terms"):
                continue
            pair = (ends[0], ends[1])
            links[pair] += 1
            lines.setdefault(pair, Counter())[line_of(link.kind)] += 1
    least, shown = _strongest(links, int(len(counts) * _ARROWS_A_SECTION))
    arrows = tuple(
        Arrow(
            a, b, "", "", lines[a, b].most_common(1)[0][0], links[a, b],
            f"{links[a, b]} links from {a} to {b}",
        )
        for a, b in shown
    )  # fmt: skip
    joined = {end for pair in shown for end in pair}
    boxes = tuple(Box(heads[s], count=counts[s]) for s in counts if s in heads and s in joined)
    note = f"{len(nodes)} nodes by section; arrows for {least} links or more"
    return Sheet(selection, boxes, arrows, wordy=True, note=note)


def _strongest(links: Counter[tuple[str, str]], most: int) -> tuple[int, list[tuple[str, str]]]:
    """The fewest links that count so that no more than `most` pairs have as many, and the pairs."""
    for least in sorted(set(links.values())):
        pairs = [pair for pair, count in links.items() if count >= least]
        if len(pairs) <= most:
            return least, pairs
    return 0, []
