"""Clean lines to an edition: its frame, chapters, sections, rules, examples and glossary.

What was measured in the official texts 2003-2026, and what this rests on: the title of chapter 1
stands in the contents and again at the start of the body, where a section line and a rule line
follow it; a rule is a line, below a blank line (but for a few); an example follows its rule at
once; further paragraphs of a rule are indented; `Glossary` and `Credits` stand alone on a line.
Nothing is dropped in silence: a line that fits nowhere is kept as text and reported.
"""

from __future__ import annotations

import datetime as dt
import itertools
import re
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field, replace

from extract.glossary import parse_glossary
from extract.numbering import NumberedLine, fit_number, number_line, successors
from extract.readers import Lines
from extract.repair import repair_edition, repair_letters
from extract.unnumbered import BaseFinder, parse_page
from kg.errors import SourceError
from kg.model import Edition, EditionKey, Example, OddLine, Rule, RuleNumber, Source

__all__ = ["parse_document"]

_MONTHS = "January February March April May June July August September October November December"
_MONTH = "|".join(rf"{name[:3]}(?:{name[3:]})?\.?" for name in _MONTHS.split())
_DATE = re.compile(
    rf"(?:effective|current)(?:\s+as\s+of)?:?\s+(?:(?P<month>{_MONTH})\s+(?P<day>\d{{1,2}})(?:st|nd|rd|th)?,?"
    rf"|(?P<day_first>\d{{1,2}})(?:st|nd|rd|th)?\s+(?P<month_second>{_MONTH}),?"
    r"|(?P<iso>\d{4}-\d\d-\d\d)\b)(?:\s+(?P<year>\d{4}))?",
    re.IGNORECASE,
)
_FILE_DATE = re.compile(r"(?<!\d)((?:19|20)\d\d)[-_ ]?([01]\d)[-_ ]?([0-3]\d)(?!\d)")
_CHAPTER = re.compile(r"\s?([1-9])\.\s+(\D.*)")
_SECTION = re.compile(r"\s?([1-9]\d\d)\.\s+([^\d\s].*)")
# Without its period, without a blank, or with a digit first: only where its first rule follows.
_LOOSE_SECTION = re.compile(r"\s?([1-9]\d\d)\.?\s*(\D.*|\d+-\D.*)")
_EXAMPLE = re.compile(r"\s?\[?(?:Examples?:\s*)+", re.IGNORECASE)
# Behind a title in the contents: dot leaders, a page's number, or both.
_GLOSSARY = re.compile(r"glossary(?: of terms)?:?$")
_PAGE_NUMBER = re.compile(r"[\s.]*\.[\s.]*\d*$|\s\d{1,3}$")
_SHORT_WORD = 3


def parse_document(
    lines: Lines,
    source: Source,
    *,
    date: dt.date | None = None,
    bases: Callable[[], BaseFinder] = BaseFinder,
    rules_words: Callable[[], Collection[str]] = frozenset,
) -> Edition:
    """The edition that a text prints, without citations.

    Args:
        source: where the lines came from; the edition's own `source` adds whether it is cut off.
        date: the date of a text that gives none itself.
        bases: gives the numbered editions that may help with a page without numbers.
        rules_words: gives words of other texts of the rules, by which glued words are known.

    Raises:
        SourceError: the text has no rules.
    """
    frame = _Frame.of(lines.lines)
    if frame is None and _is_front_matter(lines.lines):
        raise SourceError(source.name, "the text is cut off before its first rule; get it anew")
    if frame is None:
        edition = _read_unnumbered(lines, source, bases())
    else:
        edition = _read_numbered(lines, source, frame)
    if frame is None or not (frame.promised or frame.entries or frame.closed):
        edition = repair_edition(edition, rules_words=rules_words())
    stated = edition.key.date or date
    return replace(
        edition,
        key=EditionKey(stated, edition.key.restated, "" if stated else source.sha256[:8]),
        published_as=tuple(day for day in _file_dates(source.name) if day != stated),
        odd_lines=tuple(replace(odd, source=source.sha256) for odd in edition.odd_lines),
    )


def _read_numbered(lines: Lines, source: Source, frame: _Frame) -> Edition:
    body = _Body(lines, source.sha256, frame)
    rules = body.rules()
    glossary, odd = parse_glossary(lines, frame.entries, wrapped=frame.wrapped)
    found = sorted([*body.odd, *odd, *frame.missing(rules)], key=lambda o: o.line)
    truncated = frame.is_cut(rules[-1].text if rules else "")
    if truncated:
        found.append(frame.loss(rules, len(lines.lines)))
        if not frame.entries:
            rules = (*rules[:-1], replace(rules[-1], truncated=True))
    title = frame.title(lines.lines)
    if (meant := repair_letters(title)) != title:
        found.insert(0, OddLine(1, f"the title in its own letters, {meant}", title))
    return Edition(
        key=EditionKey(_stated_date(lines.lines, frame), frame.restated(lines.lines)),
        title=meant,
        introduction=frame.introduction(lines.lines),
        rules=rules,
        glossary=tuple(replace(entry, source=source.sha256) for entry in glossary),
        sources=(replace(source, truncated=truncated),),
        odd_lines=tuple(found),
    )


