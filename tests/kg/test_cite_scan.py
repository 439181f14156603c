"""Citations found in programs and texts: the forms in the wild, and what only looks like them."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.citations.ranges import span
from kg.citations.scan import find_citations, may_cite
from kg.citations.zones import words_of

KNOWN = frozenset(
    "100 100.2 100.2a 104.3a 104.3b 119.7 119.8 120.5 302.6 401 404 500 505.1 506.1 514 601.2"
    " 601.2a 601.2f 601.2g 601.2h 603.10a 613 613.1 613.2 613.7 613.7b 613.8 701.4a 701.8 701.8a"
    " 701.9 701.9a 701.27b 701.44a 701.44b 701.44c 702.9 702.9b 702.16b 702.16e 702.17 704 704.3"
    " 704.5 704.5a 704.5f 704.5g 704.5h 800.4".split()
)


def found(text: str, name: str = "notes.txt") -> list[str]:
    """The numbers cited in a text; a range with both its ends, a malformed one as printed."""
    return [
        "–".join(p.number for p in item.printed()) if item.first and not item.fault
        else f"!{text[item.start : item.end]}"
        for item in find_citations(text, KNOWN, words_of(text, name))
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("CR 701.8a", ["701.8a"]),
        ("(CR 603.10a)", ["603.10a"]),
        ("rule 701.9a", ["701.9a"]),
        ("RULE 701.70a", ["701.70a"]),
        ("CR §701.71", ["701.71"]),
        ("[CR#701.4a,701.27b]", ["701.4a", "701.27b"]),
        ("701.44a/b", ["701.44a", "701.44b"]),
        ('cr!("505.1", "701.68a")', ["505.1", "701.68a"]),
        ("CR 601.2f-h", ["601.2f–601.2h"]),
        ("CR 702.16b + 702.16e", ["702.16b", "702.16e"]),
        ("@rule 613.7", ["613.7"]),
        ('@Rule("702.91q") void x() {}', ["702.91q"]),
        ("Rule 704.5(g)", ["704.5g"]),
        ("comp rules 704.5g", ["704.5g"]),
        ("Comprehensive Rule 704.5g", ["704.5g"]),
        ("C.R. 704.5g", ["704.5g"]),
        ("CR704.5g and CR: 704.5g and MTG CR 704.5G", ["704.5g", "704.5g", "704.5g"]),
        ("fn test_rule_701_9a_works() {}", ["701.9a"]),
        ("CR_704_5G", ["704.5g"]),
        ("[lethal](https://x.example/rules#rule-704-5g)", ["704.5g"]),
        ("[CR 704.5g](https://x.example/#R704.5)", ["704.5g", "704.5"]),
        ("CR 704.3 / 800.4", ["704.3", "800.4"]),
        ("rules 104.3a, 104.3b, or 704.5a", ["104.3a", "104.3b", "704.5a"]),
        ("CR 704.5f, g and h: gone", ["704.5f", "704.5g", "704.5h"]),
        ("CR 704.5f, and a thing", ["704.5f"]),
        ("CR 119.7–8", ["119.7–119.8"]),
        ("CR 601.2f to h", ["601.2f–601.2h"]),
        ("CR 702.16b through 702.16e", ["702.16b–702.16e"]),
        ("CR 601.2f..h", ["601.2f–601.2h"]),
        ("CR 500-514", ["500–514"]),
        ("CR 613 and 704", ["613", "704"]),
        ("CR 613.1/2", ["613.1", "613.2"]),
        ("section 702.16b", ["702.16b"]),
        ("<b>CR</b>&nbsp;704.5g", ["704.5g"]),
        ("§702.16b", ["702.16b"]),
        ("CR 999.1z", ["999.1z"]),
    ],
)  # fmt: skip
def test_forms_in_the_wild(text: str, numbers: list[str]) -> None:
    assert found(text) == numbers


@pytest.mark.parametrize(
    "text",
    [
        "// lethal damage, CR\n    // 704.5g, kills",
        "/// lethal damage, rule\r\n/// 704.5g kills",
        "# see rules\r#  704.5g",
        "-- CR\n--   704.5g",
        "; CR\n; 704.5g",
        "/*\n * as in CR\n * 704.5g */",
        '"as in rule " +\n    "704.5g"',
        "// as in CR 704.\n// 5g",
    ],
)
def test_a_citation_goes_on_behind_the_next_lines_leader(text: str) -> None:
    assert found(text, "x.rs") == ["704.5g"]


def test_a_list_goes_on_in_the_next_line() -> None:
    assert found("/* CR 702.16b and\n * 702.16e */", "x.c") == ["702.16b", "702.16e"]


@pytest.mark.parametrize(
    "text",
    [
        "version 601.2, v701.8, release 702.16b",
        "601.2.1 and 1.601.2 and ~> 701.7",
        "host 104.24.110.9, rule 192.168.1.1, rule 100.64.0.0/10",
        "$704.50 or €601.20 or 601.20 EUR",
        "rule 302.6 % of it",
        "RFC 7230 section 302.6 and 17 CFR § 240.10b-5",
        "rule 506.1 of the Civil Code, section 302.6 of the lease",
        "weight = 100.2",
        "rule = 100.2",
        "it weighs 120.5g and costs 100.2",
        "on 2024.11.08 at 601.2",
        "CR 10 and CRC 704.5",
        "1704.5g, 704.5gb and x704.5g",
    ],
)
def test_what_only_looks_like_one(text: str) -> None:
    assert found(text) == []


def test_bare_numbers_count_in_comments_and_strings_not_in_code() -> None:
    text = 'let x = 704.5f; // 704.5g: lethal\nlet y = "704.5h"; let z = 704.5a;\n'

    assert found(text, "x.rs") == ["704.5g", "704.5h"]


def test_a_list_ends_where_it_becomes_one_of_measures() -> None:
    assert found("CR 704.5g, 120.55 damage") == ["704.5g"]


def test_weak_announcements_count_beside_sure_ones() -> None:
    assert found("rule 704 applies") == []
    assert found("CR 704.3; rule 704 applies") == ["704.3", "704"]


@pytest.mark.parametrize(
    "text",
    ["704.5l", "704.5o", "701.9.a", "701.09", "701.1234", "7045g", "701.9ab", "601.2h-f", "70.12a"],
)
def test_malformed_ones_are_told(text: str) -> None:
    assert found(f"CR {text}") == [f"!{text}"]


def test_span_skips_letters_that_rules_never_have() -> None:
    assert span("601.2k", "601.2p", ()) == ["601.2k", "601.2m", "601.2n", "601.2p"]
    assert span("119.7", "119.9", ()) == ["119.7", "119.8", "119.9"]
    assert span("702.9b", "702.17a", {"702.9b", "702.9c", "702.16b", "702.17", "702.17a"}) == [
        "702.9b", "702.9c", "702.16b", "702.17a",
    ]  # fmt: skip


@pytest.mark.parametrize(("data", "may"), [(b"no 12 here", False), (b"7\x000\x001\x00", True)])
def test_bytes_without_three_digits_are_left_out(data: bytes, may: bool) -> None:
    assert may_cite(data) is may


_PARTS = st.sampled_from(
    ["CR ", "rule ", "§", "704.5", "g", "601.2f", "-h", "/", ", ", " and ", "\n// ", '"', "(", ")",
     "l", ".", "9", "_", "#", " ", "x", "é", "\r\n", "see ", "701_9a", "[", "]"]
)  # fmt: skip


@given(st.lists(_PARTS, max_size=24).map("".join))
def test_pieces_spell_the_number(text: str) -> None:
    place = 0
    for item in find_citations(text, KNOWN):
        assert place <= item.start < item.end <= len(text)
        place = item.end
        for printed in item.printed():
            spans = [s for s in (printed.section, printed.rule, printed.letter) if s]
            spelled = "".join(text[a:b] for a, b in spans).lower()
            assert re.sub(r"\W", "", printed.number).endswith(spelled)
