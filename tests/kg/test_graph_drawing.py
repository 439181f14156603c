"""Pictures and exports of a network."""

from __future__ import annotations

import csv
import io
import json
import re
import xml.etree.ElementTree as ET
from itertools import combinations
from pathlib import Path

import networkx as nx
import pytest
from click.testing import CliRunner
from juggling import JUGGLING
from networks import make_network

from kg.analysis.network import Network, read_network
from kg.build import build
from kg.cli import root
from kg.drawing.boxes import make_sheet
from kg.drawing.exports import EXPORTS, export
from kg.drawing.graphviz import render
from kg.drawing.page import render_page
from kg.drawing.selection import (
    Selection,
    select_around,
    select_keyword,
    select_section,
    select_whole,
)
from kg.store import open_store

_NUMBER = re.compile(r"-?\d+\.?\d*")
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("drawn")
    (folder / "rules.txt").write_text(JUGGLING, encoding="utf-8")
    assert not build([folder / "rules.txt"], folder / "store", inferring=False).failures
    return folder / "store"


@pytest.fixture(scope="module")
def network(store: Path) -> Network:
    with open_store(store) as opened:
        return read_network(opened, opened.find_edition())


@pytest.fixture(scope="module")
def nimble(network: Network) -> Selection:
    return select_keyword(network, network.find("nimble"))


def boxes_of(svg: bytes) -> list[tuple[float, float, float, float]]:
    """Left, top, right and bottom of what is drawn for each node."""
    found = []
    for group in ET.fromstring(svg).iter(f"{SVG}g"):
        if group.get("class") != "node" or not group.get("id", "").startswith("n:"):
            continue
        numbers = [
            [float(n) for n in _NUMBER.findall(shape.get("points") or shape.get("d") or "")]
            for shape in group.iter()
            if shape.tag in (f"{SVG}polygon", f"{SVG}path")
        ]  # fmt: skip
        across = [n for each in numbers for n in each[::2]]
        down = [n for each in numbers for n in each[1::2]]
        found.append((min(across), min(down), max(across), max(down)))
    return found


def test_keyword_shows_its_rules_and_what_they_lean_on(nimble: Selection) -> None:
    sheet = make_sheet(nimble)

    assert {box.node.name for box in sheet.boxes} >= {"702.1", "701.1", "Firm Grip", "704.2"}
    (own,) = (box for box in sheet.boxes if box.node.name == "702.1")
    assert [row.name for row in own.rows] == ["702.1a", "702.1b"]


def test_around_a_rule_goes_both_ways(network: Network) -> None:
    selection = select_around(network, "704.1", kinds={"seeAlso", "exampleOf"})

    assert set(selection.graph) == {"704.1", "500.1", "701.1a", "701.1b"}


def test_picture_names_title_edition_and_legend(nimble: Selection) -> None:
    svg = render(make_sheet(nimble), "svg").decode()

    texts = " ".join(ET.fromstring(svg).itertext())
    for words in ("What Nimble leans on", "Edition: 2024-03-01", "702", "uses the term"):
        assert words in texts


