"""Lines that editors and terminals can follow: `path:line:column: level: message [verdict]`."""

from __future__ import annotations

from kg.citations.check import Report
from kg.citations.model import Finding

__all__ = ["summary", "to_text"]


def to_text(report: Report) -> str:
    """A line a finding."""
    return "".join(f"{_line(finding)}\n" for finding in report.findings)


def _line(finding: Finding) -> str:
    place = f"{finding.path}:{finding.line}:{finding.column}"
    score = f" {finding.score:.2f}" if finding.verdict == "wrong" else ""
    return f"{place}: {finding.level}: {finding.message} [{finding.verdict}{score}]"


def summary(report: Report) -> list[str]:
    """What was read, against what, and how much was found, for people."""
    written = report.written
    days = f"written for {written.date}" if written.date else "written for an unknown edition"
    counts: dict[str, int] = {}
    for finding in report.findings:
        counts[finding.verdict] = counts.get(finding.verdict, 0) + 1
    found = ", ".join(f"{count} {verdict}" for verdict, count in sorted(counts.items()))
    known = f"; {report.known} known ones left out" if report.known else ""
    skipped = [f"skipped {path}: {why}" for path, why in report.skipped]
    return [
        *skipped,
        f"checked against {report.edition}; {days} ({written.how})",
        f"{report.citations} citations in {report.files} files: {found or 'nothing found'}{known}",
    ]
