"""The reference page of the command line, made from the command line itself.

`python -m kg.cli.reference > docs/reference/cli.md`; a test holds the page equal to this.
"""

from __future__ import annotations

import sys

import click

from kg.cli import root

__all__ = ["reference"]

_HEAD = """# Command line

Results go to standard output, all else to standard error. Exit status: 0 done, 1 the answer is a
failure, 2 wrong use or unreadable input, with one line that says what, where and what to do;
`--debug` shows the traceback. On a store that doesn't exist, a reading command first builds the
embedded rulebook into it and says so. A table goes to a terminal; into a pipe it has a line a row
with tabs between the cells.

This page is made by `python -m kg.cli.reference`.
"""


def reference() -> str:
    """The page, in Markdown."""
    context = click.Context(root, info_name="ruleloom", **root.context_settings)
    parts = [_HEAD]
    for name in root.list_commands(context):
        command = root.get_command(context, name)
        assert command is not None
        parts.append(_section(command, context, name, title=name))
        if isinstance(command, click.Group):
            inner = click.Context(command, context, info_name=name)
            parts += (
                _section(command.commands[below], inner, below, title=f"{name} {below}")
                for below in command.list_commands(inner)
            )
    return "".join(parts)


def _section(command: click.Command, above: click.Context, name: str, *, title: str) -> str:
    # Below the root, for a command keeps the help option that it was first asked with.
    inner = click.Context(command, above, info_name=name, max_content_width=100)
    return f"\n## {title}\n\n```text\n{command.get_help(inner)}\n```\n"


if __name__ == "__main__":
    sys.stdout.write(reference())
