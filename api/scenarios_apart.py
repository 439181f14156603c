"""Scenarios from strangers, run in a process that can be bounded and killed."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Sequence
from functools import partial
from typing import Any

from kg.errors import ScenarioError
from kg.program.text import parse_programs, print_program
from kg.program.tree import Program
from kg.scenario.load import parse_scenarios
from kg.scenario.report import as_json
from kg.scenario.run import run_scenarios
from kg.scenario.semantics import Known, Meanings

__all__ = ["MAX_MEMORY", "MAX_SCENARIOS", "MAX_SECONDS", "MAX_STEPS", "run_apart"]

# The 490 scenarios at hand take 3 s and 120 MB together, the process itself half a second.
MAX_SECONDS = 10
MAX_MEMORY = 1 << 30
MAX_SCENARIOS = 50
MAX_STEPS = 500
_CHILD = "from api.scenarios_apart import _serve; _serve()"
_REFUSES, _OUT_OF_MEMORY = 3, 4


def run_apart(
    text: str,
    known: Sequence[Known],
    compiled: Sequence[Program] = (),
    *,
    edition: str = "",
    seconds: int = MAX_SECONDS,
    memory: int = MAX_MEMORY,
) -> list[dict[str, Any]]:
    """The report on the scenarios in a text, as `ruleloom run --format json` prints it.

    Args:
        known: the loaded editions, oldest first.
        compiled: the programs that the asked edition's own words give; they run in its scenarios.
        edition: instead of the ones that the scenarios name.
        seconds: of the processor.
        memory: bytes.

    Raises:
        ScenarioError: the text can't be read, or takes more than it may.
    """
    asked = json.dumps(
        {
            "text": text,
            "edition": edition,
            "known": [[each.date, sorted(each.names)] for each in known],
            "compiled": "\n\n".join(map(print_program, compiled)),
        }
    )
    path = os.pathsep.join(folder for folder in sys.path if folder)
    slow = ScenarioError(f"the scenarios take more than {seconds} s; send fewer steps at once")
    try:
        done = subprocess.run(
            [sys.executable, "-P", "-c", _CHILD, str(seconds), str(memory)],
            input=asked.encode(),
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": path},
            timeout=3 * seconds,  # of the clock: the process may have to wait for its turn
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise slow from None
    if done.returncode == -signal.SIGXCPU:
        raise slow
    if done.returncode == _OUT_OF_MEMORY:
        raise ScenarioError(f"the scenarios take more than {memory >> 20} MiB of memory")
    said = done.stdout.decode("utf-8", errors="replace")
    if done.returncode == _REFUSES:
        raise ScenarioError(said)
    if done.returncode != 0:
        raise ScenarioError("the scenarios can't be run")
    found: list[dict[str, Any]] = json.loads(said)
    return found


def _serve() -> None:
    """What the process does: a request on standard input to a report on standard output."""
    seconds, memory = int(sys.argv[1]), int(sys.argv[2])
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    status = 0
    try:
        said = json.dumps(_report(**json.load(sys.stdin)))
    except ScenarioError as error:
        status, said = _REFUSES, str(error)
    except MemoryError:
        status, said = _OUT_OF_MEMORY, ""
    sys.stdout.buffer.write(said.encode("utf-8", errors="replace"))
    sys.stdout.buffer.flush()
    os._exit(status)


def _report(
    text: str, edition: str, known: list[tuple[str, list[str]]], compiled: str
) -> list[dict[str, Any]]:
    from extract.grammar.texts import CardTexts

    scenarios = parse_scenarios(text, name="scenario")
    steps = sum(len(scenario.steps) for scenario in scenarios)
    if not scenarios:
        raise ScenarioError("the text holds no scenario")
    if len(scenarios) > MAX_SCENARIOS or steps > MAX_STEPS:
        raise ScenarioError(
            f"{len(scenarios)} scenarios, {steps} steps; "
            f"at most {MAX_SCENARIOS} with {MAX_STEPS} are run at once"
        )
    programs = parse_programs(compiled, name="compiled", origin="extracted")
    meant = edition or (known[-1][0] if known else "")
    editions = [
        Known(date, frozenset(names), partial(tuple, programs if date == meant else ()))
        for date, names in known
    ]
    meanings = Meanings(editions, CardTexts())
    return [as_json(result) for result in run_scenarios(scenarios, meanings, edition=edition)]
