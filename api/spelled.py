"""Searches that forgive slips of the pen."""

from __future__ import annotations

from collections.abc import Collection

from api.book import Book
from api.kept import KeptByBook
from kg.search import Hit
from kg.spelling import count_words, respell, words_in
from kg.store import Store

__all__ = ["search_spelled"]

_words = KeptByBook(lambda book: count_words(book.edition))


def search_spelled(
    store: Store,
    book: Book,
    asked: str,
    *,
    limit: int,
    offset: int,
    kinds: Collection[str],
    section: str | None = None,
) -> tuple[list[Hit], str | None]:
    """What the words find in an edition, or the nearest words where it has one of them nowhere.

    Returns:
        The hits, and the words that were searched instead, if others were.
    """
    known = _words.get(book)
    # A word that isn't printed so may still be found by its stem.
    unknown = [
        word
        for word in words_in(asked)
        if word not in known and not store.search(word, edition=book.key, limit=1)
    ]
    better = respell(asked, known, unknown) if unknown else asked
    hits = store.search(
        better, edition=book.key, limit=limit, offset=offset, kinds=kinds, section=section
    )
    return hits, better if better != asked else None
