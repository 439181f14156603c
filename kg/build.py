"""From documents to a store: the one place that joins `extract` to `kg`.

All documents are read and checked before the store is touched; what is then written becomes
visible at once or not at all.
"""

from __future__ import annotations

import datetime as dt
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from pyoxigraph import Quad, RdfFormat, parse

import kg
from extract.grammar.definitions import Compiled
from extract.pipeline import annotate, make_pipeline
from extract.programs import compile_edition
from extract.statement_triples import statement_part, statement_parts
from extract.triples import make_quads
from kg.documents import Document, Reader, embedded_documents, find_documents, read_editions
from kg.errors import SourceError, StoreMissingError
from kg.helper import Helper
from kg.inference import as_quads, consequences, reasoned_with
from kg.merging import merge
from kg.model import Edition, EditionKey, Rule
from kg.ontology_graphs import ontology_graphs
from kg.program.rdf import program_quads
from kg.program.tree import Program, renumbered
from kg.report import BuildReport, Uncompiled, report_edition, report_unchanged
from kg.scenario.semantics import curated_in
from kg.search import Document as Findable
from kg.store import Store, open_store, rewrite_store
from kg.store.reading import read_counts, read_edition, read_sources
from kg.violations import Violation, fast_violations
from kg.vocab import (
    analysis_graph,
    edition_iri,
    inferred_graph,
    programs_graph,
    statements_graph,
    validation_graph,
)

if TYPE_CHECKING:
    from kg.store.embedded import Draft as EmbeddedDraft
    from kg.store.remote import RemoteDraft

    Draft = EmbeddedDraft | RemoteDraft

__all__ = ["Progress", "build", "build_embedded"]

Progress = Callable[[str, int, int], None]
"""Called with what is being done, how much of it is done, and how much there is."""

# All that is kept of one edition.
_GRAPHS = (
    edition_iri,
    statements_graph,
    programs_graph,
    inferred_graph,
    validation_graph,
    analysis_graph,
)
# As many bytes take longer to read than a process that helps takes to start.
_MUCH = 200_000
# Of what passages say: small enough that two processes which share them end at about one time.
_PARTS = 12


def build_embedded(
    location: str | Path, *, inferring: bool = True, progress: Progress | None = None
) -> BuildReport:
    """Build the rulebook that ships with ruleloom.

    Args:
        inferring: whether what follows from it is written too.

    Raises:
        StoreError: the store can't be written.
    """
    run = _Build(location, Reader(str(location)), progress, inferring=inferring)
    return run.run(embedded_documents())


def build(
    paths: Sequence[Path],
    location: str | Path,
    *,
    date: dt.date | None = None,
    base: Path | None = None,
    replacing: bool = False,
    inferring: bool = True,
    progress: Progress | None = None,
) -> BuildReport:
    """Build documents into a store, beside the editions that it holds.

    A document that can't be used is left out and reported; the others are built.

    Args:
        paths: of documents, or of folders that hold some.
        date: the date of documents that give none.
        base: a numbered edition that helps to number pages without numbers; else the editions in
            the store do, but for the embedded rulebook.
        replacing: whether a document wins over earlier ones that it contradicts.
        inferring: whether what follows from an edition is written too.

    Raises:
        SourceError: `base` can't be read.
        StoreError: the store can't be written.
    """
    helper = None
    if base is not None:
        helper = Reader(str(location)).read(Document.load(base, origin=str(base)))
    documents: list[Document] = []
    failures: list[SourceError] = []
    for path in paths:
        try:
            documents += find_documents(path)
        except SourceError as error:
            failures.append(error)
    reader = Reader(str(location), date, helper)
    run = _Build(location, reader, progress, replacing=replacing, inferring=inferring)
    report = run.run(documents)
    report.failures[:0] = failures
    return report


class _NothingToWriteError(Exception):
    """Leaves a draft so that no new generation comes of it."""


