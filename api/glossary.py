"""The glossary as JSON: one entry by its name, the list in its own order, and the search."""

from __future__ import annotations

import difflib

from flask import Blueprint
from werkzeug.exceptions import NotFound

from api.asked import edition_name, find_asked
from api.book import Book
from api.cursors import cut, found, link_header, offset_of, page_links
from api.live import snapshot
from api.models import EntryOut, GlossaryOut
from api.openapi import answers, spec
from api.params import EditionParams, GlossaryParams
from api.spelled import search_spelled
from api.wire import to_edition, to_entry, to_entry_list_item
from kg.model import GlossaryEntry

__all__ = ["bp", "entry_of"]

bp = Blueprint("glossary", __name__, url_prefix="/api/v1/glossary")


@bp.get("/<path:headword>")
@spec.validate(
    resp=answers(EntryOut, missing="The glossary has no such entry, or the store no edition."),
    tags=["glossary"],
    operation_id="show_entry",
)
def show_entry(headword: str, query: EditionParams) -> EntryOut:
    """One entry of the glossary, with its senses and what they cite."""
    at_hand = snapshot()
    book = at_hand.book(find_asked(at_hand.store, query))
    return to_entry(book, entry_of(book, headword))


@bp.get("")
@spec.validate(resp=answers(GlossaryOut), tags=["glossary"], operation_id="list_entries")
def list_entries(query: GlossaryParams) -> tuple[GlossaryOut, dict[str, str]]:
    """Entries in the order of the glossary, or with q those that words are found in."""
    at_hand = snapshot()
    book = at_hand.book(find_asked(at_hand.store, query))
    offset, corrected = offset_of(query.cursor), None
    if query.q:
        hits, corrected = search_spelled(
            at_hand.store, book, query.q, limit=query.limit + 1, offset=offset, kinds=("term",)
        )
        items = [to_entry_list_item(book, entry_of(book, hit.name), hit) for hit in hits]
        page = found(items, offset=offset, limit=query.limit)
    else:
        entries = cut(_selected(book, query.prefix or ""), offset=offset, limit=query.limit)
        page = entries.map(lambda entry: to_entry_list_item(book, entry))
    links = page_links(page, limit=query.limit, edition=edition_name(book.key))
    answer = GlossaryOut(
        edition=to_edition(book.key),
        total=page.total,
        next=links.get("next"),
        corrected=corrected,
        items=list(page.items),
    )
    return answer, {"Link": link_header(links)}


def entry_of(book: Book, name: str) -> GlossaryEntry:
    """The entry of that name.

    Raises:
        NotFound: there is none; the error names those written alike.
    """
    entry = book.find_entry(name)
    if entry is not None:
        return entry
    headwords = {e.headword.lower(): e.headword for e in book.edition.glossary}
    alike = [headwords[word] for word in difflib.get_close_matches(name.lower(), headwords)]
    hint = f"; did you mean {' or '.join(alike)}?" if alike else ""
    raise NotFound(f"the glossary of edition {book.key} has no entry {name!r}{hint}")


def _selected(book: Book, prefix: str) -> list[GlossaryEntry]:
    return [
        entry
        for entry in book.edition.glossary
        if entry.headword.casefold().startswith(prefix.casefold())
    ]
