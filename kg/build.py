"""From documents to a store: the one place that joins `extract` to `kg`.

All documents are read and checked before the store is touched; what is then written becomes
visible at once or not at all.
"""

from __future__ import annotations

import datetime as dt
import functools
import hashlib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from importlib.resources.abc import Traversable
from pathlib import Path

from pyoxigraph import Quad, RdfFormat, parse

import kg
from extract.document import parse_document
from extract.pipeline import annotate
from extract.readers import read_lines
from extract.repair import words_of
from extract.triples import make_quads
from extract.unnumbered import BaseFinder
from kg.errors import SourceError, StoreMissingError
from kg.merging import merge
from kg.model import Edition, EditionKey, GlossaryEntry, OddLine, Rule, RuleNumber, Source
from kg.resources import ontology, rulebooks
from kg.search import Document
from kg.store import Store, open_store
from kg.store.embedded import Draft, rewrite_store
from kg.store.reading import read_edition, read_sources
from kg.vocab import ONTOLOGY_GRAPH, edition_iri

__all__ = ["BuildReport", "EditionReport", "Progress", "build", "build_embedded"]

Progress = Callable[[str, int, int], None]
"""Called with what is being done, how much of it is done, and how much there is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EditionReport:
    """What a build made of one edition.

    Attributes:
        unchanged: whether the store had all of it already, so that nothing was written.
        counts: of `chapters`, `sections`, `rules` (with subrules), `examples`, `terms`, `senses`
            and `references` (numbers cited by rules and by terms, each once for each of them).
        dangling: the rule or headword that names a number which the edition lacks, and the number.
        odd_lines: with the name of the document that each stands in.
        sources: names of the documents that gave it.
        truncated: whether one of them stops before its end.
    """

    key: EditionKey
    unchanged: bool
    counts: dict[str, int]
    dangling: tuple[tuple[str, RuleNumber], ...]
    odd_lines: tuple[tuple[str, OddLine], ...]
    sources: tuple[str, ...]
    truncated: bool


@dataclass(frozen=True, slots=True)
class BuildReport:
    """What a build did: an entry an edition, and why documents couldn't be used."""

    editions: list[EditionReport] = field(default_factory=list)
    failures: list[SourceError] = field(default_factory=list)


def build_embedded(location: str | Path, *, progress: Progress | None = None) -> BuildReport:
    """Build the rulebook that ships with ruleloom.

    Raises:
        StoreError: the store can't be written.
    """
    documents = [(file, f"ruleloom:{file.name}") for file in rulebooks()]
    return _build(documents, location, progress, reader=_Reader(location))


def build(
    paths: Sequence[Path],
    location: str | Path,
    *,
    date: dt.date | None = None,
    base: Path | None = None,
    replacing: bool = False,
    progress: Progress | None = None,
) -> BuildReport:
    """Build documents into a store, beside the editions that it holds.

    A document that can't be used is left out and reported; the others are built.

    Args:
        date: the date of documents that give none.
        base: a numbered edition that helps to number pages without numbers; else the editions in
            the store do, but for the embedded rulebook.
        replacing: whether a document wins over earlier ones that it contradicts.

    Raises:
        SourceError: `base` can't be read.
        StoreError: the store can't be written.
    """
    documents = [(path, str(path.absolute())) for path in paths]
    reader = _Reader(location, date, _parse(base, str(base), _Reader(location)) if base else None)
    return _build(documents, location, progress, reader=reader, replacing=replacing)


def _build(
    documents: Sequence[tuple[Path | Traversable, str]],
    location: str | Path,
    progress: Progress | None,
    *,
    reader: _Reader,
    replacing: bool = False,
) -> BuildReport:
    tell = progress or (lambda label, done, total: None)
    report = BuildReport()
    parsed: list[Edition] = []
    for done, (file, origin) in enumerate(documents, 1):
        try:
            parsed.append(_parse(file, origin, reader))
        except SourceError as error:
            report.failures.append(error)
        tell("reading", done, len(documents))
    known, fresh = _known(parsed, location)
    built: dict[EditionKey, Edition] = {}
    if fresh:
        with suppress(_NothingToWriteError), rewrite_store(location, purpose="build") as draft:
            merged, conflicts = _merge(draft, fresh, replacing=replacing)
            report.failures.extend(conflicts)
            if not merged:
                raise _NothingToWriteError
            draft.replace_graph(ONTOLOGY_GRAPH, _ontology())
            for edition in merged:
                built[edition.key] = _annotate(edition, tell)
                _write(draft, built[edition.key], tell)
    found = {key: edition for key, edition in known.items() if key not in built} | built
    for key in sorted(found, key=lambda k: k.order):
        report.editions.append(_report(found[key], unchanged=key not in built))
    return report


class _NothingToWriteError(Exception):
    """Leaves a draft so that no new generation comes of it."""


class _Reader:
    """What helps to read documents, made when the first of them needs it."""

    def __init__(
        self,
        location: str | Path,
        date: dt.date | None = None,
        base: Edition | None = None,
    ) -> None:
        self.date = date
        self._location = location
        self._base = base

    @functools.cached_property
    def bases(self) -> BaseFinder:
        """The base given, else the editions in the store, but for ruleloom's restatements."""
        if self._base is not None:
            return BaseFinder(given=self._base)
        try:
            with open_store(self._location) as store:
                keys = [info.key for info in store.editions() if info.key.date]
                return BaseFinder([read_edition(store, key) for key in keys if not key.restated])
        except StoreMissingError:
            return BaseFinder()

    @functools.cached_property
    def rules_words(self) -> frozenset[str]:
        """The words of the embedded rulebook."""
        return frozenset(words_of(file.read_text(encoding="utf-8") for file in rulebooks()))


