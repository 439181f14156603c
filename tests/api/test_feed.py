"""`/editions.atom`, held against what RFC 4287 asks of a feed."""

from __future__ import annotations

import datetime as dt
from xml.etree import ElementTree

import pytest
from flask.testing import FlaskClient

ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture
def feed(client: FlaskClient) -> ElementTree.Element:
    response = client.get("/editions.atom")
    assert response.content_type == "application/atom+xml; charset=utf-8"
    return ElementTree.fromstring(response.data)


def test_the_feed_and_its_entries_have_what_they_must(feed: ElementTree.Element) -> None:
    assert feed.tag == f"{ATOM}feed"
    assert feed.findtext(f"{ATOM}author/{ATOM}name")  # RFC 4287 4.1.1: for entries too
    for part in (feed, *feed.iter(f"{ATOM}entry")):
        for name in ("id", "title", "updated"):
            (found,) = part.findall(f"{ATOM}{name}")
            assert found.text
        assert dt.datetime.fromisoformat(part.findtext(f"{ATOM}updated", "")).tzinfo
        links = [(link.get("rel"), link.get("type")) for link in part.findall(f"{ATOM}link")]
        assert len(links) == len(set(links))
        assert ("alternate", "text/html") in links


def test_ids_are_unique_and_the_newest_is_first(feed: ElementTree.Element) -> None:
    ids = [entry.findtext(f"{ATOM}id") for entry in feed.iter(f"{ATOM}entry")]
    updated = [entry.findtext(f"{ATOM}updated", "") for entry in feed.iter(f"{ATOM}entry")]

    assert len(ids) == len(set(ids)) > 30
    assert updated == sorted(updated, reverse=True)
    assert feed.findtext(f"{ATOM}updated") == updated[0]


def test_an_entry_tells_what_changed_and_where_to_read_it(feed: ElementTree.Element) -> None:
    entry = next(
        e for e in feed.iter(f"{ATOM}entry") if "2025-07-25" in (e.findtext(f"{ATOM}id") or "")
    )

    summary = entry.findtext(f"{ATOM}summary", "")
    assert summary.startswith("Since 2025-02-07: ")
    assert "364 renumbered" in summary
    hrefs = [link.get("href", "") for link in entry.findall(f"{ATOM}link")]
    assert any(href.endswith("/compare?from=2025-02-07&to=2025-07-25") for href in hrefs)


@pytest.mark.parametrize("page", ["/editions", "/compare"])
def test_pages_link_the_feed(client: FlaskClient, page: str) -> None:
    text = client.get(page).text

    assert '<link rel="alternate" type="application/atom+xml"' in text
    assert '<a href="/editions.atom">' in text
