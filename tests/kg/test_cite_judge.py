"""What is said of a citation, against two editions of our own making."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping, Sequence

import pytest

from kg.citations.check import Report
from kg.citations.context import beside, line_starts
from kg.citations.facts import Move
from kg.citations.model import Finding
from kg.citations.run import check_text
from kg.citations.scan import find_citations
from kg.citations.target import Target
from kg.model import Edition, EditionKey

OLD, NEW = dt.date(2001, 1, 1), dt.date(2002, 2, 2)
RULES = """\
A small rulebook

These rules are effective as of February 2, 2002.

Introduction

For tests.

Contents

7. Additional Rules
701. Verbs

Glossary

Credits

7. Additional Rules

701. Verbs

701.1. Verbs have a fixed meaning.

701.2. Bake

701.2a To bake a cake, stir flour with honey and place the dough in the oven.

701.2b A cake that was baked twice crumbles into dry biscuits.

701.3. Paint

701.3a To paint a fence, cover its boards with a coat of blue lacquer.

701.4. Sail

701.4a To sail a boat, hoist the canvas and steer before the wind.

701.4b A boat without a rudder drifts ashore.

701.4d A boat in a bottle never sails.

Glossary

Credits

Nobody.
"""
# In the older edition 701.2 was sailing and 701.4 baking.
MOVES: dict[str, tuple[Move, ...]] = {
    "701": (Move("701", "same", 1.0),),
    "701.1": (Move("701.1", "reworded", 1.0),),
    "701.2": (Move("701.4", "renumbered", 1.0),),
    "701.2a": (Move("701.4a", "renumbered", 1.0),),
    "701.2b": (Move("701.4b", "renumbered", 0.95),),
    "701.3": (Move("701.3", "same", 1.0),),
    "701.3a": (Move("701.3a", "same", 1.0),),
    "701.4": (Move("701.2", "renumbered", 1.0),),
    "701.4a": (Move("701.2a", "renumbered-reworded", 1.0),),
    "701.4b": (Move("701.2b", "renumbered", 0.6),),
    "701.5": (Move("", "withdrawn", 1.0),),
    "701.6": (Move("701.3", "merged", 0.9),),
    "701.7": (Move("701.2", "split", 0.9), Move("701.3", "split", 0.8)),
    "701.9": (Move("701.3", "renumbered", 1.0),),
}


class TwoEditions:
    """Facts on the two editions, by hand."""

    def __init__(self, new: frozenset[str]) -> None:
        self.editions: Sequence[dt.date] = (OLD, NEW)
        self._new = new

    def numbers(self, edition: dt.date) -> frozenset[str]:
        return self._new if edition == NEW else frozenset(MOVES)

    def known(self) -> frozenset[str]:
        return self._new | frozenset(MOVES)

    def moves(self, old: dt.date, new: dt.date) -> Mapping[str, tuple[Move, ...]]:
        return MOVES if old == OLD else {n: (Move(n, "same", 1.0),) for n in self._new}

    def follow(self, old: dt.date, new: dt.date) -> Mapping[str, str]:
        return {n: m[0].number for n, m in self.moves(old, new).items() if m[0].number}

    def find(self, asked: str) -> dt.date | None:
        return next((day for day in self.editions if str(day) == asked), None)


Check = Callable[..., Report]


@pytest.fixture
def check(parse: Callable[..., Edition]) -> Check:
    """`check(text, written_for=None, words=True)`: the report on a Rust file."""
    edition = parse(RULES, cited=True)
    numbers = frozenset(str(rule.number) for rule in edition.rules)

    def run(text: str, written_for: dt.date | None = None, *, words: bool = True) -> Report:
        rules = edition.rules if words else ()
        target = Target(EditionKey(NEW), NEW, numbers, rules)
        asked = str(written_for) if written_for else None
        return check_text(text, "x.rs", target, TwoEditions(numbers), written_for=asked)

    return run


def only(report: Report) -> Finding:
    """The one finding."""
    (finding,) = report.findings
    return finding


def verdicts(report: Report) -> list[tuple[str, str]]:
    """Each finding's citation and verdict."""
    return [(finding.text, finding.verdict) for finding in report.findings]


def test_right_citations_are_passed(check: Check) -> None:
    report = check("// CR 701.2a, CR 701.3 and CR 701.4a-b", NEW)

    assert report.findings == ()
    assert report.citations == 3
    assert not report.failed


def test_a_moved_rule_is_followed(check: Check) -> None:
    finding = only(check("// CR 701.4a", OLD))

    assert (finding.verdict, finding.better, finding.certain) == ("moved", ("701.2a",), True)
    assert finding.message == "701.4a of 2001-01-01 is 701.2a in 2002-02-02"
    assert (finding.line, finding.column, finding.end_column) == (1, 7, 13)


def test_an_unsure_move_is_told_and_not_certain(check: Check) -> None:
    finding = only(check("// CR 701.4b", OLD))

    assert (finding.verdict, finding.better, finding.certain) == ("moved", ("701.2b",), False)
    assert finding.score == 0.6


def test_words_tell_a_number_that_is_current_already(check: Check) -> None:
    text = "// CR 701.4a: hoist the canvas and steer the boat before the wind to sail"

    assert check(text, OLD).findings == ()
    assert verdicts(check(text, OLD, words=False)) == [("701.4a", "moved")]


