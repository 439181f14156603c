"""`ruleloom show NUMBER --as-of DATE`: a rule of one edition as another one prints it."""

from __future__ import annotations

import sys

import click

from kg.cli.tables import print_json
from kg.errors import EditionNotFoundError, RuleNotFoundError
from kg.export import rule_as_json
from kg.lineage.between import find_table
from kg.lineage.table import MapRow
from kg.lineage.wire import row_as_json
from kg.model import Rule, RuleNumber
from kg.store import Store
from kg.store.reading import read_rule

__all__ = ["show_as_of"]


def show_as_of(opened: Store, number: RuleNumber, asked: str, as_of: str, form: str) -> None:
    """Print what became of a rule; status 1 where the other edition has no such rule.

    Args:
        asked, as_of: the edition that the number is of, and the one that is wanted, as
            `kg.lineage.between.find_table` takes them; only the latter's words need be loaded.

    Raises:
        EditionNotFoundError: neither the shipped table nor the store has one of them.
        RuleNotFoundError: the edition has no rule of that number.
    """
    table, (old, new) = find_table(opened, asked, as_of)
    rows = [row for row in table.number_map(old, new) if row.old == number]
    if old == new:
        rows = [MapRow(number, number, "same", 1.0)]
    if not rows:
        raise RuleNotFoundError(number, edition=str(old))
    found = [(row, _rule(opened, as_of, row.new)) for row in rows]
    if form == "json":
        print_json(
            {
                "number": str(number),
                "edition": str(old),
                "as_of": str(new),
                "rules": [
                    row_as_json(row) | {"rule": rule_as_json(rule) if rule else None}
                    for row, rule in found
                ],
            }
        )
    else:
        for row, rule in found:
            _print(row, rule, f"{number} of {old}", str(new), later=old > new)
    if all(row.new is None for row in rows):
        sys.exit(1)


def _rule(opened: Store, edition: str, number: RuleNumber | None) -> Rule | None:
    """The rule, where the edition is loaded."""
    if number is None:
        return None
    try:
        return read_rule(opened, opened.find_edition(edition), number)
    except EditionNotFoundError:
        return None


def _print(row: MapRow, rule: Rule | None, asked: str, new: str, *, later: bool) -> None:
    sure = "" if row.confidence == 1 else f" (confidence {row.confidence:.2f})"
    if row.new is None:
        gone = "isn't yet" if later else "is no longer"
        click.echo(f"{asked} {gone} in {new}{sure}")
        return
    verdict = row.verdict.replace("-", " and ")
    click.echo(click.style(f"{asked} is {row.new} in {new}: {verdict}{sure}", dim=True))
    if rule is None:
        click.echo(f"{row.new}: edition {new} isn't loaded, so its words aren't at hand")
        return
    click.echo(f"{click.style(str(rule.number), bold=True)} {rule.text}")
    for example in rule.examples:
        click.echo(f"    Example: {example.text}")
