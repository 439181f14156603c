"""Views: the same answers as the graphs they are made of, made when they pay."""

from __future__ import annotations

import time
from pathlib import Path

import pyoxigraph
import pytest
from pyoxigraph import Literal, NamedNode, Quad

from kg.gallery import load_gallery
from kg.store import open_store
from kg.store.views import Views

P = NamedNode("http://example.com/p")
ONE, TWO = NamedNode("http://example.com/1"), NamedNode("http://example.com/2")


@pytest.fixture
def views() -> Views:
    rdf = pyoxigraph.Store()
    rdf.add(Quad(ONE, P, Literal("a"), ONE))
    rdf.add(Quad(ONE, P, Literal("a"), TWO))
    rdf.add(Quad(TWO, P, Literal("b"), TWO))
    return Views(rdf)


def test_view_is_made_when_asked_for_twice(views: Views) -> None:
    assert views.get([ONE, TWO]) is None
    assert views.get([ONE, TWO]) is not None


def test_view_made_behind_is_there_later(views: Views) -> None:
    views.behind = True
    assert views.get([ONE, TWO]) is None
    assert views.get([ONE, TWO]) is None

    deadline = time.monotonic() + 10
    while (view := views.get([ONE, TWO])) is None and time.monotonic() < deadline:
        time.sleep(0.01)

    assert view is not None
    assert len(view) == 2


def test_view_holds_each_triple_once(views: Views) -> None:
    view = views.get([ONE, TWO], at_once=True)

    assert view is not None
    assert len(view) == 2


def test_only_the_latest_views_are_kept(views: Views) -> None:
    first = views.get([ONE], at_once=True)
    for graphs in ([TWO], [ONE, TWO]):
        views.get(graphs, at_once=True)

    assert views.get([ONE], at_once=True) is not first


@pytest.mark.slow
def test_gallery_answers_alike_with_and_without_a_view(embedded_store: Path) -> None:
    with open_store(embedded_store) as viewed:
        viewed.views.get(viewed.default_graph(), at_once=True)
        for query in load_gallery():
            with open_store(embedded_store) as store:
                first = sorted(map(str, store.query(query.text)))  # type: ignore[arg-type]
            again = sorted(map(str, viewed.query(query.text)))  # type: ignore[arg-type]
            assert again == first, query.name
