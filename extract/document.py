"""A document to an edition: numbered or not, official or scraped.

`frame` finds the parts, `body` reads the rules, `glossary` the entries; a page without numbers goes
to `unnumbered`. Nothing is dropped in silence: what fits nowhere is kept as text and reported.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Collection
from dataclasses import replace

from extract.body import Body
from extract.frame import Frame, file_dates, is_front_matter, stated_date
from extract.glossary import parse_glossary
from extract.readers import Lines
from extract.repair import repair_edition, repair_letters
from extract.unnumbered import BaseFinder, parse_page
from kg.errors import SourceError
from kg.model import Edition, EditionKey, OddLine, Source

__all__ = ["parse_document"]


def parse_document(
    lines: Lines,
    source: Source,
    *,
    date: dt.date | None = None,
    bases: Callable[[], BaseFinder] = BaseFinder,
    rules_words: Callable[[], Collection[str]] = frozenset,
) -> Edition:
    """The edition that a text prints, without citations.

    Args:
        source: where the lines came from; the edition's own `source` adds whether it is cut off.
        date: the date of a text that gives none itself.
        bases: gives the numbered editions that may help with a page without numbers.
        rules_words: gives words of other texts of the rules, by which glued words are known.

    Raises:
        SourceError: the text has no rules.
    """
    frame = Frame.of(lines.lines)
    if frame is None and is_front_matter(lines.lines):
        raise SourceError(source.name, "the text is cut off before its first rule; get it anew")
    if frame is None:
        edition = _read_unnumbered(lines, source, bases())
    else:
        edition = _read_numbered(lines, source, frame)
    if frame is None or not (frame.promised or frame.entries or frame.closed):
        edition = repair_edition(edition, rules_words=rules_words())
    stated = edition.key.date or date
    return replace(
        edition,
        key=EditionKey(stated, edition.key.restated, "" if stated else source.sha256[:8]),
        published_as=tuple(day for day in file_dates(source.name) if day != stated),
        odd_lines=tuple(replace(odd, source=source.sha256) for odd in edition.odd_lines),
    )


def _read_numbered(lines: Lines, source: Source, frame: Frame) -> Edition:
    body = Body(lines, source.sha256, frame)
    rules = body.rules()
    glossary, odd = parse_glossary(lines, frame.entries, wrapped=frame.wrapped)
    found = sorted([*body.odd, *odd, *frame.missing(rules)], key=lambda o: o.line)
    truncated = frame.is_cut(rules[-1].text if rules else "")
    if truncated:
        found.append(frame.loss(rules, len(lines.lines)))
        if not frame.entries:
            rules = (*rules[:-1], replace(rules[-1], truncated=True))
    title = frame.title(lines.lines)
    if (meant := repair_letters(title)) != title:
        found.insert(0, OddLine(1, f"the title in its own letters, {meant}", title))
    return Edition(
        key=EditionKey(stated_date(lines.lines, frame), frame.restated(lines.lines)),
        title=meant,
        introduction=frame.introduction(lines.lines),
        rules=rules,
        glossary=tuple(replace(entry, source=source.sha256) for entry in glossary),
        sources=(replace(source, truncated=truncated),),
        odd_lines=tuple(found),
    )


def _read_unnumbered(lines: Lines, source: Source, bases: BaseFinder) -> Edition:
    page = parse_page(lines, source.sha256, bases)
    if page is None:
        raise SourceError(
            source.name,
            "no numbered rules found, and nothing that tells their numbers; expected lines such as "
            "“100.1. Text of the rule” (a page without numbers may be read with --base FILE)",
        )
    return Edition(
        key=EditionKey(None),
        title=page.title,
        rules=page.rules,
        sources=(source,),
        odd_lines=page.odd_lines,
        base=page.base.key if page.base else None,
    )
