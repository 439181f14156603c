"""HTML to lines: the page's own text, whole and in order, without what surrounds it."""

from __future__ import annotations

import html

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extract.readers.html import MAX_DEPTH, MAX_TAGS, read_html
from kg.errors import SourceError


def lines(page: str) -> list[str]:
    return [line for line in read_html(page.encode(), name="page.html").lines if line]


def body(inside: str) -> list[str]:
    return lines(f"<!doctype html><html><body>{inside}</body></html>")


def test_paragraphs_are_parted_by_blank_lines_and_examples_are_not() -> None:
    read = read_html(b"<h2>100. General</h2><p>100.1. One.</p><p>Example: It.</p>", name="x")

    assert read.lines == ("100. General", "", "100.1. One.", "Example: It.")
    assert read.encoding == "html"


def test_white_space_of_the_source_is_no_line_end() -> None:
    assert body("<p>100.1. One\n   two\tthree.\n</p>") == ["100.1. One two three."]


def test_break_is_a_line_end_and_belongs_to_its_rule() -> None:
    assert body("<p>100.1. One.<br>Two.<br/>Example: Three.</p>") == [
        "100.1. One.",
        " Two.",
        "Example: Three.",
    ]


def test_no_break_space_indents() -> None:
    assert body("<p>100.1. One.</p><p>&nbsp;&nbsp;Two.</p>") == ["100.1. One.", " Two."]


def test_two_breaks_part_paragraphs() -> None:
    read = read_html(b"<div>100.1. One.<br><br>100.2. Two.</div>", name="x")

    assert read.lines == ("100.1. One.", "", "100.2. Two.")


def test_plain_text_that_a_browser_wraps_in_a_page_is_kept_line_by_line() -> None:
    read = read_html(b"<html><body><pre>100. General\n\n100.1. One.\nExample: It.</pre>", name="x")

    assert read.lines == ("100. General", "", "100.1. One.", "Example: It.")


def test_links_entities_and_symbols_are_text() -> None:
    page = (
        '<p>100.1. See <a href="#r">rule 100.2</a>, &ldquo;Two&rdquo; &#8212; <b>{T}</b>: '
        '<img alt="{W}" src="w.svg"><img alt="A dragon">. <a class="permalink" href="#x">¶</a></p>'
    )

    assert body(page) == ["100.1. See rule 100.2, “Two” — {T}: {W}."]


def test_scripts_styles_and_comments_are_dropped_and_what_follows_them_kept() -> None:
    page = (
        "<p>100.1. One<script>100.9. No.</script> two<style>p{}</style><!-- 100.8. --> three.</p>"
    )

    assert body(page) == ["100.1. One two three."]


@pytest.mark.parametrize(
    "around",
    [
        "<nav>{}</nav>",
        "<footer>{}</footer>",
        '<div role="navigation">{}</div>',
        '<div class="left sidebar">{}</div>',
        "<header>{}</header>",
    ],
)
def test_what_surrounds_the_page_is_dropped(around: str) -> None:
    links = '<ul><li><a href="/">Home</a></li><li><a href="#1">101.1. Linked</a></li></ul>'

    assert body(around.format(links) + "<p>100.1. One.</p><p>100.2. Two.</p>") == [
        "100.1. One.",
        "100.2. Two.",
    ]


@pytest.mark.parametrize(
    "around",
    [
        pytest.param("<nav>{}</nav><p>100.1. One.</p>", id="rule-found-nowhere-else"),
        pytest.param("<footer><p>Example: It.</p>{}</footer><p>100.1. One.</p>", id="example"),
        pytest.param('<div class="sidebar">{}</div>', id="all-there-is"),
        pytest.param("<main><p>100.1. One.</p><aside>{}</aside></main>", id="aside-in-main"),
        pytest.param("<article><header>{}</header><p>100.1. One.</p></article>", id="header"),
    ],
)
def test_rules_are_kept_wherever_they_stand(around: str) -> None:
    assert "100.2. Two." in body(around.format("<p>100.2. Two.</p>"))


def test_ordered_list_brings_its_numbers() -> None:
    page = '<ol><li>A place.</li><li>A thing.</li></ol><ol type="a" start="3"><li>Third.</li></ol>'

    assert body(page) == ["1. A place.", "2. A thing.", "c. Third."]


def test_list_of_numbered_rules_gets_no_further_numbers() -> None:
    assert body("<ol><li>100.1. One.</li><li><b>100.2.</b> Two.</li></ol>") == [
        "100.1. One.",
        "100.2. Two.",
    ]


