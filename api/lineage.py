"""Rules through the editions: number maps, histories and differences.

What is answered comes from the shipped table of editions; one that it doesn't know is aligned when
it is first asked for, which takes seconds.
"""

from __future__ import annotations

import datetime as dt
from typing import Any, TypeVar

from flask import Blueprint

from api.asked import find_asked
from api.cursors import paged
from api.lineage_models import DiffOut, HistoryOut, MapOut, MapParams
from api.live import snapshot
from api.openapi import answers, spec
from api.params import EditionParams
from api.wire import to_edition
from kg.errors import EditionNotFoundError
from kg.lineage.between import find_table
from kg.lineage.compare import Comparison, compare
from kg.lineage.history import read_history
from kg.lineage.table import Table
from kg.lineage.wire import comparison_as_json, row_as_json, stage_as_json
from kg.model import Edition, EditionKey, RuleNumber
from kg.store import Store

__all__ = ["bp", "compared"]

bp = Blueprint("lineage", __name__, url_prefix="/api/v1")
Answer = TypeVar("Answer", MapOut, DiffOut)
_UNKNOWN = "Neither ruleloom's table of editions nor the store knows one of them."


@bp.get("/map")
@spec.validate(
    resp=answers(MapOut, missing=_UNKNOWN), tags=["editions"], operation_id="map_numbers"
)
def map_numbers(query: MapParams) -> tuple[MapOut, dict[str, str]]:
    """Which rule of one edition is which of another."""
    table, (old, new) = find_table(
        snapshot().store, query.from_, query.to, read=_read, comparing=False
    )
    rows = [row_as_json(row) for row in table.number_map(old, new)]
    return _page(MapOut, {"old": old, "new": new}, rows, query)


@bp.get("/diff")
@spec.validate(
    resp=answers(DiffOut, missing=_UNKNOWN), tags=["editions"], operation_id="diff_editions"
)
def diff_editions(query: MapParams) -> tuple[DiffOut, dict[str, str]]:
    """What is different between two editions; in words where both are loaded."""
    found = comparison_as_json(compared(query.from_, query.to))
    return _page(DiffOut, found, found.pop("changes"), query)


def _page(
    model: type[Answer], members: dict[str, Any], items: list[dict[str, Any]], query: MapParams
) -> tuple[Answer, dict[str, str]]:
    page, headers = paged(items, limit=query.limit, cursor=query.cursor, edition=None)
    return model.model_validate(members | page), headers


def compared(old: str, new: str) -> Comparison:
    """Two editions beside each other, in words where they are loaded.

    Raises:
        EditionNotFoundError: neither the shipped table nor the store knows one of them.
    """
    table, (before, after) = _table(old, new)
    return compare(table, before, after, _texts(old), _texts(new))


def _table(old: str, new: str) -> tuple[Table, tuple[dt.date, ...]]:
    return find_table(snapshot().store, old, new, read=_read, comparing=False)


def _read(_: Store, key: EditionKey) -> Edition:
    return snapshot().book(key).edition


def _texts(asked: str) -> dict[RuleNumber, str]:
    at_hand = snapshot()
    try:
        book = at_hand.book(at_hand.store.find_edition(asked))
    except EditionNotFoundError:
        return {}
    return {rule.number: rule.text for rule in book.edition.rules}


@bp.get("/rules/<number>/history")
@spec.validate(
    resp=answers(
        HistoryOut,
        missing="The edition prints no such rule, or there is no such edition.",
    ),
    tags=["rules"],
    operation_id="show_history",
)
def show_history(number: str, query: EditionParams) -> HistoryOut:
    """The numbers and the wordings that a rule has had, edition by edition."""
    parsed = RuleNumber.parse(number)
    store = snapshot().store
    key = find_asked(store, query)
    stages = read_history(store, parsed, key, comparing=False)
    return HistoryOut.model_validate(
        {
            "edition": to_edition(key),
            "number": str(parsed),
            "stages": [stage_as_json(stage) for stage in stages],
        }
    )
