"""Hostile requests to a real server: no 5xx but for stopped work, and it answers afterwards."""

from __future__ import annotations

import contextlib
import gzip
import http.client
import json
import socket
from urllib.parse import quote, urlsplit

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

Host = tuple[str, int]
STOPPED = {503, 504}
JSON = {"Content-Type": "application/json"}
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
QUERY = {"Content-Type": "application/sparql-query"}


@pytest.fixture(scope="session")
def host(address: str) -> Host:
    """Host and port of a server; all cases of this file hit the same one."""
    parts = urlsplit(address)
    assert parts.hostname is not None
    assert parts.port is not None
    return parts.hostname, parts.port


def request(
    host: Host,
    method: str,
    path: str,
    body: bytes | None = None,
    headers: dict[str, str] | None = None,
) -> tuple[int, str]:
    """Status and media type of the answer."""
    connection = http.client.HTTPConnection(*host, timeout=60)
    with contextlib.closing(connection):
        connection.request(method, path, body=body, headers=headers or {})
        response = connection.getresponse()
        response.read()
        return response.status, response.headers.get_content_type()


def check(host: Host, status: int) -> None:
    """That the status is none of an accident, and that the server goes on answering."""
    assert status < 500 or status in STOPPED, status
    assert request(host, "GET", "/api/v1/rules/701.8a")[0] == 200


def sparql(query: str) -> str:
    return "/sparql?format=json&query=" + quote(query, safe="")


PATHS = [
    pytest.param("/api/v1/rules/%", id="lone percent"),
    pytest.param("/api/v1/rules/%zz", id="no hexadecimal"),
    pytest.param("/api/v1/rules/%ff%fe", id="no utf-8"),
    pytest.param("/api/v1/rules/%00", id="nul in path"),
    pytest.param("/api/v1/rules/701.8a%0d%0aSet-Cookie:%20x=1", id="header injection in path"),
    pytest.param("/api/v1/rules?q=%0d%0aX-Evil:%201", id="header injection in query"),
    pytest.param("/static/../../../../etc/passwd", id="traversal"),
    pytest.param("/static/%2e%2e/%2e%2e/etc/passwd", id="encoded traversal"),
    pytest.param("/static/..%2f..%2fpyproject.toml", id="encoded slash"),
    pytest.param("/static//etc/passwd", id="double slash"),
    pytest.param("//example.com/%2f..", id="scheme-relative"),
    pytest.param("/edition/2026-01-16/../../etc", id="traversal in resource"),
    pytest.param("/edition/9999-99-99/rule/1", id="no date"),
    pytest.param("/restated/undated-%00/rule/1", id="nul in edition"),
    pytest.param("/source/" + "a" * 5000, id="long source"),
    pytest.param("/api/v1/rules/" + "7" * 8000, id="long number"),
    pytest.param("/api/v1/rules/" + "٧٠١.٨a", id="arabic digits"),
    pytest.param("/api/v1/rules?limit=-1", id="negative page"),
    pytest.param("/api/v1/rules?limit=0", id="empty page"),
    pytest.param("/api/v1/rules?limit=99999999999999999999", id="huge page"),
    pytest.param("/api/v1/rules?limit=1e3", id="exponent page"),
    pytest.param("/api/v1/rules?limit=NaN", id="nan page"),
    pytest.param("/api/v1/rules?cursor=AAAA", id="made-up cursor"),
    pytest.param("/api/v1/rules?cursor=" + "A" * 6000, id="long cursor"),
    pytest.param("/api/v1/rules?cursor=%F0%9F%98%80", id="emoji cursor"),
    pytest.param("/api/v1/rules?edition=../../etc", id="traversal in edition"),
    pytest.param("/api/v1/rules?edition='%20OR%201=1--", id="sql in edition"),
    pytest.param("/api/v1/rules?date=2026-02-30", id="no such day"),
    pytest.param("/api/v1/rules?date=-1", id="negative date"),
    pytest.param("/api/v1/rules?unknown=1", id="unknown parameter"),
    pytest.param("/api/v1/rules?limit=5&limit=6", id="parameter twice"),
    pytest.param("/api/v1/rules?q=" + "a" * 20_000, id="long search"),
    pytest.param("/api/v1/rules?q=%22%22%22", id="quotes in search"),
    pytest.param("/api/v1/rules?q=NEAR(a%20b)%20AND%20*", id="fts syntax"),
    pytest.param("/api/v1/rules?q=" + "(a%2B)%2B" * 40 + "!", id="redos in search"),
    pytest.param("/api/v1/rules?q=%00", id="nul in search"),
    pytest.param("/api/v1/rules?q=" + "%F0%9F%98%80" * 500, id="emoji in search"),
    pytest.param("/search?q=%3Cscript%3Ealert(1)%3C/script%3E", id="script in search"),
    pytest.param("/glossary/" + "%E2%80%8B" * 100, id="zero-width term"),
    pytest.param("/ns/..%2f", id="traversal in namespace"),
    pytest.param("/problem/%00", id="nul in problem"),
    pytest.param("/" + "a/" * 3000, id="deep path"),
    pytest.param("/api/v1/rules?" + "&".join(f"a{n}=1" for n in range(2000)), id="many parameters"),
    pytest.param(sparql("SELECT * {" + "{" * 3000 + "}" * 3000 + "}"), id="nested groups"),
    pytest.param(sparql("SELECT * { ?s ?p ?o FILTER(" + "(" * 3000 + "1"), id="nested brackets"),
    pytest.param(sparql("ASK { FILTER(" + "!" * 9400 + "true) }"), id="flat negations"),
    pytest.param(sparql("SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i }"),
                 id="cartesian product"),
    pytest.param(sparql("SELECT (COUNT(*) AS ?n) { ?a (!rl:x|!rl:y)* ?b . ?b (!rl:x)* ?c }"),
                 id="path explosion"),
    pytest.param(sparql("SELECT * { " + " . ".join(f"?s ?p{n} ?o{n}" for n in range(120)) + " }"),
                 id="slow to plan"),
    pytest.param(sparql("SELECT * { SERVICE <http://127.0.0.1:1/> { ?s ?p ?o } }"), id="service"),
    pytest.param(sparql("SELECT * FROM <file:///etc/passwd> { ?s ?p ?o }"), id="file graph"),
    pytest.param(sparql("DROP ALL"), id="update"),
    pytest.param(sparql("LOAD <http://127.0.0.1:1/>"), id="load"),
    pytest.param(sparql('SELECT * { ?s ?p ?o FILTER REGEX(?o, "^(a+)+$") }'), id="redos in regex"),
    pytest.param(sparql("SELECT (GROUP_CONCAT(?o) AS ?x) { ?s ?p ?o . ?t ?q ?r }"),
                 id="long string"),
    pytest.param(sparql("SELECT * { ?s ?p ?o } ORDER BY RAND() LIMIT 99999999999999999999"),
                 id="huge limit"),
    pytest.param(sparql("SELECT * { BIND(<http://x/y>(1) AS ?z) }"), id="unknown function"),
    pytest.param(sparql("SELECT * { ?s rl:search 'x" + "\\u0000" + "' }"), id="nul in words"),
    pytest.param("/sparql?query=%ff", id="query no utf-8"),
    pytest.param("/sparql?query=ASK%7B%7D&query=ASK%7B%7D", id="two queries"),
    pytest.param("/sparql?query=ASK%7B%7D&timeout=-1", id="negative timeout"),
    pytest.param("/sparql?query=ASK%7B%7D&timeout=1e308", id="endless timeout"),
    pytest.param("/sparql?query=ASK%7B%7D&default-graph-uri=%00", id="nul as graph"),
    pytest.param("/sparql?query=ASK%7B%7D&default-graph-uri=not%20an%20iri", id="no iri as graph"),
    pytest.param("/sparql?query=ASK%7B%7D&format=../x", id="traversal in format"),
]  # fmt: skip


