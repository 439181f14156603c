"""Competency questions: what the gallery's queries answer on the embedded rulebook.

An answer is read through before it becomes an expectation. Where the rulebook or a query has
changed, `RULELOOM_EXPECT=NAME pytest tests/ontology/test_competency.py` writes that answer anew.
"""

from __future__ import annotations

import csv
import io
import os
from pathlib import Path

import pytest
from pyoxigraph import QuerySolutions

from kg.gallery import find_query, load_gallery
from kg.store import Store

EXPECTED = Path(__file__).parent / "expected"


def answer(store: Store, name: str) -> str:
    """The answer as CSV, with the first hundred characters of each value."""
    result = store.query(find_query(name).text)
    assert isinstance(result, QuerySolutions)
    names = [variable.value for variable in result.variables]
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(names)
    for row in result:
        cells = (row[name] for name in names)
        writer.writerow(["" if cell is None else cell.value[:100] for cell in cells])
    return written.getvalue()


@pytest.mark.parametrize("name", [query.name for query in load_gallery()])
def test_answers_on_the_embedded_rulebook(name: str, rulebook_store: Store) -> None:
    file = EXPECTED / f"{name}.csv"
    answered = answer(rulebook_store, name)
    if os.environ.get("RULELOOM_EXPECT") == name:
        file.write_text(answered, encoding="utf-8")

    assert answered == file.read_text(encoding="utf-8")


def test_there_are_enough_questions() -> None:
    assert len(load_gallery()) >= 25


def test_each_expectation_has_its_query() -> None:
    names = {file.stem for file in EXPECTED.glob("*.csv")}

    assert names == {query.name for query in load_gallery()}
