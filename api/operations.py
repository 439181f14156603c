"""For who runs the server: health, metrics, request ids, a log of requests, a limit of rate."""

from __future__ import annotations

import json
import logging
import os
import re
import time
import uuid

from flask import Blueprint, Flask, Response, g, request
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.metrics import Counter, Histogram
from prometheus_client.multiprocess import MultiProcessCollector

from api.live import snapshot

__all__ = ["bp", "register_operations"]

bp = Blueprint("operations", __name__)
access_log = logging.getLogger("ruleloom.access")

_REQUEST_ID = re.compile(r"[\w.:-]{1,64}")
_REQUESTS = Counter(
    "ruleloom_requests_total", "Requests answered.", ["method", "endpoint", "status"]
)
_SECONDS = Histogram(
    "ruleloom_request_seconds",
    "Seconds from a whole request to its answer.",
    ["endpoint"],
    buckets=(0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
)
_METHODS = {"GET", "HEAD", "POST", "OPTIONS"}


@bp.get("/healthz")
def healthz() -> Response:
    """That the process answers; says nothing of its store."""
    return _plain("ok\n")


@bp.get("/readyz")
def readyz() -> Response:
    """That the store can be read: 200, else 503."""
    return _plain(f"ready {snapshot().version}\n")


@bp.get("/metrics")
def metrics() -> Response:
    """Counts and times for Prometheus, of all workers together."""
    registry = CollectorRegistry()
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    else:
        registry.register(_REQUESTS)
        registry.register(_SECONDS)
    response = Response(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)
    response.headers["Cache-Control"] = "no-store"
    return response


def register_operations(app: Flask) -> None:
    """Count, time, name and log the app's requests, and limit their rate where it is configured.

    The configuration's `RATE_LIMIT` is such as `600/minute`, for each client address and worker;
    empty is no limit. `ACCESS_LOG` turns the log of requests on: a JSON object a line, to the
    logger `ruleloom.access`.
    """
    app.before_request(_begin)
    app.after_request(_end)
    if limit := app.config["RATE_LIMIT"]:
        limiter = Limiter(
            get_remote_address,
            app=app,
            application_limits=[limit],
            headers_enabled=True,
            storage_uri="memory://",
        )
        limiter.exempt(bp)


def _begin() -> None:
    given = request.headers.get("X-Request-ID", "")
    g.request_id = given if _REQUEST_ID.fullmatch(given) else uuid.uuid4().hex
    g.begun = time.perf_counter()


def _end(response: Response) -> Response:
    seconds = time.perf_counter() - g.begun
    endpoint = request.endpoint or "none"
    method = request.method if request.method in _METHODS else "other"
    _REQUESTS.labels(method, endpoint, str(response.status_code)).inc()
    _SECONDS.labels(endpoint).observe(seconds)
    response.headers["X-Request-ID"] = g.request_id
    if access_log.isEnabledFor(logging.INFO):
        access_log.info(_record(response, seconds))
    return response


def _record(response: Response, seconds: float) -> str:
    return json.dumps(
        {
            "time": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
            "request_id": g.request_id,
            "client": request.remote_addr,
            "method": request.method,
            "path": request.path,
            "query": request.query_string.decode("latin-1"),
            "status": response.status_code,
            "bytes": response.content_length,
            "milliseconds": round(seconds * 1000, 1),
        },
        ensure_ascii=False,
    )


def _plain(text: str) -> Response:
    response = Response(text, mimetype="text/plain")
    response.headers["Cache-Control"] = "no-store"
    return response
