"""Colours of sections and of links."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from kg.analysis.network import Node

__all__ = ["LINES", "Line", "line_of", "section_colours"]

# Light enough for black words on them, apart enough to be told in print.
_FILLS = (
    "#bcd7f0", "#fbd5a5", "#c5e6bd", "#f5c4c6", "#dccbec", "#f7eaa4",
    "#b9e3df", "#efcfe3", "#d9cbb8", "#d4dce4", "#e2efb1", "#c9c9f2",
)  # fmt: skip
TERM_FILL = "#ffffff"


@dataclass(frozen=True, slots=True)
class Line:
    """How a group of link kinds is drawn.

    Attributes:
        label: in the legend.
        kinds: that it stands for; none for all others.
    """

    label: str
    colour: str
    style: str
    kinds: frozenset[str]


LINES = (
    Line(
        "prevails over, or gives way to",
        "#c22f2f",
        "solid",
        frozenset({"exceptionTo", "overrides", "modifies", "exceptIn"}),
    ),
    Line(
        "defined or described there",
        "#1f62ad",
        "solid",
        frozenset({"definedIn", "describedIn", "subjectTo"}),
    ),
    Line("follows, or does", "#26803a", "solid", frozenset({"follows", "calls"})),
    Line("uses the term", "#8a55b5", "dashed", frozenset({"uses", "see"})),
    Line("points to", "#5f6b76", "solid", frozenset()),
)


def line_of(kind: str) -> Line:
    """How a link of that kind is drawn."""
    return next((line for line in LINES if kind in line.kinds), LINES[-1])


def section_colours(
    nodes: Iterable[Node], divisions: Mapping[str, str]
) -> dict[str, tuple[str, str]]:
    """The colour and the legend's words of each section among the nodes, in document order.

    Where sections are more than there are colours, those of a chapter share one.
    """
    sections = sorted({node.section for node in nodes if node.section})
    if len(sections) <= len(_FILLS):
        shown = {section: section for section in sections}
    else:
        shown = {section: section[0] for section in sections}
    fills = dict(zip(dict.fromkeys(shown.values()), _FILLS, strict=False))
    return {
        section: (fills[owner], f"{owner} {divisions.get(owner, '')}".strip())
        for section, owner in shown.items()
    }
