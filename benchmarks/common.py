"""What the benchmarks share: the text to run on, the machine, and how a ratio is printed."""

from __future__ import annotations

import os
import platform
import statistics
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from time import perf_counter

ROOT = Path(__file__).parent.parent


def edition_file(name: str = "2026-01-16") -> Path:
    """An official edition if the shared texts are there, else the embedded rulebook."""
    shared = Path(os.environ.get("RULELOOM_SHARED", ROOT.parent / "shared"))
    official = shared / "editions" / f"{name}.txt"
    return official if official.is_file() else ROOT / "data" / "rulebook" / "2026-01-16.txt"


def seconds(work: Callable[[], object]) -> float:
    """How long one call takes."""
    start = perf_counter()
    work()
    return perf_counter() - start


def in_turn(works: Sequence[Callable[[], object]], *, rounds: int) -> list[list[float]]:
    """The seconds of each, taken in turn A B A B so that a drift of the machine hits all alike."""
    taken: list[list[float]] = [[] for _ in works]
    for _ in range(rounds):
        for times, work in zip(taken, works, strict=True):
            times.append(seconds(work))
    return taken


def median_ratio(ours: Sequence[float], theirs: Sequence[float]) -> float:
    """The median of the ratios of neighbouring runs."""
    return statistics.median(a / b for a, b in zip(ours, theirs, strict=True))


def heading(question: str) -> str:
    """The question with the machine and the commit."""
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    ).stdout.strip()
    machine = f"{os.cpu_count()} cores, Python {platform.python_version()}, commit {commit}"
    return f"# {question}\n{machine}\n"
