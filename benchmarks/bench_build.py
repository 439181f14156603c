"""How long does a build take, next to tokenising the same text with spaCy? How much memory?

Limit: at most 6 times the tokenising; the cold start of the process is left out of both.
"""

from __future__ import annotations

import resource
import statistics
import tempfile
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

    def build_it() -> None:
        make_pipeline.cache_clear()
        with tempfile.TemporaryDirectory() as folder:
            build([file], Path(folder) / "store")

    tokenised, built = in_turn([tokenise, build_it], rounds=ROUNDS)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(heading(f"Build of {file.name} next to tokenising it"))
    print(f"tokenise: {statistics.median(tokenised):.2f} s (median of {ROUNDS})")
    print(f"build:    {statistics.median(built):.2f} s (median of {ROUNDS})")
    print(f"ratio:    {median_ratio(built, tokenised):.2f} (limit 6)")
    print(f"peak resident memory of the process: {peak:.0f} MiB")


if __name__ == "__main__":
    main()
