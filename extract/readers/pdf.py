"""PDF: lines of pages back to the paragraphs that were set, by where they stand.

Over pypdfium2 (PDFium, BSD and Apache 2.0). The text of the 307 pages of the edition of 2025-11-14
takes it 1.3 s, pypdf 31 s; pdfminer.six and pdfplumber, by their first 30 pages, would take 24 and
60 s. With the places of its lines, and made into paragraphs, it takes 4 s and 170 MB.

What was measured there: lines 11.5 points apart within a paragraph and 21 or more between two;
a rule's further lines hang 15 points; a line that the author ended (a headword, a sense) is one
where the next word would still have fitted. No running heads, but other prints have them: what
stands at one height on the edge of three pages, a page's number aside, belongs to no paragraph.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import median, multimode

import pypdfium2  # type: ignore[import-untyped]  # 5.15 ships no types
from pypdfium2 import raw

from extract.readers.layout import Paragraph, lay_out, lines_of
from extract.readers.txt import MAX_BYTES, Lines
from kg.errors import SourceError

__all__ = ["MAX_PAGES", "read_pdf"]

MAX_PAGES = 5_000
_ENCRYPTED = raw.FPDF_ERR_PASSWORD
_SECURED = raw.FPDF_ERR_SECURITY

# What PDFium has for a hyphen at the end of a line; the line below follows it at once.
_HYPHEN = "\x02"
_LINE_END = re.compile(r"(\r\n|\r|\n|(?<=\x02))")
_HYPHENATED = re.compile(r"([^\W\d_]+)[-\u00ad\x02]$")
_WORD = re.compile(r"[^\W\d_]+")
_NO_BLANK = re.compile(r"(?:[\w()\[\]“”{}][-–]|\S—)$")
_GAP = 1.35
_BLANK_WIDTH = 4.0  # of a blank in a text of 10 to 12 points, and some points to spare
_ENOUGH_DISTANCES = 5
_EDGE_LINES = 2
_REPEATED = 3
_RULE = re.compile(r"[1-9]\d\d\.(?:\d{1,3}[a-z]?\.?)?\s")
_SENSE = re.compile(r"\d{1,2}\.\s")
_SENTENCE_END = re.compile(r"[.:;!?][)\]”\"’]*$")
_EXAMPLE = re.compile(r"\[?Examples?:", re.IGNORECASE)
_LEADER = re.compile(r"\s*(?:\.\s?){4,}\s*\d+$")
_ROMAN = re.compile(r"[ivxlc]{1,8}")
_NUMBER = re.compile(r"(?<!\d)\d{1,4}(?!\d)")
# Setters differ in whether a line may end behind a dash: only a word that would have fitted with
# all its dashes shows that the author ended the line.
_FIRST_WORD = re.compile(r"\S*")


def read_pdf(data: bytes, *, name: str) -> Lines:
    """The lines of a PDF document; spans count in the text that they make.

    Raises:
        SourceError: the document is damaged or encrypted, or holds no text.
    """
    pages = _without_furniture(list(_pages(data, name)))
    if not any(pages):
        raise SourceError(name, "holds no text, only pictures of pages; run OCR first")
    return lines_of(lay_out(_paragraphs(pages)), name=name, encoding="pdf")


@dataclass(frozen=True, slots=True)
class _Line:
    """A line as it stands on its page, in points from the lower left.

    Attributes:
        word: how wide its first word is.
    """

    text: str
    left: float
    right: float
    bottom: float
    top: float
    word: float

    def is_beside(self, other: _Line) -> bool:
        """Whether this line goes on at the height of the other, to its right."""
        overlap = min(self.top, other.top) - max(self.bottom, other.bottom)
        height = min(self.top - self.bottom, other.top - other.bottom)
        return overlap > 0.5 * height and self.left >= other.right - _BLANK_WIDTH


def _pages(data: bytes, name: str) -> Iterator[list[_Line]]:
    try:
        document = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        code = error.err_code
        if code in (_ENCRYPTED, _SECURED):
            raise SourceError(name, "is an encrypted PDF; save it without a password") from None
        raise SourceError(name, "is a damaged or cut-off PDF; get it anew") from error
    try:
        if len(document) > MAX_PAGES:
            raise SourceError(name, f"has more than {MAX_PAGES:,} pages; no rulebook does")
        length = 0
        for index in range(len(document)):
            lines = _page(document, index)
            length += sum(len(line.text) for line in lines)
            if length > MAX_BYTES:
                raise SourceError(name, f"its text is larger than {MAX_BYTES // 2**20} MiB")
            yield lines
    except pypdfium2.PdfiumError as error:
        raise SourceError(name, "is a PDF with a damaged page; get it anew") from error
    finally:
        document.close()


def _page(document: pypdfium2.PdfDocument, index: int) -> list[_Line]:
    """The lines of a page that aren't blank, in reading order."""
    page = document[index]
    text_page = page.get_textpage()
    lines: list[_Line] = []
    for start, text in _segments(text_page):
        shown = text.strip()
        if not shown:
            continue
        first = start + len(text) - len(text.lstrip())
        left, bottom, _, top = text_page.get_charbox(first, loose=True)
        right = text_page.get_charbox(first + len(shown) - 1, loose=True)[2]
        word = _FIRST_WORD.match(shown)
        last = first + max(1, word.end() if word else 1) - 1
        width = text_page.get_charbox(last, loose=True)[2] - left
        line = _Line(shown, left, right, bottom, top, width)
        if lines and line.is_beside(lines[-1]):
            lines[-1] = replace(lines[-1], text=f"{lines[-1].text} {shown}", right=right)
        else:
            lines.append(line)
    text_page.close()
    page.close()
    return lines


