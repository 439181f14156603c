"""The embedded store: what a query sees, how bindings act, and what a refused query is told."""

from __future__ import annotations

import datetime as dt
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from pyoxigraph import Literal, NamedNode, Quad, QuerySolutions

from kg.errors import EditionNotFoundError, QueryError, StoreError
from kg.model import EditionKey, RuleNumber
from kg.search import Document
from kg.store import EditionInfo, open_store
from kg.store.embedded import Draft, EmbeddedStore, rewrite_store
from kg.store.query_text import check_query, outline
from kg.vocab import DCTERMS, ONTOLOGY_GRAPH, RDF, RL, XSD, edition_iri, rule_iri

NEW = EditionKey(dt.date(2026, 1, 16))
OLD = EditionKey(dt.date(2021, 2, 5))
OURS = EditionKey(dt.date(2026, 1, 16), restated=True)
EXTRA = NamedNode("https://example.org/extra")


def edition_quads(key: EditionKey, *published: str) -> list[Quad]:
    graph = edition_iri(key)
    quads = [
        Quad(graph, RDF.type, RL.Edition, graph),
        Quad(graph, DCTERMS.title, Literal(f"Rules of {key}", language="en"), graph),
    ]
    for day in published:
        quads.append(Quad(graph, RL.publishedAs, Literal(day, datatype=XSD.date), graph))
    first, second = (rule_iri(key, RuleNumber(1, 100, n)) for n in (1, 2))
    quads += [
        Quad(first, RL.number, Literal("100.1"), graph),
        Quad(second, RL.number, Literal("100.2"), graph),
        Quad(first, RL.cites, second, graph),
    ]
    return quads


