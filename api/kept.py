"""What is made of an open edition once, and kept as long as that is open."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar
from weakref import WeakKeyDictionary

from api.book import Book

__all__ = ["KeptByBook"]

T = TypeVar("T")


class KeptByBook(Generic[T]):
    """One value a book, made when it is first asked for.

    Args:
        make: the value of a book; it takes too long to be made for each request.
    """

    def __init__(self, make: Callable[[Book], T]) -> None:
        self._make = make
        self._kept: WeakKeyDictionary[Book, T] = WeakKeyDictionary()
        self._lock = threading.Lock()

    def get(self, book: Book) -> T:
        """The value of a book; whoever asks while it is made waits for it."""
        with self._lock:
            if book not in self._kept:
                self._kept[book] = self._make(book)
            return self._kept[book]
