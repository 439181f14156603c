"""`ruleloom build [SOURCE...]`."""

from __future__ import annotations

import datetime as dt
import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from kg.build import Progress, build, build_embedded
from kg.cli.options import format_option, store_option
from kg.cli.tables import print_json
from kg.errors import StoreError
from kg.report import BuildReport, EditionReport

_SHOWN = 10
_ALWAYS = ("chapters", "sections", "rules", "examples", "terms", "senses", "references")


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
@click.option(
    "--inference/--no-inference",
    default=True,
    show_default=True,
    help="Write what follows from the editions too.",
)
@click.option(
    "--report",
    "report_to",
    metavar="FILE",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write the whole report to a .json or .html file.",
)
@store_option
@format_option("text", "json")
def command(
    sources: tuple[Path, ...],
    date: dt.datetime | None,
    base: Path | None,
    replace: bool,
    inference: bool,
    report_to: Path | None,
    store: str,
    form: str,
) -> None:
    """Read documents into the store, beside the editions that it holds.

    A SOURCE is a document (plain text, DOCX, PDF, HTML, Markdown) or a folder of some.

    Without a SOURCE, the embedded rulebook is built: ruleloom's own restatement of some sections.
    """
    if report_to is not None and report_to.suffix not in (".json", ".html"):
        raise click.BadParameter(
            f"{report_to} ends in neither .json nor .html", param_hint="--report"
        )
    with _progress() as progress:
        if sources:
            day = date.date() if date else None
            report = build(
                sources,
                store,
                date=day,
                base=base,
                replacing=replace,
                inferring=inference,
                progress=progress,
            )
        else:
            report = build_embedded(store, inferring=inference, progress=progress)
    if form == "json":
        print_json(report.as_json())
    else:
        for edition in report.editions:
            _print_edition(edition)
    if report_to is not None:
        _write_report(report, report_to)
    for edition in report.editions:
        _tell_violations(edition)
    for failure in report.failures:
        click.echo(f"ruleloom: {failure}", err=True)
    if report.failures:
        sys.exit(2)


def _write_report(report: BuildReport, path: Path) -> None:
    if path.suffix == ".html":
        text = report.as_html()
    else:
        text = json.dumps(report.as_json(), ensure_ascii=False, indent=2) + "\n"
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise StoreError(path, f"can't be written: {error.strerror}") from error


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
    shown = (name for name in report.counts if name not in ("dangling", "odd_lines"))
    counts = ", ".join(
        f"{report.counts[name]} {name}" for name in shown if report.counts[name] or name in _ALWAYS
    )
    state = "unchanged" if report.unchanged else "built"
    cut = ", TRUNCATED" if report.truncated else ""
    click.echo(f"edition {report.key}: {state} from {', '.join(report.sources)}{cut}")
    click.echo(f"  {counts}")
    if report.unchanged:
        return
    if report.actions:
        done = report.actions - len(report.uncompiled)
        click.echo(f"  {done} of {report.actions} keyword actions compiled to programs")
    dangling = [f"{owner} names {number}" for owner, number in report.dangling]
    odd = [f"{name}:{o.line}: expected {o.expected}: {o.text}" for name, o in report.odd_lines]
    _print_list("dangling citations", dangling)
    _print_list("odd lines", odd)


def _tell_violations(report: EditionReport) -> None:
    for violation in report.violations[:_SHOWN]:
        click.echo(f"ruleloom: {violation}", err=True)
    if len(report.violations) > _SHOWN:
        more = f"{len(report.violations) - _SHOWN} more violations in edition {report.key}"
        click.echo(f"ruleloom: {more}; --report lists them", err=True)


def _print_list(label: str, items: list[str]) -> None:
    click.echo(f"  {len(items)} {label}" + (":" if items else ""))
    for item in items[:_SHOWN]:
        click.echo(f"    {item}")
    if items[_SHOWN:]:
        click.echo(f"    and {len(items) - _SHOWN} more (--format json shows all)")
