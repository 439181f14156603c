"""Real cards, annotated by hand in data/gold/cards.jsonl; their texts are in the shared sample."""

from __future__ import annotations

import json
from pathlib import Path

from extract.cards import Annotator
from kg.model import Edition

GOLD = Path(__file__).parents[2] / "data" / "gold" / "cards.jsonl"


def test_gold_cards_are_read_as_annotated(shared: Path, rulebook: Edition) -> None:
    sample = (shared / "cards" / "sample.jsonl").read_text(encoding="utf-8")
    texts = {card["name"]: card["text"] for card in map(json.loads, sample.splitlines())}
    annotator = Annotator(rulebook)
    gold = [json.loads(line) for line in GOLD.read_text(encoding="utf-8").splitlines()]

    wrong = []
    for card in gold:
        found = annotator.annotate(card["name"], texts[card["name"]])
        if set(found.keywords) != {keyword["name"] for keyword in card["innate"]}:
            wrong.append((card["name"], found.keywords))

    assert len(gold) == 320
    assert wrong == []
