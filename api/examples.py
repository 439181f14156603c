"""The examples of an edition as JSON: the list in document order, and the search."""

from __future__ import annotations

from flask import Blueprint

from api.asked import edition_name, find_asked
from api.book import Book
from api.cursors import cut, found, link_header, offset_of, page_links
from api.live import snapshot
from api.models import ExampleListItem, ExamplesOut
from api.openapi import answers, spec
from api.params import ExamplesParams
from api.spelled import search_spelled
from api.wire import to_edition, to_example
from kg.model import RuleNumber
from kg.search import Hit

__all__ = ["bp"]

bp = Blueprint("examples", __name__, url_prefix="/api/v1/examples")


@bp.get("")
@spec.validate(resp=answers(ExamplesOut), tags=["rules"], operation_id="list_examples")
def list_examples(query: ExamplesParams) -> tuple[ExamplesOut, dict[str, str]]:
    """Examples in document order, or with q those that words are found in, best first."""
    at_hand = snapshot()
    book = at_hand.book(find_asked(at_hand.store, query))
    offset, corrected = offset_of(query.cursor), None
    if query.q:
        hits, corrected = search_spelled(
            at_hand.store,
            book,
            query.q,
            limit=query.limit + 1,
            offset=offset,
            kinds=("example",),
            section=query.section,
        )
        page = found([_of_hit(book, hit) for hit in hits], offset=offset, limit=query.limit)
    else:
        page = cut(_selected(book, query.section), offset=offset, limit=query.limit)
    links = page_links(page, limit=query.limit, edition=edition_name(book.key))
    answer = ExamplesOut(
        edition=to_edition(book.key),
        total=page.total,
        next=links.get("next"),
        corrected=corrected,
        items=list(page.items),
    )
    return answer, {"Link": link_header(links)}


def _selected(book: Book, section: str | None) -> list[ExampleListItem]:
    return [
        to_example(book, rule, place)
        for rule in book.edition.rules
        if section in (None, str(rule.number.section))
        for place in range(1, len(rule.examples) + 1)
    ]


def _of_hit(book: Book, hit: Hit) -> ExampleListItem:
    rule = book.rule(RuleNumber.parse(hit.name))
    # The index knows an example by its rule and its words, without control characters.
    places = [p for p, each in enumerate(rule.examples, 1) if each.text == hit.text]
    return to_example(book, rule, places[0] if places else 1, hit)
