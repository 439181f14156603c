"""The glossary: entries with their names, numbered senses and see-lines.

Measured in the official texts 2003-2026: an entry is a headword's line, then a line a sense or
paragraph, then a blank line. Exceptions met: `Ability1. Text` on one line, two entries without a
blank line between them, a blank line between two senses, lists of names set apart by blank lines.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from extract.readers import Lines
from kg.model import GlossaryEntry, OddLine, Sense

__all__ = ["parse_glossary", "see_headwords"]

_STATUS = re.compile(r"\s*\((Obsolete|Informal)\)\s*$", re.IGNORECASE)
_SENSE = re.compile(r"\s?(\(?\d{1,2}[.)])\s+")
_GLUED_SENSE = re.compile(r"([^\W\d][^\d.]{1,60}?)(1\.\s.+)")
_SEE = re.compile(r"\bsee(?:\s+also)?\s+(?=[“\"]?[A-Z])(?!Rules?\b|Section\b)", re.IGNORECASE)
_SEE_JOINT = re.compile(r"[,;.]?[”\"]?,?\s*(?:and|or)?\s*(?=[“\"]?[A-Z])")
_SEE_END = re.compile(r"[.;]|$")
_MAX_HEADWORD = 70
# The official texts have lines of hundreds of characters.
_WRAPPED = 100


@dataclass(slots=True)
class _Draft:
    headword: str
    line: int
    body: list[tuple[int, str]] = field(default_factory=list)


def parse_glossary(
    lines: Lines, places: range, *, wrapped: bool
) -> tuple[list[GlossaryEntry], list[OddLine]]:
    """The entries between two lines, and the lines that fitted no entry.

    Args:
        places: of its lines, from the line `Glossary` on.
        wrapped: whether paragraphs run over several lines, if these are short enough for that.
    """
    odd: list[OddLine] = []
    drafts: list[_Draft] = []
    paragraphs = list(_paragraphs(lines, places.start + 1, places.stop))
    for paragraph, below in itertools.pairwise([*paragraphs, []]):
        _take(paragraph, below, drafts, odd)
    lengths = sorted(len(line) for paragraph in paragraphs for _, line in paragraph)
    wrapped = wrapped and lengths[int(0.95 * len(lengths))] <= _WRAPPED if lengths else False
    entries = [_entry(draft, lines, wrapped=wrapped) for draft in drafts]
    return _linked(entries), odd


def _paragraphs(lines: Lines, start: int, end: int) -> Iterator[list[tuple[int, str]]]:
    paragraph: list[tuple[int, str]] = []
    for index in range(start, end):
        line = lines.lines[index]
        if line.strip():
            paragraph.append((index, line))
        elif paragraph:
            yield paragraph
            paragraph = []
    if paragraph:
        yield paragraph


def _take(
    paragraph: list[tuple[int, str]],
    below: list[tuple[int, str]],
    drafts: list[_Draft],
    odd: list[OddLine],
) -> None:
    index, first = paragraph[0]
    if glued := _GLUED_SENSE.fullmatch(first.strip()):
        drafts.append(_Draft(glued[1].strip(), index, [(index, glued[2]), *paragraph[1:]]))
        return
    lone = len(paragraph) == 1 and not _stands_apart(first, below)
    if drafts and (lone or first.startswith(" ") or _SENSE.match(first) or not _is_headword(first)):
        awaited = not drafts[-1].body
        drafts[-1].body += paragraph
        if not (awaited or first.startswith(" ") or _SENSE.match(first)):
            expected = "a definition below this headword" if lone else "a headword above this text"
            odd.append(OddLine(index + 1, expected, first.strip()))
        return
    drafts.append(_Draft(first.strip(), index))
    for position, (i, line) in enumerate(paragraph[1:], 1):
        rest = paragraph[position + 1 :]
        if drafts[-1].body and rest and _opens_entry(line, drafts[-1], rest[0][1]):
            drafts.append(_Draft(line.strip(), i))
        else:
            drafts[-1].body.append((i, line))


def _stands_apart(line: str, below: list[tuple[int, str]]) -> bool:
    """Whether a lone line is a headword whose definition follows behind a blank line."""
    if not below or not _is_headword(line) or line.startswith(" ") or _SENSE.match(line):
        return False
    definition = below[0][1]
    return bool(_SENSE.match(definition)) or (
        not _is_headword(definition) and not definition.startswith(" ")
    )


def _is_headword(line: str) -> bool:
    line = _STATUS.sub("", line.strip())
    return len(line) <= _MAX_HEADWORD and not line.endswith((".", ":", ".”", '."', ".)"))


def _opens_entry(line: str, entry: _Draft, below: str) -> bool:
    """Whether a line inside a paragraph is the headword of an entry of its own."""
    word = line.strip()
    capitals = all(w[0].isupper() for w in re.findall(r"[^\W\d_][\w’'-]*", word) if len(w) > 3)
    complete = entry.body[-1][1].rstrip().endswith((".", "”", '"', ")"))
    ordered = entry.headword.lower() < word.lower() and entry.headword[:1] == word[:1]
    return (
        _is_headword(word)
        and not line.startswith(" ")
        and not _SENSE.match(line)
        and capitals
        and complete
        and ordered
        and not _is_headword(below)
    )


def _entry(draft: _Draft, lines: Lines, *, wrapped: bool) -> GlossaryEntry:
    senses: list[Sense] = []
    for index, line in draft.body:
        mark = _SENSE.match(line)
        text = line[mark.end() :].strip() if mark else line.strip()
        span = lines.spans[index]
        numbered = bool(senses and senses[-1].label)
        joins = senses and not mark and (wrapped or line.startswith(" ") or not numbered)
        if joins:
            last = senses[-1]
            senses[-1] = replace(last, text=f"{last.text} {text}", span=(last.span[0], span[1]))
        else:
            senses.append(Sense(text=text, span=span, label=mark[1] if mark else ""))
    return GlossaryEntry(headword=draft.headword, senses=tuple(senses), line=draft.line + 1)


def see_headwords(text: str, headwords: dict[str, str]) -> Iterator[str]:
    """The headwords that the see-lines of a text name, in its order.

    Args:
        headwords: each entry's headword by its names and itself, all folded by `fold_name`.
    """
    for match in _SEE.finditer(text):
        position = match.end()
        while found := _name_at(text, position, headwords):
            headword, position = found
            yield headword
            joint = _SEE_JOINT.match(text, position)
            if joint is None or "." in joint.group():
                break
            position = joint.end()


def fold_name(name: str) -> str:
    """A name for comparison: small letters, no quotes, straight apostrophes, no final s."""
    folded = re.sub(r"[“”\"]", "", name.replace("’", "'")).lower().strip()
    return folded[:-1] if folded.endswith("s") and not folded.endswith("ss") else folded


def _name_at(text: str, start: int, headwords: dict[str, str]) -> tuple[str, int] | None:
    """The longest name that stands at a place, as its entry's headword, and where it ends."""
    stop = _SEE_END.search(text, start)
    words = list(re.finditer(r"[^\s,]+", text[start : stop.start() if stop else len(text)]))
    for count in range(len(words), 0, -1):
        end = start + words[count - 1].end()
        name = text[start:end].rstrip(',”"')
        headword = headwords.get(fold_name(name))
        if headword:
            return headword, start + len(text[start:end])
    return None


def _linked(entries: list[GlossaryEntry]) -> list[GlossaryEntry]:
    headwords: dict[str, str] = {}
    for entry in entries:
        for name in (entry.headword, _STATUS.sub("", entry.headword), *entry.names):
            headwords.setdefault(fold_name(name), entry.headword)
    order = {entry.headword: position for position, entry in enumerate(entries)}
    return [
        replace(e, see=tuple(sorted(_seen(e, headwords), key=order.__getitem__))) for e in entries
    ]


def _seen(entry: GlossaryEntry, headwords: dict[str, str]) -> set[str]:
    texts = (sense.text for sense in entry.senses)
    return {name for text in texts for name in see_headwords(text, headwords)} - {entry.headword}
