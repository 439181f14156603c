"""Citations of rules in any text: program code, comments, strings, Markdown.

What announces a number decides. `CR` makes any number one; `rule` needs a letter, or a number that
some edition has printed, for firewalls and linters have rules too; a bare number needs a letter, a
comment or string around it, and a sign that it is meant so. What is weakly announced counts only
where the same text cites rules beyond doubt.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field, replace

from kg.citations.grammar import (
    BAD,
    BARE,
    ITEM,
    JOINT,
    LEAD,
    LEAD_REACH,
    LEAD_START,
    LETTER_ITEM,
    NUMBER_START,
    RANGE_END,
    RULE_ITEM,
    URL_TAIL,
)
from kg.citations.model import Cited, Printed
from kg.model import LETTERS

__all__ = ["find_citations", "may_cite"]

# Cheap, and true of every text that can hold a citation.
_MAY = re.compile(rb"[1-9]\x00?\d\x00?\d")
_FOREIGN = re.compile(
    r"(?:RFC|C\.?F\.?R\.?|U\.?S\.?C\.?|ISO|IEC|IEEE|ECMA|ASTM|NIST|BGB|StGB|OSHA|MISRA|ESLint|WCAG"
    r"|iptables|firewall|FRCP|FRE|SEC|FIDE|UCI|NFPA)\b[\w\s.:#,-]{0,14}$"
)
_FOREIGN_AFTER = re.compile(
    r"\s*,?\s*(?:of|in)\s+(?:RFC|ISO|the\s+(?:[\w’']+\s+){0,2}(?:[Cc]ode|[Aa]ct|[Ss]tandard|[Mm]anual"
    r"|[Rr]egulations?|[Ss]pec(?:ification)?|RFC|[Cc]ontract|[Ll]ease|[Hh]andbook|[Ll]aws?)\b)"
)
_UNIT_AFTER = re.compile(
    r"(?:\.\d|,\d{3}(?![\d.])|\s?(?:%|°|‰|[µmkMGT]?(?:s|m|g|Hz|V|W|A|B|b|iB|bps|px)\b|mm\b|cm\b|km\b"
    r"|kg\b|lbs?\b|oz\b|em\b|rem\b|pt\b|dpi\b|fps\b|USD\b|EUR\b|GBP\b|€|dollars?\b|euros?\b|percent\b"
    r"|points?\b|pixels?\b|inch|feet\b|miles?\b|degrees?\b|seconds?\b|minutes?\b|times\b|x\b))"
)
_MONEY_BEFORE = re.compile(r"[$€£¥]\s?$|\b(?:USD|EUR|GBP|v|ver|version|release)\.?\s*$", re.I)
# What makes a bare number a citation: it opens its comment, is bracketed, or is led to by a word.
_CUE_BEFORE = re.compile(
    r"(?:^|[\r\n])[ \t]*(?://[/!]?|/?\*+|#+|--+|;+|%+|'|>+|\"\"\"|'''|[-*•]|\|)?[ \t]*[\"'`(\[]*$"
    r"|(?://[/!]?|/\*+|#|--|;;?|[(\[\"'`])[ \t]*$|\b(?:see|per|by|under|from|cf\.?|as in|and|or"
    r"|in|implements?|violates?|to|with|of|via|ref:?)[ \t]+$",
    re.IGNORECASE,
)
_CUE_AFTER = re.compile(r"[\"'`)\]:;,/+–—]|\s+[-–—]|\.?\s*(?:$|[\r\n])|\.\s|’s|'s")
_OPENING_AFTER = re.compile(r"[)\]]?\s*(?::|\s[-–—]|\s*—)\s*\w")
_MAX_LIST = 64
_UNIT_LETTERS = frozenset("bdfghkms")


@dataclass(slots=True)
class _Mention:
    """A list of citations behind one announcement.

    Attributes:
        strength: `strong`, `weak`, `faint` or `bare`.
        lead: the announcing words.
        start: where they begin.
    """

    strength: str
    lead: str
    gap: str
    start: int
    items: list[Cited] = field(default_factory=list)


def may_cite(data: bytes) -> bool:
    """Whether a file's bytes can hold a citation at all; UTF-16 included."""
    return _MAY.search(data) is not None


