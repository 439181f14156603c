"""A picture of the ontology's main classes, drawn from the ontology itself.

Where a class stands is set here; which arrows there are isn't: a property is drawn where its domain
and its range both stand in the picture.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from html import escape

from kg.ontology_terms import Term, load_modules

__all__ = ["draw_ontology"]

_PLACES = {  # column and row of each class
    "Source": (0, 0),
    "Edition": (1, 0),
    "Provision": (2, 0),
    "Rule": (3, 0),
    "Example": (0, 1),
    "Division": (1, 1),
    "Term": (2, 1),
    "Sense": (3, 1),
    "CitationKind": (0, 2),
    "Citation": (1, 2),
    "Override": (3, 2),
    "Object": (0, 3),
    "Zone": (1, 3),
    "Keyword": (2, 3),
    "Program": (3, 3),
    "Player": (0, 4),
    "Filler": (1, 4),
    "Step": (2, 4),
    "Trigger": (3, 4),
    "Choice": (1, 5),
    "Condition": (2, 5),
    "Event": (3, 5),
}
_BORROWED = {("Edition", "Source"): "derived from"}  # what the shapes ask for beside ours
_WIDTH, _HEIGHT = 130, 40
_COLUMN, _ROW = 250, 120
_MOST = 3


def draw_ontology() -> str:
    """The picture as an SVG element; colours are the page's, by `currentColor`."""
    terms = {term.name: term for module in load_modules() for term in module.terms}
    width = max(column for column, _ in _PLACES.values()) * _COLUMN + _WIDTH + 40
    height = max(row for _, row in _PLACES.values()) * _ROW + _HEIGHT + 40
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 -24 {width} {height + 24}" role="img" '
        'aria-label="The main classes of the ontology" font-family="sans-serif" font-size="12" '
        'fill="currentColor">',
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" '
        'markerHeight="8" orient="auto"><path d="M0 0L8 4L0 8z"/></marker></defs>',
    ]
    parts.extend(_arrows(terms))
    parts.extend(_box(terms[name]) for name in _PLACES)
    return "\n".join([*parts, "</svg>"])


def _centre(name: str) -> tuple[float, float]:
    column, row = _PLACES[name]
    return 20 + column * _COLUMN + _WIDTH / 2, 20 + row * _ROW + _HEIGHT / 2


def _box(term: Term) -> str:
    x, y = _centre(term.name)
    return (
        f'<a href="#{term.name}"><title>{escape(term.comment)}</title>'
        f'<rect x="{x - _WIDTH / 2}" y="{y - _HEIGHT / 2}" width="{_WIDTH}" height="{_HEIGHT}" '
        'rx="6" fill="none" stroke="currentColor"/>'
        f'<text x="{x}" y="{y + 4}" text-anchor="middle">{escape(term.label)}</text></a>'
    )


def _arrows(terms: dict[str, Term]) -> Iterator[str]:
    labels: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for term in terms.values():
        if term.domain and term.range:
            # Of a union its first class stands for all, else most arrows would run to citations.
            ends = (term.domain[0].removeprefix("rl:"), term.range[0].removeprefix("rl:"))
            if set(ends) <= _PLACES.keys():
                labels[ends].append(term.label)
    for ends, label in _BORROWED.items():
        labels[ends].append(label)
    for (start, end), names in labels.items():
        shown = names[:_MOST] + (["..."] if len(names) > _MOST else [])
        if start == end:
            yield _loop(start, shown)
        else:
            yield _arrow(start, end, shown, dashed=False, aside=(end, start) in labels)
    for name in _PLACES:
        for above in terms[name].above:
            upper = above.removeprefix("rl:")
            if upper in _PLACES:
                yield _arrow(name, upper, [], dashed=True, aside=False)


def _loop(name: str, labels: list[str]) -> str:
    x, y = _centre(name)
    left, top = x - _WIDTH / 2, y - _HEIGHT / 2
    text = escape(", ".join(labels))
    return (
        f'<path d="M{left + 24} {top}v-14h-40v26h14" fill="none" stroke="currentColor" '
        f'marker-end="url(#tip)"/><text x="{left + 18}" y="{top - 18}" font-size="10" '
        f'text-anchor="end">{text}</text>'
    )


def _arrow(start: str, end: str, labels: list[str], *, dashed: bool, aside: bool) -> str:
    """A line from box to box; two that run between the same boxes are drawn side by side."""
    (x1, y1), (x2, y2) = _centre(start), _centre(end)
    length = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
    across, along = (y2 - y1) / length, (x2 - x1) / length
    shift = 8 if aside else 0
    x1, x2 = x1 + across * shift, x2 + across * shift
    y1, y2 = y1 - along * shift, y2 - along * shift
    x1, y1 = _edge(x1, y1, x2, y2)
    x2, y2 = _edge(x2, y2, x1, y1)
    style = ' stroke-dasharray="4 3"' if dashed else ""
    line = (
        f'<line x1="{x1:.0f}" y1="{y1:.0f}" x2="{x2:.0f}" y2="{y2:.0f}" stroke="currentColor"'
        f'{style} marker-end="url(#tip)"/>'
    )
    place = 0.25 if aside else 0.45
    x, y = x1 + (x2 - x1) * place, y1 + (y2 - y1) * place
    texts = (
        f'<text x="{x + (6 if across else 0):.0f}" y="{y - 4 + 12 * row:.0f}" font-size="10" '
        f'text-anchor="{"start" if across else "middle"}">{escape(label)}</text>'
        for row, label in enumerate(labels)
    )
    return line + "".join(texts)


def _edge(x: float, y: float, to_x: float, to_y: float) -> tuple[float, float]:
    """Where the line from a box's middle leaves the box."""
    dx, dy = to_x - x, to_y - y
    reach = min(
        _WIDTH / 2 / abs(dx) if dx else float("inf"),
        _HEIGHT / 2 / abs(dy) if dy else float("inf"),
    )
    return x + dx * reach, y + dy * reach
