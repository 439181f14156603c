"""DOCX to lines: what Word shows is kept, and what it hides isn't."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable

import docx
import pytest
from docx.document import Document
from docx.enum.text import WD_BREAK
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from extract.readers.docx import MAX_PART, read_docx
from kg.errors import SourceError

DIGITS = [(1, "decimal", "%1."), (1, "decimal", "%1.%2."), (1, "lowerLetter", "%1.%2%3")]


def saved(document: Document) -> bytes:
    stream = io.BytesIO()
    document.save(stream)
    return stream.getvalue()


def made(*paragraphs: str) -> Document:
    document = docx.Document()
    for text in paragraphs:
        document.add_paragraph(text)
    return document


def lines(document: Document) -> list[str]:
    read = read_docx(saved(document), name="rules.docx")
    return [line for line in read.lines if line]


def append(document: Document, xml: str) -> None:
    """Add a paragraph's content as raw WordprocessingML."""
    paragraph = parse_xml(f"<w:p {nsdecls('w', 'wp')}>{xml}</w:p>")
    document.element.body.insert(len(document.element.body) - 1, paragraph)


def run(text: str, properties: str = "") -> str:
    return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{text}</w:t></w:r>'


def repacked(data: bytes, change: Callable[[str, bytes], bytes]) -> bytes:
    """A package with the content of its members changed."""
    stream = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(data)) as old,
        zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for member in old.namelist():
            new.writestr(member, change(member, old.read(member)))
    return stream.getvalue()


def numbered(document: Document, levels: list[tuple[int, str, str]], *, override: str = "") -> None:
    """Give the document list 77, with a start, a kind and a text a level."""
    shown = "".join(
        f'<w:lvl w:ilvl="{depth}"><w:start w:val="{start}"/><w:numFmt w:val="{kind}"/>'
        f'<w:lvlText w:val="{text}"/></w:lvl>'
        for depth, (start, kind, text) in enumerate(levels)
    )
    root = document.part.numbering_part.element
    root.append(
        parse_xml(f'<w:abstractNum {nsdecls("w")} w:abstractNumId="77">{shown}</w:abstractNum>')
    )
    root.append(
        parse_xml(
            f'<w:num {nsdecls("w")} w:numId="77"><w:abstractNumId w:val="77"/>{override}</w:num>'
        )
    )


def item(depth: int, text: str) -> str:
    return (
        f'<w:pPr><w:numPr><w:ilvl w:val="{depth}"/><w:numId w:val="77"/></w:numPr></w:pPr>'
        + run(text)
    )


def test_paragraphs_are_parted_by_blank_lines() -> None:
    read = read_docx(saved(made("100.1. One.", "100.2. Two.", "Example: Three.")), name="x")

    assert read.lines == ("100.1. One.", "", "100.2. Two.", "Example: Three.")
    assert (read.encoding, read.line_end) == ("docx", "LF")


def test_blank_paragraphs_of_the_document_are_kept() -> None:
    read = read_docx(saved(made("Ward", "Costs more.", "", "Zone", "A place.")), name="x")

    assert read.lines == ("Ward", "Costs more.", "", "Zone", "A place.")


def test_spans_count_in_the_lines_joined() -> None:
    read = read_docx(saved(made("100.1.  One. ", "100.2. Two.")), name="x")

    text = "\n".join(read.lines)
    assert [text[first:last] for first, last in read.spans] == list(read.lines)


def test_line_end_of_the_author_ends_a_line() -> None:
    document = made("Zone")
    broken = document.add_paragraph("100.1. One.")
    broken.runs[0].add_break()
    broken.add_run("   More of it.")
    broken.add_run().add_break(WD_BREAK.PAGE)
    broken.add_run("100.2. Two.")

    read = read_docx(saved(document), name="x")

    assert read.lines == ("Zone", "", "100.1. One.", " More of it.", "100.2. Two.")


def test_automatic_numbers_are_read() -> None:
    document = made()
    numbered(document, [(701, "decimal", "%1."), *DIGITS[1:]])
    for depth, text in [(0, "Actions"), (1, "Heal"), (2, "First."), (2, "Second."), (1, "Recruit")]:
        append(document, item(depth, text))

    assert lines(document) == [
        "701. Actions",
        "701.1. Heal",
        "701.1a First.",
        "701.1b Second.",
        "701.2. Recruit",
    ]


