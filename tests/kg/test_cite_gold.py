"""The check on the gold trees: twelve languages and more, with answers by hand."""

from __future__ import annotations

import datetime as dt
import re
from pathlib import Path

import pytest

from kg.citations.check import known_numbers
from kg.citations.facts import lineage_facts
from kg.citations.mend import apply_edits
from kg.citations.run import Tree, check_text, check_tree
from kg.citations.scoring import (
    Answer,
    GoldText,
    read_gold,
    score_better,
    score_finding,
    score_verdict,
)
from kg.citations.target import Target
from kg.citations.tree import scan_text
from kg.model import Edition, EditionKey

GOLD = Path(__file__).parents[2] / "data" / "gold" / "citations"
DAY = dt.date(2026, 1, 16)


@pytest.fixture(scope="module")
def target(rulebook: Edition) -> Target:
    """The restated edition, with the numbers of the official one."""
    numbers = lineage_facts().numbers(DAY) | {str(rule.number) for rule in rulebook.rules}
    return Target(EditionKey(DAY, restated=True), DAY, numbers, rulebook.rules)


def scanned(gold: list[GoldText], target: Target) -> Tree:
    """The gold texts as a tree."""
    known = known_numbers(target, lineage_facts())
    scans = tuple(scan_text(text.text, text.name, known, target.index) for text in gold)
    return Tree(len(gold), scans, ())


def test_answers_are_taken_out_of_the_text() -> None:
    gold = GoldText.parse("a.rs", "CR 701.8a⟦right⟧, CR 1.2⟦moved:701.9⟧!")

    assert gold.text == "CR 701.8a, CR 1.2!"
    assert gold.answers == {9: Answer("right"), 17: Answer("moved", "701.9")}


def test_gold_is_large_enough() -> None:
    gold = [*read_gold(GOLD / "current"), *read_gold(GOLD / "older")]

    assert sum(len(text.answers) for text in gold) >= 200
    assert len({text.name.rpartition(".")[2] for text in gold}) >= 12


def test_current_gold_tree(target: Target) -> None:
    gold = read_gold(GOLD / "current")
    tree = scanned(gold, target)
    report = check_tree(tree, target, lineage_facts())
    finding = score_finding(gold, tree.scans)
    wrong = score_verdict(gold, report, "wrong", "moved")

    assert finding.precision >= 0.99, finding.errors
    assert finding.recall >= 0.99, finding.errors
    for verdict in ("dangling", "malformed"):
        score = score_verdict(gold, report, verdict)
        assert (score.precision, score.recall) == (1, 1), score.errors
    assert wrong.precision >= 0.9, wrong.errors
    assert wrong.recall >= 0.8, wrong.errors
    assert score_better(gold, report).precision >= 0.9


def test_older_gold_tree(target: Target) -> None:
    gold = read_gold(GOLD / "older")
    tree = scanned(gold, target)
    report = check_tree(tree, target, lineage_facts())
    moved = score_verdict(gold, report, "moved")

    assert report.written.date == dt.date(2017, 4, 28)
    assert (moved.precision, moved.recall) == (1, 1), moved.errors
    assert score_better(gold, report).precision == 1


@pytest.mark.parametrize("written_for", ["2025-02-07", "2017-04-28", "2011-09-30"])
def test_a_tree_of_an_older_edition_is_recognised_and_mended_whole(
    target: Target, written_for: str
) -> None:
    old = dt.date.fromisoformat(written_for)
    before = {new: number for number, new in lineage_facts().follow(old, DAY).items()}
    cases = [
        (before[str(rule.number)], str(rule.number), rule.text.split()[: 4 * (place % 4)])
        for place, rule in enumerate(target.rules)
        if rule.number.letter and str(rule.number) in before
    ]
    text = "".join(f"// CR {o}: {' '.join(words)}\ngo();\n\n" for o, _, words in cases)
    report = check_text(text, "x.rs", target, lineage_facts())
    mended = apply_edits(text, [edit for f in report.findings for edit in f.edits])

    numbers = re.findall(r"// CR (\S+):", mended)
    assert report.written.sure
    assert all(number in (o, new) for number, (o, new, _) in zip(numbers, cases, strict=True))
    left = [o for number, (o, new, _) in zip(numbers, cases, strict=True) if number != new]
    assert len(left) <= 0.02 * len(cases)  # where neighbouring editions fit alike and disagree
