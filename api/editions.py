"""The editions as JSON: which the store holds, what one of them holds, and where it came from."""

from __future__ import annotations

from flask import Blueprint, url_for

from api.asked import edition_name, find_asked
from api.cursors import paged
from api.live import snapshot
from api.models import CountsOut, EditionItem, EditionsOut, SourceOut, StatsOut
from api.openapi import answers, spec
from api.params import EditionParams, EditionsParams
from api.wire import to_edition
from kg.store import EditionInfo
from kg.store.reading import read_counts

__all__ = ["bp"]

bp = Blueprint("editions", __name__, url_prefix="/api/v1")


@bp.get("/editions")
@spec.validate(resp=answers(EditionsOut), tags=["editions"], operation_id="list_editions")
def list_editions(query: EditionsParams) -> tuple[EditionsOut, dict[str, str]]:
    """Every edition that the store holds, oldest first."""
    store = snapshot().store
    key = find_asked(store, query)
    items = [_item(info) for info in store.editions()]
    page, headers = paged(items, limit=query.limit, cursor=query.cursor, edition=edition_name(key))
    return EditionsOut(edition=to_edition(key), **page), headers


@bp.get("/stats")
@spec.validate(resp=answers(StatsOut), tags=["editions"], operation_id="show_stats")
def show_stats(query: EditionParams) -> StatsOut:
    """How much an edition holds, and the documents that it was read from."""
    at_hand = snapshot()
    key = find_asked(at_hand.store, query)
    edition = at_hand.book(key).edition
    return StatsOut(
        edition=to_edition(key),
        title=edition.title,
        counts=CountsOut(**read_counts(at_hand.store, key)),
        sources=[
            SourceOut(
                name=source.name,
                sha256=source.sha256,
                encoding=source.encoding,
                line_end=source.line_end,
                truncated=source.truncated,
            )
            for source in edition.sources
        ],
        store_version=at_hand.version,
    )


def _item(info: EditionInfo) -> EditionItem:
    return EditionItem(
        **to_edition(info.key).model_dump(),
        title=info.title,
        published_as=list(info.published_as),
        url=url_for("editions.show_stats", edition=edition_name(info.key)),
    )
