"""How long does it take to read what an edition says, next to plain tokenising?"""

from __future__ import annotations

import statistics

import spacy
from common import edition_file, heading, in_turn, median_ratio

from extract.pipeline import read_passages
from extract.statement_triples import statement_quads
from extract.triples import make_quads
from extract.vocabulary import read_vocabulary
from kg.documents import Document, Reader


def main() -> None:
    print(heading(__doc__.splitlines()[0]))
    file = edition_file()
    edition = Reader("").read(Document.load(file, origin=str(file)))
    texts = [passage.text for _, passage in edition.passages()]
    vocabulary = read_vocabulary(edition)
    nlp = spacy.blank("en")
    works = {
        "tokenising": lambda: [nlp.make_doc(text) for text in texts],
        "the vocabulary": lambda: read_vocabulary(edition),
        "the pipeline": lambda: list(read_passages(edition.passages(), vocabulary)),
        "the edition's quads": lambda: list(make_quads(edition)),
        "the statements' quads": lambda: list(statement_quads(edition)),
    }
    times = in_turn(list(works.values()), rounds=3)
    print(f"{file.stem}: {len(texts)} passages\n")
    print("| work | seconds | times tokenising |\n| --- | ---: | ---: |")
    for name, taken in zip(works, times, strict=True):
        ratio = median_ratio(taken, times[0])
        print(f"| {name} | {statistics.median(taken):.2f} | {ratio:.1f} |")


if __name__ == "__main__":
    main()
