"""A card's text to what it says: keywords, actions, terms, and the rules that they lead to."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator

from extract.cards.actions import ActionFinder
from extract.cards.grammar import Grammar, Item
from extract.cards.mentions import Finder
from extract.cards.reading import Line, mask, name_places, plain, read_lines, reminders
from extract.cards.values import Annotation, KeywordUse, Touch
from extract.components.terms import find_terms
from extract.keywords import read_keywords
from extract.vocabulary import read_vocabulary
from kg.model import Edition, RuleNumber

__all__ = ["Annotator"]

# More than one word: `Modular—Sunburst` is one keyword.
_DASHED = re.compile(r"\s*[—–―](?=.*[a-z] .)|\s+--?\s+(?=.*[a-z] .)")
_QUOTES = '"“”'


class Annotator:
    """Reads card texts in the words of one edition.

    Args:
        edition: whose keywords and terms are looked for.
    """

    def __init__(self, edition: Edition) -> None:
        self.keywords = read_keywords(edition)
        self._grammar = Grammar(self.keywords)
        self._finder = Finder(self._grammar)
        self._actions = ActionFinder(self.keywords)
        self._vocabulary = read_vocabulary(edition)

    def annotate(self, name: str, text: str) -> Annotation:
        """What a card's text says."""
        reading = _Reading(name, text)
        details: list[KeywordUse] = []
        spans: list[Touch] = []
        for line in reading.lines:
            found = list(self._keywords(reading, line))
            details.extend(use for use, _ in found if use)
            # A keyword with its cost behind the dash is no label; a label's words mean nothing.
            used = _Taken([touch for use, touch in found if use])
            labels = [
                each for each in self._labels(reading, line) if used.is_free(each.start, each.end)
            ]
            meaningless = _Taken(labels)
            spans.extend(labels)
            spans.extend(t for use, t in found if use or meaningless.is_free(t.start, t.end))
        spans.extend(self._reminders(reading))
        taken = _Taken(spans)
        actions = list(self._used(reading, taken))
        spans.extend(actions)
        spans.extend(self._terms(reading, _Taken(spans)))
        spans.sort(key=lambda span: (span.start, span.end))
        innate = (use.name for use in details if use.innate and use.face == 0)
        return Annotation(
            name=name,
            keywords=tuple(dict.fromkeys(innate)),
            details=tuple(sorted(details, key=lambda use: use.start)),
            actions=tuple(dict.fromkeys(touch.term for touch in actions)),
            spans=tuple(spans),
            rules=tuple(sorted({span.rule for span in spans if span.rule}, key=_in_order)),
        )

    def _keywords(self, reading: _Reading, line: Line) -> Iterator[tuple[KeywordUse | None, Touch]]:
        """The keywords of a line: those that it is, else those in its sentences."""
        text = reading.listed
        items = self._grammar.read_line(text, line.start, line.end)
        if not items and line.body != line.start:
            items = self._grammar.read_line(text, line.body, line.end)
        if line.part:
            items = ()
        status = "conditional" if line.block else "innate"
        for item in items:
            head = _head(reading.text, item)
            yield reading.use(item, line, status), _keyword_touch(reading.text, *head, item, status)
        # What stands behind a keyword's dash is an ability again (`Max speed — ...`).
        start = line.start
        for item in items:
            start = max(start, _head(reading.text, item)[1])
        for mention in self._finder.find(reading.spoken, start, line.end):
            head = _head(reading.text, mention.item)
            use = (
                reading.use(mention.item, line, "granted") if mention.status == "granted" else None
            )
            yield use, _keyword_touch(reading.text, *head, mention.item, mention.status)

    def _labels(self, reading: _Reading, line: Line) -> Iterator[Touch]:
        """CR 207.2c-d: an ability word or a flavor word before a dash means nothing."""
        if line.body == line.start:
            return
        label = reading.text[line.start : line.body].rstrip(" —–-―")
        word = plain(label).lower()
        if word in self._grammar.names or self._grammar.match(plain(label), 0, len(label)):
            return
        if re.split(r",? and |,? or |, ", word)[-1].strip() in self._grammar.names:
            return  # the last of several keywords, with its cost behind the dash
        words = [plain(listed) for listed in self.keywords.ability_words]
        # An edition before 2009-07, or a part of one, doesn't list the ability words.
        unsure = "flavor word" if words else "ability or flavor word"
        kind = "ability word" if word in words else unsure
        end = line.start + len(label)
        yield Touch(line.start, end, label, word, "", kind, "before the dash, without meaning")

    def _reminders(self, reading: _Reading) -> Iterator[Touch]:
        """Keywords in reminder text are recognised, and no abilities (CR 207.2b)."""
        for start, end in reading.reminders:
            for mention in self._finder.find(reading.nameless, start, end):
                head = _head(reading.text, mention.item)
                yield _keyword_touch(reading.text, *head, mention.item, "reminder text")

    def _used(self, reading: _Reading, taken: _Taken) -> Iterator[Touch]:
        for line in reading.lines:
            for use in self._actions.find(reading.spoken, line.start, line.end):
                if taken.is_free(use.start, use.end):
                    words = reading.text[use.start : use.end]
                    number = use.keyword.number
                    yield Touch(
                        use.start,
                        use.end,
                        words,
                        use.keyword.name,
                        number,
                        "keyword action",
                        "used",
                    )

    def _terms(self, reading: _Reading, taken: _Taken) -> Iterator[Touch]:
        for found in find_terms(reading.nameless, self._vocabulary):
            if not taken.is_free(found.start, found.end):
                continue
            inside = any(start <= found.start < end for start, end in reading.reminders)
            reason = "reminder text" if inside else "ambiguous term" if found.ambiguous else "term"
            words = reading.text[found.start : found.end]
            rule = found.term.rule
            yield Touch(found.start, found.end, words, found.term.label, rule, found.kind, reason)