def _parse(file: Path | Traversable, origin: str, reader: _Reader) -> Edition:
    if file.is_dir():
        raise SourceError(str(file), "is a folder; name the files in it")
    try:
        data = file.read_bytes()
    except FileNotFoundError:
        raise SourceError(str(file), "no such file") from None
    except OSError as error:
        raise SourceError(str(file), f"can't be read: {error.strerror}") from error
    lines = read_lines(data, name=str(file))
    source = Source(
        name=file.name,
        origin=hashlib.sha256(origin.encode()).hexdigest()[:16],
        sha256=hashlib.sha256(data).hexdigest(),
        encoding=lines.encoding,
        line_end=lines.line_end,
        software=f"ruleloom {kg.__version__}",
    )
    return parse_document(
        lines,
        source,
        date=reader.date,
        bases=lambda: reader.bases,
        rules_words=lambda: reader.rules_words,
    )


def _known(
    parsed: Sequence[Edition], location: str | Path
) -> tuple[dict[EditionKey, Edition], list[Edition]]:
    """The editions that the store has from the very same documents, and what it hasn't."""
    try:
        store = open_store(location)
    except StoreMissingError:
        return {}, list(parsed)
    with store:
        keys = {info.key for info in store.editions()}
        old = [e for e in parsed if e.key in keys and _holds(store, e)]
        known = {edition.key: read_edition(store, edition.key) for edition in old}
    return known, [edition for edition in parsed if edition not in old]


def _holds(store: Store, edition: Edition) -> bool:
    return set(edition.sources) <= set(read_sources(store, edition.key))


def _merge(
    draft: Draft, fresh: Sequence[Edition], *, replacing: bool
) -> tuple[list[Edition], list[SourceError]]:
    """What each edition is with the new documents; a contradiction leaves it as it was."""
    stored = {info.key for info in draft.editions()}
    editions: dict[EditionKey, Edition] = {}
    refused: dict[EditionKey, SourceError] = {}
    for new in fresh:
        if new.key in refused:
            continue
        kept = editions.get(new.key)
        if kept is None and new.key in stored:
            kept = read_edition(draft, new.key)
        try:
            merged = merge(kept, new, replacing=replacing) if kept else new
        except SourceError as error:
            refused[new.key] = error
            editions.pop(new.key, None)
        else:
            editions[new.key] = merged
    return list(editions.values()), list(refused.values())


def _annotate(edition: Edition, tell: Progress) -> Edition:
    total = sum(1 for _ in edition.passages())
    return annotate(edition, progress=lambda done: tell(f"edition {edition.key}", done, total))


def _write(draft: Draft, edition: Edition, tell: Progress) -> None:
    for info in draft.editions():
        # An undated document has a new key with every change: what it gave before goes.
        if info.key.date is None and info.key != edition.key and edition.key.date is None:
            theirs = {source.origin for source in read_sources(draft, info.key)}
            if theirs <= {source.origin for source in edition.sources}:
                draft.drop_graph(edition_iri(info.key))
                draft.index.replace_edition(info.key, ())
    tell(f"storing {edition.key}", 0, 1)
    draft.replace_graph(edition_iri(edition.key), make_quads(edition))
    draft.index.replace_edition(edition.key, _documents(edition))
    tell(f"storing {edition.key}", 1, 1)


def _ontology() -> Iterator[Quad]:
    for _, text in ontology():
        yield from parse(text, RdfFormat.TURTLE)


def _documents(edition: Edition) -> Iterator[Document]:
    """What of an edition can be found by words."""
    for order, rule in enumerate(edition.rules):
        section = str(rule.number.section or rule.number.chapter)
        heading = rule.heading or _heading_above(rule, edition)
        name = str(rule.number)
        yield Document(
            kind=rule.kind, name=name, heading=heading, text=rule.text, order=order, section=section
        )
        for example in rule.examples:
            yield Document(
                kind="example",
                name=name,
                heading=heading,
                text=example.text,
                order=order,
                section=section,
            )
    for order, entry in enumerate(edition.glossary, len(edition.rules)):
        names = ", ".join(entry.names)
        yield Document(
            kind="term", name=entry.headword, heading=names, text=entry.text, order=order
        )


def _heading_above(rule: Rule, edition: Edition) -> str:
    """The heading of the rule that a subrule belongs to: it is what the subrule is about."""
    parent = edition.by_number.get(rule.parent) if rule.parent else None
    return parent.heading if parent and parent.kind == "rule" else ""


def _report(edition: Edition, *, unchanged: bool) -> EditionReport:
    names = {source.sha256: source.name for source in edition.sources}
    kinds = Counter(rule.kind for rule in edition.rules)
    owners: list[Rule | GlossaryEntry] = [*edition.rules, *edition.glossary]
    return EditionReport(
        key=edition.key,
        unchanged=unchanged,
        counts={
            "chapters": kinds["chapter"],
            "sections": kinds["section"],
            "rules": kinds["rule"] + kinds["subrule"],
            "examples": sum(len(rule.examples) for rule in edition.rules),
            "terms": len(edition.glossary),
            "senses": sum(len(entry.meanings()) for entry in edition.glossary),
            "references": sum(len(owner.references()) for owner in owners),
        },
        dangling=tuple((_name(owner), number) for owner, number, _ in edition.dangling()),
        odd_lines=tuple((names.get(odd.source, ""), odd) for odd in edition.odd_lines),
        sources=tuple(names.values()),
        truncated=edition.truncated,
    )


def _name(owner: Rule | GlossaryEntry) -> str:
    return str(owner.number) if isinstance(owner, Rule) else owner.headword
