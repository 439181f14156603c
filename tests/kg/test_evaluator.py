"""Queries of strangers: answered in the form that was asked for, stopped when they don't end."""

from __future__ import annotations

import contextlib
import datetime as dt
import json
import os
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from pyoxigraph import Literal, NamedNode, Quad

from kg.errors import QueryError, QueryStoppedError, StoreError
from kg.model import EditionKey
from kg.store.embedded import open_store, rewrite_store
from kg.store.evaluator import Evaluator
from kg.store.query_text import MAX_LENGTH
from kg.vocab import DCTERMS, RDF, RL, edition_iri

KEY = EditionKey(dt.date(2026, 1, 16))
OLD = EditionKey(dt.date(2017, 9, 29))
GRAPH = edition_iri(KEY)
OTHER = NamedNode("https://example.org/other")
ROOT = Path(__file__).parents[2]
HUNDRED = " ".join(map(str, range(100)))
# 10^12 solutions of numbers.
ENDLESS = " ".join(f"VALUES ?{name} {{ {HUNDRED} }}" for name in "abcdef")


@pytest.fixture(scope="module")
def location(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("evaluator") / "store"
    with rewrite_store(path) as draft:
        for key in (OLD, KEY):
            iri = edition_iri(key)
            about = [
                Quad(iri, RDF.type, RL.Edition, iri),
                Quad(iri, DCTERMS.title, Literal(f"Rules of {key}"), iri),
            ]
            draft.replace_graph(iri, about)
        draft.replace_graph(OTHER, [Quad(OTHER, RL.text, Literal("other"), OTHER)])
    return path


@pytest.fixture(scope="module")
def evaluator(location: Path) -> Iterator[Evaluator]:
    with open_store(location) as store, Evaluator(store.folder, memory_bytes=256 << 20) as opened:
        yield opened


def solutions(evaluator: Evaluator, query: str, **options: object) -> list[dict[str, str]]:
    body = evaluator.evaluate(query, **options).body  # type: ignore[arg-type]
    found = json.loads(body)["results"]["bindings"]
    return [{name: value["value"] for name, value in row.items()} for row in found]


@pytest.mark.parametrize(
    ("form", "media_type", "body"),
    [
        (
            "json",
            "application/sparql-results+json",
            '{"head":{"vars":["x"]},"results":{"bindings":[{"x":{"type":"literal","value":"é"}}]}}',
        ),
        ("csv", "text/csv; charset=utf-8", "x\r\né\r\n"),
        ("tsv", "text/tab-separated-values; charset=utf-8", '?x\n"é"\n'),
    ],
)
def test_evaluate_writes_solutions_as(
    evaluator: Evaluator, form: str, media_type: str, body: str
) -> None:
    found = evaluator.evaluate("SELECT ('é' AS ?x) {}", results_formats=[form, "xml"])

    assert (found.kind, found.media_type, found.body.decode()) == ("solutions", media_type, body)


@pytest.mark.parametrize(
    ("form", "body"),
    [("json", '{"head":{},"boolean":false}'), ("csv", "false"), ("tsv", "false")],
)
def test_evaluate_writes_a_boolean_as(evaluator: Evaluator, form: str, body: str) -> None:
    found = evaluator.evaluate("ASK { ?s rl:text ?o }", results_formats=[form])

    assert (found.kind, found.body.decode()) == ("boolean", body)


@pytest.mark.parametrize(
    ("form", "piece"),
    [
        ("turtle", "@prefix rl: "),
        ("trig", "@prefix rl: "),
        ("rdfxml", 'xmlns:rl="'),
        ("ntriples", f"<{OTHER.value}> <{RL.text.value}>"),
        ("nquads", f"<{OTHER.value}> <{RL.text.value}>"),
        ("jsonld", '"@id":"https://example.org/other"'),
    ],
)
def test_evaluate_writes_a_graph_as(evaluator: Evaluator, form: str, piece: str) -> None:
    query = "CONSTRUCT { ?s ?p ?o } WHERE { GRAPH ?g { ?s ?p ?o . ?s rl:text ?o } }"

    found = evaluator.evaluate(query, graph_formats=[form])

    assert found.kind == "graph"
    assert piece in found.body.decode()


@pytest.mark.parametrize(
    ("query", "kind"),
    [("SELECT * {}", "solutions"), ("ASK {}", "boolean"), ("DESCRIBE <urn:x>", "graph")],
)
def test_evaluate_says_when_no_format_fits(evaluator: Evaluator, query: str, kind: str) -> None:
    found = evaluator.evaluate(query, results_formats=[], graph_formats=[])

    assert (found.kind, found.acceptable, found.body) == (kind, False, b"")
    assert found.problem.startswith("none of the formats holds")


def test_evaluate_keeps_carriage_returns_in_xml(evaluator: Evaluator) -> None:
    found = evaluator.evaluate("SELECT ('a\\rb' AS ?x) {}", results_formats=["xml"])

    assert b"<literal>a&#13;b</literal>" in found.body


@pytest.mark.parametrize(
    ("query", "forms"),
    [
        ("SELECT ('\\u0001' AS ?x) {}", {"results_formats": ["xml"]}),
        ("CONSTRUCT { <urn:x> <urn:x/1> 1 } WHERE {}", {"graph_formats": ["rdfxml"]}),
    ],
)
def test_evaluate_never_writes_ill_formed_xml(
    evaluator: Evaluator, query: str, forms: dict[str, list[str]]
) -> None:
    found = evaluator.evaluate(query, **forms)  # type: ignore[arg-type]

    assert not found.acceptable
    assert found.problem == "XML can't hold this result; ask for another format"


def test_evaluate_sees_the_newest_edition_or_the_one_asked_for(evaluator: Evaluator) -> None:
    query = "SELECT ?t { ?e dcterms:title ?t }"

    assert solutions(evaluator, query) == [{"t": "Rules of 2026-01-16"}]
    assert solutions(evaluator, query, edition=OLD) == [{"t": "Rules of 2017-09-29"}]


@pytest.mark.parametrize(
    ("source", "options", "default", "named"),
    [
        pytest.param("", {}, 2, 3, id="nothing-named"),
        pytest.param("", {"default_graph": [OTHER.value]}, 1, 0, id="only-default"),
        pytest.param("", {"named_graphs": [OTHER.value]}, 0, 1, id="only-named"),
        pytest.param(
            "", {"default_graph": [OTHER.value], "named_graphs": [GRAPH.value]}, 1, 1, id="both"
        ),
        pytest.param(f"FROM <{OTHER.value}>", {}, 1, 0, id="from"),
        pytest.param(f"FROM <{OTHER.value}>", {"edition": OLD}, 1, 0, id="from-over-edition"),
        pytest.param(f"FROM NAMED <{OTHER.value}>", {}, 0, 1, id="from-named"),
        pytest.param(
            f"FROM <{OTHER.value}>", {"default_graph": [GRAPH.value]}, 2, 0, id="over-from"
        ),
    ],
)
def test_evaluate_queries_the_dataset_of_the_protocol(
    evaluator: Evaluator, source: str, options: dict[str, object], default: int, named: int
) -> None:
    unnamed = solutions(evaluator, f"SELECT * {source} {{ ?s ?p ?o }}", **options)
    graphs = solutions(
        evaluator, f"SELECT DISTINCT ?g {source} {{ GRAPH ?g {{ ?s ?p ?o }} }}", **options
    )

    assert (len(unnamed), len(graphs)) == (default, named)


def test_evaluate_explains_a_faulty_query(evaluator: Evaluator) -> None:
    with pytest.raises(QueryError) as caught:
        evaluator.evaluate("SELECT ?s\nWHERE { ?s ?p ?o\n  FILTER(?o > ) }")

    assert (caught.value.line, caught.value.column) == (3, 3)
    assert str(caught.value).count("line 3, column 3: ") == 1


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("DROP ALL", "DROP is an update, and this store is read-only for queries"),
        ("SELECT (<urn:f>(1) AS ?x) {}", "The custom function <urn:f> is not supported"),
        (
            "SELECT * { SERVICE <http://localhost/> {} }",
            "SERVICE isn't allowed here: this endpoint queries its own data only",
        ),
    ],
)
def test_evaluate_refuses(evaluator: Evaluator, query: str, message: str) -> None:
    with pytest.raises(QueryError) as caught:
        evaluator.evaluate(query)

    assert str(caught.value) == message


