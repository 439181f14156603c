"""How keywords are written on cards: the forms that an edition's rules give, as a grammar.

A line is an ability's name, or a list of them (CR 702.1), where all of it can be read as keywords
and what they take. The forms come from the edition; besides, a keyword may stand alone, before a
cost, a number, or a dash with what follows it, so that one whose rule gives no form is known too.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from extract.cards.reading import DASH, plain
from kg.keywords import Keyword, Keywords

__all__ = ["Grammar", "Item", "parted"]

_SYMBOLS = r"\{[^{}\s]+\}(?:\s?\{[^{}\s]+\})*"
_COST = rf"{_SYMBOLS}(?:,? (?:and/or|or|and) {_SYMBOLS})*"
_NUMBER = r"(?:\d+|[XN]|half X)"
_FREE = r"[^:\"“”—–{}]+?"
# A type or a quality, which has none of a sentence's words: `Elves have forestwalk` is no landwalk.
_TYPE = (
    r"(?!(?:ha[sd]|have|having|gains?|gained|loses?|lose|gets?|with|without|of|and|or|all|its?|they|this|that"
    r"|creatures?|permanents?|cards?|each|target|is|are|as|to|can't|until)\b)[a-z][a-z'-]*"
)
_FEW = rf"{_TYPE}(?: {_TYPE}){{0,3}}?"
_PLACEHOLDER = re.compile(r"\[([^\[\]]+)\]|\bN\b|\bX$")
_BOUNDARY = re.compile(r"\s*(?:[,;]|\band\b|\.(?=\s|$)|$)")
_SEPARATOR = re.compile(r"\s*(?:[,;]\s*(?:and\b)?|\band\b)\s*")
_REST = re.compile(r"\s*(?:\.?\s*|\.\s+\S.*|,? where X\b.*|, to a maximum\b.*)")
_LONGEST_LINE = 1_500
_TYPED = re.compile(r"\[[^\]]+\]\s?([\w'-]+)")
_CLAUSE_END = re.compile(
    r"[.;:\"“”—\n]|, (?!from\b)"
    r"|\s(?:until|as long as|while|if|unless|this turn|where|except|instead|in addition)\b"
    r"|\sand (?!from\b)",
)
_BOTH = re.compile(r",?\s+(?:and|or) from\s+|,\s+from\s+")
_WORD = re.compile(r"[^\W_]+(?:['-][^\W_]+)*|∞|~")


@dataclass(frozen=True, slots=True)
class Item:
    """A keyword as it is written at a place.

    Attributes:
        start, end: of the keyword with what it takes.
        variant: the name of its variant, as written; empty for the plain one.
        rule: the number of the rule that gives the variant; empty for the plain one.
        parameters: what stands for each parameter of its form.
    """

    keyword: Keyword
    start: int
    end: int
    variant: str = ""
    parameters: Mapping[str, str] = field(default_factory=dict)
    rule: str = ""

    @property
    def parameter(self) -> str:
        """All that it takes, in a line; empty where it takes nothing."""
        return " ".join(self.parameters.values())


@dataclass(frozen=True, slots=True)
class _Pattern:
    regex: re.Pattern[str]
    keyword: Keyword
    names: Mapping[str, str]
    variant: str = ""
    rule: str = ""


@dataclass(slots=True)
class _Tries:
    """What is left to try on one line: a hostile one, all keywords and commas, ends soon.

    Attributes:
        left: the longest list of a real card takes about twenty.
        failed: places from which the rest of the line is no list.
    """

    left: int = 120
    failed: set[int] = field(default_factory=set)


class Grammar:
    """The forms of an edition's keyword abilities.

    Args:
        keywords: of the edition.
    """

    def __init__(self, keywords: Keywords) -> None:
        self.keywords = keywords
        self.names = {plain(keyword.name): keyword for keyword in keywords.abilities}
        self._by_first: dict[str, list[_Pattern]] = defaultdict(list)
        self._by_ending: list[tuple[str, list[_Pattern]]] = []
        endings: dict[str, list[_Pattern]] = defaultdict(list)
        for keyword in keywords.abilities:
            for literal, pattern in _patterns(keyword):
                first = _WORD.match(literal)
                if typed := _TYPED.match(literal):
                    endings[typed[1].lower()].append(pattern)
                elif first:
                    self._by_first[first.group().lower()].append(pattern)
            if "cost" in keyword.parameters and len(keyword.name) > 3:
                endings[_WORD.findall(keyword.name)[-1].lower()].append(_prefixed(keyword))
        self._by_ending = sorted(endings.items(), key=lambda pair: -len(pair[0]))
        ends = "|".join(re.escape(ending) for ending, _ in self._by_ending) or r"(?!)"
        self._ending = re.compile(rf"(?:{ends})(?![a-z])", re.IGNORECASE)

    def read_line(self, text: str, start: int, end: int) -> tuple[Item, ...]:
        """The keywords that make up a line, or none where it is anything else."""
        first = _WORD.match(text, start, end)
        if (
            end - start > _LONGEST_LINE
            or first is None
            or (
                first.group().lower() not in self._by_first
                and not self._ending.search(text, start, min(end, start + 60))
            )
        ):
            return ()
        items = self._items(plain(text), start, end, _Tries())
        return tuple(part for item in items for part in parted(text, item)) if items else ()

    def heads(self) -> list[str]:
        """What keywords begin with where they aren't known by their ending."""
        return [*self.names, *(plain(v) for k in self.keywords.abilities for v in k.variants)]

    def endings(self) -> list[str]:
        """What words end in that are keywords of a type: `walk`, `cycling`."""
        return [
            match[1].lower()
            for keyword in self.keywords.abilities
            for form in keyword.forms
            if (match := _TYPED.match(form.template)) and "] " not in form.template[: match.end()]
        ]

    def match(self, text: str, start: int, end: int) -> Item | None:
        """The keyword that is all of the text between two places."""
        for pattern in self._candidates(text, start, end):
            found = pattern.regex.fullmatch(text, start, end)
            if found:
                typed = "variant" in pattern.regex.groupindex
                parameters = {
                    # The first letter is a capital only as the line's: `Forestwalk`.
                    name: found[g].strip().lower() if typed and g == "p0" else found[g].strip()
                    for g, name in pattern.names.items()
                    if found[g]
                }
                variant = found["variant"].lower() if typed else pattern.variant
                return Item(pattern.keyword, start, end, variant, parameters, pattern.rule)
        return None

    def longest(self, text: str, start: int, end: int) -> Item | None:
        """The longest keyword that begins at a place, within a sentence."""
        best: Item | None = None
        for stop in _mention_ends(text, start, end):
            best = self.match(text, start, stop) or best
        return best

    def _candidates(self, text: str, start: int, end: int) -> Iterator[_Pattern]:
        first = _WORD.match(text, start, end)
        if first:
            yield from self._by_first.get(first.group().lower(), ())
        if self._ending.search(text, start, end):
            for _, patterns in self._by_ending:
                yield from patterns

    def _items(self, text: str, start: int, end: int, tries: _Tries) -> list[Item] | None:
        """A list of keywords that goes to the end of the line, or to the end of a sentence."""
        for boundary in _BOUNDARY.finditer(text, start, end):
            stop = boundary.start()
            tries.left -= 1
            if tries.left < 0:
                return None
            item = self.match(text, start, stop) if stop > start else None
            if item is None:
                continue
            if _REST.fullmatch(text, stop, end):
                return [item]
            separator = _SEPARATOR.match(text, stop, end)
            if separator is None or separator.end() in tries.failed:
                continue
            following = self._items(text, separator.end(), end, tries)
            if following is not None:
                return [item, *following]
            tries.failed.add(separator.end())
        return None


