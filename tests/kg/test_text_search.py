"""`rl:search` in queries: what it becomes, and what it finds."""

from __future__ import annotations

from pathlib import Path

import pytest
from pyoxigraph import QuerySolutions, Store, Variable

from kg.build import build
from kg.errors import QueryError
from kg.store import open_store
from kg.store.text_search import Found, with_search

RULEBOOK = Path(__file__).parents[2] / "data" / "rulebook" / "2026-01-16.txt"


def found(words: str) -> Found:
    return [(f"http://x/{word}", float(len(word))) for word in words.split()]


@pytest.mark.parametrize(
    ("query", "becomes"),
    [
        ("{ ?r rl:search 'a' }", "{ VALUES ?r { <http://x/a> }  }"),
        ("{ ?r rl:search 'a' . ?r ?p ?o }", "{ VALUES ?r { <http://x/a> }  . ?r ?p ?o }"),
        ("{ ?r rl:search 'a' ; ?p ?o }", "{ VALUES ?r { <http://x/a> } ?r  ?p ?o }"),
        (
            "{ ?r ?p ?o ; rl:search 'a' . }",
            "{ VALUES ?r { <http://x/a> } ?r ?p ?o ;  . }",
        ),
        (
            "{ (?r ?s) rl:search 'a' ; ?p ?o }",
            "{ VALUES (?r ?s) { (<http://x/a> 1.0000) } ?r  ?p ?o }",
        ),
        ('{ ?r <https://w3id.org/ruleloom/ns#search> "a" }', "{ VALUES ?r { <http://x/a> }  }"),
    ],
)
def test_each_form_becomes_values(query: str, becomes: str) -> None:
    assert with_search(f"SELECT * {query}", found) == f"SELECT * {becomes}"


def test_prefix_may_be_the_querys_own() -> None:
    query = "PREFIX r: <https://w3id.org/ruleloom/ns#> ASK { ?x r:search '''two words''' }"

    assert "{ <http://x/two> <http://x/words> }" in with_search(query, found)


def test_words_in_strings_comments_and_other_names_are_left_alone() -> None:
    query = 'SELECT ?search { ?s ex:search "rl:search" } # ?x rl:search "a"'

    assert with_search(query, found) == query


@pytest.mark.parametrize(
    "pattern",
    ["<http://x> rl:search 'a'", "?r rl:search ?words", "?r rl:search 'a', 'b'",
     "?r rl:search 'a'@en", "[] rl:search 'a'", "?r rl:search/rl:cites 'a'", "?r ^rl:search 'a'"],
)  # fmt: skip
def test_other_uses_are_errors_with_their_place(pattern: str) -> None:
    with pytest.raises(QueryError, match="a variable before it and one string") as caught:
        with_search(f"SELECT *\n{{ {pattern} }}", found)

    assert caught.value.line == 2


@pytest.mark.parametrize(
    "pattern",
    ["?r rl:search 'a'", "?r a ?c ; rl:search 'a' ; ?p ?o", "(?r ?s) rl:search 'a' . ?r ?p ?o",
     "OPTIONAL { ?r rl:search 'a' } ?r ?p ?o", "{ ?r rl:search 'a b' } UNION { ?r ?p [ ?q ?v ] }",
     "?x ?p [ ?q ?v ] . ?r ?p ( 1 2 ) ; rl:search '\\u0061'"],
)  # fmt: skip
def test_what_it_becomes_is_sparql(pattern: str) -> None:
    query = with_search(f"SELECT * {{ {pattern} }}", found)

    result = Store().query(query)
    assert isinstance(result, QuerySolutions)
    assert Variable("r") in result.variables


def test_store_finds_rules_and_entries_of_the_edition_asked(tmp_path: Path) -> None:
    build([RULEBOOK], tmp_path / "store")
    with open_store(tmp_path / "store") as store:
        result = store.query(
            "SELECT ?n ?s { (?r ?s) rl:search 'lethal damage' . ?r rl:number ?n } ORDER BY DESC(?s)"
        )
        assert isinstance(result, QuerySolutions)
        numbers = [row["n"].value for row in result]

    assert "702.2c" in numbers
