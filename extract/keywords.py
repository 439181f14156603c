"""The keywords of an edition, from its own words: no table says what they are.

The sections that hold them are known by their titles, since their numbers have moved (501 and 502
to 2009, 701 and 702 since). A keyword is a rule's heading there or, where a page lost its headings,
what its first subrule defines. How it is written on cards stands in the rules in quotation marks:
`Cycling [cost]`, `[Type]cycling [cost]`, `Suspend N—[cost]`.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence

from kg.keywords import ABILITY_KINDS, Definition, Form, Keyword, Keywords
from kg.model import Edition, Rule

__all__ = ["read_keywords"]

# Evasion abilities had a section of their own before 2005-10.
_TITLES = re.compile(r"(?P<action>keyword actions)|(?:keyword|evasion) abilities", re.IGNORECASE)
_QUOTED = re.compile(r"[“\"]([^“”\"]{1,70})[”\"]")
_PLACEHOLDER = re.compile(r"\[[^\[\]]+\]|\bN\b")
_NAME = r"[A-Z∞][\w’'!-]*(?: [\w’'!-]+){0,4}?"
_SUBJECT = re.compile(
    rf"^[“\"]?(?P<name>{_NAME})[”\"]?,? (?:is (?:an?|found|the)\b|are |represents?\b|appears?\b"
    r"|stand\b)"
)
_SPECIAL = re.compile(r"^An? (?P<name>[a-z][a-z -]*?) ability is an? ")
_MEANING = re.compile(rf"^[“\"]?(?P<name>{_NAME})(?:,? (?:\[|N\b)[^”\"]*)?[”\"]? means\b")
_INNER = re.compile(r"[“\"](?P<name>[A-Z][a-z]+)(?: \[[^\]]+\])?[”\"] means\b")
_TO = re.compile(r"^To (?:[“\"](?P<quoted>[^”\"]+)[”\"]|(?P<verb>[a-z]+))")
_SENTENCE = re.compile(r"(?:[^.“\"(]|[“\"][^”\"]*[”\"]|\([^)]*\)|\.(?=\d))+(?:\.|$)[”\")]?")
_ABILITY_WORDS = re.compile(r"\bability words are (?P<items>[^.]+)\.")
_KINDS = re.compile(rf"\b({'|'.join(ABILITY_KINDS)})(?: abilit|, (?:and|one)\b)", re.IGNORECASE)
_REDUNDANT = re.compile(r"\bredundant\b", re.IGNORECASE)
_SEPARATE = re.compile(
    r"\beach (?:one |of them |instance )?(?:triggers|works|applies|is paid|acts|counts|has its)\b"
    r"|\b(?:triggers|works|applies|paid) separately\b|\b(?:by itself|on its own)\b",
    re.IGNORECASE,
)
_VARIANT = re.compile(
    r"(?:^|[.”\"] )[“\"]?(?P<name>[A-Z][\w’' -]*(?:\[[^\]]+\])?)[”\"]? is "
    r"(?:a (?:special )?(?:variant|form) of|[\w ]+ in a special form)"
)
_FORM_OF = re.compile(r"\b[Oo]ne form of (?:the )?[\w ]+? is [“\"](?P<name>[^”\"]+)[”\"]")
_FORMER = re.compile(r"\b(?:older|earlier) (?:\w+ )?cards\b[^.(“\"]*[“\"](?P<name>[^”\"]+)[”\"]")
_UNQUOTED = re.compile(
    r"(?:^|[.,;] |written (?:as )?)(?P<form>[A-Z][\w’' -]*?(?: (?:\[[^\]]+\]|N))+) means\b"
)
_SUCH_AS = re.compile(r"\bas in (?P<items>[“\"][^).]*)")
_LAST_WORD = re.compile(r"(?P<word>[a-z]+),?[”\"]")
_LIST = re.compile(r"[:(]\s*(?P<items>(?:[^,().:]+, )+(?:and )?[^,().:]+)(?=[).])")


def read_keywords(edition: Edition) -> Keywords:
    """The keywords of an edition, in the order of its rules."""
    found: dict[bool, list[Keyword]] = {True: [], False: []}
    for action, rules in _groups(edition):
        found[action].extend(_keywords(rules, action=action))
    return Keywords(tuple(found[False]), tuple(found[True]), tuple(_ability_words(edition)))


def _ability_words(edition: Edition) -> Iterator[str]:
    """CR 207.2c: words in italics that tie cards together and mean nothing."""
    for rule in edition.rules:
        if match := _ABILITY_WORDS.search(rule.text):
            for item in re.split(r",\s*(?:and\s+)?|\s+and\s+(?!.*,)", match["items"]):
                if word := item.strip(' “”"'):
                    yield word.lower()
            return


def _groups(edition: Edition) -> Iterator[tuple[bool, list[Rule]]]:
    """Each rule of the sections of keywords with its subrules, and whether it is of actions."""
    titles = {
        rule.number.section: rule.heading or rule.text
        for rule in edition.rules
        if rule.kind == "section"
    }
    sections = {n: bool(m["action"]) for n, title in titles.items() if (m := _TITLES.search(title))}
    for rule in edition.rules:
        # A page that lost the section's title: its first rule says what the section holds.
        number = rule.number.section
        if (
            number not in titles
            and rule.number.rule == 1
            and "“keyword" in rule.text.replace('"', "“")
        ):
            sections.setdefault(number, bool(re.match(r"\w+ actions\b", rule.text)))
    groups: dict[tuple[int, int], list[Rule]] = {}
    for rule in edition.rules:
        if rule.number.rule and rule.number.section in sections:
            groups.setdefault((rule.number.section, rule.number.rule), []).append(rule)
    for (section, _), rules in groups.items():
        yield sections[section], rules


def _keywords(rules: Sequence[Rule], *, action: bool) -> Iterator[Keyword]:
    heading, body = _heading(rules)
    names = _names(heading) if heading else _defined_name(body, action=action)
    for name in names:
        definition = _definition(name, body, alone=len(names) == 1)
        if heading or definition:
            yield Keyword(
                name=name.lower(),
                heading=heading,
                number=str(rules[0].number if rules[0].kind == "rule" else rules[0].number.parent),
                action=action,
                kinds=() if action else _kinds(name, body, definition),
                forms=_forms(names, name, body),
                redundancy=_redundancy(body),
                definition=definition,
            )


def _heading(rules: Sequence[Rule]) -> tuple[str, Sequence[Rule]]:
    """The keyword's heading, or empty, and the rules that tell of it."""
    first = rules[0]
    if first.kind != "rule":
        return "", rules
    heading = first.heading
    if not heading and len(first.text.split()) <= 5 and not first.text.rstrip().endswith("."):
        heading = first.text
    return heading.strip(), rules[1:] if heading and first.text in (heading, "") else rules


