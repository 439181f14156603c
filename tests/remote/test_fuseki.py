"""ruleloom over a real Apache Jena Fuseki: building, reading, serving, and its going away."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from pyoxigraph import QuerySolutions

from api import create_app
from kg.build import build
from kg.cli import root
from kg.errors import QueryError, StoreError, StoreMissingError
from kg.model import Edition, RuleNumber
from kg.store import open_store, rewrite_store
from kg.store.client import Endpoint
from kg.store.reading import read_edition, read_rule

Start = Callable[..., AbstractContextManager[Any]]
pytestmark = pytest.mark.remote
ROOT = Path(__file__).parents[2]
RULEBOOK = ROOT / "data" / "rulebook" / "2026-01-16.txt"
OLDER = ROOT / "data" / "rulebook" / "2017-09-29.txt"


@pytest.fixture(scope="module")
def address(fuseki: Any) -> str:
    report = build([RULEBOOK], fuseki.address)
    assert not report.failures
    return fuseki.address


def test_edition_read_back_is_equal(address: str, tmp_path: Path) -> None:
    build([RULEBOOK], tmp_path / "store")
    with open_store(address) as remote, open_store(tmp_path / "store") as local:
        key = remote.find_edition()
        assert read_edition(remote, key) == read_edition(local, key)


def test_search_and_words_in_sparql_work(address: str) -> None:
    with open_store(address) as store:
        assert store.search("lethal damage")[0].name
        rows = store.query("SELECT ?n { ?r rl:search 'lethal damage' ; rl:number ?n }")
        assert isinstance(rows, QuerySolutions)
        assert "702.2c" in {row["n"].value for row in rows}


def test_machine_without_the_index_makes_it(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    with open_store(address) as store:
        assert store.search("lethal damage")[0].name


def test_query_at_fault_names_its_place(address: str) -> None:
    with open_store(address) as store, pytest.raises(QueryError) as caught:
        store.query("SELECT * {\n ?s ?p }")
    assert caught.value.line is not None


@pytest.mark.parametrize(
    "command",
    [
        ["show", "701.8a"],
        ["search", "destroy"],
        ["stats"],
        ["query", "-e", "ASK { ?r rl:number '701.8a' }"],
    ],
)
def test_commands_take_the_address(address: str, command: list[str]) -> None:
    result = CliRunner().invoke(root, [*command, "--store", address])

    assert result.exit_code == 0, result.output
    assert result.output


def test_unchanged_document_isnt_built_again(address: str) -> None:
    with open_store(address) as store:
        before = store.version
    assert not build([RULEBOOK], address).failures
    with open_store(address) as store:
        assert store.version == before


def test_api_suite_passes_over_it(start: Start, tmp_path: Path) -> None:
    files = "json_api pages resources sparql openapi negotiation compression".split()
    with start(tmp_path / "tdb") as server:
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider",
             *(f"tests/api/test_{name}.py" for name in files)],
            cwd=ROOT,
            env={**os.environ, "RULELOOM_TEST_STORE": server.address},
            capture_output=True,
            text=True,
            timeout=900,
        )  # fmt: skip
    assert done.returncode == 0, done.stdout[-3000:]


def test_endpoint_without_a_store_says_so(start: Start, tmp_path: Path) -> None:
    with (
        start(tmp_path / "tdb") as server,
        pytest.raises(StoreMissingError),
    ):
        open_store(server.address)


def test_login_is_wanted_and_given(start: Start, tmp_path: Path) -> None:
    users = tmp_path / "users"
    users.write_text("ann: secret\n", encoding="utf-8")
    options = [f"--passwd={users}", "--auth=basic"]
    with start(tmp_path / "tdb", *options) as server:
        with pytest.raises(StoreError, match="wants another login"):
            open_store(server.address)
        known = server.address.replace("http://", "http://ann:secret@")
        assert not build([OLDER], known).failures
        with open_store(known) as store:
            assert "secret" not in repr(store.version)
            assert read_rule(store, store.find_edition(), RuleNumber.parse("701.7a")).text


def test_server_that_goes_away_in_a_build_has_nothing_half_written(
    start: Start, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with start(tmp_path / "tdb") as server:
        build([OLDER], server.address)
        whole = Endpoint.update

        def die(self: Endpoint, text: str) -> None:
            if "MOVE" in text:
                server.process.kill()
                server.process.wait()
            whole(self, text)

        monkeypatch.setattr(Endpoint, "update", die)
        with pytest.raises(StoreError, match="can't be reached"):
            build([RULEBOOK], server.address)
        monkeypatch.undo()
    with start(tmp_path / "tdb") as server:
        with open_store(server.address) as store:
            assert [str(info.key) for info in store.editions()] == ["2017-09-29 (restated)"]
        assert not build([RULEBOOK], server.address).failures
        with open_store(server.address) as store:
            assert len(store.editions()) == 2
            assert not [g for g in store.graphs() if "loading" in g.value]  # type: ignore[attr-defined]


def test_server_that_goes_away_is_a_503_and_comes_back(start: Start, tmp_path: Path) -> None:
    with start(tmp_path / "tdb") as server:
        build([OLDER], server.address)
        app = create_app(server.address, {"STORE_CHECK_SECONDS": 0.0})
        client = app.test_client()
        assert client.get("/api/v1/rules/701.7a").status_code == 200
        server.stop()
        answer = client.get("/sparql?query=ASK%7B%3Fs%20%3Fp%20%3Fo%7D")
        assert (answer.status_code, answer.mimetype) == (503, "application/problem+json")
        assert "Retry-After" in answer.headers
    app.extensions["live_store"].close()


def test_other_writer_is_named(address: str) -> None:
    busy = pytest.raises(StoreError, match="is writing to this store")
    with rewrite_store(address), busy, rewrite_store(address):
        pass


def test_many_readers_at_once(address: str) -> None:
    failures: list[Exception] = []

    def read() -> None:
        try:
            for _ in range(5):
                edition: Edition = read_edition(store, store.find_edition())
                assert edition.rules
        except Exception as error:
            failures.append(error)

    with open_store(address) as store:
        threads = [threading.Thread(target=read) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert failures == []
