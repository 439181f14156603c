"""Fetching, from a server on loopback: what it asks for, what it refuses, what it keeps."""

from __future__ import annotations

import ast
import datetime as dt
import gzip
import hashlib
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

import kg.cli
from kg.errors import FetchError, UnreachableError
from kg.fetch import FetchConfig, fetch, read_config

ROOT = Path(__file__).parents[2]
DAY = dt.date(2026, 1, 16)
TEXT = (
    b"\xef\xbb\xbf" + b"701.8a To destroy a permanent, put it where its owner's dead lie.\r\n" * 50
)
FILE = "/2026/downloads/MagicCompRules%2020260116.txt"
PAGE = "/en/rules"
BY_HAND = "download the file by hand and pass it to `ruleloom build`"

Answer = Callable[["Handler"], None]


class Handler(BaseHTTPRequestHandler):
    """Answers by the script of its site, the last entry of a path again and again."""

    site: Site

    def do_GET(self) -> None:
        self.site.seen.append((self.path, dict(self.headers)))
        script = self.site.scripts.get(self.path, [answer(b"no such file", status=404)])
        (script.pop(0) if len(script) > 1 else script[0])(self)

    def log_message(self, format: str, *args: object) -> None:
        pass

    def say(self, status: int, headers: dict[str, str], body: bytes = b"") -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)


class Site:
    """A publisher's server: what it answers on each path, and what it was asked for."""

    def __init__(self, server: ThreadingHTTPServer) -> None:
        self.address = f"http://127.0.0.1:{server.server_address[1]}"
        self.scripts: dict[str, list[Answer]] = {}
        self.seen: list[tuple[str, dict[str, str]]] = []

    def on(self, path: str, *script: Answer) -> None:
        self.scripts[path] = list(script)

    @property
    def paths(self) -> list[str]:
        return [path for path, _ in self.seen]


def answer(body: bytes = b"", *, status: int = 200, **headers: str) -> Answer:
    """An answer with its length; header names are written with `_`."""
    given = {name.replace("_", "-"): value for name, value in headers.items()}
    given = {"Content-Type": "text/plain", "Content-Length": str(len(body)), **given}
    return lambda handler: handler.say(status, given, body)


def cut(body: bytes, at: int, **headers: str) -> Answer:
    """An answer that breaks off."""
    return answer(body[:at], Content_Length=str(len(body)), **headers)


def rest(body: bytes, *, etag: str = '"1"') -> Answer:
    """The rest that is asked for, or all of it if the version named isn't this one."""

    def reply(handler: Handler) -> None:
        asked = handler.headers.get("Range")
        if asked is None or handler.headers.get("If-Range") != etag:
            return answer(body, ETag=etag)(handler)
        start = int(asked.removeprefix("bytes=").removesuffix("-"))
        span = f"bytes {start}-{len(body) - 1}/{len(body)}"
        return answer(body[start:], status=206, ETag=etag, Content_Range=span)(handler)

    return reply


def page(*links: str) -> Answer:
    items = "".join(f'<li><a class="cta" href="{link}">TXT</a>' for link in links)
    return answer(f"<!DOCTYPE html><ul>{items}</ul>".encode(), Content_Type="text/html")


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.RequestHandlerClass = type("Bound", (Handler,), {"site": Site(server)})
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield server.RequestHandlerClass.site
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture
def configure(tmp_path: Path, site: Site) -> Callable[..., FetchConfig]:
    """`configure(limit=value, extra="...")`: a config for the site, quick to try again."""

    def make(*, extra: str = "", **limits: float) -> FetchConfig:
        pattern = f"{site.address}/{{date:%Y}}/downloads/MagicCompRules {{date:%Y%m%d}}.txt"
        limits = {"first_wait": 0.01, "connect_timeout": 1, "read_timeout": 1, **limits}
        file = tmp_path / "fetch.toml"
        file.write_text(
            f'page = "{site.address}{PAGE}"\naddresses = ["{pattern}"]\n[limits]\n'
            + "".join(f"{name} = {value}\n" for name, value in limits.items())
            + extra
        )
        return read_config(file)

    return make


