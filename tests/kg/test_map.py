"""The map of an edition: districts apart, rules within theirs, the same each time."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from kg.analysis.network import Network, read_network
from kg.drawing.map import Map, lay_out
from kg.drawing.map_svg import map_svg
from kg.store import open_store


@pytest.fixture(scope="module")
def network(embedded_store: Path) -> Iterator[Network]:
    with open_store(embedded_store) as store:
        yield read_network(store, store.find_edition())


@pytest.fixture(scope="module")
def shown(network: Network) -> Map:
    return lay_out(network)


def test_map_has_every_rule_and_term_once(network: Network, shown: Map) -> None:
    names = [spot.node.name for spot in shown.spots]

    assert len(names) == len(set(names))
    assert set(names) == {n.name for n in network.nodes.values() if n.kind != "chapter"}


def test_rules_lie_in_their_sections_district(shown: Map) -> None:
    for spot in shown.spots:
        district = shown.districts[spot.district]
        assert math.hypot(spot.x - district.x, spot.y - district.y) < district.radius
        if spot.node.kind != "term":
            assert spot.node.section == district.name


def test_districts_hardly_overlap(shown: Map) -> None:
    for place, one in enumerate(shown.districts):
        for other in shown.districts[place + 1 :]:
            apart = math.hypot(one.x - other.x, one.y - other.y)
            assert apart > 0.9 * (one.radius + other.radius)


def test_same_network_gives_the_same_map(network: Network, shown: Map) -> None:
    assert lay_out(network) == shown


def test_picture_is_well_formed_and_names_the_sections(shown: Map) -> None:
    picture = ElementTree.fromstring(map_svg(shown, "A <map>"))

    words = "".join(picture.itertext())
    assert "A <map>" in words
    assert "701 Keyword Actions" in words
