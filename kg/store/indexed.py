"""What every store with a search index beside its triples does alike."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Sequence

from pyoxigraph import NamedNode, QuerySolutions

from kg.model import EditionKey, RuleNumber
from kg.resources import internal_query
from kg.search import Hit, SearchIndex
from kg.store.base import EditionInfo, Store
from kg.store.text_search import MOST_FOUND, Found
from kg.vocab import ONTOLOGY_GRAPH, edition_iri, edition_key, rule_iri, term_iris

__all__ = ["IndexedStore"]


class IndexedStore(Store):
    """A store whose editions can be searched by words.

    Attributes:
        index: its search index.
    """

    index: SearchIndex

    def editions(self) -> list[EditionInfo]:
        """The editions, oldest first."""
        found: dict[EditionKey, EditionInfo] = {}
        result = self.query(internal_query("editions"), default_graph=[])
        assert isinstance(result, QuerySolutions)
        for row in result:
            key = edition_key(row["edition"].value)
            base = row["base"]
            published = row["published"]
            known = found[key].published_as if key in found else ()
            found[key] = EditionInfo(
                key=key,
                title=row["title"].value,
                published_as=(
                    *known,
                    *([dt.date.fromisoformat(published.value)] if published is not None else ()),
                ),
                base=edition_key(base.value) if base is not None else None,
            )
        return sorted(found.values(), key=lambda info: info.order)

    def default_graph(self, key: EditionKey | None = None) -> list[NamedNode]:
        """The graphs that a query without GRAPH sees; in a store without editions, the ontology."""
        if key is None and not self.editions():
            return [ONTOLOGY_GRAPH]
        return super().default_graph(key)

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
        """What the words find in an edition (None is the newest); see `SearchIndex.search`."""
        return self.index.search(
            words,
            edition=edition or self.find_edition(),
            limit=limit,
            offset=offset,
            kinds=kinds,
            section=section,
            beginning=beginning,
        )

    def found(self, words: str, graphs: Sequence[NamedNode] | None) -> Found:
        """What the words find in the edition whose graph the query sees, else in the newest."""
        seen = {graph.value for graph in graphs or ()}
        keys = [info.key for info in self.editions() if edition_iri(info.key).value in seen]
        key = keys[-1] if keys else self.find_edition()
        hits = self.search(words, key, MOST_FOUND)
        scores: dict[str, float] = {}
        for hit in hits:
            if hit.kind == "term":
                iri = term_iris(key, [hit.name])[hit.name].value
            else:
                iri = rule_iri(key, RuleNumber.parse(hit.name)).value
            scores.setdefault(iri, hit.score)
        return list(scores.items())