@pytest.fixture(scope="module")
def location(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("embedded") / "store"
    with rewrite_store(path) as draft:
        draft.replace_graph(edition_iri(OLD), edition_quads(OLD, "2021-02-02", "2021-02-05"))
        for key in (OURS, NEW):
            draft.replace_graph(edition_iri(key), edition_quads(key))
        draft.replace_graph(ONTOLOGY_GRAPH, [Quad(RL.cites, RDF.type, RL.Citation, ONTOLOGY_GRAPH)])
        draft.replace_graph(EXTRA, [Quad(EXTRA, RL.number, Literal("extra"), EXTRA)])
        draft.index.replace_edition(
            NEW, [Document(kind="rule", name="100.1", text="a rule of ours")]
        )
    return path


@pytest.fixture
def store(location: Path) -> Iterator[EmbeddedStore]:
    with open_store(location) as opened:
        yield opened


def rows(store: EmbeddedStore, text: str, **options: object) -> list[tuple[str | None, ...]]:
    result = store.query(text, **options)  # type: ignore[arg-type]
    assert isinstance(result, QuerySolutions)
    return sorted(
        (tuple(None if value is None else value.value for value in row) for row in result),
        key=str,
    )


def test_endpoint_that_nobody_serves_is_one_clear_error() -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        address = f"http://ann:secret@127.0.0.1:{free.getsockname()[1]}/ds"

    with pytest.raises(StoreError, match="the endpoint can't be reached") as caught:
        open_store(address)

    assert "secret" not in str(caught.value)


def test_editions_come_oldest_first_and_the_official_text_last(store: EmbeddedStore) -> None:
    assert store.editions() == [
        EditionInfo(
            key=OLD,
            title="Rules of 2021-02-05",
            published_as=(dt.date(2021, 2, 2), dt.date(2021, 2, 5)),
        ),
        EditionInfo(key=OURS, title="Rules of 2026-01-16 (restated)", published_as=()),
        EditionInfo(key=NEW, title="Rules of 2026-01-16", published_as=()),
    ]


def test_find_edition_knows_the_date_of_the_file(store: EmbeddedStore) -> None:
    assert store.find_edition("2021-02-02") == OLD
    assert store.find_edition(restated=True) == OURS


def test_query_sees_the_newest_edition_and_the_ontology(store: EmbeddedStore) -> None:
    seen = rows(store, "SELECT ?type { ?s a ?type }")

    assert seen == [(RL.Citation.value,), (RL.Edition.value,)]
    assert rows(store, "SELECT ?n { ?s rl:number ?n }") == [("100.1",), ("100.2",)]


def test_query_reaches_every_graph_by_name(store: EmbeddedStore) -> None:
    counted = rows(store, "SELECT ?g (COUNT(*) AS ?n) { GRAPH ?g { ?s ?p ?o } } GROUP BY ?g")

    assert len(counted) == 5


def test_query_can_be_given_other_graphs(store: EmbeddedStore) -> None:
    query = "SELECT ?n { { ?s rl:number ?n } UNION { GRAPH ?g { ?s rl:cites ?o } BIND(?g AS ?n) } }"

    seen = rows(store, query, default_graph=[EXTRA], named_graphs=[edition_iri(OLD)])

    assert seen == [("extra",), (edition_iri(OLD).value,)]
    assert rows(store, query, default_graph=[], named_graphs=[]) == []


def test_query_obeys_from_unless_graphs_are_given(store: EmbeddedStore) -> None:
    query = f"SELECT ?n FROM <{EXTRA.value}> {{ ?s rl:number ?n }}"

    assert rows(store, query) == [("extra",)]
    assert len(rows(store, query, default_graph=[edition_iri(OLD)])) == 2


def test_query_on_a_store_without_editions_sees_the_ontology(tmp_path: Path) -> None:
    with rewrite_store(tmp_path / "store") as draft:
        draft.replace_graph(ONTOLOGY_GRAPH, [Quad(RL.cites, RDF.type, RL.Citation, ONTOLOGY_GRAPH)])

    with open_store(tmp_path / "store") as store:
        assert len(rows(store, "SELECT * { ?s ?p ?o }")) == 1
        with pytest.raises(EditionNotFoundError):
            store.search("rule")


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        pytest.param("SELECT ?n { ?rule rl:number ?n }", [("100.1",)], id="not-projected"),
        pytest.param(
            "SELECT ?n ?rule { ?rule rl:number ?n }",
            [("100.1", rule_iri(NEW, RuleNumber(1, 100, 1)).value)],
            id="projected",
        ),
        pytest.param(
            "SELECT ?n { OPTIONAL { ?rule rl:cites/rl:number ?n } }", [("100.2",)], id="optional"
        ),
        pytest.param(
            "SELECT ?n { SELECT ?n ?rule { ?rule rl:number ?n } }", [("100.1",)], id="subquery"
        ),
        pytest.param(
            "SELECT (COUNT(?rule) AS ?n) { ?rule rl:number ?x }", [("1",)], id="aggregate"
        ),
        pytest.param(
            "SELECT (EXISTS { ?a rl:cites ?b } AS ?n) WHERE { ?rule rl:cites ?b }",
            [("true",)],
            id="a-pattern-before-where",
        ),
        pytest.param("SELECT ?n { ?x rl:number ?n }", [("100.1",), ("100.2",)], id="unused"),
        pytest.param("SELECT ?n FROM <urn:none> { ?rule rl:number ?n }", [], id="with-a-dataset"),
    ],
)
def test_query_binds(store: EmbeddedStore, query: str, expected: list[tuple[str]]) -> None:
    bindings = {"rule": rule_iri(NEW, RuleNumber(1, 100, 1))}

    assert rows(store, query, bindings=bindings) == expected


def test_query_binds_values_that_look_like_syntax(store: EmbeddedStore) -> None:
    hostile = Literal('" } } # ) \\ \n } ')

    seen = rows(store, "SELECT ?v { BIND(STR(?x) AS ?v) }", bindings={"x": hostile})

    assert seen == [(hostile.value,)]


@pytest.mark.parametrize(
    "query",
    [
        "ASK { ?rule rl:cites ?x }",
        "CONSTRUCT { ?rule a rl:Rule } WHERE { ?rule rl:cites ?x }",
        "CONSTRUCT WHERE { ?rule rl:cites ?x }",
        "DESCRIBE ?rule",
    ],
)
def test_query_binds_in_other_forms(store: EmbeddedStore, query: str) -> None:
    rule = rule_iri(NEW, RuleNumber(1, 100, 1))

    result = store.query(query, bindings={"rule": rule})

    if query.startswith("ASK"):
        assert result
    else:
        assert {triple.subject for triple in result} == {rule}