@pytest.mark.parametrize("size", [10, 50, 300])
def test_no_two_boxes_overlap(size: int) -> None:
    links = [f"702.{1 + i} cites 702.{1 + (i * 7 + 1) % size}" for i in range(size * 3 // 4)]
    selection = select_section(make_network(*links), "702")

    boxes = boxes_of(render(make_sheet(selection), "svg"))

    assert len(boxes) >= size * 3 // 4
    for one, other in combinations(boxes, 2):
        apart = one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
        assert apart


def test_too_many_nodes_are_drawn_section_by_section() -> None:
    links = [f"{100 + i % 40}.{1 + i // 40} cites {100 + (i * 7 + 1) % 40}.1" for i in range(400)]

    sheet = make_sheet(select_whole(make_network(*links)))

    assert {box.node.kind for box in sheet.boxes} == {"section"}
    assert sum(box.count for box in sheet.boxes) == 400
    assert "by section" in sheet.note


def test_same_selection_gives_the_same_picture(nimble: Selection) -> None:
    assert render(make_sheet(nimble), "svg") == render(make_sheet(nimble), "svg")


def test_png_is_one(nimble: Selection) -> None:
    assert render(make_sheet(nimble), "png").startswith(b"\x89PNG\r\n")


def test_drawing_writes_nothing_to_standard_error(
    nimble: Selection, capfd: pytest.CaptureFixture[str]
) -> None:
    render(make_sheet(nimble), "png")

    assert capfd.readouterr().err == ""


def test_signs_that_mean_something_to_graphviz_are_drawn_as_they_are() -> None:
    network = make_network("702.1a cites 702.2a", titles={"702.1": '<B>&"{x}|\\n', "702.2": "Two"})

    svg = render(make_sheet(select_section(network, "702")), "svg").decode()

    assert '<B>&"{x}|\\n' in "".join(ET.fromstring(svg).itertext())


def test_page_loads_nothing_and_holds_its_words(nimble: Selection) -> None:
    page = render_page(make_sheet(nimble)).decode()

    assert not re.search(r"(?:src|href)=[\"']?(?:https?:)?//", page.replace("www.w3.org", ""))
    data = json.loads(page.partition('id="data">')[2].partition("</script>")[0])
    assert data["nodes"]["702.1b"]["text"].startswith("A juggler who")


def test_page_is_not_ended_by_a_text() -> None:
    texts = {"702.1a": "</script><script>alert(1)</script>"}
    page = render_page(make_sheet(select_section(make_network(texts=texts), "702"))).decode()

    assert "<script>alert" not in page.partition('id="data">')[2].partition("</script>")[0]
    assert page.count("</script>") == 2


def test_exports_hold_every_node_and_link(nimble: Selection) -> None:
    nodes, links = nimble.graph.number_of_nodes(), nimble.graph.number_of_edges()
    read = {
        "graphml": nx.read_graphml(io.BytesIO(export(nimble, "graphml")), force_multigraph=True),
        "gexf": nx.read_gexf(io.BytesIO(export(nimble, "gexf"))),
        "json": nx.node_link_graph(json.loads(export(nimble, "json")), edges="edges"),
        "dot": nx.nx_agraph.from_agraph(_agraph(export(nimble, "dot"))),
    }

    for form, graph in read.items():
        assert graph.number_of_nodes() == nodes, form
        assert graph.number_of_edges() == links, form
        assert graph.nodes["702.1b"]["title"] == "Nimble", form
    rows = list(csv.DictReader(io.StringIO(export(nimble, "csv").decode())))
    assert len(rows) == links
    elements = json.loads(export(nimble, "cyjs"))["elements"]
    assert (len(elements["nodes"]), len(elements["edges"])) == (nodes, links)
    assert len({each["data"]["id"] for each in (*elements["nodes"], *elements["edges"])}) == (
        nodes + links
    )


def _agraph(text: bytes) -> object:
    import pygraphviz

    return pygraphviz.AGraph(string=text.decode())


@pytest.mark.parametrize("form", ["svg", "png", "pdf", "html", *EXPORTS])
def test_command_writes_each_format(store: Path, tmp_path: Path, form: str) -> None:
    file = tmp_path / f"drawn.{form}"

    result = CliRunner().invoke(
        root, ["graph", "--around", "701.1", "-o", str(file), "--store", str(store)]
    )

    assert result.exit_code == 0, result.output
    assert file.stat().st_size > 300
    assert result.stderr.startswith("Around 701.1 Toss, edition 2024-03-01: ")


def test_command_refuses_an_ending_that_it_does_not_know(store: Path) -> None:
    result = CliRunner().invoke(root, ["graph", "-o", "drawn.bmp", "--store", str(store)])

    assert result.exit_code == 2
    assert "drawn.bmp ends in none of svg, png, pdf, html" in result.stderr
