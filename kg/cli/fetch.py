"""`ruleloom fetch [DATE|latest]`."""

from __future__ import annotations

import datetime as dt
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from kg.fetch import Progress, fetch, read_config


def _default_cache() -> Path:
    import platformdirs

    return Path(platformdirs.user_cache_dir("ruleloom", appauthor=False)) / "texts"


@click.command("fetch")
@click.argument("asked", metavar="[DATE|latest]", default="latest")
@click.option(
    "--cache",
    type=click.Path(path_type=Path, file_okay=False),
    default=_default_cache,
    metavar="FOLDER",
    help="Where the texts are kept (default: the user's cache folder).",
)
@click.option(
    "--config",
    type=click.Path(path_type=Path),
    envvar="RULELOOM_FETCH_CONFIG",
    metavar="FILE",
    help="Other addresses, hashes or limits (default: $RULELOOM_FETCH_CONFIG).",
)
@click.option("--refresh", is_flag=True, help="Download it even if the cache has it.")
def command(asked: str, cache: Path, config: Path | None, refresh: bool) -> None:
    """Download an official text from its publisher and print its path.

    DATE is the day the text was published, or for texts that ruleloom knows of the day it takes
    effect. A text that the cache has isn't downloaded again.
    """
    day = _parse_day(asked)
    with _progress() as progress:
        path = fetch(day, cache, config=read_config(config), refresh=refresh, progress=progress)
    click.echo(path)


def _parse_day(asked: str) -> dt.date | None:
    if asked == "latest":
        return None
    try:
        return dt.datetime.strptime(asked, "%Y-%m-%d").date()
    except ValueError as error:
        raise click.BadParameter(
            f"{asked!r} is neither a date like 2026-01-16 nor latest"
        ) from error


@contextmanager
def _progress() -> Iterator[Progress]:
    """A bar on a terminal; elsewhere a line for each address."""
    if not sys.stderr.isatty():
        begun: set[str] = set()

        def tell(address: str, done: int, total: int | None) -> None:
            if address not in begun:
                begun.add(address)
                click.echo(f"fetching {address} ...", err=True)

        yield tell
        return
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, TextColumn, TransferSpeedColumn
    from rich.progress import Progress as Bar

    columns = TextColumn("{task.description}", markup=False), BarColumn(), DownloadColumn()
    with Bar(*columns, TransferSpeedColumn(), console=Console(stderr=True), transient=True) as bar:
        tasks = {}

        def advance(address: str, done: int, total: int | None) -> None:
            if address not in tasks:
                tasks[address] = bar.add_task(address.rpartition("/")[2], total=total)
            bar.update(tasks[address], completed=done, total=total)

        yield advance
