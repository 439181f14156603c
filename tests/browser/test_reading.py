"""Reading in a real browser, with and without scripts: find a rule, follow a reference."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

pytestmark = pytest.mark.browser


@pytest.fixture(params=[True, False], ids=["scripts", "no-scripts"])
def page(browser: Browser, address: str, request: pytest.FixtureRequest) -> Iterator[Page]:
    context = browser.new_context(base_url=address, java_script_enabled=request.param)
    yield context.new_page()
    context.close()


def test_number_typed_goes_to_the_rule(page: Page) -> None:
    page.goto("/")

    page.locator("[role=search] input[type=search]").first.fill("701.8a")
    page.keyboard.press("Enter")

    expect(page).to_have_url(re.compile(r"/rules/701\.8a"))
    expect(page.get_by_role("heading", level=1)).to_contain_text("701.8a")


def test_reference_leads_to_its_rule_and_back(page: Page) -> None:
    page.goto("/rules/701.8b")

    page.get_by_role("main").get_by_role("link", name="704.5g").first.click()

    expect(page.get_by_role("heading", level=1)).to_contain_text("704.5g")
    expect(page.get_by_role("link", name="701.8b").first).to_be_visible()


def test_search_lists_rules_with_the_words(page: Page) -> None:
    page.goto("/?q=last known information")

    expect(page.get_by_role("main")).to_contain_text("608.2h")


def test_page_fits_a_narrow_screen(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto("/rules/702.26")

    assert page.evaluate("document.documentElement.scrollWidth") <= 390
