"""Graphs that are often asked together, laid into one in memory.

pyoxigraph evaluates a default graph made of several named ones 2 to 3 times as slowly as one graph,
and a store on disk 2 to 3 times as slowly as one in memory (measured on the gallery with an
edition, its inferences and the ontology). A process that asks one question shouldn't pay for a
view, a server should: it is made when it is asked for twice. The 275,000 triples of a whole edition
take 5 s of a processor and 125 MiB, which no query should wait for: a server has it made behind.
"""

from __future__ import annotations

import threading
from collections import Counter, OrderedDict
from collections.abc import Sequence

import pyoxigraph
from pyoxigraph import NamedNode, Quad

__all__ = ["Views"]

_MOST = 2


class Views:
    """The views of one store that doesn't change; for any number of threads.

    Attributes:
        behind: whether views are made by a thread, while those who ask go on without; the process
            must then end by `os._exit`, as the thread reads the store.
    """

    def __init__(self, rdf: pyoxigraph.Store) -> None:
        self.behind = False
        self._rdf = rdf
        self._lock = threading.Lock()
        self._asked: Counter[tuple[NamedNode, ...]] = Counter()
        self._views: OrderedDict[tuple[NamedNode, ...], pyoxigraph.Store] = OrderedDict()
        self._being_made: set[tuple[NamedNode, ...]] = set()

    def get(self, graphs: Sequence[NamedNode], *, at_once: bool = False) -> pyoxigraph.Store | None:
        """A store whose default graph holds what these graphs hold; None while it isn't made yet.

        Args:
            at_once: whether to make it at the first time of asking, and wait for it.
        """
        key = tuple(graphs)
        with self._lock:
            if key in self._views:
                self._views.move_to_end(key)
                return self._views[key]
            self._asked[key] += 1
            if key in self._being_made or (self._asked[key] < 2 and not at_once):
                return None
            self._being_made.add(key)
        if self.behind and not at_once:
            threading.Thread(target=self._make, args=[key], daemon=True).start()
            return None
        return self._make(key)

    def _make(self, key: tuple[NamedNode, ...]) -> pyoxigraph.Store:
        try:
            view = pyoxigraph.Store()
            view.bulk_extend(
                Quad(quad.subject, quad.predicate, quad.object)
                for graph in key
                for quad in self._rdf.quads_for_pattern(None, None, None, graph)
            )
            with self._lock:
                self._views[key] = view
                if len(self._views) > _MOST:
                    self._views.popitem(last=False)
            return view
        finally:
            with self._lock:
                self._being_made.discard(key)
