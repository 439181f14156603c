"""How well are citations found and judged? Part of `make quality`; prints, and fails below the limits.

Two measures. The gold trees in `data/gold/citations`, annotated by hand, against the embedded rulebook. And, where the official
text is at hand, the sentences of our restatement, cut to comments of several lengths, as paraphrases that cite the official rules: under
their right numbers, and under the numbers of a sibling, of a neighbour and of any rule.
"""

from __future__ import annotations

import datetime as dt
import random
import sys
from collections.abc import Sequence
from pathlib import Path

from common import ROOT, edition_file

from kg.citations.check import known_numbers
from kg.citations.facts import lineage_facts
from kg.citations.ranges import split
from kg.citations.run import Tree, check_text, check_tree
from kg.citations.scoring import (
    GoldText,
    Score,
    read_gold,
    score_better,
    score_finding,
    score_verdict,
)
from kg.citations.target import Target
from kg.citations.tree import scan_text
from kg.documents import Document, Reader, read_editions
from kg.errors import SourceError
from kg.model import Edition, EditionKey

DAY = dt.date(2026, 1, 16)
GOLD = ROOT / "data" / "gold" / "citations"
LENGTHS = (6, 10, 16, 30)
# Of the citations in a tree that words can be compared for, how many are wrong: what precision assumes.
WRONG_SHARE = 0.1
PRECISION = 0.9


def main() -> None:
    own = _read(ROOT / "data" / "rulebook" / f"{DAY}.txt")
    target = _target(own, restated=True)
    print("citations: what, precision, recall, right of wanted")
    failed = [not _gold(name, target) for name in ("current", "older")]
    file = edition_file(str(DAY))
    if file.parent.name == "editions":
        failed.append(not _paraphrases(own, _target(_read(file), restated=False)))
    sys.exit(any(failed))


def _read(file: Path) -> Edition:
    (found,) = read_editions([Document.load(file, origin=str(file))], Reader(""))
    if isinstance(found, SourceError):
        raise found
    return found


def _target(edition: Edition, *, restated: bool) -> Target:
    printed = lineage_facts().numbers(DAY) | {str(rule.number) for rule in edition.rules}
    return Target(EditionKey(DAY, restated), DAY, printed, edition.rules)


def _gold(name: str, target: Target) -> bool:
    gold: Sequence[GoldText] = read_gold(GOLD / name)
    known = known_numbers(target, lineage_facts())
    scans = tuple(scan_text(text.text, text.name, known, target.index) for text in gold)
    report = check_tree(Tree(len(gold), scans, ()), target, lineage_facts())
    wrong = score_verdict(gold, report, "wrong", "moved")
    scores = {
        "found": score_finding(gold, scans),
        "right": score_verdict(gold, report, "right"),
        "dangling": score_verdict(gold, report, "dangling"),
        "malformed": score_verdict(gold, report, "malformed"),
        "wrong or moved": wrong,
        "better number": score_better(gold, report),
    }
    print(f"  {name}: {len(gold)} files, written for {report.written.date}, {report.written.how}")
    for what, score in scores.items():
        _print(what, score)
    return scores["found"].precision >= 0.99 and wrong.precision >= PRECISION


def _print(what: str, score: Score) -> None:
    print(f"    {what:<16}{score.precision:.3f}  {score.recall:.3f}  {score.right}/{score.wanted}")
    for error in score.errors:
        print(f"      {error}")


def _paraphrases(own: Edition, target: Target) -> bool:
    """Whether words accuse wrong numbers and spare right ones, at every length of comment."""
    choose = random.Random(1)
    letters = [str(r.number) for r in target.rules if r.number.letter]
    cases = [
        (str(r.number), r.text.split())
        for r in own.rules
        if str(r.number) in target.numbers and r.number.letter
        and (r.number.section == 701 or (r.number.section == 702 and r.number.rule < 30))
    ]  # fmt: skip
    print(f"  paraphrases of {len(cases)} official rules: accused of all, by what number they cite")
    print(
        f"    words   right number   a sibling   a neighbour   any   precision at {WRONG_SHARE:.0%} wrong"
    )
    good = True
    for length in LENGTHS:
        shares = []
        for kind in ("right", "sibling", "neighbour", "any"):
            told = [
                _accused(number, " ".join(words[:length]), target)
                for own_number, words in cases
                if (number := _other(own_number, kind, letters, choose))
            ]
            shares.append(sum(told) / len(told))
        caught = sum(shares[1:]) / 3 * WRONG_SHARE
        precision = caught / max(1e-9, caught + shares[0] * (1 - WRONG_SHARE))
        good &= precision >= PRECISION
        cells = "".join(f"{share:>13.3f}" for share in shares)
        print(f"    {length:>5}{cells}{precision:>13.3f}")
    return good


def _other(number: str, kind: str, letters: Sequence[str], choose: random.Random) -> str | None:
    if kind == "right":
        return number
    section, rule, letter = split(number)
    if kind == "any":
        return choose.choice([n for n in letters if n != number])
    if kind == "sibling":
        alike = [n for n in letters if split(n)[:2] == (section, rule) and n != number]
    else:
        alike = [
            n
            for n in letters
            for d in (-2, -1, 1, 2)
            if split(n) == (section, f"{int(rule) + d}", letter)
        ]
    return choose.choice(alike) if alike else None


def _accused(number: str, words: str, target: Target) -> bool:
    text = f"// CR {number}: {words}\nfn apply(state: &mut State) {{}}\n"
    report = check_text(text, "x.rs", target, lineage_facts(), written_for=str(DAY))
    return any(finding.verdict == "wrong" for finding in report.findings)


if __name__ == "__main__":
    main()
