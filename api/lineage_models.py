"""Rules through the editions, as JSON: the parameters and the answers."""

from __future__ import annotations

import datetime as dt

from pydantic import BaseModel, ConfigDict, Field

from api.models import EditionOut, Url
from api.params import AnswerParams, Cursor

__all__ = ["DiffOut", "HistoryOut", "MapOut", "MapParams"]

_Old = Field(description="Its number in the older edition; null for a new rule.")
_New = Field(description="Its number in the newer edition; null for one that was withdrawn.")
_Verdict = Field(
    description="same, renumbered, reworded, renumbered-reworded, split, merged, new or withdrawn.",
    examples=["renumbered"],
)
_Sure = Field(description="How sure that is.", ge=0, le=1)
_Changes = Field(
    description="Both wordings in one text, with [-old-] and {+new+} words; null where they are "
    "the same, or one edition isn't loaded."
)


class MapParams(AnswerParams):
    """Which editions are set beside each other."""

    from_: str = Field(
        alias="from",
        description="The date of an edition, or one under which its file is known.",
        max_length=40,
        examples=["2025-02-07"],
    )
    to: str = Field(
        description="The date of the other edition.", max_length=40, examples=["2026-01-16"]
    )
    limit: int = Field(
        5000, description="Items in a page; nearly always all.", ge=1, le=10_000, examples=[100]
    )
    cursor: Cursor = None


class _Out(BaseModel):
    model_config = ConfigDict(frozen=True)


class RowOut(_Out):
    """What became of one rule; a split or a merge has a row for each pair."""

    old: str | None = _Old
    new: str | None = _New
    verdict: str = _Verdict
    confidence: float = _Sure


class _PageOut(_Out):
    old: dt.date
    new: dt.date
    total: int
    next: Url | None = Field(description="The next page; null on the last.")


class MapOut(_PageOut):
    """Which rule of one edition is which of another."""

    items: list[RowOut] = Field(
        description="By the number in the edition `from`, then what is new."
    )


class StageOut(_Out):
    """One form of a rule."""

    edition: dt.date = Field(description="The first edition that prints it so.")
    number: str | None = Field(description="Null from the edition on that lacks it.")
    verdict: str = Field(description="first known, or as in a map.", examples=["reworded"])
    confidence: float = _Sure
    parts: list[str] = Field(
        description="Numbers, in the edition before, of other rules that it was made of or with."
    )
    text: str | None = Field(description="Null where the edition isn't loaded.")
    changes: str | None = _Changes


class HistoryOut(_Out):
    """The numbers and the wordings that a rule has had."""

    edition: EditionOut
    number: str = Field(examples=["701.19a"])
    stages: list[StageOut] = Field(description="Oldest first.")


class ChangeOut(RowOut):
    """What became of one rule, in words where both editions are loaded."""

    renumbered_only: bool | None = Field(
        description="Whether only the rule numbers that it cites differ; null where that isn't "
        "known."
    )
    old_text: str | None
    new_text: str | None
    changes: str | None = _Changes


class MeaningOut(_Out):
    """A keyword whose program isn't the same in both editions."""

    kind: str = Field(description="action or ability.")
    name: str
    old: str | None = Field(description="The program; null where the edition has none.")
    new: str | None = Field(description="The program; null where the edition has none.")


class DiffOut(_PageOut):
    """What is different between two editions."""

    counts: dict[str, int] = Field(description="How many rules there are of each verdict.")
    items: list[ChangeOut] = Field(description="By number.")
    keywords: list[str] = Field(description="Those with a rule that says something else now.")
    meanings: list[MeaningOut]
