"""How many cards a second are annotated, and does a longer stream take more memory?

20,000 cards go through the command line as one stream, made of the cards at hand (the shared sample,
else six of our own); beside it, the same texts are only cut into words by spaCy.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

import spacy
from common import ROOT, heading

CARDS = 20_000
OURS = [
    {
        "name": "Dune Courier",
        "text": "Flying, protection from red\nCycling {2} ({2}, Discard this card.)",
    },
    {"name": "Moor Guide", "text": "Swampwalk\nElves you control have haste and ward {1}."},
    {
        "name": "Bright Smith",
        "text": "Kicker {1}{R}\nWhenever you cast a spell, scry 2, then discard a card.",
    },
    {"name": "Plain Bear", "text": ""},
    {
        "name": "Tide Caller",
        "text": "Suspend 3—{U}\nCounter target spell. Its controller draws a card.",
    },
    {
        "name": "Old Elm",
        "text": "Reach, vigilance\n{T}: Create a 1/1 green Elf token with trample.",
    },
]


def main() -> None:
    print(heading("How many cards a second are annotated?"))
    with tempfile.TemporaryDirectory() as folder:
        store = Path(folder) / "store"
        _run(["build", "--store", str(store)], b"")
        cards = _cards()
        start = _measure(store, cards[:1])
        print(
            "| cards | seconds | cards a second | peak memory (MiB) |\n| ---: | ---: | ---: | ---: |"
        )
        for count in (CARDS // 10, CARDS):
            taken, peak = _measure(store, cards[:count])
            each = count / max(1e-9, taken - start[0])
            print(f"| {count:,} | {taken:.1f} | {each:,.0f} | {peak} |")
    tokenising = _tokenise([card["text"] for card in cards])
    print(
        f"\nStarting takes {start[0]:.1f} s. Cutting the same {CARDS:,} texts into words by spaCy: {tokenising:.1f} s."
    )


def _cards() -> list[dict[str, str]]:
    shared = (
        Path(os.environ.get("RULELOOM_SHARED", ROOT.parent / "shared")) / "cards" / "sample.jsonl"
    )
    found = (
        [json.loads(line) for line in shared.open(encoding="utf-8")] if shared.is_file() else OURS
    )
    return [found[place % len(found)] for place in range(CARDS)]


def _measure(store: Path, cards: list[dict[str, str]]) -> tuple[float, int]:
    """Seconds and MiB of one run."""
    data = "".join(json.dumps(card) + "\n" for card in cards).encode()
    start = perf_counter()
    peak = _run(["annotate", "--store", str(store)], data)
    return perf_counter() - start, peak


def _run(args: list[str], data: bytes) -> int:
    """Run the command line; the peak memory of that process in MiB."""
    code = (
        "import resource, sys\nfrom kg.cli import root\n"
        "root.main(sys.argv[1:], standalone_mode=False)\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *args], input=data, capture_output=True, check=True
    )
    return int(done.stderr.split()[-1]) // 1024


def _tokenise(texts: list[str]) -> float:
    nlp = spacy.blank("en")
    start = perf_counter()
    for _ in nlp.pipe(texts):
        pass
    return perf_counter() - start


if __name__ == "__main__":
    main()