@pytest.mark.parametrize(
    ("text", "verdict", "better"),
    [
        ("CR 701.5", "dangling", ()),
        ("CR 701.6", "split", ("701.3",)),
        ("CR 701.7", "split", ("701.2", "701.3")),
        ("CR 701.1", "reworded", ("701.1",)),
        ("CR 701.8", "dangling", ("701",)),
        ("CR 701.2c", "dangling", ("701.2b",)),
        ("CR 701.2l", "malformed", ("701.2b",)),
        ("CR 701.2.a", "malformed", ()),
        ("CR 701.4a-d", "holes", ()),
    ],
)
def test_verdicts(check: Check, text: str, verdict: str, better: tuple[str, ...]) -> None:
    written_for = NEW if verdict == "holes" else OLD
    finding = only(check(f"// {text}", written_for, words=False))

    assert (finding.verdict, finding.better, finding.certain) == (verdict, better, False)


def test_a_note_alone_does_not_fail(check: Check) -> None:
    assert not check("// CR 701.1", OLD).failed
    assert check("// CR 701.5", OLD).failed


def test_a_real_number_whose_words_fit_another_rule_is_wrong(check: Check) -> None:
    text = "// CR 701.2a: a fence is painted by a coat of blue lacquer that covers the boards\n"
    finding = only(check(text, NEW))

    assert (finding.verdict, finding.better[0], finding.certain) == ("wrong", "701.3a", False)
    assert finding.score is not None
    assert finding.score > 0.5


@pytest.mark.parametrize(
    ("text", "parts", "numbers"),
    [
        ("// CR 701.2a: bake it\nfn bakeCake()\n", [": bake it", "fn bakeCake()"], set()),
        ("// bake it (CR 701.2a). Later\n", ["// bake it (CR", "). Later"], set()),
        ("bake_cake() // CR 701.2a\n", ["bake_cake()"], set()),
        ("// CR 701.2a: bake, CR 701.3a: paint\n", [": bake, CR", ": paint"], {"701.2a"}),
        ("// as CR 701.2a and later CR 701.3a say\n", None, {"701.2a", "701.3a"}),
    ],
    ids=["opening", "bracketed", "trailing", "one after another", "shared"],
)
def test_words_belong_to_the_citation_they_stand_by(
    text: str, parts: list[str] | None, numbers: set[str]
) -> None:
    found = beside(text, line_starts(text), find_citations(text, ()), "x.rs")

    said = [part.strip() for one in found for _, part in one.parts]
    assert [part for part in said if part in (parts or ())] == (parts or [])
    assert set().union(*(one.numbers for one in found)) == numbers


@pytest.mark.parametrize(
    "text",
    [
        "// CR 701.2a",
        "// CR 701.2a: see there",
        "// CR 701.2a and CR 701.3a: cover the boards of a fence with blue lacquer to paint it",
        "// CR 701.2: stir flour with honey and place the dough in the oven to bake a cake",
    ],
    ids=["no words", "few words", "words of a list", "the rule above"],
)
def test_words_that_do_not_accuse(check: Check, text: str) -> None:
    assert check(text, NEW).findings == ()


def test_words_and_history_together_tell_a_move(check: Check) -> None:
    text = "// CR 701.4a: stir flour with honey, place the dough in the oven to bake a cake"
    finding = only(check(text))

    assert (finding.verdict, finding.better, finding.certain) == ("moved", ("701.2a",), True)


def test_the_edition_is_told_from_the_words(check: Check) -> None:
    report = check(
        "// CR 701.4a: bake a cake of flour and honey\n\n"
        "// CR 701.2a: sail a boat, hoist the canvas\n\n"
        "// CR 701.4b: a cake baked twice crumbles\n\n"
        "// CR 701.2b: a boat without rudder drifts ashore\n\n"
        "// CR 701.2\n"
    )

    assert report.written.date == OLD
    assert report.written.sure
    assert "words beside 4 citations" in report.written.how
    assert ("701.2", "moved") in verdicts(report)


def test_the_newest_edition_is_meant_without_reason_for_another(check: Check) -> None:
    report = check("// CR 701.3a\n// CR 701.2a\n")

    assert (report.written.date, report.written.sure) == (NEW, False)


def test_a_number_that_is_gone_is_followed_through_its_history(check: Check) -> None:
    finding = only(check("// CR 701.9"))

    assert (finding.verdict, finding.better, finding.certain) == ("moved", ("701.3",), True)


@pytest.mark.parametrize(
    ("text", "edits"),
    [
        ("CR 701.4a", "CR 701.2a"),
        ("CR 701.2a-b", "CR 701.4a-b"),
        ("CR 701.2a/b", "CR 701.4a/b"),
        ("CR 701.4a/b", None),
        ("CR 701.2A", "CR 701.4A"),
        ("Rule 701.2(a)", "Rule 701.4(a)"),
        ("#rule-701-2a rule_701_2a", "#rule-701-4a rule_701_4a"),
        ("CR 701.2a + 701.4b", "CR 701.4a + 701.4b"),
        ("CR 701.\n// 2a", "CR 701.\n// 4a"),
    ],
)
def test_only_the_digits_of_certain_moves_are_rewritten(
    check: Check, text: str, edits: str | None
) -> None:
    from kg.citations.mend import apply_edits

    report = check(f"// {text}", OLD, words=False)
    done = apply_edits(f"// {text}", [edit for f in report.findings for edit in f.edits])

    assert done == f"// {edits or text}"


def test_a_file_without_a_number_map_is_checked_by_numbers(parse: Callable[..., Edition]) -> None:
    edition = parse(RULES)
    numbers = frozenset(str(rule.number) for rule in edition.rules)
    unknown = Target(EditionKey(None, digest="12345678"), None, numbers, edition.rules)
    report = check_text("// CR 701.3a, CR 701.8", "x.rs", unknown, TwoEditions(numbers))

    assert verdicts(report) == [("701.8", "dangling")]
    assert report.written.date is None
