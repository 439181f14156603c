"""Sources of one date made into one edition.

The same rules from another document add provenance only; rules that only one of them has are
merged; a changed file replaces what it gave before; documents that contradict each other are an
error, unless the later one is told to win.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

from kg.errors import ConflictError
from kg.folding import fold
from kg.model import Edition, GlossaryEntry, Rule, RuleNumber

__all__ = ["merge"]

T = TypeVar("T", bound=Rule | GlossaryEntry)


def merge(kept: Edition, new: Edition, *, replacing: bool = False) -> Edition:
    """The edition that both give together; its citations are to be found anew.

    Args:
        replacing: whether `new` wins where the two contradict each other: then the documents that
            contradict it are dropped whole.

    Raises:
        ConflictError: they contradict each other, and `replacing` is off.
    """
    origins = {source.origin for source in new.sources}
    kept = _without(kept, {s.sha256 for s in kept.sources if s.origin in origins})
    differing = _contradictions(kept, new)
    if differing:
        if not replacing:
            raise _conflict(kept, new, differing)
        kept = _without(kept, {item.source for item in differing})
    if not kept.sources:
        return new
    sources = {s.sha256: s for s in (*kept.sources, *new.sources)}
    dates = dict.fromkeys((*kept.published_as, *new.published_as))
    return replace(
        kept,
        title=kept.title or new.title,
        introduction=kept.introduction or new.introduction,
        published_as=tuple(sorted(dates)),
        rules=_placed(_joined(kept.rules, new.rules)),
        glossary=tuple(_joined(kept.glossary, new.glossary)),
        sources=tuple(sources[name] for name in sorted(sources)),
        odd_lines=tuple(dict.fromkeys((*kept.odd_lines, *new.odd_lines))),
    )


def _identity(item: Rule | GlossaryEntry) -> RuleNumber | str:
    return item.number if isinstance(item, Rule) else fold(item.headword)


def _words(item: Rule | GlossaryEntry) -> str:
    if isinstance(item, Rule):
        return fold(" ".join([item.text, *(example.text for example in item.examples)]))
    return fold(item.text)


def _contradictions(kept: Edition, new: Edition) -> list[Rule | GlossaryEntry]:
    """What `kept` says otherwise than `new`."""
    theirs: list[Rule | GlossaryEntry] = [*new.rules, *new.glossary]
    items: list[Rule | GlossaryEntry] = [*kept.rules, *kept.glossary]
    said = {_identity(item): _words(item) for item in theirs}
    return [i for i in items if said.get(_identity(i), _words(i)) != _words(i)]


def _conflict(
    kept: Edition, new: Edition, differing: Sequence[Rule | GlossaryEntry]
) -> ConflictError:
    names = {source.sha256: source.name for source in kept.sources}
    return ConflictError(
        new.sources[0].name,
        names[differing[0].source],
        date=new.key.date,
        numbers=[str(i.number) if isinstance(i, Rule) else i.headword for i in differing],
    )


def _without(edition: Edition, gone: set[str]) -> Edition:
    """The edition as its other sources give it."""
    if not gone:
        return edition
    return replace(
        edition,
        rules=_placed(_left(edition.rules, gone)),
        glossary=tuple(_left(edition.glossary, gone)),
        sources=tuple(s for s in edition.sources if s.sha256 not in gone),
        odd_lines=tuple(o for o in edition.odd_lines if o.source not in gone),
    )


def _left(items: Iterable[T], gone: set[str]) -> list[T]:
    left: list[T] = []
    item: T
    for item in items:
        sources = [s for s in (item.source, *item.also_in) if s not in gone]
        if sources:
            left.append(replace(item, source=sources[0], also_in=tuple(sources[1:])))
    return left


def _joined(kept: Sequence[T], new: Sequence[T]) -> list[T]:
    found: dict[RuleNumber | str, T] = {_identity(item): item for item in kept}
    for item in new:
        twin = found.setdefault(_identity(item), item)
        if item.source != twin.source:
            also = tuple(sorted({*twin.also_in, item.source}))
            found[_identity(item)] = replace(twin, also_in=also)
    return list(found.values())


def _placed(rules: Iterable[Rule]) -> tuple[Rule, ...]:
    """Rules in document order, each below the nearest number that is there."""
    ordered = sorted(rules, key=lambda rule: rule.number)
    numbers = {rule.number for rule in ordered}
    return tuple(replace(rule, parent=rule.number.parent_in(numbers)) for rule in ordered)