def test_row_of_a_table_is_a_line() -> None:
    page = (
        "<table><tr><td>100.1.</td><td>One.</td></tr><tr><td>100.2.</td><td>Two.</td></tr></table>"
    )

    assert body(page) == ["100.1. One.", "100.2. Two."]


@pytest.mark.parametrize(
    "entry",
    [
        "<dt>{}</dt><dd>{}</dd><dd>{}</dd>",
        "<h3>{}</h3><p>{}</p><p>{}</p>",
        "<p><strong>{}</strong></p><p>{}<br>{}</p>",
        "<p>{}</p><p>{}</p><p>{}</p>",
    ],
)
def test_glossary_entry_stands_together(entry: str) -> None:
    entries = "".join(
        entry.format(word, "What it is.", "See rule 100.1.") for word in ("Ability", "Zone")
    )

    read = read_html(f"<p>100.1. One.</p><h2>Glossary</h2>{entries}".encode(), name="x")

    text = "\n".join(read.lines).rstrip()
    assert "\n\nAbility\nWhat it is.\nSee rule 100.1.\n\n" in text
    assert text.endswith("\n\nZone\nWhat it is.\nSee rule 100.1.")


@pytest.mark.parametrize(
    ("head", "encoding"),
    [
        pytest.param('<meta charset="utf-8">', "utf-8", id="utf-8"),
        pytest.param('<meta charset="iso-8859-1">', "cp1252", id="latin-1-means-windows"),
        pytest.param(
            '<meta http-equiv="Content-Type" content="text/html; charset=windows-1252">',
            "cp1252",
            id="http-equiv",
        ),
        pytest.param('<meta charset="ascii">', "utf-8", id="false"),
        pytest.param('<meta charset="nonsense">', "utf-8", id="unknown"),
        pytest.param("", "utf-8", id="undeclared"),
        pytest.param('<meta charset="latin-1">', "utf-16", id="mark-wins"),
    ],
)
def test_encoding_is_the_declared_one_where_that_holds(head: str, encoding: str) -> None:
    page = f"<html><head>{head}</head><p>100.1. Dandân’s “end” – ł</p>".replace(
        "ł", "ł" if encoding.startswith("utf") else "ñ"
    )

    read = read_html(page.encode(encoding), name="x")

    assert read.lines[0].startswith("100.1. Dandân’s “end” – ")
    assert read.lines[0][-1] in "łñ"


def refusal(page: str) -> str:
    with pytest.raises(SourceError) as caught:
        read_html(page.encode(), name="x.html")
    return str(caught.value)


def test_deep_nesting_is_refused_or_read_whole() -> None:
    deep = "<div>" * 1000 + "<p>100.1. One.</p>" + "</div>" * 1000

    assert body(deep + "<p>100.2. Two.</p>") == ["100.1. One.", "100.2. Two."]
    assert refusal("<html>" + "<div>" * 5000 + "<p>100.1. One.</p>") == (
        f"x.html: has tags nested deeper than {MAX_DEPTH}; no page of rules does"
    )


def test_too_many_tags_are_refused() -> None:
    assert refusal("<html>" + "<p>" * MAX_TAGS) == (
        "x.html: has more than 500,000 HTML tags; no page of rules does"
    )


@pytest.mark.parametrize("page", ["<html></html>", "<script>x</script>", "<!-- x -->"])
def test_page_without_text_is_refused(page: str) -> None:
    assert refusal(page) == (
        "x.html: this page holds no text; save it from the browser when it is shown in full"
    )


MARKUP = "<p> </p> <br> <ol><li> </ol> <td> <nav> </nav> <pre> </pre> <!-- --> &#0; &amp <![CDATA["
PIECES = st.sampled_from([*MARKUP.split(), '<a href="x']) | st.text(max_size=12)


@settings(max_examples=150, deadline=None)
@given(st.lists(PIECES, max_size=25))
def test_any_page_is_read_or_refused(pieces: list[str]) -> None:
    try:
        read = read_html("".join(pieces).encode("utf-8", errors="replace"), name="x")
    except SourceError:
        return
    assert len(read.lines) == len(read.spans)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.from_regex(r"10[0-9]\.[1-9] [A-Z][a-z <&]{1,20}\.", fullmatch=True), min_size=1))
def test_no_rule_is_ever_lost(rules: list[str]) -> None:
    page = "".join(f"<p class=footer>{html.escape(rule)}</p>" for rule in rules)

    kept = [" ".join(line.split()) for line in lines(page)]

    expected = [" ".join(rule.split()) for rule in rules]
    assert set(expected) == set(kept)
