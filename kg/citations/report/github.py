"""Workflow commands that GitHub shows as annotations beside the lines."""

from __future__ import annotations

from kg.citations.check import Report
from kg.citations.model import Finding

__all__ = ["to_github"]

_COMMANDS = {"error": "error", "warning": "warning", "note": "notice"}


def to_github(report: Report) -> str:
    """A command a finding."""
    return "".join(f"{_command(finding)}\n" for finding in report.findings)


def _command(finding: Finding) -> str:
    place = {
        "file": finding.path,
        "line": str(finding.line),
        "endLine": str(finding.end_line),
        "col": str(finding.column),
        "endColumn": str(finding.end_column),
        "title": f"{finding.verdict} citation",
    }
    properties = ",".join(f"{name}={_property(value)}" for name, value in place.items())
    return f"::{_COMMANDS[finding.level]} {properties}::{_data(finding.message)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
