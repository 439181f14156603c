"""`ruleloom annotate [FILE|-]`."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import BinaryIO

import click

from extract.cards import Annotation, Annotator
from kg.annotate import Card, annotation_as_json, read_cards
from kg.cli.options import edition_options, format_option, open_for_reading, store_option
from kg.errors import CardError
from kg.store.reading import read_edition


@click.command("annotate")
@click.argument("source", metavar="[FILE|-]", default="-")
@store_option
@edition_options
@format_option("jsonl", "json", "text")
def command(source: str, store: str, edition: str | None, restated: bool, form: str) -> None:
    """Find the keywords, keyword actions, terms and rules in card texts.

    Cards are read as JSON Lines, one object with "name" and "text" a card, from FILE or from
    standard input, and answered in their order, one line a card. Of "keywords", only those that the
    card's front face has of itself are listed; "keyword_details" has the ones that it gives, too.

    A line that holds no card is reported on standard error with its number; the others are
    answered, and the exit status is 2.
    """
    with _opened(source) as stream:
        opened = open_for_reading(store)
        annotator = Annotator(read_edition(opened, opened.find_edition(edition, restated=restated)))
        cards = read_cards(stream, name="standard input" if source == "-" else source)
        bad = _write(cards, annotator, form)
    if bad:
        sys.exit(2)


@contextmanager
def _opened(source: str) -> Iterator[BinaryIO]:
    if source == "-":
        yield sys.stdin.buffer
        return
    try:
        stream = open(source, "rb")  # noqa: SIM115  # closed below; only opening it is caught
    except OSError as error:
        raise CardError(f"{source}: can't be read: {error.strerror}") from error
    with stream:
        yield stream


def _write(cards: Iterable[Card | CardError], annotator: Annotator, form: str) -> int:
    """Answer cards as they come; how many lines held none."""
    bad, separator = 0, "[\n"
    for card in cards:
        if isinstance(card, CardError):
            sys.stdout.flush()
            click.echo(f"ruleloom: {card}", err=True)
            bad += 1
            continue
        annotation = annotator.annotate(card.name, card.text)
        if form == "text":
            click.echo(_in_words(annotation))
            continue
        line = json.dumps(annotation_as_json(annotation), ensure_ascii=False)
        sys.stdout.write(f"{separator}{line}" if form == "json" else f"{line}\n")
        separator = ",\n"
    if form == "json":
        sys.stdout.write("[]\n" if separator == "[\n" else "\n]\n")
    return bad


def _in_words(annotation: Annotation) -> str:
    """A card on a line, and below it what it has, gives and does."""
    innate = [_written(use.name, use.parameter) for use in annotation.details if use.innate]
    given = [_written(use.name, use.parameter) for use in annotation.details if not use.innate]
    lines = [click.style(annotation.name, bold=True)]
    parts = (
        ("keywords", innate),
        ("gives", given),
        ("actions", annotation.actions),
        ("rules", annotation.rules),
    )
    lines += [f"  {label}: {', '.join(dict.fromkeys(items))}" for label, items in parts if items]
    return "\n".join(lines)


def _written(name: str, parameter: str) -> str:
    return f"{name} ({parameter})" if parameter else name
