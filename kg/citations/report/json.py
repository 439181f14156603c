"""The report as one JSON value; also what the HTTP API answers."""

from __future__ import annotations

import json
from typing import Any

from kg.citations.check import Report
from kg.citations.model import Finding

__all__ = ["as_json", "finding_as_json", "to_json"]


def to_json(report: Report) -> str:
    """The report as JSON text."""
    # A name that is no UTF-8 has lone surrogates, which only escapes can carry.
    return json.dumps(as_json(report), indent=2) + "\n"


def as_json(report: Report) -> dict[str, Any]:
    """The report as a value."""
    written = report.written
    return {
        "edition": report.edition,
        "written_for": {
            "edition": written.date.isoformat() if written.date else None,
            "how": written.how,
            "sure": written.sure,
        },
        "files": report.files,
        "citations": report.citations,
        "known": report.known,
        "skipped": [{"path": path, "problem": why} for path, why in report.skipped],
        "findings": [finding_as_json(finding) for finding in report.findings],
    }


def finding_as_json(finding: Finding) -> dict[str, Any]:
    """One finding as a value."""
    return {
        "path": finding.path,
        "line": finding.line,
        "column": finding.column,
        "end_line": finding.end_line,
        "end_column": finding.end_column,
        "start": finding.start,
        "end": finding.end,
        "text": finding.text,
        "verdict": finding.verdict,
        "level": finding.level,
        "number": finding.number,
        "message": finding.message,
        "better": list(finding.better),
        "score": finding.score,
        "certain": finding.certain,
        "fingerprint": finding.fingerprint,
    }
