"""Another implementation's view: Apache Jena reads the ontology and applies the shapes.

Debian's libapache-jena-java (4.5.0-2) has its copy of Xerces in the package `xerces`, but the
messages of that copy where they were before; so they are laid beside it, or nothing starts.
"""

from __future__ import annotations

import shutil
import subprocess
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import pytest
from pyoxigraph import Quad, RdfFormat, serialize

FOLDER = Path(__file__).parents[2] / "ontology"
JARS = Path("/usr/share/java")
MOVED = "org/apache/jena/ext/xerces/"
CLASH = ("slf4j", "log4j", "maven")

pytestmark = pytest.mark.remote


@pytest.fixture(scope="module")
def jena(missing: Callable[[str], NoReturn], tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The command that runs a class of Jena's."""
    if shutil.which("java") is None or not (JARS / "jena-cmds.jar").is_file():
        missing("no Apache Jena on this machine; apt-get install libapache-jena-java")
    messages = tmp_path_factory.mktemp("jena")
    with zipfile.ZipFile(JARS / "jena-core.jar") as jar:
        for name in jar.namelist():
            if name.startswith(MOVED) and name.endswith(".properties"):
                file = messages / "xerces" / name.removeprefix(MOVED)
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(jar.read(name))
    jars = [jar for jar in sorted(JARS.glob("*.jar")) if not any(c in jar.name for c in CLASH)]
    jars += [JARS / "slf4j-api.jar", JARS / "slf4j-nop.jar"]
    return ["java", "-cp", ":".join(map(str, [messages, *jars]))]


def run(command: list[str], *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*command, *map(str, arguments)], capture_output=True, text=True, timeout=300, check=False
    )


def test_riot_reads_the_modules_without_complaint(jena: list[str]) -> None:
    done = run(jena, "riotcmd.riot", "--validate", *sorted(FOLDER.glob("*.ttl")))

    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_jena_finds_that_the_rulebook_has_its_shapes(
    jena: list[str], rulebook_quads: list[Quad], tmp_path: Path
) -> None:
    data = tmp_path / "rulebook.ttl"
    turtle = serialize((quad.triple for quad in rulebook_quads), format=RdfFormat.N_TRIPLES)
    assert turtle
    names = ("document", "game", "actions", "reused")
    modules = [(FOLDER / f"{name}.ttl").read_bytes() for name in names]
    data.write_bytes(b"\n".join([*modules, turtle]))

    done = run(
        jena, "shacl.shacl_validate", "--shapes", FOLDER / "shapes.ttl", "--data", data, "--text"
    )

    assert done.stderr == ""
    assert done.stdout.strip() == "Conforms"
