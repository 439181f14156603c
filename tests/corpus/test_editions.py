"""Every official edition at hand, held against counts made in another way, and the known facts."""

from __future__ import annotations

import os
import re
import textwrap
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from extract.readers import read_lines
from kg.folding import fold
from kg.model import Edition, RuleNumber

N = RuleNumber.parse
EditionOf = Callable[[str], Edition]


def names() -> list[str]:
    folder = Path(os.environ.get("RULELOOM_SHARED", Path(__file__).parents[3] / "shared"))
    return sorted(file.stem for file in (folder / "editions").glob("*.txt"))


def text_of(path: Path) -> str:
    """The text, decoded without our reader; only its ASCII counts here."""
    data = path.read_bytes()
    text = data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "latin-1")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def body_of(text: str) -> str:
    """What lies between the contents and the glossary."""
    start = text.index("\nCredits\n") + 1
    return text[start : text.index("\nGlossary\n", start)]


# Per file: chapters, sections, rules with subrules, examples, terms, references of rules and terms.
COUNTS = {
    "2026-01-16": (9, 146, 3114, 276, 725, 1315, 801),
    "2025-11-14": (9, 146, 3109, 276, 725, 1312, 802),
    "2021-02-02": (9, 133, 2514, 257, 585, 997, 631),
    "2013-04-29": (9, 124, 1930, 223, 476, 768, 524),
    "2017-01-19": (9, 129, 2177, 242, 527, 876, 576),
}


@pytest.mark.parametrize("name", COUNTS)
def test_edition_holds_what_was_counted(name: str, edition: EditionOf) -> None:
    e = edition(name)
    kinds = [rule.kind for rule in e.rules]

    assert (
        kinds.count("chapter"),
        kinds.count("section"),
        kinds.count("rule") + kinds.count("subrule"),
        sum(len(rule.examples) for rule in e.rules),
        len(e.glossary),
        sum(len(rule.references()) for rule in e.rules),
        sum(len(entry.references()) for entry in e.glossary),
    ) == COUNTS[name]


@pytest.mark.slow
@pytest.mark.parametrize("name", names())
def test_every_edition_agrees_with_a_line_scan(name: str, edition: EditionOf, shared: Path) -> None:
    body = body_of(text_of(shared / "editions" / f"{name}.txt"))
    printed = re.findall(r"(?m)^ *\d{3}\. ?\d{1,3}[a-z]?(?=\.|[^\w.])", body)
    marked = re.findall(r"(?m)^ *Example:", body)

    e = edition(name)

    rules = [rule for rule in e.rules if rule.kind in ("rule", "subrule")]
    assert len(rules) == len(printed)
    assert sum(len(rule.examples) for rule in e.rules) == len(marked)


@pytest.mark.slow
@pytest.mark.parametrize("name", names())
def test_every_edition_is_whole_and_in_order(name: str, edition: EditionOf) -> None:
    e = edition(name)

    numbers = [rule.number for rule in e.rules]
    assert numbers == sorted(set(numbers))
    assert not e.truncated
    assert all(rule.parent in e.by_number for rule in e.rules if rule.kind != "chapter")
    assert all(rule.heading for rule in e.rules if rule.kind in ("chapter", "section"))
    assert all(entry.senses for entry in e.glossary)


# CORNERS: what the official texts themselves misprint.
DANGLING = {
    "2005-08-01": {("421.4", "102.6")},
    "2007-05-01": {("418.5k", "419.1f")},
    "2009-07-11": {("401.6", "602.1i"), ("605.3b", "405.3c")},
    "2017-01-19": {("702.123d", "903.11a")},
    "2017-04-28": {("702.123d", "903.11a")},
    **{name: {("Map", "110.10")} for name in names() if name >= "2023-11-17"},
}


@pytest.mark.slow
@pytest.mark.parametrize("name", names())
def test_dangling_citations_are_those_of_the_text(name: str, edition: EditionOf) -> None:
    found = {
        (getattr(owner, "headword", None) or str(getattr(owner, "number", "")), str(number))
        for owner, number, _ in edition(name).dangling()
    }

    assert found == DANGLING.get(name, set())


def test_rules_of_several_examples_keep_them_all(edition: EditionOf) -> None:
    rules = edition("2026-01-16").by_number

    assert [len(rules[N(n)].examples) for n in ("613.6", "707.3", "800.4a")] == [4, 4, 4]


@pytest.mark.parametrize(
    ("number", "references"),
    [
        pytest.param("702.33a", "601.2b 601.2f 601.2g 601.2h", id="range-second-in-a-list"),
        pytest.param("608.3", "608.3a 608.3b", id="letter-list"),
        pytest.param("101.4b", "101.4a", id="no-word-rule"),
        pytest.param("702.124b", "", id="a-hundred-cards"),
        pytest.param("712.2a", "", id="name-of-a-set"),
    ],
)
def test_references_of_2026(number: str, references: str, edition: EditionOf) -> None:
    found = edition("2026-01-16").by_number[N(number)].references()

    assert [str(n) for n in found if str(n) in references or not references] == references.split()


def test_glossary_of_2026_has_its_senses_and_see_lines(edition: EditionOf) -> None:
    glossary = {entry.headword: entry for entry in edition("2026-01-16").glossary}

    assert sum(len(entry.meanings()) for entry in glossary.values()) == 757
    assert sum(len(entry.see) for entry in glossary.values()) == 51
    assert glossary["Multikicker"].see == ("Kicker, Kicked",)
    assert len(glossary["Play"].meanings()) == 5


