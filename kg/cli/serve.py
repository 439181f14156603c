"""`ruleloom serve`."""

from __future__ import annotations

import click

from kg.cli.options import open_for_reading, store_option


@click.command("serve")
@store_option
@click.option("--host", default="127.0.0.1", show_default=True)
@click.option("--port", default=8080, show_default=True, type=click.IntRange(0, 65535))
@click.option("--workers", default=1, show_default=True, type=click.IntRange(1, 64))
@click.option(
    "--rate-limit",
    default="",
    metavar="LIMIT",
    help="Such as 600/minute, for each client address and worker; none by default.",
)
@click.option("--access-log", is_flag=True, help="Tell each request on stderr, as JSON lines.")
def command(
    store: str, host: str, port: int, workers: int, rate_limit: str, access_log: bool
) -> None:
    """Serve the SPARQL endpoint, the JSON API and the pages, until stopped."""
    open_for_reading(store).close()
    from api.server import serve

    serve(
        store,
        host=host,
        port=port,
        workers=workers,
        rate_limit=_checked(rate_limit),
        access_log=access_log,
    )


def _checked(limit: str) -> str:
    from limits import parse_many

    try:
        if limit:
            parse_many(limit)
    except ValueError:
        raise click.BadParameter(
            f"{limit!r} is no limit; one looks like 600/minute", param_hint="--rate-limit"
        ) from None
    return limit
