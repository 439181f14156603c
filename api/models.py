"""What the JSON API answers, as types: the wire, and the OpenAPI document derived from it."""

from __future__ import annotations

import datetime as dt
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

__all__ = [
    "ChildOut",
    "CitationOut",
    "CitedByOut",
    "CountsOut",
    "EditionItem",
    "EditionOut",
    "EditionsOut",
    "EntryItem",
    "EntryListItem",
    "EntryOut",
    "ExampleListItem",
    "ExampleOut",
    "ExamplesOut",
    "GlossaryOut",
    "Kind",
    "MatchKind",
    "MatchOut",
    "NeighbourOut",
    "PageOut",
    "ProblemOut",
    "ProgramOut",
    "RuleItem",
    "RuleListItem",
    "RuleOut",
    "RulesOut",
    "SenseOut",
    "SourceOut",
    "StatsOut",
    "SuggestionOut",
    "SuggestionsOut",
    "TieOut",
    "TiesOut",
    "ValidationOut",
]

Number = Annotated[
    str, Field(description="A rule's number, a string: 702.10 isn't 702.1.", examples=["701.8a"])
]
Kind = Literal["chapter", "section", "rule", "subrule"]
MatchKind = Literal["text", "example", "term"]
Iri = Annotated[
    str,
    Field(
        description="Its IRI in the graph.",
        examples=["https://w3id.org/ruleloom/edition/2026-01-16/rule/701.8a"],
    ),
]
Url = Annotated[
    str,
    Field(
        description="Where this server answers for it; relative to the server's root.",
        examples=["/api/v1/rules/701.8a?edition=2026-01-16"],
    ),
]


class _Out(BaseModel):
    model_config = ConfigDict(frozen=True)


class EditionOut(_Out):
    """Which edition an answer is about."""

    name: str = Field(description="What edition= calls it.", examples=["2026-01-16"])
    date: dt.date | None = Field(
        description="The day on which it takes effect; null where its document doesn't say.",
        examples=["2026-01-16"],
    )
    restated: bool = Field(description="Whether it is ruleloom's own restatement.")
    iri: Iri


class CitationOut(_Out):
    """One mention of rule numbers in a text."""

    text: str = Field(description="The words of the mention.", examples=["601.2f–h"])
    start: int = Field(
        description="Where they begin in the text, in characters (Unicode code points).", ge=0
    )
    end: int = Field(description="Where they end, exclusive.", ge=0)
    targets: list[Number] = Field(
        description="The numbers named, a range expanded over the rules that the edition prints."
    )
    missing: list[Number] = Field(description="Those of the targets that the edition lacks.")


class ExampleOut(_Out):
    """An example below a rule."""

    text: str
    citations: list[CitationOut]


class NeighbourOut(_Out):
    """Another rule, in a few words."""

    number: Number
    kind: Kind
    heading: str | None
    url: Url


class ChildOut(NeighbourOut):
    """A rule directly below, with its text."""

    text: str


class CitedByOut(_Out):
    """Who cites a rule."""

    rules: list[Number] = Field(description="In document order.")
    glossary: list[str] = Field(description="Headwords of glossary entries.")


class _EditionPart(_Out):
    edition: EditionOut


class RuleItem(_Out):
    """A chapter, section, rule or subrule, as an edition prints it."""

    number: Number
    kind: Kind
    iri: Iri
    url: Url
    heading: str | None = Field(description="Its title, if it has one.", examples=["Destroy"])
    text: str = Field(description="The words after the number; a bare heading's are its heading.")
    parent: Number | None = Field(description="The nearest number above it.")
    examples: list[ExampleOut]
    citations: list[CitationOut] = Field(description="The mentions in its text, in order.")
    references: list[Number] = Field(
        description="The numbers that its text and its examples cite, each once, ranges expanded."
    )
    dangling: list[Number] = Field(description="Those of the references that the edition lacks.")
    inferred_number: bool = Field(
        description="Whether the document doesn't print the number, and it was inferred."
    )