def find_citations(
    text: str, known: Collection[str], in_words: Callable[[int], bool] = lambda place: True
) -> list[Cited]:
    """The citations in a text, in its order.

    Args:
        known: every number that some edition prints; what is weakly announced must be among them.
        in_words: whether a place lies in a comment, a string or prose; asked of bare numbers only.

    Example:
        >>> [text[c.start:c.end] for text in ["// CR 601.2f-h, 601.3 (v1.601.2)"]
        ...  for c in find_citations(text, ())]
        ['601.2f-h', '601.3']
    """
    announced = [(m, _is_sure(m, text, known)) for m in _announced(text)]
    sure = any(is_sure for _, is_sure in announced)
    kept = [m for m, is_sure in announced if is_sure or (sure and _is_likely(m, text, known))]
    taken = _spans(kept)
    for mention in _bare(text):
        inside = any(i.start in taken for i in mention.items)
        if not inside and _is_cited_bare(mention, text, known, in_words, sure=sure):
            kept.append(mention)
    kept.sort(key=lambda m: m.items[0].start)
    return [
        replace(item, mention=place)
        for place, mention in enumerate(kept)
        for item in _listed(mention.items, known)
    ]


def _listed(items: list[Cited], known: Collection[str]) -> list[Cited]:
    """A list up to where it becomes one of other things: `CR 704.5g, 120.55 damage`."""
    sections = {items[0].first.number[:3]} if items[0].first else set()
    for place, item in enumerate(items):
        first = item.first
        if place and first and known and first.number not in known:
            measures = not first.letter or first.number[-1] in _UNIT_LETTERS
            if measures and first.number[:3] not in sections:
                return items[:place]
        if first:
            sections.add(first.number[:3])
    return items


def _spans(mentions: list[_Mention]) -> set[int]:
    return {p for m in mentions for item in m.items for p in range(item.start, item.end)}


def _announced(text: str) -> Iterator[_Mention]:
    position = 0
    while lead := LEAD.search(text, position):
        position = lead.end()
        strength = next(s for s in ("strong", "weak", "faint") if lead[s])
        mention = _Mention(_strength(lead), lead[strength], lead["gap"], lead.start())
        mention.items = _read_list(text, lead.end(), mention.strength, _glue(lead))
        if mention.items:
            position = mention.items[-1].end
            yield mention


def _lead_starts(text: str) -> Iterator[int]:
    """Where an announcement may begin: looked for only before numbers, which are the rarer."""
    done = 0
    for number in NUMBER_START.finditer(text):
        place = number.start()
        for start in LEAD_START.finditer(text, max(done, place - LEAD_REACH), place):
            yield start.start()
        done = place


def _strength(lead: re.Match[str]) -> str:
    """How surely the words before a number announce a rule: `see rule` as surely as `rule`."""
    again = (lead["again"] or "").lower()
    if lead["strong"] or again.endswith(("cr", "c.r.")):
        return "strong"
    return "weak" if lead["weak"] or "rule" in again else "faint"


def _glue(lead: re.Match[str]) -> str:
    """The sign that joins the parts of an identifier or anchor: `_` of `rule_701_9a`; or empty."""
    if not re.search(r"\w\S*$", lead.group().rpartition(" ")[2]):
        return ""
    gap = lead["gap"].strip("`\"'")
    before = lead.string[lead.start() - 1 : lead.start()]
    return gap if gap in ("_", "-") else ("_" if before == "_" or not lead["gap"] else "")


def _read_list(text: str, position: int, strength: str, glue: str) -> list[Cited]:
    items: list[Cited] = []
    while len(items) < _MAX_LIST:
        if not items and (bad := _read_bad(text, position, strength)):
            return [bad]
        item = _read_item(text, position, glue if not items else "")
        if item is None or not _may_follow(item, items, text):
            break
        items.append(item)
        items += _read_short(text, item)
        joint = JOINT.match(text, items[-1].end)
        if joint is None:
            break
        position = joint.end()
    return items


def _may_follow(item: Cited, items: list[Cited], text: str) -> bool:
    """Whether a number goes on with a list: a section only behind sections, never a count."""
    assert item.first is not None
    if not items or "." in item.first.number:
        return True
    before = items[-1].first
    ends = re.match(r"[\s]*(?:[,.;:)\]/&+]|$|and\b|or\b|[\"'`])", text[item.end : item.end + 8])
    return before is not None and "." not in before.number and ends is not None


