"""`ruleloom show --as-of`: a rule of one edition as another one prints it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from kg.cli import root


@pytest.fixture
def show(embedded_store: Path) -> object:
    """`show("701.13a", "--as-of", ...)`: what the command says."""

    def run(*arguments: str) -> Result:
        return CliRunner().invoke(root, ["show", *arguments, "--store", str(embedded_store)])

    return run


def test_a_renumbered_rule_is_shown_under_its_number(show) -> None:  # type: ignore[no-untyped-def]
    done = show("701.13a", "--edition", "2017-09-29", "--as-of", "2026-01-16")

    assert done.exit_code == 0
    assert "701.13a of 2017-09-29 is 701.19a in 2026-01-16: renumbered and reworded" in done.output
    assert "701.19a A spell or ability that regenerates" in done.output


def test_an_edition_that_is_not_loaded_may_be_meant(show) -> None:  # type: ignore[no-untyped-def]
    done = show("701.13", "--edition", "2017-01-19", "--as-of", "2026-01-16", "--format", "json")

    said = json.loads(done.output)
    assert (said["edition"], said["as_of"]) == ("2017-01-20", "2026-01-16")
    assert [(each["new"], each["rule"]["heading"]) for each in said["rules"]] == [
        ("701.19", "Regenerate")
    ]


def test_words_that_are_not_at_hand_are_not_made_up(show) -> None:  # type: ignore[no-untyped-def]
    done = show("701.19a", "--as-of", "2017-01-19")

    assert "701.13a: edition 2017-01-20 isn't loaded" in done.output


def test_a_rule_that_is_not_there_yet_says_so(show) -> None:  # type: ignore[no-untyped-def]
    done = show("701.60a", "--as-of", "2017-01-19")

    assert done.exit_code == 1
    assert "701.60a of 2026-01-16 isn't yet in 2017-01-20" in done.output


def test_an_unknown_number_or_edition_is_refused(show) -> None:  # type: ignore[no-untyped-def]
    assert "prints no rule 999.1" in str(show("999.1", "--as-of", "2017-01-19").exception)
    assert "no edition 1999-01-01" in str(show("701.8a", "--as-of", "1999-01-01").exception)
