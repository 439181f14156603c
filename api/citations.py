"""Citations in a text checked over HTTP: `POST /api/v1/citations/check`."""

from __future__ import annotations

import threading
from collections import OrderedDict
from typing import Any

from flask import Blueprint, current_app
from pydantic import BaseModel, ConfigDict, Field
from werkzeug.exceptions import RequestEntityTooLarge

from api.asked import find_asked
from api.live import Snapshot, snapshot
from api.models import EditionOut, Number
from api.openapi import answers, spec
from api.params import EditionParams
from api.wire import to_edition
from kg.citations.check import known_numbers
from kg.citations.facts import LineageFacts, facts_with
from kg.citations.report.json import as_json
from kg.citations.run import check_text
from kg.citations.scan import find_citations
from kg.citations.target import Target, find_target
from kg.model import Edition, EditionKey
from kg.store import Store

__all__ = ["bp", "checked_against", "refuse_too_many"]

bp = Blueprint("citations", __name__, url_prefix="/api/v1/citations")
_TARGETS = 4


class CheckIn(BaseModel):
    """A text whose citations are to be checked."""

    model_config = ConfigDict(
        extra="forbid",
        json_schema_extra={"examples": [{"text": "// CR 701.8a: destroy", "name": "engine.rs"}]},
    )

    text: str = Field(
        description="Program code or prose, up to 200,000 characters with 2,000 citations (the "
        "server's CITATIONS_MAX_TEXT and CITATIONS_MAX).",
        examples=["// CR 701.8a: destroy"],
    )
    name: str = Field(
        "text.txt",
        description="The name of its file; the suffix tells the language.",
        max_length=1000,
        examples=["engine.rs"],
    )
    written_for: str | None = Field(
        None,
        description="The date of the edition that it was written for; without it, that is told "
        "from the citations and the words beside them.",
        max_length=40,
        examples=["2025-02-07"],
    )


class WrittenForOut(BaseModel):
    """Which edition a text was written for."""

    edition: str | None = Field(description="Its date; null where that can't be told.")
    how: str = Field(description="How that is known, in words.")
    sure: bool = Field(description="Whether moves were read from it.")


class FindingOut(BaseModel):
    """What is wrong with one citation."""

    line: int = Field(description="From 1.", ge=1)
    column: int = Field(description="From 1, in characters.", ge=1)
    end_line: int = Field(ge=1)
    end_column: int = Field(description="Exclusive.", ge=1)
    start: int = Field(description="Where it begins in the text, in characters.", ge=0)
    end: int = Field(description="Where it ends, exclusive.", ge=0)
    text: str = Field(description="The citation as printed.", examples=["701.13a"])
    verdict: str = Field(
        description="malformed, dangling, moved, wrong, split, holes or reworded.",
        examples=["moved"],
    )
    level: str = Field(description="error, warning or note.", examples=["error"])
    number: str = Field(description="What it is about.", examples=["701.13a"])
    message: str
    better: list[str] = Field(description="What it should probably be, best first.")
    score: float | None = Field(description="How sure that is, 0 to 1.")
    certain: bool = Field(description="Whether `ruleloom cite fix` would rewrite it.")
    fingerprint: str = Field(description="Stays when lines move.")


class CheckOut(BaseModel):
    """What is wrong with the citations of a text."""

    edition: EditionOut
    written_for: WrittenForOut
    citations: int = Field(description="How many were found.", ge=0)
    cited: list[Number] = Field(description="The numbers cited, each once, in document order.")
    findings: list[FindingOut] = Field(description="In the order of the text.")


@bp.post("/check")
@spec.validate(
    resp=answers(CheckOut, too_large="The text is longer than this server takes."),
    tags=["citations"],
    operation_id="check_citations",
)
def check_citations(query: EditionParams, json: CheckIn) -> CheckOut:
    """Find the citations of rules in a text, and say which are wrong."""
    limit = current_app.config["CITATIONS_MAX_TEXT"]
    if len(json.text) > limit:
        raise RequestEntityTooLarge(
            f"the text has {len(json.text)} characters; at most {limit} are checked at once"
        )
    target, facts = checked_against(snapshot(), query)
    refuse_too_many(json.text, target, facts)
    report = check_text(json.text, json.name, target, facts, written_for=json.written_for)
    found: dict[str, Any] = as_json(report)
    return CheckOut(
        edition=to_edition(target.key),
        written_for=WrittenForOut(**found["written_for"]),
        citations=report.citations,
        cited=list(report.cited),
        findings=[FindingOut(**finding) for finding in found["findings"]],
    )


def refuse_too_many(text: str, target: Target, facts: LineageFacts) -> None:
    """Count the citations of a text before the work that each of them is.

    Raises:
        RequestEntityTooLarge: there are more than are checked at once.
    """
    count = len(find_citations(text, known_numbers(target, facts)))
    limit = current_app.config["CITATIONS_MAX"]
    if count > limit:
        raise RequestEntityTooLarge(f"{count} citations; at most {limit} are checked at once")


class _Targets:
    """Editions ready to be checked against: the index of one takes half a second to make."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, str, bool], tuple[Target, LineageFacts]] = OrderedDict()
        self._lock = threading.Lock()

    def get(
        self, at_hand: Snapshot, asked: str | None, restated: bool
    ) -> tuple[Target, LineageFacts]:
        place = (at_hand.version, asked or "", restated)
        with self._lock:
            if place not in self._kept:

                def read(_: Store, key: EditionKey) -> Edition:
                    return at_hand.book(key).edition

                facts = facts_with(at_hand.store, asked, read=read, comparing=False)
                target = find_target(at_hand.store, facts, asked, restated=restated, read=read)
                _ = target.index, target.judged
                self._kept[place] = target, facts
                if len(self._kept) > _TARGETS:
                    self._kept.popitem(last=False)
            self._kept.move_to_end(place)
            return self._kept[place]


_targets = _Targets()


def checked_against(at_hand: Snapshot, query: EditionParams) -> tuple[Target, LineageFacts]:
    """The edition that a request asks to check citations against, ready for it, and the facts."""
    asked = query.edition or None
    if query.date:
        key: EditionKey = find_asked(at_hand.store, query)
        asked = key.path
    return _targets.get(at_hand, asked, query.restated)
