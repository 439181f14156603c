"""Options that several subcommands share, and how they open the store."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from kg.errors import StoreMissingError
from kg.store import Store, open_store

__all__ = ["edition_options", "format_option", "open_for_reading", "store_option"]

F = TypeVar("F", bound=Callable[..., Any])


def default_store() -> str:
    """`$RULELOOM_STORE`, else a folder in the user's data folder."""
    given = os.environ.get("RULELOOM_STORE")
    if given:
        return given
    import platformdirs

    return str(Path(platformdirs.user_data_dir("ruleloom", appauthor=False)) / "store")


def store_option(function: F) -> F:
    """`--store`: where the graph is kept."""
    option = click.option(
        "--store",
        default=default_store,
        metavar="PATH",
        help="The store's folder (default: $RULELOOM_STORE, else the user's data folder).",
    )
    return option(function)


def edition_options(function: F) -> F:
    """`--edition` and `--restated`: which edition is meant."""
    edition = click.option(
        "--edition", metavar="DATE", help="The edition of that date (default: the newest)."
    )
    restated = click.option(
        "--restated", is_flag=True, help="Prefer ruleloom's own restatement to the official text."
    )
    return edition(restated(function))


def format_option(*formats: str) -> Callable[[F], F]:
    """`--format`, with the first of the formats as its default."""
    return click.option(
        "--format", "form", type=click.Choice(formats), default=formats[0], show_default=True
    )


def open_for_reading(location: str) -> Store:
    """The store; where there is none yet, the embedded rulebook is built into it first."""
    try:
        return open_store(location)
    except StoreMissingError:
        from kg.build import build_embedded

        click.echo(f"no store at {location} yet: building the embedded rulebook there", err=True)
        build_embedded(location)
        return open_store(location)


corrections_option = click.option(
    "--corrections",
    "file",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="A file of corrections by hand, for editions that are aligned here.",
)
