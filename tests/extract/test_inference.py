"""Numbers of a page that prints none: by what it says of itself, by a base, by order."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from extract.document import parse_document
from extract.readers import read_lines
from extract.unnumbered import BaseFinder
from kg.errors import SourceError
from kg.model import Edition, RuleNumber, Source

N = RuleNumber.parse

PAGE = """Rules of Play

Some verbs have meanings of their own in these rules.

Bake

To bake a card, turn it over. See rule 801.4, “Glaze.”

A baked card stays so.

Carve

To carve a card, cut it.

A player carves after the process described in rule 801.3a is complete.

Glaze

To glaze a card, hold it up.
"""
BASE = """801. Actions

801.1. Some verbs have meanings of their own in these rules.

801.2. Bake

801.2a To bake a card, turn it over. See rule 801.4, “Glaze.”

801.2b A baked card stays so.

801.3. Carve

801.3a To carve a card, cut it.

801.3b A card that nobody owns is never carved.

801.3c A player carves after the process described in rule 801.3a is complete.

801.4. Glaze

801.4a To glaze a card, hold it up.
"""


def read(page: str, base: Edition | None = None) -> Edition:
    source = Source(name="page.txt", origin="0", sha256="0" * 64)
    bases = BaseFinder(given=base)
    return parse_document(read_lines(page.encode(), name="page.txt"), source, bases=lambda: bases)


def numbers(edition: Edition) -> str:
    return " ".join(str(rule.number) for rule in edition.rules)


@pytest.fixture(scope="module")
def base(parse: Callable[..., Edition]) -> Edition:
    return parse(BASE)  # type: ignore[no-any-return]


def test_page_numbers_itself_by_what_it_cites() -> None:
    edition = read(PAGE)

    assert edition.title == "Rules of Play"
    assert numbers(edition) == "801.1 801.2 801.2a 801.2b 801.3 801.3a 801.3b 801.4 801.4a"
    assert all(rule.inferred_number and 0 < rule.confidence < 1 for rule in edition.rules)
    assert edition.by_number[N("801.4")].evidence == "cited as rule 801.4, “Glaze”"


def test_base_tells_what_is_missing_on_the_page(base: Edition) -> None:
    edition = read(PAGE, base)

    assert numbers(edition) == "801.1 801.2 801.2a 801.2b 801.3 801.3a 801.3c 801.4 801.4a"
    assert [odd.text for odd in edition.odd_lines] == ["801.3b absent"]
    assert edition.base == base.key


def test_page_is_right_about_itself_where_the_base_differs(base: Edition) -> None:
    page = PAGE.replace("A baked card stays so.", "A baked card stays so; see rule 801.3b.")
    older = parse_with(
        BASE.replace(
            "801.2b A baked card stays so.", "801.2b A baked card stays so; see rule 801.3c."
        )
    )

    edition = read(page, older)

    assert edition.by_number[N("801.3b")].text.startswith("A player carves after")
    assert "the page calls its 801.3c 801.3b" in edition.by_number[N("801.3b")].evidence


def parse_with(text: str) -> Edition:
    return parse_document(
        read_lines(text.encode(), name="base.txt"),
        Source(name="base.txt", origin="1", sha256="1" * 64),
    )


def test_lost_heading_is_found_by_the_words_below(base: Edition) -> None:
    page = PAGE.replace("Carve\n\n", "", 1).replace("A player carves", "Each player carves")

    edition = read(page)

    assert [str(r.number) for r in edition.rules if "carve" in r.text] == ["801.3a", "801.3b"]
    assert "801.3 heading missing" in [odd.text for odd in edition.odd_lines]
    assert N("801.3") not in edition.by_number


def test_glued_section_title_and_noise_are_no_rules() -> None:
    page = PAGE.replace("Bake\n", "801Actions\nReferenced by 45 rules\nBake\nReferenced by 2\n", 1)

    edition = read(page)

    assert edition.by_number[N("801")].heading == "Actions"
    assert not edition.by_number[N("801")].inferred_number
    assert not [rule for rule in edition.rules if "Referenced" in rule.text]


def test_example_belongs_to_the_paragraph_above() -> None:
    edition = read(PAGE.replace("A baked card stays so.", "A baked card stays so.\nExample: Yes."))

    assert [e.text for e in edition.by_number[N("801.2b")].examples] == ["Yes."]


def test_text_that_only_cites_rules_is_no_page_of_them() -> None:
    with pytest.raises(SourceError, match="nothing that tells their numbers"):
        read("Dear judge\n\nI read what is described in rule 801.3a and see rule 801.4, “Glaze.”\n")


def test_letters_skip_l_and_o() -> None:
    many = "\n\n".join(f"Carved card number {i} is cut." for i in range(14))
    edition = read(PAGE.replace("To carve a card, cut it.", "To carve a card, cut it.\n\n" + many))

    letters = [str(r.number)[-1] for r in edition.rules if str(r.number.parent) == "801.3"]
    assert "".join(letters) == "abcdefghijkmnpqr"
