"""The command line as a process: what it prints where, and with which status it ends."""

from __future__ import annotations

import csv
import io
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pyoxigraph
import pytest

from kg.store import open_store


def run(*args: str | Path, store: Path | None = None) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "kg.cli", *map(str, args)]
    if store:
        command += ["--store", str(store)]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


@pytest.fixture
def store(embedded_store: Path) -> Path:
    return embedded_store


def test_show_prints_a_rule_with_what_lies_around_it(store: Path) -> None:
    done = run("show", "701.8", store=store)

    lines = done.stdout.splitlines()
    assert done.returncode == 0
    assert lines[0] == ("edition 2026-01-16 (restated) > 7 Additional Rules > 701 Keyword Actions")
    assert lines[1] == "701.8 Destroy"
    assert [line.split()[0] for line in lines[2:5]] == ["701.8a", "701.8b", "701.8c"]


def test_show_as_json_has_the_fields_of_the_export(store: Path) -> None:
    shown = json.loads(run("show", "701.8a", "--format", "json", store=store).stdout)

    assert shown["number"] == "701.8a"
    assert shown["parent"] == "701.8"
    assert (shown["edition"], shown["restated"]) == ("2026-01-16", True)


@pytest.mark.parametrize(
    ("args", "message"),
    [
        pytest.param(["show", "x"], "'x' is no rule number: expected one like 7,", id="no-number"),
        pytest.param(
            ["show", "701.8z"],
            "edition 2026-01-16 (restated) prints no rule 701.8z; did",
            id="none",
        ),
        pytest.param(
            ["show", "7", "--edition", "2001-01-01"],
            "the store has no edition 2001-01-01",
            id="date",
        ),
        pytest.param(["query", "most-cite"], "no query named most-cite in the gallery", id="name"),
        pytest.param(["query", "-e", "SELECT * {"], "line 1, column ", id="syntax"),
        pytest.param(["build", "nowhere.txt"], "nowhere.txt: no such file", id="file"),
    ],
)
def test_wrong_use_is_one_line_and_status_2(store: Path, args: list[str], message: str) -> None:
    done = run(*args, store=store)

    assert done.returncode == 2
    assert done.stdout == ""
    errors = [line for line in done.stderr.splitlines() if not line.endswith("...")]
    assert len(errors) == 1
    assert errors[0].startswith(f"ruleloom: {message}")


def test_query_asks_no_other_server(store: Path) -> None:
    done = run(
        "query", "-e", "SELECT * { SERVICE <http://127.0.0.1:9/> { ?s ?p ?o } }", store=store
    )

    assert done.returncode == 2
    assert done.stderr == "ruleloom: SERVICE is off: a query may not ask other servers\n"


def test_pipe_is_no_document(store: Path, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")

    done = run("build", tmp_path / "pipe", store=store)

    assert done.returncode == 2
    assert "is no file: a device, a pipe or a socket" in done.stderr


def test_output_that_cant_be_written_is_one_line(store: Path) -> None:
    command = f"{sys.executable} -m kg.cli export --store {store} > /dev/full"

    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)

    assert done.returncode == 2
    assert done.stderr.startswith("ruleloom: the output can't be written")


def test_debug_shows_the_traceback(store: Path) -> None:
    done = run("--debug", "show", "x", store=store)

    assert "Traceback" in done.stderr


@pytest.mark.slow
def test_reading_builds_the_embedded_rulebook_where_there_is_no_store(tmp_path: Path) -> None:
    done = run("show", "701.8a", store=tmp_path / "new")

    assert done.returncode == 0
    assert done.stderr == (
        f"no store at {tmp_path / 'new'} yet: building the embedded rulebook there\n"
    )


def test_search_finds_words_in_the_order_of_their_worth(store: Path) -> None:
    done = run("search", "last known information", "--format", "json", store=store)

    hits = json.loads(done.stdout)
    assert hits[0]["name"] == "Last Known Information"
    assert "608.2h" in [hit["name"] for hit in hits[:5]]


