"""JUnit's XML: a test case a finding; a note passes."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

from kg.citations.check import Report

__all__ = ["to_junit"]

# XML 1.0 2.2 has no escape for these.
_UNPRINTABLE = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def to_junit(report: Report) -> str:
    """One suite; where nothing is wrong, one case that passes."""
    failed = [finding for finding in report.findings if finding.level != "note"]
    suite = ET.Element(
        "testsuite",
        name="ruleloom cite check",
        tests=str(max(1, len(report.findings))),
        failures=str(len(failed)),
        errors="0",
        skipped="0",
        time="0",
    )
    for finding in report.findings:
        place = f"{finding.path}:{finding.line}:{finding.column}"
        case = ET.SubElement(
            suite,
            "testcase",
            classname=_clean(finding.path),
            name=_clean(f"{place} {finding.text}"),
        )
        case.set("file", _clean(finding.path))
        case.set("line", str(finding.line))
        if finding.level == "note":
            ET.SubElement(case, "system-out").text = _clean(finding.message)
        else:
            failure = ET.SubElement(
                case, "failure", type=finding.verdict, message=_clean(finding.message)
            )
            failure.text = _clean(f"{place}: {finding.message}")
    if not report.findings:
        ET.SubElement(suite, "testcase", classname="ruleloom", name="citations")
    suites = ET.Element("testsuites")
    suites.append(suite)
    ET.indent(suites)
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(suites, encoding="unicode") + "\n"
    )


def _clean(text: str) -> str:
    return _UNPRINTABLE.sub("\ufffd", text)
