"""Card texts annotated over HTTP: `POST /api/v1/annotate`, one card or many."""

from __future__ import annotations

from typing import Self

from flask import Blueprint, current_app
from pydantic import BaseModel, ConfigDict, Field, RootModel, model_validator
from werkzeug.exceptions import RequestEntityTooLarge

from api.asked import find_asked
from api.kept import KeptByBook
from api.live import snapshot
from api.models import EditionOut, Number
from api.openapi import answers, spec
from api.params import EditionParams
from api.wire import to_edition
from extract.cards import Annotator
from kg.annotate import MAX_NAME, MAX_TEXT, annotation_as_json

__all__ = ["annotators", "bp"]

bp = Blueprint("annotate", __name__, url_prefix="/api/v1/annotate")
annotators = KeptByBook(lambda book: Annotator(book.edition))


class CardIn(BaseModel):
    """A card; what else its record holds isn't read."""

    model_config = ConfigDict(extra="ignore")

    name: str = Field(
        description="The card's name, by which its text may call it.",
        max_length=MAX_NAME,
        examples=["Dune Courier"],
    )
    text: str | None = Field(
        description="Its rules text, a line an ability; `//` on a line of its own parts its "
        "faces. Null for a card without text.",
        max_length=MAX_TEXT,
        examples=["Flying, protection from red\nCycling {2}"],
    )


class AnnotateIn(BaseModel):
    """One card, or many in `cards`."""

    model_config = ConfigDict(
        extra="ignore",
        json_schema_extra={"examples": [{"name": "Dune Courier", "text": "Flying\nCycling {2}"}]},
    )

    name: str | None = Field(None, description="Of one card.", max_length=MAX_NAME)
    text: str | None = Field(None, description="Of one card.", max_length=MAX_TEXT)
    cards: list[CardIn] | None = Field(
        None,
        description="Up to 500 cards with 200,000 characters of text (the server's "
        "ANNOTATE_MAX_CARDS and ANNOTATE_MAX_TEXT).",
    )

    @model_validator(mode="after")
    def _one_or_many(self) -> Self:
        given = self.model_fields_set
        if "cards" in given and given & {"name", "text"}:
            raise ValueError("give name and text of one card, or cards, not both")
        if self.cards is None and (self.name is None or "text" not in given):
            raise ValueError("give name and text of one card, or cards")
        return self


class KeywordUseOut(BaseModel):
    """A keyword that a card has, or gives to something."""

    name: str = Field(description="As the keyword's rule is headed.", examples=["protection"])
    parameter: str | None = Field(description="What it takes.", examples=["red"])
    face: int = Field(description="0 for the front face, or the left half.", ge=0)
    line: int = Field(description="The line of that face, from 1.", ge=1)
    innate: bool = Field(description="Whether the line is the keyword and nothing else.")
    start: int = Field(description="Where it begins in the text, in characters.", ge=0)
    end: int = Field(description="Where it ends, exclusive.", ge=0)
    status: str = Field(description="innate, granted or conditional.", examples=["innate"])
    variant: str | None = Field(description="Its variant.", examples=["basic landcycling"])
    parameters: dict[str, str] = Field(description="The parts of the parameter by their kind.")
    quoted: bool = Field(description="Whether it stands in an ability in quotation marks.")


class TouchOut(BaseModel):
    """Words of the text that lead to a term or a rule."""

    start: int = Field(description="Where they begin in the text, in characters.", ge=0)
    end: int = Field(description="Where they end, exclusive.", ge=0)
    text: str
    term: str
    rule: Number | None = Field(description="Null where only the glossary has the term.")
    kind: str = Field(examples=["keyword ability"])
    reason: str = Field(
        description="Of a keyword its status, which may also be negated, mentioned, counter or "
        "reminder text.",
        examples=["innate"],
    )


class _CardOut(BaseModel):
    name: str
    keywords: list[str] = Field(
        description="Those that the front face has of itself.", examples=[["flying", "cycling"]]
    )
    keyword_details: list[KeywordUseOut]
    actions: list[str] = Field(description="Keyword actions in it.", examples=[["destroy"]])
    spans: list[TouchOut] = Field(description="In the order of the text.")
    rules: list[Number] = Field(description="The rules that it touches.")


class AnnotatedCardOut(_CardOut):
    """What one of many cards says."""


class _OfEdition(BaseModel):
    edition: EditionOut


class AnnotationOut(_CardOut, _OfEdition):
    """What a card's text says in the words of the rules."""


class AnnotationsOut(_OfEdition):
    """What many cards' texts say, in their order."""

    cards: list[AnnotatedCardOut]


class AnnotatedOut(RootModel[AnnotationOut | AnnotationsOut]):
    """One card's annotation, or those of many."""


@bp.post("")
@spec.validate(
    resp=answers(AnnotatedOut, too_large="More cards, or longer texts, than this server takes."),
    tags=["annotate"],
    operation_id="annotate_cards",
)
def annotate_cards(query: EditionParams, json: AnnotateIn) -> AnnotatedOut:
    """Find the keywords, keyword actions, terms and rules in card texts."""
    limit = current_app.config["ANNOTATE_MAX_CARDS"]
    if json.cards is not None and len(json.cards) > limit:
        raise RequestEntityTooLarge(f"{len(json.cards)} cards; at most {limit} are read at once")
    characters = sum(len(card.text or "") for card in json.cards or ())
    most = current_app.config["ANNOTATE_MAX_TEXT"]
    if characters > most:
        raise RequestEntityTooLarge(
            f"the texts have {characters} characters; at most {most} are read at once"
        )
    at_hand = snapshot()
    book = at_hand.book(find_asked(at_hand.store, query))
    annotator = annotators.get(book)
    edition = to_edition(book.key)
    if json.cards is None:
        found = annotation_as_json(annotator.annotate(json.name or "", json.text or ""))
        return AnnotatedOut(AnnotationOut(edition=edition, **found))
    many = (annotation_as_json(annotator.annotate(c.name, c.text or "")) for c in json.cards)
    return AnnotatedOut(
        AnnotationsOut(edition=edition, cards=[AnnotatedCardOut(**one) for one in many])
    )
