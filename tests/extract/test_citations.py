"""Mentions of rule numbers, and what is none; ranges over the rules that exist."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extract.components.citations import find_mentions
from extract.pipeline import make_pipeline
from extract.resolution import Resolver
from kg.model import LETTERS, RuleNumber

N = RuleNumber.parse


@pytest.mark.parametrize(
    ("text", "mentions"),
    [
        pytest.param("See rule 704.5g.", ["704.5g"], id="single"),
        pytest.param("see rule 602, “Activating.”", ["602"], id="section"),
        pytest.param("See rules 601.2b and 601.2f–h.", ["601.2b", "601.2f–h"], id="list-and-range"),
        pytest.param("rules 614 and 615", ["614", "615"], id="sections"),
        pytest.param("rules 613.2, 707.2, and 707.3.", ["613.2", "707.2", "707.3"], id="three"),
        pytest.param(
            "rules 702.2, “Ember,” 702.9, “Frost,” and 702.31, “Gale.”",
            ["702.2", "702.9", "702.31"],
            id="titles-between",
        ),
        pytest.param(
            "See rule 717, “Fair Rides;” rule 901, “Other Worlds;” and rule 904",
            ["717", "901", "904"],
            id="semicolon-inside-the-title",
        ),
        pytest.param("rule 613.1c and rule 612", ["613.1c", "612"], id="rule-and-rule"),
        pytest.param("rules 608.3a and b", ["608.3a", "b"], id="letter-list"),
        pytest.param("rule 608.3a and a card", ["608.3a"], id="article-is-no-letter"),
        pytest.param("as specified in 101.4a", ["101.4a"], id="no-word-rule"),
        pytest.param("steps 601.2a–h of rule 601", ["601.2a–h", "601"], id="steps"),
        pytest.param("See 718, “Prototype Cards.”", ["718"], id="see-a-section"),
        pytest.param("See section 8, “Multiplayer.”", ["8"], id="chapter"),
        pytest.param("Section 9", ["9"], id="capital"),
        pytest.param("see sections 7 and 8", ["7", "8"], id="chapters"),
        pytest.param('section 500, "Legal Attacks"', ["500"], id="old-section"),
        pytest.param("rules 306–311", ["306–311"], id="range-of-sections"),
        pytest.param("rules 509.1–3", ["509.1–3"], id="range-of-rules"),
        pytest.param("rules 903.6–903.11", ["903.6–903.11"], id="full-number-twice"),
        pytest.param("rules 409.1a-409.1h", ["409.1a-409.1h"], id="hyphen"),
        pytest.param("rules 601.2e - g", ["601.2e - g"], id="blanks-round-the-dash"),
        pytest.param("Rules 212.2h?k", ["212.2h?k"], id="lossy-dash"),
        pytest.param("See rule702.72.", ["702.72"], id="glued"),
        pytest.param("(see rule  310)", ["310"], id="two-blanks"),
        pytest.param("rules 409.1b and 4091f–h", ["409.1b", "4091f–h"], id="period-lost"),
        pytest.param("rule 704.5k is next", ["704.5k"], id="words-behind"),
        pytest.param("See rule 702’s start", ["702"], id="possessive"),
        pytest.param("rules 100 through 102", ["100 through 102"], id="through"),
        pytest.param("rules 702.19 to 702.22", ["702.19 to 702.22"], id="to"),
        pytest.param("rule 702.19/702.20", ["702.19", "702.20"], id="slash"),
        pytest.param("exactly 100 cards", [], id="count"),
        pytest.param("20 or more life, 999,999 more times", [], id="numbers"),
        pytest.param("Celebr-8000 and Core Set 2019", [], id="names"),
        pytest.param("2.5 inches (6.3 centimeters), $100.50", [], id="units-and-money"),
        pytest.param("rule 903.5, 100 cards", ["903.5"], id="count-in-a-list"),
        pytest.param("section 7 and 8 cards", ["7"], id="count-behind-chapter"),
        pytest.param("version 702.1.3 at 100.64.0.1", [], id="versions-and-addresses"),
        pytest.param("In 1999 a rule in 2003", [], id="years"),
    ],
)
def test_find_mentions(text: str, mentions: list[str]) -> None:
    assert [text[m.start : m.end] for m in find_mentions(text)] == mentions


KNOWN = [
    *("6", "601", "601.2", *(f"601.2{c}" for c in LETTERS[:8]), "602", "603"),
    *("111", "111.10", *(f"111.10{c}" for c in "jkmnpqr"), "119", "119.7", "119.7a", "119.8"),
]


@pytest.mark.parametrize(
    ("text", "targets", "missing"),
    [
        ("rule 601.2f–h", "601.2f 601.2g 601.2h", ""),
        ("rules 111.10j–r", "111.10j 111.10k 111.10m 111.10n 111.10p 111.10q 111.10r", ""),
        ("rules 119.7–8", "119.7 119.8", ""),
        ("rules 601–603", "601 602 603", ""),
        ("section 6", "6", ""),
        ("rule 110.10", "110.10", "110.10"),
        ("rules 601.2h–k", "601.2h 601.2k", "601.2k"),
        ("rules 112.5a-j", "112.5a 112.5j", "112.5a 112.5j"),
    ],
)
def test_targets_are_the_rules_that_exist(text: str, targets: str, missing: str) -> None:
    resolver = Resolver(map(N, KNOWN))

    citations = [resolver.cite(mention, text) for mention in find_mentions(text)]

    assert " ".join(str(n) for c in citations for n in c.targets) == targets
    assert " ".join(str(n) for c in citations for n in c.missing) == missing


def test_component_writes_mentions_and_whole_tokens() -> None:
    doc = make_pipeline()("See rules 601.2b and 601.2f–h.")

    assert [(m.start, m.end) for m in doc._.mentions] == [(10, 16), (21, 29)]
    assert [span.label_ for span in doc.spans["citations"]] == ["CITATION", "CITATION"]
    assert all(span.text.startswith("601.2") for span in doc.spans["citations"])


@given(st.text(alphabet="rules ection601.2abg–-?,;()“” and", max_size=60))
def test_mentions_lie_in_order_and_apart(text: str) -> None:
    mentions = list(find_mentions(text))

    places = [place for m in mentions for place in (m.start, m.end)]
    assert places == sorted(places)
    assert all(m.start < m.end and (m.last is None or m.first < m.last) for m in mentions)
