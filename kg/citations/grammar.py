"""The forms in which programs and texts name rules, as regular expressions.

Measured on comments of open engines: `CR 701.8a`, `rule 701.8a` and `§701.8a` make up nearly all;
lists, ranges and macros are the rest. What is no citation looks much alike: versions, addresses,
money, sections of other documents; `kg.citations.scan` weighs how each is announced.
"""

from __future__ import annotations

import re

__all__ = [
    "BAD",
    "BARE",
    "ITEM",
    "JOINT",
    "LEAD",
    "LEAD_REACH",
    "LEAD_START",
    "LETTER_ITEM",
    "NUMBER_START",
    "RANGE_END",
    "RULE_ITEM",
    "URL_TAIL",
]

# A comment goes on in the next line behind its leader; a long string behind a joining sign.
_LEADER = r"(?://[/!]?|/?\*+(?!/)|#+|--+|;+|%+|'|>+|\||REM\b|\\)"
# Possessive and bounded throughout, for texts come from anyone: no run of blanks is read twice.
_SPACE = r"[ \t]{0,40}+"
WRAP = (
    rf"(?>[\"']?{_SPACE}[+.&\\]?{_SPACE}(?:\r\n|\r|\n){_SPACE}(?:{_LEADER}{_SPACE})?"
    rf"(?:[+.&]{_SPACE})?[\"']?)"
)
_BLANKS = rf"(?>[ \t\u00a0]{{0,40}}+{WRAP}|(?:[ \t\u00a0]|&nbsp;|&#160;){{0,40}})"
_DASH = r"(?:[-‐-―−\x96\x97]|&[nm]dash;|\.{2,3}=?)"
_END = r"(?![A-Za-z0-9])"

_STRONG = (
    r"(?P<strong>@(?i:rules?|cr)|C\.\s?R\.|CRs?|(?i:(?:mtg|magic)[ _-]?(?:cr|rules?)"
    r"|comp(?:rehensive)?\.?[ _-]?rules?))"
)
_WEAK = r"(?P<weak>[Cc]rs?|(?<=#)[Rr]|(?i:(?:sub)?rules?))"
_FAINT = r"(?P<faint>§{1,2}|&sect;|(?i:sections?|sects?\.|secs?\.|see))"
_AGAIN = (
    rf"(?:{_BLANKS}(?P<again>(?i:(?:the\s+)?(?:CR|C\.R\.|rules?|sections?|sec\.|no\.|number))"
    r"|§{1,2}|&sect;)){0,2}"
)
_GAP = r"(?P<gap>(?:</?\w{1,8}>|::?|[:=#§!(\[{\"'`<*_\-–/.\\]){0,6}"
# What one announces, and how far before that it can begin.
NUMBER_START = re.compile(r"\d(?<!\d.)\d", re.DOTALL)
LEAD_REACH = 90
# Where one may begin.
LEAD_START = re.compile(
    r"[Cc](?:[Rr]|\.\s?[Rr]|omp|OMP)|[Rr][Uu][Ll][Ee]|[Ss](?:ub|UB|e[ec]|E[EC])|[Mm](?:tg|TG|agic|AGIC)"
    r"|§|&sect;|@[RrCc]|#[Rr]"
)
LEAD = re.compile(
    rf"(?<![A-Za-z0-9@])(?:{_STRONG}|{_WEAK}|{_FAINT}){_AGAIN}"
    rf"{_BLANKS}{_GAP}{_BLANKS}[\"'`§#(\[]{{0,2}})(?=\d)"
)