@pytest.fixture
def config(configure: Callable[..., FetchConfig]) -> FetchConfig:
    return configure()


@pytest.fixture
def cache(tmp_path: Path) -> Path:
    return tmp_path / "cache"


def kept(cache: Path) -> list[str]:
    return sorted(path.name for path in cache.iterdir() if path.name != ".lock")


def refusal(cache: Path, config: FetchConfig, day: dt.date | None = DAY) -> str:
    with pytest.raises(FetchError) as caught:
        fetch(day, cache, config=config)
    return str(caught.value)


def test_fetch_downloads_a_text_into_the_cache(
    site: Site, config: FetchConfig, cache: Path
) -> None:
    site.on(FILE, answer(TEXT))
    told: list[tuple[str, int, int | None]] = []

    path = fetch(DAY, cache, config=config, progress=lambda *step: told.append(step))

    assert path == cache / "2026-01-16.txt"
    assert path.read_bytes() == TEXT
    assert kept(cache) == ["2026-01-16.txt"]
    assert (told[0][1:], told[-1][1:]) == ((0, len(TEXT)), (len(TEXT), len(TEXT)))


def test_fetch_takes_a_cached_text_without_asking(
    site: Site, config: FetchConfig, cache: Path
) -> None:
    site.on(FILE, answer(TEXT))
    first = fetch(DAY, cache, config=config)

    again = fetch(DAY, cache, config=config)

    assert again == first
    assert len(site.seen) == 1


def test_refresh_downloads_a_cached_text_again(
    site: Site, config: FetchConfig, cache: Path
) -> None:
    site.on(FILE, answer(b"the old text"), answer(TEXT))
    fetch(DAY, cache, config=config)

    path = fetch(DAY, cache, config=config, refresh=True)

    assert path.read_bytes() == TEXT


def test_refresh_that_fails_leaves_the_cached_text(
    site: Site, config: FetchConfig, cache: Path
) -> None:
    site.on(FILE, answer(TEXT), answer(status=404))
    path = fetch(DAY, cache, config=config)

    with pytest.raises(FetchError, match="404"):
        fetch(DAY, cache, config=config, refresh=True)

    assert path.read_bytes() == TEXT


def test_fetch_knows_the_day_a_text_takes_effect(
    site: Site, config: FetchConfig, cache: Path
) -> None:
    site.on("/2021/downloads/MagicCompRules%2020210202.txt", answer(TEXT))

    path = fetch(dt.date(2021, 2, 5), cache, config=config)

    assert path.name == "2021-02-02.txt"


def test_fetch_tries_each_address_that_the_config_gives(
    site: Site, config: FetchConfig, cache: Path
) -> None:
    site.on("/other/2026-01-16", answer(TEXT))
    other = f"{site.address}/other/{{date}}"

    fetch(DAY, cache, config=config.model_copy(update={"addresses": (*config.addresses, other)}))

    assert site.paths == [FILE, "/other/2026-01-16"]


# --- latest


@pytest.mark.parametrize(
    "link",
    [
        pytest.param("https://x.invalid/a.pdf", id="not-the-first-link"),
        pytest.param("/2025/downloads/MagicCompRules%2020251114.txt", id="newer-than-another"),
        pytest.param("/2026/downloads/MagicCompRules%2020260116.pdf", id="not-the-pdf"),
    ],
)
def test_latest_is_the_newest_text_that_the_page_links(
    site: Site, config: FetchConfig, cache: Path, link: str
) -> None:
    site.on(PAGE, page(link, "/2026/downloads/MagicCompRules 20260116.txt", link))
    site.on(FILE, answer(TEXT))

    path = fetch(None, cache, config=config)

    assert path.name == "2026-01-16.txt"
    assert site.paths == [PAGE, FILE]


