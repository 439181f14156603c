"""What a build did, as values, as JSON and as a page of its own."""

from __future__ import annotations

import html
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field

from kg.errors import SourceError
from kg.model import Edition, EditionKey, GlossaryEntry, OddLine, Rule, RuleNumber
from kg.violations import Violation

__all__ = [
    "COUNTED",
    "BuildReport",
    "EditionReport",
    "Uncompiled",
    "count_edition",
    "report_edition",
    "report_unchanged",
]

COUNTED = (
    *("chapters", "sections", "rules", "examples", "terms", "senses"),
    *("references", "dangling", "odd_lines", "inferred", "repaired"),
)
"""What `count_edition` counts, in its order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Uncompiled:
    """A keyword action that isn't compiled to a program.

    Attributes:
        name: in lower case.
        number: of the rule that defines it.
        start, end: in characters of that rule's text, half-open: what stopped the compiler; equal
            where no sentence has the form of a definition.
        words: those there.
    """

    name: str
    number: str
    start: int = 0
    end: int = 0
    words: str = ""

    def __str__(self) -> str:
        stopped = f": stopped at “{self.words}”" if self.words else ": no definition found"
        return f"{self.number} {self.name}{stopped}"


@dataclass(frozen=True, slots=True, kw_only=True)
class EditionReport:
    """What a build made of one edition.

    Attributes:
        unchanged: whether the store had all of it already, so that nothing was written; then
            there are only counts.
        counts: see `count_edition`.
        before: the edition before it in the store, and that one's counts; None for the first.
        dangling: the rule or headword that names a number which the edition lacks, and the number.
        odd_lines: with the name of the document that each stands in.
        inferred: number, confidence and evidence of each rule whose number isn't printed.
        repaired: number or headword of each passage that was repaired, what is printed there, and
            what was made of it.
        violations: what lacks a property that its shape asks for.
        actions: how many keyword actions it defines.
        uncompiled: those whose definition no program could be made of.
        sources: names of the documents that gave it.
        truncated: whether one of them stops before its end.
    """

    key: EditionKey
    unchanged: bool
    counts: Mapping[str, int]
    before: tuple[EditionKey, Mapping[str, int]] | None
    dangling: tuple[tuple[str, RuleNumber], ...]
    odd_lines: tuple[tuple[str, OddLine], ...]
    inferred: tuple[tuple[RuleNumber, float, str], ...]
    repaired: tuple[tuple[str, str, str], ...]
    violations: tuple[Violation, ...]
    actions: int
    uncompiled: tuple[Uncompiled, ...]
    sources: tuple[str, ...]
    truncated: bool


@dataclass(frozen=True, slots=True)
class BuildReport:
    """What a build did: an entry an edition, and why documents couldn't be used."""

    editions: list[EditionReport] = field(default_factory=list)
    failures: list[SourceError] = field(default_factory=list)

    def as_json(self) -> dict[str, object]:
        """The whole report in plain values."""
        return {
            "editions": [_edition_as_json(edition) for edition in self.editions],
            "failures": [{"source": f.source, "problem": f.problem} for f in self.failures],
        }

    def as_html(self) -> str:
        """The whole report as one page that needs nothing else."""
        body = "".join(_edition_as_html(edition) for edition in self.editions)
        failures = _list("Documents that couldn't be used", map(str, self.failures))
        return _PAGE.format(body=body + failures)


def count_edition(edition: Edition) -> dict[str, int]:
    """How much of each kind an edition holds.

    `rules` counts subrules too; `references` counts each number once for each rule or term that
    cites it; `inferred` counts numbers that aren't printed, `repaired` passages.
    """
    kinds = Counter(rule.kind for rule in edition.rules)
    owners: list[Rule | GlossaryEntry] = [*edition.rules, *edition.glossary]
    return {
        "chapters": kinds["chapter"],
        "sections": kinds["section"],
        "rules": kinds["rule"] + kinds["subrule"],
        "examples": sum(len(rule.examples) for rule in edition.rules),
        "terms": len(edition.glossary),
        "senses": sum(len(entry.meanings()) for entry in edition.glossary),
        "references": sum(len(owner.references()) for owner in owners),
        "dangling": sum(1 for _ in edition.dangling()),
        "odd_lines": len(edition.odd_lines),
        "inferred": sum(rule.inferred_number for rule in edition.rules),
        "repaired": sum(bool(passage.printed) for _, passage in edition.passages()),
    }


