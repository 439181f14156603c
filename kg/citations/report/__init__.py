"""A report in the forms that people and machines read."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from kg.citations.check import Report
from kg.citations.report.github import to_github
from kg.citations.report.json import to_json
from kg.citations.report.junit import to_junit
from kg.citations.report.sarif import to_sarif
from kg.citations.report.text import to_text

__all__ = ["FORMATS"]

FORMATS: Mapping[str, Callable[[Report], str]] = {
    "text": to_text,
    "json": to_json,
    "sarif": to_sarif,
    "github": to_github,
    "junit": to_junit,
}