def test_latest_asks_the_page_but_not_for_a_cached_text(
    site: Site, config: FetchConfig, cache: Path
) -> None:
    site.on(PAGE, page(FILE))
    site.on(FILE, answer(TEXT))
    fetch(None, cache, config=config)

    fetch(None, cache, config=config)

    assert site.paths == [PAGE, FILE, PAGE]


def test_latest_keeps_a_text_without_a_date_under_its_own_name(
    site: Site, config: FetchConfig, cache: Path
) -> None:
    site.on(PAGE, page("../Comp%20Rules%2099999999.txt"))
    site.on("/Comp%20Rules%2099999999.txt", answer(TEXT))

    assert fetch(None, cache, config=config).name == "Comp-Rules-99999999.txt"


def test_latest_follows_the_page_and_its_relative_links(
    site: Site, config: FetchConfig, cache: Path
) -> None:
    site.on(PAGE, answer(status=301, Location="/new/rules"))
    site.on("/new/rules", page("CompRules20260116.txt"))
    site.on("/new/CompRules20260116.txt", answer(TEXT))

    assert fetch(None, cache, config=config).read_bytes() == TEXT


def test_latest_reads_a_page_that_comes_compressed(
    site: Site, config: FetchConfig, cache: Path
) -> None:
    body = gzip.compress(f'<a href="{FILE}">'.encode())
    site.on(PAGE, answer(body, Content_Type="text/html", Content_Encoding="gzip"))
    site.on(FILE, answer(TEXT))

    assert fetch(None, cache, config=config).read_bytes() == TEXT


@pytest.mark.parametrize(
    "links",
    [
        pytest.param(["/rules.pdf", "/about"], id="of-other-files"),
        pytest.param(["http://[x/CompRules.txt", "file:///CompRules.txt"], id="off-the-web"),
        pytest.param(['"><![x[<a href="CompRules.txt'], id="in-broken-markup"),
        pytest.param([], id="at-all"),
    ],
)
def test_latest_without_a_link_says_so(
    site: Site, config: FetchConfig, cache: Path, links: list[str]
) -> None:
    site.on(PAGE, page(*links))

    assert refusal(cache, config, None) == (
        f"{site.address}{PAGE}: links no text of the rules; {BY_HAND}"
    )


# --- redirects


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_redirects_are_followed(site: Site, config: FetchConfig, cache: Path, status: int) -> None:
    site.on(FILE, answer(status=status, Location="/moved/rules.txt"))
    site.on("/moved/rules.txt", answer(TEXT))

    assert fetch(DAY, cache, config=config).read_bytes() == TEXT


def test_a_loop_of_redirects_ends(site: Site, config: FetchConfig, cache: Path) -> None:
    site.on(FILE, answer(status=302, Location=FILE))

    assert refusal(cache, config).endswith(f"20260116.txt: redirects more than 5 times; {BY_HAND}")
    assert len(site.seen) == 6


@pytest.mark.parametrize(
    "target", ["file:///etc/hostname", "ftp://x.invalid/a.txt", "data:,x", "http://[x"]
)
def test_redirects_lead_nowhere_but_to_the_web(
    site: Site, config: FetchConfig, cache: Path, target: str
) -> None:
    site.on(FILE, answer(status=302, Location=target))

    assert f"redirects to {target!r}, which isn't on the web" in refusal(cache, config)


# --- what is refused


def test_missing_text_is_told_with_what_to_do(site: Site, config: FetchConfig, cache: Path) -> None:
    assert refusal(cache, config) == (
        f"{site.address}/2026/downloads/MagicCompRules 20260116.txt: 404 Not Found; {BY_HAND}; "
        f"a file carries the day it was published: see {site.address}{PAGE}"
    )
    assert kept(cache) == []