class _Reading:
    """A card's text with what is masked in it.

    Attributes:
        listed: without reminder text; names stand, as in `Partner with Toothy, Imaginary Friend`.
        spoken: without reminder text and names.
        nameless: without names.
    """

    def __init__(self, name: str, text: str) -> None:
        self.text = text
        even = plain(text)
        self.reminders = reminders(even)
        self.names = name_places(even, name)
        self.listed = mask(even, self.reminders)
        self.spoken = mask(self.listed, self.names)
        self.lines = list(read_lines(self.listed))

    @functools.cached_property
    def nameless(self) -> str:
        return mask(plain(self.text), self.names)

    def use(self, item: Item, line: Line, status: str) -> KeywordUse:
        quoted = sum(self.text.count(q, line.start, item.start) for q in _QUOTES) % 2 == 1
        return KeywordUse(
            item.keyword.name,
            item.parameter,
            line.face,
            line.number,
            status == "innate",
            item.start,
            item.end,
            status,
            item.variant.lower(),
            item.parameters,
            quoted,
        )


class _Taken:
    """Which characters have a span already."""

    def __init__(self, spans: list[Touch]) -> None:
        self._places = {place for span in spans for place in range(span.start, span.end)}

    def is_free(self, start: int, end: int) -> bool:
        return self._places.isdisjoint(range(start, end))


def _head(text: str, item: Item) -> tuple[int, int]:
    """Where a keyword stands without the words behind its dash, which are read by themselves."""
    dash = _DASHED.search(text, item.start, item.end)
    return (item.start, dash.start()) if dash else (item.start, item.end)


def _keyword_touch(text: str, start: int, end: int, item: Item, reason: str) -> Touch:
    number = item.rule or item.keyword.number
    return Touch(start, end, text[start:end], item.keyword.name, number, "keyword ability", reason)


@functools.cache
def _in_order(number: str) -> RuleNumber:
    return RuleNumber.parse(number)
