"""The map of an edition as an SVG picture: districts, the rules in them, and who cites whom."""

from __future__ import annotations

import math
from xml.sax.saxutils import escape, quoteattr

from kg.analysis.kinds import kind_of
from kg.drawing.map import District, Map, Spot

__all__ = ["CHAPTER_COLOURS", "map_svg"]

# By the first figure of a section's number; all are told apart from white and from near-black.
CHAPTER_COLOURS = (
    "#8a8577", "#b4622b", "#6f7f1f", "#2f8a3c", "#12877b", "#237fb4",
    "#5a6fd0", "#9560c4", "#bd4f8e", "#c24a4a",
)  # fmt: skip
_MARGIN = 4.0


def map_svg(shown: Map, title: str) -> str:
    """An SVG document; its colours stand on white."""
    left = min(d.x - d.radius for d in shown.districts) - _MARGIN
    top = min(d.y - d.radius for d in shown.districts) - _MARGIN
    width = max(d.x + d.radius for d in shown.districts) + _MARGIN - left
    height = max(d.y + d.radius for d in shown.districts) + _MARGIN - top
    lines = "".join(
        _line(shown.spots[source], shown.spots[target])
        for source, target, kind in shown.links
        if kind_of(kind).group == "citations"
    )
    tall = 1600 * height / width
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="1600" height="{tall:.0f}" '
        f'viewBox="{left:.1f} {top:.1f} {width:.1f} {height:.1f}" role="img" '
        f"aria-label={quoteattr(title)}><title>{escape(title)}</title>"
        f'<rect x="{left:.1f}" y="{top:.1f}" width="{width:.1f}" height="{height:.1f}" '
        f'fill="#fff"/><path fill="none" stroke="#7a8aa8" stroke-opacity=".18" stroke-width=".12" '
        f'd="{lines}"/>'
        + "".join(_spot(spot, shown.districts[spot.district]) for spot in shown.spots)
        + "".join(_label(district) for district in shown.districts)
        + "</svg>\n"
    )


def _line(source: Spot, target: Spot) -> str:
    return f"M{source.x} {source.y}L{target.x} {target.y}"


def _spot(spot: Spot, district: District) -> str:
    radius = 0.22 + 0.09 * math.sqrt(spot.weight)
    colour = CHAPTER_COLOURS[int(district.name[0]) if district.name[0].isdigit() else 0]
    look = f'fill="{colour}"'
    if spot.node.kind == "term":
        look = f'fill="#fff" stroke="{colour}" stroke-width=".12"'
    return f'<circle cx="{spot.x}" cy="{spot.y}" r="{min(radius, 1.2):.2f}" {look}/>'


def _label(district: District) -> str:
    size = max(1.1, district.radius * 0.22)
    words = f"{district.name} {district.title}" if district.name[0].isdigit() else district.title
    return (
        f'<text x="{district.x:.1f}" y="{district.y - district.radius + size:.1f}" '
        f'font-size="{size:.1f}" text-anchor="middle" font-family="sans-serif" fill="#211e1a" '
        f'stroke="#fff" stroke-width="{size / 5:.2f}" paint-order="stroke">{escape(words)}</text>'
    )
