"""`ruleloom cite check PATH...` and `ruleloom cite fix PATH...`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from kg.citations.baseline import read_baseline, write_baseline
from kg.citations.check import Report
from kg.citations.facts import facts_with, lineage_facts
from kg.citations.fix import mend_files, write_mended
from kg.citations.lock import Lock, make_lock, read_lock, write_lock
from kg.citations.report import FORMATS
from kg.citations.report.text import summary
from kg.citations.run import Tree, check_tree, scan_tree
from kg.citations.target import Target, find_target
from kg.cli.options import edition_options, format_option, open_for_reading, store_option
from kg.errors import SourceError

_paths = click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
_written_for = click.option(
    "--written-for",
    metavar="DATE",
    help="The edition that the files were written for (default: told from their citations).",
)
_lock = click.option(
    "--lock",
    type=click.Path(dir_okay=False, path_type=Path),
    help="A file with the hashes of the rules cited; written if it doesn't exist.",
)


@click.group("cite")
def command() -> None:
    """Check the rule numbers that programs and texts cite, and mend those that moved."""


@command.command("check")
@_paths
@store_option
@edition_options
@_written_for
@click.option(
    "--baseline",
    type=click.Path(dir_okay=False, path_type=Path),
    help="A file of findings that are known and aren't reported; written if it doesn't exist.",
)
@_lock
@click.option("--update", is_flag=True, help="Write the baseline and the lock anew.")
@format_option(*FORMATS)
def check(
    paths: tuple[Path, ...],
    store: str,
    edition: str | None,
    restated: bool,
    written_for: str | None,
    baseline: Path | None,
    lock: Path | None,
    update: bool,
    form: str,
) -> None:
    """Find citations of rules in files and folders, and report those that are wrong.

    PATHS are files and folders; what .gitignore leaves out is left out. Exit status 1 where
    anything worse than a note is found.
    """
    if update and not (baseline or lock):
        raise click.UsageError("--update needs --baseline or --lock")
    known = (
        read_baseline(baseline) if baseline and baseline.exists() and not update else frozenset()
    )
    locked = read_lock(lock) if lock and lock.exists() else None
    target, tree, report = _check(
        paths, store, edition, restated, written_for=written_for, lock=locked, baseline=known
    )
    if baseline and (update or not baseline.exists()):
        _keep_baseline(baseline, report)
        report = _all_known(report)
    if lock and (update or not lock.exists()):
        _keep_lock(lock, target, tree)
    sys.stdout.write(FORMATS[form](report))
    _tell(summary(report))
    if report.failed:
        sys.exit(1)


@command.command("fix")
@_paths
@store_option
@edition_options
@_written_for
@_lock
@click.option("--dry-run", is_flag=True, help="Show a unified diff, and write nothing.")
def fix(
    paths: tuple[Path, ...],
    store: str,
    edition: str | None,
    restated: bool,
    written_for: str | None,
    lock: Path | None,
    dry_run: bool,
) -> None:
    """Rewrite the citations whose rules certainly have another number now.

    Only digits and letters of these numbers change; all that is doubtful is left as it is, and
    `ruleloom cite check` tells it. What was written is noted in .ruleloom-cite.json at the root of
    the repository, else beside PATHS, so that no number is moved twice.
    """
    locked = read_lock(lock) if lock and lock.exists() else None
    target, tree, report = _check(
        paths, store, edition, restated, written_for=written_for, lock=locked
    )
    mended = list(mend_files(report, tree))
    if dry_run:
        for file in mended:
            sys.stdout.write(file.diff())
    elif mended:
        for record in write_mended(mended, target):
            click.echo(f"noted in {record}", err=True)
    if lock and not dry_run:
        _keep_lock(lock, target, scan_tree(paths, target, lineage_facts()))
    _tell(summary(report))
    done = "would rewrite" if dry_run else "rewrote"
    count = sum(file.count for file in mended)
    click.echo(f"{done} {count} citations in {len(mended)} files", err=True)


def _check(
    paths: tuple[Path, ...], store: str, edition: str | None, restated: bool, **how: Any
) -> tuple[Target, Tree, Report]:
    with open_for_reading(store) as opened:
        facts = facts_with(opened, edition, how.get("written_for") or edition)
        target = find_target(opened, facts, edition, restated=restated)
    with _progress() as progress:
        tree = scan_tree(paths, target, facts, progress)
    return target, tree, check_tree(tree, target, facts, **how)


def _tell(lines: list[str]) -> None:
    for line in lines:
        click.echo(line, err=True)


def _keep_baseline(file: Path, report: Report) -> None:
    write_baseline(file, report.findings)
    click.echo(f"wrote {len(report.findings)} known findings to {file}", err=True)


def _all_known(report: Report) -> Report:
    return replace(report, findings=(), known=report.known + len(report.findings))


def _keep_lock(file: Path, target: Target, tree: Tree) -> None:
    if not target.rules:
        raise SourceError(
            str(file),
            f"can't be written: the store has no text of {target.name}; `ruleloom build` it first",
        )
    made: Lock = make_lock(target, tree.numbers())
    write_lock(file, made)
    click.echo(f"locked {len(made.hashes)} rules of {target.name} in {file}", err=True)


@contextmanager
def _progress() -> Iterator[Callable[[int], None]]:
    """A count of files on a terminal; nothing elsewhere, for a check takes seconds."""
    if not sys.stderr.isatty():
        yield lambda done: None
        return
    from rich.console import Console

    with Console(stderr=True).status("reading files ...") as status:

        def show(done: int) -> None:
            if done % 100 == 0:
                status.update(f"reading files ... {done}")

        yield show
