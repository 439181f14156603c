"""A server on the embedded rulebook, a real Chromium, and axe for what WCAG 2.2 AA asks."""

from __future__ import annotations

import contextlib
import os
import re
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from importlib.resources import files
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

# Without the first lines, Chromium looks for its maker's hosts at every start; the last ones draw
# WebGL without a graphics card.
QUIET = [
    "--no-sandbox",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
]
expect.set_options(timeout=15_000)
_RULES = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]


@pytest.fixture(scope="session")
def address(embedded_store: Path) -> Iterator[str]:
    command = [sys.executable, "-m", "kg.cli", "serve", "--port", "0"]
    process = subprocess.Popen(
        [*command, "--store", str(embedded_store)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    found = re.search(r"http://127\.0\.0\.1:\d+", process.stdout.readline())
    assert found
    _warm(found.group())
    yield found.group()
    os.kill(process.pid, signal.SIGTERM)
    process.communicate(timeout=30)


def _warm(address: str) -> None:
    """Wait for the processes that answer queries; on a busy machine they take their time."""
    for _ in range(10):
        with contextlib.suppress(urllib.error.HTTPError):
            urllib.request.urlopen(f"{address}/sparql?query=ASK%7B%7D", timeout=60).close()
            return


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=chromium, args=QUIET)
        yield opened
        opened.close()


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    """A page with scripts, none of which may fail, be refused, or ask another server."""
    context = browser.new_context(base_url=address)
    context.set_default_timeout(15_000)
    opened, wrong = context.new_page(), []
    opened.on("pageerror", lambda error: wrong.append(str(error)))
    opened.on("console", lambda said: wrong.append(said.text) if "Policy" in said.text else None)
    opened.on(
        "request",
        lambda sent: (
            None if sent.url.startswith((address, "data:", "blob:")) else wrong.append(sent.url)
        ),
    )
    yield opened
    context.close()
    assert not wrong


@pytest.fixture
def plain_page(browser: Browser, address: str) -> Iterator[Page]:
    """A page without scripts."""
    context = browser.new_context(base_url=address, java_script_enabled=False)
    yield context.new_page()
    context.close()


@pytest.fixture
def barriers() -> Callable[[Page], list[str]]:
    """`barriers(page)`: what axe finds to break WCAG 2.2 AA, in the light and in the dark."""
    axe = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")

    def find(page: Page) -> list[str]:
        found = []
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            page.evaluate(axe)
            result = page.evaluate(f"axe.run(document, {{runOnly: {_RULES}}})")
            found += [
                f"{scheme}: {each['id']}: {node['html'][:120]}"
                for each in result["violations"]
                for node in each["nodes"]
            ]
        return found

    return find
