"""Results of scenarios as JSON, as JUnit's XML, as words, and as a play-by-play."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Any
from xml.etree import ElementTree

from kg.scenario.run import ERROR, FAILED, PASSED, Result, StepResult

__all__ = [
    "as_json",
    "as_junit",
    "as_words",
    "event_words",
    "exit_status",
    "summary",
    "trace_lines",
]

# XML 1.0, 2.2 Characters.
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def as_json(result: Result) -> dict[str, Any]:
    """One entry of the report, of plain values."""
    record: dict[str, Any] = {
        "scenario": result.scenario,
        "file": result.file,
        "edition": result.edition,
        "rules": list(result.rules),
        "status": result.status,
    }
    if result.message:
        record["message"] = result.message
    record["steps"] = [_step_as_json(step) for step in result.steps]
    return record


def _step_as_json(step: StepResult) -> dict[str, Any]:
    record: dict[str, Any] = {"step": step.position, "kind": step.kind, "status": step.status}
    if step.message:
        record["message"] = step.message
    if step.expected is not None:
        record |= {"expected": _plain(step.expected), "actual": _plain(step.actual)}
    record["events"] = [dict(event) for event in step.events]
    return record


def _plain(value: Any) -> Any:
    if is_dataclass(value):
        return {f.name: _plain(getattr(value, f.name)) for f in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): _plain(each) for key, each in value.items()}
    if isinstance(value, Iterable) and not isinstance(value, str):
        return [_plain(each) for each in value]
    return value


def exit_status(results: Sequence[Result]) -> int:
    """0 where all passed, 2 where something couldn't be read, else 1."""
    if any(result.unreadable for result in results):
        return 2
    return 0 if all(result.status == PASSED for result in results) else 1


def summary(results: Sequence[Result]) -> str:
    """How many passed, failed and went wrong, in words."""
    counts = dict.fromkeys((PASSED, FAILED, ERROR), 0)
    for result in results:
        counts[result.status] += 1
    wrong = [f"{counts[FAILED]} failed"] if counts[FAILED] else []
    if counts[ERROR]:
        wrong.append(f"{counts[ERROR]} in error")
    return ", ".join([f"{counts[PASSED]} of {len(results)} scenarios passed", *wrong])


def as_words(result: Result) -> list[str]:
    """A scenario on a line, and below it what is wrong."""
    name = result.scenario or result.file
    lines = [f"{result.status:6}  {name}" + (f"  ({result.edition})" if result.edition else "")]
    wrong = [step for step in result.steps if step.status != PASSED]
    if result.message and not wrong:
        lines.append(f"        {result.message}")
    lines += [
        f"        step {step.position}, {step.title or step.kind}: {step.message}" for step in wrong
    ]
    return lines


def trace_lines(result: Result) -> Iterator[str]:
    """A play-by-play: each step, and below it what happened, with its rules."""
    for step in result.steps:
        if step.kind == "note":
            yield f"        {step.position:2}  # {step.title}"
        elif step.kind == "expect":
            yield f"        {step.position:2}  expect: {step.status}"
        else:
            refused = f"  [{step.message}]" if step.message else ""
            yield f"        {step.position:2}  {step.title}{_given(step.parameters)}{refused}"
            yield from (f"              {event_words(event)}" for event in step.events)


def _given(parameters: Mapping[str, Any]) -> str:
    words = [f"{key} {_brief(value)}" for key, value in parameters.items()]
    return f" ({'; '.join(words)})" if words else ""


def _brief(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{key}: {_brief(each)}" for key, each in value.items())
    if isinstance(value, list | tuple):
        return ", ".join(map(_brief, value))
    return str(getattr(value, "id", value))


def event_words(event: Mapping[str, Any]) -> str:
    """An event as a line: `damage dealt: to bob, 3, by ogre (CR 120.3a)`."""
    parts = [str(event["object"])] if "object" in event else []
    if "to" in event:
        parts.append(f"to {event['to']}")
    if "amount" in event or "kind" in event:
        parts.append(" ".join(str(event[key]) for key in ("amount", "kind") if key in event))
    by = event.get("player") if event.get("player") != event.get("object") else None
    parts += [f"by {by}"] if by else []
    parts += [f"from {event['source']}"] if "source" in event else []
    parts += ["combat"] if event.get("combat") else []
    said = f"{event['event']}: {', '.join(parts)}" if parts else str(event["event"])
    return f"{said}  (CR {', '.join(event['rules'])})" if event["rules"] else said


def as_junit(results: Sequence[Result]) -> str:
    """The results as the XML that build servers read: a suite a file, a case a scenario."""
    root = ElementTree.Element("testsuites", name="ruleloom")
    for file in dict.fromkeys(result.file for result in results):
        own = [result for result in results if result.file == file]
        suite = ElementTree.SubElement(
            root,
            "testsuite",
            name=_xml(file),
            tests=str(len(own)),
            failures=str(sum(result.status == FAILED for result in own)),
            errors=str(sum(result.status == ERROR for result in own)),
        )
        for result in own:
            _junit_case(suite, result)
    ElementTree.indent(root)
    return ElementTree.tostring(root, encoding="unicode", xml_declaration=True) + "\n"


def _junit_case(suite: ElementTree.Element, result: Result) -> None:
    case = ElementTree.SubElement(
        suite, "testcase", name=_xml(result.scenario or "unreadable"), classname=_xml(result.file)
    )
    if result.status == PASSED:
        if result.message:
            ElementTree.SubElement(case, "system-out").text = _xml(result.message)
        return
    kind = "failure" if result.status == FAILED else "error"
    wrong = ElementTree.SubElement(case, kind, message=_xml(result.message))
    wrong.text = _xml("\n".join(as_words(result)))


def _xml(text: str) -> str:
    return _NO_XML.sub("\ufffd", text)
