"""The server: a SPARQL endpoint, a JSON API and pages over one store.

`create_app` is the only place that knows every blueprint. Importing this opens nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from flask import Flask

if TYPE_CHECKING:
    from kg.store.remote_evaluator import RemoteEvaluator

__all__ = ["create_app"]

_DEFAULTS: dict[str, Any] = {
    # Bytes of a request's body; a query's characters can take nine each in a form.
    "MAX_CONTENT_LENGTH": 2_000_000,
    "MAX_FORM_MEMORY_SIZE": 2_000_000,
    "SEND_FILE_MAX_AGE_DEFAULT": 30 * 24 * 3600,
    # Seconds between two looks for a new generation of the store.
    "STORE_CHECK_SECONDS": 1.0,
    # Seconds, bytes and rows that a query may take, and how many run at once.
    "SPARQL_TIMEOUT": 10.0,
    "SPARQL_MAX_BYTES": 64 << 20,
    "SPARQL_MAX_ROWS": 1_000_000,
    "SPARQL_WORKERS": 2,
    # Characters of a text whose citations are checked.
    "CITATIONS_MAX_TEXT": 200_000,
    # Citations in such a text; a file of program code has some hundred at most.
    "CITATIONS_MAX": 2000,
    # Cards that are annotated at once, and the characters of their texts together.
    "ANNOTATE_MAX_CARDS": 500,
    "ANNOTATE_MAX_TEXT": 200_000,
    # Such as 600/minute, for each client address and worker; empty is no limit.
    "RATE_LIMIT": "",
}


def create_app(store_location: str | Path, config: Mapping[str, Any] | None = None) -> Flask:
    """The WSGI application over the store at a place.

    The store is opened by the first request. Make the app in the process that serves it, after any
    fork.

    Args:
        config: what differs from the defaults.
    """
    from api import (
        analysis,
        annotate,
        citations,
        documents,
        editions,
        examples,
        feed,
        form_pages,
        glossary,
        graph_page,
        instant,
        keywords,
        lineage,
        operations,
        pages,
        pages_of_keywords,
        resources,
        rules,
        scenarios,
        sparql,
        statements,
        suggestions,
        vocabulary,
    )
    from api.compression import register_compression
    from api.errors import register_errors
    from api.headers import register_headers
    from api.json_body import register_body_check
    from api.live import LiveStore, follow_store
    from api.query_string import register_query_check
    from api.rendering import register_rendering
    from kg.store import Store
    from kg.store.embedded import EmbeddedStore
    from kg.store.evaluator import Evaluator

    app = Flask(__name__)
    app.config.update(_DEFAULTS)
    app.config.update(config or {})
    app.json.sort_keys = False  # type: ignore[attr-defined]

    def make_evaluator(store: Store) -> Evaluator | RemoteEvaluator:
        if isinstance(store, EmbeddedStore):
            return Evaluator(store.folder, workers=app.config["SPARQL_WORKERS"])
        from kg.store.remote import RemoteStore
        from kg.store.remote_evaluator import RemoteEvaluator

        assert isinstance(store, RemoteStore)
        return RemoteEvaluator(store)

    live = LiveStore(store_location, make_evaluator, check_every=app.config["STORE_CHECK_SECONDS"])
    register_compression(app)
    follow_store(app, live)
    operations.register_operations(app)
    register_errors(app)
    register_headers(app)
    register_query_check(app)
    register_body_check(app)
    register_rendering(app)
    blueprints = (
        analysis,
        annotate,
        citations,
        documents,
        editions,
        examples,
        feed,
        form_pages,
        glossary,
        graph_page,
        instant,
        keywords,
        lineage,
        operations,
        pages,
        pages_of_keywords,
        resources,
        rules,
        scenarios,
        sparql,
        statements,
        suggestions,
        vocabulary,
    )
    for module in blueprints:
        app.register_blueprint(module.bp)
    return app
