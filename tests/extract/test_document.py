"""Lines to an edition: frame, hierarchy, headings, examples, odd and cut texts."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

import pytest

from extract.readers import read_lines
from kg.errors import SourceError
from kg.model import Edition, RuleNumber

Parse = Callable[..., Edition]
N = RuleNumber.parse

FRONT = """A Rulebook

These rules are effective as of May 1, 2013.

Introduction

What this is.

Contents

1. Basics
100. General
Glossary
Credits

"""
BODY = """1. Basics

100. General

100.1. Players

100.1a Each player draws.
Example: Ann draws.
Example: Bob draws.

100.1b Nobody waits.
     Not even once.

"""
BACK = """Glossary

Draw
To take a card. See rule 100.1.

Credits

Us
"""


def test_document_has_its_date_and_front(parse: Parse) -> None:
    edition = parse(FRONT + BODY + BACK, name="MagicCompRules 20130429.txt")

    assert edition.key.path == "edition/2013-05-01"
    assert edition.published_as == (dt.date(2013, 4, 29),)
    assert edition.title == "A Rulebook"
    assert edition.introduction == "What this is."
    assert not edition.truncated


def test_date_may_lack_its_period_or_say_current(parse: Parse) -> None:
    text = "X\n\nThese rules are current as of August 1, 2005\n\n" + BODY

    assert parse(text).key.date == dt.date(2005, 8, 1)


def test_undated_document_is_known_by_its_hash(parse: Parse) -> None:
    edition = parse(BODY)

    assert edition.key.path == f"edition/undated-{edition.sources[0].sha256[:8]}"


def test_hierarchy_follows_the_numbers(parse: Parse) -> None:
    rules = parse(FRONT + BODY + BACK).rules

    assert [(str(r.number), str(r.parent), r.kind) for r in rules] == [
        ("1", "None", "chapter"),
        ("100", "1", "section"),
        ("100.1", "100", "rule"),
        ("100.1a", "100.1", "subrule"),
        ("100.1b", "100.1", "subrule"),
    ]


def test_every_example_belongs_to_the_rule_above(parse: Parse) -> None:
    rule = parse(FRONT + BODY + BACK).by_number[N("100.1a")]

    assert [example.text for example in rule.examples] == ["Ann draws.", "Bob draws."]


@pytest.mark.parametrize(
    "line", ["Examples: Ann draws.", "EXAMPLE: Ann draws.", "[Example: Ann draws.]", "[Ann draws.]"]
)
def test_example_is_known_by_its_mark(parse: Parse, line: str) -> None:
    rules = parse(f"100. General\n\n100.1. One.\n{line}\n\n100.2. Two.").by_number

    assert [example.text for example in rules[N("100.1")].examples] == ["Ann draws."]


def test_indented_paragraph_joins_its_rule(parse: Parse) -> None:
    rule = parse(FRONT + BODY + BACK).by_number[N("100.1b")]

    assert rule.text == "Nobody waits. Not even once."


def test_text_behind_an_example_is_the_rules(parse: Parse) -> None:
    rules = parse(
        "100. General\n\n100.1. One.\nExample: Two.\nThree four.\n\n100.2. Five."
    ).by_number

    assert rules[N("100.1")].text == "One. Three four."
    assert [example.text for example in rules[N("100.1")].examples] == ["Two."]


@pytest.mark.parametrize(
    ("line", "heading"),
    [
        pytest.param("Destroy", "Destroy", id="title"),
        pytest.param("Start Your Engines!", "Start Your Engines!", id="exclamation"),
        pytest.param("Choosing a Legal Target", "Choosing a Legal Target", id="small-words"),
        pytest.param("Cards are drawn as follows.", "", id="sentence"),
        pytest.param("Cards are drawn as follows:", "", id="opens-a-list"),
    ],
)
def test_heading_is_told_from_a_sentence(parse: Parse, line: str, heading: str) -> None:
    rules = parse(f"100. General\n\n100.1. {line}\n\n100.1a Text of it.").by_number

    assert rules[N("100.1")].heading == heading
    assert rules[N("100.1")].text == line


def test_subrule_that_looks_like_a_title_is_none(parse: Parse) -> None:
    rules = parse("100. General\n\n100.1. Fear\n\n100.1a Fear Is Evasion").by_number

    assert rules[N("100.1a")].heading == ""


def test_rule_without_blank_line_above_is_a_rule(parse: Parse) -> None:
    edition = parse("100. General\n\n100.1. One.\n100.2. Two.\n\n100.3. Three.")

    assert [str(r.number) for r in edition.rules] == ["100", "100.1", "100.2", "100.3"]
    assert edition.odd_lines == ()


def test_wrapped_lines_are_joined(parse: Parse) -> None:
    text = (
        "100. General\n\n100.1. A player who must\nmake a choice makes it. See rule\n"
        "103.4. If a player can't, nothing\nhappens to the non-\nblack card.\n\n"
        "100.2. Another rule runs\nover two lines.\n"
    )

    rules = parse(text).by_number

    assert rules[N("100.1")].text == (
        "A player who must make a choice makes it. See rule 103.4. If a player can't, nothing "
        "happens to the non-black card."
    )
    assert rules[N("100.2")].text == "Another rule runs over two lines."


def test_chapter_without_blank_line_above_is_one(parse: Parse) -> None:
    text = BODY.rstrip("\n") + "\n2. Cards\n\n200. General\n\n200.1. A card is a card.\n"

    assert N("2") in parse(FRONT + text + BACK).by_number


def test_misprinted_number_is_mended_and_reported(parse: Parse) -> None:
    edition = parse("423. Draw\n\n423.1. One.\n\n432.2. Two.\n\n423.3. Three.")

    assert [str(r.number) for r in edition.rules] == ["423", "423.1", "423.2", "423.3"]
    assert [(o.line, o.expected, o.text) for o in edition.odd_lines] == [
        (5, "rule 423.2, by the numbers around it", "432.2. Two.")
    ]


def test_odd_line_is_kept_as_text_and_reported(parse: Parse) -> None:
    edition = parse("100. General\n\n100.1. One.\n\nWho wrote this?\n\n100.2. Two.")

    assert edition.by_number[N("100.1")].text == "One. Who wrote this?"
    assert [(o.line, o.expected, o.text) for o in edition.odd_lines] == [
        (5, "a rule after 100.1, an example, or an indented paragraph", "Who wrote this?")
    ]


def test_stray_letter_is_reported_but_no_text_of_the_rule(parse: Parse) -> None:
    edition = parse("100. General\n\n100.1. One.\nf\n100.2. Two.")

    assert edition.by_number[N("100.1")].text == "One."
    assert [o.text for o in edition.odd_lines] == ["f"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param(
            FRONT + BODY,
            "the glossary and the credits, which the contents promise",
            id="before-the-glossary",
        ),
        pytest.param(
            FRONT + BODY + BACK[: BACK.index("Credits")],
            "the rest of the glossary and the credits, which the contents promise",
            id="in-the-glossary",
        ),
        pytest.param(BODY.replace("once.", "on"), "the end of the sentence", id="in-a-sentence"),
    ],
)
def test_cut_text_is_built_and_reported(parse: Parse, text: str, expected: str) -> None:
    edition = parse(text)

    assert edition.truncated
    assert edition.odd_lines[-1].expected == expected
    assert N("100.1b") in edition.by_number


def test_cut_text_names_the_sections_that_it_lacks(parse: Parse) -> None:
    front = FRONT.replace("100. General\n", "100. General\n101. Winning\n102. Losing\n")

    edition = parse(front + BODY)

    assert edition.odd_lines[-1].expected == "sections 101 to 102, which the contents promise"


@pytest.mark.parametrize(
    "text",
    ["Nothing to see here.\n\nReally nothing.", "1. Milk\n2. Bread\n", "Version 100.1 of the tool"],
)
def test_text_without_numbered_rules_is_refused(parse: Parse, text: str) -> None:
    with pytest.raises(
        SourceError, match=r"^rules\.txt: no numbered rules found, and nothing that"
    ):
        parse(text)


def test_restatement_says_so_in_its_title(parse: Parse) -> None:
    edition = parse(FRONT.replace("A Rulebook", "Rules, restated by ruleloom") + BODY + BACK)

    assert edition.key.path == "restated/2013-05-01"


def with_front(body: str, back: str = BACK) -> str:
    return FRONT + body + back


def test_glossary_before_the_rules_is_read(parse: Parse) -> None:
    before = FRONT + BACK[: BACK.index("Credits")] + "Turn\nA round.\n\n" + BODY + "Credits\n\nUs\n"

    edition = parse(before)

    assert [entry.headword for entry in edition.glossary] == ["Draw", "Turn"]
    assert N("100.1b") in edition.by_number


@pytest.mark.parametrize("margin", ["    ", "\t", "> "], ids=["blanks", "tab", "quoted"])
def test_margin_of_all_lines_carries_no_meaning(parse: Parse, margin: str) -> None:
    text = with_front(BODY)

    edition = parse("\n".join(margin + line for line in text.split("\n")))

    plain = parse(text)
    assert [(r.number, r.text) for r in edition.rules] == [(r.number, r.text) for r in plain.rules]
    assert [g.headword for g in edition.glossary] == ["Draw"]


def test_form_feed_parts_nothing(parse: Parse) -> None:
    edition = parse(with_front(BODY, BACK.replace("Draw\n", "Deck\nA pile.\n\n\fDraw\n")))

    assert [entry.headword for entry in edition.glossary] == ["Deck", "Draw"]


def test_bad_byte_leaves_the_text_in_utf8() -> None:
    data = (FRONT + "“Quoted” – and so it goes on, ’tis so – “again.”\n" * 9).encode() + b"\xff\xe2"

    assert read_lines(data, name="x").encoding == "utf-8"


def test_lost_section_line_is_reported_and_renumbers_nothing(parse: Parse) -> None:
    edition = parse(
        "100. General\n\n100.1. One.\n\n100.1a More.\n\n101.1. Two.\n\n101.2. Three.\n\n"
        "102. Last\n\n102.1. Four."
    )

    assert " ".join(str(r.number) for r in edition.rules) == (
        "100 100.1 100.1a 101.1 101.2 102 102.1"
    )
    assert [o.expected for o in edition.odd_lines] == ["the title of section 101 above"]


@pytest.mark.parametrize("line", ["101.Losing", "101 Losing", "101. 2-Player Losing"])
def test_odd_section_line_opens_its_section(parse: Parse, line: str) -> None:
    edition = parse(f"100. General\n\n100.1. One.\n\n{line}\n\n101.1. Two.\n\n101.2. Three.")

    assert edition.by_number[N("101")].heading.endswith("Losing")
    assert " ".join(str(r.number) for r in edition.rules) == "100 100.1 101 101.1 101.2"


def test_run_of_misprints_is_mended(parse: Parse) -> None:
    edition = parse(
        "510. Damage\n\n510.1. One.\n\n501.2. Two.\n\n501.3. Three.\n\n510.4. Four.\n\n510.5. Five."
    )

    assert " ".join(str(r.number) for r in edition.rules) == "510 510.1 510.2 510.3 510.4 510.5"


def test_misprinted_rule_gets_no_letter(parse: Parse) -> None:
    edition = parse(
        "100. General\n\n100.1. One.\n\n100.1a More.\n\n100.1. Two.\n\n100.2a More.\n\n"
        "100.3. Three."
    )

    assert " ".join(str(r.number) for r in edition.rules) == ("100 100.1 100.1a 100.2 100.2a 100.3")


def test_missing_section_and_rule_are_reported(parse: Parse) -> None:
    front = FRONT.replace("100. General\n", "100. General\n101. Winning\n102. Losing\n")
    body = "1. Basics\n\n100. General\n\n100.1a One.\n\n102. Losing\n\n102.1. Two.\n\n"

    expected = [o.expected for o in parse(front + body + BACK).odd_lines]

    assert expected == ["section 101, as the contents promise", "rule 100.1 above 100.1a"]


@pytest.mark.parametrize(
    "line",
    [
        "Effective as of May 1st, 2013.",
        "EFFECTIVE AS OF MAY 1, 2013",
        "Effective May 1, 2013",
        "effective as of 1 May 2013",
        "Effective: 2013-05-01",
    ],
)
def test_date_is_read_in_every_form(parse: Parse, line: str) -> None:
    assert parse(f"X\n\n{line}\n\n{BODY}").key.name == "2013-05-01"


def test_front_matter_alone_is_refused(parse: Parse) -> None:
    with pytest.raises(SourceError, match="cut off before its first rule"):
        parse(FRONT)


@pytest.mark.parametrize("title", ["Glossary:", "GLOSSARY", "Glossary of Terms"])
def test_glossary_is_known_by_its_title(parse: Parse, title: str) -> None:
    edition = parse(with_front(BODY, BACK.replace("Glossary", title)))

    assert [entry.headword for entry in edition.glossary] == ["Draw"]


def test_whole_edition_without_contents_is_not_repaired(parse: Parse) -> None:
    edition = parse(BODY.replace("Nobody waits.", "Locator.Wizards knows blockedas words.") + BACK)

    assert not edition.by_number[N("100.1b")].printed


@pytest.mark.parametrize(
    "title",
    ["Venture into the Dungeon", "Removed from the Game", "Bands with Other", "Roll a Die"],
)
def test_title_with_small_words_is_a_heading(parse: Parse, title: str) -> None:
    edition = parse(f"701. Actions\n\n701.1. {title}\n\n701.1a A player does so.\n")

    assert edition.rules[1].heading == title


@pytest.mark.parametrize("end", ["{", "(", ",", " a “", "—", " creatu"])
def test_page_that_stops_inside_a_sentence_is_cut(parse: Parse, end: str) -> None:
    edition = parse(f"701. Actions\n\n701.1. Bake\n\n701.1a To bake a card, add{end}")

    assert edition.truncated
    assert edition.rules[-1].truncated