class _Build:
    """One build: what it reads, what it makes of that, and what it tells of it."""

    def __init__(
        self,
        location: str | Path,
        reader: Reader,
        progress: Progress | None,
        *,
        replacing: bool = False,
        inferring: bool = True,
    ) -> None:
        self._location = location
        self._reader = reader
        self._tell = progress or (lambda label, done, total: None)
        self._replacing = replacing
        self._inferring = inferring
        self._report = BuildReport()
        self._violations: dict[EditionKey, list[Violation]] = {}
        self._compiled: dict[EditionKey, tuple[Compiled, ...]] = {}

    def run(self, documents: Sequence[Document]) -> BuildReport:
        """Build the documents."""
        known, fresh = self._known(documents)
        built: dict[EditionKey, Edition] = {}
        with self._helper(fresh) as helper:
            editions = self._read(fresh)
            if editions:
                with suppress(_NothingToWriteError):
                    built = self._write(editions, helper)
        self._finish(known, built)
        return self._report

    def _helper(self, documents: Sequence[Document]) -> Helper:
        """What works beside the writing, where there is much to do and a core to do it on."""
        much = sum(len(document.data) for document in documents) > _MUCH
        helper = Helper(beside=much and (os.cpu_count() or 1) > 1)
        if helper.is_beside:
            helper.submit(_warm_up)
        return helper

    def _known(self, documents: Sequence[Document]) -> tuple[set[EditionKey], list[Document]]:
        """The editions that the store has from the very same documents, and what it hasn't."""
        try:
            store = open_store(self._location)
        except StoreMissingError:
            return set(), list(documents)
        with store:
            stored = {
                (source.origin, source.sha256, source.software): info.key
                for info in store.editions()
                for source in read_sources(store, info.key)
            }
        software = f"ruleloom {kg.__version__}"
        known, fresh = set(), []
        for document in documents:
            key = stored.get((document.origin, document.sha256, software))
            # A date given may be another than before; a text that states one is soon read again.
            if key is None or self._reader.date:
                fresh.append(document)
            else:
                known.add(key)
        return known, fresh

    def _read(self, documents: Sequence[Document]) -> list[Edition]:
        editions = []
        for done, found in enumerate(read_editions(documents, self._reader), 1):
            if isinstance(found, SourceError):
                self._report.failures.append(found)
            else:
                editions.append(found)
            self._tell("reading", done, len(documents))
        return editions

    def _write(self, editions: Sequence[Edition], helper: Helper) -> dict[EditionKey, Edition]:
        """Write the editions, each merged with what the store has of its date."""
        with rewrite_store(self._location, purpose="build") as draft:
            merged, conflicts = _merge(draft, editions, replacing=self._replacing)
            self._report.failures.extend(conflicts)
            if not merged:
                raise _NothingToWriteError
            for graph, quads in ontology_graphs():
                draft.replace_graph(graph, quads)
            for done, edition in enumerate(merged, 1):
                self._compiled[edition.key] = compiled = compile_edition(edition)
                programs = _programs(edition, compiled)
                parts = statement_parts(edition, self._base_of(edition, draft), _PARTS)
                said = helper.share(statement_part, parts)
                self._violations[edition.key] = _store(
                    draft, edition, programs, said, helper if self._inferring else None
                )
                self._tell("storing", done, len(merged))
        return {edition.key: edition for edition in merged}

    def _base_of(self, edition: Edition, draft: Draft) -> Edition | None:
        """Where an edition has no glossary, the one that it was read with, if that is at hand."""
        if edition.glossary or self._reader.base:
            return None if edition.glossary else self._reader.base
        stored = {info.key for info in draft.editions()}
        return read_edition(draft, edition.base) if edition.base in stored else None

    def _finish(self, known: set[EditionKey], built: dict[EditionKey, Edition]) -> None:
        if not known and not built:
            return
        with open_store(self._location) as store:
            order = [info.key for info in store.editions()]
            for place, key in enumerate(order):
                before = _before(store, order[:place], key)
                if key in built:
                    report = report_edition(
                        built[key],
                        before=before,
                        violations=self._violations[key],
                        actions=sum(not found.ability for found in self._compiled[key]),
                        uncompiled=_uncompiled(self._compiled[key]),
                    )
                    self._report.editions.append(report)
                elif key in known:
                    names = [source.name for source in read_sources(store, key)]
                    counts = read_counts(store, key)
                    self._report.editions.append(report_unchanged(key, counts, names, before))


