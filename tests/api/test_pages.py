"""The pages: what they show, that they hold together, and that nothing in them is dangerous."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser
from urllib.parse import urlsplit

import pytest
from flask import render_template
from flask.testing import FlaskClient

from api.reader import open_reader
from kg.model import RuleNumber

START = ["/", "/rules", "/keywords", "/glossary", "/editions", "/compare", "/sparql"]
BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}


class _Page(HTMLParser):
    """The links, identifiers and headings of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.ids: list[str] = []
        self.tags: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        for name, value in attrs:
            if name in ("href", "src") and value is not None:
                self.links.append(value)
            if name == "id" and value is not None:
                self.ids.append(value)
            assert name != "style"
            assert not name.startswith("on")


def page(client: FlaskClient, path: str, status: int = 200) -> str:
    """The HTML under a path."""
    response = client.get(path, headers=BROWSER)
    assert response.status_code == status, (path, response.status_code)
    assert response.mimetype == "text/html"
    return response.text


def test_rule_page_links_what_the_rule_cites(client: FlaskClient) -> None:
    text = page(client, "/rules/701.2a?edition=2021-02-05")

    address = "/rules/701.7a?edition=2021-02-05"
    assert f'<a class="cite" href="{address}" title="701.7a, 701.7b">701.7a–b</a>' in text
    assert 'title="701.1: Some verbs have a fixed meaning here.">701.1</a>' in text


def test_rule_page_marks_a_dangling_citation(client: FlaskClient) -> None:
    text = page(client, "/rules/701.2a?edition=2021-02-05")

    assert '<span class="dangling" title="this edition doesn’t print 602">602' in text
    assert "/rules/602" not in text


def test_rule_page_shows_what_is_around_the_rule(client: FlaskClient) -> None:
    text = page(client, "/rules/701.7?edition=2021-02-05")

    assert "<title>701.7 Destroy · ruleloom</title>" in text
    assert "Nothing is destroyed twice." in text
    assert '<a href="/glossary/destroy?edition=2021-02-05">Destroy</a>' in text
    assert 'rel="prev" href="/rules/701.2?edition=2021-02-05"' in text
    assert '<a href="/rules/701?edition=2021-02-05"><span class="num">701</span>' in text


def test_pages_escape_the_rules_text(client: FlaskClient) -> None:
    text = page(client, "/rules/701.7a?edition=2021-02-05")

    assert "A creature is destroyed &lt;b&gt;&amp; gone&lt;/b&gt;" in text


def test_restated_edition_is_marked(client: FlaskClient) -> None:
    assert "ruleloom’s restatement" in page(client, "/rules/701.8a")
    assert "ruleloom’s restatement" not in page(client, "/rules/701.7a?edition=2021-02-05")


@pytest.mark.parametrize("words", ["701.8a", "701.8A", "rule 701.8a", "CR 701.8a."])
def test_search_for_a_number_leads_to_the_rule(client: FlaskClient, words: str) -> None:
    response = client.get("/", query_string={"q": words}, headers=BROWSER)

    assert (response.status_code, response.headers["Location"]) == (302, "/rules/701.8a")


def test_search_highlights_what_it_finds(client: FlaskClient) -> None:
    text = page(client, "/?q=gone&edition=2021-02-05")

    assert "1 result for <b>gone</b>" in text
    assert "<mark>gone</mark>" in text
    assert 'href="/rules/701.7a?edition=2021-02-05"' in text


def test_search_says_when_nothing_is_found(client: FlaskClient) -> None:
    text = page(client, "/?q=%3Cscript%3Exyzzy")

    assert "Nothing in this edition matches <b>&lt;script&gt;xyzzy</b>" in text


def test_edition_switch_keeps_the_page(client: FlaskClient) -> None:
    text = page(client, "/rules/701.1?edition=2021-02-05")

    assert '<form class="switch" action="/rules/701.1">' in text
    assert '<option value="2021-02-05" selected>' in text
    assert '<option value="restated/2026-01-16">' in text


@pytest.mark.parametrize(
    ("path", "proper"),
    [
        ("/rules/701.8a.", "/rules/701.8a"),
        ("/glossary/Destroy", "/glossary/destroy"),
        ("/glossary/Juz%C3%A1m?edition=2021-02-05",
         "/glossary/juz%C3%A1m-obsolete?edition=2021-02-05"),
    ],
)  # fmt: skip
def test_page_has_one_address(client: FlaskClient, path: str, proper: str) -> None:
    response = client.get(path, headers=BROWSER)

    assert (response.status_code, response.headers["Location"]) == (301, proper)


@pytest.mark.parametrize(
    ("path", "status", "words"),
    [
        ("/rules/701.7c?edition=2021-02-05", 404, "Edition 2021-02-05 prints no rule 701.7c"),
        ("/rules/xyz", 400, "‘xyz’ is no rule number".replace("‘", "&#39;").replace("’", "&#39;")),
        ("/rules/701?edition=1990", 404, "The store has no edition 1990"),
        ("/glossary/nothing-such", 404, "has no entry"),
        ("/nowhere", 404, "Nothing is kept at /nowhere"),
    ],
)
def test_errors_are_pages_for_browsers(
    client: FlaskClient, path: str, status: int, words: str
) -> None:
    text = page(client, path, status)

    assert words in text
    assert "Traceback" not in text


def test_error_page_leads_to_the_nearest_rules(client: FlaskClient) -> None:
    text = page(client, "/rules/701.7c?edition=2021-02-05", 404)

    assert '<a href="/rules/701.7b?edition=2021-02-05">701.7b</a>' in text


