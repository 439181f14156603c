"""Where the graph is kept: the promise in `base`, the embedded store in `embedded`."""

from kg.store.base import EditionInfo, Store
from kg.store.embedded import open_store

__all__ = ["EditionInfo", "Store", "open_store"]
