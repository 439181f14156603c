"""Trees: what is looked at, and bytes that come back as they were."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.citations.files import decode, iter_files
from kg.errors import SourceError


def tree(root: Path, **files: str) -> Path:
    """A folder with files; two underscores part folders, a leading one is a period."""
    for name, text in files.items():
        path = root / name.replace("__", "/").replace("_dot_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


def listed(root: Path) -> list[str]:
    """The files found below a folder."""
    return [path.relative_to(root).as_posix() for path in iter_files([root])]


def test_gitignore_is_honoured_at_every_level(tmp_path: Path) -> None:
    root = tree(
        tmp_path,
        _dot_gitignore="*.log\nbuild/\n!keep.log\n",
        a_dot_rs="", x_dot_log="", keep_dot_log="", build__a_dot_rs="",
        src___dot_gitignore="/made.rs\n!x.log\n", src__made_dot_rs="", src__deep__made_dot_rs="",
        src__x_dot_log="", _dot_git__HEAD="",
    )  # fmt: skip

    assert listed(root) == [
        ".gitignore", "a.rs", "keep.log", "src/.gitignore", "src/deep/made.rs", "src/x.log",
    ]  # fmt: skip


def test_gitignore_above_the_folder_counts_within_its_repository(tmp_path: Path) -> None:
    tree(tmp_path, _dot_gitignore="*.gen\n", src__a_dot_gen="", src__b_dot_rs="", _dot_git__x="")

    assert listed(tmp_path / "src") == ["b.rs"]
    assert list(iter_files([tmp_path / "src" / "a.gen"])) == [tmp_path / "src" / "a.gen"]


def test_links_are_left_out_and_each_file_comes_once(tmp_path: Path) -> None:
    tree(tmp_path, src__a_dot_rs="")
    (tmp_path / "again").symlink_to(tmp_path / "src")

    assert list(iter_files([tmp_path, tmp_path / "src" / "a.rs"])) == [tmp_path / "src" / "a.rs"]


def test_a_missing_path_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="no such file or folder"):
        list(iter_files([tmp_path / "nowhere"]))


@pytest.mark.parametrize("data", [b"\x7fELF\x00\x01", b"\xff\xfe\x00", b"PK\x03\x04\x00"])
def test_binaries_have_no_text(data: bytes) -> None:
    assert decode(data) is None


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252", "latin-1"])
def test_any_encoding_comes_back(encoding: str) -> None:
    data = "// CR 601.2f–h: “é”\r\n".replace("“", "" if encoding == "latin-1" else "“").replace(
        "–", "-" if encoding == "latin-1" else "–"
    ).replace("”", "").encode(encoding)  # fmt: skip
    decoded = decode(data)

    assert decoded is not None
    assert "601.2f" in decoded.text
    assert decoded.encode(decoded.text) == data


@given(st.binary(max_size=200))
def test_bytes_come_back(data: bytes) -> None:
    decoded = decode(data)

    assert decoded is None or decoded.encode(decoded.text) == data
