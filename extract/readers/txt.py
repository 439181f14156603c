"""Plain text: bytes of any encoding and line end that people have, to lines with their places.

Measured in the archive of official texts 2003-2026: UTF-8 with and without a mark, UTF-16 of both
orders, cp1252, DOS cp437, Mac Roman; CRLF, LF, lone CR, and mixtures of them in one file.
"""

from __future__ import annotations

import codecs
import re
import unicodedata
from collections import Counter
from dataclasses import dataclass

from kg.errors import SourceError

__all__ = ["MAX_BYTES", "MAX_LINE", "Lines", "decode", "read_lines"]

# The longest official text so far has 1.4 MB (in UTF-16).
MAX_BYTES = 64 * 2**20
# The longest line so far, a list of creature types, has 2,800 characters.
MAX_LINE = 1_000_000

_LINE_END = re.compile(r"\r\n|\r|\n")
# A line drawn below a title, as the editions of 1999 have it.
_RULER = re.compile(r"\s*[-=_*~]{4,}\s*")
# No text has these, and XML can't hold them.
_CONTROLS = re.compile("[\x00-\x08\x0b\x0e-\x1f\x7f\ufffe\uffff]")
_INDENT, _QUOTED = re.compile(r"[ \t]*"), re.compile(r"(?:> ?)*")
_BLANKS = re.compile(r"[^\S\n]+")
# Marks that a browser or a word processor leaves, and that no reader sees.
_INVISIBLE = dict.fromkeys(map(ord, "\ufeff\u200b\u200c\u200d\u2060\u00ad"))

# What official texts hold beyond ASCII. A byte that decodes to anything else speaks against the
# code page; so does a capital inside a word in small letters ("playerÕs").
_EXPECTED = frozenset("“”‘’–—™®©•…áàâäãçèéêëíîïñòóôöúûüÁÉÆæÂÖ∞−½ ")
_STRAY_CAPITAL = re.compile(r"[a-z](?![A-Z])[^\W\d_a-zß-öø-ÿ](?=[a-z])")
_CODE_PAGES = ("cp1252", "cp437", "mac_roman")


@dataclass(frozen=True, slots=True)
class Lines:
    """A decoded text, line by line.

    Attributes:
        lines: without their ends; runs of blanks folded to one, leading ones kept as one.
        spans: where each line lies in the decoded text, without its end.
        encoding: as Python names it.
        line_end: `CRLF`, `LF`, `CR` or `mixed`; `LF` where there is but one line.
    """

    lines: tuple[str, ...]
    spans: tuple[tuple[int, int], ...]
    encoding: str
    line_end: str


def read_lines(data: bytes, *, name: str) -> Lines:
    """The lines of a text file.

    Raises:
        SourceError: the bytes are empty, no text, or more than `MAX_BYTES`; a line is longer than
            `MAX_LINE`.
    """
    text, encoding = decode(data, name=name)
    spans, ends = [], set()
    start = 0
    for match in _LINE_END.finditer(text):
        spans.append((start, match.start()))
        ends.add(match.group())
        start = match.end()
    spans.append((start, len(text)))
    for number, (first, last) in enumerate(spans, 1):
        if last - first > MAX_LINE:
            raise SourceError(name, f"line {number} is longer than {MAX_LINE:,} characters")
    names = {"\r\n": "CRLF", "\r": "CR", "\n": "LF"}
    line_end = names[ends.pop()] if len(ends) == 1 else ("mixed" if ends else "LF")
    printed = _without_margin([text[first:last] for first, last in spans])
    return Lines(tuple(map(_clean, printed)), tuple(spans), encoding, line_end)


def _without_margin(lines: list[str]) -> list[str]:
    """The lines without what nearly all of them begin with: blanks, or the `>` of a mail."""
    filled = [line for line in lines if line.strip()]
    for margin in (_QUOTED, _INDENT):
        widths = Counter(len(margin.match(line)[0]) for line in filled)  # type: ignore[index]
        width, count = widths.most_common(1)[0] if widths else (0, 0)
        if width and len(filled) > 4 and count > 0.5 * len(filled) and not widths[0]:
            lines = [line[min(width, len(margin.match(line)[0])) :] for line in lines]  # type: ignore[index]
    return lines


def decode(data: bytes, *, name: str) -> tuple[str, str]:
    """The text in `data`, and the encoding that it was read in.

    Raises:
        SourceError: as `read_lines` does.
    """
    if not data.strip():
        raise SourceError(name, "the file is empty")
    if len(data) > MAX_BYTES:
        raise SourceError(name, f"larger than {MAX_BYTES // 2**20} MiB; no rulebook is that long")
    for mark, encoding in (
        (codecs.BOM_UTF8, "utf-8-sig"),
        (codecs.BOM_UTF16_LE, "utf-16"),
        (codecs.BOM_UTF16_BE, "utf-16"),
    ):
        if data.startswith(mark):
            return _decoded(data, encoding, name), encoding.removesuffix("-sig")
    if b"\0" in data:
        return _utf16_without_mark(data, name)
    try:
        return data.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        pass
    # A bad byte, or the end cut through a letter, makes no other code page of UTF-8.
    text = data.decode("utf-8", errors="replace")
    if text.count("\ufffd") < 0.1 * sum(ord(char) > 127 for char in text):
        return text, "utf-8"
    return _best_code_page(data)


def _decoded(data: bytes, encoding: str, name: str) -> str:
    text = data.decode(encoding, errors="replace")
    if "\0" in text:
        raise SourceError(name, "holds NUL characters: this is no text file")
    return text


def _utf16_without_mark(data: bytes, name: str) -> tuple[str, str]:
    """English in UTF-16 has a NUL in every second byte; anything else with NULs is no text."""
    for encoding, high in (("utf-16-le", data[1::2]), ("utf-16-be", data[0::2])):
        if high.count(0) > 0.8 * len(high):
            return _decoded(data, encoding, name), encoding
    raise SourceError(name, "holds NUL bytes: this is no text file")


def _best_code_page(data: bytes) -> tuple[str, str]:
    decoded = {page: data.decode(page, errors="replace") for page in _CODE_PAGES}
    best = max(decoded, key=lambda page: _plausibility(decoded[page]))
    return decoded[best], best


def _plausibility(text: str) -> int:
    beyond = [c for c in text if ord(c) > 127]
    good = sum(c in _EXPECTED for c in beyond)
    return good - 2 * (len(beyond) - good) - 3 * len(_STRAY_CAPITAL.findall(text))


def _clean(line: str) -> str:
    """One line in NFC, with invisible marks gone and blanks folded; a leading blank stays one.

    A drawn line becomes a blank one.
    """
    line = unicodedata.normalize("NFC", line.translate(_INVISIBLE))
    line = _CONTROLS.sub("", line.lstrip("\f"))
    return "" if _RULER.fullmatch(line) else _BLANKS.sub(" ", line).rstrip()
