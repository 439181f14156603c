"""The store as the server has it: opened read-only, and followed as new generations come.

A request holds the snapshot that it began with until it ends, so a swap drops nothing; the last
request of an old snapshot closes it. A new generation is opened in the background, and takes over
when it is ready. Nothing is opened before the first request of a process, so that the evaluator's
processes are made in the worker that uses them, and after its fork.
"""

from __future__ import annotations

import contextlib
import logging
import os
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from flask import Flask, current_app, g

from api.book import Book, read_book
from kg.errors import RuleloomError, StoreError
from kg.model import EditionKey
from kg.store import Store, open_store
from kg.store.client import is_remote
from kg.store.evaluator import Evaluator

if TYPE_CHECKING:
    from kg.store.remote_evaluator import RemoteEvaluator

__all__ = ["LiveStore", "Snapshot", "follow_store", "snapshot"]

_BOOKS = 24
_log = logging.getLogger(__name__)


class Snapshot:
    """One generation of the store, with what is kept of it in memory.

    Attributes:
        store: for our own queries, which are known to be light.
        evaluator: for everyone else's.
    """

    def __init__(self, store: Store, evaluator: Evaluator | RemoteEvaluator) -> None:
        self.store = store
        self.evaluator = evaluator
        self._books: OrderedDict[EditionKey, Book] = OrderedDict()
        self._lock = threading.Lock()
        self._reading = threading.Lock()

    @property
    def version(self) -> str:
        """The store's."""
        return self.store.version

    def book(self, key: EditionKey) -> Book:
        """An edition, read once; of those not asked for lately the oldest is let go."""
        with self._lock:
            if key in self._books:
                self._books.move_to_end(key)
                return self._books[key]
        with self._reading:  # Those whose edition is at hand don't wait here.
            if key not in self._books:
                self.check()
                book = read_book(self.store, key)
                with self._lock:
                    self._books[key] = book
                    if len(self._books) > _BOOKS:
                        self._books.popitem(last=False)
            return self._books[key]

    def check(self) -> None:
        """Make sure that the store still lies where it was opened; two system calls or three.

        RocksDB opens files when it first needs them, and one that it can't open makes it take all
        the memory there is.

        Raises:
            StoreError: it was removed, or replaced by another.
        """
        self.evaluator.check()

    def warm(self) -> None:
        """Read the newest edition, so that no request has to wait for it."""
        with contextlib.suppress(RuleloomError):
            self.book(self.store.find_edition())

    def close(self) -> None:
        """End the evaluator's processes and let the generation go."""
        self.evaluator.close()
        self.store.close()


class LiveStore:
    """Hands out snapshots of the store at a place, the newest each time.

    Args:
        location: of the store.
        make_evaluator: for a store just opened.
        check_every: seconds between two looks at which generation is current.
    """

    def __init__(
        self,
        location: str | Path,
        make_evaluator: Callable[[Store], Evaluator | RemoteEvaluator],
        *,
        check_every: float = 1.0,
    ) -> None:
        self._location = location
        self._make_evaluator = make_evaluator
        self._check_every = check_every
        self._lock = threading.Lock()
        self._swapping = threading.Lock()
        self._current: Snapshot | None = None
        self._mark: str | None = None
        self._checked = 0.0
        self._users: dict[Snapshot, int] = {}

    def acquire(self) -> Snapshot:
        """The newest snapshot, to be given back by `release`.

        Raises:
            StoreError: there is no store, and there was none before.
        """
        if self._current is None:
            with self._swapping:
                if self._current is None:
                    self._swap()
        elif time.monotonic() - self._checked >= self._check_every:
            self._look()
        with self._lock:
            assert self._current is not None
            self._users[self._current] = self._users.get(self._current, 0) + 1
            return self._current

    def release(self, snapshot: Snapshot) -> None:
        """Give a snapshot back."""
        with self._lock:
            self._users[snapshot] -= 1
            unused = not self._users[snapshot]
            if unused:
                del self._users[snapshot]
            last = unused and snapshot is not self._current
        if last:
            snapshot.close()

    def warm(self) -> None:
        """Open the store and read its newest edition ahead of the first request."""
        try:
            held = self.acquire()
        except StoreError as error:
            _log.warning("the store can't be opened yet: %s", error)
            return
        try:
            held.warm()
        finally:
            self.release(held)

    def close(self) -> None:
        """Let the current snapshot go; requests that hold one keep it until they end."""
        with self._lock:
            gone, self._current = self._current, None
            held = gone in self._users
        if gone is not None and not held:
            gone.close()

    def _look(self) -> None:
        """Where the store has a new generation, open it in the background, and swap then."""
        if not self._swapping.acquire(blocking=False):
            return
        self._checked = time.monotonic()
        try:
            unchanged = _current_mark(self._location) == self._mark
        except StoreError:  # of a remote store that doesn't answer; the request will say so
            unchanged = True
        if unchanged:
            self._swapping.release()
        else:
            threading.Thread(target=self._swap_in_background, daemon=True).start()

    def _swap_in_background(self) -> None:
        try:
            self._swap(warm=True)
        except StoreError as error:
            _log.warning("the store can't be opened anew: %s", error)
        finally:
            self._checked = time.monotonic()
            self._swapping.release()

    def _swap(self, *, warm: bool = False) -> None:
        mark = _current_mark(self._location)
        store = open_store(self._location)
        try:
            new = Snapshot(store, self._make_evaluator(store))
        except BaseException:
            store.close()
            raise
        if warm:
            new.warm()
        with self._lock:
            old, self._current, self._mark = self._current, new, mark
            self._checked = time.monotonic()
            held = old in self._users
        if old is not None and not held:
            old.close()


def _current_mark(location: str | Path) -> str | None:
    """What changes when another generation becomes current; None where there is none.

    Its number alone doesn't tell: a store that was removed and built anew begins at 1 again.
    """
    if is_remote(location):
        from kg.store.remote import remote_version

        return remote_version(str(location))
    current = Path(location) / "current"
    try:
        return f"{os.readlink(current)} {(current / 'version').read_text(encoding='utf-8')}"
    except OSError:
        return None


def follow_store(app: Flask, live: LiveStore) -> None:
    """Make `snapshot()` work in the app's requests."""
    app.extensions["live_store"] = live
    app.teardown_appcontext(_give_back)


def snapshot() -> Snapshot:
    """The snapshot that the request at hand works on, the same until it ends.

    Raises:
        StoreError: there is no store to be read, or it was removed since it was opened.
    """
    if "snapshot" not in g:
        live: LiveStore = current_app.extensions["live_store"]
        g.snapshot = live.acquire()
    held: Snapshot = g.snapshot
    held.check()
    return held


def _give_back(error: BaseException | None) -> None:
    held = g.pop("snapshot", None)
    if held is not None:
        live: LiveStore = current_app.extensions["live_store"]
        live.release(held)
