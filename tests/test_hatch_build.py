"""The build hook: the scripts of the pages are made once, and a failure is one line."""

from __future__ import annotations

import importlib.util
import sys
import types
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


@pytest.fixture
def hook(monkeypatch: pytest.MonkeyPatch) -> types.ModuleType:
    """The hook's module, as hatchling loads it; only pip's build has hatchling."""
    interface = types.ModuleType("hatchling.builders.hooks.plugin.interface")
    interface.BuildHookInterface = object  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, interface.__name__, interface)
    spec = importlib.util.spec_from_file_location("hatch_build", ROOT / "hatch_build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def web(tmp_path: Path) -> Path:
    (tmp_path / "web" / "src").mkdir(parents=True)
    (tmp_path / "web" / "src" / "site.ts").write_text("export {};", encoding="utf-8")
    return tmp_path / "web"


def test_scripts_of_the_same_sources_are_made_once(
    hook: types.ModuleType, web: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    built, asked = web.parent / "built", []
    built.mkdir()
    monkeypatch.setattr(hook, "_npm", lambda _, *words: asked.append(words[0]))

    hook.build_web(web, built)
    hook.build_web(web, built)
    (web / "src" / "site.ts").write_text("export const changed = 1;", encoding="utf-8")
    hook.build_web(web, built)

    assert asked == ["ci", "run", "ci", "run"]


def test_unreachable_registry_is_told_in_one_line(hook: types.ModuleType) -> None:
    output = (
        "npm error code ENOTFOUND\n"
        "npm error request to https://npm.invalid/vite failed, reason: getaddrinfo ENOTFOUND\n"
        "npm error A complete log of this run can be found in: /tmp/log\n"
    )

    assert hook._reason(output).startswith("request to https://npm.invalid/vite failed")


@pytest.mark.parametrize("wish", ["", "skip"])
def test_build_goes_on_without_scripts(
    hook: types.ModuleType, wish: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    builder, warnings = hook.WebBuildHook(), []
    builder.root = "/nowhere"
    builder.app = types.SimpleNamespace(display_warning=warnings.append)
    monkeypatch.setenv("RULELOOM_WEB", wish)
    monkeypatch.setattr(hook, "build_web", _fail(hook))

    builder.initialize("standard", {})

    assert warnings == ([] if wish else ["npm failed; the pages will work without scripts"])


def test_build_fails_without_scripts_where_they_are_required(
    hook: types.ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    builder = hook.WebBuildHook()
    builder.root = "/nowhere"
    builder.app = types.SimpleNamespace(abort=sys.exit)
    monkeypatch.setenv("RULELOOM_WEB", "require")
    monkeypatch.setattr(hook, "build_web", _fail(hook))

    with pytest.raises(SystemExit, match="npm failed"):
        builder.initialize("standard", {})


def _fail(hook: types.ModuleType) -> Callable[..., None]:
    def build_web(*_: Path) -> None:
        raise hook.WebBuildError("npm failed")

    return build_web
