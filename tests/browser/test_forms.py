"""The pages for cards and citations in a real browser, with scripts and without."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser


def test_card_is_annotated_without_scripts(plain_page: Page) -> None:
    plain_page.goto("/annotate")

    plain_page.get_by_label("Text, a line an ability").fill("Trample")
    plain_page.get_by_role("button", name="Annotate").click()
    plain_page.get_by_role("main").get_by_role("link", name="Trample", exact=True).click()

    expect(plain_page.get_by_role("heading", level=1)).to_contain_text("702.19")


def test_citations_are_checked_without_scripts(plain_page: Page) -> None:
    plain_page.goto("/check")

    plain_page.get_by_label("Text", exact=True).fill("// CR 701.999")
    plain_page.get_by_role("button", name="Check").click()

    expect(plain_page.get_by_role("heading", name="1 citation, 1 finding")).to_be_visible()


@pytest.mark.parametrize("path", ["/annotate", "/check"])
def test_forms_have_no_barriers(
    page: Page, barriers: Callable[[Page], list[str]], path: str
) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(path)

    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert not barriers(page)
