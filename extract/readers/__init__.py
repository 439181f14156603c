"""Bytes to clean lines, one reader a format, and nothing more.

`read_document` picks the reader by what the bytes are. The readers of DOCX, PDF and HTML stand on
libraries in C that a hostile file may keep busy or crash: they run in a process of their own, with
bounds on its time and memory, which takes 0.3 s to start. What they find as paragraphs, `lay_out`
sets as the official plain text is set, which `extract.document` reads.
"""

from __future__ import annotations

import re

from extract.readers.apart import read_apart
from extract.readers.layout import lines_of
from extract.readers.txt import MAX_BYTES, Lines, decode, read_lines
from kg.errors import SourceError

__all__ = ["Lines", "decode", "read_document", "read_lines"]

# What begins a file that holds no text we can read: what it is, and what to do about it.
_REFUSED = (
    (b"\x89PNG", "is a PNG picture", "run OCR on it and give the text"),
    (b"\xff\xd8\xff", "is a JPEG picture", "run OCR on it and give the text"),
    (b"GIF8", "is a GIF picture", "run OCR on it and give the text"),
    (b"II*\0", "is a TIFF picture", "run OCR on it and give the text"),
    (b"MM\0*", "is a TIFF picture", "run OCR on it and give the text"),
    (b"BM", "is a BMP picture", "run OCR on it and give the text"),
    (b"RIFF", "is a picture, a sound or a film", "give the document itself"),
    (b"\xd0\xcf\x11\xe0", "is an old or an encrypted Office file", "save it as DOCX or plain text"),
    (b"{\\rtf", "is an RTF document", "save it as DOCX or plain text"),
    (b"%!PS", "is a PostScript file", "convert it to PDF"),
    (b"\x1f\x8b", "is a gzip archive", "unpack it first"),
    (b"BZh", "is a bzip2 archive", "unpack it first"),
    (b"\xfd7zXZ", "is an xz archive", "unpack it first"),
    (b"\x28\xb5\x2f\xfd", "is a Zstandard archive", "unpack it first"),
    (b"7z\xbc\xaf\x27\x1c", "is a 7-Zip archive", "unpack it first"),
    (b"Rar!", "is a RAR archive", "unpack it first"),
    (b"bplist", "is a web archive of Safari or another binary list", "save the page as HTML"),
    (b"\x7fELF", "is a program", "give the document itself"),
)
_MHTML = re.compile(rb"\A(?:[\w-]+:[^\n]*\n(?:[ \t][^\n]*\n)*)*?MIME-Version:", re.IGNORECASE)
_TAG = re.compile(
    r"\s*(?:<\?xml[^>]*>|<!--.*?-->|\s)*<(?:!doctype\s+html|html|head|body|title|meta|link|main|"
    r"article|section|div|p|h[1-6]|table|ul|ol|dl|pre|span)\b",
    re.IGNORECASE | re.DOTALL,
)
_ANY_TAG = re.compile(r"<(?:p|br|div|h[1-6]|li|html|body)\b[^<>]*>", re.IGNORECASE)
_HEADING_MARK = re.compile(r"^ {0,3}#{1,6}[ \t]+\S", re.MULTILINE)
_SNIFFED = 1 << 16


def read_document(data: bytes, *, name: str) -> Lines:
    """The lines of a document in any layout that there is a reader for.

    Args:
        name: the file's; its ending decides only between plain text, HTML and Markdown, and only
            where the bytes would do for more than one of them.

    Raises:
        SourceError: the bytes are no document of a known kind, damaged, encrypted, without text,
            larger than a rulebook could be, or take more than `MAX_SECONDS` or `MAX_MEMORY`.
    """
    if len(data) > MAX_BYTES:
        raise SourceError(name, f"larger than {MAX_BYTES // 2**20} MiB; no rulebook is that long")
    for magic, kind, advice in _REFUSED:
        if data.startswith(magic) and not (len(magic) == 2 and _is_text(data)):
            raise SourceError(name, f"{kind}; {advice}")
    kind = _kind(data, name)
    if kind == "txt":
        return read_lines(data, name=name)
    if kind == "markdown":
        from extract.readers.markdown import read_markdown

        return read_markdown(data, name=name)
    return lines_of(read_apart(kind, data, name), name=name, encoding=kind)


def _is_text(data: bytes) -> bool:
    """Whether bytes that begin like a picture (`BM`) are words nevertheless."""
    return not any(byte < 9 for byte in data[:64])


def _kind(data: bytes, name: str) -> str:
    """`txt`, `markdown`, `html`, `docx` or `pdf`."""
    if data.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return "docx"
    if b"%PDF-" in data[:1024]:
        return "pdf"
    if _MHTML.match(data[:_SNIFFED]):
        raise SourceError(name, "is a web archive (MHTML); save the page as HTML")
    text = decode(data[:_SNIFFED], name=name)[0].lstrip("\ufeff") if data.strip() else ""
    ending = name.lower().rpartition(".")[2]
    if _TAG.match(text) or (ending in ("html", "htm", "xhtml") and _ANY_TAG.search(text)):
        return "html"
    headed = ending != "txt" and len(_HEADING_MARK.findall(text)) > 1
    return "markdown" if ending in ("md", "markdown") or headed else "txt"
