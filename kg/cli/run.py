"""`ruleloom run FILE...`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from kg.cli.options import format_option, open_for_reading, store_option
from kg.cli.tables import print_json
from kg.errors import ScenarioError
from kg.scenario.load import load_scenarios, scenario_files
from kg.scenario.report import as_json, as_junit, as_words, exit_status, summary, trace_lines
from kg.scenario.run import Result, run_files
from kg.scenario.semantics import Meanings, known_editions


@click.command("run")
@click.argument(
    "files", metavar="FILE...", nargs=-1, required=True, type=click.Path(path_type=Path)
)
@click.option(
    "--edition", metavar="DATE", default="", help="Instead of the scenarios' own editions."
)
@click.option("--trace", is_flag=True, help="Tell what happened in each step, with its rules.")
@click.option(
    "--programs",
    type=click.Choice(["curated", "compiled"]),
    default="curated",
    show_default=True,
    help="Which stand first where both are at hand: written by hand, or compiled from the rules.",
)
@click.option("--interactive", is_flag=True, help="Go on playing from the end of a scenario.")
@store_option
@format_option("text", "json", "junit")
def command(
    files: tuple[Path, ...],
    edition: str,
    trace: bool,
    programs: str,
    interactive: bool,
    store: str,
    form: str,
) -> None:
    """Run scenarios: what is done in a position, and what must then be true.

    A FILE may be a folder: all its YAML files are run. An edition that the store lacks is stood for
    by the nearest earlier one. Exit status 1 where a scenario doesn't pass, 2 where a file can't be
    read.
    """
    meanings = _meanings(store, preferring_compiled=programs == "compiled")
    if edition:
        _check_edition(meanings, edition)
    if interactive:
        _play(files, meanings, edition)
        return
    results = []
    for result in run_files(scenario_files(files), meanings, edition=edition):
        results.append(result)
        if form == "text":
            _say(result, trace=trace)
        elif trace:
            _tell_trace(result)
        if result.unreadable:
            click.echo(f"ruleloom: {result.message}", err=True)
    if form == "json":
        print_json([as_json(result) for result in results])
    elif form == "junit":
        click.echo(as_junit(results), nl=False)
    click.echo(summary(results), err=True)
    sys.exit(exit_status(results))


def _meanings(store: str, *, preferring_compiled: bool) -> Meanings:
    from extract.grammar.texts import CardTexts

    editions = known_editions(open_for_reading(store))
    return Meanings(editions, CardTexts(), preferring_compiled=preferring_compiled)


def _check_edition(meanings: Meanings, edition: str) -> None:
    try:
        chosen = meanings.choose(edition)
    except ScenarioError as error:
        raise click.BadParameter(str(error), param_hint="--edition") from None
    if chosen.message:
        click.echo(chosen.message, err=True)


def _say(result: Result, *, trace: bool) -> None:
    for line in as_words(result):
        click.echo(line)
    if trace:
        for line in trace_lines(result):
            click.echo(line)


def _tell_trace(result: Result) -> None:
    """The play-by-play beside a report for programs."""
    click.echo(f"{result.scenario or result.file}: {result.status}", err=True)
    for line in trace_lines(result):
        click.echo(line, err=True)


def _play(files: tuple[Path, ...], meanings: Meanings, edition: str) -> None:
    from kg.scenario.interactive import play_from

    scenarios = [each for path in scenario_files(files) for each in load_scenarios(path)]
    if len(scenarios) != 1:
        raise click.UsageError(
            f"--interactive plays from one scenario; these files hold {len(scenarios)}"
        )
    (scenario,) = scenarios
    if scenario.faults:
        fault = scenario.faults[0]
        raise ScenarioError(f"{scenario.file}:{fault.line}: {fault.message}")
    chosen = meanings.choose(edition or scenario.edition)
    if chosen.message:
        click.echo(chosen.message, err=True)
    play_from(scenario, chosen, lines=sys.stdin, say=click.echo)
