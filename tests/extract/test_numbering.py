"""Which number a line bears: misprints are mended, gaps are kept, wrapped citations are text."""

from __future__ import annotations

import pytest

from extract.numbering import fit_number, number_line, successors
from kg.model import RuleNumber

N = RuleNumber.parse


@pytest.mark.parametrize(
    ("line", "printed", "text"),
    [
        pytest.param("119.1d. Text", "119.1d", "Text", id="period-behind-letter"),
        pytest.param("606.5 If so", "606.5", "If so", id="no-period"),
        pytest.param("901.4.All cards", "901.4", "All cards", id="no-blank"),
        pytest.param("702.2bA creature", "702.2b", "A creature", id="glued"),
        pytest.param("606. 8b Text", "606.8b", "Text", id="blank-inside"),
        pytest.param(" 509.1c Text", "509.1c", "Text", id="leading-blank"),
        pytest.param("602.2a 602.2a Any", "602.2a", "Any", id="twice"),
        pytest.param("306.b Text", "306.b", "Text", id="no-rule-digit"),
        pytest.param("702.186. ∞ (Infinity)", "702.186", "∞ (Infinity)", id="sign-as-title"),
    ],
)
def test_number_line_reads_the_forms_met(line: str, printed: str, text: str) -> None:
    found = number_line(line)

    assert found is not None
    assert (found.printed, found.text) == (printed, text)


@pytest.mark.parametrize("line", ["701. Keyword Actions", "Example: 5.", "1000.1 x", "20.1 x", ""])
def test_number_line_leaves_other_lines(line: str) -> None:
    assert number_line(line) is None


def test_successors_skip_l_and_o() -> None:
    assert successors(N("702.16k"))[0] == N("702.16m")
    assert successors(N("111.10n"))[0] == N("111.10p")


def test_successors_of_z_have_no_letter() -> None:
    assert successors(N("704.5z")) == (N("704.6"),)


@pytest.mark.parametrize(
    ("line", "last", "following", "expected"),
    [
        pytest.param("609.4. Text", "609.2", "609.5", "609.4", id="gap"),
        pytest.param("702.62. Text", "702.22", "702.90", "702.62", id="long-gap"),
        pytest.param("306.b Text", "306.3a", "306.3c", "306.3b", id="digit-lost"),
        pytest.param("432.2b Text", "423.2a", "423.2c", "423.2b", id="digits-swapped"),
        pytest.param("501.2 Text", "510.1", "510.3", "510.2", id="number-of-another-section"),
        pytest.param("502.35b Text", "502.36a", "502.37", "502.36b", id="one-less"),
        pytest.param("505.54. Text", "505.4", "505.6", "505.5", id="digit-doubled"),
        pytest.param("702.30d Text", "702.30d", "702.31", "702.30e", id="given-twice"),
    ],
)
def test_fit_number_trusts_the_neighbours(
    line: str, last: str, following: str, expected: str
) -> None:
    found = number_line(line)
    assert found is not None

    number = fit_number(found, N(last), following=N(following), paragraph=True)

    assert number == N(expected)


def test_fit_number_takes_a_wrapped_citation_for_text() -> None:
    line = number_line("103.4. If a player must choose")
    assert line is not None

    assert fit_number(line, N("413.2d"), following=N("413.2e"), paragraph=False) is None
