"""The SPARQL page in a real browser: an editor that completes, answers in place, errors marked."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser


def _write(page: Page, query: str) -> None:
    page.locator(".CodeMirror-code").click()
    page.keyboard.press("Control+a")
    page.keyboard.type(query)


def test_query_runs_in_place_and_its_address_keeps_it(page: Page) -> None:
    page.goto("/sparql")

    page.get_by_role("button", name="Run").click()
    expect(page.get_by_role("heading", name="20 solutions")).to_be_visible()
    page.reload()

    expect(page.get_by_role("heading", name="20 solutions")).to_be_visible()
    expect(page.locator(".CodeMirror-code")).to_contain_text("Keyword actions by how many")


def test_prefixes_of_ours_are_no_errors(page: Page) -> None:
    page.goto("/sparql")

    _write(page, "SELECT * WHERE { ?rule rl:number ?number ; skos:broader ?above }")

    expect(page.locator(".sp-error")).to_have_count(0)


def test_editor_completes_our_vocabulary(page: Page) -> None:
    page.goto("/sparql")

    _write(page, "SELECT * WHERE { ?rule rl:inferredN")
    page.keyboard.press("Control+Space")
    page.locator(".CodeMirror-hint", has_text="rl:inferredNumber").click()

    expect(page.locator(".CodeMirror-code")).to_contain_text("?rule rl:inferredNumber")


def test_question_of_the_gallery_is_one_click(page: Page) -> None:
    page.goto("/sparql")

    page.get_by_role("link", name="The most cited rules").click()

    expect(page.get_by_role("heading", name="solutions")).to_be_visible()
    expect(page.locator(".CodeMirror-code")).to_contain_text("ORDER BY")


def test_rows_are_sorted_and_narrowed(page: Page) -> None:
    page.goto("/sparql")
    page.get_by_role("button", name="Run").click()

    page.get_by_role("button", name="number").click()
    page.get_by_role("button", name="number").click()
    numbers = page.locator("tbody tr td:first-child")
    expect(page.locator("th").first).to_have_attribute("aria-sort", "descending")
    found = [tuple(map(int, text.split("."))) for text in numbers.all_inner_texts()]
    page.get_by_label("Only rows with").fill(numbers.first.inner_text())

    assert found == sorted(found, reverse=True)
    expect(page.locator("tbody tr:visible")).to_have_count(1)


def test_error_is_told_and_marked_where_it_is(page: Page) -> None:
    page.goto("/sparql")

    _write(page, "SELECT * WHERE { ?rule ; }")
    page.get_by_role("button", name="Run").click()

    expect(page.get_by_role("alert")).to_contain_text("The query gave no answer")
    expect(page.locator(".query-error")).to_have_text("?rule")


def test_keyboard_leaves_the_editor(page: Page) -> None:
    page.goto("/sparql")

    page.locator(".CodeMirror-code").click()
    page.keyboard.press("Tab")

    expect(page.get_by_label("Edition")).to_be_focused()


def test_gallery_answers_without_scripts(plain_page: Page) -> None:
    plain_page.goto("/sparql")

    plain_page.get_by_role("link", name="The most cited rules").click()

    expect(plain_page.get_by_role("heading", name="solutions")).to_be_visible()
    expect(plain_page.get_by_role("link", name="CSV")).to_be_visible()


def test_page_has_no_barriers(page: Page, barriers: Callable[[Page], list[str]]) -> None:
    page.goto("/sparql")
    page.get_by_role("button", name="Run").click()
    expect(page.get_by_role("heading", name="solutions")).to_be_visible()

    assert not barriers(page)