def _segments(text_page: pypdfium2.PdfTextPage) -> Iterator[tuple[int, str]]:
    """What PDFium takes for the lines of a page, each with the index of its first character."""
    count = text_page.count_chars()
    codes = (raw.FPDFText_GetUnicode(text_page, index) for index in range(count))
    text = "".join(chr(code) if code < 0x110000 else "\ufffd" for code in codes)
    start = 0
    for part in _LINE_END.split(text):
        if part.strip("\r\n"):
            yield start, part
        start += len(part)


def _without_furniture(pages: list[list[_Line]]) -> list[list[_Line]]:
    """The pages without running heads, running feet and page numbers.

    Those stand among a page's first or last lines, at one height on three pages or more (on both,
    where there are two), and differ in nothing but a number that grows with the page's.
    """
    marked = [
        {i: _marks(line, number) for i, line in enumerate(page) if _is_edge(i, len(page))}
        for number, page in enumerate(pages)
    ]
    seen = Counter(mark for page in marked for mark in set().union(*page.values()))
    enough = min(_REPEATED, max(2, len(pages)))
    return [
        [
            line
            for i, line in enumerate(page)
            if all(seen[mark] < enough for mark in marks.get(i, ()))
        ]
        for page, marks in zip(pages, marked, strict=True)
    ]


def _is_edge(index: int, length: int) -> bool:
    return index < _EDGE_LINES or index >= length - _EDGE_LINES


def _marks(line: _Line, page: int) -> set[tuple[str, int]]:
    """What a line would have in common with the same one on other pages, with its height.

    `100. General` and `200. General` begin chapters at one height: so a number counts as a page's
    only by its distance to the count of pages.
    """
    height = round(line.bottom / 2)
    texts = {line.text, "roman" if _ROMAN.fullmatch(line.text) else line.text}
    for number in _NUMBER.finditer(line.text):
        before, after = line.text[: number.start()], line.text[number.end() :]
        texts.add(f"{before}#{int(number[0]) - page}#{after}")
    return {(text, height) for text in texts}


