"""SARIF 2.1.0, for code scanning; a certain move comes with its fix."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

import kg
from kg.citations.check import Report
from kg.citations.model import VERDICTS, Finding

__all__ = ["to_sarif"]

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_RULES = list(VERDICTS)


def to_sarif(report: Report) -> str:
    """One run."""
    run = {
        "tool": {
            "driver": {
                "name": "ruleloom",
                "semanticVersion": kg.__version__,
                "rules": [_rule(verdict) for verdict in _RULES],
            }
        },
        "columnKind": "unicodeCodePoints",
        "properties": {
            "edition": report.edition,
            "writtenFor": report.written.date.isoformat() if report.written.date else None,
            "writtenForHow": report.written.how,
        },
        "results": [_result(finding) for finding in report.findings],
    }
    return json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"


def _rule(verdict: str) -> dict[str, Any]:
    level, meaning = VERDICTS[verdict]
    return {
        "id": f"citation/{verdict}",
        "name": f"Citation{verdict.capitalize()}",
        "shortDescription": {"text": f"{meaning[0].upper()}{meaning[1:]}."},
        "defaultConfiguration": {"level": level},
    }


def _result(finding: Finding) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": f"citation/{finding.verdict}",
        "ruleIndex": _RULES.index(finding.verdict),
        "level": finding.level,
        "message": {"text": finding.message},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": _uri(finding.path)},
                    "region": _region(finding),
                }
            }
        ],
        "partialFingerprints": {"ruleloomCitation/v1": finding.fingerprint},
        "properties": {
            "number": finding.number,
            "better": list(finding.better),
            "score": finding.score,
            "certain": finding.certain,
        },
    }
    if finding.edits:
        result["fixes"] = [_fix(finding)]
    return result


def _uri(path: str) -> str:
    """A relative reference, or for a path from the root a file URI (SARIF 2.1.0, 3.4.3)."""
    encoded = quote(path.encode(errors="surrogateescape"), safe="/")
    return f"file://{encoded}" if path.startswith("/") else encoded.removeprefix("./")


def _region(finding: Finding) -> dict[str, int]:
    return {
        "startLine": finding.line,
        "startColumn": finding.column,
        "endLine": finding.end_line,
        "endColumn": finding.end_column,
        "charOffset": finding.start,
        "charLength": finding.end - finding.start,
    }


def _fix(finding: Finding) -> dict[str, Any]:
    return {
        "description": {"text": f"Cite {' or '.join(finding.better)}"},
        "artifactChanges": [
            {
                "artifactLocation": {"uri": _uri(finding.path)},
                "replacements": [
                    {
                        "deletedRegion": {
                            "charOffset": edit.start,
                            "charLength": edit.end - edit.start,
                        },
                        "insertedContent": {"text": edit.text},
                    }
                    for edit in finding.edits
                ],
            }
        ],
    }
