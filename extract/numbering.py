"""Which number a line bears, where the page misprints some and wraps text before others.

The official texts misprint a number in about one edition of five (`306.b`, `432.2b` for 423.2b,
`501.2` inside section 510, 702.30d twice), leave numbers out (113.8, 609.3), and in hard-wrapped
editions begin lines with the end of a citation. So a line's number counts only where it fits those
around it; where it nearly fits, the neighbours give the right one.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from kg.errors import BadRuleNumberError
from kg.model import LETTERS, RuleNumber

__all__ = [
    "CHAPTER_LINE",
    "EXAMPLE_MARK",
    "SECTION_LINE",
    "NumberedLine",
    "fit_number",
    "number_line",
    "successors",
]

CHAPTER_LINE = re.compile(r"\s?([1-9])\.\s+(\D.*)")
SECTION_LINE = re.compile(r"\s?([1-9]\d\d)\.\s+([^\d\s].*)")
EXAMPLE_MARK = re.compile(r"\s?\[?(?:Examples?:\s*)+", re.IGNORECASE)

# `606. 8b` has a blank inside, `602.2a 602.2a` stands twice, `901.4.All` and `702.2bA` are glued.
_NUMBERED = re.compile(
    r"\s?(?P<section>[1-9]\d\d)\.\s?(?P<rule>\d{0,3})(?P<letter>[a-z])?\.?(?P<end>\s+|$|(?=[^\W\da-z_]|[“\"(∞]))"
)


@dataclass(frozen=True, slots=True)
class NumberedLine:
    """A line that begins like a rule.

    Attributes:
        printed: the number as it stands there; it may be none (`306.b`).
        text: what follows it.
    """

    printed: str
    text: str

    @property
    def number(self) -> RuleNumber | None:
        """The printed number, where it is one."""
        try:
            return RuleNumber.parse(self.printed)
        except BadRuleNumberError:
            return None


def number_line(line: str) -> NumberedLine | None:
    """The number that a line begins with, and the rest; None for any other line."""
    match = _NUMBERED.match(line)
    if match is None or not (match["rule"] or match["letter"]):
        return None
    printed = f"{match['section']}.{match['rule']}{match['letter'] or ''}"
    text = line[match.end() :]
    again = _NUMBERED.match(text)
    if again and text.startswith(printed):
        text = text[again.end() :]
    return NumberedLine(printed, text)


def successors(last: RuleNumber) -> tuple[RuleNumber, ...]:
    """The numbers that may follow at once: the next subrule, then the next rule of the section."""
    if not last.rule:
        return (RuleNumber(last.chapter, last.section, 1),)
    following = LETTERS[LETTERS.index(last.letter) + 1 :] if last.letter else LETTERS
    subrule = [RuleNumber(last.chapter, last.section, last.rule, c) for c in following[:1]]
    return (*subrule, RuleNumber(last.chapter, last.section, last.rule + 1))


def fit_number(
    line: NumberedLine, last: RuleNumber, *, following: RuleNumber | None, paragraph: bool
) -> RuleNumber | None:
    """The number that a numbered line has after `last`, or None where it is no rule.

    Args:
        last: the number before it: of a rule, or of the section that it opens.
        following: the next printed number on the page that is one.
        paragraph: whether the line may begin a paragraph, so that a number which merely comes
            later than `last` counts too.
    """
    printed = line.number
    if printed in successors(last):
        return printed
    if not paragraph:
        return None
    if printed is None or printed <= last or printed.section != last.section:
        return _mended(line.printed, last, following)
    # CR leaves numbers out (113.8, 609.3): a gap that the next line agrees with is no misprint.
    if following is None or printed < following:
        return printed
    return _mended(line.printed, last, following) or printed


def _mended(printed: str, last: RuleNumber, following: RuleNumber | None) -> RuleNumber | None:
    fitting = [n for n in successors(last) if following is None or n < following]
    near = [n for n in fitting if _edits(printed, str(n)) <= 2]
    # Of two as near, the one with a letter if one is printed, and else the one without.
    lettered = printed[-1].isalpha()
    return min(
        near,
        key=lambda n: (_edits(printed, str(n)), bool(n.letter) != lettered),
        default=None,
    )


def _edits(a: str, b: str) -> int:
    """How many characters to change, add or drop; two exchanged neighbours count as one."""
    previous2: list[int] = []
    previous = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        row = [i]
        for j, y in enumerate(b, 1):
            row.append(min(previous[j] + 1, row[-1] + 1, previous[j - 1] + (x != y)))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                row[-1] = min(row[-1], previous2[j - 2] + 1)
        previous2, previous = previous, row
    return previous[-1]