def _names(heading: str) -> list[str]:
    """The keywords that a heading names: `Daybound and Nightbound` are two."""
    plain = re.sub(r"\s*\([^)]*\)$", "", heading)
    parts = plain.split(" and ")
    return parts if all(" " not in part for part in parts) else [plain]


def _defined_name(rules: Sequence[Rule], *, action: bool) -> list[str]:
    """The name in what the first rule defines, for a page that lost its headings (seed 002)."""
    if rules[0].number.rule == 1:  # CR 701.1, 702.1: what the section is about
        return []
    for rule in rules[:1]:
        if action and (match := _INNER.search(rule.text)) and not rule.text.startswith("To "):
            return [match["name"]]
        if action and (match := _TO.match(rule.text)):
            return [_PLACEHOLDER.split(match["quoted"] or match["verb"])[0].strip()]
        for pattern in (_MEANING, _SPECIAL, _SUBJECT):
            match = pattern.match(rule.text)
            if match and len(match["name"].split()) <= 5:
                return [re.sub(r" (?:an?|N)$", "", match["name"])]
    return []


def _sentences(rule: Rule) -> Iterator[tuple[int, int, str]]:
    for match in _SENTENCE.finditer(rule.text):
        text = match.group()
        # A reference at the start belongs to the sentence before.
        lead = len(text) - len(re.sub(r"^\s*(?:\([^)]*\)\s*)?", "", text))
        yield match.start() + lead, match.end(), text[lead:].strip()


