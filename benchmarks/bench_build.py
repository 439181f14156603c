"""How long does a build take, next to tokenising the same text with spaCy? How much memory?

Limit: at most 6 times the tokenising, without what is inferred; a build infers by default. The cold
start of the process is left out of both.
"""

from __future__ import annotations

import resource
import statistics
import tempfile
from functools import partial
from pathlib import Path

import spacy
from common import edition_file, heading, in_turn, median_ratio

from extract.pipeline import make_pipeline
from extract.readers import read_lines
from kg.build import build

ROUNDS = 5


def main() -> None:
    file = edition_file()
    texts = [line for line in read_lines(file.read_bytes(), name=file.name).lines if line]
    make_pipeline()

    def tokenise() -> None:
        # A fresh pipeline each time: its cache of words would make every later run a third as long.
        for _ in spacy.blank("en").pipe(texts):
            pass

    def build_it(*, inferring: bool) -> None:
        make_pipeline.cache_clear()
        with tempfile.TemporaryDirectory() as folder:
            build([file], Path(folder) / "store", inferring=inferring)

    works = [tokenise, partial(build_it, inferring=False), partial(build_it, inferring=True)]
    tokenised, plain, whole = in_turn(works, rounds=ROUNDS)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    beside = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(heading(f"Build of {file.name} next to tokenising it"))
    print(f"tokenise:             {statistics.median(tokenised):.2f} s (median of {ROUNDS})")
    for label, times, bound in (
        ("build --no-inference:", plain, " (limit 6)"),
        ("build:               ", whole, ""),
    ):
        ratio = median_ratio(times, tokenised)
        print(f"{label} {statistics.median(times):.2f} s, ratio {ratio:.2f}{bound}")
    print(f"peak resident memory: {peak:.0f} MiB, and {beside:.0f} MiB of the reasoner")


if __name__ == "__main__":
    main()
