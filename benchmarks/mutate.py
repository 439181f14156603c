"""Do the scenarios notice when a program is wrong?

Each program of data/semantics is mutated (`kg.program.mutants`): a step dropped, another zone,
another quantity, an offer made or taken away, a condition turned round, two steps swapped. The
mutant is run by those scenarios that use the program; one that they all pass survives, and stands
for something that no scenario shows. Prints the survivors, then the share killed by kind; exit
status 1 where less than 85% are killed. `--only NAME` mutates the programs of that name.
"""

from __future__ import annotations

import argparse
import signal
import sys
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from common import heading

from extract.grammar.texts import CardTexts
from kg.executor.semantics import Semantics, curated_programs, holds_in
from kg.program.mutants import KINDS, Mutant, mutants
from kg.program.tree import Program
from kg.scenario.load import load_shipped
from kg.scenario.run import PASSED, run_scenario
from kg.scenario.semantics import NUMBERING, Chosen, numbers_of
from kg.scenario.values import Scenario

WANTED = 0.85
_LONGEST = 5
"""Seconds that a mutant may take with one scenario; one that goes on for ever is noticed."""
_FIELDS = {"action": "actions", "ability": "abilities", "text": "named"}


@dataclass(frozen=True)
class Outcome:
    """What came of one mutant: whether a scenario failed, and how many could have."""

    mutant: Mutant
    killed: bool
    scenarios: int


class _Watched(dict[str, Program]):
    """Programs by name, which remember what was asked for."""

    def __init__(self, programs: Mapping[str, Program]) -> None:
        super().__init__(programs)
        self.asked: set[str] = set()

    def __getitem__(self, name: str) -> Program:
        self.asked.add(name)
        return super().__getitem__(name)

    def get(self, name: str, default: Any = None) -> Any:
        if name in self:
            self.asked.add(name)
        return super().get(name, default)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", metavar="NAME")
    parser.add_argument("--jobs", type=int, default=2)
    asked = parser.parse_args()
    programs = [p for p in curated_programs() if asked.only in (None, p.name)]
    print(heading("Do the scenarios notice when a program is wrong?"))
    with ProcessPoolExecutor(asked.jobs) as pool:
        outcomes = [
            outcome for found in pool.map(check_program, programs, chunksize=4) for outcome in found
        ]
    for line in report(outcomes):
        print(line)
    killed = sum(outcome.killed for outcome in outcomes)
    sys.exit(0 if killed >= WANTED * len(outcomes) else 1)


def report(outcomes: Sequence[Outcome]) -> Iterator[str]:
    """The survivors, then the shares by kind."""
    for each in outcomes:
        if not each.killed:
            program = each.mutant.program
            since = f" since {program.since}" if program.since else ""
            until = f" until {program.until}" if program.until else ""
            yield (
                f"survives {each.scenarios} scenarios: {program.name}{since}{until}: "
                f"{each.mutant.kind}: {each.mutant.change}"
            )
    yield "\nkind\tmutants\tkilled\tshare"
    for kind in (*KINDS, "all"):
        counts = Counter(o.killed for o in outcomes if kind in (o.mutant.kind, "all"))
        if counts:
            share = counts[True] / counts.total()
            yield f"{kind}\t{counts.total()}\t{counts[True]}\t{share:.1%}"


def check_program(program: Program) -> list[Outcome]:
    """What comes of each mutant of a program."""
    related = [
        (scenario, chosen)
        for scenario, chosen, asked in _baseline()
        if program.name in asked[program.kind]
        and getattr(chosen.semantics, _FIELDS[program.kind])[program.name] == program
    ]
    return [
        Outcome(mutant, any(_fails(mutant.program, *each) for each in related), len(related))
        for mutant in mutants(program)
    ]


def _fails(mutant: Program, scenario: Scenario, chosen: Chosen) -> bool:
    field = _FIELDS[mutant.kind]
    programs = {**getattr(chosen.semantics, field), mutant.name: mutant}
    changed = replace(chosen.semantics, **{field: programs}, _of_faces={})
    signal.alarm(_LONGEST)
    try:
        return run_scenario(scenario, replace(chosen, semantics=changed)).status != PASSED
    except _TooLongError:
        return True
    finally:
        signal.alarm(0)


class _TooLongError(BaseException):
    """No Exception, which a scenario's run would take for a fault of the executor."""


def _stop(*_: object) -> None:
    raise _TooLongError


@cache
def _baseline() -> list[tuple[Scenario, Chosen, dict[str, set[str]]]]:
    """The scenarios that pass, each with its semantics and the names of the programs it uses."""
    signal.signal(signal.SIGALRM, _stop)
    semantics: dict[str, Semantics] = {}
    texts = CardTexts()
    found = []
    for scenario in load_shipped():
        date = scenario.edition or NUMBERING.isoformat()
        if date not in semantics:
            held = (p for p in curated_programs() if holds_in(p, date))
            semantics[date] = Semantics.of(held, date, texts=texts, number=numbers_of(date))
        kinds = {kind: _Watched(getattr(semantics[date], name)) for kind, name in _FIELDS.items()}
        watched = {_FIELDS[kind]: programs for kind, programs in kinds.items()}
        chosen = Chosen(replace(semantics[date], **watched, _of_faces={}), date)
        if run_scenario(scenario, chosen).status == PASSED:
            asked = {kind: programs.asked for kind, programs in kinds.items()}
            found.append((scenario, Chosen(semantics[date], date), asked))
    return found


if __name__ == "__main__":
    main()
