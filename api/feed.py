"""`/editions.atom`: the editions as a feed, newest first, each with what it changed (RFC 4287)."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterator
from urllib.parse import urlencode
from xml.etree.ElementTree import Element, SubElement, register_namespace, tostring

from flask import Blueprint, Response, url_for

from api.live import snapshot
from kg.lineage.table import table
from kg.model import EditionKey
from kg.vocab import edition_iri

__all__ = ["bp"]

bp = Blueprint("feed", __name__)
_ATOM = "http://www.w3.org/2005/Atom"
_TYPE = "application/atom+xml"
register_namespace("", _ATOM)


@bp.get("/editions.atom")
def editions() -> Response:
    """The editions that the table or the store knows."""
    days = _days()
    here = url_for("feed.editions", _external=True)
    feed = Element(_tag("feed"))
    _text(feed, "id", here)
    _text(feed, "title", "Editions of the rules, and what each changed")
    _text(feed, "updated", _instant(days[-1] if days else dt.date.min))
    _text(SubElement(feed, _tag("author")), "name", "ruleloom")
    _link(feed, "self", here, _TYPE)
    _link(feed, "alternate", url_for("pages.editions", _external=True), "text/html")
    for before, day in reversed(list(_pairs(days))):
        _entry(SubElement(feed, _tag("entry")), before, day)
    text = tostring(feed, encoding="utf-8", xml_declaration=True)
    return Response(text, content_type=f"{_TYPE}; charset=utf-8")


def _days() -> list[dt.date]:
    held = {info.key.date for info in snapshot().store.editions() if not info.key.restated}
    return sorted({day for day in held if day} | set(table().dates))


def _pairs(days: list[dt.date]) -> Iterator[tuple[dt.date | None, dt.date]]:
    yield from zip([None, *days], days, strict=False)


def _entry(entry: Element, before: dt.date | None, day: dt.date) -> None:
    _text(entry, "id", edition_iri(EditionKey(day)).value)
    _text(entry, "title", f"Edition of {day}")
    _text(entry, "updated", _instant(day))
    if before is None:
        _link(entry, "alternate", url_for("pages.editions", _external=True), "text/html")
        _text(entry, "summary", "The oldest edition known.")
        return
    asked = {"from": str(before), "to": str(day)}
    _link(entry, "alternate", _address("pages.compare", asked), "text/html")
    address = _address("lineage.diff_editions", asked)
    _link(entry, "related", address, "application/json")
    _text(entry, "summary", _summary(before, day))


def _summary(before: dt.date, day: dt.date) -> str:
    """How many rules changed since the edition before, where the table knows it."""
    known = table()
    if day not in known.dates or known.bases[day] != before:
        return f"Not compared with {before} yet."
    counts = Counter(step.verdict for step in known.steps(day))
    told = [f"{count} {verdict.replace('-', ' and ')}" for verdict, count in sorted(counts.items())]
    return f"Since {before}: {', '.join(told) or 'nothing changed'}."


def _address(endpoint: str, asked: dict[str, str]) -> str:
    return f"{url_for(endpoint, _external=True)}?{urlencode(asked)}"


def _instant(day: dt.date) -> str:
    return f"{day.isoformat()}T00:00:00Z"


def _tag(name: str) -> str:
    return f"{{{_ATOM}}}{name}"


def _text(parent: Element, name: str, text: str) -> None:
    SubElement(parent, _tag(name)).text = text


def _link(parent: Element, rel: str, href: str, media: str) -> None:
    SubElement(parent, _tag("link"), rel=rel, href=href, type=media)
