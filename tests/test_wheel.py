"""The wheel, built, installed in a fresh environment outside the clone, and tried."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The `ruleloom` of an environment that has the wheel and nothing of the clone."""
    folder = tmp_path_factory.mktemp("wheel")
    pip = [sys.executable, "-m", "pip"]
    subprocess.run([*pip, "wheel", "--no-deps", "-q", "-w", folder, ROOT], check=True)
    (wheel,) = folder.glob("ruleloom-*.whl")
    subprocess.run([sys.executable, "-m", "venv", folder / "env"], check=True)
    python = folder / "env" / "bin" / "python"
    subprocess.run([python, "-m", "pip", "install", "-q", wheel], check=True, cwd=folder)
    return folder / "env" / "bin" / "ruleloom"


@pytest.fixture
def server(installed: Path, tmp_path: Path) -> Iterator[str]:
    """The address of the installed server on a store of its own."""
    command = [installed, "serve", "--port", "0", "--store", tmp_path / "store"]
    process = subprocess.Popen(
        command, cwd=tmp_path, stdout=subprocess.PIPE, text=True, start_new_session=True
    )
    assert process.stdout is not None
    try:
        found = re.search(r"http://127\.0\.0\.1:\d+", process.stdout.readline())
        assert found
        yield found.group()
    finally:
        os.kill(process.pid, signal.SIGTERM)
        process.communicate(timeout=30)
        assert process.returncode == 0


def test_wheel_builds_and_shows(installed: Path, tmp_path: Path) -> None:
    store = tmp_path / "store"

    built = subprocess.run(
        [installed, "build", "--store", store], cwd=tmp_path, capture_output=True, text=True
    )
    shown = subprocess.run(
        [installed, "show", "701.8a", "--store", store, "--format", "json"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )

    assert built.returncode == 0, built.stderr
    assert "edition 2026-01-16 (restated): built" in built.stdout
    assert json.loads(shown.stdout)["number"] == "701.8a"


def test_wheel_plays_scenarios_and_checks_citations(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "rules.py").write_text("# CR 701.8a\n", encoding="utf-8")
    scenario = ROOT / "data" / "scenarios" / "702-evasion.yaml"
    store = tmp_path / "store"
    subprocess.run([installed, "build", "--store", store], cwd=tmp_path, check=True)

    played = subprocess.run(
        [installed, "run", scenario, "--store", store, "--format", "json"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    checked = subprocess.run(
        [installed, "cite", "check", "rules.py"], cwd=tmp_path, capture_output=True, text=True
    )

    assert played.returncode == 0, played.stdout + played.stderr
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_wheel_serves(server: str) -> None:
    with urllib.request.urlopen(f"{server}/api/v1/rules/701.8a", timeout=20) as answer:
        assert json.load(answer)["edition"]["date"] == "2026-01-16"
    with urllib.request.urlopen(f"{server}/rules/701.8a", timeout=20) as answer:
        assert "701.8a" in answer.read().decode()


def test_wheel_carries_the_scripts_of_the_pages(installed: Path, server: str) -> None:
    (site,) = (installed.parent.parent / "lib").glob("python*/site-packages")
    with urllib.request.urlopen(f"{server}/", timeout=20) as answer:
        page = answer.read().decode()
    found = re.search(r'<script type="module" src="([^"]+)"', page)

    assert found
    with urllib.request.urlopen(server + found[1], timeout=20) as answer:
        assert answer.headers.get_content_type() == "text/javascript"
    assert not (site / "api" / "web").exists()


def test_wheel_carries_types_and_licences(installed: Path) -> None:
    (site,) = (installed.parent.parent / "lib").glob("python*/site-packages")

    assert (site / "kg" / "py.typed").is_file()
    assert (site / "kg" / "data" / "rulebook" / "LICENSE").is_file()
    assert not (site / "data").exists()