def test_every_page_carries_the_notice(client: FlaskClient) -> None:
    for path in [*START, "/rules/701.8a", "/glossary/destroy", "/ns"]:
        text = unescape(page(client, path))
        assert "unofficial Fan Content" in text
        assert "Not approved/endorsed by Wizards" in text
        assert "©Wizards of the Coast LLC" in text


def test_pages_have_landmarks_and_one_heading(client: FlaskClient) -> None:
    for path in [*START, "/rules/701.8a", "/?q=destroy", "/glossary/destroy"]:
        read = _Page(page(client, path))
        assert read.tags.count("h1") == 1, path
        assert {"header", "main", "footer", "nav"} <= set(read.tags), path
        assert len(read.ids) == len(set(read.ids)), path


def test_pages_have_no_script_of_their_own(client: FlaskClient) -> None:
    """Scripts come as files of this server, so that the policy can forbid all others."""
    for path in [*START, "/rules/701.8a"]:
        for script in re.findall(r"<script\b[^>]*>[^<]*", page(client, path)):
            assert re.fullmatch(r'<script type="module" src="/static/built/[^"]+">', script), path


@pytest.mark.slow
def test_internal_links_resolve(client: FlaskClient) -> None:
    """Every link of a sample of pages leads somewhere, and every anchor to a place on its page."""
    sample = [
        *START,
        "/rules/7",
        "/rules/701",
        "/rules/701.19",
        "/rules/701.8a",
        "/rules/701.2a?edition=2021-02-05",
        "/keywords/destroy",
        "/scenarios/explore-a-land?step=1",
        "/glossary/destroy",
        "/glossary/juz%C3%A1m-obsolete?edition=2021-02-05",
        "/?q=destroy",
        "/ns",
        "/problem/rule-not-found",
        "/nowhere",
    ]
    targets: set[str] = set()
    for path in sample:
        read = _Page(client.get(path, headers=BROWSER).text)
        for link in read.links:
            parts = urlsplit(link)
            assert not parts.netloc, f"{path} leads elsewhere: {link}"
            if not parts.path and not parts.query:
                assert parts.fragment in read.ids, (path, link)
            else:
                targets.add(link.partition("#")[0])

    assert len(targets) > 150
    for link in sorted(targets):
        with client.get(link, headers=BROWSER) as response:
            assert response.status_code in (200, 302, 303), link


def test_pages_are_locked_down(client: FlaskClient) -> None:
    headers = client.get("/", headers=BROWSER).headers

    policy = headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "strict-origin-when-cross-origin"
    assert "Access-Control-Allow-Origin" not in headers


def test_style_sheet_is_ours_and_cached(client: FlaskClient) -> None:
    (address,) = re.findall(r'<link rel="stylesheet" href="([^"]+)"', page(client, "/"))

    with client.get(address) as response:
        assert response.mimetype == "text/css"
        assert "max-age=2592000" in response.headers["Cache-Control"]
        assert "url(" not in response.text
        assert "@import" not in response.text


@pytest.mark.parametrize("extra", ["endpoint=x", "_method=FOO", "_external=1", "_anchor=x"])
def test_foreign_parameters_never_break_the_links_to_further_pages(
    client: FlaskClient, extra: str
) -> None:
    text = client.get(f"/?q=rule&{extra}", headers={**BROWSER, "Host": "foreign.test"}).text

    (link,) = re.findall(r'href="([^"]+cursor=[^"]+)"', text)
    assert unescape(link).startswith(f"/?q=rule&{extra}&")


def test_contents_show_the_opening_words_of_rules_without_a_heading(client: FlaskClient) -> None:
    text = page(client, "/rules/701?edition=2021-02-05")
    assert "Some verbs have a fixed meaning here." in text

    with client.application.test_request_context("/rules?edition=2021-02-05"):
        reader = open_reader()
        section = reader.book.rule(RuleNumber.parse("701"))
        chapters = [(section, list(reader.book.children(section.number)))]
        shown = render_template("contents.html", page=reader, chapters=chapters)

    assert "701.1</span> <span>Some verbs have a fixed meaning here.</span>" in shown
    assert '<ol class="long">' in shown


def test_rule_page_counts_the_citations_of_the_parts_below(client: FlaskClient) -> None:
    below = page(client, "/rules/701.2?edition=2021-02-05")
    section = page(client, "/rules/701?edition=2021-02-05")
    none = page(client, "/rules/701.7b?edition=2021-02-05")

    assert "They name 602, which this edition doesn’t print." in below
    assert "It cites no other rule by itself; its parts do." in section
    assert "It cites no other rule.<" in none
    assert "It cites no other rule" not in below


def test_rule_page_tells_its_history_and_its_program(client: FlaskClient) -> None:
    text = page(client, "/rules/701.8a?edition=2026-01-16")

    assert "Through the editions" in text
    assert re.search(r'<time datetime="2016-[\d-]+">[^<]*</time> <span class="num">701\.7a<', text)
    assert "def destroy(" in unescape(text)


def test_compare_groups_what_changed(client: FlaskClient) -> None:
    text = page(client, "/compare?from=2025-11-14&to=2026-01-16")

    assert "Worded anew" in text
    assert re.search(r"<b>[\d,]+</b> same", text)


def test_compare_asks_for_two_editions(client: FlaskClient) -> None:
    assert "Choose two editions" in page(client, "/compare")
    assert "has no edition 1999-01-01" in page(client, "/compare?from=1999-01-01&to=x", 404)
