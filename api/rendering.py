"""What every template can use."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from flask import Flask, g, request, url_for
from markupsafe import Markup

import kg
from api.asked import edition_name
from api.prose import excerpt
from api.reader import long_date
from kg.lineage.wording import word_changes

__all__ = ["register_rendering"]

_PARTS = {"pages.contents": "pages.rule", "pages.glossary": "pages.entry"}


def register_rendering(app: Flask) -> None:
    """Give the app's templates their filters and globals."""
    app.jinja_options = {**app.jinja_options, "trim_blocks": True, "lstrip_blocks": True}
    app.add_template_filter(edition_name, "edition_name")
    app.add_template_filter(long_date, "long_date")
    app.add_template_filter(excerpt, "excerpt")
    app.add_template_global(word_changes, "word_changes")
    app.context_processor(_globals)

    def asset(name: str) -> str:
        """A static file's address, which changes with ruleloom's files."""
        return url_for("static", filename=name, v=app.config["FINGERPRINT"])

    def built(name: str) -> Markup:
        """The tag of a script or sheet that the Python build makes; none where it couldn't."""
        file = f"built/{name}"
        if not Path(app.static_folder or "", file).is_file():
            return Markup("")
        if name.endswith(".css"):
            return Markup('<link rel="stylesheet" href="{}">').format(asset(file))
        return Markup('<script type="module" src="{}"></script>').format(asset(file))

    app.add_template_global(asset, "asset")
    app.add_template_global(built, "built")
    app.add_template_global(_current, "current")


def _globals() -> dict[str, Any]:
    return {"edition_args": g.get("edition_args", {}), "version": kg.__version__}


def _current(endpoint: str) -> Markup:
    """The attribute that marks a link in the site's navigation to where the reader is."""
    is_here = request.endpoint in (endpoint, _PARTS.get(endpoint))
    return Markup(' aria-current="page"') if is_here else Markup("")