def _read_item(text: str, position: int, glue: str) -> Cited | None:
    match = ITEM.match(text, position)
    if match is None or (match["joined"] and match["joined"] != glue):
        # `CR 704-730` has no glue: the section alone, and then a range.
        if match is None or match["joined"] != "-" or glue:
            return None
        section = Printed(match["section"], match.span("section"), None, None)
        return _with_range(text, Cited(match.start(), match.end("section"), section))
    rule = "joined_rule" if match["joined"] else "rule"
    letter = next((n for n in ("letter", "ringed", "joined_letter") if match[n]), None)
    number = _number(match["section"], match[rule], match[letter] if letter else None)
    printed = Printed(
        number,
        match.span("section"),
        match.span(rule) if match[rule] else None,
        match.span(letter) if letter else None,
    )
    if not match[rule] and re.match(r"[.,]\d|[-_/]\w", text[match.end() : match.end() + 2]):
        return None
    item = Cited(match.start(), match.end(), printed, fault=_letter_fault(number))
    return item if match["joined"] else _with_range(text, item)


def _number(section: str, rule: str | None, letter: str | None) -> str:
    return f"{section}.{rule}{(letter or '').lower()}" if rule else section


def _letter_fault(number: str) -> str:
    if number[-1].isalpha() and number[-1] not in LETTERS:
        # CR Introduction: subrule letters skip l and o.
        return f"no subrule has the letter {number[-1]}"
    return ""


def _with_range(text: str, item: Cited) -> Cited:
    closing = RANGE_END.match(text, item.end)
    if closing is None or item.first is None or item.fault:
        return item
    last = _range_last(item.first, closing)
    if last is None:
        return item
    if _order(last.number) <= _order(item.first.number):
        # `to a` is an article, `704-5` a difference: only a tight dash between like numbers errs.
        if not closing["dash"] or not (closing["only_letter"] or closing["rule"]):
            return item
        return replace(item, end=closing.end(), last=last, fault="the range runs backwards")
    return replace(item, end=closing.end(), last=last)


def _range_last(first: Printed, closing: re.Match[str]) -> Printed | None:
    section, _, rest = first.number.partition(".")
    letter = first.number[-1] if first.number[-1].isalpha() else ""
    rule = rest.rstrip("abcdefghijklmnopqrstuvwxyz")
    if closing["only_letter"]:
        if not letter or closing["only_letter"].lower() not in LETTERS:
            return None
        number = f"{section}.{rule}{closing['only_letter'].lower()}"
        return Printed(number, None, None, closing.span("only_letter"))
    if closing["only_rule"]:
        if not rule or bool(letter) != bool(closing["rule_letter"]) or not closing["dash"]:
            return None
        number = _number(section, closing["only_rule"], closing["rule_letter"])
        span = closing.span("rule_letter") if letter else None
        return Printed(number, None, closing.span("only_rule"), span)
    if bool(closing["rule"]) != bool(rule) or bool(closing["letter"]) != bool(letter):
        return None
    number = _number(closing["section"], closing["rule"], closing["letter"])
    return Printed(
        number,
        closing.span("section"),
        closing.span("rule") if rule else None,
        closing.span("letter") if letter else None,
    )


def _order(number: str) -> tuple[int, int, str]:
    section, _, rest = number.partition(".")
    digits = rest.rstrip("abcdefghijklmnopqrstuvwxyz")
    return int(section), int(digits or 0), rest[len(digits) :]


def _read_short(text: str, item: Cited) -> list[Cited]:
    """What goes on with the same section or rule: the b of `701.44a/b`, the 2 of `613.1/2`."""
    found: list[Cited] = []
    last = item.last or item.first
    if last is None or item.fault or "." not in last.number:
        return found
    end = item.end
    while last.letter and len(found) < _MAX_LIST:
        match = LETTER_ITEM.match(text, end)
        if match is None or not _is_letter_item(match, last.number):
            break
        letter = match["letter"].lower()
        last = Printed(last.number[:-1] + letter, None, None, match.span("letter"))
        cited = Cited(match.start("letter"), match.end("letter"), last)
        found.append(_with_range(text, cited))
        last, end = found[-1].last or last, found[-1].end
    if not found and (match := RULE_ITEM.match(text, end)):
        number = _number(last.number.partition(".")[0], match["rule"], match["letter"])
        if bool(match["letter"]) == bool(last.letter) and _order(number) > _order(last.number):
            span = match.span("letter") if match["letter"] else None
            printed = Printed(number, None, match.span("rule"), span)
            found.append(Cited(match.start("rule"), match.end(), printed))
    return found


