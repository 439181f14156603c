"""Rules as JSON: one by its number, what ties it to others, the list, and the search."""

from __future__ import annotations

import dataclasses

from flask import Blueprint
from pydantic import Field

from api.asked import edition_name, find_asked
from api.book import Book
from api.cursors import cut, found, link_header, offset_of, page_links, paged
from api.lineage_models import StageOut
from api.live import snapshot
from api.models import ProgramOut, RuleOut, RulesOut, TieOut, TiesOut, ValidationOut
from api.openapi import answers, spec
from api.params import CitationsParams, RuleParams, RulesParams
from api.shaping import listed
from api.spelled import search_spelled
from api.statements import PassageOut, passages_of
from api.wire import to_edition, to_rule, to_rule_list_item, to_tie
from kg.errors import EditionNotFoundError
from kg.lineage.history import read_history
from kg.lineage.wire import stage_as_json
from kg.model import EditionKey, Rule, RuleNumber
from kg.program.rdf import read_programs
from kg.program.text import program_as_json
from kg.store import Store
from kg.store.citations import read_ties
from kg.store.validations import read_validations

__all__ = ["bp"]

bp = Blueprint("rules", __name__, url_prefix="/api/v1/rules")
_KINDS = ("chapter", "section", "rule", "subrule", "example")
_MISSING = "The edition prints no such rule, or the store has no edition."


class ToldRuleOut(RuleOut):
    """A rule with what lies around it, and what else is asked of it."""

    history: list[StageOut] | None = Field(
        None, description="With include=history, where ruleloom's table knows the edition."
    )
    programs: list[ProgramOut] | None = Field(
        None, description="With include=programs: those that it or a rule below it states."
    )
    statements: list[PassageOut] | None = Field(
        None, description="With include=statements: of its own text, then of its examples."
    )
    validation: list[ValidationOut] | None = Field(
        None, description="With include=validation: what was checked of it."
    )


@bp.get("/<number>")
@spec.validate(
    resp=answers(ToldRuleOut, missing=_MISSING), tags=["rules"], operation_id="show_rule"
)
def show_rule(number: str, query: RuleParams) -> ToldRuleOut:
    """One rule, with what it cites and what lies around it."""
    parsed = RuleNumber.parse(number)
    at_hand = snapshot()
    store, book = at_hand.store, at_hand.book(find_asked(at_hand.store, query))
    key, rule, wanted = book.key, book.rule(parsed), listed(query.include)
    return ToldRuleOut(
        **to_rule(book, rule).model_dump(),
        history=_history(store, key, parsed) if "history" in wanted else None,
        programs=[
            ProgramOut.model_validate(program_as_json(program))
            for program in read_programs(store, key, parsed)
        ]
        if "programs" in wanted
        else None,
        statements=passages_of(store, key, rule) if "statements" in wanted else None,
        validation=[
            ValidationOut(**dataclasses.asdict(each)) for each in read_validations(store, key, rule)
        ]
        if "validation" in wanted
        else None,
    )


def _history(store: Store, key: EditionKey, number: RuleNumber) -> list[StageOut] | None:
    try:
        stages = read_history(store, number, key, aligning=False)
    except EditionNotFoundError:
        return None
    return [StageOut.model_validate(stage_as_json(stage)) for stage in stages]


@bp.get("/<number>/citations")
@spec.validate(
    resp=answers(TiesOut, missing=_MISSING), tags=["rules"], operation_id="list_citations"
)
def list_citations(number: str, query: CitationsParams) -> tuple[TiesOut, dict[str, str]]:
    """The citations in a rule, and those of it, each with what it is for."""
    at_hand = snapshot()
    book = at_hand.book(find_asked(at_hand.store, query))
    rule = book.rule(RuleNumber.parse(number))
    ties: list[TieOut] = [
        to_tie(tie)
        for tie in read_ties(at_hand.store, book.key, rule.number)
        if query.direction in (tie.direction, "both") and query.kind in (None, tie.kind)
    ]
    name = edition_name(book.key)
    page, headers = paged(ties, limit=query.limit, cursor=query.cursor, edition=name)
    return TiesOut(edition=to_edition(book.key), number=str(rule.number), **page), headers


@bp.get("")
@spec.validate(resp=answers(RulesOut), tags=["rules"], operation_id="list_rules")
def list_rules(query: RulesParams) -> tuple[RulesOut, dict[str, str]]:
    """Rules in document order, or with q those that words are found in, best first."""
    at_hand = snapshot()
    book = at_hand.book(find_asked(at_hand.store, query))
    offset, include = offset_of(query.cursor), listed(query.include)
    corrected = None
    if query.q:
        hits, corrected = search_spelled(
            at_hand.store,
            book,
            query.q,
            limit=query.limit + 1,
            offset=offset,
            kinds=(query.kind,) if query.kind else _KINDS,
            section=query.section,
        )
        items = [
            to_rule_list_item(book, book.rule(RuleNumber.parse(hit.name)), hit, include=include)
            for hit in hits
        ]
        page = found(items, offset=offset, limit=query.limit)
    else:
        rules = cut(_selected(book, query), offset=offset, limit=query.limit)
        page = rules.map(lambda rule: to_rule_list_item(book, rule, include=include))
    links = page_links(page, limit=query.limit, edition=edition_name(book.key))
    answer = RulesOut(
        edition=to_edition(book.key),
        total=page.total,
        next=links.get("next"),
        corrected=corrected,
        items=list(page.items),
    )
    return answer, {"Link": link_header(links)}


def _selected(book: Book, query: RulesParams) -> list[Rule]:
    return [
        rule
        for rule in book.edition.rules
        if str(rule.number).startswith(query.prefix or "")
        and query.kind in (None, rule.kind)
        and query.section in (None, str(rule.number.section))
    ]
