"""What the commands that ask an edition's network share: options, and reasons in words."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar, cast

import click

from kg.cli.options import edition_options, open_for_reading, store_option

if TYPE_CHECKING:
    from kg.analysis.chains import Path
    from kg.analysis.network import Network
    from kg.model import EditionKey
    from kg.store import Store

__all__ = [
    "Opened",
    "kinds_asked",
    "kinds_option",
    "network_options",
    "plural",
    "print_path",
    "why",
]

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True, slots=True)
class Opened:
    """A store, the edition asked for, and its network.

    Attributes:
        about: what JSON answers begin with.
    """

    store: Store
    key: EditionKey
    network: Network

    @property
    def about(self) -> dict[str, object]:
        return {"edition": self.key.name, "restated": self.key.restated}


def network_options(function: F) -> F:
    """`--store`, `--edition` and `--restated`; the command gets an `Opened` as `opened`."""

    @functools.wraps(function)
    def opening(*args: Any, store: str, edition: str | None, restated: bool, **others: Any) -> Any:
        from kg.analysis.network import read_network

        found = open_for_reading(store)
        key = found.find_edition(edition, restated=restated)
        opened = Opened(found, key, read_network(found, key))
        return function(*args, opened=opened, **others)

    return cast("F", store_option(edition_options(opening)))


def kinds_option(function: F) -> F:
    """`--kinds`: which links count."""
    option = click.option(
        "--kinds",
        metavar="KIND,...",
        help="Only these kinds of links: citations, terms, parts, programs, whole, all, or one by "
        "its name (exceptionTo, follows, uses ...).",
    )
    return option(function)


def kinds_asked(opened: Opened, asked: str | None, default: frozenset[str]) -> frozenset[str]:
    """The kinds that `--kinds` means."""
    from kg.analysis.kinds import choose_kinds

    if asked is None:
        return default
    names = [word.strip() for word in asked.split(",") if word.strip()]
    return choose_kinds(names, opened.network.kinds())


def why(path: Path | None) -> str:
    """A reason on one line: the names on the way, with the words that each link rests on."""
    if path is None:
        return ""
    steps = [
        f"{'' if not link.words else f'“{link.words}” '}→ {link.target}" for link in path.links
    ]
    return " ".join([path.links[0].source, *steps])


def print_path(path: Path, names: Callable[[str], str]) -> None:
    """A path link by link, each with its sentence.

    Args:
        names: what to call a node.
    """
    for position, link in enumerate(path.links, 1):
        source, target = names(link.source), names(link.target)
        step = f"{position}. {source} {click.style(link.verb, bold=True)} {target}"
        click.echo(f"  {step}" + (f" (“{link.words}”)" if link.words else ""))
        if link.sentence:
            inside = " in an example" if link.place == "example" else ""
            click.echo(click.style(f"       {inside and inside.strip() + ': '}{link.sentence}",
                                   dim=True))  # fmt: skip


def plural(count: int, word: str) -> str:
    """`1 link`, `2 links`."""
    return f"{count} {word}" if count == 1 else f"{count} {word}s"
