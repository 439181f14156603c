"""The keywords of an edition as JSON: all of them, and one by its name."""

from __future__ import annotations

import dataclasses
import difflib
from typing import Any, Literal

from flask import Blueprint
from pydantic import BaseModel, Field
from werkzeug.exceptions import NotFound

from api.asked import edition_name, find_asked
from api.book import Book
from api.cursors import paged
from api.kept import KeptByBook
from api.live import snapshot
from api.models import EditionOut, Number, PageOut, ProgramOut, ValidationOut
from api.openapi import answers, spec
from api.params import EditionParams, KeywordsParams
from api.wire import to_edition
from extract.keywords import read_keywords
from kg.keywords import Keyword, Keywords
from kg.model import RuleNumber
from kg.program.rdf import read_programs
from kg.program.text import program_as_json
from kg.store.validations import read_validations

__all__ = ["bp", "keywords_of"]

bp = Blueprint("keywords", __name__, url_prefix="/api/v1/keywords")
_keywords = KeptByBook(lambda book: read_keywords(book.edition))


def keywords_of(book: Book) -> Keywords:
    """The keywords of an open edition, read once."""
    return _keywords.get(book)


class FormOut(BaseModel):
    """A way in which a keyword is written."""

    template: str = Field(examples=["[Type]cycling [cost]"])
    rule: Number
    parameters: list[str] = Field(examples=[["Type", "cost"]])
    variant: str | None = Field(description="Null for the plain form.", examples=["typecycling"])
    former: bool = Field(description="Whether only older cards are printed so.")


class DefinitionOut(BaseModel):
    """The sentence that says what a keyword is or means."""

    rule: Number
    start: int = Field(description="Where it begins in the rule's text, in characters.", ge=0)
    end: int = Field(description="Where it ends, exclusive.", ge=0)
    text: str


class KeywordItem(BaseModel):
    """A keyword, in a few words."""

    name: str = Field(examples=["cycling"])
    number: Number
    kind: str = Field(
        description="keyword action; of an ability static, triggered, activated, evasion, spell, "
        "characteristic-defining, several or unknown.",
        examples=["activated"],
    )
    kinds: list[str] = Field(description="Of an ability, all kinds that its rule names.")
    parameters: list[str] = Field(examples=[["cost", "Type"]])
    variants: list[str] = Field(examples=[["typecycling"]])
    redundancy: Literal["redundant", "separate"] | None = Field(
        description="Whether more than one is redundant or each works by itself; null where the "
        "rules don't say."
    )


class _OfEdition(BaseModel):
    edition: EditionOut


class KeywordOut(KeywordItem, _OfEdition):
    """A keyword as an edition defines it."""

    heading: str | None = Field(description="Null where the document lost it.")
    forms: list[FormOut]
    definition: DefinitionOut | None
    programs: list[ProgramOut] = Field(description="What it does; empty where that isn't known.")
    validation: list[ValidationOut] = Field(
        description="What was checked of its rules; empty where the edition wasn't validated."
    )


class KeywordsOut(PageOut):
    """The keywords of an edition, abilities first, each in the order of the rules."""

    items: list[KeywordItem]
    ability_words: list[str] = Field(description="Words that tie cards together and mean nothing.")


@bp.get("")
@spec.validate(resp=answers(KeywordsOut), tags=["keywords"], operation_id="list_keywords")
def list_keywords(query: KeywordsParams) -> tuple[KeywordsOut, dict[str, str]]:
    """The keyword abilities and keyword actions that an edition defines."""
    book, keywords = _asked(query)
    items = [
        KeywordItem(**_item(keyword))
        for keyword in (*keywords.abilities, *keywords.actions)
        if query.kind in (None, "action" if keyword.action else "ability")
    ]
    page, headers = paged(
        items, limit=query.limit, cursor=query.cursor, edition=edition_name(book.key)
    )
    words = list(keywords.ability_words)
    return KeywordsOut(edition=to_edition(book.key), ability_words=words, **page), headers


@bp.get("/<name>")
@spec.validate(
    resp=answers(KeywordOut, missing="The edition has no such keyword, or the store no edition."),
    tags=["keywords"],
    operation_id="show_keyword",
)
def show_keyword(name: str, query: EditionParams) -> KeywordOut:
    """One keyword by its name or a variant's, with its forms and its definition."""
    book, keywords = _asked(query)
    keyword = keywords.find(name)
    if keyword is None:
        known = [k.name for k in (*keywords.abilities, *keywords.actions)]
        alike = difflib.get_close_matches(name.lower(), known)
        hint = f"; did you mean {' or '.join(alike)}?" if alike else ""
        raise NotFound(f"edition {book.key} has no keyword {name!r}{hint}")
    definition, number = keyword.definition, RuleNumber.parse(keyword.number)
    return KeywordOut(
        edition=to_edition(book.key),
        heading=keyword.heading or None,
        forms=[
            FormOut(
                template=form.template,
                rule=form.rule,
                parameters=list(form.parameters),
                variant=form.variant or None,
                former=form.former,
            )
            for form in keyword.forms
        ],
        definition=DefinitionOut(**dataclasses.asdict(definition)) if definition else None,
        programs=[
            ProgramOut.model_validate(program_as_json(program))
            for program in read_programs(snapshot().store, book.key, number)
        ],
        validation=[
            ValidationOut(**dataclasses.asdict(each))
            for rule in (book.rule(number), *book.below(number))
            for each in read_validations(snapshot().store, book.key, rule)
        ],
        **_item(keyword),
    )


def _asked(query: EditionParams) -> tuple[Book, Keywords]:
    at_hand = snapshot()
    book = at_hand.book(find_asked(at_hand.store, query))
    return book, _keywords.get(book)


def _item(keyword: Keyword) -> dict[str, Any]:
    return {
        "name": keyword.name,
        "number": keyword.number,
        "kind": keyword.kind,
        "kinds": list(keyword.kinds),
        "parameters": list(keyword.parameters),
        "variants": list(keyword.variants),
        "redundancy": keyword.redundancy or None,
    }
