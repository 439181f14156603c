"""`ruleloom validate`."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from pyoxigraph import NamedNode, Quad, QueryTriples

import kg
from kg.cli.options import edition_options, format_option, open_for_reading, store_option
from kg.cli.tables import print_json, print_rows
from kg.model import EditionKey
from kg.store import Store
from kg.validate import Violation, is_of_shapes, make_report, shape_names, shape_violations
from kg.vocab import validation_graph

if TYPE_CHECKING:
    from kg.scenario.coverage import Covered


@click.command("validate")
@click.option("--shapes", is_flag=True, help="Check the graph against its SHACL shapes.")
@click.option("--semantics", is_flag=True, help="Run scenarios, and tell which rules they show.")
@click.option(
    "--scenarios",
    type=click.Path(exists=True, path_type=Path),
    multiple=True,
    help="Files or folders of scenarios, instead of those that ship with ruleloom.",
)
@click.option(
    "--report",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the outcome as Turtle too.",
)
@store_option
@edition_options
@format_option("text", "json")
def command(
    shapes: bool,
    semantics: bool,
    scenarios: tuple[Path, ...],
    report: Path | None,
    store: str,
    edition: str | None,
    restated: bool,
    form: str,
) -> None:
    """Check what the store says of an edition; the outcome is kept in the store.

    Without --shapes or --semantics, both are done. Semantics are the rules of sections 701 and
    702.1 to 702.29: a rule is validated by a scenario that names it and passes, contradicted by one
    that fails, or nothing in it can be executed. Exit status 1 where something breaks a shape,
    contradicts the ontology, or contradicts a rule.
    """
    both = shapes == semantics
    opened = open_for_reading(store)
    key = opened.find_edition(edition, restated=restated)
    version = opened.version
    broken = shape_violations(opened, key, progress=_tell) if shapes or both else None
    covered = _cover(opened, key, scenarios) if semantics or both else None
    quads = list(_quads(opened, key, broken, covered))
    opened.close()
    _keep(quads, key, store=store, version=version)
    if report:
        _write(quads, report)
    if form == "json":
        print_json(_as_json(key, broken, covered))
    else:
        _print_text(key, broken, covered)
    if broken or any(each.failed for each in covered or ()):
        sys.exit(1)


def _tell(label: str, done: int, total: int) -> None:
    if done < total:
        click.echo(f"checking {label} ...", err=True)


def _cover(store: Store, key: EditionKey, paths: Sequence[Path]) -> list[Covered]:
    from extract.grammar.texts import CardTexts
    from kg.scenario.coverage import cover_edition
    from kg.scenario.load import load_scenarios, load_shipped, scenario_files

    click.echo("running scenarios ...", err=True)
    given = [each for path in scenario_files(paths) for each in load_scenarios(path)]
    return cover_edition(store, key, given if paths else load_shipped(), CardTexts())


def _quads(
    store: Store,
    key: EditionKey,
    broken: Sequence[Violation] | None,
    covered: Sequence[Covered] | None,
) -> Iterator[Quad]:
    """The edition's graph of validations: what was checked now, and of the rest what it was."""
    from kg.scenario.assertions import make_assertions

    if broken is not None:
        yield from make_report(broken, key, software=_software())
    if covered is not None:
        yield from make_assertions(covered, key, software=_software())
    if broken is None or covered is None:
        for quad in _kept(store, validation_graph(key)):
            if is_of_shapes(quad, key) == (broken is None):
                yield quad


def _kept(store: Store, graph: NamedNode) -> Iterable[Quad]:
    found = store.query("CONSTRUCT { ?s ?p ?o } WHERE { ?s ?p ?o }", default_graph=[graph])
    assert isinstance(found, QueryTriples)
    return [Quad(each.subject, each.predicate, each.object, graph) for each in found]


def _keep(quads: Sequence[Quad], key: EditionKey, *, store: str, version: str) -> None:
    from kg.store import rewrite_store

    with rewrite_store(store, purpose="validate", expecting=version) as draft:
        draft.replace_graph(validation_graph(key), quads)


def _write(quads: Sequence[Quad], path: Path) -> None:
    from pyoxigraph import RdfFormat, serialize

    from kg.errors import SourceError
    from kg.vocab import PREFIXES

    triples = (quad.triple for quad in quads)
    try:
        serialize(triples, str(path), RdfFormat.TURTLE, prefixes=PREFIXES)
    except OSError as error:
        raise SourceError(str(path), f"can't be written: {error.strerror or error}") from error


def _software() -> str:
    return f"ruleloom {kg.__version__}"


def _as_json(
    key: EditionKey, broken: Sequence[Violation] | None, covered: Sequence[Covered] | None
) -> dict[str, Any]:
    from kg.scenario.coverage_report import coverage_as_json

    found: dict[str, Any] = {"edition": key.name, "restated": key.restated}
    if broken is not None:
        found |= {
            "conforms": not broken,
            "shapes": shape_names(),
            "violations": [asdict(violation) for violation in broken],
        }
    if covered is not None:
        found["semantics"] = coverage_as_json(covered)
    return found


def _print_text(
    key: EditionKey, broken: Sequence[Violation] | None, covered: Sequence[Covered] | None
) -> None:
    from kg.scenario.coverage_report import COLUMNS, tallies, unvalidated

    if broken is not None:
        for violation in broken:
            click.echo(str(violation))
        failed = len({violation.shape for violation in broken})
        click.echo(
            f"edition {key}: {len(broken)} violations of {failed} of {len(shape_names())} shapes",
            err=True,
        )
    if covered:
        for line in unvalidated(covered):
            click.echo(line)
        print_rows(tallies(covered), COLUMNS, form="table")
    elif covered is not None:
        click.echo(f"edition {key} prints no rule that the executor is made for", err=True)
