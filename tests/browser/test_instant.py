"""The search while one types: a combobox that the keyboard drives from any page."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

pytestmark = pytest.mark.browser


def _options(page: Page) -> Locator:
    """Those of the search; the choice of an edition has others."""
    return page.get_by_role("listbox", name="Found").get_by_role("option")


def _type(page: Page, words: str) -> None:
    page.get_by_label("Words, or a rule’s number").press_sequentially(words)


def test_slash_words_arrow_and_enter_lead_to_a_rule(page: Page) -> None:
    page.goto("/glossary")

    page.keyboard.press("/")
    page.keyboard.type("tramp")
    first = _options(page).first
    expect(first).to_contain_text("702.19")
    page.keyboard.press("ArrowDown")
    expect(first).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Enter")

    expect(page).to_have_url(re.compile(r"/rules/702\.19$"))


def test_number_typed_goes_straight_there(page: Page) -> None:
    page.goto("/")

    _type(page, "rule 701.8a")
    expect(_options(page)).to_have_count(1)
    page.keyboard.press("Enter")

    expect(page).to_have_url(re.compile(r"/rules/701\.8a$"))


def test_options_follow_the_edition(page: Page) -> None:
    page.goto("/glossary?edition=restated/2017-09-29")

    page.keyboard.press("/")
    page.keyboard.type("destroy")
    _options(page).first.click()

    expect(page).to_have_url(re.compile(r"edition=restated(/|%2F)2017-09-29"))


def test_escape_and_leaving_close_the_options(page: Page) -> None:
    page.goto("/")

    _type(page, "destroy")
    expect(page.get_by_role("listbox", name="Found")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("listbox", name="Found")).to_be_hidden()
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("listbox", name="Found")).to_be_visible()
    page.keyboard.press("Tab")

    expect(page.get_by_role("listbox", name="Found")).to_be_hidden()


def test_enter_without_a_choice_searches_as_without_scripts(page: Page) -> None:
    page.goto("/")

    _type(page, "last known information")
    page.keyboard.press("Enter")

    expect(page).to_have_url(re.compile(r"/\?q=last"))
    expect(page.get_by_role("main")).to_contain_text("608.2h")


def test_first_page_loads_little_script(page: Page) -> None:
    sizes: list[int] = []
    page.on(
        "response",
        lambda got: (
            sizes.append(len(got.body())) if got.url.split("?")[0].endswith(".js") else None
        ),
    )
    page.goto("/", wait_until="networkidle")

    assert 0 < sum(sizes) < 100_000


def test_options_have_no_barriers(page: Page, barriers: Callable[[Page], list[str]]) -> None:
    page.goto("/")
    _type(page, "destroy")
    expect(page.get_by_role("listbox", name="Found")).to_be_visible()
    page.keyboard.press("ArrowDown")

    assert not barriers(page)
