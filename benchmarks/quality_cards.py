"""How well are card texts read? The cards of data/gold/cards.jsonl whose texts are at hand.

Prints precision, recall and F1 of the innate keywords, their parameters, the keywords that a text
gives, and the keyword actions; `page_lines` gives them to docs/quality.md.
"""

from __future__ import annotations

import json
import os
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from common import ROOT

from extract.cards import Annotation, Annotator
from kg.documents import Document, Reader, read_editions
from kg.errors import SourceError
from kg.model import Edition

GOLD = ROOT / "data" / "gold" / "cards.jsonl"
KINDS = ("innate keywords", "their parameters", "granted keywords", "keyword actions")


def main() -> None:
    print("".join(page_lines()), end="")


def page_lines() -> list[str]:
    """The section of docs/quality.md."""
    texts = _texts()
    gold = [json.loads(line) for line in GOLD.read_text(encoding="utf-8").splitlines()]
    known = [card for card in gold if card["name"] in texts]
    lines = [
        "\n## Keywords and actions of card texts\n\n",
        f"{len(known)} cards of `data/gold/cards.jsonl`, annotated by hand, whose texts are at hand, "
        "read in the words of the embedded rulebook.\n\n",
        "| what | expected | found | right | precision | recall | F1 |\n",
        "| --- | ---: | ---: | ---: | ---: | ---: | ---: |\n",
    ]
    annotator = Annotator(_embedded())
    start = time.perf_counter()
    annotations = {
        card["name"]: annotator.annotate(card["name"], texts[card["name"]]) for card in known
    }
    taken = time.perf_counter() - start
    wrong: list[str] = []
    for kind in KINDS:
        expected, found = Counter[Any](), Counter[Any]()
        for card in known:
            expected.update((card["name"], item) for item in set(_expected(card, kind)))
            found.update(
                (card["name"], item) for item in set(_found(annotations[card["name"]], kind))
            )
        lines.append(_row(kind, expected, found))
        for name, item in sorted((expected - found) + (found - expected), key=str):
            side = "missed" if (name, item) in expected else "too much"
            wrong.append(f"- {name}: {kind}, {' '.join(item)}: {side}\n")
    lines.append(f"\n{len(known) / max(taken, 1e-9):,.0f} cards a second.\n")
    return lines + (["\n", *wrong] if wrong else ["\nNothing differs.\n"])


def _row(kind: str, expected: Counter[Any], found: Counter[Any]) -> str:
    right = (expected & found).total()
    precision = right / max(1, found.total())
    recall = right / max(1, expected.total())
    f1 = 2 * right / max(1, found.total() + expected.total())
    return (
        f"| {kind} | {expected.total()} | {found.total()} | {right} "
        f"| {precision:.4f} | {recall:.4f} | {f1:.4f} |\n"
    )


def _expected(card: dict[str, Any], kind: str) -> Iterator[tuple[str, ...]]:
    if kind == "keyword actions":
        yield from ((action,) for action in card["actions"])
    elif kind == "innate keywords":
        yield from ((keyword["name"],) for keyword in card["innate"])
    else:
        of = "innate" if kind == "their parameters" else "granted"
        yield from ((keyword["name"], keyword.get("parameter", "")) for keyword in card[of])


def _found(annotation: Annotation, kind: str) -> Iterator[tuple[str, ...]]:
    if kind == "keyword actions":
        yield from ((action,) for action in annotation.actions)
    elif kind == "innate keywords":
        yield from ((name,) for name in annotation.keywords)
    else:
        innate = kind == "their parameters"
        for use in annotation.details:
            if use.innate == innate and use.face == 0:
                yield use.name, use.parameter


def _texts() -> dict[str, str]:
    folder = Path(os.environ.get("RULELOOM_SHARED", ROOT.parent / "shared")) / "cards"
    cards = [
        json.loads(line)
        for file in sorted(folder.glob("*.jsonl"))
        for line in file.read_text(encoding="utf-8").splitlines()
    ]
    return {card["name"]: card["text"] for card in cards}


def _embedded() -> Edition:
    file = ROOT / "data" / "rulebook" / "2026-01-16.txt"
    edition = next(read_editions([Document.load(file, origin=file.name)], Reader("")))
    if isinstance(edition, SourceError):
        raise edition
    return edition


if __name__ == "__main__":
    main()
