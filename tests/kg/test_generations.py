"""What a store promises whatever happens to its writers: the last good generation can be read."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pyoxigraph import Literal, Quad

from kg.errors import StoreError, StoreLockedError, StoreMissingError
from kg.store.embedded import open_store, rewrite_store
from kg.store.generations import open_generation, write_generation

ROOT = Path(__file__).parents[2]

# Forks a writer a line of input (a path, and where it is to be killed, or nothing), which is much
# faster than to start one anew. It writes round after round.
NURSERY = """
import datetime as dt, importlib, json, os, signal, sys
from pyoxigraph import Literal, NamedNode, Quad
from kg.model import EditionKey
from kg.search import Document
from kg.store.embedded import rewrite_store

KEY = EditionKey(dt.date(2001, 2, 3))
GRAPH = NamedNode("https://example.org/graph")
ROUND = NamedNode("https://example.org/round")

def write(path, number, *, quads=60):
    with rewrite_store(path) as draft:
        draft.replace_graph(GRAPH, (
            Quad(NamedNode(f"https://example.org/{i}"), ROUND, Literal(number), GRAPH)
            for i in range(quads)
        ))
        document = Document(kind="rule", name="100.1", text=f"round {number}")
        draft.index.replace_edition(KEY, [document])

def kill_at(point):
    place, name, when = point.split(":")
    module, _, attribute = place.partition("/")
    owner = importlib.import_module(module)
    owner = getattr(owner, attribute) if attribute else owner
    original = getattr(owner, name)
    def patched(*args, **options):
        if when == "before":
            os.kill(os.getpid(), signal.SIGKILL)
        original(*args, **options)
        os.kill(os.getpid(), signal.SIGKILL)
    setattr(owner, name, patched)

def work(path, point):
    if point:
        kill_at(point)
    for number in range(1, 10_000):
        write(path, number)

if __name__ == "__main__":
    for line in sys.stdin:
        child = os.fork()
        if not child:
            work(*json.loads(line))
        print("writer", child, flush=True)
        print("ended", os.waitpid(child, 0)[1], flush=True)
"""
_SCRIPT: dict[str, Any] = {"__name__": "nursery"}
exec(NURSERY, _SCRIPT)
KEY, GRAPH, ROUND, write = (_SCRIPT[name] for name in ("KEY", "GRAPH", "ROUND", "write"))


class Nursery:
    """Writers in processes of their own, one at a time."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", NURSERY],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": str(ROOT)},
        )

    def start(self, path: Path, point: str = "") -> int:
        """The process id of a new writer."""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps([str(path), point]) + "\n")
        self._process.stdin.flush()
        return self._number("writer")

    def wait(self) -> int:
        """The signal that ended the writer."""
        return self._number("ended")

    def _number(self, expected: str) -> int:
        assert self._process.stdout is not None
        word, number = self._process.stdout.readline().split()
        assert word == expected
        return int(number)

    def close(self) -> None:
        with self._process:
            self._process.kill()


@pytest.fixture(scope="module")
def nursery() -> Iterator[Nursery]:
    nursery = Nursery()
    yield nursery
    nursery.close()


def read(path: Path) -> tuple[int, str]:
    """The one number that all quads bear, and the document's text."""
    with open_store(path) as store:
        rows = list(store.query("SELECT ?o { ?s ?p ?o }", default_graph=[GRAPH]))
        (number,) = {int(row["o"].value) for row in rows}
        assert len(rows) == 60
        (hit,) = store.search("round", edition=KEY)
        return number, hit.text


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("generations") / "store"
    write(path, 0)
    return path


@pytest.fixture
def store(written: Path, tmp_path: Path) -> Path:
    """A store of one generation, of round 0."""
    return Path(shutil.copytree(written, tmp_path / "store", symlinks=True))


def generations(path: Path) -> list[str]:
    return sorted(entry.name for entry in (path / "generations").iterdir())


def test_open_generation_says_how_to_make_a_missing_store(tmp_path: Path) -> None:
    with pytest.raises(StoreMissingError) as caught:
        open_generation(tmp_path / "none")

    assert str(caught.value) == f"{tmp_path}/none: no store here yet; `ruleloom build` makes one"


