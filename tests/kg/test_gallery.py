"""The gallery: each query has its words and runs; `tests/ontology` holds what each answers."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from pyoxigraph import QuerySolutions

from kg.errors import QueryNotFoundError
from kg.gallery import find_query, load_gallery
from kg.store import Store, open_store


@pytest.fixture(scope="module")
def store(embedded_store: Path) -> Iterator[Store]:
    with open_store(embedded_store) as opened:
        yield opened


@pytest.mark.parametrize("name", [query.name for query in load_gallery()])
def test_query_has_its_words_and_runs(name: str, store: Store) -> None:
    query = find_query(name)

    assert query.title
    assert query.title[0].isupper()
    assert query.question.endswith("?")
    assert isinstance(store.query(query.text), QuerySolutions)


def test_unknown_name_suggests_those_alike() -> None:
    with pytest.raises(QueryNotFoundError, match=r"did you mean most-cited\?"):
        find_query("most-cite")
