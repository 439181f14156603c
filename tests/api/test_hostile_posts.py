"""Hostile bodies to every JSON route that takes one: no accident, and work that is bounded."""

from __future__ import annotations

import contextlib
import http.client
import json
import time
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

ANNOTATE, CHECK, RUN = "/api/v1/annotate", "/api/v1/citations/check", "/api/v1/scenarios/run"
JSON = {"Content-Type": "application/json"}
STOPPED = {503, 504}
# Seconds that a refusal, or an answer at a limit, may take on a busy machine.
PATIENCE = 45.0
HEAD = 'scenario: a\nrules: ["701.8a"]\n'
LAUGHS = "a0: &a0 [x,x,x,x,x,x,x,x,x]\n" + "".join(
    f"a{n}: &a{n} [{','.join([f'*a{n - 1}'] * 9)}]\n" for n in range(1, 12)
)


def post(
    address: str, path: str, body: bytes, headers: Mapping[str, str] = JSON
) -> tuple[int, str, bytes]:
    """Status, media type and body; checks that it is no accident and that the server lives."""
    host = urlsplit(address).netloc
    began = time.monotonic()
    with contextlib.closing(http.client.HTTPConnection(host, timeout=60)) as connection:
        try:
            connection.request("POST", path, body=body, headers=dict(headers))
            response = connection.getresponse()
            found = response.status, response.headers.get_content_type(), response.read()
        except (BrokenPipeError, ConnectionResetError):
            found = 413, "application/problem+json", b"{}"  # it closed while we were sending
    assert time.monotonic() - began < PATIENCE
    assert found[0] < 500 or found[0] in STOPPED, found
    with contextlib.closing(http.client.HTTPConnection(host, timeout=30)) as connection:
        connection.request("GET", "/api/v1/rules/701.8a")
        assert connection.getresponse().status == 200
    return found


UNREADABLE = [
    pytest.param(b"", 400, id="nothing"),
    pytest.param(b"null", 400, id="null"),
    pytest.param(b"[]", 400, id="a list"),
    pytest.param(b"1e999", 400, id="a number"),
    pytest.param(b'{"text": NaN, "name": Infinity}', 400, id="nan"),
    pytest.param(b'{"text": ' + b"9" * 100_000 + b"}", 400, id="digits"),
    pytest.param(b"[" * 100_000, 400, id="nested lists, cut"),
    pytest.param(b'{"text":' * 50_000, 400, id="nested objects, cut"),
    pytest.param(b'{"text":' + b"[" * 200_000 + b"]" * 200_000 + b"}", 400, id="nested lists"),
    pytest.param(b'{"name": "a", "text": "\xff\xfe"}', 400, id="no utf-8"),
    pytest.param(b'{"name": "\\ud800", "text": "\\udfff"}', 400, id="half surrogates"),
    pytest.param(b'{"name": "a", "text": "x', 400, id="cut string"),
    pytest.param(b"{" + b'"a":1,' * 100_000 + b'"text": 1, "name": 2}', 400, id="many members"),
    pytest.param(b'{"name": "a", "text": "' + b"x" * 5_000_000 + b'"}', 413, id="5 MB"),
    pytest.param(b'{"name": "a", "text": "' + b"x" * 10_000_000 + b'"}', 413, id="10 MB"),
]


@pytest.mark.parametrize(("body", "status"), UNREADABLE)
@pytest.mark.parametrize("path", [ANNOTATE, CHECK, RUN])
def test_unreadable_body_is_refused_shortly(
    address: str, path: str, body: bytes, status: int
) -> None:
    found, kind, said = post(address, path, body)

    assert (found, kind) == (status, "application/problem+json")
    assert len(said) < 20_000


@pytest.mark.parametrize(
    "headers",
    [
        {"Content-Type": "application/x-www-form-urlencoded"},
        {"Content-Type": "text/xml"},
        {"Content-Type": "multipart/form-data; boundary=x"},
        {"Content-Type": "application/json" + "x" * 3000},
        {},
        {**JSON, "Content-Encoding": "gzip"},
    ],
    ids=["form", "xml", "multipart", "long", "none", "compressed"],
)
@pytest.mark.parametrize("path", [ANNOTATE, CHECK, RUN])
def test_body_of_another_media_type_is_refused(
    address: str, path: str, headers: dict[str, str]
) -> None:
    assert post(address, path, b'{"name": "a", "text": "x"}', headers)[0] == 415