def _paragraphs(pages: Sequence[Sequence[_Line]]) -> list[Paragraph]:
    lines = [(number, line) for number, page in enumerate(pages) for line in page]
    words = Counter(re.findall(r"[\w-]+", " ".join(line.text for _, line in lines)))
    own = [max(line.right for line in page) if page else 0.0 for page in pages]
    usual = median(edge for edge in own if edge)
    edges = [max(edge, usual) for edge in own]
    pitch = _pitch(lines, edges)
    paragraphs: list[list[str]] = [[lines[0][1].text]]
    for position, ((above_page, above), (page, line)) in enumerate(itertools.pairwise(lines)):
        ended = _is_ended(above, line, edges[above_page])
        whole = ended or _SENTENCE_END.search(above.text) is not None
        apart = page != above_page or not 0 < above.bottom - line.bottom <= _GAP * pitch
        below = lines[position + 2][1] if position + 2 < len(lines) else line
        if page != above_page:
            # Nothing shows the gap: a title is a line that was ended without a full stop.
            title = not _SENTENCE_END.search(line.text) and _is_ended(line, below, edges[page])
            above_title = paragraphs[-1] == [above.text] and _may_be_headword(above.text)
            apart = (whole and title) or (ended and not above_title)
        if apart or (whole and (_EXAMPLE.match(line.text) or _opens_rule(above, line))):
            paragraphs.append([line.text])
        elif ended or (whole and _SENSE.match(line.text)):
            paragraphs[-1].append(line.text)
        else:
            paragraphs[-1][-1] = _joined(paragraphs[-1][-1], line.text, words)
    return [Paragraph(_finished(paragraph)) for paragraph in paragraphs]


def _pitch(lines: Sequence[tuple[int, _Line]], edges: Sequence[float]) -> float:
    """How far the lines of a paragraph stand apart, to half a point.

    The commonest distance below lines that are full and end no sentence; where there are too few,
    a little more than a line is high.
    """
    distances = [
        round(2 * (above.bottom - line.bottom)) / 2
        for (page, above), (same, line) in itertools.pairwise(lines)
        if page == same
        and above.bottom > line.bottom
        and not (_is_ended(above, line, edges[page]) or _SENTENCE_END.search(above.text))
    ]
    if len(distances) >= _ENOUGH_DISTANCES:
        return min(multimode(distances))
    return 1.2 * median(line.top - line.bottom for _, line in lines)


def _is_ended(above: _Line, line: _Line, edge: float) -> bool:
    """Whether the author ended the line above: the next word would have fitted into it."""
    return above.right + _BLANK_WIDTH + line.word < edge


def _may_be_headword(text: str) -> bool:
    """Whether a line reads like a title without a number, which its definition stands below."""
    return not (_SENTENCE_END.search(text) or text[0].isdigit())


def _opens_rule(above: _Line, line: _Line) -> bool:
    """Whether a rule begins where no gap shows it: further lines hang, its first doesn't."""
    return _RULE.match(line.text) is not None and line.left <= above.left + _BLANK_WIDTH


def _joined(text: str, line: str, words: Counter[str]) -> str:
    """Two lines of a paragraph as one.

    A hyphen at the end is one of the word's own, unless the document has the word without it and
    never with it.
    """
    broken, first = _HYPHENATED.search(text), _WORD.match(line)
    if broken and first:
        whole, compound = f"{broken[1]}{first[0]}", f"{broken[1]}-{first[0]}"
        if words[whole] and not words[compound]:
            return f"{text[:-1]}{line}"
    text = text.replace(_HYPHEN, "-").replace("\u00ad", "-")
    gap = "" if _NO_BLANK.search(text) else " "
    return f"{text}{gap}{line}"


def _finished(lines: Sequence[str]) -> str:
    return "\n".join(_LEADER.sub("", line.replace(_HYPHEN, "-")) for line in lines)
