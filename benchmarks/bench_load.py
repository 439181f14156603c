"""How the server stands under load, beside an empty view under the same server and a peer.

Needs `wrk` (on Debian: apt-get install wrk). `--peer PYTHON` names an interpreter that has
rdflib-endpoint and uvicorn; `--soak SECONDS` watches the memory under the mix for so long.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlencode

import pyoxigraph
from common import edition_file, heading

from kg.build import build
from kg.store import open_store
from kg.store.reading import read_edition

WORKERS, CONNECTIONS = 2, 8
# A worker reads the edition and its index for its first answers.
WARM_SECONDS = 60
SERVE = "import sys; from api.server import serve; serve(sys.argv[1], port=0, workers=2)"
# Our server with nothing behind it: the same workers, an app with one view and no hooks.
EMPTY = """
import sys, flask, api.server
class Nothing:
    def warm(self): pass
    def close(self): pass
def create(location, config=None):
    app = flask.Flask("empty")
    app.extensions["live_store"] = Nothing()
    app.add_url_rule("/", view_func=lambda: "ok")
    return app
api.server.create_app = create
api.server.serve(sys.argv[1], port=0, workers=2)
"""
PEER = """
import sys, rdflib, uvicorn
from rdflib_endpoint import SparqlEndpoint
graph = rdflib.Graph().parse(sys.argv[1], format="nt")
uvicorn.run(SparqlEndpoint(graph=graph), port=int(sys.argv[2]), log_level="error")
"""
LUA = """
local paths, at = {}, 0
for line in io.lines(os.getenv("PATHS")) do paths[#paths + 1] = line end
function init() math.randomseed(1); at = math.random(#paths) end
function request()
  at = at % #paths + 1
  return wrk.format("GET", paths[at], {["Accept"] = "application/json"})
end
function done(summary, latency)
  local wrong = summary.errors
  io.write(string.format('RESULT {"per_second": %.1f, "p50": %.2f, "p95": %.2f, "p99": %.2f, "errors": %d}\\n',
    summary.requests / summary.duration * 1e6, latency:percentile(50) / 1e3, latency:percentile(95) / 1e3,
    latency:percentile(99) / 1e3, wrong.status + wrong.connect + wrong.read + wrong.write + wrong.timeout))
end
"""
PREFIX = "PREFIX rl: <https://w3id.org/ruleloom/ns#> "
LIGHT = PREFIX + 'SELECT ?r ?h {{ ?r rl:number "{}" . OPTIONAL {{ ?r rl:heading ?h }} }}'


def main() -> None:
    options = _options()
    if shutil.which("wrk") is None:
        sys.exit("bench_load: no wrk on this machine; apt-get install wrk")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        store, source = folder / "store", edition_file()
        build([source], store)
        cases, triples = _cases(store, folder)
        print(heading(f"The server under load on {source.name}, {triples} triples"))
        print(f"{WORKERS} workers, {CONNECTIONS} connections, {options.seconds} s a case; load average "
              f"{os.getloadavg()[0]:.1f} at the start\n")  # fmt: skip
        print("| case | requests/s | p50 ms | p95 ms | p99 ms | errors |")
        print("| --- | ---: | ---: | ---: | ---: | ---: |")
        with _served(EMPTY, store) as (_, address):
            _row("an empty view", address, ["/"], folder, options.seconds)
        with _served(SERVE, store) as (process, address):
            _wrk(address, cases["the mix"], folder, WARM_SECONDS)
            for case, paths in cases.items():
                _row(case, address, paths, folder, options.seconds)
            if options.peer:
                _ask_peer(options, cases["a light SPARQL query"], folder)
            _soak(process, address, cases["the mix"], folder, options.soak)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=10, help="for each case")
    parser.add_argument("--soak", type=int, default=0, help="seconds under the mix")
    parser.add_argument("--peer", help="an interpreter with rdflib-endpoint")
    return parser.parse_args()


def _cases(store: Path, folder: Path) -> tuple[dict[str, list[str]], int]:
    """Addresses by case, with values drawn from the edition, and how many triples there are."""
    draw = random.Random(1)
    with open_store(store) as opened:
        rules = read_edition(opened, opened.find_edition()).rules
        default = opened.default_graph()
        triples = [
            quad.triple
            for graph in default
            for quad in opened.rdf.quads_for_pattern(None, None, None, graph)
        ]  # type: ignore[attr-defined]
    pyoxigraph.serialize(triples, folder / "triples.nt", format=pyoxigraph.RdfFormat.N_TRIPLES)
    words = sorted({word for rule in rules for word in re.findall(r"[a-z]{5,}", rule.text)})
    some = [draw.choice(rules) for _ in range(500)]
    lookups = [f"/api/v1/rules/{rule.number}" for rule in some]
    searches = [f"/api/v1/rules?{urlencode({'q': ' '.join(draw.sample(words, 2)), 'limit': 20})}" for _ in some]  # fmt: skip
    queries = [f"/sparql?{urlencode({'query': LIGHT.format(rule.number)})}" for rule in some]
    pages = [f"/rules/{rule.number}" for rule in some]
    mix = [*lookups, *searches[:250], *queries[:250], *pages[:250]]
    draw.shuffle(mix)
    found = {
        "a rule as JSON": lookups,
        "a search as JSON": searches,
        "a light SPARQL query": queries,
        "a rule's page": pages,
        "the mix": mix,
    }
    return found, len(triples)


def _row(case: str, address: str, paths: list[str], folder: Path, seconds: int) -> None:
    _wrk(address, paths, folder, 2)
    found = _wrk(address, paths, folder, seconds)
    print(f"| {case} | {found['per_second']:,.0f} | {found['p50']:.1f} | {found['p95']:.1f} | {found['p99']:.1f} | {found['errors']} |", flush=True)  # fmt: skip


def _wrk(address: str, paths: list[str], folder: Path, seconds: int) -> dict[str, float]:
    script, listed = folder / "wrk.lua", folder / "paths"
    script.write_text(LUA)
    listed.write_text("\n".join(paths))
    command = ["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{seconds}s", "--timeout", "30s", "-s", script]
    done = subprocess.run(
        [*command, address],
        env={**os.environ, "PATHS": str(listed)},
        capture_output=True,
        text=True,
        check=True,
    )
    found: dict[str, float] = json.loads(done.stdout.split("RESULT ")[1])
    return found


@contextlib.contextmanager
def _served(code: str, store: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    command = [sys.executable, "-c", code, str(store)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    match = re.search(r"http://127\.0\.0\.1:\d+", process.stdout.readline())
    assert match is not None
    yield process, match[0]
    process.send_signal(signal.SIGTERM)
    process.wait(30)


def _ask_peer(options: argparse.Namespace, paths: list[str], folder: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    arguments = [str(folder / "triples.nt"), str(port)]
    process = subprocess.Popen([options.peer, "-c", PEER, *arguments])
    address = f"http://127.0.0.1:{port}"
    try:
        while process.poll() is None:
            with contextlib.suppress(OSError):
                urllib.request.urlopen(f"{address}/?{urlencode({'query': 'ASK {}'})}").close()
                break
            time.sleep(0.5)
        bare = [path.replace("/sparql?", "/?") for path in paths]
        _row("the same query, rdflib-endpoint", address, bare, folder, options.seconds)
    finally:
        process.kill()
        process.wait()


def _soak(
    process: subprocess.Popen[str], address: str, paths: list[str], folder: Path, seconds: int
) -> None:
    """The memory of all processes while the mix goes on, a minute at a time."""
    if not seconds:
        return
    print("\n| minute of the mix | MiB of all processes | requests/s | p99 ms | errors |")
    print("| ---: | ---: | ---: | ---: | ---: |")
    print(f"| 0 | {_memory(process.pid):.0f} | | | |")
    for minute in range(1, seconds // 60 + 1):
        found = _wrk(address, paths, folder, 60)
        print(f"| {minute} | {_memory(process.pid):.0f} | {found['per_second']:,.0f} | {found['p99']:.1f} | {found['errors']} |", flush=True)  # fmt: skip


def _memory(pid: int) -> float:
    """Proportional set size of a process and all below it, in MiB: shared pages count once."""
    text = Path(f"/proc/{pid}/smaps_rollup").read_text()
    match = re.search(r"^Pss:\s+(\d+)", text, re.MULTILINE)
    assert match is not None
    own = int(match[1]) / 1024
    below = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return own + sum(_memory(int(child)) for child in below)


if __name__ == "__main__":
    main()
