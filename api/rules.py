"""Rules as JSON: one by its number, the list in document order, and the search."""

from __future__ import annotations

from flask import Blueprint

from api.asked import edition_name, find_asked
from api.book import Book
from api.cursors import cut, found, link_header, offset_of, page_links
from api.live import snapshot
from api.models import RuleOut, RulesOut
from api.openapi import answers, spec
from api.params import EditionParams, RulesParams
from api.wire import to_edition, to_rule, to_rule_list_item
from kg.model import Rule, RuleNumber

__all__ = ["bp"]

bp = Blueprint("rules", __name__, url_prefix="/api/v1/rules")
_KINDS = ("chapter", "section", "rule", "subrule", "example")


@bp.get("/<number>")
@spec.validate(
    resp=answers(RuleOut, missing="The edition prints no such rule, or the store has no edition."),
    tags=["rules"],
    operation_id="show_rule",
)
def show_rule(number: str, query: EditionParams) -> RuleOut:
    """One rule, with what it cites and what lies around it."""
    parsed = RuleNumber.parse(number)
    at_hand = snapshot()
    book = at_hand.book(find_asked(at_hand.store, query))
    return to_rule(book, book.rule(parsed))


@bp.get("")
@spec.validate(resp=answers(RulesOut), tags=["rules"], operation_id="list_rules")
def list_rules(query: RulesParams) -> tuple[RulesOut, dict[str, str]]:
    """Rules in document order, or with q those that words are found in, best first."""
    at_hand = snapshot()
    book = at_hand.book(find_asked(at_hand.store, query))
    offset = offset_of(query.cursor)
    if query.q:
        hits = at_hand.store.search(
            query.q, edition=book.key, limit=query.limit + 1, offset=offset, kinds=_KINDS
        )
        items = [
            to_rule_list_item(book, book.rule(RuleNumber.parse(hit.name)), hit) for hit in hits
        ]
        page = found(items, offset=offset, limit=query.limit)
    else:
        rules = cut(_selected(book, query), offset=offset, limit=query.limit)
        page = rules.map(lambda rule: to_rule_list_item(book, rule))
    links = page_links(page, limit=query.limit, edition=edition_name(book.key))
    answer = RulesOut(
        edition=to_edition(book.key),
        total=page.total,
        next=links.get("next"),
        items=list(page.items),
    )
    return answer, {"Link": link_header(links)}


def _selected(book: Book, query: RulesParams) -> list[Rule]:
    return [
        rule
        for rule in book.edition.rules
        if str(rule.number).startswith(query.prefix or "") and query.kind in (None, rule.kind)
    ]
