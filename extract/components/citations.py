"""Mentions of rule numbers: single numbers, lists, ranges, sections and chapters.

Found in the text, not in tokens: the English tokenizer takes the g of 704.5g for grams. A number
with a period in it is a citation wherever it stands; three digits are one only behind `rule`,
`section` or `See`, or further on in a list that began so, since cards are counted in hundreds too
(CR 903.5a); one digit only behind `section`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from spacy.language import Language
from spacy.tokens import Doc

from kg.errors import BadRuleNumberError
from kg.model import LETTERS, RuleNumber

__all__ = ["Citations", "Mention", "find_mentions"]


@dataclass(frozen=True, slots=True)
class Mention:
    """One number or one range, as printed.

    Attributes:
        start, end: half-open, in characters of the text.
        first: the number, or the first of the range.
        last: the last of the range; None for a single number.
    """

    start: int
    end: int
    first: RuleNumber
    last: RuleNumber | None = None


_DASH = "[-\u2010-\u2015\u2212?\ufffd]"  # a lossy copy prints `?` or U+FFFD for every dash
# CR Introduction: subrule letters skip l and o.
_LETTER = f"[{LETTERS}](?![A-Za-z0-9])"
_LEAD = r"(?P<lead>\b(?:[Rr]ules?|RULES?|[Ss]ections?|[Ss]ee(?:\s+also)?)\s*)"
_FULL = rf"[1-9]\d\d\.\d{{1,3}}(?:{_LETTER}|(?![A-Za-z0-9]))"
# What may stand before a number that no lead announces: no digit, sign of money or part of a word.
_BARE = rf"(?<![\w.,$€£#&/-])(?P<bare>{_FULL})(?!\.\d|,\d{{3}}|%|\s?(?:mm|cm|inch))"
_START = re.compile(rf"{_LEAD}(?=\d)|{_BARE}")
_ITEM = re.compile(
    rf"(?P<section>[1-9]\d\d)(?:\.(?P<rule>\d{{1,3}})(?P<letter>{_LETTER})?"
    # `4091f–h` lost its period.
    rf"|(?P<glued>\d{{1,2}})(?P<glued_letter>{_LETTER}))?(?![\dA-Za-z])"
)
_CHAPTER_ITEM = re.compile(r"(?P<chapter>[1-9])(?![\d.]*\d)\b")
_RANGE_END = re.compile(
    rf"(?:\s?{_DASH}\s?|\s+(?:through|to)\s+(?=[1-9]\d\d))"
    rf"(?:(?P<full>{_FULL})|(?P<section>[1-9]\d\d)(?![\w.]*\d)|(?P<rule>\d{{1,3}})(?P<rule_letter>{_LETTER})?(?!\d)"
    rf"|(?P<letter>{_LETTER}))(?![A-Za-z])"
)
# CR 608.3 has the list `608.3a and b`; `and a` is an article.
_LETTER_ITEM = re.compile(
    rf"(?:,\s*(?:and\s+)?|\s+and\s+|\s+or\s+)(?P<letter>(?!a){_LETTER})(?=[\s,.;:)]|$)"
)
_TITLE = r"(?:,?\s*(?:“[^”]*”|\"[^\"]*\"),?)?"
_JOINT = re.compile(
    rf"{_TITLE}\s*(?:(?:[,;]\s*(?:and|or|and/or)?|and/or|and|or)\s+"
    r"(?:[Rr]ules?\s+|[Ss]ections?\s+)?(?=\d)|/\s?(?=[1-9]\d\d\.))"
)
# A chapter or section further on in a list: nothing may follow that makes it a count.
_LIST_END = re.compile(rf"\s*(?:[,.;:)\]“”\"]|$|\s(?:and|or|through)\s|\s?{_DASH})")


def find_mentions(text: str) -> Iterator[Mention]:
    """The mentions in a text, in its order.

    Example:
        >>> [text[m.start:m.end] for text in ["See rules 601.2b and 601.2f–h."]
        ...  for m in find_mentions(text)]
        ['601.2b', '601.2f–h']
    """
    position = 0
    while start := _START.search(text, position):
        position = start.end()
        place = start.start("bare") if start["bare"] else start.end()
        announced = start["lead"] or ""
        for mention in _read_list(text, place, announced.strip().lower()):
            yield mention
            position = mention.end


def _read_list(text: str, position: int, lead: str) -> Iterator[Mention]:
    first = True
    while item := _read_item(text, position, chapters=lead.startswith("section")):
        bare = not item.first.rule and item.last is None
        if bare and not lead:
            return
        if bare and not first and not _LIST_END.match(text, item.end):
            return
        yield item
        position = item.end
        if item.first.letter and item.last is None:
            for more in _read_letters(text, item):
                yield more
                position = more.end
        joint = _JOINT.match(text, position)
        if joint is None:
            return
        if "ection" in joint.group():
            lead = "section"
        elif "ule" in joint.group():
            lead = "rule"
        position = joint.end()
        first = False


def _read_item(text: str, start: int, *, chapters: bool) -> Mention | None:
    item = _ITEM.match(text, start)
    if item is None:
        chapter = _CHAPTER_ITEM.match(text, start) if chapters else None
        return (
            Mention(start, chapter.end(), RuleNumber(int(chapter["chapter"]))) if chapter else None
        )
    rule, letter = item["rule"] or item["glued"], item["letter"] or item["glued_letter"]
    try:
        number = RuleNumber.parse(
            f"{item['section']}.{rule}{letter or ''}" if rule else item["section"]
        )
    except BadRuleNumberError:
        return None
    closing = _RANGE_END.match(text, item.end())
    last = _range_last(number, closing) if closing else None
    if closing is None or last is None or last <= number:
        return Mention(start, item.end(), number)
    return Mention(start, closing.end(), number, last)


def _range_last(first: RuleNumber, closing: re.Match[str]) -> RuleNumber | None:
    """The last number of a range, where what stands behind the dash can be one."""
    section = f"{first.section}"
    try:
        if closing["full"]:
            return RuleNumber.parse(closing["full"])
        if closing["section"]:
            return RuleNumber.parse(closing["section"]) if not first.rule else None
        if closing["letter"]:
            rule = f"{section}.{first.rule}{closing['letter']}"
            return RuleNumber.parse(rule) if first.letter else None
        same_shape = bool(first.letter) == bool(closing["rule_letter"])
        rule = f"{section}.{closing['rule']}{closing['rule_letter'] or ''}"
        return RuleNumber.parse(rule) if first.rule and same_shape else None
    except BadRuleNumberError:
        return None


def _read_letters(text: str, item: Mention) -> Iterator[Mention]:
    """Further letters of the same rule: the b of `608.3a and b`."""
    last, position = item.first, item.end
    while match := _LETTER_ITEM.match(text, position):
        number = RuleNumber(last.chapter, last.section, last.rule, match["letter"])
        if number <= last:
            return
        yield Mention(match.start("letter"), match.end("letter"), number)
        last, position = number, match.end()


class Citations:
    """Write the mentions of a text to `doc._.mentions`, and a span each to `doc.spans`.

    A mention keeps its place in characters; its span is widened to whole tokens.
    """

    def __init__(self, *, spans_key: str = "citations") -> None:
        self.spans_key = spans_key

    def __call__(self, doc: Doc) -> Doc:
        mentions = tuple(find_mentions(doc._.source_text or doc.text))
        spans = (
            doc.char_span(m.start, m.end, label="CITATION", alignment_mode="expand")
            for m in mentions
        )
        doc._.mentions = mentions
        doc.spans[self.spans_key] = [span for span in spans if span is not None]
        return doc


@Language.factory("citations", assigns=["doc._.mentions", "doc.spans"])
def make_citations(nlp: Language, name: str) -> Citations:
    """The component, under its default key."""
    return Citations()


if not Doc.has_extension("mentions"):
    Doc.set_extension("mentions", default=())
    Doc.set_extension("source_text", default="")
