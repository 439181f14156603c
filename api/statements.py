"""What the sentences of a rule do, and the terms that they mention, as JSON."""

from __future__ import annotations

from typing import Literal

from flask import Blueprint
from pydantic import BaseModel, ConfigDict, Field

from api.asked import find_asked
from api.live import snapshot
from api.models import EditionOut
from api.openapi import answers, spec
from api.params import EditionParams
from api.wire import to_edition
from kg.model import EditionKey, Rule, RuleNumber
from kg.statements import said_as_json
from kg.store import Store
from kg.store.statements import read_said_of_rule

__all__ = ["PassageOut", "bp", "passages_of"]

bp = Blueprint("statements", __name__, url_prefix="/api/v1/rules")
_Place = Field(description="In characters (Unicode code points) of the passage's text.", ge=0)


class _Out(BaseModel):
    model_config = ConfigDict(frozen=True)


class RoleOut(_Out):
    """A part of a statement that has a role in it."""

    role: Literal["condition", "trigger", "exception", "actor"]
    start: int = _Place
    end: int = _Place
    text: str
    actor: str | None = Field(
        description="Of an actor, who it is, as the ontology calls it.", examples=["activePlayer"]
    )


class StatementOut(_Out):
    """A sentence and what it does."""

    kind: str | None = Field(
        description="As the ontology calls it; null where no cue tells one.",
        examples=["prohibition"],
    )
    start: int = _Place
    end: int = _Place
    text: str
    roles: list[RoleOut] = Field(description="In the order of the text.")


class MentionOut(_Out):
    """A mention of a term."""

    start: int = _Place
    end: int = _Place
    text: str = Field(description="The words, in whatever form.", examples=["destroyed"])
    term: str = Field(description="The term itself.", examples=["Destroy"])
    kind: str = Field(description="What sort of thing it stands for.", examples=["keywordAction"])
    headword: str | None = Field(description="Of its glossary entry, if it has one.")
    rule: str | None = Field(
        description="The rule that heads, lists or first names it.", examples=["701.8"]
    )
    sense: int | None = Field(description="The place, from 1, of the sense that is meant.")
    ambiguous: bool = Field(description="Whether it has several senses and no cue tells which.")


class QuotedOut(_Out):
    """Rules text that is quoted of a card."""

    start: int = _Place
    end: int = _Place
    text: str


class CardOut(_Out):
    """A card that an example names."""

    name: str
    mentions: list[tuple[int, int]]
    quoted: list[QuotedOut]


class PassageOut(_Out):
    """A rule's own text, or one of its examples."""

    text: str
    statements: list[StatementOut]
    terms: list[MentionOut]
    cards: list[CardOut]


class StatementsOut(_Out):
    """What a rule says."""

    edition: EditionOut
    number: str = Field(examples=["701.8a"])
    passages: list[PassageOut] = Field(description="The rule's own text, then its examples.")


@bp.get("/<number>/statements")
@spec.validate(
    resp=answers(
        StatementsOut, missing="The edition prints no such rule, or the store has no edition."
    ),
    tags=["rules"],
    operation_id="show_statements",
)
def show_statements(number: str, query: EditionParams) -> StatementsOut:
    """The statements of a rule and of its examples, with their roles, terms and cards."""
    parsed = RuleNumber.parse(number)
    at_hand = snapshot()
    book = at_hand.book(find_asked(at_hand.store, query))
    rule = book.rule(parsed)
    passages = passages_of(at_hand.store, book.key, rule)
    return StatementsOut(edition=to_edition(book.key), number=str(parsed), passages=passages)


def passages_of(store: Store, key: EditionKey, rule: Rule) -> list[PassageOut]:
    """What a rule's own text says, then what its examples say."""
    said = read_said_of_rule(store, key, rule)
    return [
        PassageOut.model_validate(said_as_json(passage, about))
        for passage, about in zip(rule.passages(), said, strict=True)
    ]
