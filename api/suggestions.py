"""What someone may mean who has typed a few letters: `GET /api/v1/suggestions`."""

from __future__ import annotations

from flask import Blueprint, url_for

from api.asked import edition_name, find_asked
from api.book import Book
from api.cursors import paged
from api.kept import KeptByBook
from api.live import snapshot
from api.models import SuggestionOut, SuggestionsOut
from api.openapi import answers, spec
from api.params import SuggestionsParams
from api.wire import to_edition
from kg.naming import Named, names_in, suggest

__all__ = ["bp"]

bp = Blueprint("suggestions", __name__, url_prefix="/api/v1/suggestions")
_names = KeptByBook(lambda book: names_in(book.edition))


@bp.get("")
@spec.validate(resp=answers(SuggestionsOut), tags=["search"], operation_id="suggest")
def suggestions(query: SuggestionsParams) -> tuple[SuggestionsOut, dict[str, str]]:
    """Numbers, headings and headwords that begin as typed, then those that are written alike."""
    at_hand = snapshot()
    book = at_hand.book(find_asked(at_hand.store, query))
    items = [_out(book, named, sure) for named, sure in suggest(query.q, _names.get(book))]
    name = edition_name(book.key)
    page, headers = paged(items, limit=query.limit, cursor=query.cursor, edition=name)
    return SuggestionsOut(edition=to_edition(book.key), **page), headers


def _out(book: Book, named: Named, sure: bool) -> SuggestionOut:
    edition = edition_name(book.key)
    if named.kind == "rule":
        url = url_for("rules.show_rule", number=named.name, edition=edition)
    else:
        url = url_for("glossary.show_entry", headword=book.slug(named.name), edition=edition)
    return SuggestionOut(
        text=named.text, kind=named.kind, name=named.name, url=url, corrected=not sure
    )
