"""The four documents that the user has: scraped, unnumbered, glued, cut. Each as it should read."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from extract.document import parse_document
from extract.readers import read_lines
from extract.repair import words_of
from extract.unnumbered import BaseFinder
from kg.folding import fold
from kg.model import Edition, RuleNumber, Source
from kg.resources import rulebooks

N = RuleNumber.parse


@pytest.fixture(scope="module")
def seed(shared: Path) -> Callable[..., Edition]:
    words = words_of(file.read_text(encoding="utf-8") for file in rulebooks())

    def read(start: str, base: Edition | None = None) -> Edition:
        (file,) = (shared / "seeds").glob(f"{start}_*")
        lines = read_lines(file.read_bytes(), name=file.name)
        source = Source(name=file.name, origin="0", sha256="0" * 64)
        bases = BaseFinder(given=base)
        return parse_document(
            lines, source, bases=lambda: bases, rules_words=lambda: frozenset(words)
        )

    return read


def test_older_numbered_page_has_all_its_rules(seed: Callable[..., Edition]) -> None:
    edition = seed("000")

    numbers = [rule.number for rule in edition.rules]
    assert (numbers[0], numbers[1], numbers[-1]) == (N("7"), N("701"), N("701.17b"))
    assert len(numbers) == 65
    assert [r.heading for r in edition.rules if r.number in (N("701.2"), N("701.17"))] == [
        "Activate",
        "Search",
    ]
    assert [str(r.number) for r in edition.rules if r.printed] == [
        "701.3d",
        "701.9g",
        "701.12c",
        "701.13c",
        "701.16a",
    ]
    assert not edition.odd_lines


def test_cut_page_behind_a_broken_header_is_read(seed: Callable[..., Edition]) -> None:
    edition = seed("003")

    assert edition.title == "Полные правила Magic: the Gathering"
    assert len(edition.rules) == 152
    assert edition.rules[-1].number == N("702.28e")
    assert edition.rules[-1].truncated
    assert edition.truncated
    assert sum(len(rule.examples) for rule in edition.rules) == 13
    glued = {str(r.number) for r in edition.rules if r.printed}
    assert glued == {"702.5b", "702.14c", "702.16h", "702.16m"}
    assert sum(bool(example.printed) for r in edition.rules for example in r.examples) == 3


def test_unnumbered_page_is_numbered_by_itself(
    seed: Callable[..., Edition], edition: Callable[[str], Edition]
) -> None:
    alone = seed("001")

    assert len(alone.rules) == 59
    assert share_as_in(alone, edition("2025-02-07")) >= 0.98


def test_unnumbered_page_is_numbered_by_its_base(
    seed: Callable[..., Edition], edition: Callable[[str], Edition]
) -> None:
    base = edition("2025-02-07")

    assert share_as_in(seed("001", base), base) >= 0.98


def share_as_in(page: Edition, base: Edition) -> float:
    """How many rules of a page stand in an edition under the number inferred for them."""
    same = [
        fold(rule.text) == fold(base.by_number[rule.number].text)
        for rule in page.rules
        if rule.number in base.by_number
    ]
    return sum(same) / len(page.rules)


def test_scraped_page_is_numbered_by_its_base(
    seed: Callable[..., Edition], edition: Callable[[str], Edition]
) -> None:
    base = edition("2026-01-16")

    page = seed("002", base)

    assert len(page.rules) == 275
    # All but six reworded rules, the four of Connive, Heal and Recruit stand there word for word.
    assert share_as_in(page, base) > 0.95
    for number, words in {
        "701.19a": "regenerates",
        "701.27b": "Although transforming",
        "701.28b": "Although converting",
        "701.31a": "planeswalk",
        "701.32b": "scheme in motion",
        "701.42a": "Meld is",
        "701.49a": "venture into",
        "701.50b": "last known information",
        "701.50c": "multiple permanents",
        "701.50e": "connive 0",
        "701.55b": "villainous choice",
        "701.62b": "manifests dread",
        "701.69": "Heal",
        "701.70a": "“Recruit” means",
    }.items():
        assert words in page.by_number[N(number)].text, number


def test_scraped_page_lists_what_it_lost(
    seed: Callable[..., Edition], edition: Callable[[str], Edition]
) -> None:
    lost = " ".join(odd.text for odd in seed("002", edition("2026-01-16")).odd_lines)

    headings = "701.19 701.27 701.28 701.31 701.32 701.33 701.42 701.49 701.52".split()
    absent = (
        "701.27a 701.28a 701.32a 701.33a 701.33b 701.43d 701.52a 701.55a 701.55d 701.62a".split()
    )
    assert all(f"{number} heading missing" in lost for number in headings)
    assert all(f"{number} absent" in lost for number in absent)
    assert lost.count("missing") == len(headings)
    assert lost.count("absent") == len(absent)


def test_scraped_page_without_base_is_right_nine_times_in_ten(
    seed: Callable[..., Edition], edition: Callable[[str], Edition]
) -> None:
    alone = {rule.line: rule.number for rule in seed("002").rules}
    helped = {rule.line: rule.number for rule in seed("002", edition("2026-01-16")).rules}

    right = sum(alone[line] == number for line, number in helped.items())
    assert alone.keys() == helped.keys()
    assert right / len(helped) >= 0.98


def test_embedded_rulebook_is_no_base(seed: Callable[..., Edition]) -> None:
    assert seed("002").base is None


def test_numbers_are_marked_as_inferred(seed: Callable[..., Edition]) -> None:
    page = seed("002")

    inferred = [rule for rule in page.rules if rule.inferred_number]
    assert len(inferred) == len(page.rules) - 1
    assert all(0 < rule.confidence < 1 and rule.evidence for rule in inferred)
