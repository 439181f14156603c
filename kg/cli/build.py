"""`ruleloom build [SOURCE...]`."""

from __future__ import annotations

import datetime as dt
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from kg.build import BuildReport, EditionReport, Progress, build, build_embedded
from kg.cli.options import format_option, store_option
from kg.cli.tables import print_json

_SHOWN = 10


@click.command("build")
@click.argument("sources", nargs=-1, metavar="[SOURCE]...", type=click.Path(path_type=Path))
@click.option(
    "--date", type=click.DateTime(["%Y-%m-%d"]), help="The date of documents that give none."
)
@click.option(
    "--base",
    type=click.Path(path_type=Path),
    help="A numbered edition that helps to number pages without numbers.",
)
@click.option("--replace", is_flag=True, help="Let a document win over those it contradicts.")
@store_option
@format_option("text", "json")
def command(
    sources: tuple[Path, ...],
    date: dt.datetime | None,
    base: Path | None,
    replace: bool,
    store: str,
    form: str,
) -> None:
    """Read documents into the store, beside the editions that it holds.

    Without a SOURCE, the embedded rulebook is built: ruleloom's own restatement of some sections.
    """
    with _progress() as progress:
        if sources:
            day = date.date() if date else None
            report = build(
                sources, store, date=day, base=base, replacing=replace, progress=progress
            )
        else:
            report = build_embedded(store, progress=progress)
    if form == "json":
        print_json(_as_json(report))
    else:
        for edition in report.editions:
            _print_edition(edition)
    for failure in report.failures:
        click.echo(f"ruleloom: {failure}", err=True)
    if report.failures:
        sys.exit(2)


@contextmanager
def _progress() -> Iterator[Progress]:
    """A bar on a terminal; elsewhere a line for each thing begun."""
    if sys.stderr.isatty():
        from rich.console import Console
        from rich.progress import Progress as Bar

        with Bar(console=Console(stderr=True), transient=True) as bar:
            tasks = {}

            def advance(label: str, done: int, total: int) -> None:
                if label not in tasks:
                    tasks[label] = bar.add_task(label, total=total)
                bar.update(tasks[label], completed=done, total=total)

            yield advance
        return
    begun: set[str] = set()

    def tell(label: str, done: int, total: int) -> None:
        if label not in begun:
            begun.add(label)
            click.echo(f"{label} ...", err=True)

    yield tell


def _print_edition(report: EditionReport) -> None:
    counts = ", ".join(f"{count} {name}" for name, count in report.counts.items())
    state = "unchanged" if report.unchanged else "built"
    cut = ", TRUNCATED" if report.truncated else ""
    click.echo(f"edition {report.key}: {state} from {', '.join(report.sources)}{cut}")
    click.echo(f"  {counts}")
    dangling = [f"{owner} names {number}" for owner, number in report.dangling]
    odd = [f"{name}:{o.line}: expected {o.expected}: {o.text}" for name, o in report.odd_lines]
    _print_list("dangling citations", dangling)
    _print_list("odd lines", odd)


def _print_list(label: str, items: list[str]) -> None:
    click.echo(f"  {len(items)} {label}" + (":" if items else ""))
    for item in items[:_SHOWN]:
        click.echo(f"    {item}")
    if items[_SHOWN:]:
        click.echo(f"    and {len(items) - _SHOWN} more (--format json shows all)")


def _as_json(report: BuildReport) -> dict[str, object]:
    return {
        "editions": [
            {
                "edition": e.key.name,
                "restated": e.key.restated,
                "unchanged": e.unchanged,
                "truncated": e.truncated,
                "sources": list(e.sources),
                "counts": e.counts,
                "dangling": [{"source": s, "target": str(n)} for s, n in e.dangling],
                "odd_lines": [
                    {"file": name, "line": o.line, "expected": o.expected, "text": o.text}
                    for name, o in e.odd_lines
                ],
            }
            for e in report.editions
        ],
        "failures": [
            {"source": failure.source, "problem": failure.problem} for failure in report.failures
        ],
    }
