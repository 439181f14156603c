"""Texts pasted into the pages: a card annotated, citations checked and mended."""

from __future__ import annotations

import re
from html import unescape

import pytest
from flask.testing import FlaskClient

BROWSER = {"Accept": "text/html"}


def _posted(client: FlaskClient, path: str, status: int = 200, **form: str) -> str:
    response = client.post(path, data=form, headers=BROWSER)
    assert response.status_code == status
    return unescape(response.text)


def test_card_pasted_leads_from_its_words_to_rules(client: FlaskClient) -> None:
    text = _posted(client, "/annotate", name="Mud Bird", text="Flying\r\nDestroy target land.")

    assert re.search(r'href="/rules/702\.9"[^>]*>Flying</a>\n<a [^>]*href="/rules/701\.8"', text)
    assert "<dd>flying</dd>" in text
    assert "<dd>destroy</dd>" in text


def test_card_stays_in_the_edition(client: FlaskClient) -> None:
    text = _posted(client, "/annotate?edition=2021-02-05", name="", text="Destroy target land.")

    assert 'href="/rules/701.7?edition=2021-02-05"' in text


def test_words_pasted_are_no_markup(client: FlaskClient) -> None:
    for path in ("/annotate", "/check"):
        response = client.post(path, data={"name": "<b>", "text": "<script>Flying</script>"})
        assert "<script>F" not in response.text


def test_number_that_moved_is_found_and_mended(client: FlaskClient) -> None:
    form = {"text": "// CR 701.7a\n", "file": "engine.rs", "written_for": "2021-02-05"}

    text = _posted(client, "/check", **form)

    assert 'class="found error"' in text
    assert re.search(r"Mended.*// CR 701\.8a", text, re.DOTALL)


def test_text_without_findings_says_so(client: FlaskClient) -> None:
    text = _posted(client, "/check", text="// CR 701.8a\n", file="engine.rs")

    assert "1 citation, no findings" in text
    assert "Mended" not in text


def test_edition_that_is_none_is_told(client: FlaskClient) -> None:
    text = _posted(client, "/check", 404, text="// CR 701.8a", written_for="1980-01-01")

    assert 'role="alert"' in text


@pytest.mark.parametrize("path", ["/annotate", "/check"])
def test_page_begins_with_an_example_of_ours(client: FlaskClient, path: str) -> None:
    text = client.get(path, headers=BROWSER).text

    assert "<textarea" in text
    assert 'class="answer"' in text


@pytest.mark.parametrize(("path", "most"), [("/annotate", 20_000), ("/check", 200_000)])
def test_text_too_long_is_refused(client: FlaskClient, path: str, most: int) -> None:
    response = client.post(path, data={"text": "x" * (most + 1)}, headers=BROWSER)

    assert response.status_code == 413