def test_open_generation_refuses_a_plain_file(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("words")

    with pytest.raises(StoreError, match="is a file, not the folder of a store"):
        open_generation(tmp_path / "file")


@pytest.mark.parametrize("name", ["file", "file/below"])
def test_write_generation_refuses_a_plain_file(tmp_path: Path, name: str) -> None:
    (tmp_path / "file").write_text("words")

    with pytest.raises(StoreError), write_generation(tmp_path / name):
        pytest.fail("a file was taken for a store")

    assert (tmp_path / "file").read_text() == "words"


def test_write_generation_leaves_a_folder_that_is_no_store_alone(tmp_path: Path) -> None:
    (tmp_path / "generations").mkdir()
    (tmp_path / "generations" / "000001").mkdir()
    (tmp_path / "lock").touch()

    with pytest.raises(StoreError) as caught, write_generation(tmp_path):
        pytest.fail("a foreign folder was taken for a store")

    assert caught.value.problem == "is neither empty nor a store; name another folder"
    assert (tmp_path / "generations" / "000001").is_dir()


def test_write_generation_refuses_a_store_of_a_newer_layout(store: Path) -> None:
    (store / "ruleloom-store").write_text("2\n")

    with pytest.raises(StoreError, match="made by a newer ruleloom"), write_generation(store):
        pytest.fail("a newer store was opened")


def test_write_generation_starts_from_the_current_one(store: Path) -> None:
    with rewrite_store(store) as draft:
        draft.rdf.add(Quad(GRAPH, ROUND, Literal("more"), ROUND))

    assert read(store) == (0, "round 0")


def test_write_generation_removes_what_nobody_reads(store: Path) -> None:
    write(store, 1)

    assert generations(store) == ["000002"]
    assert sorted(os.listdir(store / "generations" / "000002")) == [
        "in-use",
        "rdf",
        "search.sqlite",
        "version",
    ]


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt, SystemExit])
def test_write_generation_keeps_the_old_one_after(store: Path, error: type[BaseException]) -> None:
    def fail() -> None:
        with rewrite_store(store) as draft:
            draft.drop_graph(GRAPH)
            raise error

    with pytest.raises(error):
        fail()

    assert generations(store) == ["000001"]
    assert read(store) == (0, "round 0")


