"""How well are the texts read? Writes docs/quality.md: `make quality`.

Each official edition next to an independent reading of the same file, the layouts of one edition
next to each other, and the pages without numbers next to the editions nearest to them.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Hashable, Iterator
from pathlib import Path

import independent
import quality_cards
import quality_statements
from common import ROOT, edition_file

from kg.documents import Document, Reader, read_editions
from kg.errors import SourceError
from kg.folding import fold
from kg.model import Edition

PAGE = ROOT / "docs" / "quality.md"
HEAD = """# How well the texts are read

Made by `make quality` from the official editions and the scraped pages at hand, none of which is part of the project.

## Official editions, next to an independent reading

F1 of rule numbers, of texts (folded), of examples, of references in rules and in the glossary, and of headwords. The independent
reading (`benchmarks/independent.py`) is a plain scan of the lines: it takes misprinted numbers as they stand and parts glossary
entries at blank lines only. Where the two differ, the line was read by eye; what differs is named below the table.

| edition | encoding | line ends | rules | examples | terms | references | dangling | odd lines | F1 numbers | texts | examples | references | glossary refs | headwords |
| --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
"""


def main() -> None:
    lines = [HEAD]
    folder = edition_file().parent
    files = sorted(folder.glob("*.txt"))
    start = time.perf_counter()
    editions = dict(zip(files, _read(files), strict=True))
    taken = time.perf_counter() - start
    differences: list[str] = []
    for file, edition in editions.items():
        lines.append(_row(file, edition, differences))
    lines += ["\n", *(f"- {line}\n" for line in differences)]
    lines.append(
        f"\nReading and annotating all {len(files)} took {taken:.0f} s in two processes "
        f"({taken / len(files):.2f} s an edition; the time grows with their number alone).\n"
    )
    lines += _layouts(folder, editions)
    lines += _pages(folder.parent / "seeds", editions)
    lines += quality_cards.page_lines()
    lines += quality_statements.page_lines()
    PAGE.write_text("".join(lines), encoding="utf-8")


def _read(files: list[Path]) -> Iterator[Edition]:
    documents = [Document.load(file, origin=str(file)) for file in files]
    for found in read_editions(documents, Reader("")):
        if isinstance(found, SourceError):
            raise found
        yield found


def _f1(ours: Collection[Hashable], theirs: Collection[Hashable]) -> float:
    both = len(set(ours) & set(theirs))
    return 2 * both / max(1, len(set(ours)) + len(set(theirs)))


def _row(file: Path, edition: Edition, differences: list[str]) -> str:
    other = independent.read(file.read_bytes())
    source = edition.sources[0]
    numbers = {str(rule.number) for rule in edition.rules}
    texts = {(str(r.number), _plain(r.text)) for r in edition.rules}
    examples = {(str(r.number), _plain(e.text)) for r in edition.rules for e in r.examples}
    cited = {(str(r.number), str(n)) for r in edition.rules for n in r.references()}
    terms = {(g.headword, str(n)) for g in edition.glossary for n in g.references()}
    scores = [
        _f1(numbers, other.rules.keys()),
        _f1(texts, {(n, _plain(t)) for n, t in other.rules.items()}),
        _f1(examples, {(n, _plain(t)) for n, ts in other.examples.items() for t in ts}),
        _f1(cited, other.references()),
        _f1(terms, other.glossary_references()),
        _f1([g.headword for g in edition.glossary], other.glossary.keys()),
    ]
    for what, a, b in (
        ("numbers", numbers, set(other.rules)),
        ("references", cited, other.references()),
        ("glossary references", terms, other.glossary_references()),
    ):
        shown = [f"{' -> '.join(x) if isinstance(x, tuple) else x}" for x in sorted(a ^ b)[:6]]
        if shown:
            more = len(a ^ b) - len(shown)
            rest = f" and {more} more" if more else ""
            differences.append(f"{file.stem}, {what}: {', '.join(shown)}{rest}")
    dangling = sum(1 for _ in edition.dangling())
    counts = [
        len(numbers) - sum(1 for r in edition.rules if not r.number.rule),
        sum(len(rule.examples) for rule in edition.rules),
        len(edition.glossary),
        len(cited) + len(terms),
        dangling,
        len(edition.odd_lines),
    ]
    cells = [file.stem, source.encoding, source.line_end, *map(str, counts)]
    return "| " + " | ".join([*cells, *(f"{score:.4f}" for score in scores)]) + " |\n"


def _plain(text: str) -> str:
    """Letters and digits only: the two readings may decode signs otherwise."""
    return "".join(c for c in fold(text) if c.isascii() and c.isalnum())


def _layouts(folder: Path, editions: dict[Path, Edition]) -> Iterator[str]:
    yield "\n## One edition in several layouts\n\n"
    yield "| document | rules | texts as in the TXT | examples | headwords | references |\n"
    yield "| --- | ---: | ---: | ---: | ---: | ---: |\n"
    for file in sorted([*folder.glob("*.docx"), *folder.glob("*.pdf")]):
        plain = editions[folder / f"{file.stem}.txt"]
        (edition,) = _read([file])
        cells = [
            str(len(edition.rules)),
            f"{_share(edition, plain):.4f}",
            f"{_f1(_examples(edition), _examples(plain)):.4f}",
            f"{_f1([g.headword for g in edition.glossary], [g.headword for g in plain.glossary]):.4f}",
            f"{_f1(_references(edition), _references(plain)):.4f}",
        ]
        yield f"| {file.name} | {' | '.join(cells)} |\n"


def _share(edition: Edition, plain: Edition) -> float:
    same = sum(
        fold(rule.text) == fold(twin.text)
        for rule in plain.rules
        if (twin := edition.by_number.get(rule.number))
    )
    return same / len(plain.rules)


def _examples(edition: Edition) -> set[tuple[str, str]]:
    return {(str(r.number), _plain(e.text)) for r in edition.rules for e in r.examples}


def _references(edition: Edition) -> set[tuple[str, str]]:
    return {(str(r.number), str(n)) for r in edition.rules for n in r.references()}


def _pages(folder: Path, editions: dict[Path, Edition]) -> Iterator[str]:
    """Pages without numbers: how many rules bear the number that the nearest edition gives them."""
    yield "\n## Pages without numbers\n\n"
    yield (
        "Of the rules that stand word for word in the edition nearest in time, how many bear its "
        "number; where the page renumbers rules of its own, its own citations decide.\n\n"
    )
    yield "| page | rules | nearest edition | with it as base | without a base | lost, as listed |\n"
    yield "| --- | ---: | --- | ---: | ---: | ---: |\n"
    for start, name in (("001", "2025-02-07"), ("002", "2026-01-16")):
        (file,) = folder.glob(f"{start}_*")
        base = next(e for f, e in editions.items() if f.stem == name)
        document = Document.load(file, origin=str(file))
        helped, alone = Reader("", base=base).read(document), Reader("").read(document)
        lost = sum("missing" in o.text or "absent" in o.text for o in helped.odd_lines)
        yield (
            f"| {start} | {len(helped.rules)} | {name} | {_agreement(helped, base):.3f} | "
            f"{_agreement(alone, base):.3f} | {lost} |\n"
        )


def _agreement(page: Edition, base: Edition) -> float:
    numbers: dict[str, set[str]] = {}
    for rule in base.rules:
        numbers.setdefault(fold(rule.text), set()).add(str(rule.number))
    known = [rule for rule in page.rules if fold(rule.text) in numbers]
    right = sum(str(rule.number) in numbers[fold(rule.text)] for rule in known)
    return right / len(known)


if __name__ == "__main__":
    main()