def _read_unnumbered(lines: Lines, source: Source, bases: BaseFinder) -> Edition:
    page = parse_page(lines, source.sha256, bases)
    if page is None:
        raise SourceError(
            source.name,
            "no numbered rules found, and nothing that tells their numbers; expected lines such as "
            "“100.1. Text of the rule” (a page without numbers may be read with --base FILE)",
        )
    return Edition(
        key=EditionKey(None),
        title=page.title,
        rules=page.rules,
        sources=(source,),
        odd_lines=page.odd_lines,
        base=page.base.key if page.base else None,
    )


@dataclass(frozen=True, slots=True)
class _Frame:
    """Where the parts of a document lie, as line indices.

    Attributes:
        front: of the line `Introduction`, or None.
        contents: of the line `Contents`, or None.
        body: of the first line of the body.
        glossary: of the line `Glossary`, or of the end where there is none.
        end: behind the last line that counts: of the line `Credits`, or of the end.
        entries: of the glossary's lines, which stand behind the rules or before them.
        promised: titles that the contents list.
        closed: whether `Credits` stands at the end.
        wrapped: whether paragraphs run over several lines.
    """

    front: int | None
    contents: int | None
    body: int
    glossary: int
    end: int
    entries: range
    promised: tuple[str, ...]
    closed: bool
    wrapped: bool

    @classmethod
    def of(cls, lines: tuple[str, ...]) -> _Frame | None:
        """The frame of a text, or None where no line begins like a rule."""
        body = _start_of_body(lines)
        if body is None:
            return None
        alone = [line.strip().lower() for line in lines]
        front = alone.index("introduction") if "introduction" in alone[:body] else None
        contents = alone.index("contents") if "contents" in alone[:body] else None
        alone = [_GLOSSARY.sub("glossary", line) for line in alone]
        glossary = _index(alone, "glossary", body)
        end = _index(alone, "credits", body if glossary == len(lines) else glossary)
        early = _early_glossary(alone, contents, body) if glossary == len(lines) else None
        promised = alone[contents + 1 : body] if contents is not None else []
        return cls(
            front=front,
            contents=contents,
            body=body,
            glossary=min(glossary, end),
            end=end,
            entries=range(min(glossary, end), end) if early is None else range(early, body),
            promised=tuple(_PAGE_NUMBER.sub("", line) for line in promised),
            closed=end < len(lines),
            wrapped=_is_wrapped(lines[body : min(glossary, end)]),
        )

    def title(self, lines: tuple[str, ...]) -> str:
        """The first line above the body that isn't blank."""
        return next((line.strip() for line in lines[: self.body] if line.strip()), "")

    def restated(self, lines: tuple[str, ...]) -> bool:
        """Whether the title says that this is ruleloom's restatement."""
        return "restated by ruleloom" in self.title(lines).lower()

    def introduction(self, lines: tuple[str, ...]) -> str:
        """The paragraphs of the introduction, or what else stands between title and body."""
        start = self.front + 1 if self.front is not None else 0
        paragraphs = [line.strip() for line in lines[start : self.contents or self.body]]
        filled = [line for line in paragraphs if line]
        return "\n".join(filled if self.front is not None else filled[1:])

    def is_cut(self, last_text: str) -> bool:
        """Whether the text stops early: before the credits that its contents promise, or, where
        there are no contents, inside a sentence."""
        if self.promised:
            return "credits" in self.promised and not self.closed
        return not self.entries and last_text[-1:].isalnum() and " " in last_text

    def missing(self, rules: tuple[Rule, ...]) -> Iterator[OddLine]:
        """What must stand among the rules and doesn't: sections that the contents list, up to the
        last one that is there, and rules whose subrules are."""
        numbers = {rule.number for rule in rules}
        for title in self.promised:
            match = _SECTION.fullmatch(title)
            section = RuleNumber(int(match[1][0]), int(match[1])) if match else None
            if section and section not in numbers and section < rules[-1].number:
                yield OddLine(self.body + 1, f"section {section}, as the contents promise", title)
        for rule in rules:
            above = rule.number.parent
            if rule.number.letter == "a" and above not in numbers:
                yield OddLine(rule.line, f"rule {above} above {rule.number}", f"{above} missing")

    def loss(self, rules: tuple[Rule, ...], line: int) -> OddLine:
        """What is missing behind the end of a cut text."""
        last = rules[-1].number if rules else "the contents"
        absent = [
            t for t in self.promised if t[:3].isdigit() and int(t[:3]) > rules[-1].number.section
        ]
        if absent:
            what = f"sections {absent[0][:3]} to {absent[-1][:3]}, which the contents promise"
        elif "glossary" in self.promised and not self.entries:
            what = "the glossary and the credits, which the contents promise"
        elif self.promised:
            what = "the rest of the glossary and the credits, which the contents promise"
        else:
            what = "the end of the sentence"
        return OddLine(line, what, f"the text is cut off behind {last}")


