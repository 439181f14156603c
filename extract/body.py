"""The rules between the contents and the glossary: lines to chapters, sections, rules, examples.

What was measured in the official texts 1999-2026: a rule is a line, below a blank line (but for a
few); an example follows its rule at once; further paragraphs of a rule are indented; the oldest
editions break their lines by width. A line that fits nowhere is kept as text and reported.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field

from extract.frame import Frame
from extract.numbering import (
    CHAPTER_LINE,
    EXAMPLE_MARK,
    SECTION_LINE,
    NumberedLine,
    fit_number,
    number_line,
    successors,
)
from extract.readers import Lines
from kg.model import Example, OddLine, Rule, RuleNumber

__all__ = ["Body"]

# Without its period, without a blank, or with a digit first: only where its first rule follows.
_LOOSE_SECTION = re.compile(r"\s?([1-9]\d\d)\.?\s*(\D.*|\d+-\D.*)")
# A sentence in brackets right below a rule is its example, though no word says so.
_BRACKETED = re.compile(r"\s?\[(?=[A-Z“\"].*\.[”\"]?\]$)")
_SHORT_WORD = 3
_SMALL_WORDS = frozenset({"from", "into", "onto", "with"})


@dataclass(slots=True)
class _Paragraphs:
    """A passage in the making: its lines, and where they lie."""

    first: int
    last: int
    parts: list[str] = field(default_factory=list)

    def add(self, index: int, text: str) -> None:
        self.last = index
        if text.strip():
            self.parts.append(text.strip())

    def text(self) -> str:
        joined = " ".join(self.parts)
        # A compound broken behind its hyphen at the end of a line.
        return re.sub(r"(?<=[a-z]-) (?=[a-z])", "", joined) if len(self.parts) > 1 else joined


@dataclass(slots=True)
class _Draft:
    """A rule in the making."""

    number: RuleNumber
    words: _Paragraphs
    examples: list[_Paragraphs] = field(default_factory=list)
    in_example: bool = False


class Body:
    """The rules between the contents and the glossary.

    Attributes:
        odd: what didn't fit, filled by `rules`.
    """

    def __init__(self, lines: Lines, source: str, frame: Frame) -> None:
        self.odd: list[OddLine] = []
        self._lines = lines
        self._source = source
        self._wrapped = frame.wrapped
        self._range = range(frame.body, frame.glossary)
        self._drafts: list[_Draft] = []
        # Of a wrapped text; a few lines may be longer.
        lengths = sorted(len(lines.lines[i]) for i in self._range)
        self._width = lengths[int(0.95 * len(lengths))] if lengths else 0
        numbered = [(i, number_line(lines.lines[i])) for i in self._range]
        self._numbered = {i: line for i, line in numbered if line}
        self._printed = [(i, line.number) for i, line in numbered if line and line.number]
        self._opening = {number for i, number in self._printed if not lines.lines[i - 1].strip()}

    def rules(self) -> tuple[Rule, ...]:
        """The rules in document order, chapters and sections among them."""
        blank_above = True
        for index in self._range:
            line = self._lines.lines[index]
            if line.strip():
                self._take(index, line, blank_above)
            blank_above = not line.strip()
        numbers = {draft.number for draft in self._drafts}
        opened = {number.parent for number in numbers}
        return tuple(self._rule(draft, numbers, opened) for draft in self._drafts)

    def _take(self, index: int, line: str, blank_above: bool) -> None:
        mark = EXAMPLE_MARK.match(line) or (None if blank_above else _BRACKETED.match(line))
        if mark:
            self._take_example(index, line, mark.end())
        elif not (
            self._take_chapter(index, line, blank_above)
            or self._take_section(index, line, blank_above)
            or self._take_rule(index, blank_above)
        ):
            self._take_text(index, line, blank_above)

    def _take_chapter(self, index: int, line: str, blank_above: bool) -> bool:
        match = CHAPTER_LINE.fullmatch(line)
        last = self._drafts[-1].number.chapter if self._drafts else 0
        if not match or int(match[1]) <= last:
            return False
        section = SECTION_LINE.match(self._below(index))
        if not section or section[1][0] != match[1]:
            return False
        if not (blank_above or int(match[1]) == last + 1):
            return False
        self._open(index, RuleNumber(int(match[1])), match[2])
        return True

    def _below(self, index: int) -> str:
        """The next line below that isn't blank."""
        rest = self._lines.lines[index + 1 : self._range.stop]
        return next((line for line in rest if line.strip()), "")

    def _take_section(self, index: int, line: str, blank_above: bool) -> bool:
        match = SECTION_LINE.fullmatch(line) or _LOOSE_SECTION.fullmatch(line)
        if not match:
            return False
        number = RuleNumber(int(match[1][0]), int(match[1]))
        last = self._drafts[-1].number if self._drafts else RuleNumber(number.chapter)
        opens = self._following(index) == RuleNumber(number.chapter, number.section, 1)
        if not (SECTION_LINE.fullmatch(line) or (opens and blank_above)):
            return False
        in_order = number.section > last.section and number.chapter == last.chapter
        if not ((in_order and blank_above) or (opens and number.section > last.section)):
            return False
        self._open(index, number, match[2])
        return True

    def _take_rule(self, index: int, blank_above: bool) -> bool:
        line = self._numbered.get(index)
        if line is None:
            return False
        paragraph = blank_above or not self._wrapped
        if not paragraph and line.number in self._opening:
            return False  # the end of a citation, where a paragraph elsewhere has that number
        number = self._fit(line, index, paragraph)
        if number is None:
            return False
        if str(number) != line.printed:
            self._report(index, f"rule {number}, by the numbers around it")
        self._open(index, number, line.text)
        return True

    def _fit(self, line: NumberedLine, index: int, paragraph: bool) -> RuleNumber | None:
        if not self._drafts:
            return line.number
        last = self._drafts[-1].number
        if paragraph and self._opens_lost_section(line, index, last):
            self._report(index, f"the title of section {line.printed[:3]} above")
            return line.number
        if not last.section:
            return None
        following = self._following(index, after=last)
        return fit_number(line, last, following=following, paragraph=paragraph)

    def _opens_lost_section(self, line: NumberedLine, index: int, last: RuleNumber) -> bool:
        """Whether a line is the first rule of a section whose own line is missing: the next number
        follows it at once."""
        number = line.number
        return (
            number is not None
            and number.section > last.section
            and number.rule == 1
            and not number.letter
            and self._following(index) in successors(number)
        )

    def _following(self, index: int, *, after: RuleNumber | None = None) -> RuleNumber | None:
        """The next printed number below a line; with `after`, the next that comes later than it,
        since those around a misprint may be misprinted too."""
        start = bisect_right(self._printed, index, key=lambda entry: entry[0])
        numbers = (number for _, number in self._printed[start:])
        return next((n for n in numbers if after is None or n > after), None)

    def _take_example(self, index: int, line: str, start: int) -> None:
        if not self._drafts:
            return self._report(index, "a rule above the example")
        text = line[start:]
        if line.lstrip().startswith("["):
            text = text.removesuffix("]")
        example = _Paragraphs(index, index)
        example.add(index, text)
        self._drafts[-1].examples.append(example)
        self._drafts[-1].in_example = True
        return None

    def _take_text(self, index: int, line: str, blank_above: bool) -> None:
        if not self._drafts:
            return self._report(index, "a chapter, a section or a rule")
        draft = self._drafts[-1]
        expected_here = line.startswith(" ") or (self._wrapped and not blank_above)
        if not expected_here:
            self._report(
                index, f"a rule after {draft.number}, an example, or an indented paragraph"
            )
            if not re.search(r"\w{2}", line):  # CORNERS: a stray letter is no text of the rule
                return None
        if self._wrapped and not blank_above and draft.in_example and self._is_full(index - 1):
            draft.examples[-1].add(index, line)
        else:
            draft.in_example = False
            draft.words.add(index, line)
        return None

    def _is_full(self, index: int) -> bool:
        """Whether a wrapped line was broken for want of room, so that no more words would fit."""
        following = self._lines.lines[index + 1].split(maxsplit=1)
        return len(self._lines.lines[index]) + 1 + len(following[0]) > self._width

    def _open(self, index: int, number: RuleNumber, text: str) -> None:
        words = _Paragraphs(index, index)
        words.add(index, text)
        self._drafts.append(_Draft(number, words))

    def _report(self, index: int, expected: str) -> None:
        self.odd.append(OddLine(index + 1, expected, self._lines.lines[index].strip()))

    def _rule(
        self, draft: _Draft, numbers: set[RuleNumber], opened: set[RuleNumber | None]
    ) -> Rule:
        text = draft.words.text()
        titled = not draft.number.rule or (
            not draft.number.letter and _is_title(text, has_subrules=draft.number in opened)
        )
        examples = (Example(text=e.text(), span=self._span(e)) for e in draft.examples)
        return Rule(
            number=draft.number,
            parent=draft.number.parent_in(numbers),
            heading=text if titled else "",
            text=text,
            span=self._span(draft.words),
            examples=tuple(examples),
            line=draft.words.first + 1,
            source=self._source,
        )

    def _span(self, words: _Paragraphs) -> tuple[int, int]:
        return self._lines.spans[words.first][0], self._lines.spans[words.last][1]


def _is_title(text: str, *, has_subrules: bool) -> bool:
    """Whether a rule's words are a heading (`701.2. Activate`, `702.163. For Mirrodin!`)."""
    if len(text) > 80 or text.endswith((".", ":", ";", ",", ".”", '."', ".)")):
        return False
    if text.endswith(("!", "?")) and not has_subrules:
        return False
    words = re.findall(r"[^\W\d_][\w’'-]*", text)
    telling = (word for word in words if len(word) > _SHORT_WORD and word not in _SMALL_WORDS)
    return bool(words) and all(word[0].isupper() for word in telling)