def report_edition(
    edition: Edition,
    *,
    before: tuple[EditionKey, Mapping[str, int]] | None = None,
    violations: Iterable[Violation] = (),
    actions: int = 0,
    uncompiled: Iterable[Uncompiled] = (),
) -> EditionReport:
    """The report on an edition that was written."""
    names = {source.sha256: source.name for source in edition.sources}
    return EditionReport(
        key=edition.key,
        unchanged=False,
        counts=count_edition(edition),
        before=before,
        dangling=tuple((_name(owner), number) for owner, number, _ in edition.dangling()),
        odd_lines=tuple((names.get(odd.source, ""), odd) for odd in edition.odd_lines),
        inferred=tuple(
            (r.number, r.confidence, r.evidence) for r in edition.rules if r.inferred_number
        ),
        repaired=tuple(
            (_name(owner), passage.printed, passage.text)
            for owner, passage in edition.passages()
            if passage.printed
        ),
        violations=tuple(violations),
        actions=actions,
        uncompiled=tuple(uncompiled),
        sources=tuple(names.values()),
        truncated=edition.truncated,
    )


def report_unchanged(
    key: EditionKey,
    counts: Mapping[str, int],
    sources: Iterable[str],
    before: tuple[EditionKey, Mapping[str, int]] | None,
) -> EditionReport:
    """The report on an edition that was there already; it has counts only."""
    return EditionReport(
        key=key,
        unchanged=True,
        counts=counts,
        before=before,
        dangling=(),
        odd_lines=(),
        inferred=(),
        repaired=(),
        violations=(),
        actions=0,
        uncompiled=(),
        sources=tuple(sources),
        truncated=False,
    )


def _name(owner: Rule | GlossaryEntry) -> str:
    return str(owner.number) if isinstance(owner, Rule) else owner.headword


def _differences(report: EditionReport) -> dict[str, int]:
    old = report.before[1] if report.before else {}
    return {name: count - old[name] for name, count in report.counts.items() if name in old}


def _edition_as_json(report: EditionReport) -> dict[str, object]:
    return {
        "edition": report.key.name,
        "restated": report.key.restated,
        "unchanged": report.unchanged,
        "truncated": report.truncated,
        "sources": list(report.sources),
        "counts": dict(report.counts),
        "before": report.before[0].name if report.before else None,
        "differences": _differences(report),
        "dangling": [{"source": s, "target": str(n)} for s, n in report.dangling],
        "odd_lines": [
            {"file": name, "line": odd.line, "expected": odd.expected, "text": odd.text}
            for name, odd in report.odd_lines
        ],
        "inferred_numbers": [
            {"number": str(number), "confidence": confidence, "evidence": evidence}
            for number, confidence, evidence in report.inferred
        ],
        "repaired": [
            {"where": where, "printed": printed, "repaired": repaired}
            for where, printed, repaired in report.repaired
        ],
        "violations": [asdict(violation) for violation in report.violations],
        "actions": {
            "defined": report.actions,
            "not_compiled": [asdict(each) for each in report.uncompiled],
        },
    }


_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Build report</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>
:root {{ color-scheme: light dark }}
body {{ font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto }}
table {{ border-collapse: collapse }} td, th {{ padding: .2rem .8rem; text-align: right }}
th {{ text-align: left; font-weight: 600 }} li {{ overflow-wrap: anywhere }}
</style></head><body><h1>Build report</h1>
{body}</body></html>
"""


def _edition_as_html(report: EditionReport) -> str:
    state = "unchanged" if report.unchanged else "built"
    cut = ", truncated" if report.truncated else ""
    differences = _differences(report)
    rows = "".join(
        f"<tr><th>{name.replace('_', ' ')}</th><td>{count}</td>"
        f"<td>{f'{differences[name]:+d}' if name in differences else ''}</td></tr>"
        for name, count in report.counts.items()
    )
    before = f" (next to {report.before[0]})" if report.before else ""
    return (
        f"<h2>{html.escape(str(report.key))}</h2>"
        f"<p>{state} from {html.escape(', '.join(report.sources))}{cut}{before}</p>"
        f"<table>{rows}</table>"
        + _list("Dangling citations", (f"{s} names {n}" for s, n in report.dangling))
        + _list("Odd lines", _odd_lines(report))
        + _list("Violations of shapes", map(str, report.violations))
        + _list("Keyword actions not compiled", map(str, report.uncompiled))
        + _list("Inferred numbers", (f"{n} ({c:.2f}): {why}" for n, c, why in report.inferred))
        + _list("Repaired passages", (f"{where}: {new}" for where, _, new in report.repaired))
    )


def _odd_lines(report: EditionReport) -> Iterator[str]:
    for name, odd in report.odd_lines:
        yield f"{name}:{odd.line}: expected {odd.expected}: {odd.text}"


def _list(title: str, items: Iterable[str]) -> str:
    shown = "".join(f"<li>{html.escape(item)}</li>" for item in items)
    return f"<h3>{title}</h3><ul>{shown}</ul>" if shown else ""
