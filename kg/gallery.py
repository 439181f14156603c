"""The gallery: questions worth asking, each a SPARQL query with its title and question in words.

A gallery query opens with two comment lines: its title, then the question that it answers.
"""

from __future__ import annotations

import difflib
from dataclasses import dataclass

from kg.errors import QueryNotFoundError
from kg.resources import gallery

__all__ = ["GalleryQuery", "find_query", "load_gallery"]


@dataclass(frozen=True, slots=True)
class GalleryQuery:
    """A named query.

    Attributes:
        name: its file's name without the ending.
        title, question: in words.
        text: the query itself, comments included.
    """

    name: str
    title: str
    question: str
    text: str


def load_gallery() -> list[GalleryQuery]:
    """All queries of the gallery, by name."""
    return [_parse(name, text) for name, text in gallery()]


def find_query(name: str) -> GalleryQuery:
    """The query of that name.

    Raises:
        QueryNotFoundError: there is none; the error names those written alike.
    """
    queries = {query.name: query for query in load_gallery()}
    try:
        return queries[name]
    except KeyError:
        nearest = difflib.get_close_matches(name, queries)
        raise QueryNotFoundError(name, nearest=nearest) from None


def _parse(name: str, text: str) -> GalleryQuery:
    title, question = (line.removeprefix("#").strip() for line in text.split("\n", 2)[:2])
    return GalleryQuery(name, title, question, text)
