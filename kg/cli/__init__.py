"""The command line: shared options, errors to one line and an exit status, subcommands read late.

Exit status: 0 done, 1 the answer is a failure, 2 wrong use or unreadable input. Results go to
standard output, all else to standard error. A subcommand's module is imported when it is asked for.
"""

from __future__ import annotations

import importlib
import os
import sys

import click

from kg.errors import RuleloomError

__all__ = ["main"]

_COMMANDS = {
    "analyse": "Analyse an edition's network, and keep the results in the store.",
    "central": "Show which rules most others hang on.",
    "chain": "Follow what a rule leans on, or what leans on it.",
    "cycles": "Explain the circles in which rules lean on each other.",
    "exceptions": "Show which rules prevail over rules that prevail over others.",
    "graph": "Draw the network of the rules, or write it for another tool.",
    "impact": "List what is touched if a rule's text changes.",
    "orphans": "List rules and terms that stand alone.",
    "paths": "Show the best paths between two keywords, or what they share.",
    "annotate": "Find keywords, actions, terms and rules in card texts.",
    "diff": "Compare two editions: what moved, and what is worded anew.",
    "history": "Show the numbers and the wordings that a rule has had.",
    "map": "List which rule of one edition is which of another.",
    "build": "Read documents into the store.",
    "cite": "Check the rule numbers that programs and texts cite, and mend them.",
    "fetch": "Download an official text.",
    "export": "Write an edition as RDF or JSON.",
    "query": "Ask the store in SPARQL.",
    "run": "Run scenarios: positions, what is done, what must then be true.",
    "search": "Find rules, examples and terms by words.",
    "serve": "Serve the endpoint, the API and the pages.",
    "show": "Show a rule with its examples and citations.",
    "validate": "Check the graph against its shapes.",
    "stats": "Count what the editions hold.",
}


class _LateGroup(click.Group):
    """A group whose subcommands are known by name and help before their modules are read."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        command = importlib.import_module(f"kg.cli.{cmd_name}").command
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(sorted(_COMMANDS.items()))


@click.group(cls=_LateGroup, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--debug", is_flag=True, help="Show the traceback of an error.")
@click.version_option(package_name="ruleloom")
def root(debug: bool) -> None:
    """The Magic: The Gathering Comprehensive Rules as a knowledge graph with a query API."""


def main() -> None:
    """Run the command line and exit with its status."""
    try:
        root.main(standalone_mode=False)
    except click.ClickException as error:
        error.show()
        sys.exit(error.exit_code)
    except (click.Abort, KeyboardInterrupt):
        sys.exit(130)
    except BrokenPipeError:
        # The reader of our output (`| head`) has seen enough; nothing more may be written to it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(141)
    except RuleloomError as error:
        if "--debug" in sys.argv:
            raise
        click.echo(f"ruleloom: {error}", err=True)
        sys.exit(2)
    except OSError as error:  # a full disk behind standard output
        if "--debug" in sys.argv:
            raise
        click.echo(f"ruleloom: the output can't be written: {error.strerror or error}", err=True)
        sys.exit(2)