@pytest.mark.parametrize(
    ("query", "line", "column", "message"),
    [
        (
            "SELECT * {\n  foo:x ?p ?o }",
            2,
            3,
            "the prefix foo: isn't declared; add PREFIX foo: <…>",
        ),
        ("SELECT * { ?s ?p ?o", 1, 10, "this { is never closed"),
        ("SELECT * { ?s ?p (1 2] }", 1, 22, "this ] closes nothing"),
        (
            "SELECT ?s\nWHERE { ?s ?p ?o\n  FILTER(?o > ) }",
            3,
            3,
            "the query isn't valid SPARQL 1.1 at or behind 'FILTER(?o'",
        ),
        ("", None, None, "the query is empty"),
        (
            "SELECT ?s { ?s ?p ?o } GROUP BY ?o",
            None,
            None,
            "the SELECT contains a variable that is unbound",
        ),
        (
            "SELECT * { ?s <relative> ?o }",
            None,
            None,
            "an IRI in it is relative or has a character that IRIs can't have",
        ),
        (
            "SELECT (<urn:f>(1) AS ?x) {}",
            None,
            None,
            "The custom function <urn:f> is not supported",
        ),
        (
            "PREFIX a: <urn:a> INSERT DATA { a:b a:c a:d }",
            None,
            None,
            "INSERT is an update, and this store is read-only for queries",
        ),
    ],
)
def test_query_explains(
    store: EmbeddedStore, query: str, line: int | None, column: int | None, message: str
) -> None:
    with pytest.raises(QueryError) as caught:
        store.query(query)

    assert (caught.value.line, caught.value.column) == (line, column)
    where = f"line {line}, column {column}: " if line else ""
    assert str(caught.value) == where + message


@pytest.mark.parametrize(
    "query",
    [
        "SELECT * { ?s ?p 'SERVICE' }",
        'SELECT * { ?s ?p """x\nSERVICE <urn:x> {}""" }',
        "SELECT * { ?s ?p ?o } # SERVICE <urn:x> {}",
        "SELECT ?service { ?service ?p $SERVICE }",
        "PREFIX service: <http://example.org/service#> ASK { service:a service:b ?o }",
        "PREFIX sd: <http://www.w3.org/ns/sparql-service-description#> ASK { ?s a sd:Service }",
        "ASK { GRAPH service:x { ?s ?p ?o } }",
        "ASK { ?s ?p 'a'@service }",
    ],
)
def test_outline_finds_no_service_in(query: str) -> None:
    assert not outline(query).calls_service


@pytest.mark.parametrize(
    "query",
    [
        "SELECT * { SERVICE <http://localhost/> { ?s ?p ?o } }",
        "SELECT * { service silent ?x { ?s ?p ?o } }",
        "SELECT * {SERVICESILENT<http://localhost/>{?s ?p ?o}}",
        "PREFIX ex: <http://localhost/> SELECT * {SERVICEex:x{?s ?p ?o}}",
        "SELECT * { ?s ?p 1SERVICE<http://localhost/>{} }",
        "SELECT * { ?s ?p ?o FILTER(?o<?o)SERVICE#>\n?c{} }",
        "SELECT * { ?s ?p ?o FILTER(?o<?b)#>'''\n SERVICE <http://localhost/> {} #'''\n }",
        "SELECT * { ?s ex:\\' ?o . SERVICE <http://localhost/> {} . ?s ex:\\' ?o }",
        "SELECT * { ?s ?p 1e5SERVICE<http://localhost/>{} }",
        "SELECT * { ?s ?p trueSERVICE<http://localhost/>{} }",
        "PREFIX : <http://localhost/> SELECT * { ?s ?p true.SERVICE:x{} }",
        "SELECT * { ?s ?p ('''a' ) . SERVICE <http://localhost/> {} }",
        "SELECT * { ?s <http://e/\\u0041#'> ?o . SERVICE <http://localhost/> {} }",
    ],
)
def test_outline_finds_service_in(query: str) -> None:
    assert outline(query).calls_service


