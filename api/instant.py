"""What the words typed so far find, as options that a script shows below the search field."""

from __future__ import annotations

from flask import Blueprint, render_template, request

from api.hits import number_asked, shown_hit
from api.live import snapshot
from api.reader import open_reader
from kg.model import Rule

__all__ = ["bp"]

bp = Blueprint("instant", __name__)
_OPTIONS = 8


@bp.get("/instant")
def options() -> str:
    """Options, best first: the rule whose number was typed, else what has the words."""
    reader = open_reader()
    words = request.args.get("q", "").strip()[:200]
    number = number_asked(words)
    rules: list[Rule] = []
    if number is not None and reader.book.prints(number):
        rules = [reader.book.rule(number), *reader.book.children(number)][:_OPTIONS]
    hits = snapshot().store.search(words, edition=reader.key, limit=_OPTIONS, beginning=True)
    return render_template(
        "_options.html",
        page=reader,
        rules=rules,
        hits=[] if rules else [shown_hit(reader, hit) for hit in hits],
    )