@pytest.mark.parametrize(
    ("name", "effective"),
    [
        ("2021-02-02", "2021-02-05"),
        ("2013-04-29", "2013-05-01"),
        ("2017-01-19", "2017-01-20"),
        ("2026-01-16", "2026-01-16"),
    ],
)
def test_edition_is_known_by_the_day_it_takes_effect(
    name: str, effective: str, edition: EditionOf
) -> None:
    e = edition(name)

    assert e.key.name == effective
    assert [day.isoformat() for day in e.published_as] == [name] * (name != effective)


@pytest.mark.slow
def test_misprints_are_mended_and_reported(edition: EditionOf) -> None:
    assert [o.expected for o in edition("2007-05-01").odd_lines] == [
        "rule 423.2b, by the numbers around it"
    ]
    assert [o.expected for o in edition("2005-08-01").odd_lines] == [
        "rule 609.2c, by the numbers around it"
    ]


def wrapped(text: str, width: int = 78) -> str:
    """The text with its lines broken by width, as the editions before 2004 have them."""
    return "\n".join(
        "\n".join(textwrap.wrap(line, width, break_long_words=False)) for line in text.split("\n")
    )


@pytest.mark.slow
@pytest.mark.parametrize("name", ["2026-01-16", "2016-04-08", "2009-07-11", "2003-03-15"])
def test_hard_wrapped_text_reads_as_the_whole_lines_do(
    name: str, edition: EditionOf, shared: Path, parse: Callable[..., Edition]
) -> None:
    lines = read_lines((shared / "editions" / f"{name}.txt").read_bytes(), name=name).lines

    broken = parse(wrapped("\n".join(lines)), cited=True)

    whole = edition(name)
    assert [r.number for r in broken.rules] == [r.number for r in whole.rules]
    differing = [
        str(a.number)
        for a, b in zip(broken.rules, whole.rules, strict=True)
        if (fold(a.text), a.heading, a.references()) != (fold(b.text), b.heading, b.references())
    ]
    assert differing == []
    assert [g.headword for g in broken.glossary] == [g.headword for g in whole.glossary]


@pytest.mark.slow
@pytest.mark.parametrize("mark", ["?", "\ufffd"], ids=["question-marks", "replacement-characters"])
def test_lossy_copy_keeps_numbers_and_references(
    mark: str, edition: EditionOf, shared: Path, parse: Callable[..., Edition]
) -> None:
    lines = read_lines((shared / "editions" / "2016-04-08.txt").read_bytes(), name="x").lines
    lossy = "".join(c if ord(c) < 128 else mark for c in "\n".join(lines))

    found = parse(lossy, cited=True)

    whole = edition("2016-04-08")
    assert [r.number for r in found.rules] == [r.number for r in whole.rules]
    assert [r.references() for r in found.rules] == [r.references() for r in whole.rules]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "encoding"),
    [
        ("2026-01-16", "cp1252"),
        ("2026-01-16", "mac_roman"),
        ("2026-01-16", "utf-16-be"),
        ("2019-01-25", "cp437"),
    ],
)
def test_code_page_is_known_by_what_the_text_holds(
    name: str, encoding: str, edition: EditionOf, shared: Path
) -> None:
    lines = read_lines((shared / "editions" / f"{name}.txt").read_bytes(), name=name).lines
    data = "\r".join(lines).encode(encoding, "replace")

    assert read_lines(data, name=name).encoding == encoding


def as_of_1999(lines: Sequence[str]) -> str:
    """The layout of 1999: dot leaders in the contents, titles underlined, subrules and definitions
    indented, examples in capitals, all of it wrapped."""
    front = next(i for i, line in enumerate(lines) if line.strip() == "Credits")
    glossary = next(i for i, line in enumerate(lines) if i > front and line.strip() == "Glossary")
    out: list[str] = []
    for i, line in enumerate(lines):
        title = re.match(r"\d{3}\. ", line)
        if i < front and title:
            out.append(f"   {line} {'.' * (60 - len(line))} {i}")
        elif title:
            out += [line, "-" * len(line)]
        elif re.match(r"\d{3}\.\d+[a-z]\.? ", line) or (
            i > glossary and line and lines[i - 1].strip()
        ):
            out += [f"  {part}" for part in textwrap.wrap(line, 76)]
        else:
            out += textwrap.wrap(line.replace("Example:", "EXAMPLE:"), 78) or [""]
    return "\n".join(out)


@pytest.mark.slow
def test_layout_of_1999_reads_as_the_plain_one_does(
    edition: EditionOf, shared: Path, parse: Callable[..., Edition]
) -> None:
    data = (shared / "editions" / "2003-03-15.txt").read_bytes()

    found = parse(as_of_1999(read_lines(data, name="x").lines), cited=True)

    whole = edition("2003-03-15")
    assert [(r.number, r.heading, fold(r.text), r.references()) for r in found.rules] == [
        (r.number, r.heading, fold(r.text), r.references()) for r in whole.rules
    ]
    assert [(g.headword, fold(g.text)) for g in found.glossary] == [
        (g.headword, fold(g.text)) for g in whole.glossary
    ]
    assert not found.truncated