@pytest.mark.parametrize(
    ("kind", "labels"),
    [
        ("upperRoman", ["IV. x", "V. x"]),
        ("lowerLetter", ["d. x", "e. x"]),
        ("decimalZero", ["04. x", "05. x"]),
        ("bullet", ["x", "x"]),
        ("none", [". x", ". x"]),
    ],
)
def test_automatic_numbers_have_their_kind(kind: str, labels: list[str]) -> None:
    document = made()
    numbered(document, [(4, kind, "%1.")])
    append(document, item(0, "x"))
    append(document, item(0, "x"))

    assert lines(document) == labels


def test_automatic_number_starts_where_its_list_says() -> None:
    document = made()
    numbered(
        document,
        DIGITS,
        override='<w:lvlOverride w:ilvl="0"><w:startOverride w:val="9"/></w:lvlOverride>',
    )
    append(document, item(0, "x"))
    append(document, item(0, "x"))

    assert lines(document) == ["9. x", "10. x"]


def test_hidden_text_is_left_out() -> None:
    document = made()
    append(document, run("100.1. Seen. ") + run("Unseen.", "<w:vanish/>"))
    append(document, run("Seen too.", '<w:vanish w:val="0"/>'))

    assert lines(document) == ["100.1. Seen.", "Seen too."]


def test_tracked_changes_are_taken_as_accepted() -> None:
    document = made()
    who = 'w:id="1" w:author="x"'
    gone = "<w:r><w:delText>old</w:delText></w:r>"
    append(
        document, run("100.1. A ") + f"<w:ins {who}>{run('new')}</w:ins><w:del {who}>{gone}</w:del>"
    )
    append(document, f"<w:pPr><w:rPr><w:del {who}/></w:rPr></w:pPr>" + run("100.2. Joined "))
    append(document, run("to this."))
    append(document, f"<w:moveFrom {who}>{run('moved')}</w:moveFrom>" + run("100.3. Kept."))

    assert lines(document) == ["100.1. A new", "100.2. Joined to this.", "100.3. Kept."]


def test_row_of_a_table_is_a_line() -> None:
    document = made("100. General")
    table = document.add_table(rows=2, cols=2)
    for row, texts in zip(table.rows, [("100.1.", "One."), ("100.2.", "Two.")], strict=True):
        for cell, text in zip(row.cells, texts, strict=True):
            cell.text = text
    table.rows[1].cells[1].add_paragraph("More of it.")

    assert lines(document) == ["100. General", "100.1. One.", "100.2. Two.", " More of it."]


def test_fields_footnotes_and_symbols() -> None:
    document = made()
    field = '<w:r><w:fldChar w:fldCharType="{}"/></w:r>'
    append(
        document,
        run("100.1. See rule ")
        + field.format("begin")
        + "<w:r><w:instrText> REF x </w:instrText></w:r>"
        + field.format("separate")
        + run("100.2")
        + field.format("end")
        + '<w:r><w:footnoteReference w:id="2"/></w:r>'
        + '<w:r><w:t> non</w:t><w:noBreakHyphen/><w:t>land </w:t><w:sym w:font="Symbol" '
        + 'w:char="F0A5"/><w:t> </w:t><w:sym w:font="Wingdings" w:char="F04A"/></w:r>'
        + '<w:r><w:drawing><wp:inline><wp:docPr id="1" name="p" descr="mana {W}"/></wp:inline>'
        + "</w:drawing></w:r>",
    )

    assert lines(document) == ["100.1. See rule 100.2 non-land ∞ \ufffd{W}"]


def test_text_box_follows_its_paragraph_once() -> None:
    document = made()
    box = "<w:pict><v:textbox xmlns:v='urn:schemas-microsoft-com:vml'><w:txbxContent><w:p>"
    box += run("Boxed.") + "</w:p></w:txbxContent></v:textbox></w:pict>"
    space = "http://schemas.openxmlformats.org/markup-compatibility/2006"
    twice = f"<mc:AlternateContent xmlns:mc='{space}'><mc:Choice Requires='wps'>{box}</mc:Choice>"
    twice += f"<mc:Fallback>{box}</mc:Fallback></mc:AlternateContent>"
    append(document, run("100.1. ") + f"<w:r>{twice}</w:r>" + run("One."))

    assert lines(document) == ["100.1. One.", "Boxed."]