def _mention_ends(text: str, start: int, end: int) -> Iterator[int]:
    """Places, in order, where a keyword in running text may end."""
    stop = _CLAUSE_END.search(text, start, end)
    last = min(stop.start() if stop else end, start + 60)
    for match in re.finditer(r"[^\W_]+(?:['-][^\W_]+)*!?|\{[^{}]*\}|∞", text[start:last]):
        yield start + match.end()


def parted(text: str, item: Item) -> Iterator[Item]:
    """CR 702.11f, 702.16g: `from red and from blue` is two abilities."""
    for name, value in item.parameters.items():
        parts = _BOTH.split(value)
        if len(parts) > 1:
            place = item.start
            for part in parts:
                place = place if place == item.start else text.index("from", place)
                end = text.index(part, place) + len(part)
                yield Item(item.keyword, place, end, item.variant, {name: part}, item.rule)
                place = end
            return
    yield item


def _patterns(keyword: Keyword) -> Iterator[tuple[str, _Pattern]]:
    """The ways to write a keyword, each with the words that it begins with."""
    takes_cost = any("cost" in form.parameters for form in keyword.forms if not form.variant)
    for form in keyword.forms:
        template = plain(form.template)
        regex, names = _compile(template, needs_cost=takes_cost and not form.variant)
        rule = form.rule if form.variant else ""
        yield template, _Pattern(regex, keyword, names, form.variant, rule)
        named = template.partition("—")[2]
        if named and not form.parameters:  # `Friends forever` was printed without its `Partner`
            yield named, _Pattern(re.compile(re.escape(named), re.I), keyword, {}, named.lower())
    yield from _fallbacks(keyword)


