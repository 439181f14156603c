"""Graphviz's HTML-like labels: boxes, the title and the legend."""

from __future__ import annotations

from html import escape

from kg.analysis.network import Node
from kg.drawing.boxes import Box, Sheet
from kg.drawing.style import LINES, TERM_FILL, section_colours

__all__ = ["box_label", "legend_label", "title_label"]

_INK = "#1d2731"
_FAINT = "#55616c"
_BORDER = "#7c8894"
_FOCUS = "#111111"
_TITLE_WIDTH = 30
_ROW_WIDTH = 44
_CHIPS = 8
_COLUMNS = 4


def box_label(box: Box, fill: str, *, focus: bool, wordy: bool) -> str:
    """A rule, a section or a term, with its rows."""
    border, width = (_FOCUS, 2) if focus else (_BORDER, 1)
    head = _head(box)
    rows = "".join(_row(box, row) for row in box.rows) if wordy else _chips(box.rows)
    style = ' STYLE="ROUNDED"' if box.node.kind == "term" else ""
    return (
        f'<<TABLE BORDER="{width}" CELLBORDER="0" CELLSPACING="0" CELLPADDING="4" COLOR="{border}"'
        f'{style} BGCOLOR="{"#ffffff" if box.rows else fill}"><TR><TD BGCOLOR="{fill}" '
        f'COLSPAN="{_CHIPS}" ALIGN="LEFT" ID="h:{escape(box.node.name)}" '
        f'TITLE="{escape(box.node.label)}" HREF="#">{head}</TD></TR>{rows}</TABLE>>'
    )


def title_label(sheet: Sheet) -> str:
    """The title with the edition, and what was left out."""
    selection = sheet.selection
    whose = "ruleloom’s restatement of " if selection.key.restated else ""
    about = f"Edition: {whose}{selection.key.name}"
    note = f" · {sheet.note}" if sheet.note else ""
    note += " · arrows run to what is leaned on" if sheet.arrows else ""
    return (
        '<<TABLE BORDER="0" CELLSPACING="0" CELLPADDING="1">'
        f'<TR><TD ALIGN="LEFT"><FONT POINT-SIZE="20"><B>{_text(selection.title)}</B></FONT></TD>'
        f'</TR><TR><TD ALIGN="LEFT"><FONT POINT-SIZE="11" COLOR="{_FAINT}">{_text(about + note)}'
        "</FONT></TD></TR></TABLE>>"
    )


def legend_label(sheet: Sheet) -> str:
    """What the colours of boxes and arrows say, of those that the picture has."""
    nodes = [box.node for box in sheet.boxes]
    colours = section_colours(nodes, sheet.selection.divisions)
    fills = dict.fromkeys((label, fill) for fill, label in colours.values())
    cells = [_swatch(fill, label) for label, fill in fills]
    if any(node.kind == "term" for node in nodes):
        cells.append(_swatch(TERM_FILL, "glossary"))
    drawn = {arrow.line for arrow in sheet.arrows}
    cells += [
        f'<TD ALIGN="LEFT"><FONT COLOR="{line.colour}"><B>{"╌╌" if line.style == "dashed" else "━"}'
        f'▶</B></FONT></TD><TD ALIGN="LEFT">{_text(line.label)}</TD>'
        for line in LINES
        if line in drawn
    ]
    rows = [cells[start : start + _COLUMNS] for start in range(0, len(cells), _COLUMNS)]
    body = "".join(f"<TR>{''.join(row)}</TR>" for row in rows)
    return f'<<TABLE BORDER="0" CELLBORDER="0" CELLSPACING="3" CELLPADDING="2">{body}</TABLE>>'


def _swatch(fill: str, label: str) -> str:
    return (
        '<TD ALIGN="LEFT"><TABLE BORDER="0" CELLSPACING="0" CELLPADDING="0"><TR>'
        f'<TD BORDER="1" COLOR="{_BORDER}" BGCOLOR="{fill}" WIDTH="20" HEIGHT="12" '
        f'FIXEDSIZE="TRUE"></TD></TR></TABLE></TD><TD ALIGN="LEFT">{_text(_cut(label, 34))}</TD>'
    )


def _head(box: Box) -> str:
    node = box.node
    if node.kind == "term":
        return f"<I>{_text(_cut(node.name, _TITLE_WIDTH))}</I>"
    # The heading of what a rule lies in says less than its own words; colours tell the section.
    title = _text(_cut(node.title if node.headed else node.text, _TITLE_WIDTH))
    head = f"<B>{node.name}</B>" + (f"&#160; {title}" if title else "")
    if box.count:
        head += (
            f'<BR ALIGN="LEFT"/><FONT POINT-SIZE="9" COLOR="{_FAINT}">{_rules(box.count)}</FONT>'
        )
        head += '<BR ALIGN="LEFT"/>'
    return head


def _rules(count: int) -> str:
    return "1 rule" if count == 1 else f"{count} rules"


def _row(box: Box, row: Node) -> str:
    inner = "".join(box.inner.get(row.name, ()))
    aside = f'<TD ALIGN="RIGHT"><FONT POINT-SIZE="9" COLOR="{_FAINT}">→ {inner}</FONT></TD>'
    return (
        f'<TR><TD PORT="p{row.name[-1]}" COLSPAN="{_CHIPS - bool(inner)}" ALIGN="LEFT" '
        f'CELLPADDING="3" ID="h:{row.name}" TITLE="{escape(row.name)}" HREF="#">'
        f'<FONT POINT-SIZE="10"><B>{row.name[-1]}</B>&#160; {_text(_cut(row.text, _ROW_WIDTH))}'
        f"</FONT></TD>{aside if inner else ''}</TR>"
    )


def _chips(rows: tuple[Node, ...]) -> str:
    found = ""
    for start in range(0, len(rows), _CHIPS):
        cells = "".join(
            f'<TD ALIGN="CENTER" CELLPADDING="2" ID="h:{row.name}" TITLE="{row.name}" HREF="#">'
            f'<FONT POINT-SIZE="9" COLOR="{_FAINT}">{row.name[-1]}</FONT></TD>'
            for row in rows[start : start + _CHIPS]
        )
        rest = _CHIPS - len(rows[start : start + _CHIPS])
        filler = f'<TD COLSPAN="{rest}"></TD>' if rest else ""
        found += f"<TR>{cells}{filler}</TR>"
    return found


def _cut(text: str, most: int) -> str:
    if len(text) <= most:
        return text
    return text[: most - 1].rsplit(" ", 1)[0].rstrip(",;:. ") + " …"


def _text(text: str) -> str:
    # Graphviz reads entities of its own and no control characters.
    return escape("".join(c for c in text if c.isprintable()), quote=False)