def test_write_generation_survives_an_interrupt_right_after_the_swap(
    store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.replace

    def replace_and_stop(source: Path, target: Path) -> None:
        real(source, target)
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", replace_and_stop)
    with pytest.raises(KeyboardInterrupt):
        write(store, 1)

    monkeypatch.undo()
    assert read(store) == (1, "round 1")


def test_write_generation_is_for_one_writer_at_a_time(store: Path) -> None:
    with write_generation(store, purpose="validate"), pytest.raises(StoreLockedError) as caught:
        write(store, 1)

    assert caught.value.holder == f"process {os.getpid()} (validate)"
    assert caught.value.problem.endswith("is writing to this store; try again when it has ended")
    write(store, 2)
    assert read(store) == (2, "round 2")


def test_write_generation_names_the_other_process(store: Path, tmp_path: Path) -> None:
    script = "import sys; from kg.store.generations import *\n"
    script += "with write_generation(sys.argv[1]): print('in', flush=True); sys.stdin.read()"
    other = subprocess.Popen(
        [sys.executable, "-c", script, str(store)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=ROOT,
    )
    with other:
        assert other.stdout is not None
        other.stdout.readline()

        with pytest.raises(StoreLockedError) as caught:
            write(store, 1)

        other.kill()
    assert caught.value.holder == f"process {other.pid} (build)"
    write(store, 1)
    assert read(store) == (1, "round 1")


def test_write_generation_refuses_another_version_than_expected(store: Path) -> None:
    with open_store(store) as opened:
        version = opened.version
    write(store, 1)

    with pytest.raises(StoreError) as caught, rewrite_store(store, expecting=version):
        pytest.fail("what another process wrote would be lost")

    assert caught.value.problem == "another process has written to it in the meantime; start again"
    assert read(store) == (1, "round 1")


def test_write_generation_can_expect_that_there_is_no_store(tmp_path: Path) -> None:
    with rewrite_store(tmp_path / "store", expecting=None):
        pass

    with pytest.raises(StoreError), rewrite_store(tmp_path / "store", expecting=None):
        pytest.fail("there is a store now")


def test_generation_stays_while_it_is_read(store: Path) -> None:
    opened = open_store(store)
    write(store, 1)
    write(store, 2)

    rows = list(opened.query("SELECT DISTINCT ?o { ?s ?p ?o }", default_graph=[GRAPH]))

    assert [row["o"].value for row in rows] == ["0"]
    assert generations(store) == ["000001", "000003"]
    opened.close()
    assert generations(store) == ["000003"]


def test_generation_outlives_the_first_of_its_readers(store: Path) -> None:
    first, second = open_store(store), open_store(store)
    write(store, 1)

    first.close()

    assert generations(store) == ["000001", "000002"]
    second.close()
    assert generations(store) == ["000002"]


def test_generation_has_a_version_of_its_own(tmp_path: Path) -> None:
    versions = set()
    for name in ("one", "two"):
        write(tmp_path / name, 0)
        with open_store(tmp_path / name) as opened:
            versions.add(opened.version)

    assert len(versions) == 2
    assert {version.partition("-")[0] for version in versions} == {"000001"}


def test_write_generation_reports_a_full_disk_in_one_line(store: Path) -> None:
    script = NURSERY.partition("if __name__")[0] + (
        "import resource\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, 200_000))\n"
        "try: write(sys.argv[1], 1, quads=20_000)\n"
        "except Exception as error: print(type(error).__name__, error)"
    )

    done = subprocess.run(
        [sys.executable, "-c", script, str(store)], capture_output=True, text=True, cwd=ROOT
    )

    assert done.stdout == f"StoreError {store}/generations/000002: file too large\n"
    assert read(store) == (0, "round 0")


def test_write_generation_reports_a_folder_that_it_may_not_write() -> None:
    # Where not even root may make a folder.
    with (
        pytest.raises(StoreError, match=r"not permitted|denied|read-only"),
        write_generation(Path("/sys/ruleloom-store")),
    ):
        pytest.fail("the folder isn't writable")


def test_generations_survive_writers_killed_at_any_moment(store: Path, nursery: Nursery) -> None:
    moments = random.Random(701)
    for _ in range(20):
        writer = nursery.start(store)
        time.sleep(moments.random() * 0.2)
        os.kill(writer, signal.SIGKILL)

        assert nursery.wait() == signal.SIGKILL
        number, text = read(store)
        assert text == f"round {number}"

    write(store, 99)
    assert read(store) == (99, "round 99")
    assert len(generations(store)) == 1


@pytest.mark.parametrize(
    ("point", "number"),
    [
        pytest.param("kg.store.generations:_claim:before", 0, id="before-anything"),
        pytest.param("kg.store.generations:_copy:before", 0, id="with-an-empty-folder"),
        pytest.param("kg.store.generations:_begin:after", 0, id="with-a-copy"),
        pytest.param("kg.store.embedded/Draft:replace_graph:after", 0, id="half-written"),
        pytest.param("kg.store.embedded/Draft:finish:before", 0, id="written"),
        pytest.param("shutil:rmtree:before", 0, id="with-two-rdf-folders"),
        pytest.param("shutil:rmtree:after", 0, id="with-its-rdf-folder-not-in-place"),
        pytest.param("kg.store.generations:_seal:before", 0, id="unsealed"),
        pytest.param("kg.store.generations:_seal:after", 0, id="sealed"),
        pytest.param("os:replace:before", 0, id="with-the-new-link"),
        pytest.param("os:replace:after", 1, id="swapped"),
        pytest.param("kg.store.generations:_swap:after", 1, id="before-the-old-one-goes"),
        pytest.param("kg.store.generations:_remove:before", 1, id="going-to-remove-the-old-one"),
        pytest.param("kg.store.generations:_remove:after", 1, id="done"),
    ],
)
def test_generations_survive_a_writer_killed(
    store: Path, nursery: Nursery, point: str, number: int
) -> None:
    nursery.start(store, point)

    assert nursery.wait() == signal.SIGKILL
    assert read(store) == (number, f"round {number}")
    write(store, 7)
    assert read(store) == (7, "round 7")
    assert len(generations(store)) == 1


def test_generations_can_be_read_while_they_are_replaced(store: Path, nursery: Nursery) -> None:
    writer = nursery.start(store)
    numbers = []
    for _ in range(30):
        number, text = read(store)
        assert text == f"round {number}"
        numbers.append(number)
    os.kill(writer, signal.SIGKILL)
    nursery.wait()

    assert numbers == sorted(numbers)
    assert numbers[-1] > numbers[0]