def test_bold_headwords_stand_on_their_definitions() -> None:
    document = made("100.1. One.", "Glossary")
    for headword in ("Ability", "Zone of the Dead, and of What Is Left of Them (Obsolete)"):
        document.add_paragraph().add_run(headword).bold = True
        document.add_paragraph("What it is.")
        document.add_paragraph("See rule 100.1")
    document.add_paragraph("Credits")

    read = read_docx(saved(document), name="x")

    assert read.lines[4:8] == ("Ability", "What it is.", "See rule 100.1", "")
    assert "\n".join(read.lines).endswith("(Obsolete)\nWhat it is.\nSee rule 100.1\n\n\n\nCredits")


# --- what is refused ---


def refusal(data: bytes) -> str:
    with pytest.raises(SourceError) as caught:
        read_docx(data, name="x.docx")
    return str(caught.value)


def test_zip_bomb_is_refused_by_its_declared_size() -> None:
    def swell(member: str, content: bytes) -> bytes:
        return b" " * (MAX_PART + 1) if member == "word/document.xml" else content

    assert refusal(repacked(saved(made("x")), swell)) == (
        "x.docx: word/document.xml unpacks to more than 48 MiB"
    )


def test_zip_bomb_that_lies_of_its_size_is_refused() -> None:
    def swell(member: str, content: bytes) -> bytes:
        return b" " * (MAX_PART + 1) if member == "word/document.xml" else content

    bomb = repacked(saved(made("x")), swell)
    size = (MAX_PART + 1).to_bytes(4, "little")

    assert refusal(bomb.replace(size, (100).to_bytes(4, "little"))) == (
        "x.docx: is a damaged or cut-off DOCX or zip archive; get it anew"
    )


def test_entities_are_refused_unexpanded() -> None:
    entities = "".join(f'<!ENTITY e{i} "{f"&e{i - 1};" * 10}">' for i in range(1, 10))
    bomb = f'<!DOCTYPE x [<!ENTITY e0 "ha">{entities}]>'.encode()

    def arm(member: str, content: bytes) -> bytes:
        if member != "word/document.xml":
            return content
        head, mark, body = content.partition(b"?>")
        return head + mark + bomb + body.replace(b"<w:t>x</w:t>", b"<w:t>&e9;</w:t>")

    assert refusal(repacked(saved(made("x")), arm)) == (
        "x.docx: word/document.xml declares a document type; no DOCX does"
    )


@pytest.mark.parametrize(
    ("member", "problem"),
    [
        ("xl/workbook.xml", "is an Excel workbook; save it as DOCX or plain text"),
        ("content.xml", "is an OpenDocument file; save it as DOCX or plain text"),
        ("notes.txt", "is a zip archive and no DOCX; unpack it first"),
    ],
)
def test_other_archives_are_named(member: str, problem: str) -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        archive.writestr(member, "x")

    assert refusal(stream.getvalue()) == f"x.docx: {problem}"


def test_document_without_text_is_refused() -> None:
    assert refusal(saved(made(""))) == (
        "x.docx: holds no text; if it holds pictures of pages, run OCR first"
    )


@pytest.mark.parametrize("share", [0.2, 0.5, 0.9, 0.99])
def test_cut_off_document_is_refused(share: float) -> None:
    data = saved(made("100.1. One."))

    assert refusal(data[: int(share * len(data))]) == (
        "x.docx: is a damaged or cut-off DOCX or zip archive; get it anew"
    )


SMALL = saved(made("100.1. One.", "100.2. Two."))


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_any_damaged_archive_is_read_or_refused(data: st.DataObject) -> None:
    damaged = bytearray(SMALL)
    for _ in range(data.draw(st.integers(1, 8))):
        damaged[data.draw(st.integers(0, len(damaged) - 1))] = data.draw(st.integers(0, 255))

    _read_or_refuse(bytes(damaged))


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_any_changed_markup_is_read_or_refused(data: st.DataObject) -> None:
    def change(member: str, content: bytes) -> bytes:
        if not member.startswith("word/document"):
            return content
        place = data.draw(st.integers(0, len(content)))
        end = data.draw(st.integers(place, min(len(content), place + 40)))
        piece = st.sampled_from([b"", b"<w:p>", b"</w:p>", b"<w:tbl><w:tr><w:tc>", b"&#0;", b"<"])
        return content[:place] + data.draw(piece) + content[end:]

    _read_or_refuse(repacked(SMALL, change))


def _read_or_refuse(data: bytes) -> None:
    try:
        read = read_docx(data, name="x")
    except SourceError:
        return
    assert len(read.lines) == len(read.spans)