def _definition(name: str, rules: Sequence[Rule], *, alone: bool) -> Definition | None:
    """The sentence that gives a meaning, else the first that speaks of the keyword.

    A meaning further on than the second rule is that of a variant or of a word beside it.
    """
    meaning = re.compile(
        rf"(?:^|[“\"])(?:\[[^\]]+\] ?)?{re.escape(name)}\b[^.”\"]*[”\"]? means?\b", re.IGNORECASE
    )
    spoken: Definition | None = None
    for place, rule in enumerate(rules):
        for start, end, text in _sentences(rule):
            here = Definition(str(rule.number), start, end, text)
            if meaning.search(text) and place < 2:
                return here
            if spoken is None and (alone or name.lower() in text.lower()):
                spoken = here
    return spoken


def _kinds(name: str, rules: Sequence[Rule], definition: Definition | None) -> tuple[str, ...]:
    """The kinds of ability that the rules which say what the keyword is name.

    Where they name none, they are those of the abilities that it stands for, told by their frames
    (CR 602.1, 603.1): a trigger begins with `when`, `whenever` or `at`, a cost ends in a colon.
    """
    said = re.compile(
        rf"(?:An? )?{re.escape(name)}\b.*?\b(?:is|are|represents?|appears|stand)\b", re.I
    )
    found: dict[str, None] = {}
    for place, rule in enumerate(rules):
        lead = re.sub(r"[“\"][^”\"]*[”\"]", "", rule.text)
        if place == 0 or said.match(lead[:80]):
            found.update(dict.fromkeys(match[1].lower() for match in _KINDS.finditer(lead)))
    if found or definition is None:
        return tuple(found)
    meanings = re.findall(r"[“\"]([^”\"]{20,})[”\"]", definition.text)
    frames = (
        "triggered" if re.match(r"When|At ", m) else "activated" if ": " in m else "static"
        for m in meanings
    )
    return tuple(dict.fromkeys(frames))


def _redundancy(rules: Sequence[Rule]) -> str:
    for rule in rules:
        if _REDUNDANT.search(rule.text):
            return "redundant"
        if re.search(
            r"\b(?:instances?|more than one|several|multiple)\b", rule.text
        ) and _SEPARATE.search(rule.text):
            return "separate"
    return ""


def _forms(names: Sequence[str], name: str, rules: Sequence[Rule]) -> tuple[Form, ...]:
    """The forms of a keyword; `names` are all those of its heading, which aren't its forms."""
    drafts: dict[str, tuple[str, str, bool, bool]] = {}
    others = {other.lower() for other in names} - {name.lower()}
    for rule in rules:
        for template, named, former in _templates(name, rule.text):
            # A lossy copy prints `?` or U+FFFD for a dash.
            text = re.sub(r"(?<=N)[?\ufffd](?=\[)", "—", template.strip(" ,."))
            text = text[:1].upper() + text[1:]
            if text.lower() not in others and not re.search(r"\b[AB]\]", text):
                drafts.setdefault(text.lower(), (text, str(rule.number), named, former))
    # CR 702.22b-c: what a variant takes may stand in another rule than its name.
    for rule in rules:
        for match in _QUOTED.finditer(rule.text):
            leading = _PLACEHOLDER.split(match[1])[0].strip()
            if leading.lower() in drafts and _PLACEHOLDER.search(match[1]):
                text = match[1][:1].upper() + match[1][1:].rstrip(" ,.")
                drafts.setdefault(text.lower(), (text, str(rule.number), True, False))
    bare = any(_is_plain(name, text) for text in drafts)
    forms = [
        Form(text, rule, _variant(name, text, named=named, bare=bare), former)
        for text, rule, named, former in drafts.values()
    ]
    if not any(not form.variant for form in forms) and rules:
        forms.append(Form(name, str(rules[0].number)))
    return tuple(sorted(forms, key=lambda form: bool(form.variant)))


