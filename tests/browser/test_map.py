"""The map in a real browser: drawn in WebGL, chosen on by mouse, keyboard and address."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser
_FRAMES = """async () => {
  const stage = document.querySelector(".stage").getBoundingClientRect();
  const canvas = document.querySelector(".sigma-mouse");
  const at = (x) => ({clientX: stage.x + x, clientY: stage.y + 200, bubbles: true});
  canvas.dispatchEvent(new MouseEvent("mousedown", at(300)));
  const times = [];
  for (let frame = 0; frame < 30; frame++) {
    document.dispatchEvent(new MouseEvent("mousemove", at(300 + frame * 4)));
    times.push(await new Promise(requestAnimationFrame));
  }
  document.dispatchEvent(new MouseEvent("mouseup", at(420)));
  return (times.length - 1) * 1000 / (times.at(-1) - times[0]);
}"""


def _drawn(page: Page, path: str) -> None:
    page.goto(path)
    expect(page.locator(".stage-map canvas").first).to_be_attached()
    expect(page.locator(".stage-status")).to_have_count(0)


def test_map_is_drawn_and_names_a_rule_by_its_address(page: Page) -> None:
    _drawn(page, "/graph?at=trample")

    expect(page.get_by_role("heading", name="702.19 Trample")).to_be_visible()
    expect(page.locator(".map-picture")).to_have_count(0)


def test_table_leads_over_the_map_and_back(page: Page) -> None:
    _drawn(page, "/graph")

    page.get_by_role("link", name="701 Keyword Actions").click()
    page.get_by_role("link", name="701.8 Destroy").click()
    expect(page.get_by_role("heading", name="701.8 Destroy")).to_be_visible()
    expect(page).to_have_url(re.compile(r"at=701\.8"))
    page.go_back()

    expect(page.get_by_role("link", name="701.9 Discard")).to_be_visible()


def test_way_between_two_rules_is_asked_by_the_form(page: Page) -> None:
    _drawn(page, "/graph")

    page.get_by_label("Rule, keyword or term").fill("701.8b")
    page.get_by_label("The way to").fill("704.5g")
    page.get_by_label("The way to").press("Enter")

    expect(page.get_by_role("heading", name="From 701.8b to 704.5g")).to_be_visible()
    expect(page.locator(".way").first).to_contain_text("704.5g")


def test_empty_ground_clicked_shows_the_whole_again(page: Page) -> None:
    _drawn(page, "/graph?at=701.8b&to=704.5g")
    box = page.locator(".stage").bounding_box()
    assert box

    page.mouse.click(box["x"] + 8, box["y"] + 8)

    expect(page.locator(".map-table")).to_be_visible()
    expect(page.get_by_label("The way to")).to_have_value("")


def test_map_is_kept_as_a_picture(page: Page) -> None:
    _drawn(page, "/graph")

    with page.expect_download() as got:
        page.get_by_role("button", name="PNG").click()

    assert got.value.suggested_filename == "ruleloom-map.png"


def test_panning_stays_fluid(
    page: Page, record_testsuite_property: Callable[[str, object], None]
) -> None:
    """Measured, not judged: the machine has no graphics card, and others use it too."""
    _drawn(page, "/graph")

    frames = page.evaluate(_FRAMES)

    record_testsuite_property("frames a second while panning", round(frames, 1))
    assert frames > 0


def test_map_without_webgl_stays_a_picture_with_its_table(page: Page) -> None:
    page.add_init_script("HTMLCanvasElement.prototype.getContext = () => null")
    page.goto("/graph")

    expect(page.locator(".map-picture")).to_be_visible()
    expect(page.get_by_role("link", name="701 Keyword Actions")).to_be_visible()


def test_map_answers_without_scripts(plain_page: Page) -> None:
    plain_page.goto("/graph")

    plain_page.get_by_label("Rule, keyword or term").fill("destroy")
    plain_page.get_by_role("button", name="Show").click()

    expect(plain_page.get_by_role("heading", name="701.8 Destroy")).to_be_visible()


@pytest.mark.parametrize("path", ["/graph", "/graph?at=701.8b&to=704.5g", "/graph?at=nosuch"])
def test_map_has_no_barriers(page: Page, barriers: Callable[[Page], list[str]], path: str) -> None:
    _drawn(page, path)

    assert not barriers(page)
