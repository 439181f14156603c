"""Any document: the reader is picked by content, and whatever the bytes are, the end is bounded."""

from __future__ import annotations

import io
import subprocess
import sys
import zipfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from renderings import RULEBOOKS, as_docx, as_html, as_markdown

from extract.document import parse_document
from extract.readers import Lines, apart, read_document, read_lines
from extract.readers.docx import read_docx
from extract.readers.html import read_html
from extract.readers.markdown import read_markdown
from extract.readers.txt import MAX_BYTES
from kg.errors import SourceError
from kg.model import Edition, Source

TEXT = "100. General\n\n100.1. One.\n\n100.2. Two.\n"


def said(lines: Lines) -> tuple[object, ...]:
    """What an edition says, without where in the document it says it."""
    source = Source(name="x", origin="0", sha256="0")
    edition: Edition = parse_document(lines, source)
    rules = [
        (rule.number, rule.parent, rule.heading, rule.text, [e.text for e in rule.examples])
        for rule in edition.rules
    ]
    glossary = [
        (entry.headword, [(sense.label, sense.text) for sense in entry.senses], entry.see)
        for entry in edition.glossary
    ]
    odd = [line.text for line in edition.odd_lines]
    return edition.key, edition.title, edition.introduction, rules, glossary, odd


@pytest.mark.parametrize(
    ("make", "read"),
    [
        pytest.param(as_docx, read_docx, id="docx"),
        pytest.param(as_html, read_html, id="html"),
        pytest.param(as_markdown, read_markdown, id="markdown"),
    ],
)
@pytest.mark.parametrize("edition", ["2017-09-29", "2026-01-16"])
def test_rulebook_says_the_same_in_every_layout(make, read, edition: str) -> None:
    text = read_lines((RULEBOOKS / f"{edition}.txt").read_bytes(), name="x")

    lines = read(make(text.lines), name="x")

    for ours, theirs in zip(said(lines), said(text), strict=True):
        assert ours == theirs


@pytest.mark.parametrize(
    ("data", "name", "encoding"),
    [
        pytest.param(TEXT.encode(), "rules.txt", "utf-8", id="txt"),
        pytest.param(TEXT.encode("utf-16"), "rules.txt", "utf-16", id="txt-utf-16"),
        pytest.param(TEXT.encode(), "rules.docx", "utf-8", id="txt-named-docx"),
        pytest.param(as_docx(("100.1. One.",)), "rules.txt", "docx", id="docx-named-txt"),
        pytest.param(as_html(("100.1. One.",)), "rules", "html", id="html-without-ending"),
        pytest.param(
            "<html><p>100.1. One.</p>".encode("utf-16"), "rules.txt", "html", id="html-utf-16"
        ),
        pytest.param(b"Rules\n<p>100.1. One.</p>", "rules.html", "html", id="ending-breaks-tie"),
        pytest.param(b"Rules\n<p>100.1. One.</p>", "rules.txt", "utf-8", id="or-doesnt"),
    ],
)
def test_reader_is_picked_by_content(data: bytes, name: str, encoding: str) -> None:
    assert read_document(data, name=name).encoding == encoding


@pytest.mark.parametrize(
    ("name", "first"),
    [("rules.md", "100. General"), ("rules", "100. General"), ("rules.txt", "# 100. General")],
)
def test_markdown_is_told_by_its_headings_unless_named_text(name: str, first: str) -> None:
    data = b"# 100. General\n\n100.1. One.\n\n# 101. Other\n"

    assert read_document(data, name=name).lines[0] == first


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"\x89PNG\r\n\x1a\n\0\0", "is a PNG picture; run OCR on it and give the text"),
        (b"\xff\xd8\xff\xe0\0", "is a JPEG picture; run OCR on it and give the text"),
        (
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
            "is an old or an encrypted Office file; save it as DOCX or plain text",
        ),
        (b"{\\rtf1 x}", "is an RTF document; save it as DOCX or plain text"),
        (b"\x1f\x8b\x08\0", "is a gzip archive; unpack it first"),
        (b"PK\x03\x04", "is a damaged or cut-off DOCX or zip archive; get it anew"),
        (
            b"From: <saved>\r\nMIME-Version: 1.0\r\n\r\n",
            "is a web archive (MHTML); save the page as HTML",
        ),
        (b"%PDF-1.7", "is a damaged or cut-off PDF; get it anew"),
        (b"", "the file is empty"),
        (b" " * (MAX_BYTES + 1), "larger than 64 MiB; no rulebook is that long"),
    ],
    ids=["png", "jpeg", "ole", "rtf", "gzip", "zip", "mhtml", "pdf", "empty", "huge"],
)
def test_what_is_no_document_is_named(data: bytes, problem: str) -> None:
    with pytest.raises(SourceError) as caught:
        read_document(data, name="x")

    assert str(caught.value) == f"x: {problem}"