def test_search_of_a_number_finds_the_rule(store: Path) -> None:
    done = run("search", "702.19b", "--format", "jsonl", store=store)

    assert json.loads(done.stdout.splitlines()[0])["name"] == "702.19b"


def test_query_answers_in_the_format_asked(store: Path) -> None:
    text = 'SELECT ?text WHERE { ?r rl:number "701.8a" ; rl:text ?text }'

    as_json = json.loads(run("query", "-e", text, "--format", "json", store=store).stdout)
    as_csv = run("query", "-e", text, "--format", "csv", store=store).stdout
    plain = run("query", "-e", text, store=store).stdout

    (binding,) = as_json["results"]["bindings"]
    assert list(csv.reader(io.StringIO(as_csv))) == [["text"], [binding["text"]["value"]]]
    assert plain.splitlines() == ["text", binding["text"]["value"]]


def test_query_takes_a_file_and_a_name(store: Path, tmp_path: Path) -> None:
    file = tmp_path / "ask.rq"
    file.write_text('ASK { ?r rl:number "701.8a" }')

    assert run("query", file, store=store).stdout == "true\n"
    assert run("query", "most-cited", store=store).stdout.startswith("number\theading\tcited_by\n")


def test_query_without_a_name_lists_the_gallery(store: Path) -> None:
    names = [line.split("\t")[0] for line in run("query", store=store).stdout.splitlines()]

    assert {"most-cited", "dangling"} <= set(names)


def test_query_constructs_turtle(store: Path) -> None:
    text = "CONSTRUCT { ?r rl:cites ?o } WHERE { ?r rl:cites ?o } LIMIT 3"

    turtle = run("query", "-e", text, store=store).stdout

    assert len(list(pyoxigraph.parse(turtle, pyoxigraph.RdfFormat.TURTLE))) == 3


def test_stats_count_each_edition(store: Path) -> None:
    rows = json.loads(run("stats", "--format", "json", store=store).stdout)

    assert (rows[-1]["edition"], rows[-1]["restated"]) == ("2026-01-16", True)
    assert rows[-1]["rules"] > 900


def test_output_into_a_closed_pipe_ends_quietly(store: Path) -> None:
    command = f"{sys.executable} -m kg.cli export --format nt --store {store} | head -1"

    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)

    assert done.stderr == ""


@pytest.mark.slow
def test_killed_build_leaves_the_old_store_readable(
    embedded_store: Path, shared: Path, tmp_path: Path
) -> None:
    store = Path(shutil.copytree(embedded_store, tmp_path / "store", symlinks=True))
    with open_store(store) as opened:
        before = opened.version
    source = shared / "editions" / "2026-01-16.txt"
    command = [sys.executable, "-m", "kg.cli", "build", str(source), "--store", str(store)]

    # A whole build takes some 3 s; it is killed while it reads, annotates and stores.
    for moment in range(1, 12):
        process = subprocess.Popen(command, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        time.sleep(0.25 * moment)
        if process.poll() is not None:
            break
        os.kill(process.pid, signal.SIGKILL)
        process.wait()

        with open_store(store) as opened:
            if opened.version != before:
                break
            assert [info.key.name for info in opened.editions()][-1] == "2026-01-16"
            assert opened.search("destroy")

    assert moment > 4
    assert subprocess.run(command, capture_output=True, check=False).returncode == 0
    with open_store(store) as opened:
        assert "edition/2026-01-16" in [info.key.path for info in opened.editions()]


def test_show_imports_nothing_that_takes_long(store: Path) -> None:
    """It answers in a few tenths of a second, most of which Python takes to start."""
    script = (
        "import sys; from kg.cli import root; "
        f"root.main(['show', '701.8a', '--store', {str(store)!r}], standalone_mode=False); "
        "heavy = {'spacy', 'rdflib', 'networkx', 'flask', 'numpy', 'scipy', 'pyshacl'}; "
        "sys.exit(', '.join(sorted(heavy & set(sys.modules))) or 0)"
    )

    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)

    assert (done.returncode, done.stderr) == (0, "")
    assert "701.8a" in done.stdout
