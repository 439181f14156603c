"""`ruleloom graph -o FILE`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from kg.cli.network import Opened, kinds_asked, kinds_option, network_options

if TYPE_CHECKING:
    from kg.drawing.selection import Selection

_PICTURES = ("svg", "png", "pdf", "html")
_EXPORTS = ("graphml", "gexf", "dot", "json", "cyjs", "csv")


@click.command("graph")
@click.option("--around", metavar="NUMBER", help="A rule or a term, and what lies around it.")
@click.option("--section", metavar="NUMBER", help="A section or a chapter.")
@click.option("--keyword", metavar="NAME", help="A keyword, and what it leans on.")
@click.option(
    "--depth",
    type=click.IntRange(0, 20),
    help="With --around or --keyword: the most links.  [default: 1 around, 2 for a keyword]",
)
@click.option(
    "-o",
    "output",
    metavar="FILE",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path, allow_dash=True),
    help="Where to; its ending is the format. - is standard output, with --as.",
)
@click.option(
    "--as",
    "form",
    type=click.Choice([*_PICTURES, *_EXPORTS]),
    help="The format, where the ending of FILE doesn't say.",
)
@kinds_option
@network_options
def command(
    around: str | None,
    section: str | None,
    keyword: str | None,
    depth: int | None,
    output: Path,
    form: str | None,
    kinds: str | None,
    opened: Opened,
) -> None:
    """Draw the network of the rules, or a part of it, or write it for another tool.

    Pictures: svg, png, pdf, and html, a page of its own that can be searched and moved. For other
    tools: graphml, gexf, dot, json (node-link), cyjs (Cytoscape) and csv (edges). Without --around,
    --section or --keyword all rules are meant; a picture of more than 320 nodes shows sections.
    """
    if sum(bool(option) for option in (around, section, keyword)) > 1:
        raise click.UsageError("give one of --around, --section and --keyword")
    if depth is not None and not (around or keyword):
        raise click.UsageError("--depth goes with --around or --keyword")
    wanted = form or output.suffix.removeprefix(".").lower()
    if wanted not in (*_PICTURES, *_EXPORTS):
        known = ", ".join((*_PICTURES, *_EXPORTS))
        raise click.BadParameter(f"{output} ends in none of {known}; or say --as", param_hint="-o")
    selection = _selection(opened, around, section, keyword, depth, kinds)
    _write(_rendered(selection, wanted), output)
    nodes = selection.graph.number_of_nodes()
    links = selection.graph.number_of_edges()
    click.echo(f"{selection.title}, edition {opened.key}: {nodes} nodes, {links} links", err=True)


def _selection(
    opened: Opened,
    around: str | None,
    section: str | None,
    keyword: str | None,
    depth: int | None,
    kinds: str | None,
) -> Selection:
    from kg.drawing import selection

    network = opened.network
    chosen = kinds_asked(opened, kinds, frozenset()) or None
    if around:
        name = network.find(around)
        return selection.select_around(
            network, name, depth=1 if depth is None else depth, kinds=chosen
        )
    if keyword:
        name = network.find(keyword)
        return selection.select_keyword(
            network, name, depth=2 if depth is None else depth, kinds=chosen
        )
    if section:
        return selection.select_section(network, section, kinds=chosen)
    return selection.select_whole(network, kinds=chosen)


def _rendered(selection: Selection, form: str) -> bytes:
    from kg.drawing.boxes import make_sheet
    from kg.drawing.exports import export
    from kg.drawing.graphviz import render
    from kg.drawing.page import render_page

    if form in _EXPORTS:
        return export(selection, form)
    sheet = make_sheet(selection)
    return render_page(sheet) if form == "html" else render(sheet, form)


def _write(content: bytes, output: Path) -> None:
    from kg.errors import PictureError

    if str(output) == "-":
        sys.stdout.buffer.write(content)
        return
    try:
        output.write_bytes(content)
    except OSError as error:
        raise PictureError(f"{output}: can't be written: {error.strerror or error}") from error