@pytest.mark.parametrize("path", PATHS)
def test_path_or_parameter_is_answered(host: Host, path: str) -> None:
    encoded = quote(path, safe="/%?&=:.-_~!$'()*+,;@") if not path.isascii() else path
    check(host, request(host, "GET", encoded)[0])


BODIES = [
    pytest.param("/sparql", b"\xff\xfe", QUERY, id="query no utf-8"),
    pytest.param("/sparql", b"query=%ff%fe", FORM, id="form no utf-8"),
    pytest.param("/sparql", b"update=DROP+ALL", FORM, id="update in form"),
    pytest.param("/sparql", b"DROP ALL", {"Content-Type": "application/sparql-update"},
                 id="update"),
    pytest.param("/sparql", b"<a/>", {"Content-Type": "text/xml"}, id="xml"),
    pytest.param("/sparql", b"x", {}, id="no media type"),
    pytest.param("/sparql", b"x", {"Content-Type": "a" * 3000}, id="long media type"),
    pytest.param("/sparql", b"query=" + b"a" * 10_000_000, FORM, id="10 MB"),
    pytest.param("/sparql", b"a=1&" * 400_000, FORM, id="many form fields"),
    pytest.param("/sparql", gzip.compress(b"ASK{}" * 1_000_000),
                 {**QUERY, "Content-Encoding": "gzip"}, id="compressed body"),
    pytest.param("/sparql", ("SELECT * { VALUES ?x { " + "<http://x/y> " * 7_000 + "} }").encode(),
                 QUERY, id="huge values"),
    pytest.param("/sparql", b"--x\r\nContent-Disposition: form-data; name=query\r\n\r\nASK{}\r\n",
                 {"Content-Type": "multipart/form-data; boundary=x"}, id="multipart cut"),
    pytest.param("/api/v1/rules", b"{}", JSON, id="post to a list"),
    pytest.param("/api/v1/editions", b"[" * 100_000, JSON, id="nested json"),
]  # fmt: skip


