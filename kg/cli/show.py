"""`ruleloom show NUMBER`."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Sequence

import click
from click.formatting import wrap_text

from kg.cli.explain import explain_rule
from kg.cli.options import edition_options, format_option, open_for_reading, store_option
from kg.cli.tables import print_json
from kg.errors import RuleNotFoundError
from kg.export import rule_as_json
from kg.model import Citation, EditionKey, Rule, RuleNumber
from kg.program.rdf import read_programs
from kg.program.text import print_program, program_as_json
from kg.program.tree import Program
from kg.statements import said_as_json
from kg.store import Store
from kg.store.reading import RuleContext, read_rule, read_rule_context
from kg.store.statements import read_said_of_rule


@click.command("show")
@click.argument("number")
@store_option
@edition_options
@click.option("--as-of", metavar="DATE", help="The same rule as the edition of that date has it.")
@click.option("--explain", is_flag=True, help="Show what each sentence does, and its terms.")
@click.option("--program", is_flag=True, help="Show the programs of what the rule defines.")
@format_option("text", "json")
def command(
    number: str,
    store: str,
    edition: str | None,
    restated: bool,
    as_of: str | None,
    explain: bool,
    program: bool,
    form: str,
) -> None:
    """Show a rule with its examples, what it cites and what cites it.

    NUMBER is a chapter's (7), a section's (701), a rule's (701.8) or a subrule's (701.8a).
    A program is compiled from the rule's own words, or written by hand after it.
    """
    parsed = RuleNumber.parse(number)
    opened = open_for_reading(store)
    if as_of:
        from kg.cli.as_of import show_as_of

        asked = edition or opened.find_edition(restated=restated).name
        show_as_of(opened, parsed, asked, as_of, form)
        return
    key = opened.find_edition(edition, restated=restated)
    rule = read_rule(opened, key, parsed)
    context = read_rule_context(opened, key, parsed)
    said = read_said_of_rule(opened, key, rule) if explain else []
    programs = read_programs(opened, key, parsed) if program else ()
    if form == "json":
        about = zip(rule.passages(), said, strict=True) if explain else ()
        explained = {"passages": [said_as_json(passage, words) for passage, words in about]}
        print_json(
            rule_as_json(rule)
            | (explained if explain else {})
            | ({"programs": [program_as_json(each) for each in programs]} if program else {})
            | {
                "edition": key.name,
                "restated": key.restated,
                "children": [str(child.number) for child in context.children],
                "cited_by": [str(citing) for citing in context.cited_by],
                "cited_by_terms": list(context.cited_by_terms),
            }
        )
    elif explain:
        explain_rule(rule, said)
    elif program:
        _print_programs(parsed, programs, _stopped(opened, key, parsed))
    else:
        _print_text(rule, context, key)


def _print_programs(number: RuleNumber, programs: Sequence[Program], stopped: str) -> None:
    for program in programs:
        how = "written by hand" if program.origin == "curated" else "compiled from the rule"
        click.echo(click.style(f"# {how}", dim=True))
        click.echo(f"{print_program(program)}\n")
    if stopped:
        click.echo(stopped)
    if not programs:
        click.echo(f"no program states {number}")


def _stopped(opened: Store, key: EditionKey, number: RuleNumber) -> str:
    """Where the compiler stopped in the definition under a rule's heading; empty if it didn't."""
    from extract.grammar.definitions import compile_actions

    heading = RuleNumber.parse(f"{number.section}.{number.rule}") if number.letter else number
    try:
        rule = read_rule(opened, key, heading)
    except RuleNotFoundError:
        return ""
    children = read_rule_context(opened, key, heading).children
    below = [read_rule(opened, key, child.number) for child in children]
    for compiled in compile_actions([rule, *below]):
        if compiled.stopped and not compiled.program:
            place = compiled.stopped
            return (
                f"the definition in {place.number} isn't compiled: stopped at characters "
                f"{place.start}-{place.end}, “{place.words}”"
            )
    return ""


def _print_text(rule: Rule, context: RuleContext, key: EditionKey) -> None:
    above = " > ".join(f"{a.number} {a.heading}".strip() for a in context.ancestors)
    click.echo(click.style(f"edition {key}" + (f" > {above}" if above else ""), dim=True))
    number = click.style(f"{rule.number}", bold=True)
    _print_paragraph(f"{number} {_styled(rule.text, rule.citations)}", indent="")
    for example in rule.examples:
        _print_paragraph(f"Example: {_styled(example.text, example.citations)}", indent="    ")
    for child in context.children:
        _print_paragraph(f"{child.number} {child.text}", indent="  ")
    _print_list("cites", [str(number) for number in rule.references()])
    missing = [str(n) for p in rule.passages() for c in p.citations for n in c.missing]
    _print_list("dangling", missing)
    _print_list("cited by", [str(number) for number in context.cited_by])
    _print_list("in the glossary", list(context.cited_by_terms))


def _styled(text: str, citations: tuple[Citation, ...]) -> str:
    if not sys.stdout.isatty():
        return text
    for citation in reversed(citations):
        mention = click.style(citation.text, underline=True)
        text = text[: citation.start] + mention + text[citation.end :]
    return text


def _print_paragraph(text: str, *, indent: str) -> None:
    if sys.stdout.isatty():
        width = max(20, min(shutil.get_terminal_size().columns, 100))
        text = wrap_text(text, width, initial_indent=indent, subsequent_indent=indent + "  ")
        click.echo(text)
    else:
        click.echo(indent + text)


def _print_list(label: str, items: list[str]) -> None:
    if items:
        _print_paragraph(f"{click.style(label, dim=True)}: {', '.join(items)}", indent="")