# The last base's members come first: an answer begins with its edition.
class RuleOut(RuleItem, _EditionPart):
    """A rule with what lies around it."""

    ancestors: list[NeighbourOut] = Field(description="From the chapter down to its parent.")
    children: list[ChildOut] = Field(description="Directly below it, in document order.")
    previous: NeighbourOut | None = Field(description="The number before it in the document.")
    next: NeighbourOut | None = Field(description="The number after it in the document.")
    cited_by: CitedByOut
    provision: Iri | None = Field(
        description="The rule as it lives through the editions, whose IRI stays; null for an "
        "edition that ruleloom's table doesn't know."
    )


class ProgramOut(_Out):
    """What an action or an ability does, as a program."""

    name: str = Field(examples=["destroy"])
    kind: str = Field(description="action, ability or text.", examples=["action"])
    origin: Literal["extracted", "curated", "inferred"] = Field(
        description="Compiled from the rule's words, or written by hand after it."
    )
    rules: list[Number] = Field(description="The rules that state it.")
    text: str = Field(description="Its readable form, which is what runs.")


class ValidationOut(_Out):
    """One thing that was checked of a rule, and how it came out (EARL)."""

    subject: Iri = Field(description="The rule, or an example below it.")
    test: Iri = Field(description="A scenario or a shape.")
    mode: str = Field(description="automatic or manual.", examples=["automatic"])
    outcome: str = Field(
        description="passed, failed, cantTell, inapplicable or untested.", examples=["passed"]
    )
    info: str | None = Field(description="Why, where someone judged it.")


class MatchOut(_Out):
    """What a search found in an item."""

    kind: MatchKind = Field(
        description="Where: in a rule's text, in an example below it, or in a glossary entry."
    )
    snippet: str = Field(description="The part of the text that the words are in.")
    spans: list[tuple[int, int]] = Field(
        description="Where the words are in the snippet: start and exclusive end, in characters."
    )
    score: float = Field(description="BM25's; greater is better, among the items of one search.")


class RuleListItem(RuleItem):
    """A rule in a list."""

    section: NeighbourOut | None = Field(description="The section that it is in, if any.")
    match: MatchOut | None = Field(None, description="What was found in it; null without q.")
    ancestors: list[NeighbourOut] | None = Field(None, description="With include=ancestors.")
    children: list[ChildOut] | None = Field(None, description="With include=children.")
    cited_by: CitedByOut | None = Field(None, description="With include=cited_by.")


class PageOut(_EditionPart):
    """A page of a list."""

    total: int | None = Field(
        description="Items in all pages together; null for a search, which doesn't count them.",
        ge=0,
    )
    next: Url | None = Field(description="The next page; null on the last. Also in Link.")


class RulesOut(PageOut):
    """A page of rules: in document order, or best first where words were sought."""

    corrected: str | None = Field(
        None,
        description="The words that were searched instead, where the edition has not those asked.",
        examples=["destroy"],
    )
    items: list[RuleListItem]


class ExampleListItem(ExampleOut):
    """An example, and where it stands."""

    rule: Number
    place: int = Field(description="Its place among the examples of that rule, from 1.", ge=1)
    iri: Iri
    url: Url = Field(description="Of its rule.")
    match: MatchOut | None = Field(None, description="What was found in it; null without q.")


class ExamplesOut(PageOut):
    """A page of examples: in document order, or best first where words were sought."""

    corrected: str | None = Field(
        None, description="The words that were searched instead, where those asked are nowhere."
    )
    items: list[ExampleListItem]


class TieOut(_Out):
    """One number that a citation names."""

    direction: Literal["out", "in"]
    source: str = Field(description="A rule's number, or an entry's headword.", examples=["701.8a"])
    source_kind: Literal["rule", "term"]
    place: str = Field(description="text, example N or sense N.", examples=["text"])
    target: Number
    dangling: bool = Field(description="Whether the edition lacks it.")
    kind: str | None = Field(
        description="What it is for, as the ontology calls it; null where nothing tells.",
        examples=["exceptionTo"],
    )
    text: str = Field(description="As printed.", examples=["701.8"])
    start: int = Field(description="Where it begins in the passage, in characters.", ge=0)
    end: int = Field(description="Where it ends, exclusive.", ge=0)


