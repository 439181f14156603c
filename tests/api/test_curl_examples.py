"""The examples of docs/howto/api.md, run as they stand."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

PAGE = Path(__file__).parents[2] / "docs" / "howto" / "api.md"


def test_every_curl_example_is_answered(address: str, missing: Callable[[str], NoReturn]) -> None:
    if shutil.which("curl") is None:
        missing("no curl on this machine; apt-get install curl")
    blocks = re.findall(r"```sh\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    commands = [line for block in blocks for line in block.splitlines()]
    assert len(commands) >= 30

    for command in commands:
        here = command.replace("http://localhost:8080", address)
        # The exit status tells nothing of a 404 without --fail.
        here = here.replace("curl ", "curl --silent --show-error --fail-with-body ", 1)
        done = subprocess.run(["bash", "-c", here], capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
        assert done.stdout, command
