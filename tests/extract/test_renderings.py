"""The embedded rulebook in the layouts that people have, read back: nothing else is lost."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from renderings import (
    RULEBOOKS,
    Rendering,
    broken_header,
    headings_only,
    numbered,
    scraped,
)

from extract.document import parse_document
from extract.pipeline import annotate
from extract.readers import read_document, read_lines
from extract.repair import words_of
from extract.unnumbered import BaseFinder
from kg.folding import fold
from kg.model import Edition, Rule, RuleNumber, Source

Render = Callable[[Edition, str], Rendering]
N = RuleNumber.parse
SOURCE = Source(name="x", origin="0", sha256="0" * 64)


@pytest.fixture(scope="module", params=["2017-09-29", "2026-01-16"])
def whole(request: pytest.FixtureRequest) -> Edition:
    data = (RULEBOOKS / f"{request.param}.txt").read_bytes()
    return annotate(parse_document(read_lines(data, name="x"), SOURCE))


def read(rendering: Rendering, base: Edition | None = None) -> Edition:
    lines = read_document(rendering.text.encode(), name="page.txt")
    words = words_of(file.read_text(encoding="utf-8") for file in RULEBOOKS.glob("*.txt"))
    bases = BaseFinder(given=base)
    return parse_document(lines, SOURCE, bases=lambda: bases, rules_words=lambda: frozenset(words))


def said(rule: Rule) -> tuple[str, str, list[str]]:
    return rule.heading, fold(rule.text), [fold(example.text) for example in rule.examples]


def expected(whole: Edition, section: str, rendering: Rendering) -> dict[RuleNumber, object]:
    return {
        rule.number: said(rule)
        for rule in whole.rules
        if rule.number.section == N(section).section
        and rule.number not in rendering.lost
        and rule.number != rendering.cut
    }


def found(page: Edition, rendering: Rendering) -> dict[RuleNumber, object]:
    return {
        rule.number: said(rule)
        for rule in page.rules
        if rule.number.section and rule.number != rendering.cut
    }


def test_numbered_page_gives_the_same_rules(whole: Edition) -> None:
    rendering = numbered(whole, "701")

    page = read(rendering)

    assert found(page, rendering) == expected(whole, "701", rendering)
    assert {rule.number for rule in page.rules if rule.printed} == rendering.glued
    assert len(rendering.glued) > 5
    assert not page.odd_lines


def test_page_of_headings_gives_the_same_rules(whole: Edition) -> None:
    rendering = headings_only(whole, "701")

    page = read(rendering, base=whole)

    got, asked = found(page, rendering), expected(whole, "701", rendering)
    del asked[N("701")]
    assert got == asked
    assert not page.odd_lines


def test_page_of_headings_is_numbered_by_itself(whole: Edition) -> None:
    rendering = headings_only(whole, "701")

    numbers = {fold(rule.text): rule.number for rule in read(rendering).rules}

    asked = [rule for rule in whole.rules if rule.number.section == 701 and rule.number.rule]
    right = sum(numbers.get(fold(rule.text)) == rule.number for rule in asked)
    assert right / len(asked) >= 0.98


def test_scraped_page_gives_the_rules_that_it_kept(whole: Edition) -> None:
    rendering = scraped(whole, "701")

    page = read(rendering, base=whole)

    assert found(page, rendering) == expected(whole, "701", rendering)


def test_scraped_page_lists_exactly_what_it_lost(whole: Edition) -> None:
    rendering = scraped(whole, "701")

    odd = [line.text for line in read(rendering, base=whole).odd_lines]

    assert len(rendering.lost) > 10
    assert sorted(odd) == sorted(
        f"{number} {'absent' if number.letter else 'heading missing'}" for number in rendering.lost
    )


def test_page_behind_a_broken_header_gives_the_same_rules(whole: Edition) -> None:
    rendering = broken_header(whole, "702")

    page = read(rendering)

    assert page.title == "Полные правила Magic: the Gathering"
    assert found(page, rendering) == expected(whole, "702", rendering)
    last = page.rules[-1]
    assert (last.number, last.truncated, page.truncated) == (rendering.cut, True, True)
    assert fold(whole.by_number[last.number].text).startswith(fold(last.text))
