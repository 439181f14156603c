"""PDF to lines: paragraphs from where lines stand, without what stands on every page."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extract.document import parse_document
from extract.readers import read_lines
from extract.readers.pdf import read_pdf
from kg.errors import SourceError
from kg.model import Source

RULEBOOK = Path(__file__).parents[2] / "data" / "rulebook" / "2026-01-16.txt"
Placed = tuple[float, float, str]
WIDTH = 70  # characters of Courier in 10 points, 6 points each, from 90 to 510
PITCH, GAP = 12.0, 24.0


def pdf(
    pages: Iterable[Sequence[Placed]], *, trailer: str = "", objects: Sequence[str] = ()
) -> bytes:
    """A PDF whose pages hold lines of Courier, each at its place."""
    pages = list(pages)
    font = 3 + 2 * len(pages)
    kids = " ".join(f"{3 + 2 * i} 0 R" for i in range(len(pages)))
    bodies = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>",
    ]
    for i, page in enumerate(pages):
        shown = "\n".join(f"BT /F 10 Tf {x} {y} Td ({_escaped(t)}) Tj ET" for x, y, t in page)
        bodies += [
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents {4 + 2 * i} 0 R "
            f"/Resources << /Font << /F {font} 0 R >> >> >>",
            f"<< /Length {len(shown.encode('cp1252'))} >>\nstream\n{shown}\nendstream",
        ]
    bodies.append("<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>")
    return assembled([*bodies, *objects], trailer)


def assembled(bodies: Sequence[str], trailer: str = "") -> bytes:
    data = b"%PDF-1.4\n"
    places = []
    for number, body in enumerate(bodies, 1):
        places.append(len(data))
        data += f"{number} 0 obj\n{body}\nendobj\n".encode("cp1252")
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    size = len(bodies) + 1
    end = f"xref\n0 {size}\n0000000000 65535 f \n{table}"
    end += f"trailer\n<< /Size {size} /Root 1 0 R {trailer} >>\nstartxref\n{len(data)}\n%%EOF"
    return data + end.encode()


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)")


def column(*paragraphs: str | Sequence[str], top: float = 700.0) -> list[Placed]:
    """Paragraphs set below each other; those of several lines as they are, others wrapped."""
    placed = []
    y = top
    for paragraph in paragraphs:
        wrapped = isinstance(paragraph, str)
        lines = textwrap.wrap(paragraph, WIDTH, subsequent_indent="  ") if wrapped else paragraph
        for number, line in enumerate(lines):
            placed.append((90.0 + (12 if number else 0), y, line.strip()))
            y -= PITCH
        y -= GAP - PITCH
    return placed


FULL = "x" * 64


def lines(*pages: Sequence[Placed]) -> list[str]:
    return list(read_pdf(pdf(pages), name="rules.pdf").lines)


def test_lines_become_paragraphs_again() -> None:
    long = "100.1. " + " ".join(["word"] * 40)

    assert lines(column("100. General", long, "100.2. Two.")) == [
        "100. General",
        "",
        long,
        "",
        "100.2. Two.",
    ]


def test_line_that_could_have_held_the_next_word_was_ended() -> None:
    page = [(90.0, 700.0, "Ward"), (90.0, 688.0, f"It {FULL} is"), (90.0, 676.0, "more.")]

    assert lines(page) == ["Ward", f"It {FULL} is more."]


def test_example_stands_below_its_rule_without_a_gap() -> None:
    page = [(90.0, 700.0, f"100.1. {FULL[10:]}."), (102.0, 688.0, f"Example: {FULL[10:]}.")]

    assert lines(page) == [f"100.1. {FULL[10:]}.", f"Example: {FULL[10:]}."]


def test_rule_begins_without_a_gap_where_it_hangs_and_a_citation_does_not() -> None:
    page = [
        (90.0, 700.0, f"100.1. {FULL[10:]} See rule"),
        (102.0, 688.0, f"100.7. {FULL[10:]}."),
        (90.0, 676.0, f"100.2. {FULL[10:]}."),
    ]

    assert lines(page) == [
        f"100.1. {FULL[10:]} See rule 100.7. {FULL[10:]}.",
        "",
        f"100.2. {FULL[10:]}.",
    ]


@pytest.mark.parametrize(
    ("first", "second", "joined"),
    [
        pytest.param("a turn-", "based action", "turn-based action", id="own-hyphen"),
        pytest.param("the battle-", "field", "battlefield", id="broken-word"),
        pytest.param("601.2f–", "h and so", "601.2f–h and so", id="range"),
        pytest.param("Landcycling—", "pay it", "Landcycling—pay it", id="dash"),
        pytest.param("Artifact —", "Equipment", "Artifact — Equipment", id="dash-with-blanks"),
        pytest.param("a -", "1/-1 counter", "a - 1/-1 counter", id="hyphen-by-itself"),
    ],
)
def test_words_broken_at_a_line_end_are_joined(first: str, second: str, joined: str) -> None:
    start = f"100.1. The battlefield. {FULL}"[: WIDTH - len(first)] + f" {first}"

    text = " ".join(lines(column([start, f"{second} goes on."])))

    assert f"{joined} goes on." in text


def test_running_heads_and_page_numbers_are_dropped() -> None:
    pages = [
        [
            (90.0, 760.0, "Some Rules"),
            *column(f"10{n}. Title {n}", f"10{n}.1. One. {FULL}"),
            (300.0, 40.0, f"Page {n} of 4"),
        ]
        for n in range(1, 5)
    ]

    text = "\n".join(lines(*pages))

    assert "Some Rules" not in text
    assert "Page" not in text
    assert [f"10{n}. Title {n}" in text for n in range(1, 5)] == [True] * 4


def test_titles_at_one_height_are_no_running_heads() -> None:
    pages = [column(f"{n}00. General", f"{n}00.1. {FULL[9:]}.") for n in range(1, 6)]

    assert [line for line in lines(*pages) if "General" in line] == [
        f"{n}00. General" for n in range(1, 6)
    ]


def test_paragraph_goes_on_over_the_page() -> None:
    first = [(90.0, 80.0, f"100.1. {FULL[7:]} and")]
    second = column("on it goes.", "100.2. Two.")

    assert lines(first, second) == [f"100.1. {FULL[7:]} and on it goes.", "", "100.2. Two."]


def test_title_at_the_top_of_a_page_begins_a_paragraph() -> None:
    first = [(90.0, 80.0, f"100.1. {FULL[7:]} end.")]
    second = column("101. Title", f"101.1. {FULL}")

    assert lines(first, second)[:3] == [f"100.1. {FULL[7:]} end.", "", "101. Title"]


def test_senses_of_the_glossary_stay_lines() -> None:
    page = column([f"100.1. {FULL}"], ["Glossary"])
    page += [
        (90.0, 600.0, "Ability"),
        (90.0, 588.0, f"1. {FULL} it."),
        (90.0, 576.0, "2. A thing."),
        (90.0, 564.0, "See rule 100.1."),
        (90.0, 540.0, "Zone"),
        (90.0, 528.0, "A place."),
    ]

    assert lines(page)[4:] == [
        "Ability",
        f"1. {FULL} it.",
        "2. A thing.",
        "See rule 100.1.",
        "",
        "Zone",
        "A place.",
    ]


def test_dot_leaders_are_dropped() -> None:
    assert lines(column("Contents", ["100. General ............ 5"])) == [
        "Contents",
        "",
        "100. General",
    ]


def set_in_pages(lines: Iterable[str]) -> list[list[Placed]]:
    """Plain text as a word processor sets it, with a page number below each page."""
    pages: list[list[Placed]] = [[]]
    y = 720.0
    for line in lines:
        if not line:
            y -= GAP - PITCH
        for number, part in enumerate(textwrap.wrap(line, WIDTH, subsequent_indent="  ")):
            if y < 72.0:
                pages.append([])
                y = 720.0
            pages[-1].append((90.0 + (12 if number else 0), y, part.strip()))
            y -= PITCH
    return [[*page, (300.0, 40.0, str(number))] for number, page in enumerate(pages, 1)]


def test_rulebook_says_the_same_as_pdf() -> None:
    text = read_lines(RULEBOOK.read_bytes(), name="x")
    plain = [line.replace("−", "-").replace("∞", "oo") for line in text.lines]

    read = read_pdf(pdf(set_in_pages(plain)), name="x")

    source = Source(name="x", origin="0", sha256="0")
    ours = parse_document(read, source)
    theirs = parse_document(replace(text, lines=tuple(plain)), source)
    differing = [
        str(a.number) for a, b in zip(ours.rules, theirs.rules, strict=True) if a.text != b.text
    ]
    assert differing == []
    assert [e.headword for e in ours.glossary] == [e.headword for e in theirs.glossary]


# --- what is refused ---


def refusal(data: bytes) -> str:
    with pytest.raises(SourceError) as caught:
        read_pdf(data, name="x.pdf")
    return str(caught.value)


def test_pdf_of_pictures_is_refused() -> None:
    assert refusal(pdf([[], []])) == ("x.pdf: holds no text, only pictures of pages; run OCR first")


def test_encrypted_pdf_is_refused() -> None:
    key = "5a" * 32
    trailer = (
        f"/Encrypt << /Filter /Standard /V 1 /R 2 /O <{key}> /U <{key}> /P -4 >> /ID [<00><00>]"
    )

    assert refusal(pdf([column("x")], trailer=trailer)) == (
        "x.pdf: is an encrypted PDF; save it without a password"
    )


@pytest.mark.parametrize("data", [b"%PDF-1.4\n", b"%PDF-1.4\n%%EOF", b"%PDF-" + b"\xff" * 500])
def test_damaged_pdf_is_refused(data: bytes) -> None:
    assert refusal(data) == "x.pdf: is a damaged or cut-off PDF; get it anew"


def test_page_tree_that_holds_itself_ends() -> None:
    looped = assembled(
        [
            "<< /Type /Catalog /Pages 2 0 R >>",
            "<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 2 >>",
        ]
    )

    assert refusal(looped).startswith("x.pdf: ")


SMALL = pdf([column("100. General", "100.1. One.", "100.2. Two.")])


@settings(max_examples=120, deadline=None)
@given(st.data())
def test_any_damaged_pdf_is_read_or_refused(data: st.DataObject) -> None:
    damaged = bytearray(SMALL)
    for _ in range(data.draw(st.integers(1, 8))):
        damaged[data.draw(st.integers(0, len(damaged) - 1))] = data.draw(st.integers(0, 255))
    cut = data.draw(st.integers(0, len(damaged)))

    for version in (bytes(damaged), bytes(damaged[:cut])):
        try:
            read = read_pdf(version, name="x")
        except SourceError:
            continue
        assert len(read.lines) == len(read.spans)