def _before(
    store: Store, earlier: Sequence[EditionKey], key: EditionKey
) -> tuple[EditionKey, dict[str, int]] | None:
    """The edition of the same kind before one, with its counts."""
    alike = [other for other in earlier if other.restated == key.restated and other.date]
    if not alike:
        return None
    return alike[-1], read_counts(store, alike[-1])


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
            # Numbers that one document lacks may stand in the other: citations are found anew.
            editions[new.key] = annotate(merge(kept, new, replacing=replacing)) if kept else new
        except SourceError as error:
            refused[new.key] = error
            editions.pop(new.key, None)
    return list(editions.values()), list(refused.values())


def _store(
    draft: Draft,
    edition: Edition,
    programs: Sequence[Program],
    said: Iterable[bytes],
    helper: Helper | None,
) -> list[Violation]:
    """Write an edition with what follows from it; what it lacks.

    What was checked of an earlier form of it goes.

    Args:
        said: the parts of its statements.
        helper: what infers; None where nothing is to be inferred.
    """
    key = edition.key
    _drop_predecessor(draft, edition)
    quads = list(make_quads(edition))
    pending = helper.submit(consequences, reasoned_with(quads)) if helper else None
    draft.replace_graph(edition_iri(key), quads)
    meant = list(program_quads(key, programs))
    draft.replace_graph(programs_graph(key), meant)
    draft.drop_graph(validation_graph(key))
    draft.drop_graph(analysis_graph(key))
    draft.index.replace_edition(key, _findable(edition))
    violations = fast_violations([*quads, *meant])
    draft.replace_graph(statements_graph(key), chain.from_iterable(map(_parse, said)))
    draft.replace_graph(inferred_graph(key), as_quads(pending.result(), key) if pending else ())
    return violations


def _warm_up() -> None:
    """Have a process import what it will need."""
    make_pipeline()


def _parse(quads: bytes) -> Iterator[Quad]:
    return parse(quads, RdfFormat.N_QUADS, lenient=True)


def _programs(edition: Edition, compiled: Sequence[Compiled]) -> list[Program]:
    """What its definitions compile to, and what is written by hand for it, where it prints that."""
    date = f"{edition.key.date or dt.date.max}"
    printed = {str(rule.number) for rule in edition.rules}
    curated = (
        renumbered(program, lambda number: number if number in printed else "")
        for program in curated_in(date)
    )
    made = [found.program for found in compiled if found.program]
    return [*made, *(program for program in curated if program.rules)]


def _uncompiled(compiled: Sequence[Compiled]) -> Iterator[Uncompiled]:
    for found in (each for each in compiled if not each.ability):
        if found.program is None and (at := found.stopped):
            yield Uncompiled(
                name=found.name, number=at.number, start=at.start, end=at.end, words=at.words
            )
        elif found.program is None:
            yield Uncompiled(name=found.name, number=found.number)


def _drop_predecessor(draft: Draft, edition: Edition) -> None:
    """An undated document has a new key with every change, and another once it is given a date:
    what it gave before goes."""
    origins = {source.origin for source in edition.sources}
    for info in draft.editions():
        if info.key.date is None and info.key != edition.key:
            theirs = {source.origin for source in read_sources(draft, info.key)}
            if theirs <= origins:
                for name in _GRAPHS:
                    draft.drop_graph(name(info.key))
                draft.index.replace_edition(info.key, ())


def _findable(edition: Edition) -> Iterator[Findable]:
    """What of an edition can be found by words."""
    for order, rule in enumerate(edition.rules):
        section = str(rule.number.section or rule.number.chapter)
        heading = rule.heading or _heading_above(rule, edition)
        texts = [(rule.kind, rule.text), *(("example", e.text) for e in rule.examples)]
        for kind, text in texts:
            yield Findable(
                kind=kind,
                name=str(rule.number),
                heading=heading,
                text=text,
                order=order,
                section=section,
            )
    for order, entry in enumerate(edition.glossary, len(edition.rules)):
        names = ", ".join(entry.names)
        yield Findable(
            kind="term", name=entry.headword, heading=names, text=entry.text, order=order
        )


def _heading_above(rule: Rule, edition: Edition) -> str:
    """The heading of the rule that a subrule belongs to: it is what the subrule is about."""
    parent = edition.by_number.get(rule.parent) if rule.parent else None
    return parent.heading if parent and parent.kind == "rule" else ""