def _fallbacks(keyword: Keyword) -> Iterator[tuple[str, _Pattern]]:
    """The ways that need no rule to give them."""
    heads = [(plain(keyword.name), "")]
    heads += [
        (plain(form.template), form.variant)
        for form in keyword.forms
        if form.variant and not form.parameters
    ]
    dashed = rf"(?:{DASH}|-(?=[A-Z{{]))(?P<rest>.+)"
    for head, variant in heads:
        yield (
            head,
            _Pattern(
                _regex(rf"{re.escape(head)}(?:\s+(?P<cost>{_COST}))?"),
                keyword,
                {"cost": "cost"},
                variant,
            ),
        )
        yield (
            head,
            _Pattern(
                _regex(rf"{re.escape(head)}\s+(?P<n>{_NUMBER})"), keyword, {"n": "N"}, variant
            ),
        )
        # A quality may limit a cost or a number: `Equip Knight {2}`, `Devour artifact 1`.
        for group, value in (("cost", _COST), ("N", _NUMBER)):
            if group in keyword.parameters and not variant:
                yield (
                    head,
                    _Pattern(
                        _regex(
                            rf"{re.escape(head)}\s+(?P<quality>(?:from )?{_FEW})\s+(?P<p>{value})"
                        ),
                        keyword,
                        {"quality": "quality", "p": group},
                    ),
                )
        # A plain evasive or static ability takes nothing: what stands before that dash is a name.
        if keyword.parameters or keyword.redundancy != "redundant":
            yield (
                head,
                _Pattern(
                    _regex(
                        rf"{re.escape(head)}(?:(?:\s+(?P<n>{_NUMBER})|\s+(?P<cost>{_COST}))?{dashed}"
                        rf"|\s+(?P<both>{_COST}, (?-i:[A-Z]).+))"
                    ),
                    keyword,
                    {"n": "N", "cost": "cost", "rest": _rest_name(keyword), "both": "cost"},
                    variant,
                ),
            )


def _rest_name(keyword: Keyword) -> str:
    """What stands behind the dash."""
    names = [name for name in keyword.parameters if name != "N"]
    if not names:
        return "text"
    return "cost" if "cost" in names else names[0].lower()


def _prefixed(keyword: Keyword) -> _Pattern:
    """A variant that no rule at hand gives: `Multikicker {1}`, `Commander ninjutsu {U}{B}`."""
    regex = rf"(?P<variant>(?:{_FEW} )?[a-z]*{re.escape(plain(keyword.name))})\s+(?P<cost>{_COST})"
    return _Pattern(_regex(regex), keyword, {"cost": "cost"})


def _regex(source: str) -> re.Pattern[str]:
    return re.compile(source, re.IGNORECASE)


def _compile(template: str, *, needs_cost: bool) -> tuple[re.Pattern[str], dict[str, str]]:
    """A form as a regular expression, and the parameters that its groups stand for."""
    parts: list[str] = []
    names: dict[str, str] = {}
    place = 0
    for count, match in enumerate(_PLACEHOLDER.finditer(template)):
        before = template[place : match.start()]
        name = match[1] or "N"
        group = f"p{count}"
        if name.lower().startswith("cost") and before.endswith(" "):
            # A cost that isn't all mana stands behind a dash: `Cycling—Pay 2 life.`
            names[group] = names[f"d{count}"] = "cost"
            mana, other = rf"\s+(?P<{group}>{_COST})", rf"{DASH}(?P<d{count}>.+)"
            parts.append(_literal(before.rstrip()) + f"(?:{mana}|{other})")
            place = match.end()
            continue
        parts.append(_literal(before))
        names[group] = re.sub(r" ?\d$", "", name).lower() if name != "N" else "N"
        value = f"(?P<{group}>{_value(name, leading=match.start() == 0)})"
        place = match.end()
        if match.start() == 0 and (typed := _TYPED.match(template)):
            place = typed.end()
            value = f"(?P<variant>{value}{_literal(template[match.end() : place])})"
        parts.append(value)
    parts.append(_literal(template[place:]))
    source = "".join(parts)
    if (
        names
        and not any(value.startswith("cost") for value in names.values())
        and not template.endswith("]walk")
    ):
        cost = rf"(?:\s+(?P<own>{_COST})|{DASH}(?P<dashed>.+))"
        source += cost if needs_cost and "N" not in names.values() else f"(?:{cost})?"
        names |= {"own": "cost", "dashed": "cost"}
    return _regex(source), names


def _literal(text: str) -> str:
    """Fixed words; `an` before what differs is `a` before most."""
    escaped = r"\s+".join(re.escape(word) for word in text.split(" "))
    escaped = re.sub(r"(?:\\s\+)?—(?:\\s\+)?", lambda _: f"(?:{DASH})", escaped)
    return re.sub(r"(\\s\+)an?\\s\+$", r"\1an?\\s+", escaped)


def _value(name: str, *, leading: bool) -> str:
    if name == "N":
        return _NUMBER
    if name.lower().startswith("cost"):
        return _COST
    return _FEW if leading else _FREE
