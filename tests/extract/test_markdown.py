"""Markdown to lines: marks go, words and numbers stay, spans count in the file."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extract.readers.markdown import read_markdown
from kg.errors import SourceError


def plain(line: str) -> str:
    return read_markdown(line.encode(), name="x.md").lines[0]


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        pytest.param("## 100. General", "100. General", id="heading"),
        pytest.param("### 701.2. Heal ###", "701.2. Heal", id="closed-heading"),
        pytest.param("- 701.2a To *heal* a player.", "701.2a To heal a player.", id="bullet"),
        pytest.param("* **701.2a** To heal.", "701.2a To heal.", id="bold-number"),
        pytest.param("1. A place.", "1. A place.", id="numbered-sense"),
        pytest.param("100.1. One.", "100.1. One.", id="rule"),
        pytest.param("100\\.1\\. One.", "100.1. One.", id="escaped-number"),
        pytest.param("> 100.1. One.", "100.1. One.", id="quotation"),
        pytest.param("**Example:** It.", "Example: It.", id="example"),
        pytest.param('See [rule 100.2](#r1002 "Two").', "See rule 100.2.", id="link"),
        pytest.param("![{W}](w.svg) or <b>{U}</b>", "{W} or {U}", id="picture-and-tag"),
        pytest.param("_Magic_ and ***more*** ~~no~~", "Magic and more no", id="emphasis"),
        pytest.param("Pay `{2}` &mdash; &#8220;x&#8221;", "Pay {2} — “x”", id="code-and-entities"),
        pytest.param("2 * 3 * 4, a_b_c, +1/+1", "2 * 3 * 4, a_b_c, +1/+1", id="no-emphasis"),
        pytest.param("-1/-1 counters", "-1/-1 counters", id="no-bullet"),
        pytest.param("[cost]: [effect]", "[cost]: [effect]", id="brackets-are-words"),
        pytest.param("[abilities][P/T]", "[abilities][P/T]", id="no-reference"),
        pytest.param("\\*not emphasis\\*", "*not emphasis*", id="escapes"),
        pytest.param("| 100.1. | One. |", "100.1. One.", id="table-row"),
        pytest.param("|---|:-:|", "", id="table-ruler"),
        pytest.param("* * *", "", id="ruler"),
        pytest.param("  More of the rule.", " More of the rule.", id="indented"),
    ],
)
def test_marks_go_and_words_stay(line: str, shown: str) -> None:
    assert plain(line) == shown


def test_reference_links_are_those_that_the_file_defines() -> None:
    read = read_markdown(b"See [rule 1][r] and [P][T].\n\n[r]: https://example.org/r", name="x.md")

    assert read.lines == ("See rule 1 and [P][T].", "", "")


def test_spans_lie_in_the_file() -> None:
    text = "# 100. General\n\n- 100.1. *One.*"

    read = read_markdown(text.encode(), name="x.md")

    assert [text[first:last] for first, last in read.spans] == text.split("\n")
    assert read.encoding == "utf-8"


def test_glossary_entries_stand_together_below_their_headings() -> None:
    text = (
        "100.1. One.\n\n# Glossary\n\n### Ability\n\n1. A text.\n\n2. A thing.\n\n"
        "See rule 100.1.\n\n### Zone\n\nA place.\n\n# Credits"
    )

    read = read_markdown(text.encode(), name="x.md")

    assert "\n".join(read.lines[4:]).strip().split("\n\n") == [
        "Ability\n1. A text.\n2. A thing.\nSee rule 100.1.",
        "",
        "\nZone\nA place.",
        "\nCredits",
    ]
    assert len(read.lines) == len(text.split("\n"))


@pytest.mark.parametrize("piece", ["[", "*a ", "`a", "<!--", "_a", "![](", "> ", "# ", "&a", "\\"])
def test_long_line_of_marks_takes_no_time(piece: str) -> None:
    line = piece * (200_000 // len(piece))

    assert read_markdown(f"100.1. {line}x".encode(), name="x.md").lines


@given(st.text(st.sampled_from("ab1.*_`[]()<>!#-&;\\|~: \n\ue041"), max_size=60))
def test_any_text_is_read_line_by_line(text: str) -> None:
    try:
        read = read_markdown(text.encode(), name="x.md")
    except SourceError:
        return
    assert len(read.lines) == len(read.spans) == len(text.split("\n"))