def test_outline_takes_time_that_grows_with_the_length_alone() -> None:
    pieces = [
        "'",
        '"""',
        "<",
        "<a",
        "'''a",
        "\\",
        "a:",
        "{(",
        "_:a.",
        "#",
        "ab.",
        '"\\',
        "ab-",
        ":..",
    ]
    for piece in pieces:
        start = time.process_time()
        outline(piece * (20_000 // len(piece)))

        assert time.process_time() - start < 1.0, piece


def test_check_query_refuses_what_could_end_the_process() -> None:
    with pytest.raises(QueryError, match="brackets can be nested 200 deep; here they are 2200"):
        check_query("ASK " + "{" * 2200 + "}" * 2200)
    with pytest.raises(QueryError, match="a query can have 100000 characters"):
        check_query("!" * 100_001)


def test_search_looks_in_the_newest_edition(store: EmbeddedStore) -> None:
    (hit,) = store.search("rules")

    assert (hit.edition, hit.name) == ("edition/2026-01-16", "100.1")
    assert store.search("rules", OLD) == []


def test_store_serves_several_threads(store: EmbeddedStore) -> None:
    found: list[int] = []

    def ask() -> None:
        found.extend(len(rows(store, "SELECT * { ?s ?p ?o }")) for _ in range(20))

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert set(found) == {6}


def test_store_can_not_be_used_once_closed(location: Path) -> None:
    with open_store(location) as store:
        pass

    with pytest.raises(StoreError, match="is closed"):
        store.query("ASK {}", default_graph=[])


@pytest.fixture
def draft(tmp_path: Path) -> Iterator[Draft]:
    with rewrite_store(tmp_path / "store") as draft:
        yield draft


@pytest.mark.parametrize("count", [10, 3000])
def test_replace_graph_leaves_just_the_new_quads(draft: Draft, count: int) -> None:
    other = Quad(EXTRA, RL.text, Literal("stays"), EXTRA)
    draft.replace_graph(EXTRA, [other])
    graph = edition_iri(NEW)

    for start in (0, count // 2):
        quads = {
            Quad(graph, RL.order, Literal(number), graph) for number in range(start, start + count)
        }
        draft.replace_graph(graph, quads)

        assert set(draft.quads(graph)) == quads
    assert list(draft.quads(EXTRA)) == [other]


def test_replace_graph_takes_quads_of_any_graph(draft: Draft) -> None:
    draft.replace_graph(EXTRA, [Quad(EXTRA, RL.text, Literal("here"), ONTOLOGY_GRAPH)])

    assert list(draft.quads(EXTRA)) == [Quad(EXTRA, RL.text, Literal("here"), EXTRA)]
    assert draft.graphs() == [EXTRA]


def test_drop_graph_removes_its_name_too(draft: Draft) -> None:
    draft.replace_graph(EXTRA, [Quad(EXTRA, RL.text, Literal("here"), EXTRA)])

    draft.drop_graph(EXTRA)

    assert draft.graphs() == []


def test_draft_answers_queries_about_what_it_holds(draft: Draft) -> None:
    draft.replace_graph(edition_iri(NEW), edition_quads(NEW))

    assert draft.find_edition() == NEW
    assert len(list(draft.query("SELECT ?n { ?s rl:number ?n }"))) == 2


def test_draft_is_finished_even_while_somebody_iterates_over_it(tmp_path: Path) -> None:
    with rewrite_store(tmp_path / "store") as draft:
        draft.replace_graph(EXTRA, [Quad(EXTRA, RL.text, Literal("here"), EXTRA)])
        kept = draft.quads(EXTRA)

    with open_store(tmp_path / "store") as store:
        assert len(rows(store, "SELECT * { GRAPH ?g { ?s ?p ?o } }")) == 1
    del kept