@pytest.mark.parametrize(("path", "body", "headers"), BODIES)
def test_body_is_answered(host: Host, path: str, body: bytes, headers: dict[str, str]) -> None:
    try:
        status = request(host, "POST", path, body, headers)[0]
    except (BrokenPipeError, ConnectionResetError):
        status = 413  # it closed while we were still sending
    check(host, status)


HEADERS = [
    {"Accept": "x" * 4000},
    {"Accept": ",".join(["text/html;q=0.9"] * 800)},
    {"Accept": "*/*;q=nan"},
    {"Accept": "\x80\xff"},
    {"Accept-Encoding": "gzip;q=99999, br;q=-1"},
    {"If-None-Match": '"' * 3000},
    {"If-None-Match": "W/"},
    {"Range": "bytes=0-99999999999999"},
    {"Range": "bytes=-1,-1,-1"},
    {"Origin": "null"},
    {"Host": "evil.example"},
    {"Host": "a" * 300},
    {"X-Forwarded-For": "'; DROP TABLE x"},
    {"X-Request-ID": "a\tb" * 20},
    {"Cookie": "session=" + "x" * 3000},
    {"Content-Length": "0"},
    {"Expect": "200-maybe"},
    {"Connection": "Upgrade", "Upgrade": "h2c"},
]


@pytest.mark.parametrize("headers", HEADERS, ids=lambda h: f"{next(iter(h))}")
def test_headers_are_answered(host: Host, headers: dict[str, str]) -> None:
    for path in ("/api/v1/rules/701.8a", "/sparql?query=ASK%7B%7D", "/"):
        check(host, request(host, "GET", path, headers=headers)[0])


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "TRACE", "CONNECT", "FOO", "get"])
def test_methods_are_refused(host: Host, method: str) -> None:
    status, _ = request(host, method, "/api/v1/rules/701.8a")

    assert status in (400, 404, 405, 501)
    check(host, status)


@pytest.mark.parametrize(
    "sent",
    [
        b"",
        b"\x00" * 100,
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\nHost: x\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n",
        b"POST /sparql HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"POST /sparql HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n"
        b"Content-Length: 4\r\n\r\n0\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\n" + b"A: b\r\n" * 20_000 + b"\r\n",
        b"GET /api/v1/rules/701.8a HTTP/1.1\r\nHost: x\r\n\r\n" * 200,
    ],
    ids=["nothing", "nuls", "no target", "version", "two lengths", "bad chunk",
         "length and chunks", "many headers", "pipeline"],
)  # fmt: skip
def test_bytes_that_are_no_request_do_no_harm(host: Host, sent: bytes) -> None:
    # A server may close at any byte, and what the client then sees is any of several errors:
    # a broken pipe, a reset, or (from shutdown) ENOTCONN, which has no class of its own.
    with (
        socket.create_connection(host, timeout=20) as connection,
        contextlib.suppress(OSError),
    ):
        connection.sendall(sent)
        connection.shutdown(socket.SHUT_WR)
        while connection.recv(65_536):
            pass
    check(host, 400)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(
    path=st.sampled_from(["/api/v1/rules", "/api/v1/glossary", "/api/v1/editions", "/search",
                          "/rules/", "/sparql", "/edition/"]),
    tail=st.binary(max_size=40),
    name=st.sampled_from(["q", "limit", "cursor", "edition", "date", "query", "format", "section"]),
    value=st.binary(max_size=60),
)  # fmt: skip
def test_any_bytes_are_answered(
    host: Host, path: str, tail: bytes, name: str, value: bytes
) -> None:
    status, kind = request(host, "GET", f"{path}{quote(tail)}?{name}={quote(value)}")

    assert status < 500 or status in STOPPED
    if status >= 400:
        assert kind in ("application/problem+json", "text/html")


def test_twenty_heavy_queries_leave_the_pages_alone(host: Host) -> None:
    heavy = sparql("SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l }")
    asked = []
    for _ in range(20):
        connection = http.client.HTTPConnection(*host, timeout=60)
        connection.request("GET", heavy)
        asked.append(connection)

    for _ in range(5):
        fast = http.client.HTTPConnection(*host, timeout=5)
        with contextlib.closing(fast):
            fast.request("GET", "/api/v1/rules/701.8a")
            assert fast.getresponse().status == 200

    statuses = []
    for connection in asked:
        with contextlib.closing(connection):
            response = connection.getresponse()
            statuses.append(response.status)
            if response.status == 503:
                assert json.load(response)["status"] == 503
    assert set(statuses) <= STOPPED