def test_evaluate_answers_what_only_looks_like_service(evaluator: Evaluator) -> None:
    assert solutions(evaluator, "SELECT ('SERVICE <x> {}' AS ?service) {} # SERVICE") == [
        {"service": "SERVICE <x> {}"}
    ]


def test_evaluate_lets_no_service_out_that_the_text_hides(
    evaluator: Evaluator, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kg.store.query_text._calls_service", lambda query, tokens: False)
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(0.2)
        address = f"http://127.0.0.1:{server.getsockname()[1]}/"

        with pytest.raises(QueryError, match="not permitted"):
            evaluator.evaluate(f"SELECT * {{ SERVICE <{address}> {{ ?s ?p ?o }} }}")
        with pytest.raises(TimeoutError):
            server.accept()


def chain(joint: str, term: str) -> str:
    room = MAX_LENGTH - 100
    return joint.join([term] * (room // (len(joint) + len(term))))


@pytest.mark.parametrize(
    "query",
    [
        pytest.param("ASK " + "{" * 2200 + "}" * 2200, id="braces"),
        pytest.param("ASK { FILTER" + "(" * 4700 + "1" + ")" * 4700 + "}", id="parentheses"),
        pytest.param("ASK { FILTER " + "NOT EXISTS {" * 840 + "}" * 841, id="not-exists"),
        pytest.param("ASK {" + "OPTIONAL {" * 2600 + "}" * 2601, id="optional"),
        pytest.param("ASK { ?s ?p " + "[ ?p " * 3400 + "1" + "]" * 3400 + "}", id="blank-nodes"),
    ],
)
def test_evaluate_refuses_deep_nesting(evaluator: Evaluator, query: str) -> None:
    with pytest.raises(QueryError, match="brackets can be nested 200 deep"):
        evaluator.evaluate(query)


@pytest.mark.parametrize(
    "query",
    [
        pytest.param(f"ASK {{ FILTER({'!' * (MAX_LENGTH - 100)}?x) }}", id="not"),
        pytest.param(f"ASK {{ FILTER({chain('||', '1')}) }}", id="or"),
        pytest.param(f"ASK {{ ?s {chain('/', '<a:>')} ?o }}", id="path"),
        pytest.param(f"ASK {{ {chain(' ', 'OPTIONAL{}')} }}", id="optional"),
        pytest.param(f"ASK {{ {chain('UNION', '{}')} }}", id="union"),
    ],
)
def test_evaluate_survives_a_long_chain(evaluator: Evaluator, query: str) -> None:
    with contextlib.suppress(QueryStoppedError):
        evaluator.evaluate(query, timeout=0.2)

    assert evaluator.evaluate("ASK {}").kind == "boolean"


@pytest.mark.parametrize(
    "query",
    [
        pytest.param(f"SELECT (COUNT(*) AS ?n) {{ {ENDLESS} }}", id="product"),
        pytest.param(
            "ASK { " + " ".join(f"?s <urn:p{i}> ?o{i} ." for i in range(200)) + " }", id="star"
        ),
    ],
)
def test_evaluate_stops_at_the_time_limit(evaluator: Evaluator, query: str) -> None:
    start = time.monotonic()
    with pytest.raises(QueryStoppedError) as caught:
        evaluator.evaluate(query, timeout=0.3)

    assert caught.value.limit == "time"
    assert str(caught.value) == "the query was stopped after 0.3 seconds; ask for less"
    assert time.monotonic() - start < 1.5
    assert evaluator.evaluate("ASK {}").kind == "boolean"


def test_evaluate_stops_at_the_memory_limit(evaluator: Evaluator) -> None:
    with pytest.raises(QueryStoppedError) as caught:
        evaluator.evaluate(f"SELECT * {{ {ENDLESS} }} ORDER BY ?c", timeout=20)

    assert caught.value.limit == "memory"
    assert evaluator.evaluate("ASK {}").kind == "boolean"


@pytest.mark.parametrize("form", ["json", "xml", "csv", "tsv"])
def test_evaluate_counts_the_rows_of(evaluator: Evaluator, form: str) -> None:
    query = f"SELECT ?a ?b {{ VALUES ?a {{ {HUNDRED} }} VALUES ?b {{ 1 2 3 }} }}"
    query = query.replace("1 2 3", "'},{' '<result>' '\\\\n'")

    found = evaluator.evaluate(query, results_formats=[form], max_rows=301)

    assert found.acceptable
    with pytest.raises(QueryStoppedError, match="more than 298 rows"):
        evaluator.evaluate(query, results_formats=[form], max_rows=298)


def test_evaluate_stops_at_the_size_limit(evaluator: Evaluator) -> None:
    start = time.monotonic()
    with pytest.raises(QueryStoppedError) as caught:
        evaluator.evaluate(f"SELECT * {{ {ENDLESS} }}", max_bytes=1 << 20)
    with pytest.raises(QueryStoppedError, match="more than 2 triples"):
        evaluator.evaluate(
            "CONSTRUCT { ?a <urn:p> ?b } WHERE { VALUES ?a { <urn:a> } VALUES ?b { 1 2 3 } }",
            max_rows=2,
        )

    assert caught.value.limit == "size"
    assert time.monotonic() - start < 2


def test_evaluate_refuses_when_all_are_busy(location: Path) -> None:
    stopped: list[str] = []

    def ask() -> None:
        try:
            evaluator.evaluate(f"SELECT (COUNT(*) AS ?n) {{ {ENDLESS} }}", timeout=0.8)
        except QueryStoppedError as error:
            stopped.append(error.limit)

    with (
        open_store(location) as store,
        Evaluator(store.folder, workers=1, queue_seconds=0.1, queue_length=2) as evaluator,
    ):
        evaluator.evaluate("ASK {}")
        threads = [threading.Thread(target=ask) for _ in range(5)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

        assert sorted(stopped) == ["load"] * 4 + ["time"]
        assert evaluator.evaluate("ASK {}").kind == "boolean"


def test_evaluator_serves_several_threads(evaluator: Evaluator) -> None:
    found: list[bytes] = []

    def ask(number: int) -> None:
        for _ in range(25):
            body = evaluator.evaluate(f"SELECT ({number} AS ?n) {{}}", results_formats=["csv"]).body
            assert body == f"n\r\n{number}\r\n".encode()
            found.append(body)

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert len(found) == 100


def test_evaluator_replaces_a_process_that_died_idle(location: Path) -> None:
    with open_store(location) as store, Evaluator(store.folder, workers=1) as evaluator:
        evaluator.evaluate("ASK {}")
        (worker,) = evaluator._idle
        assert worker is not None
        worker._process.kill()
        worker._process.wait()

        assert evaluator.evaluate("ASK {}").kind == "boolean"


def test_evaluator_gives_a_query_to_a_fresh_process_where_the_idle_one_is_killed(
    location: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with open_store(location) as store, Evaluator(store.folder, workers=1) as evaluator:
        evaluator.evaluate("ASK {}")
        (worker,) = evaluator._idle
        assert worker is not None
        worker._process.kill()
        worker._process.wait()
        # Its end can't be seen yet, as between the signal and the death.
        monkeypatch.setattr(worker._process, "poll", lambda: None)

        assert evaluator.evaluate("ASK {}").kind == "boolean"


def test_evaluator_blames_the_store_that_was_removed(tmp_path: Path) -> None:
    with rewrite_store(tmp_path / "store") as draft:
        draft.replace_graph(OTHER, [Quad(OTHER, RL.text, Literal("old"), OTHER)])
    with open_store(tmp_path / "store") as store, Evaluator(store.folder, workers=1) as evaluator:
        shutil.rmtree(tmp_path / "store")

        with pytest.raises(StoreError, match="this generation of the store is gone"):
            evaluator.evaluate("ASK {}")


def test_evaluator_refuses_another_store_in_the_place_of_its_own(tmp_path: Path) -> None:
    for text in ("old", "new"):
        with rewrite_store(tmp_path / text) as draft:
            draft.replace_graph(OTHER, [Quad(OTHER, RL.text, Literal(text), OTHER)])
    old = tmp_path / "old"
    with open_store(old) as store, Evaluator(store.folder, workers=1) as evaluator:
        evaluator.evaluate("ASK {}")
        shutil.rmtree(old)
        (tmp_path / "new").rename(old)

        with pytest.raises(StoreError, match="this generation of the store is gone"):
            evaluator.evaluate("ASK {}")
        late = evaluator._start()
        assert late is not None
        with pytest.raises(StoreError, match="another store has taken the place"):
            late.ask({}, 1.0)
        late.kill()


def test_evaluator_answers_from_its_generation_until_it_is_closed(tmp_path: Path) -> None:
    path = tmp_path / "store"
    with rewrite_store(path) as draft:
        draft.replace_graph(OTHER, [Quad(OTHER, RL.text, Literal("old"), OTHER)])
    with open_store(path) as store:
        evaluator = Evaluator(store.folder, workers=1)
    with rewrite_store(path) as draft:
        draft.replace_graph(OTHER, [Quad(OTHER, RL.text, Literal("new"), OTHER)])

    query = "SELECT ?o { GRAPH ?g { ?s ?p ?o } }"

    assert solutions(evaluator, query) == [{"o": "old"}]
    evaluator.close()
    with pytest.raises(QueryStoppedError, match="the store is being replaced"):
        evaluator.evaluate(query)
    with open_store(path) as store, Evaluator(store.folder, workers=1) as evaluator:
        assert solutions(evaluator, query) == [{"o": "new"}]


def test_evaluator_refuses_a_generation_that_is_gone(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="this generation of the store is gone"):
        Evaluator(tmp_path / "generations" / "000001")


def test_evaluator_processes_end_with_their_parent(location: Path) -> None:
    script = "import sys, os, time, threading\n"
    script += "from pathlib import Path\n"
    script += "from kg.store.evaluator import Evaluator\n"
    script += "evaluator = Evaluator(Path(sys.argv[1]), workers=1)\n"
    script += "evaluator.evaluate('ASK {}')\n"
    script += "print(evaluator._idle[0]._process.pid, flush=True)\n"
    script += "evaluator.evaluate(sys.argv[2], timeout=60)\n"
    endless = f"SELECT (COUNT(*) AS ?n) {{ {ENDLESS} }}"
    with (
        open_store(location) as store,
        subprocess.Popen(
            [sys.executable, "-c", script, str(store.folder), endless],
            stdout=subprocess.PIPE,
            cwd=ROOT,
        ) as parent,
    ):
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        time.sleep(0.1)
        parent.kill()

    deadline = time.monotonic() + 5
    while is_running(child) and time.monotonic() < deadline:
        time.sleep(0.01)
    assert not is_running(child)


def is_running(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(") ")[2]
    except FileNotFoundError:
        return False
    return not state.startswith(("Z", "X"))


def test_evaluator_processes_import_nothing_from_the_folder_that_we_are_in(
    location: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "json.py").write_text("raise SystemExit('not this one')")
    monkeypatch.chdir(tmp_path)

    with open_store(location) as store, Evaluator(store.folder, workers=1) as evaluator:
        assert evaluator.evaluate("ASK {}").kind == "boolean"
        assert os.getcwd() == str(tmp_path)
