"""Sources of one date: alike, disjoint, changed, contradicting."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import pytest

from kg.errors import ConflictError
from kg.merging import merge
from kg.model import Edition, RuleNumber

Parse = Callable[..., Edition]
N = RuleNumber.parse


def from_file(parse: Parse, text: str, name: str) -> Edition:
    """An edition of May 1, 2013 from a file of its own."""
    edition = parse(f"X\n\nThese rules are effective as of May 1, 2013.\n\n{text}", name=name)
    source = dataclasses.replace(edition.sources[0], origin=name)
    return dataclasses.replace(edition, sources=(source,))


ONE = "701. Actions\n\n701.1. One thing.\n\n701.2. Another thing."


def test_same_rules_add_provenance_only(parse: Parse) -> None:
    kept = from_file(parse, ONE, "a.txt")
    new = from_file(parse, ONE.replace("\n\n", "\n\n\n"), "b.txt")

    merged = merge(kept, new)

    assert [rule.text for rule in merged.rules] == [rule.text for rule in kept.rules]
    assert [rule.span for rule in merged.rules] == [rule.span for rule in kept.rules]
    assert {source.name for source in merged.sources} == {"a.txt", "b.txt"}
    assert all(rule.also_in == (new.sources[0].sha256,) for rule in merged.rules)


def test_signs_and_case_are_no_contradiction(parse: Parse) -> None:
    kept = from_file(parse, '701. A\n\n701.1. It\'s "so" -- always.\n\n701.2. X.', "a.txt")
    new = from_file(parse, "701. A\n\n701.1. It’s “so” — always.\n\n701.2. X.", "b.txt")

    assert merge(kept, new).by_number[N("701.1")].text == 'It\'s "so" -- always.'


def test_disjoint_numbers_are_merged_in_order(parse: Parse) -> None:
    kept = from_file(parse, "702. Abilities\n\n702.1. A.\n\n702.2. B.", "702.txt")

    merged = merge(kept, from_file(parse, ONE, "701.txt"))

    assert " ".join(str(rule.number) for rule in merged.rules) == (
        "701 701.1 701.2 702 702.1 702.2"
    )
    assert merged.by_number[N("701.1")].parent == N("701")


def test_changed_file_replaces_what_it_gave(parse: Parse) -> None:
    kept = from_file(parse, ONE, "a.txt")
    new = from_file(parse, "701. Actions\n\n701.1. Something else.\n\n701.3. New.", "a.txt")

    merged = merge(kept, new)

    assert merged == new


def test_rule_stays_while_another_source_prints_it(parse: Parse) -> None:
    both = merge(from_file(parse, ONE, "a.txt"), from_file(parse, ONE + " ", "b.txt"))
    changed = from_file(parse, "702. Abilities\n\n702.1. A.\n\n702.2. B.", "a.txt")

    merged = merge(both, changed)

    assert N("701.1") in merged.by_number
    assert {source.name for source in merged.sources} == {"a.txt", "b.txt"}


def test_contradiction_names_both_files_and_the_rules(parse: Parse) -> None:
    kept = from_file(parse, ONE, "a.txt")
    new = from_file(parse, ONE.replace("Another", "Some other"), "b.txt")

    with pytest.raises(ConflictError) as caught:
        merge(kept, new)

    assert str(caught.value) == (
        "b.txt: contradicts a.txt on 2013-05-01 in 701.2; build only one of them, or pass "
        "--replace to keep the later"
    )


def test_replacing_drops_the_documents_that_contradict(parse: Parse) -> None:
    kept = from_file(parse, ONE, "a.txt")
    new = from_file(parse, "701. Actions\n\n701.1. Other.\n\n701.3. New.", "b.txt")

    assert merge(kept, new, replacing=True) == new
