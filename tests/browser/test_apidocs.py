"""The API's own page: Swagger UI from this server, and a plain list where no script runs."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser


def test_request_is_tried_from_the_page(page: Page) -> None:
    page.goto("/api/docs")
    route = page.locator("#operations-rules-show_rule")

    route.get_by_role("button", name="/api/v1/rules/{number}", exact=False).first.click()
    route.get_by_role("button", name="Try it out").click()
    route.get_by_role("button", name="Execute").click()

    expect(route.locator(".live-responses-table .response-col_status").last).to_contain_text("200")
    expect(page.locator("#routes")).to_have_count(0)


def test_list_of_routes_needs_no_script(plain_page: Page) -> None:
    plain_page.goto("/api/docs")

    expect(plain_page.locator("#show_rule")).to_have_text("GET /api/v1/rules/{number}")