def test_forbidden_isnt_tried_again(site: Site, config: FetchConfig, cache: Path) -> None:
    site.on(FILE, answer(status=403))

    assert f"403 Forbidden; {BY_HAND}; a file carries" in refusal(cache, config)
    assert len(site.seen) == 1


@pytest.mark.parametrize(
    ("reply", "problem"),
    [
        pytest.param(
            answer(b"<p>", Content_Type="text/html; charset=utf-8"),
            f"'text/html' instead of a plain text; {BY_HAND}",
            id="html",
        ),
        pytest.param(
            answer(b"%PDF-1.7", Content_Type="application/pdf"),
            f"'application/pdf' instead of a plain text; {BY_HAND}",
            id="pdf",
        ),
        pytest.param(
            answer(b"\xef\xbb\xbf \n<!DOCTYPE HTML><title>Log in"),
            f"a web page instead of a plain text; {BY_HAND}",
            id="html-called-text",
        ),
        pytest.param(answer(b""), f"an empty file; {BY_HAND}", id="empty"),
        pytest.param(
            answer(gzip.compress(TEXT), Content_Encoding="gzip"),
            f"compressed, though nobody asked for that; {BY_HAND}",
            id="compressed",
        ),
        pytest.param(
            answer(TEXT, status=206, Content_Range=f"bytes 0-9/{len(TEXT)}"),
            f"206 Partial Content; {BY_HAND}",
            id="part-that-nobody-asked-for",
        ),
        pytest.param(answer(status=302), f"302 Found; {BY_HAND}", id="redirect-to-nowhere"),
    ],
)
def test_what_is_no_text_is_refused(
    site: Site, config: FetchConfig, cache: Path, reply: Answer, problem: str
) -> None:
    site.on(FILE, reply)

    assert refusal(cache, config).partition("20260116.txt: ")[2] == problem
    assert kept(cache) == []


def test_hash_that_differs_is_refused(
    site: Site, configure: Callable[..., FetchConfig], cache: Path
) -> None:
    config = configure(extra=f'[sha256]\n2026-01-16 = "{"0" * 64}"\n')
    site.on(FILE, answer(TEXT))

    found = hashlib.sha256(TEXT).hexdigest()
    assert f"its SHA-256 is {found}, not {'0' * 64}: the publisher" in refusal(cache, config)
    assert kept(cache) == []


def test_cached_text_with_a_wrong_hash_is_downloaded_again(
    site: Site, configure: Callable[..., FetchConfig], cache: Path
) -> None:
    config = configure(extra=f'[sha256]\n2026-01-16 = "{hashlib.sha256(TEXT).hexdigest()}"\n')
    cache.mkdir()
    (cache / "2026-01-16.txt").write_bytes(TEXT[:100])
    site.on(FILE, answer(TEXT))

    assert fetch(DAY, cache, config=config).read_bytes() == TEXT


@pytest.mark.parametrize("length", ["1000000", None], ids=["announced", "unannounced"])
def test_text_beyond_the_limit_is_refused(
    site: Site, configure: Callable[..., FetchConfig], cache: Path, length: str | None
) -> None:
    headers = {"Content-Type": "text/plain"} | ({"Content-Length": length} if length else {})
    body = b"" if length else TEXT
    site.on(FILE, lambda handler: handler.say(200, headers, body))

    assert refusal(cache, configure(bytes=1000)).endswith(
        "larger than 1,000 bytes, as `limits.bytes` of the config has it"
    )
    assert kept(cache) == []


# --- what is tried again, and gone on with


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503, 504])
def test_failures_that_may_pass_are_tried_again(
    site: Site, config: FetchConfig, cache: Path, status: int
) -> None:
    site.on(FILE, answer(status=status), answer(status=status, Retry_After="0"), answer(TEXT))

    assert fetch(DAY, cache, config=config).read_bytes() == TEXT


