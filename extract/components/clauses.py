"""A sentence's clauses: what it hangs on, and the verb of its main clause.

No grammar of all English: the rules open a dependent clause with one of a few words and end it at
the first comma behind its verb, so these words, commas and verb forms are enough. All works on a
masked text in lower case, of the same length as the passage, in which quoted words are one word
each and what stands in brackets is blank.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator
from dataclasses import dataclass

from extract.components.english import DEFINING, DOING, STATIVE, third_person
from extract.components.sentences import nested_spans

__all__ = [
    "Clause",
    "Verb",
    "dependent_clauses",
    "has_main_verb",
    "main_verbs",
    "mask",
    "split_main",
]

_CONDITION = (
    r"if|unless|while|as long as|provided that|only if|only while|only as long as"
    r"|even if|even though|although|though"
)
_TRIGGER = (
    r"whenever|when(?![,”])|at the (?:beginning|end|start) of|at the time(?= (?:an?|the|that|it"
    r"|they)\b)|at end of|the next time|each time"
    r"|any time(?= (?:an?|the|they|that|you|it|any|one|players?)\b)"
)
_TIME = (
    r"once(?! (?:an?|per|each) (?:game|turn|combat)[,.])|after|before|until|as soon as|because"
    r"|just before"
)
# Behind these a sentence's opening phrase ends at a comma too, without any verb in it.
_PHRASE = (
    r"for|in|to|by|on|from|with|within|under|among|other than|aside from|except|rather than"
    r"|instead of|of"
    r"|without|due to|upon|during|since|immediately|normally|similarly|usually|generally|if so"
    r"|otherwise"
)
_OPENED = re.compile(
    rf"\b(?:(?P<condition>{_CONDITION})|(?P<trigger>{_TRIGGER})|(?P<time>{_TIME}))\b"
)
_LEAD = re.compile(
    rf"(?:(?:and|but|or|so|then|also|thus|however|therefore|likewise|similarly|finally|first"
    rf"|second|third"
    rf"|next|note that|normally|otherwise)\b|\W)*"
    rf"(?P<word>{_CONDITION}|{_TRIGGER}|{_TIME}|{_PHRASE}|as)\b"
)

_VERB_KINDS = {
    **dict.fromkeys(map(third_person, [*DEFINING, *STATIVE, *DOING]), "third"),
    **dict.fromkeys(
        "can cannot may must shall should will would could might won ca".split(), "modal"
    ),
    **dict.fromkeys("is are was were isn aren wasn weren".split(), "be"),
    **dict.fromkeys("does do did doesn don didn".split(), "do"),
    **dict.fromkeys("has have had hasn haven hadn".split(), "have"),
}
_PLAIN_FORMS = frozenset([*DEFINING, *STATIVE, *DOING])
# A plain form is a verb behind these or a plural only: `players draw`, but `the draw step`.
_BEFORE_PLAIN = frozenset(
    "they you who that them also still both each simply normally people dice then always "
    "usually".split()
)
_ACTING = frozenset("player controller owner opponent team".split())
_OBJECT = re.compile(r" (?:an?|the|one|two|that|those|it|them|their|its|any|all|each|n)\b")
_WORD = re.compile(r"[^\W\d_]+")
_NOT = re.compile(r"(?<=n)[’'`]t\b|\s+(?:not|never)\b")
_SHORT = re.compile(
    r"(?:(?<=\bit)|(?<=\bthat)|(?<=\bthere)|(?<=\bwho)|(?<=\bthey)|(?<=\byou))[’'](?:s|re)\b"
)
_NOUN_BEFORE = re.compile(
    r"\b(?:the|a|an|of|its|their|any|all|no|these|those|each|mana|other|additional|activation"
    r"|loyalty|"
    r"combat|alternative|in|to|such|own|two|three|upkeep|x|with|many|different|some|several|more"
    r"|hybrid|own|as|and|or|[a-z]+[’']s?)\s+$"
)
# `the game rules`, `its land plays`: nouns that look like verbs.
_AMBIGUOUS = frozenset(
    "acts attacks attempts blocks casts changes checks copies costs counters counts cuts deals "
    "draws "
    "ends faces forms functions groups halves looks lists marks matches moves names needs notes "
    "phases plays points results returns rolls rounds rules shares shows spends starts states "
    "steps "
    "stations stops targets tokens totals turns types uses votes works sets limits parts orders "
    "spells drafts switches triggers replaces controls places".split()
)
_PLAIN = "|".join(sorted(_PLAIN_FORMS, key=len, reverse=True))
# Behind anything but a noun's companions a plain form may be a verb after all.
_WEAK = re.compile(
    rf"(?<!\bto )(?<!\bthe )(?<!\ba )(?<!\ban )(?<!\bof )(?<!\bits )(?<!\btheir )(?<!\bor )"
    rf"(?<!\band )(?<!\bno )"
    rf"(?<!\bany )(?<!\beach )(?<!\bthat )(?<!\bthis )\b(?:{_PLAIN})\b(?!-)",
)
_RELATIVE = re.compile(
    r"\b(?:that|which|who|whose|whom|where|whatever|whichever|what|how|whether|when)\b"
)

_SUBORDINATE = re.compile(
    r"\b(?:that|which|who|whose|whom|where|whatever|whichever|what|how|whether|whenever|when|if"
    r"|unless|while|as long as)\b"
)


@dataclass(frozen=True, slots=True)
class Clause:
    """A dependent clause.

    Attributes:
        role: `condition`, `trigger` or `time`.
        word: what opens it, in lower case.
    """

    role: str
    word: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Verb:
    """A finite verb.

    Attributes:
        kind: `modal`, `be`, `do`, `have`, or `lexical`.
        word: in lower case, without its negation.
    """

    kind: str
    word: str
    negative: bool
    start: int
    end: int


def mask(text: str) -> str:
    """The passage with quotations as one word each, and blanks for what stands in brackets.

    A sentence that is all in brackets loses these only.

    Example:
        >>> mask("“Draw a card” is (see rule 121) an action.")
        '“qqqqqqqqqqq” is                an action.'
    """
    letters = list(text)
    for start, end in nested_spans(text):
        if text[start] in '“"':
            # Its comma may end a clause: `When it says “exile it,” ...`.
            last = "," if text[end - 2] == "," and end - start > 3 else "q" * (end - start > 2)
            letters[start:end] = ["“", *"q" * (end - start - 3), *last, "”"]
        elif text[start] == "(" and (
            re.search(r"[.!?][”\"]?\)$", text[start:end]) and text[start + 1].isupper()
        ):
            letters[start], letters[end - 1] = " ", " "
            inner = mask(text[start + 1 : end - 1])
            letters[start + 1 : end - 1] = inner
        elif text[start] == "[":  # a place for a word, as in `[quality]`
            letters[start:end] = "q" * (end - start)
        else:
            letters[start:end] = " " * (end - start)
    return "".join(letters)


def dependent_clauses(masked: str, start: int, end: int) -> Iterator[Clause]:
    """The dependent clauses of a sentence, in order; none lies in another."""
    position = start
    main = split_main(masked, start, end)
    while opened := _OPENED.search(masked, position, end):
        role = str(opened.lastgroup)
        word = opened.group()
        if word == "if" and masked.endswith(("as ", "though "), 0, opened.start()):
            position = opened.end()
            continue
        stop = _clause_end(masked, opened, start, main if opened.start() < main else end)
        # `even if it's tapped`, `the same as when it's tapped`: nothing hangs on that.
        even = masked.endswith("even ", 0, opened.start())
        even = even or (word == "when" and masked.endswith("as ", 0, opened.start()))
        if even or word in ("even if", "even though", "although", "though"):
            role = "time"
        yield Clause(role, word, opened.start(), stop)
        position = max(stop, opened.end())


@functools.lru_cache(maxsize=8)
def split_main(masked: str, start: int, end: int) -> int:
    """Where the main clause of a sentence begins, behind all that it opens with; asked for again
    by each search for its clauses."""
    position = start
    while lead := _LEAD.match(masked, position, end):
        clause = _OPENED.match(masked, lead.start("word"))
        if clause is None and lead["word"] != "as":
            stop = _comma(masked, lead.end(), end, with_verb=False)
            # `To counter a spell means to cancel it, removing ...` opens with its subject.
            if stop is not None and has_main_verb(masked, lead.end(), stop - 1):
                break
        else:
            stop = _comma(masked, lead.end(), end, with_verb=True)
        if stop is None:
            break
        position = stop
    rest = _AFTER_LEAD.match(masked, position, end)
    return rest.end() if rest else position


def main_verbs(masked: str, start: int, end: int) -> list[Verb]:
    """The finite verbs of a main clause, without those of the clauses that hang on its nouns."""
    stop = end
    for clause in dependent_clauses(masked, start, end):
        if clause.start > start:
            stop = clause.start
            break
    found = list(_independent(masked, start, stop))
    if not found and stop < end:
        found = list(_independent(masked, start, end, _SUBORDINATE))
    return found or [*_verbs(masked, start, end)][-1:] or list(_weak_verbs(masked, start, end))


def has_main_verb(masked: str, start: int, end: int) -> bool:
    """Whether words make a sentence, not a phrase with clauses that hang on its nouns."""
    return next(_independent(masked, start, end), None) is not None


def _independent(
    masked: str, start: int, stop: int, claiming: re.Pattern[str] = _RELATIVE
) -> Iterator[Verb]:
    """The verbs that no relative pronoun, or other word that claims one, before them does."""
    pending = 0
    marks: list[tuple[int, Verb | re.Match[str]]] = [
        (mark.start(), mark) for mark in claiming.finditer(masked, start, stop)
    ]
    marks += [(verb.start, verb) for verb in _verbs(masked, start, stop)]
    for _, item in sorted(marks, key=lambda pair: pair[0]):
        if isinstance(item, Verb):
            if pending:
                pending -= 1
            elif not _is_reduced(masked, start, item.start):
                yield item
        elif _is_relative(masked, start, item) and not _PAST_BEHIND.match(masked, item.end()):
            pending += 1


def _clause_end(masked: str, opened: re.Match[str], start: int, end: int) -> int:
    limit = end
    lead = _LEAD.match(masked, start, end)
    leading = lead is not None and lead.start("word") == opened.start()
    before = masked[max(0, opened.start() - 8) : opened.start()]
    if leading or _JOINED_BY_COMMA.search(before):
        comma = _comma(masked, opened.end(), end, with_verb=True)
        if comma is not None:
            limit = masked.rfind(",", opened.end(), comma)
            limit += 2 * masked.startswith(",”", limit)
    else:
        joined = _NEW_CLAUSE.search(masked, opened.end(), limit)
        if joined and _has_verb(masked, joined.end(), end):
            limit = joined.start()
    for stop in (";", ":", "—", ", but ", ", then ", ", in which case", ", and then", ", except"):
        place = masked.find(stop, opened.end(), limit)
        if place >= 0:
            limit = min(limit, place)
    following = _FURTHER.search(masked, opened.end(), limit)
    if following and not masked.endswith(("as if", "even if"), 0, following.end()):
        limit = following.start()
    return len(masked[:limit].rstrip(" .,;:?!)"))


def _comma(masked: str, start: int, end: int, *, with_verb: bool) -> int | None:
    """Where the sentence goes on behind the comma that ends what it opens with."""
    likely = None
    place = masked.find(",", start, end)
    while place >= 0:
        behind = _BEHIND_COMMA.match(masked, place, end)
        opened = (
            not with_verb or _has_verb(masked, start, place) or _PAST.search(masked, start, place)
        )
        if opened and behind and not behind["coordinated"] and not _goes_on(masked, place, end):
            if _has_verb(masked, place, end) or behind["imperative"]:
                return place + 1
            likely = likely or place + 1
        place = masked.find(",", place + 1, end)
    return likely


def _goes_on(masked: str, place: int, end: int) -> bool:
    """Whether a comma parts two of three conditions: `it's tapped, it's attacking, and ...,`."""
    more = _MORE_OF_IT.match(masked, place, end)
    return bool(more) and masked.find(",", more.end(), end) >= 0  # type: ignore[union-attr]


def _has_verb(masked: str, start: int, end: int) -> bool:
    return any(start <= verb.start and verb.end <= end for verb in _all_verbs(masked))


def _verbs(masked: str, start: int, end: int) -> list[Verb]:
    return [verb for verb in _all_verbs(masked) if start <= verb.start and verb.end <= end]


@functools.lru_cache(maxsize=8)
def _all_verbs(masked: str) -> tuple[Verb, ...]:
    """The finite verbs of a passage; asked for many times while its sentences are taken apart."""
    return tuple(_find_verbs(masked))


def _find_verbs(masked: str) -> Iterator[Verb]:
    before, ended = "", 0
    for match in _WORD.finditer(masked):
        word = match.group()
        start, end = match.span()
        kind = _VERB_KINDS.get(word)
        if kind is None:
            if word in _PLAIN_FORMS and _is_plain_verb(masked, before, ended, start, end):
                kind = "plain"
            elif before in _ACTING and word.endswith("s") and _OBJECT.match(masked, end):
                kind = "third"  # a keyword action that no list has: `a player cloaks one of them`
        if word in ("s", "re") and _SHORT.match(masked, start - 1):
            kind, start = "be", start - 1
        if (
            kind
            and not (kind == "third" and _is_noun(masked, word, start))
            and masked[end : end + 1] != "-"
        ):
            refused = _NOT.match(masked, end)
            negative = bool(refused) or word == "cannot" or before == "neither"
            negative = negative or masked.startswith(" neither ", end)
            stop = refused.end() if refused else end
            kind = "lexical" if kind in ("third", "plain") else kind
            if word not in ("won", "ca") or refused:
                yield Verb(kind, _bare(word), negative, start, stop)
        before, ended = word, end


def _is_plain_verb(masked: str, before: str, ended: int, start: int, end: int) -> bool:
    """Whether a plain form is a finite verb: behind a plural or a pronoun."""
    if start != ended + 1 and not (before and masked[ended:start] in ("” ", "s ")):
        return False
    if not (
        before in _BEFORE_PLAIN
        or (
            before.endswith("s")
            and before not in ("its", "this", "is", "has", "s", "as", "was", "does")
        )
    ):
        return False
    return masked[end : end + 4] not in (" of ", " or ", " and")


def _is_noun(masked: str, word: str, start: int) -> bool:
    return word in _AMBIGUOUS and bool(_NOUN_BEFORE.search(masked[max(0, start - 24) : start]))


def _bare(word: str) -> str:
    if word.endswith("n") and word in _VERB_KINDS and word[:-1] in _VERB_KINDS:
        return word[:-1]  # isn, doesn, haven
    return {"ca": "can", "cannot": "can", "won": "will", "s": "is", "re": "are"}.get(word, word)


def _weak_verbs(masked: str, start: int, end: int) -> Iterator[Verb]:
    for match in _WEAK.finditer(masked, start, end):
        if match.start() > start:
            yield Verb("lexical", match.group(), False, match.start(), match.end())


_AFTER_LEAD = re.compile(r"[\s,”]*(?:(?:then|also)\b[\s,]*)?")
_JOINED_BY_COMMA = re.compile(r"[,;:] (?:and |but |or |then )?$")
_FURTHER = re.compile(rf"(?:,|\band|\bor|\bbut)?\s\b(?:{_CONDITION}|{_TRIGGER})\b")
_NEW_CLAUSE = re.compile(r", and (?=(?:the|an?|it|its|that|they|each|any) )")
_BEHIND_COMMA = re.compile(
    rf",”?\s*(?:(?P<coordinated>(?:and|or|but|nor)\b)|(?P<imperative>(?:then |simply |first "
    rf"|instead )?(?:{_PLAIN})\b)|)"
)
_MORE_OF_IT = re.compile(
    r",\s*(?:it[’' ]|they |no longer |isn|is |has |was |hasn)[^,]*, (?:and|or) "
)
_PAST_BEHIND = re.compile(r" (?:\w{2,}ed|began|chose|put|left|drew|made|took|lost|won|became)\b")
_PAST = re.compile(
    r"\b(?:\w{2,}ed|began|chose|put|cast|left|drew|made|took|gave|lost|won|became)\b"
)
_SUBJECT_INSIDE = re.compile(
    r"(\w+[”’]?) (?:they|you|it|he or she|(?:that|a|the|each|another|any) (?:player|opponent"
    r"|spell|ability|effect|permanent|object|creature|game)"
    r"|an (?:opponent|ability|effect)|its controller|its owner|players|the rules?) (?:also "
    r"|both )?$"
)
_NO_NOUN = frozenset(
    "by of to for from in on with onto into other all those these some any each the a an and or "
    "several two three four more fewer many both certain no multiple such different only which "
    "but then if as than that when whenever while unless until so because before after "
    "once".split()
)


def _is_reduced(masked: str, start: int, place: int) -> bool:
    """Whether a verb's subject stands right behind a noun: `a spell that player casts`."""
    subject = _SUBJECT_INSIDE.search(masked[max(start, place - 80) : place])
    return bool(subject) and subject[1] not in _NO_NOUN  # type: ignore[index]


_DETERMINED = re.compile(
    r"(?:[,;:(]|\b(?:of|to|by|for|from|in|on|with|onto|into|at|and|or|than|as|is|are|if|then"
    r"|has|had|have|under"
    r"|puts?|exiles?|when|whenever|during|until|unless|once|after|before|gives?|lets?|uses?|any"
    r"|only|about|also|but|means|play|plays|cast|casts))$"
)

_VERB_BEHIND = re.compile(
    r" (?:also |doesn|isn|aren|don|can|would|has|have|is|are|was|were|had|could|may|will)\b"
)


def _is_relative(masked: str, start: int, mark: re.Match[str]) -> bool:
    if mark.group() != "that":
        return True
    before = masked[start : mark.start()].rstrip()
    if _VERB_BEHIND.match(masked, mark.end()):
        return before != ""
    return before != "" and not _DETERMINED.search(before[-12:])