def _is_plain(name: str, template: str) -> bool:
    """Whether a form is the name alone, or the name with what it takes right behind it."""
    plain = _PLACEHOLDER.sub("[", template).lower()
    return bool(re.match(rf"{re.escape(name.lower())}(?:$| ?—| (?:\[|x$))", plain))


def _variant(name: str, template: str, *, named: bool, bare: bool) -> str:
    """The variant's own name, or empty for a plain form.

    `Affinity for [text]` is how affinity is written, since nothing is called affinity alone;
    `hexproof from [quality]` is a variant beside hexproof.
    """
    if not named and (_is_plain(name, template) or not bare):
        return ""
    leading, *rest = _PLACEHOLDER.split(template)
    if not leading.strip():
        what = _PLACEHOLDER.match(template)
        assert what is not None
        return f"{what[0][1:-1].lower()}{rest[0].rstrip(' —').lower()}"
    own = re.sub(r"\s+", " ", leading).strip(" —-").lower()
    return own if own != name.lower() else template.lower()


def _templates(name: str, text: str) -> Iterator[tuple[str, bool, bool]]:
    """What a rule gives as a way to write the keyword, whether as a variant, and a former one."""
    for match in _QUOTED.finditer(text):
        quoted, after = match[1], text[match.end() : match.end() + 40]
        if _is_form(name, quoted, after):
            yield quoted, bool(re.match(r" is an?\b[\w ]* (?:variant|form)", after)), False
    for match in _UNQUOTED.finditer(text):
        if name.lower() in match["form"].lower():
            yield match["form"], False, False
    listed = " ".join(match["items"] for match in _SUCH_AS.finditer(text))
    endings = [_shared_ending(name, match["word"]) for match in _LAST_WORD.finditer(listed)]
    if ending := min(filter(None, endings), key=len, default=""):
        yield f"[type]{ending}", False, False
    for pattern in (_VARIANT, _FORM_OF):
        for match in pattern.finditer(text):
            yield match["name"], True, False
    for match in _FORMER.finditer(text):
        if len(match["name"].split()) <= 3 and name.lower() not in match["name"].lower():
            yield match["name"], True, True
    for match in _LIST.finditer(text):
        items = [i.strip(' “”"') for i in re.split(r",\s*(?:and\s+)?", match["items"])]
        if name.lower() in (item.lower() for item in items):
            yield from ((item, not _is_plain(name, item), False) for item in items)


def _shared_ending(name: str, word: str) -> str:
    """The letters in which both end, where that is a word's worth, and no more than a part of each.

    Until 2009 a rule gave landwalk by examples only (`such as in "swampwalk"`).
    """
    last = name.lower().rpartition(" ")[2]
    pairs = zip(reversed(last), reversed(word), strict=False)
    alike = sum(1 for _ in itertools.takewhile(lambda pair: pair[0] == pair[1], pairs))
    return last[-alike:] if 4 <= alike < min(len(last), len(word)) else ""


def _is_form(name: str, quoted: str, after: str) -> bool:
    """Whether words in quotation marks are a way to write the keyword, not what it means."""
    plain = quoted.strip(" ,.")
    if re.search(r"— \[Cost\]: \[Effect\]$", plain):
        return True
    if re.search(
        r"\b(?:this|it)\b|[,.:;] |^\[?(?:cost|keyword)|^(?:When|If|As|At)\b|\bcosts?$", plain, re.I
    ):
        return False
    literal = [part.strip(" —-").lower() for part in _PLACEHOLDER.split(plain)]
    if not any(literal) or len(plain.split()) > 8:
        return False
    begins = plain.lower().startswith(name.lower())
    if plain.lower() == name.lower() and re.match(r" on an? [\w ]+ means ", after):
        return True
    means = after.startswith((" means ", " mean ", " represents "))
    if _PLACEHOLDER.search(plain):
        ends = any(len(part) > 3 and name.lower().endswith(part) for part in literal)
        return begins or ends or means
    return means or (begins and "—" in plain)
