"""Bytes to clean lines, one reader a format, and nothing more.

`read_document` picks the reader by what the bytes are. The readers of DOCX, PDF and HTML stand on
libraries in C that a hostile file may keep busy or crash: they run in a process of their own, with
bounds on its time and memory, which takes 0.3 s to start. What they find as paragraphs, `lay_out`
sets as the official plain text is set, which `extract.document` reads.
"""

from __future__ import annotations

import importlib
import itertools
import os
import re
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from extract.readers.txt import MAX_BYTES, Lines, decode, read_lines
from kg.errors import SourceError

__all__ = [
    "MAX_MEMORY",
    "MAX_SECONDS",
    "Lines",
    "Paragraph",
    "decode",
    "gather_glossary",
    "lay_out",
    "lines_of",
    "numeral",
    "read_document",
    "read_lines",
]

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

# The official edition as a PDF takes 4 s and 170 MB.
MAX_SECONDS = 60
MAX_MEMORY = 2 << 30
_CHILD = "from extract.readers import _serve; _serve()"
_REFUSES, _OUT_OF_MEMORY = 3, 4

_EXAMPLE = re.compile(r"\s*\[?Examples?:", re.IGNORECASE)
_RULE = re.compile(r"\s*[1-9]\d\d\.\s?\d")
_NUMBERED = re.compile(r"\s*[1-9]\d\d\.")
_SENSE = re.compile(r"\s*\d{1,2}[.)]\s")
_SENTENCE_ENDS = (".", ":", ".”", '."', ".)")
_ROMAN = (
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"),
    (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
)  # fmt: skip
_MAX_HEADWORD = 70
_FEW = 2


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph as a document's layout has it.

    Attributes:
        text: with a line feed for each line end that the author set.
        strong: whether all of it is set as a heading or in bold.
    """

    text: str
    strong: bool = False


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
    return lines_of(_read_apart(kind, data, name), name=name, encoding=kind)


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


def _read_apart(kind: str, data: bytes, name: str) -> str:
    """The text that a reader makes in a process that may take only so much."""
    path = os.pathsep.join(folder for folder in sys.path if folder)
    command = [sys.executable, "-P", "-c", _CHILD, kind, str(MAX_SECONDS), str(MAX_MEMORY)]
    slow = SourceError(name, f"takes more than {MAX_SECONDS} s to read; it may be damaged")
    try:
        done = subprocess.run(
            command,
            input=data,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": path},
            timeout=4 * MAX_SECONDS,  # of the clock: the process may have to wait for its turn
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise slow from None
    said = done.stdout.decode("utf-8", errors="replace")
    if done.returncode == 0:
        return said
    if done.returncode == _REFUSES:
        raise SourceError(name, said)
    if done.returncode == -signal.SIGXCPU:
        raise slow
    if done.returncode == _OUT_OF_MEMORY:
        raise SourceError(name, f"takes more than {MAX_MEMORY >> 20} MiB of memory to read")
    raise SourceError(name, f"can't be read as {kind.upper()}; it may be damaged")


def _serve() -> None:
    """What the process of a reader does: bytes from standard input to lines on standard output."""
    kind, seconds, memory = sys.argv[1:]
    reader = getattr(importlib.import_module(f"extract.readers.{kind}"), f"read_{kind}")
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CPU, (int(seconds), int(seconds) + 1))
    resource.setrlimit(resource.RLIMIT_AS, (int(memory), int(memory)))
    status = 0
    try:
        said = "\n".join(reader(sys.stdin.buffer.read(), name="").lines)
    except SourceError as error:
        status, said = _REFUSES, error.problem
    except MemoryError:
        status, said = _OUT_OF_MEMORY, ""
    sys.stdout.buffer.write(said.encode("utf-8", errors="replace"))
    sys.stdout.buffer.flush()
    os._exit(status)  # what the libraries still hold goes with the process


def lines_of(text: str, *, name: str, encoding: str) -> Lines:
    """The lines of a text that a reader has made; spans count in these lines, joined by `\\n`.

    Raises:
        SourceError: a line of it, or all of it, is too long.
    """
    made = read_lines(text.replace("\0", "").encode("utf-8", errors="replace"), name=name)
    starts = itertools.accumulate((len(line) + 1 for line in made.lines), initial=0)
    spans = tuple(
        (start, start + len(line)) for start, line in zip(starts, made.lines, strict=False)
    )
    return Lines(made.lines, spans, encoding, "LF")


def lay_out(paragraphs: Sequence[Paragraph]) -> str:
    """Paragraphs as the official plain text sets them.

    There a blank line parts two paragraphs; an example stands directly below its rule, the lines
    of a glossary entry directly below its headword, and the further paragraphs of a rule are
    indented. A document that sets blank paragraphs itself keeps them.
    """
    filled = sum(1 for paragraph in paragraphs if paragraph.text.strip())
    spaced = 4 * (len(paragraphs) - filled) >= filled
    lines: list[tuple[str, bool]] = []
    for paragraph in paragraphs:
        if lines and not (spaced or _EXAMPLE.match(paragraph.text)):
            lines.append(("", False))
        lines += [(text, paragraph.strong) for text in _lines(paragraph.text)]
    order = gather_glossary([text for text, _ in lines], [strong for _, strong in lines])
    return "\n".join(lines[index][0] for index in order)


def _lines(paragraph: str) -> Iterator[str]:
    """The lines of one paragraph; what follows a rule in its own paragraph is indented."""
    first, *rest = paragraph.split("\n")
    yield first
    for line in rest:
        belongs = _RULE.match(first) and not (_NUMBERED.match(line) or _EXAMPLE.match(line))
        yield f" {line}" if belongs and line.strip() else line


def gather_glossary(lines: Sequence[str], strong: Sequence[bool]) -> list[int]:
    """An order of the lines in which each glossary entry stands together, below blank lines.

    Most layouts part a headword from its definition, and one sense from the next. Where the lines
    stand together already, and outside the glossary, the order is as it was; letters that head a
    part of the alphabet give way to blank lines.

    Args:
        lines: of the whole document.
        strong: for each line, whether it is set as a heading or in bold.
    """
    start, end = _glossary(lines)
    paragraphs = list(_runs(lines, start, end))
    alone = [run for run in paragraphs if len(run) == 1]
    order = list(range(len(lines)))
    if 4 * len(alone) <= len(paragraphs) or len(paragraphs) < _FEW:
        return order
    heads = _headwords(lines, [i for run in paragraphs for i in run], strong)
    opening = [i for i in range(start, end) if i in heads]
    for first, stop in itertools.pairwise([*opening, end]):
        entry = range(first, stop)
        blank = [i for i in entry if not lines[i].strip()]
        filled = [i for i in entry if lines[i].strip()]
        if blank and len(filled) == 1 and len(lines[first].strip()) == 1:
            filled = [blank[0]]
        order[first:stop] = filled + blank
    return order


def _runs(lines: Sequence[str], start: int, end: int) -> Iterator[list[int]]:
    """The indices of the lines of each paragraph."""
    for blank, run in itertools.groupby(range(start, end), lambda i: not lines[i].strip()):
        if not blank:
            yield list(run)


def _glossary(lines: Sequence[str]) -> tuple[int, int]:
    """Where the glossary's entries lie, as half-open line indices."""
    alone = [line.strip().lower() for line in lines]
    body = next((i for i, line in enumerate(lines) if _RULE.match(line)), len(lines))
    if "glossary" not in alone[body:]:
        return len(lines), len(lines)
    start = alone.index("glossary", body) + 1
    return start, alone.index("credits", start) if "credits" in alone[start:] else len(lines)


def _headwords(lines: Sequence[str], filled: Sequence[int], strong: Sequence[bool]) -> set[int]:
    """The lines that open an entry: by how they are set, else by how they read."""
    set_so = {i for i in filled if strong[i] and not _SENSE.match(lines[i])}
    if 5 * len(set_so) > len(filled):
        return set_so
    names = {i for i in filled if _may_be_headword(lines[i].strip())}
    below = dict(itertools.pairwise(filled))
    return {i for i in names if i in below and below[i] not in names}


def _may_be_headword(text: str) -> bool:
    return (
        len(text) <= _MAX_HEADWORD
        and not text.endswith(_SENTENCE_ENDS)
        and not _SENSE.match(text)
        and text[:1] != text[:1].lower()
    )


def numeral(count: int, kind: str) -> str:
    """The number before an item of a list, without the period.

    Args:
        kind: as Word names it; an unknown one is taken for `decimal`.

    Example:
        >>> numeral(27, "lowerLetter"), numeral(4, "upperRoman")
        ('aa', 'IV')
    """
    if kind in ("none", "bullet"):
        return ""
    if kind == "decimalZero":
        return f"{count:02}"
    # Word repeats a letter: z, aa, bb.
    if kind in ("lowerLetter", "upperLetter") and 0 < count <= 26 * 30:
        text = chr(ord("a") + (count - 1) % 26) * ((count - 1) // 26 + 1)
    elif kind in ("lowerRoman", "upperRoman") and 0 < count < 4000:
        text = _roman(count)
    else:
        return str(count)
    return text.upper() if kind.startswith("upper") else text


def _roman(count: int) -> str:
    text = ""
    for value, sign in _ROMAN:
        text += sign * (count // value)
        count %= value
    return text
