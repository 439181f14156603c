"""Maps, histories and comparisons as JSON, for the command line and the API alike."""

from __future__ import annotations

from typing import Any

from kg.lineage.compare import Change, Comparison
from kg.lineage.history import Stage
from kg.lineage.table import MapRow

__all__ = ["comparison_as_json", "row_as_json", "stage_as_json"]


def row_as_json(row: MapRow) -> dict[str, Any]:
    """A row of a number map."""
    return {
        "old": str(row.old) if row.old else None,
        "new": str(row.new) if row.new else None,
        "verdict": row.verdict,
        "confidence": round(row.confidence, 3),
    }


def stage_as_json(stage: Stage) -> dict[str, Any]:
    """A stage of a rule's history."""
    return {
        "edition": stage.edition.isoformat(),
        "number": str(stage.number) if stage.number else None,
        "verdict": stage.verdict,
        "confidence": round(stage.confidence, 3),
        "parts": [str(number) for number in stage.parts],
        "text": stage.text,
        "changes": stage.changes,
    }


def comparison_as_json(found: Comparison) -> dict[str, Any]:
    """The difference of two editions."""
    return {
        "old": found.old.isoformat(),
        "new": found.new.isoformat(),
        "counts": dict(sorted(found.counts.items())),
        "changes": [_change_as_json(change) for change in found.changes],
        "keywords": list(found.keywords),
        "meanings": [
            {"kind": m.kind, "name": m.name, "old": m.old, "new": m.new} for m in found.meanings
        ],
    }


def _change_as_json(change: Change) -> dict[str, Any]:
    return row_as_json(change.row) | {
        "renumbered_only": change.renumbered_only,
        "old_text": change.old_text,
        "new_text": change.new_text,
        "changes": change.words,
    }
