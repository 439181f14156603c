"""The frame of a document: where its front matter, contents, rules and glossary lie, and its date.

What was measured in the official texts 1999-2026: the title of chapter 1 stands in the contents and
again at the start of the body, where a section line and a rule line follow it; `Introduction`,
`Contents`, `Glossary` and `Credits` stand alone on a line; the date is in the first lines, or in
the credits.
"""

from __future__ import annotations

import datetime as dt
import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass

from extract.numbering import CHAPTER_LINE, EXAMPLE_MARK, SECTION_LINE, number_line
from kg.model import OddLine, Rule, RuleNumber

__all__ = ["Frame", "file_dates", "is_front_matter", "stated_date"]


_MONTHS = "January February March April May June July August September October November December"
_MONTH = "|".join(rf"{name[:3]}(?:{name[3:]})?\.?" for name in _MONTHS.split())
_DATE = re.compile(
    rf"(?:effective|current)(?:\s+as\s+of)?:?\s+(?:(?P<month>{_MONTH})\s+(?P<day>\d{{1,2}})(?:st|nd|rd|th)?,?"
    rf"|(?P<day_first>\d{{1,2}})(?:st|nd|rd|th)?\s+(?P<month_second>{_MONTH}),?"
    r"|(?P<iso>\d{4}-\d\d-\d\d)\b)(?:\s+(?P<year>\d{4}))?",
    re.IGNORECASE,
)
_FILE_DATE = re.compile(r"(?<!\d)((?:19|20)\d\d)[-_ ]?([01]\d)[-_ ]?([0-3]\d)(?!\d)")
_GLOSSARY = re.compile(r"glossary(?: of terms)?:?$")
# Behind a title in the contents: dot leaders, a page's number, or both.
_PAGE_NUMBER = re.compile(r"[\s.]*\.[\s.]*\d*$|\s\d{1,3}$")

# No sentence ends with one of these.
_GOES_ON = ("(", "[", "{", "“", ",", ";", "—", "–", "-", "/")


@dataclass(frozen=True, slots=True)
class Frame:
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
    def of(cls, lines: tuple[str, ...]) -> Frame | None:
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
        ends_open = last_text[-1:].isalnum() or last_text.endswith(_GOES_ON)
        return not self.entries and ends_open and " " in last_text

    def missing(self, rules: tuple[Rule, ...]) -> Iterator[OddLine]:
        """What must stand among the rules and doesn't: sections that the contents list, up to the
        last one that is there, and rules whose subrules are."""
        numbers = {rule.number for rule in rules}
        for title in self.promised:
            match = SECTION_LINE.fullmatch(title)
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


def is_front_matter(lines: tuple[str, ...]) -> bool:
    """Whether a text without rules is the beginning of an official one: it has their contents."""
    return any(line.strip().lower() in ("contents", "introduction") for line in lines)


def _start_of_body(lines: tuple[str, ...]) -> int | None:
    """The chapter line above a section line above a rule line; where a page has no such three, the
    first section line above a rule line, or the first rule line."""
    filled = [(i, line) for i, line in enumerate(lines) if line.strip()]
    section_above = first_rule = None
    rules = 0
    for (i, one), (_, two), (_, three) in zip(filled, filled[1:], filled[2:], strict=False):
        if CHAPTER_LINE.match(one) and SECTION_LINE.match(two) and number_line(three):
            return i
        if section_above is None and SECTION_LINE.match(one) and number_line(two):
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
        and not (EXAMPLE_MARK.match(line) or number_line(line) or SECTION_LINE.match(line))
    )
    return broken > max(2, 0.2 * filled)


def stated_date(lines: tuple[str, ...], frame: Frame) -> dt.date | None:
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


def file_dates(name: str) -> list[dt.date]:
    try:
        return [dt.date(*map(int, m.groups())) for m in _FILE_DATE.finditer(name)]
    except ValueError:
        return []
