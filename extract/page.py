"""A page that prints no numbers: its headings, paragraphs and examples, and what the site added.

Measured on scraped pages of section 701: a heading is a short line in title case without a period;
`Referenced by 2` below a paragraph counts the rules that cite it; the section's own title can come
late and glued (`701Keyword Actions`); headings and paragraphs that held a link may be lost.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from extract.components.citations import Mention, find_mentions
from extract.numbering import EXAMPLE_MARK
from extract.readers import Lines
from kg.model import OddLine, RuleNumber

__all__ = ["Block", "Page", "content_words", "mentions_word", "read_page"]

_SECTION = re.compile(r"\s?(?P<number>[1-9]\d\d)\.?\s?(?P<title>[A-Z][A-Za-z /]{2,60})")
_REFERENCED = re.compile(r"\s?Referenced by (\d+)(?: rules?)?", re.IGNORECASE)
_MAX_HEADING = 60
_SMALL = frozenset("a an and as at by for from in into of on or the to with your you".split())


@dataclass(slots=True)
class Block:
    """A paragraph with its examples, or a heading.

    Attributes:
        line: index of its line.
        referenced_by: how many rules cite it, where the page says so.
    """

    text: str
    line: int
    examples: list[tuple[int, str]] = field(default_factory=list)
    referenced_by: int | None = None

    def mentions(self) -> list[Mention]:
        """The rule numbers that its text names."""
        return list(find_mentions(self.text))


@dataclass(slots=True)
class Group:
    """A heading and what stands below it; the heading is None at the start of a page."""

    heading: Block | None
    paragraphs: list[Block] = field(default_factory=list)


@dataclass(slots=True)
class Page:
    """A page in its groups.

    Attributes:
        title: a first heading that the text below doesn't speak of.
        section: the number and title that the page prints for the section, if any.
        odd: lines that belong to nothing.
    """

    title: str
    section: tuple[RuleNumber, str, int] | None
    groups: list[Group]
    odd: list[OddLine]

    def blocks(self) -> Iterator[Block]:
        """Headings and paragraphs in order."""
        for group in self.groups:
            if group.heading:
                yield group.heading
            yield from group.paragraphs


def read_page(lines: Lines) -> Page:
    """The page in some lines."""
    page = Page("", None, [Group(None)], [])
    last: Block | None = None
    for index, line in enumerate(lines.lines):
        text = line.strip()
        if not text:
            continue
        if counted := _REFERENCED.fullmatch(text):
            if last is not None:
                last.referenced_by = int(counted[1])
        elif example := EXAMPLE_MARK.match(text):
            if last is None:
                page.odd.append(OddLine(index + 1, "a rule above the example", text))
            else:
                last.examples.append((index, text[example.end() :]))
        elif section := _SECTION.fullmatch(text):
            number = RuleNumber.parse(section["number"])
            page.section = (number, section["title"].strip(), index)
        elif _is_heading(text):
            last = Block(text, index)
            page.groups.append(Group(last))
        else:
            last = Block(text, index)
            page.groups[-1].paragraphs.append(last)
    _take_title(page)
    return page


def _is_heading(text: str) -> bool:
    words = re.findall(r"[^\W\d_][\w’'-]*", text)
    return (
        len(text) <= _MAX_HEADING
        and bool(words)
        and text[-1] not in '.:;,”")'
        and all(word[0].isupper() for word in words if word.lower() not in _SMALL)
    )


def _take_title(page: Page) -> None:
    """A heading above all, of whose words the text below has not all, is the page's title."""
    if len(page.groups) > 1 and not page.groups[0].paragraphs:
        first = page.groups[1]
        said = " ".join(block.text for block in first.paragraphs)
        if first.heading and not all(
            mentions_word(said, word) for word in content_words(first.heading.text)
        ):
            page.title = first.heading.text
            first.heading = None
    page.groups = [group for group in page.groups if group.heading or group.paragraphs]


def content_words(title: str) -> list[str]:
    """The words of a title that carry its meaning, in small letters."""
    words = [word.lower() for word in re.findall(r"[^\W\d_]+", title)]
    return [word for word in words if word not in _SMALL] or words


def mentions_word(text: str, word: str) -> bool:
    """Whether a text has the word in any of its regular forms: destroy, destroys, destroying ..."""
    stem = re.escape(word.removesuffix("e"))
    last = re.escape(word[-1])
    if word.endswith("y"):
        forms = rf"{re.escape(word[:-1])}(?:y|ies|ied|ying|ys|yed)"
    else:
        forms = rf"{stem}(?:e?|e?s|e?d|{last}?ed|{last}?ing)"
    return re.search(rf"\b{forms}\b", text, re.IGNORECASE) is not None
