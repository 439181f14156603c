"""Markdown: plain text without the marks of headings, emphasis, lists, links and escapes.

Line by line and not through a CommonMark parser: to that, `100. General` is item 100 of a list and
two lines one below the other are one paragraph; parsers also take time that grows with the square
of a line of `[` or `*`. So spans count in the file's own text, as those of plain text do.
"""

from __future__ import annotations

import html
import re
from dataclasses import replace

from extract.readers.layout import gather_glossary
from extract.readers.txt import Lines, read_lines

__all__ = ["read_markdown"]

_HEADING = re.compile(r"\s?#{1,6}(?:\s+|$)(.*?)(?:\s+#+)?$")
_QUOTE = re.compile(r"(?:\s?>)+\s?")
_BULLET = re.compile(r"\s?[-*+]\s+(?:\[[ xX]\]\s+)?")
_RULER = re.compile(r"\s?(?:(?:-\s?){3,}|(?:\*\s?){3,}|(?:_\s?){3,}|={3,})")
_FENCE = re.compile(r"\s?(?:`{3,}|~{3,})[\w-]*")
_TABLE_ROW = re.compile(r"\s?\|(.*)\|")
_TABLE_RULER = re.compile(r"\s?\|?(?:\s?:?-+:?\s?\|)+(?:\s?:?-+:?\s?)?")

_MASKED = re.compile(r"\\([!-/:-@\[-`{-~])")
_CODE = re.compile(r"(`{1,3})([^`\n]{1,400})\1")
_LINK = re.compile(
    r"!?\[([^\[\]\n]{0,400})\]"
    r"\((?:<[^<>\n]{0,2000}>|[^()\s]{0,2000})(?:\s\"[^\"\n]{0,400}\")?\)"
)
_REFERENCE = re.compile(r"\[([^\[\]\n]{1,400})\]\[([^\[\]\n]{0,100})\]")
# Square brackets are words of the rules, `[cost]: [effect]` too: a link has an address.
_DEFINITION = re.compile(
    r"\s?\[([^\[\]\n]{1,100})\]:\s+<?(?:https?:|mailto:|[./#])\S*(?:\s+[\"'(].*)?"
)
_ADDRESS = re.compile(r"<((?:https?|mailto):[^<>\s]{1,400})>")
_TAG = re.compile(r"</?[a-zA-Z][a-zA-Z0-9-]{0,15}(?:\s[^<>\n]{0,400})?/?>|<!--[^<\n]{0,2000}-->")
_BREAK = re.compile(r"<br\s?/?>", re.IGNORECASE)
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,31});")
# Marks stand at the border of a word, `_` inside none: `snake_case` and `2 * 3` hold no emphasis.
_EMPHASIS = (
    re.compile(r"(\*\*\*|\*\*|\*)(?=[^\s*])([^*\n]{1,4000}?)(?<=[^\s*])\1"),
    re.compile(r"(?<!\w)(___|__|_)(?=[^\s_])([^_\n]{1,4000}?)(?<=[^\s_])\1(?!\w)"),
    re.compile(r"(~~)(?=\S)([^~\n]{1,4000}?)(?<=\S)\1"),
)
_BOLD = re.compile(r"\s?(\*\*\*?|___?)[^*_]{1,400}\1:?")
# Where an escaped character waits until the marks are gone: private use, so in no text of rules.
_HIDDEN = 0xE000


def read_markdown(data: bytes, *, name: str) -> Lines:
    """The lines of a Markdown file, without its marks.

    Raises:
        SourceError: as `read_lines` does.
    """
    raw = read_lines(data, name=name)
    defined = (_DEFINITION.fullmatch(line) for line in raw.lines)
    links = frozenset(match[1].lower() for match in defined if match)
    texts = [_plain(line, links) for line in raw.lines]
    strong = [bool(_HEADING.match(line) or _BOLD.fullmatch(line)) for line in raw.lines]
    order = gather_glossary(texts, strong)
    return replace(
        raw, lines=tuple(texts[i] for i in order), spans=tuple(raw.spans[i] for i in order)
    )


def _plain(line: str, links: frozenset[str]) -> str:
    """A line as it is shown; a blank before a further paragraph of a rule stays.

    Args:
        links: the names of the links that are defined elsewhere in the file, in small letters.
    """
    if any(mark.fullmatch(line) for mark in (_RULER, _FENCE, _DEFINITION, _TABLE_RULER)):
        return ""
    if row := _TABLE_ROW.fullmatch(line):
        line = " ".join(cell.strip() for cell in row[1].split("|"))
    line = _QUOTE.sub("", line, count=1) if _QUOTE.match(line) else line
    if heading := _HEADING.match(line):
        line = heading[1]
    line = _BULLET.sub("", line, count=1) if _BULLET.match(line) else line
    if heading := _HEADING.match(line):
        line = heading[1]
    return _inline(line.removesuffix("\\"), links).rstrip()


def _inline(line: str, links: frozenset[str]) -> str:
    line = _MASKED.sub(lambda m: chr(_HIDDEN + ord(m[1])), line)
    line = _CODE.sub(lambda m: m[2], line)
    line = _TAG.sub("", _BREAK.sub(" ", _ADDRESS.sub(r"\1", line)))
    line = _LINK.sub(r"\1", line)
    line = _REFERENCE.sub(lambda m: m[1] if (m[2] or m[1]).lower() in links else m[0], line)
    for pattern in _EMPHASIS:
        line = pattern.sub(r"\2", pattern.sub(r"\2", line))
    line = _ENTITY.sub(lambda m: html.unescape(m[0]), line)
    return "".join(chr(ord(c) - _HIDDEN) if 0 <= ord(c) - _HIDDEN < 128 else c for c in line)
