"""Mutants: each kind of wrong, made once; and whether the scenarios notice them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from kg.program.mutants import KINDS, mutants
from kg.program.text import parse_programs, print_program

ROOT = Path(__file__).parents[2]

EXPLORE = """
@action("701.44a")
def explore(it, n):
    player = remember(controller(it))
    card = reveal(top(player, 1))
    if matches(card, "land card"):
        move(card, to="hand")
    else:
        put_counters(it, kind="+1/+1", n=n)
        with may(player):
            move(card, to="graveyard")
    tap(it)
"""


@pytest.fixture(scope="module")
def changes() -> dict[tuple[str, str], str]:
    """The bodies of the mutants of one program, by kind and change."""
    (program,) = parse_programs(EXPLORE, name="x.program")
    return {(each.kind, each.change): print_program(each.program) for each in mutants(program)}


@pytest.mark.parametrize(
    ("kind", "change", "gone", "come"),
    [
        ("step dropped", "without tap(it)", "    tap(it)\n", ""),
        ("zone", "graveyard for hand in move", 'to="hand"', 'to="graveyard"'),
        ("quantity", "2 for 1 in top", "top(player, 1)", "top(player, 2)"),
        ("quantity", "n + 1 for n in put_counters", "n=n", "n=plus(n, 1)"),
        ("optionality", "only offered: tap(it)", "    tap(it)", "    with may():\n        tap(it)"),
    ],
)
def test_a_mutant_has_one_thing_wrong(
    changes: dict[tuple[str, str], str], kind: str, change: str, gone: str, come: str
) -> None:
    (program,) = parse_programs(EXPLORE, name="x.program")

    assert changes[kind, change] == print_program(program).replace(gone, come)


def test_every_kind_is_made(changes: dict[tuple[str, str], str]) -> None:
    kinds = {kind for kind, _ in changes}

    assert kinds == set(KINDS)
    assert ("optionality", "done whatever with may(player) brings") in changes
    assert ("condition", 'if matches(card, "land card") turned round') in changes


def test_what_a_later_step_needs_is_not_dropped(changes: dict[tuple[str, str], str]) -> None:
    dropped = [change for kind, change in changes if kind == "step dropped"]

    assert not any("reveal" in change or "remember" in change for change in dropped)


def test_steps_in_an_order_that_cannot_matter_are_not_swapped() -> None:
    (program,) = parse_programs(
        '@action("701.1")\ndef x(it):\n    only_if(exists(it))\n    tap(it)\n'
        '    gets(it, power=1, toughness=1)\n    has(it, "flying")\n',
        name="x.program",
    )

    assert [each for each in mutants(program) if each.kind == "order"] == []


@pytest.mark.slow
def test_scenarios_notice_a_wrong_program() -> None:
    done = subprocess.run(
        [sys.executable, "benchmarks/mutate.py", "--only", "proliferate", "--jobs", "1"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stdout + done.stderr
    assert "survives" not in done.stdout
    assert done.stdout.rstrip().endswith("100.0%")


@pytest.mark.slow
def test_survivors_are_listed() -> None:
    done = subprocess.run(
        [sys.executable, "benchmarks/mutate.py", "--only", "roll to visit your attractions"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )

    # A die of seven sides: no scenario can rule out what chance brings.
    assert (
        "roll to visit your attractions since 2022-10-07: quantity: 7 for 6 in roll" in done.stdout
    )
