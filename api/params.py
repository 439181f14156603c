"""The parameters that routes take, typed, with their ranges; the OpenAPI document quotes them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from api.errors import InvalidParametersError
from api.shaping import one_of

__all__ = [
    "AnswerParams",
    "CitationsParams",
    "Cursor",
    "EditionParams",
    "EditionsParams",
    "ExamplesParams",
    "GlossaryParams",
    "KeywordPath",
    "KeywordsParams",
    "NumberPath",
    "PageParams",
    "RuleParams",
    "RulesParams",
    "SuggestionsParams",
    "TermPath",
    "checked",
]

NumberPath = Annotated[
    str,
    Field(
        description="The number of a chapter (7), a section (701), a rule (701.8) or a subrule "
        "(701.8a).",
        pattern=r"^[1-9](\d\d(\.[1-9]\d{0,2}[a-km-np-z]?)?)?$",
        examples=["701.8a"],
    ),
]
TermPath = Annotated[
    str,
    Field(
        description="A headword as printed, one of the terms in it, in any case, or the last part "
        "of the entry's IRI.",
        min_length=1,
        examples=["destroy"],
    ),
]

KeywordPath = Annotated[
    str,
    Field(
        description="The name of a keyword or of a variant of one, in any case.",
        min_length=1,
        max_length=100,
        examples=["cycling"],
    ),
]


class AnswerParams(BaseModel):
    """How much of an answer is wanted."""

    model_config = ConfigDict(extra="forbid")

    fields: str | None = Field(
        None,
        description="Names of members, parted by commas: of each item of a list, or of the answer. "
        "All others are left out, but for the edition; the schemas are those of whole answers.",
        max_length=500,
        examples=["number,text"],
    )


class EditionParams(AnswerParams):
    """Which edition is asked for; without either, the newest."""

    edition: str | None = Field(
        None,
        description="An edition: its date, a date under which its file is known, "
        "`restated/DATE` for ruleloom's own restatement, or its IRI.",
        max_length=200,
        examples=["2026-01-16"],
    )
    date: dt.date | None = Field(
        None,
        description="A day; the edition in force on it is meant. Not together with edition.",
        examples=["2026-03-01"],
    )
    restated: bool = Field(
        False,
        description="Choose among ruleloom's own restatements only.",
        examples=[True],
    )

    @model_validator(mode="after")
    def _one_of_both(self) -> Self:
        if self.edition and self.date:
            raise ValueError("edition and date can't be combined")
        return self


Cursor = Annotated[
    str | None,
    Field(
        description="Where the page begins: the cursor that the page before it gave.",
        max_length=200,
    ),
]
Section = Annotated[
    str | None,
    Field(description="Only what is in that section.", pattern=r"^[1-9]\d\d$", examples=["701"]),
]


class PageParams(EditionParams):
    """A page of a list in an edition."""

    limit: int = Field(50, description="Items in a page.", ge=1, le=200, examples=[50])
    cursor: Cursor = None


class RuleParams(EditionParams):
    """One rule, and what is told beside it."""

    include: Annotated[str | None, one_of("history", "programs", "statements", "validation")] = (
        Field(
            None,
            description="What else to tell, parted by commas: history, programs, statements, "
            "validation.",
            max_length=100,
            examples=["programs,validation"],
        )
    )


class RulesParams(PageParams):
    """A list of rules in document order, or with q a search, best first."""

    q: str | None = Field(
        None,
        description="Words to search for in rules and their examples, an item a match; words in "
        "double quotes are a phrase. Where the edition has none of them, the nearest words that it "
        "has are searched instead.",
        max_length=500,
        examples=["last known information"],
    )
    section: Section = None
    include: Annotated[str | None, one_of("ancestors", "children", "cited_by")] = Field(
        None,
        description="What else to tell of each rule, parted by commas: ancestors, children, "
        "cited_by.",
        max_length=100,
        examples=["children"],
    )
    prefix: str | None = Field(
        None,
        description="Only numbers that begin so. Not together with q.",
        pattern=r"^[0-9][0-9a-z.]{0,8}$",
        examples=["701."],
    )
    kind: Literal["chapter", "section", "rule", "subrule"] | None = Field(
        None, description="Only numbers of that kind.", examples=["rule"]
    )

    @model_validator(mode="after")
    def _search_or_list(self) -> Self:
        if self.q and self.prefix:
            raise ValueError("q can't be combined with prefix")
        return self


class ExamplesParams(PageParams):
    """A list of examples in document order, or with q a search, best first."""

    q: str | None = Field(
        None,
        description="Words to search for; words in double quotes are a phrase.",
        max_length=500,
        examples=["destroy"],
    )
    section: Section = None


class CitationsParams(PageParams):
    """The citations that tie a rule to others."""

    direction: Literal["out", "in", "both"] = Field(
        "out",
        description="Those in it, those of it, or both.",
        examples=["in"],
    )
    kind: str | None = Field(
        None,
        description="Only citations of that kind, as the ontology calls it.",
        max_length=40,
        examples=["exceptionTo"],
    )


class SuggestionsParams(PageParams):
    """What someone has typed so far."""

    q: str = Field(
        description="The beginning of a number, of a heading, of a headword, or of a word in one; "
        "slips of the pen are forgiven.",
        min_length=1,
        max_length=100,
        examples=["tram"],
    )


class GlossaryParams(PageParams):
    """A list of glossary entries in the order of the glossary, or with q a search, best first."""

    q: str | None = Field(
        None,
        description="Words to search for; words in double quotes are a phrase.",
        max_length=500,
        examples=["destroy"],
    )
    prefix: str | None = Field(
        None,
        description="Only headwords that begin so, in any case. Not together with q.",
        max_length=100,
        examples=["de"],
    )

    @model_validator(mode="after")
    def _search_or_list(self) -> Self:
        if self.q and self.prefix:
            raise ValueError("q can't be combined with prefix")
        return self


class EditionsParams(PageParams):
    """A list of editions."""

    limit: int = Field(200, description="Items in a page.", ge=1, le=200, examples=[200])


class KeywordsParams(PageParams):
    """A list of keywords."""

    limit: int = Field(500, description="Items in a page.", ge=1, le=500, examples=[500])

    kind: Literal["ability", "action"] | None = Field(
        None, description="Only keyword abilities, or only keyword actions.", examples=["ability"]
    )


# A body can have a hundred thousand faults, and nobody reads more than the first ones.
_MOST_ERRORS = 20


def checked(error: ValidationError) -> InvalidParametersError:
    """pydantic's report as ours: what is wrong, by parameter; of many faults the first ones."""
    found: dict[str, str] = {}
    for item in error.errors(include_url=False, include_context=False)[:_MOST_ERRORS]:
        name = ".".join(str(part) for part in item["loc"]) or "query"
        found[name] = _in_words(item["type"], item["msg"])
    return InvalidParametersError(found)


_WORDS: Mapping[str, str] = {
    "extra_forbidden": "is no parameter of this route",
    "date_from_datetime_parsing": "is no date: expected one like 2026-01-16",
    "date_from_datetime_inexact": "is no date: expected one like 2026-01-16",
    "date_parsing": "is no date: expected one like 2026-01-16",
    "bool_parsing": "is neither true nor false",
    "int_parsing": "is no whole number",
}


def _in_words(kind: str, message: str) -> str:
    message = message.removeprefix("Value error, ").removeprefix("Input ")
    return _WORDS.get(kind, message[:1].lower() + message[1:])
