"""How well is it read what sentences say? The statements of data/gold/statements.jsonl.

Prints precision, recall and F1 of each component and of each kind, the share of statements with a
recognised kind in every edition at hand, and how long the pipeline takes next to plain tokenising;
`page_lines` gives all that to docs/quality.md.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

import spacy
from common import ROOT

from extract.pipeline import read_passages
from extract.scoring import Score, read_gold, score_statements
from extract.vocabulary import read_vocabulary
from kg.documents import Document, Reader
from kg.model import Edition, Example
from kg.statements import Said

GOLD = ROOT / "data" / "gold" / "statements.jsonl"
RULEBOOK = ROOT / "data" / "rulebook" / "2026-01-16.txt"
_WHY = """
What remains wrong is mostly of six sorts. Property or procedure: the verb can be either (`looks back`, `takes into account`), or a
passive tells a state. The point is in a second main clause (`is most often X, but any Y may be named`), where the first one decides.
A definition without `is a` or `means` (`Schemes are large cards that ...`), or a property that has its form. The predicate stands
behind a colon. A leading clause ends at the first comma that a clause can follow, though a phrase was only put in (`If it is
prohibited, by some rule or effect, from entering ...`). A player behind `by`, or behind a phrase that hangs on the subject.

Where the two differ, by number (or headword) and sentence:

"""
_SCORES = "| what | expected | found | right | precision | recall | F1 |\n"
_RULE = "| --- | ---: | ---: | ---: | ---: | ---: | ---: |\n"


def main() -> None:
    for line in page_lines():
        print(line, end="", flush=True)


def page_lines() -> Iterator[str]:
    """The section of docs/quality.md."""
    gold = read_gold(GOLD)
    yield "\n## Statements, their roles and their terms\n\n"
    yield (
        f"{len(gold)} statements of the embedded rulebook, annotated by hand, "
        f"{sum('terms' in entry for entry in gold)} of them with all terms. A role or a term is "
        "right only with the very same characters.\n\n"
    )
    scores = score_statements(_read(RULEBOOK), gold)
    yield _SCORES + _RULE
    for name, score in scores.components.items():
        yield _row(name, score)
    yield f"\nBy kind of statement, and by role:\n\n{_SCORES}{_RULE}"
    for name, score in [*sorted(scores.kinds.items()), *sorted(scores.roles.items())]:
        yield _row(name, score)
    yield _WHY
    for wrong in scores.disagreements:
        told = f"expected {wrong.expected or 'nothing'}, found {wrong.found or 'nothing'}"
        yield f"- {wrong.component}, {wrong.where}: {told}\n"
    yield from _shares()


def _row(name: str, score: Score) -> str:
    shares = f"{score.precision:.3f} | {score.recall:.3f} | {score.f1:.3f}"
    return f"| {name} | {score.expected} | {score.found} | {score.right} | {shares} |\n"


def _shares() -> Iterator[str]:
    """How many statements of rules and entries have a kind; those of examples all illustrate."""
    yield (
        "\n## Statements with a recognised kind, by edition\n\nExamples, whose sentences are all of "
        "one kind, and titles are left out. The last column is the time of the pipeline as a "
        "multiple of that of plain tokenising in the same run.\n\n"
        "| document | statements | with a kind | share | mentions of terms | ambiguous | time |\n"
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: |\n"
    )
    shared = Path(os.environ.get("RULELOOM_SHARED", ROOT.parent / "shared"))
    files = [*shared.glob("editions/*.txt"), *shared.glob("seeds/*.txt"), RULEBOOK]
    for file in sorted(files, key=lambda file: (file.parent.name, file.name)):
        edition = _read(file)
        said, ratio = _timed(edition)
        statements = [s for passage, about in said if not passage for s in about.statements]
        known = sum(bool(statement.kind) for statement in statements)
        mentions = [mention for _, about in said for mention in about.mentions]
        doubtful = sum(mention.ambiguous for mention in mentions)
        yield (
            f"| {file.stem} | {len(statements)} | {known} | {known / max(1, len(statements)):.4f} "
            f"| {len(mentions)} | {doubtful} | {ratio:.1f} |\n"
        )


def _timed(edition: Edition) -> tuple[list[tuple[bool, Said]], float]:
    """What each passage says, with whether it is an example; and the pipeline's ratio of time."""
    texts = [passage.text for _, passage in edition.passages()]
    nlp = spacy.blank("en")
    start = time.perf_counter()
    for text in texts:
        nlp.make_doc(text)
    plain = time.perf_counter() - start
    vocabulary = read_vocabulary(edition)
    start = time.perf_counter()
    said = [
        (isinstance(passage, Example), about)
        for _, passage, about in read_passages(edition.passages(), vocabulary)
    ]
    return said, (time.perf_counter() - start) / plain


def _read(file: Path) -> Edition:
    return Reader("").read(Document.load(file, origin=str(file)))


if __name__ == "__main__":
    main()
