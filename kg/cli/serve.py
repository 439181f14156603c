"""`ruleloom serve`."""

from __future__ import annotations

import click

from kg.cli.options import open_for_reading, store_option


@click.command("serve")
@store_option
@click.option("--host", default="127.0.0.1", show_default=True)
@click.option("--port", default=8080, show_default=True, type=click.IntRange(0, 65535))
@click.option("--workers", default=1, show_default=True, type=click.IntRange(1, 64))
def command(store: str, host: str, port: int, workers: int) -> None:
    """Serve the SPARQL endpoint, the JSON API and the pages, until stopped."""
    open_for_reading(store).close()
    from api.server import serve

    serve(store, host=host, port=port, workers=workers)