_SECTION = r"(?P<section>[1-9]\d\d)"
_LETTER = rf"(?:(?P<letter>[A-Za-z]){_END}|\((?P<ringed>[A-Za-z])\)|{_END})"
# `701.⏎// 8a`: a number is broken behind its period only where a letter makes sure of it.
ITEM = re.compile(
    rf"{_SECTION}(?:(?P<mark>\.)(?:{WRAP}(?=\d+[a-z]{_END}))?(?P<rule>[1-9]\d{{0,2}}){_LETTER}"
    rf"|(?P<joined>[_-])(?P<joined_rule>[1-9]\d{{0,2}})(?:(?P<joined_letter>[A-Za-z]){_END}|{_END})"
    rf"|(?![\dA-Za-z]))"
)
# No digit, sign of money or part of a word may stand before a number that nothing announces.
# Looked behind after the first digit, so that the search may skip to digits.
BARE = re.compile(
    r"(?P<number>[1-9](?<![A-Za-z0-9_.,$€£¥+-].)\d\d\.[1-9]\d{0,2}(?:[a-km-np-z])?)(?![A-Za-z0-9])",
    re.DOTALL,
)
URL_TAIL = re.compile(r"(?:https?:|www\.|[#/](?:cr|rules?)[-_/#]?)\S*$", re.IGNORECASE)

BAD = re.compile(
    r"(?P<number>[1-9]\d\d(?:"
    rf"\.\d{{1,3}}\.[A-Za-z]{_END}|\.\d{{1,3}}\.\d{{1,3}}(?![.\dA-Za-z])|\.0\d*[a-z]?{_END}"
    rf"|\.[1-9]\d{{0,2}}(?:[a-z]{{2}}|[a-z]\d+){_END}|\.\d{{4,}}[a-z]?{_END}"
    rf"|\.\.\d{{1,3}}[a-z]?{_END}|[,:]\s?\d{{1,3}}[a-z]{_END}|\d{{1,2}}[a-z]{_END}"
    rf"|\.[a-z]{_END}|[a-z]{_END}|\d{{1,2}}\.\d{{1,3}}[a-z]{_END})"
    rf"|\d{{1,2}}\.\d{{1,3}}[a-z]{_END})"
)

_AND = r"(?:,?\s{0,40}+(?:and/or|and|or|&)|[,;/+&]|,?\s*&)"
_TITLE = r"(?:,?\s*(?:“[^”\n]{1,60}”|\"[A-Z][^\"\n]{1,60}\"),?)?"
JOINT = re.compile(
    rf"[\"'`]?{_TITLE}{_BLANKS}{_AND}(?:{_BLANKS}(?:and|or)(?=\s))?{_BLANKS}"
    r"[\"'`§#]{0,2}(?=[1-9]\d\d(?![\dA-Za-z]))"
)
# CR 608.3 has the list `608.3a and b`; an a behind `and` is an article.
LETTER_ITEM = re.compile(
    rf"(?:(?P<tight>[/,+&|])|{_BLANKS}(?P<loose>,|&|\+|/|,?[ \t]*+(?:and/or|and|or)\b)"
    rf"(?:{_BLANKS}(?:and|or)(?=\s))?{_BLANKS})(?P<letter>[A-Za-z])(?![A-Za-z0-9'’_=(])"
    r"(?=(?P<after>\s{0,40}\S?))"
)
RULE_ITEM = re.compile(rf"/(?P<rule>[1-9]\d{{0,2}})(?:(?P<letter>[a-z]){_END}|(?![\w.%/]))")
RANGE_END = re.compile(
    rf"(?:(?P<dash>{_DASH})|(?P<spaced>\s{{0,2}}{_DASH}\s{{0,2}}|{_BLANKS}(?:through|thru|to|until)"
    rf"{_BLANKS}(?:CR[ \t]*|rule[ \t]*)?))"
    rf"(?:(?P<section>[1-9]\d\d)(?:\.(?P<rule>[1-9]\d{{0,2}})(?P<letter>[A-Za-z](?![A-Za-z0-9]))?)?"
    rf"(?![A-Za-z0-9]|\.\d)"
    rf"|(?P<only_rule>[1-9]\d{{0,2}})(?P<rule_letter>[A-Za-z])?(?![\w%]|\.\d)"
    rf"|(?P<only_letter>[A-Za-z])(?![A-Za-z0-9'’_=(]))"
)