def _early_glossary(alone: list[str], contents: int | None, body: int) -> int | None:
    """A line `Glossary` above the body that entries follow: more than the contents' last lines."""
    start = contents + 1 if contents is not None else 0
    places = [i for i in range(start, body) if alone[i] == "glossary"]
    return places[-1] if places and sum(map(bool, alone[places[-1] : body])) > 3 else None


def _index(lines: list[str], word: str, start: int) -> int:
    return lines.index(word, start) if word in lines[start:] else len(lines)


def _is_front_matter(lines: tuple[str, ...]) -> bool:
    """Whether a text without rules is the beginning of an official one: it has their contents."""
    return any(line.strip().lower() in ("contents", "introduction") for line in lines)


def _start_of_body(lines: tuple[str, ...]) -> int | None:
    """The chapter line above a section line above a rule line; where a page has no such three, the
    first section line above a rule line, or the first rule line."""
    filled = [(i, line) for i, line in enumerate(lines) if line.strip()]
    section_above = first_rule = None
    rules = 0
    for (i, one), (_, two), (_, three) in zip(filled, filled[1:], filled[2:], strict=False):
        if _CHAPTER.match(one) and _SECTION.match(two) and number_line(three):
            return i
        if section_above is None and _SECTION.match(one) and number_line(two):
            section_above = i
    for i, line in filled:
        if number_line(line):
            rules += 1
            first_rule = i if first_rule is None else first_rule
    if section_above is not None:
        return section_above
    return first_rule if rules > 1 else None


def _is_wrapped(body: tuple[str, ...]) -> bool:
    """Whether lines are broken by width: then many follow a line directly and begin no rule."""
    filled = sum(1 for line in body if line.strip())
    broken = sum(
        1
        for above, line in itertools.pairwise(body)
        if above.strip()
        and line.strip()
        and not line.startswith(" ")
        and not (_EXAMPLE.match(line) or number_line(line) or _SECTION.match(line))
    )
    return broken > max(2, 0.2 * filled)


def _stated_date(lines: tuple[str, ...], frame: _Frame) -> dt.date | None:
    """The date on which the text says that it takes effect: above the body, else in the credits."""
    for part in (lines[: frame.body], lines[frame.end :]):
        for match in _DATE.finditer(" ".join(part)):
            try:
                return _date_of(match)
            except ValueError:
                continue
    return None


def _date_of(match: re.Match[str]) -> dt.date:
    if match["iso"]:
        return dt.date.fromisoformat(match["iso"])
    name = (match["month"] or match["month_second"])[:3].title()
    month = [full[:3] for full in _MONTHS.split()].index(name) + 1
    return dt.date(int(match["year"] or 0), month, int(match["day"] or match["day_first"]))


def _file_dates(name: str) -> list[dt.date]:
    try:
        return [dt.date(*map(int, m.groups())) for m in _FILE_DATE.finditer(name)]
    except ValueError:
        return []


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


class _Body:
    """The rules between the contents and the glossary.

    Attributes:
        odd: what didn't fit, filled by `rules`.
    """

    def __init__(self, lines: Lines, source: str, frame: _Frame) -> None:
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
        if mark := _EXAMPLE.match(line):
            self._take_example(index, line, mark.end())
        elif not (
            self._take_chapter(index, line, blank_above)
            or self._take_section(index, line, blank_above)
            or self._take_rule(index, blank_above)
        ):
            self._take_text(index, line, blank_above)

    def _take_chapter(self, index: int, line: str, blank_above: bool) -> bool:
        match = _CHAPTER.fullmatch(line)
        last = self._drafts[-1].number.chapter if self._drafts else 0
        if not match or int(match[1]) <= last:
            return False
        section = _SECTION.match(self._below(index))
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
        match = _SECTION.fullmatch(line) or _LOOSE_SECTION.fullmatch(line)
        if not match:
            return False
        number = RuleNumber(int(match[1][0]), int(match[1]))
        last = self._drafts[-1].number if self._drafts else RuleNumber(number.chapter)
        opens = self._following(index) == RuleNumber(number.chapter, number.section, 1)
        if not (_SECTION.fullmatch(line) or (opens and blank_above)):
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
        parent = draft.number.parent
        while parent is not None and parent not in numbers:
            parent = parent.parent
        titled = not draft.number.rule or (
            not draft.number.letter and _is_title(text, has_subrules=draft.number in opened)
        )
        examples = (Example(text=e.text(), span=self._span(e)) for e in draft.examples)
        return Rule(
            number=draft.number,
            parent=parent,
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
    return bool(words) and all(w[0].isupper() for w in words if len(w) > _SHORT_WORD)
