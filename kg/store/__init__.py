"""Where the graph is kept: the promise in `base`, a folder in `embedded`, the rest in `remote`."""

from __future__ import annotations

from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING

from kg.store import embedded
from kg.store.base import EditionInfo, Store
from kg.store.client import is_remote
from kg.store.generations import ANY_VERSION

if TYPE_CHECKING:
    from kg.store.remote import RemoteDraft

__all__ = ["EditionInfo", "Store", "open_store", "rewrite_store"]


def open_store(location: str | Path) -> Store:
    """The store at a place, read-only, as its last writer left it.

    Args:
        location: a folder, or the address of a SPARQL 1.1 endpoint.

    Raises:
        StoreMissingError: there is none yet.
        StoreError: it can't be read.
    """
    if is_remote(location):
        from kg.store.remote import open_remote

        return open_remote(str(location))
    return embedded.open_store(location)


def rewrite_store(
    location: str | Path, *, purpose: str = "build", expecting: str | None = ANY_VERSION
) -> AbstractContextManager[embedded.Draft | RemoteDraft]:
    """A draft of what the store will be, which readers see once the block has ended well.

    After an exception the store is as it was.

    Args:
        purpose: what is done, in a word, for whoever finds the store locked.
        expecting: the version that the work rests on; None where there was no store.

    Raises:
        StoreLockedError: another process writes to the store.
        StoreError: it can't be written, or has another version than expected.
    """
    if is_remote(location):
        from kg.store.remote import rewrite_remote

        return rewrite_remote(str(location), purpose=purpose, expecting=expecting)
    return embedded.rewrite_store(location, purpose=purpose, expecting=expecting)
