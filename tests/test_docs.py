"""The documentation is true: its pages are current, its links lead somewhere, its queries run."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from kg.cli import _COMMANDS
from kg.gallery import find_query
from kg.store import open_store

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / name for name in ("README.md", "CONTRIBUTING.md")] + sorted(
    ROOT.glob("docs/**/*.md")
)


def test_command_line_page_is_current() -> None:
    # In a process of its own: click keeps the help option of a command that a test has invoked.
    done = subprocess.run(
        [sys.executable, "-m", "kg.cli.reference"],
        env={**os.environ, "COLUMNS": "100"},
        capture_output=True,
        text=True,
        check=True,
    )

    assert (ROOT / "docs" / "reference" / "cli.md").read_text() == done.stdout


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_to_files_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\((?!https?:|#)([^)#]+)", page.read_text()):
        assert (page.parent / link).exists(), f"{page.name} links to {link}"


def test_readme_names_only_what_exists() -> None:
    text = (ROOT / "README.md").read_text()

    assert set(re.findall(r"ruleloom ([a-z]+) ", text)) <= {*_COMMANDS, "is", "do", "reads"}
    for name in re.findall(r"ruleloom query ([a-z-]+)", text):
        assert find_query(name)


def test_readme_queries_run(embedded_store: Path) -> None:
    with open_store(embedded_store) as store:
        for query in re.findall(
            r"```sparql\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL
        ):
            assert list(store.query(query))  # type: ignore[arg-type]
