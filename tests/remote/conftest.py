"""A real Apache Jena Fuseki, started for the tests from Maven's jar."""

from __future__ import annotations

import contextlib
import functools
import os
import shutil
import socket
import subprocess
import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NoReturn

import pytest

VERSION = "5.5.0"
ARTIFACT = f"org.apache.jena:jena-fuseki-server:{VERSION}"
JAR = f"org/apache/jena/jena-fuseki-server/{VERSION}/jena-fuseki-server-{VERSION}.jar"


@dataclass
class Fuseki:
    """A running server.

    Attributes:
        address: of its dataset.
    """

    process: subprocess.Popen[bytes]
    address: str

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(30)


@pytest.fixture(scope="session")
def fuseki_jar(missing: Callable[[str], NoReturn]) -> Path:
    """Fuseki's jar, by Maven where this machine hasn't it yet."""
    repository = Path(os.environ.get("M2_REPOSITORY", Path.home() / ".m2" / "repository"))
    jar = repository / JAR
    if not jar.is_file():
        maven, java = shutil.which("mvn"), shutil.which("java")
        if maven is None or java is None:
            missing("no Java and Maven for Apache Jena Fuseki; apt-get install maven")
        fetch = [maven, "-q", "dependency:get", f"-Dartifact={ARTIFACT}", "-Dtransitive=false"]
        subprocess.run(fetch, check=True, timeout=300)
    return jar


@contextlib.contextmanager
def start_fuseki(jar: Path, folder: Path, *options: str) -> Iterator[Fuseki]:
    """A server with a TDB2 dataset at /ds in the folder."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    folder.mkdir(exist_ok=True)
    command = ["java", "-Xmx1g", "-jar", str(jar), "--localhost", f"--port={port}", "--update"]
    process = subprocess.Popen(
        [*command, "--tdb2", f"--loc={folder}", *options, "/ds"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        cwd=folder,
    )
    server = Fuseki(process, f"http://127.0.0.1:{port}/ds")
    try:
        _await(server)
        yield server
    finally:
        process.kill()
        process.wait()


def _await(server: Fuseki) -> None:
    deadline = time.monotonic() + 60
    while True:
        try:
            urllib.request.urlopen(f"{server.address}?query=ASK%7B%7D", timeout=5).close()
            return
        except OSError as error:
            if getattr(error, "code", None) == 401:
                return
            if time.monotonic() > deadline or server.process.poll() is not None:
                raise
            time.sleep(0.3)


@pytest.fixture(scope="session", autouse=True)
def _cache_of_our_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The indexes of remote stores go to a folder of the tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path_factory.mktemp("cache")))
        patch.delenv("RULELOOM_STORE", raising=False)
        yield


@pytest.fixture(scope="session")
def start(fuseki_jar: Path) -> Callable[..., contextlib.AbstractContextManager[Fuseki]]:
    """`start(folder, *options)`: a server of the test's own."""
    return functools.partial(start_fuseki, fuseki_jar)


@pytest.fixture(scope="session")
def fuseki(fuseki_jar: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Fuseki]:
    """A server for reading: the tests build into it once."""
    with start_fuseki(fuseki_jar, tmp_path_factory.mktemp("fuseki") / "tdb") as server:
        yield server
