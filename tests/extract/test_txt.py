"""Bytes to lines: encodings, line ends, and what is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extract.readers import read_lines
from extract.readers.txt import MAX_BYTES, MAX_LINE
from kg.errors import SourceError

TEXT = "100.1. Dandân’s controller sacrifices it – always.\n100.2. Juzám waits."


@pytest.mark.parametrize(
    ("encoding", "named"),
    [
        pytest.param("utf-8", "utf-8", id="utf-8"),
        pytest.param("utf-8-sig", "utf-8", id="utf-8-with-mark"),
        pytest.param("utf-16", "utf-16", id="utf-16-with-mark"),
        pytest.param("utf-16-le", "utf-16-le", id="utf-16-without-mark"),
        pytest.param("utf-16-be", "utf-16-be", id="utf-16-be-without-mark"),
        pytest.param("cp1252", "cp1252", id="windows"),
        pytest.param("mac_roman", "mac_roman", id="old-mac"),
    ],
)
def test_read_lines_finds_the_encoding(encoding: str, named: str) -> None:
    lines = read_lines(TEXT.encode(encoding), name="rules.txt")

    assert lines.encoding == named
    assert lines.lines == tuple(TEXT.split("\n"))


def test_read_lines_takes_dos_letters_for_dos() -> None:
    lines = read_lines("Dandân and Juzám, ASCII elsewhere".encode("cp437"), name="rules.txt")

    assert lines.encoding == "cp437"
    assert lines.lines == ("Dandân and Juzám, ASCII elsewhere",)


@pytest.mark.parametrize(
    ("end", "named"), [("\r\n", "CRLF"), ("\n", "LF"), ("\r", "CR")], ids=["CRLF", "LF", "CR"]
)
def test_read_lines_splits_at_every_line_end(end: str, named: str) -> None:
    lines = read_lines(f"one{end}{end}two".encode(), name="rules.txt")

    assert lines.lines == ("one", "", "two")
    assert lines.line_end == named


def test_read_lines_splits_mixed_line_ends() -> None:
    lines = read_lines(b"one\r\ntwo\rthree\nfour", name="rules.txt")

    assert lines.lines == ("one", "two", "three", "four")
    assert lines.line_end == "mixed"


def test_read_lines_keeps_no_form_feed_or_invisible_mark() -> None:
    lines = read_lines("\f\n702.2\u00a0 a\u200bb".encode(), name="rules.txt")

    assert lines.lines == ("", "702.2 ab")


@given(st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0\ufeff")))
def test_spans_lie_between_line_ends(text: str) -> None:
    data = ("x" + text).encode()

    lines = read_lines(data, name="rules.txt")

    decoded = data.decode()
    assert not any(set(decoded[a:b]) & {"\r", "\n"} for a, b in lines.spans)
    assert sum(b - a for a, b in lines.spans) == len(decoded) - decoded.count("\r") - decoded.count(
        "\n"
    )


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        pytest.param(b"", "the file is empty", id="empty"),
        pytest.param(b" \r\n ", "the file is empty", id="blank"),
        pytest.param(
            b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\x01",
            "holds NUL bytes: this is no text file",
            id="png",
        ),
        pytest.param(
            b"one\n" + b"x" * (MAX_LINE + 1),
            "line 2 is longer than 1,000,000 characters",
            id="huge-line",
        ),
        pytest.param(
            b"x" * (MAX_BYTES + 1), "larger than 64 MiB; no rulebook is that long", id="huge"
        ),
    ],
)
def test_read_lines_refuses_what_is_no_text(data: bytes, problem: str) -> None:
    with pytest.raises(SourceError) as caught:
        read_lines(data, name="x.txt")

    assert str(caught.value) == f"x.txt: {problem}"


@given(st.binary(max_size=400))
def test_read_lines_reads_or_refuses_any_bytes(data: bytes) -> None:
    try:
        lines = read_lines(data, name="x")
    except SourceError:
        return
    assert len(lines.lines) == len(lines.spans)