TEXTS: list[Any] = [
    pytest.param(ANNOTATE, {"name": "a", "text": "(" * 20_000}, 200, id="brackets"),
    pytest.param(ANNOTATE, {"name": "a", "text": '"' * 20_000}, 200, id="quotes"),
    pytest.param(ANNOTATE, {"name": "a", "text": "{" * 20_000}, 200, id="braces"),
    pytest.param(ANNOTATE, {"name": "a", "text": "\n" * 20_000}, 200, id="line feeds"),
    pytest.param(ANNOTATE, {"name": "a", "text": "//\n" * 6_000}, 200, id="faces"),
    pytest.param(ANNOTATE, {"name": "a", "text": "flying, " * 2_500}, 200, id="one keyword"),
    pytest.param(ANNOTATE, {"name": "a", "text": "protection from" + " " * 19_000}, 200,
                 id="blanks"),
    pytest.param(ANNOTATE, {"name": "a", "text": "protection from red and from " * 600}, 200,
                 id="chain of colours"),
    pytest.param(ANNOTATE, {"name": "(a+)+$", "text": "a" * 20_000}, 200, id="pattern as name"),
    pytest.param(ANNOTATE, {"name": "", "text": "destroy " * 2_000}, 200, id="no name"),
    pytest.param(ANNOTATE, {"name": "a\0b", "text": "Fly\0ing"}, 200, id="nul"),
    pytest.param(ANNOTATE, {"name": "a", "text": "e" + "\u0301" * 19_000}, 200, id="marks"),
    pytest.param(ANNOTATE, {"name": "a", "text": "\ufdfa" * 20_000}, 200, id="grows by NFKC"),
    pytest.param(ANNOTATE, {"cards": [{"name": "a", "text": "Destroy it. " * 300}] * 500}, 413,
                 id="500 long cards"),
    pytest.param(CHECK, {"text": "CR 799.9z " * 20_000}, 413, id="dangling"),
    pytest.param(CHECK, {"text": "rules 100.1a–999.999z " * 8_000}, 413, id="long ranges"),
    pytest.param(CHECK, {"text": "rules 100.1a–999.999z " * 1_000}, 200, id="fewer long ranges"),
    pytest.param(CHECK, {"text": "rules 701.1–701.999999999 " * 100}, 200, id="endless ranges"),
    pytest.param(CHECK, {"text": "701.8z–701.8a, 701.9–701, 9–7, " * 300}, 200, id="backwards"),
    pytest.param(CHECK, {"text": "7" * 200_000}, 200, id="digits"),
    pytest.param(CHECK, {"text": "701." * 50_000}, 200, id="dots"),
    pytest.param(CHECK, {"text": "CR" + " " * 199_000, "name": "a.c"}, 200, id="blanks after CR"),
    pytest.param(CHECK, {"text": '"""' * 60_000, "name": "a.py"}, 200, id="open strings"),
    pytest.param(CHECK, {"text": "/*" * 99_000, "name": "a.c"}, 200, id="open comments"),
    pytest.param(CHECK, {"text": "x" * 200_001}, 413, id="a text too long"),
    pytest.param(CHECK, {"text": "CR 701.8a", "name": "../../etc/passwd"}, 200, id="traversal"),
    pytest.param(CHECK, {"text": "CR 701.8a", "written_for": "../../etc"}, 404, id="no day"),
    pytest.param(RUN, {"text": HEAD + LAUGHS + "steps: []"}, 400, id="billion laughs"),
    pytest.param(RUN, {"text": "scenario: &a [*a]\nrules: *a\nsteps: *a"}, 400, id="own alias"),
    pytest.param(RUN, {"text": "[" * 90_000}, 400, id="nested yaml, cut"),
    pytest.param(RUN, {"text": "a: " + "[" * 40_000 + "]" * 40_000}, 400, id="nested yaml"),
    pytest.param(RUN, {"text": "- " * 49_000 + "x"}, 400, id="nested dashes"),
    pytest.param(RUN, {"text": "---\n" * 24_000}, 400, id="documents"),
    pytest.param(RUN, {"text": "scenario: " + "9" * 90_000}, 400, id="yaml digits"),
    pytest.param(RUN, {"text": "scenario: a\0"}, 400, id="yaml nul"),
    pytest.param(RUN, {"text": "? [a, {b: c}]\n: d"}, 400, id="list as key"),
    pytest.param(RUN, {"text": HEAD + "setup: {ann: {life: .nan}}\nsteps: [{note: x}]"}, 200,
                 id="yaml nan"),
    pytest.param(RUN, {"text": HEAD + "steps: [{do: {draw: {player: ann, count: 1000000000}}}]"},
                 200, id="a billion cards"),
    pytest.param(RUN, {"text": "x" * 100_001}, 400, id="a scenario too long"),
]  # fmt: skip


@pytest.mark.parametrize(("path", "body", "status"), TEXTS)
def test_text_that_asks_for_much_is_bounded(
    address: str, path: str, body: dict[str, Any], status: int
) -> None:
    assert post(address, path, json.dumps(body).encode())[0] == status


def test_yaml_tags_make_no_objects(address: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    trace = tmp_path_factory.mktemp("yaml") / "trace"
    text = f'!!python/object/apply:os.system ["touch {trace}"]'

    post(address, RUN, json.dumps({"text": text}).encode())

    assert not trace.exists()


@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(path=st.sampled_from([ANNOTATE, CHECK]), body=st.binary(max_size=200))
def test_any_bytes_as_body_are_answered(address: str, path: str, body: bytes) -> None:
    assert post(address, path, body)[0] == 400


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(path=st.sampled_from([ANNOTATE, CHECK]), name=st.text(max_size=30), text=st.text())
def test_any_text_is_read(address: str, path: str, name: str, text: str) -> None:
    assert post(address, path, json.dumps({"name": name, "text": text}).encode())[0] == 200