def test_text_that_begins_like_a_picture_is_text() -> None:
    assert read_document(b"BM is short for nothing.", name="x").lines[0].startswith("BM is")


def test_document_that_takes_too_long_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apart, "MAX_SECONDS", 1)
    # libxml2 compares each attribute of a tag with those before it.
    page = b"<html><p " + b" ".join(b"a%d" % i for i in range(1_500_000)) + b">100.1. One.</p>"

    with pytest.raises(SourceError, match=r"^x\.html: takes more than 1 s to read"):
        read_document(page, name="x.html")


def test_document_that_takes_too_much_memory_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apart, "MAX_MEMORY", 96 << 20)

    with pytest.raises(
        SourceError, match=r"^x\.html: (is damaged or )?takes (more than 96 MiB|too much memory)"
    ):
        read_document(b"<html>" + b"<p>100.1. One." * 400_000, name="x.html")


def test_form_that_draws_itself_without_end_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(apart, "MAX_SECONDS", 2)

    with pytest.raises(SourceError, match=r"^x\.pdf: [^\n]+$"):
        read_document(forms_in_forms(), name="x.pdf")


def forms_in_forms() -> bytes:
    """A PDF of 3 kB whose page draws a form that draws another ten times, twenty levels deep."""
    data = b"%PDF-1.4\n"
    bodies = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] /Contents 4 0 R "
        b"/Resources << /XObject << /X 5 0 R >> >> >>",
        b"<< /Length 5 >>\nstream\n/X Do\nendstream",
    ]
    for level in range(20):
        shown = b"/X Do " * 10
        bodies.append(
            b"<< /Type /XObject /Subtype /Form /BBox [0 0 99 99] /Length %d "
            b"/Resources << /XObject << /X %d 0 R >> >> >>\nstream\n%s\nendstream"
            % (len(shown), 6 + level, shown)
        )
    places = []
    for number, body in enumerate([*bodies, b"<< /Length 0 >>\nstream\n\nendstream"], 1):
        places.append(len(data))
        data += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    size = len(places) + 1
    trailer = b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF" % (size, len(data))
    return data + b"xref\n0 %d\n0000000000 65535 f \n%s%s" % (size, table, trailer)


def test_plain_text_loads_no_library() -> None:
    code = (
        "import sys; from extract.readers import read_document; "
        "read_document(b'100.1. One.', name='x'); "
        "print(sorted({'lxml', 'pypdfium2', 'docx'} & set(sys.modules)))"
    )

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("count", [10_001])
def test_archive_of_too_many_files_is_refused(count: int) -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for number in range(count):
            archive.writestr(str(number), b"")

    with pytest.raises(SourceError, match="holds more than 10,000 files; no DOCX does"):
        read_document(stream.getvalue(), name="x")


MAGIC = st.sampled_from([b"", b"\x89PNG", b"{\\rtf", b"# a\n# b\n", b"\xef\xbb\xbf", b"\xff\xfe"])


@settings(max_examples=150, deadline=None)
@given(MAGIC, st.binary(max_size=300))
def test_any_bytes_are_read_or_refused(magic: bytes, rest: bytes) -> None:
    try:
        read = read_document(magic + rest, name="x")
    except SourceError:
        return
    assert len(read.lines) == len(read.spans)