def _is_letter_item(match: re.Match[str], last: str) -> bool:
    letter, after = match["letter"], match["after"]
    if letter.lower() not in LETTERS or letter.lower() <= last[-1]:
        return False
    if match["tight"]:
        return True
    if letter not in "aiAI" and "nd" in (match["loose"] or "") and ord(letter) - ord(last[-1]) < 6:
        return True
    # Behind a blank, only punctuation or another link of the list lets a letter be no word.
    linked = re.match(r"\s*(?:and|or|&|\+|/)\s", match.string[match.end() : match.end() + 6])
    return linked is not None or after.strip() in ("", ",", ".", ";", ":", ")", "]", "–", "—", "*")


def _read_bad(text: str, position: int, strength: str) -> Cited | None:
    """A number that is announced and can't be one."""
    match = BAD.match(text, position)
    if match is None or strength == "faint":
        return None
    bad = match["number"]
    if strength == "weak" and not re.fullmatch(r"[1-9]\d\d\.\d{1,3}\.[A-Za-z]", bad):
        return None
    return Cited(match.start(), match.end(), None, fault=_fault(bad))


def _fault(bad: str) -> str:
    if re.search(r"\.0", bad):
        return "numbers have no leading zero"
    if re.fullmatch(r"\d{3}\.\d+[.,:]\w+", bad):
        return "nothing parts a letter from its number, and numbers have two parts"
    if re.fullmatch(r"\d{4,5}[a-z]|\d{3}[a-z]|\d{3}[,:]\s?\d+[a-z]|\d{3}\.\.\w+", bad):
        return "a period parts section and rule"
    return "expected one like 701.8 or 701.8a"


def _bare(text: str) -> Iterator[_Mention]:
    position = 0
    while match := BARE.search(text, position):
        items = _read_list(text, match.start(), "bare", "")
        position = items[-1].end if items else match.end()
        if items:
            yield _Mention("bare", "", "", match.start(), items)


def _is_sure(mention: _Mention, text: str, known: Collection[str]) -> bool:
    """Whether its announcement alone makes a mention one of rules."""
    first = mention.items[0].first
    if mention.strength == "strong":
        dotted = first is None or "." in first.number
        return dotted or (not known or first.number in known) if first else True
    if _is_foreign(mention, text):
        return False
    if first is None:
        return True
    if mention.strength == "faint":
        return bool(first.letter) and first.number in known
    return bool(first.letter) or (
        "." in first.number and first.number in known and not _is_value(mention)
    )


def _is_likely(mention: _Mention, text: str, known: Collection[str]) -> bool:
    """Whether a mention is one of rules in a text that cites rules beyond doubt."""
    first = mention.items[0].first
    if first is None or _is_foreign(mention, text):
        return False
    if mention.strength == "weak":
        return "." in first.number or first.number in known
    if mention.lead.lower() == "see" and not first.rule:
        return False
    return first.number in known


def _is_value(mention: _Mention) -> bool:
    """`rule = 100.5`: an assignment of a decimal."""
    return bool(re.search(r"[=:]", mention.gap)) and not re.search(r"[\"'`]", mention.gap)


def _is_foreign(mention: _Mention, text: str) -> bool:
    """Whether it names a rule or section of something else, or measures something."""
    before, last = text[max(0, mention.start - 32) : mention.start], mention.items[-1]
    if _FOREIGN.search(before) or _FOREIGN_AFTER.match(text, last.end):
        return True
    first = mention.items[0].first
    plain = first is not None and not first.letter and last is mention.items[0] and not last.last
    return plain and _UNIT_AFTER.match(text, last.end) is not None


def _is_cited_bare(
    mention: _Mention,
    text: str,
    known: Collection[str],
    in_words: Callable[[int], bool],
    *,
    sure: bool,
) -> bool:
    first, last = mention.items[0].first, mention.items[-1]
    if first is None or first.number not in known or not in_words(mention.start):
        return False
    before = text[max(0, mention.start - 40) : mention.start]
    if _MONEY_BEFORE.search(before) or _FOREIGN.search(before):
        return False
    opens = _CUE_BEFORE.search(before) is not None
    if first.letter:
        if before[-1:] in ("/", "#") and not URL_TAIL.search(before):
            return False
        follows = _CUE_AFTER.match(text, last.end) is not None or last.end == len(text)
        # `701.44a/b` and `601.2f-h` measure nothing.
        joined = last is not mention.items[0] or last.last is not None
        measures = first.number[-1] in _UNIT_LETTERS
        return joined or (opens and follows) or (sure and (not measures or opens or follows))
    return sure and opens and _OPENING_AFTER.match(text, last.end) is not None