def test_failures_that_dont_pass_are_told(site: Site, config: FetchConfig, cache: Path) -> None:
    site.on(FILE, answer(status=503))

    assert refusal(cache, config).endswith(f"20260116.txt: 503 Service Unavailable; {BY_HAND}")
    assert len(site.seen) == 4


@pytest.mark.parametrize("after", ["soon", "9" * 5000], ids=["word", "huge"])
def test_retry_after_without_sense_is_passed_over(
    site: Site, config: FetchConfig, cache: Path, after: str
) -> None:
    site.on(FILE, answer(status=503, Retry_After=after))

    assert "503 Service Unavailable" in refusal(cache, config)


def test_retry_after_is_heeded_within_bounds(
    site: Site, config: FetchConfig, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[float] = []
    monkeypatch.setattr(time, "sleep", waits.append)
    site.on(
        FILE,
        answer(status=429, Retry_After="7"),
        answer(status=429, Retry_After="9999"),
        answer(TEXT),
    )

    fetch(DAY, cache, config=config)

    assert waits == [7, 30]


def test_text_cut_short_is_gone_on_with(site: Site, config: FetchConfig, cache: Path) -> None:
    site.on(FILE, cut(TEXT, 1000, ETag='"1"'), rest(TEXT))

    assert fetch(DAY, cache, config=config).read_bytes() == TEXT
    headers = site.seen[1][1]
    assert (headers["Range"], headers["If-Range"]) == ("bytes=1000-", '"1"')
    assert kept(cache) == ["2026-01-16.txt"]


def test_another_fetch_goes_on_with_what_one_has_left(
    site: Site, configure: Callable[..., FetchConfig], cache: Path
) -> None:
    site.on(FILE, cut(TEXT, 1000, ETag='"1"'), rest(TEXT))
    assert refusal(cache, configure(attempts=1)).endswith("broke off; try again to go on")
    assert kept(cache) == ["2026-01-16.txt.part", "2026-01-16.txt.part.json"]

    path = fetch(DAY, cache, config=configure())

    assert path.read_bytes() == TEXT
    assert site.seen[1][1]["Range"] == "bytes=1000-"


@pytest.mark.parametrize(
    "second",
    [
        pytest.param(rest(TEXT, etag='"2"'), id="server-sends-all-of-the-new-one"),
        pytest.param(
            answer(
                TEXT[9:],
                status=206,
                ETag='"2"',
                Content_Range=f"bytes 9-{len(TEXT) - 1}/{len(TEXT)}",
            ),
            id="server-heeds-no-if-range",
        ),
        pytest.param(
            answer(
                TEXT[5:-4],
                status=206,
                ETag='"1"',
                Content_Range=f"bytes 5-{len(TEXT) - 1}/{len(TEXT)}",
            ),
            id="server-sends-another-range",
        ),
        pytest.param(answer(TEXT), id="server-knows-no-ranges"),
        pytest.param(answer(status=416, Content_Range="bytes */4"), id="new-one-is-shorter"),
    ],
)
def test_text_that_has_changed_meanwhile_is_begun_anew(
    site: Site, config: FetchConfig, cache: Path, second: Answer
) -> None:
    site.on(FILE, cut(b"older text " * 99, 9, ETag='"1"'), second, answer(TEXT, ETag='"2"'))
    told: list[tuple[str, int, int | None]] = []

    path = fetch(DAY, cache, config=config, progress=lambda *step: told.append(step))

    assert path.read_bytes() == TEXT
    assert told[-1][1:] == (len(TEXT), len(TEXT))


def test_part_from_another_address_is_begun_anew(
    site: Site, configure: Callable[..., FetchConfig], cache: Path
) -> None:
    config = configure(attempts=1)
    site.on(FILE, cut(b"older text " * 99, 9, ETag='"1"'))
    refusal(cache, config)
    site.on("/other", rest(TEXT))

    other = config.model_copy(update={"addresses": (f"{site.address}/other",)})

    assert fetch(DAY, cache, config=other).read_bytes() == TEXT


@pytest.mark.parametrize(
    ("headers", "named"),
    [
        pytest.param({}, None, id="nothing"),
        pytest.param({"ETag": 'W/"1"'}, None, id="weak-tag"),
        pytest.param({"Last_Modified": "Fri, 16 Jan 2026 10:00:00 GMT"}, True, id="old-date"),
        pytest.param({"Last_Modified": "Fri, 16 Jan 2099 10:00:00 GMT"}, None, id="too-new-a-date"),
        pytest.param({"Last_Modified": "yesterday"}, None, id="no-date"),
    ],
)
def test_only_what_names_a_version_surely_is_gone_on_with(
    site: Site, config: FetchConfig, cache: Path, headers: dict[str, str], named: bool | None
) -> None:
    site.on(FILE, cut(TEXT, 1000, **headers), answer(TEXT))

    fetch(DAY, cache, config=config)

    assert site.seen[1][1].get("If-Range") == (headers["Last_Modified"] if named else None)


def test_answer_shorter_than_the_range_is_gone_on_with(
    site: Site, config: FetchConfig, cache: Path
) -> None:
    some = answer(
        TEXT[1000:1500], status=206, ETag='"1"', Content_Range=f"bytes 1000-1499/{len(TEXT)}"
    )
    site.on(FILE, cut(TEXT, 1000, ETag='"1"'), some, rest(TEXT))

    assert fetch(DAY, cache, config=config).read_bytes() == TEXT
    assert site.seen[2][1]["Range"] == "bytes=1500-"


def test_chunked_text_cut_short_is_noticed(site: Site, config: FetchConfig, cache: Path) -> None:
    headers = {"Content-Type": "text/plain", "Transfer-Encoding": "chunked"}

    def chunked(body: bytes) -> Answer:
        return lambda handler: handler.say(200, {**headers, "Connection": "close"}, body)

    whole = b"%x\r\n%s\r\n0\r\n\r\n" % (len(TEXT), TEXT)
    site.on(FILE, chunked(whole[:500]), chunked(whole))

    # http.server says HTTP/1.0, of which chunks aren't part.
    Handler.protocol_version, before = "HTTP/1.1", Handler.protocol_version
    try:
        path = fetch(DAY, cache, config=config)
    finally:
        Handler.protocol_version = before
    assert path.read_bytes() == TEXT
    assert len(site.seen) == 2


def test_rubbish_beside_a_part_is_no_matter(site: Site, config: FetchConfig, cache: Path) -> None:
    cache.mkdir()
    (cache / "2026-01-16.txt.part").write_bytes(b"half of something")
    (cache / "2026-01-16.txt.part.json").write_bytes(b"[\xff")
    site.on(FILE, answer(TEXT))

    assert fetch(DAY, cache, config=config).read_bytes() == TEXT


def test_two_fetches_at_once_download_once(site: Site, config: FetchConfig, cache: Path) -> None:
    site.on(FILE, lambda handler: (time.sleep(0.2), answer(TEXT)(handler))[1])
    paths: list[Path] = []
    threads = [
        threading.Thread(target=lambda: paths.append(fetch(DAY, cache, config=config)))
        for _ in range(2)
    ]

    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert [path.read_bytes() for path in paths] == [TEXT, TEXT]
    assert len(site.seen) == 1


# --- no answer


def test_offline_is_one_clear_line_at_once(
    configure: Callable[..., FetchConfig], site: Site, cache: Path
) -> None:
    with socket.socket() as bound:  # bound, but nobody listens
        bound.bind(("127.0.0.1", 0))
        closed = f"http://127.0.0.1:{bound.getsockname()[1]}/{{date}}.txt"
        config = configure(first_wait=60).model_copy(update={"addresses": (closed,)})

        with pytest.raises(UnreachableError) as caught:
            fetch(DAY, cache, config=config)

    address = closed.format(date=DAY)
    assert str(caught.value) == f"can't reach {address}: Connection refused; {BY_HAND}"
    assert isinstance(caught.value, OSError)


def test_silent_server_is_given_up(
    site: Site, configure: Callable[..., FetchConfig], cache: Path
) -> None:
    done = threading.Event()
    site.on(FILE, lambda handler: done.wait(5) and None)

    try:
        message = refusal(cache, configure(connect_timeout=30, read_timeout=0.1, attempts=2))
    finally:
        done.set()

    assert message.endswith("nothing came for 0.1 s; try again to go on")
    assert len(site.seen) == 2


def test_server_that_takes_no_connection_is_given_up(
    configure: Callable[..., FetchConfig], cache: Path
) -> None:
    with socket.socket() as full, socket.socket() as first, socket.socket() as second:
        full.bind(("127.0.0.1", 0))
        full.listen(0)
        for waiting in (first, second):  # all that may wait to be taken
            waiting.setblocking(False)
            waiting.connect_ex(full.getsockname())
        address = f"http://127.0.0.1:{full.getsockname()[1]}/{{date}}.txt"
        config = configure(connect_timeout=0.1, read_timeout=30, attempts=2)

        message = refusal(cache, config.model_copy(update={"addresses": (address,)}))

    address = address.format(date=DAY)
    assert message == f"can't reach {address}: no answer within 0.1 s; {BY_HAND}"


def test_server_without_a_safe_connection_is_told(
    site: Site, config: FetchConfig, cache: Path
) -> None:
    safe = site.address.replace("http:", "https:") + "/{date}.txt"

    message = refusal(cache, config.model_copy(update={"addresses": (safe,)}))

    assert ": no safe connection (" in message
    assert message.count("\n") == 0


def test_server_that_only_drips_is_given_up(
    site: Site, configure: Callable[..., FetchConfig], cache: Path
) -> None:
    done = threading.Event()

    def drip(handler: Handler) -> None:
        answer(b"", Content_Length="1000")(handler)
        while not done.wait(0.02):
            handler.wfile.write(b"x")

    site.on(FILE, drip)

    try:
        message = refusal(cache, configure(total_timeout=0.2))
    finally:
        done.set()

    assert message.endswith("not done within 0.2 s; try again to go on")


def test_proxy_of_the_environment_is_used(
    site: Site, config: FetchConfig, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("no_proxy")
    monkeypatch.delenv("NO_PROXY", raising=False)
    monkeypatch.setenv("http_proxy", site.address)
    site.on("http://rules.invalid/2026-01-16.txt", answer(TEXT))
    through = config.model_copy(update={"addresses": ("http://rules.invalid/{date}.txt",)})

    assert fetch(DAY, cache, config=through).read_bytes() == TEXT


def test_cache_that_cant_be_written_is_told(config: FetchConfig, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")

    message = refusal(tmp_path / "file" / "cache", config)

    assert message == f"{tmp_path / 'file' / 'cache'}: can't be written: Not a directory"


# --- the config


def test_shipped_config_names_the_publisher_only() -> None:
    config = read_config()

    hosts = {address.split("/")[2] for address in (config.page, *config.addresses)}
    assert hosts == {"magic.wizards.com", "media.wizards.com"}
    assert config.addresses[0].format(date=DAY) == (
        "https://media.wizards.com/2026/downloads/MagicCompRules 20260116.txt"
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        pytest.param('page = "file:///x"', "page: String should match", id="scheme"),
        pytest.param("pages = 1", "pages: Extra inputs are not permitted", id="key"),
        pytest.param("[limits]\nattempts = 0", "limits.attempts: Input should be", id="limit"),
        pytest.param('[sha256]\n2026-01-16 = "abc"', "sha256.2026-01-16: String", id="hash"),
        pytest.param('link = "("', "link: Input should be a valid regular", id="pattern"),
        pytest.param("page", "can't be read: Expected '='", id="toml"),
    ],
)
def test_senseless_config_is_told(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "fetch.toml"
    file.write_text(text)

    with pytest.raises(FetchError) as caught:
        read_config(file)

    assert str(caught.value).startswith(f"{file}: {message}")


def test_pattern_without_sense_is_told(config: FetchConfig, cache: Path) -> None:
    odd = config.model_copy(update={"addresses": ("http://127.0.0.1/{day}.txt",)})

    assert refusal(cache, odd) == (
        "http://127.0.0.1/{day}.txt: can't be filled in with a date: 'day'"
    )


# --- the command


@pytest.fixture
def command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[int, str, str]]:
    """`command(*args)`: status, output and errors of `ruleloom fetch`."""
    monkeypatch.setitem(kg.cli._COMMANDS, "fetch", "Download an official text.")

    def run(*args: str | Path) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["ruleloom", "fetch", *map(str, args)])
        status = 0
        try:
            kg.cli.main()
        except SystemExit as exit_:
            status = int(exit_.code or 0)
        return status, *capsys.readouterr()

    return run


def test_command_prints_the_path_and_nothing_else(
    site: Site,
    config: FetchConfig,
    tmp_path: Path,
    cache: Path,
    command: Callable[..., tuple[int, str, str]],
) -> None:
    site.on(PAGE, page(FILE))
    site.on(FILE, answer(TEXT))

    status, out, err = command("latest", "--cache", cache, "--config", tmp_path / "fetch.toml")

    assert (status, out) == (0, f"{cache / '2026-01-16.txt'}\n")
    assert err == f"fetching {site.address}{FILE} ...\n"


def test_command_shows_a_bar_on_a_terminal(
    site: Site,
    config: FetchConfig,
    tmp_path: Path,
    cache: Path,
    monkeypatch: pytest.MonkeyPatch,
    command: Callable[..., tuple[int, str, str]],
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    site.on(FILE, answer(TEXT))

    status, out, err = command("2026-01-16", "--cache", cache, "--config", tmp_path / "fetch.toml")

    assert (status, out) == (0, f"{cache / '2026-01-16.txt'}\n")
    assert "MagicCompRules 20260116.txt" in err


def test_command_takes_its_config_from_the_environment(
    site: Site,
    config: FetchConfig,
    tmp_path: Path,
    cache: Path,
    monkeypatch: pytest.MonkeyPatch,
    command: Callable[..., tuple[int, str, str]],
) -> None:
    monkeypatch.setenv("RULELOOM_FETCH_CONFIG", str(tmp_path / "fetch.toml"))
    site.on(FILE, answer(TEXT))

    assert command("2026-01-16", "--cache", cache)[0] == 0


def test_command_that_fails_is_one_line_and_status_2(
    site: Site,
    config: FetchConfig,
    tmp_path: Path,
    cache: Path,
    command: Callable[..., tuple[int, str, str]],
) -> None:
    status, out, err = command("2026-01-16", "--cache", cache, "--config", tmp_path / "fetch.toml")

    assert (status, out) == (2, "")
    assert err.startswith(f"ruleloom: {site.address}/2026/")
    assert err.count("\n") == 1


@pytest.mark.parametrize("asked", ["20260116", "2026-13-01", "newest"])
def test_command_refuses_what_is_no_date(
    command: Callable[..., tuple[int, str, str]], asked: str
) -> None:
    status, out, err = command(asked)

    assert (status, out) == (2, "")
    assert f"'{asked}' is neither a date like 2026-01-16 nor latest" in err


def test_nothing_but_the_command_can_fetch() -> None:
    users = set()
    for file in (
        file for folder in ("kg", "extract", "api") for file in (ROOT / folder).rglob("*.py")
    ):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            if any(name.startswith("kg.fetch") for name in names):
                users.add(file.relative_to(ROOT).as_posix())

    outside = {user for user in users if not user.startswith("kg/fetch/")}
    assert outside == {"kg/cli/fetch.py"}
