"""What every store promises: queries over the dataset, and editions read back as values."""

from __future__ import annotations

import datetime as dt
from abc import abstractmethod
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from pyoxigraph import Literal, NamedNode, QueryBoolean, QuerySolutions, QueryTriples

from kg.closing import Closing
from kg.errors import EditionNotFoundError
from kg.model import EditionKey
from kg.search import Hit
from kg.vocab import (
    ONTOLOGY_GRAPH,
    SEMANTICS_GRAPH,
    analysis_graph,
    edition_iri,
    inferred_graph,
    programs_graph,
    statements_graph,
    validation_graph,
)

__all__ = ["EditionInfo", "QueryResult", "Store", "Term"]

Term = NamedNode | Literal
QueryResult = QuerySolutions | QueryBoolean | QueryTriples


@dataclass(frozen=True, slots=True, kw_only=True)
class EditionInfo:
    """What is known of an edition without reading its rules.

    Attributes:
        published_as: other dates under which it may be asked for.
        base: of an undated edition, the dated one that it sorts behind.
    """

    key: EditionKey
    title: str
    published_as: tuple[dt.date, ...]
    base: EditionKey | None = None

    @property
    def order(self) -> tuple[str, bool, bool, str]:
        """A key to sort by: by date; ours before the official text; an undated one behind its base,
        or first."""
        day = self.key.date or (self.base.date if self.base else None)
        undated = self.key.date is None
        return (day.isoformat() if day else "", undated, not self.key.restated, self.key.digest)


class Store(Closing):
    """A dataset of named graphs, read-only."""

    @property
    @abstractmethod
    def version(self) -> str:
        """A string that changes with the data; it serves as an entity tag."""

    @abstractmethod
    def query(
        self,
        text: str,
        *,
        default_graph: Sequence[NamedNode] | None = None,
        named_graphs: Sequence[NamedNode] | None = None,
        bindings: Mapping[str, Term] | None = None,
    ) -> QueryResult:
        """The result of a SPARQL 1.1 query.

        Args:
            text: the query; the project's prefixes needn't be declared in it.
            default_graph: what a pattern without GRAPH sees; None is the newest edition with all
                that is said of it (`default_graph()`).
            named_graphs: what GRAPH sees; None is all.
            bindings: values for variables of the query, by name without the question mark.

        Raises:
            QueryError: a query that can't be parsed or run.
        """

    @abstractmethod
    def editions(self) -> list[EditionInfo]:
        """The editions that the store holds, oldest first; the official text of a date is last."""

    @abstractmethod
    def search(
        self,
        words: str,
        edition: EditionKey | None = None,
        limit: int = 20,
        *,
        offset: int = 0,
        kinds: Collection[str] = (),
        section: str | None = None,
        beginning: bool = False,
    ) -> list[Hit]:
        """What the words find in an edition (None is the newest), best first.

        Args:
            kinds: of document; empty means all.
            section: the number of the section to look in.
            beginning: whether the last word may be the beginning of one, as while it is typed.
        """

    def find_edition(self, asked: str | None = None, *, restated: bool = False) -> EditionKey:
        """The edition that a user means.

        Args:
            asked: an effective date, a date of its file, `undated-...`, an edition's IRI or its
                path (`restated/2026-01-16`); None is the newest.
            restated: whether only ruleloom's own restatements count.

        Raises:
            EditionNotFoundError: none of the store's editions is meant.
        """
        found = [e for e in self.editions() if e.key.restated or not restated]
        if asked is None and found:
            # An undated page is no edition in force: it counts only where there is nothing else.
            return ([e for e in found if e.key.date] or found)[-1].key
        for info in reversed(found):
            names = {info.key.name, info.key.path, edition_iri(info.key).value, str(info.key)}
            if asked in names or asked in {day.isoformat() for day in info.published_as}:
                return info.key
        raise EditionNotFoundError(asked or "at all", known=[str(e.key) for e in found])

    def default_graph(self, key: EditionKey | None = None) -> list[NamedNode]:
        """The graphs that a query without GRAPH sees when it asks for that edition."""
        key = key or self.find_edition()
        return [
            edition_iri(key),
            inferred_graph(key),
            statements_graph(key),
            programs_graph(key),
            ONTOLOGY_GRAPH,
            SEMANTICS_GRAPH,
            validation_graph(key),
            analysis_graph(key),
        ]