class TiesOut(PageOut):
    """The citations that tie a rule to others."""

    number: Number
    items: list[TieOut]


class SuggestionOut(_Out):
    """Something that may be meant."""

    text: str = Field(description="What to show.", examples=["702.19 Trample"])
    kind: Literal["rule", "term"]
    name: str = Field(description="The number or the headword.", examples=["702.19"])
    url: Url
    corrected: bool = Field(description="Whether it was found by forgiving a slip of the pen.")


class SuggestionsOut(PageOut):
    """What may be meant, best first."""

    items: list[SuggestionOut]


class SenseOut(_Out):
    """One sense of a glossary entry."""

    label: str | None = Field(description="The number printed before it.", examples=["1."])
    text: str
    citations: list[CitationOut]


class EntryItem(_Out):
    """An entry of the glossary."""

    headword: str = Field(description="As printed.", examples=["Kicker, Kicked"])
    names: list[str] = Field(description="The terms in it.", examples=[["Kicker", "Kicked"]])
    status: Literal["obsolete", "informal"] | None
    iri: Iri
    url: Url
    senses: list[SenseOut]
    see: list[str] = Field(description="Headwords that it sends to.")
    references: list[Number]
    dangling: list[Number]


class EntryOut(EntryItem, _EditionPart):
    """A glossary entry and its edition."""


class EntryListItem(EntryItem):
    """A glossary entry in a list."""

    match: MatchOut | None = Field(None, description="What was found in it; null without q.")


class GlossaryOut(PageOut):
    """A page of the glossary: in its own order, or best first where words were sought."""

    corrected: str | None = Field(
        None, description="The words that were searched instead, where those asked are nowhere."
    )
    items: list[EntryListItem]


class CountsOut(_Out):
    """How much an edition holds."""

    chapters: int
    sections: int
    rules: int = Field(description="Subrules among them.")
    examples: int
    references: int = Field(description="Numbers cited, each once for each rule or term.")
    dangling: int = Field(description="Citations that name a number which the edition lacks.")
    terms: int
    senses: int
    odd_lines: int = Field(description="Lines kept as text where something else was expected.")
    inferred: int = Field(description="Rules whose numbers aren't printed but inferred.")
    repaired: int = Field(description="Passages in which glued words or signs were parted.")


class EditionItem(EditionOut):
    """An edition that the store holds."""

    title: str
    published_as: list[dt.date] = Field(description="Other dates under which its files are known.")
    url: Url


class EditionsOut(PageOut):
    """Every edition that the store holds, oldest first; `edition` is the one asked for."""

    items: list[EditionItem]


class SourceOut(_Out):
    """A document that an edition was read from."""

    name: str = Field(description="The file's name, without its folder.")
    sha256: str
    encoding: str
    line_end: str = Field(examples=["CRLF"])
    truncated: bool


class StatsOut(_Out):
    """What an edition holds, and where it came from."""

    edition: EditionOut
    title: str
    counts: CountsOut
    sources: list[SourceOut]
    store_version: str = Field(description="Changes with the data.")


class ProblemOut(BaseModel):
    """What went wrong (RFC 9457); some kinds have members of their own beside these."""

    model_config = ConfigDict(extra="allow")

    type: str = Field(examples=["https://w3id.org/ruleloom/problem/rule-not-found"])
    title: str = Field(examples=["No such rule in this edition"])
    status: int = Field(ge=400, le=599, examples=[404])
    detail: str = Field(examples=["edition 2026-01-16 prints no rule 701.8z; did you mean 701.8a?"])
    instance: str = Field(examples=["/api/v1/rules/701.8z"])
