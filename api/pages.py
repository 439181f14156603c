"""The pages that people read; rendered here, so that they work without scripts."""

from __future__ import annotations

from collections import defaultdict

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from api.asked import edition_name
from api.cursors import found, offset_of, page_links
from api.glossary import entry_of
from api.hits import number_asked, shown_hit
from api.lineage import compared
from api.live import snapshot
from api.reader import Reader, open_reader
from kg.lineage.history import Stage, read_history
from kg.lineage.table import known_editions
from kg.model import GlossaryEntry, Rule, RuleNumber
from kg.program.rdf import read_programs
from kg.program.text import print_program
from kg.store.reading import read_counts
from kg.vocab import rule_iri

__all__ = ["bp"]

bp = Blueprint("pages", __name__)
_HITS = 20
_BARE = 8  # headings without a text, from which on they are set in columns
_RDF = {"Turtle": "turtle", "JSON-LD": "jsonld", "N-Triples": "nt", "RDF/XML": "rdfxml"}


@bp.get("/")
def home() -> ResponseReturnValue:
    """The search; a rule's number leads straight to that rule."""
    reader = open_reader()
    words = request.args.get("q", "").strip()
    if not words:
        return render_template("home.html", page=reader, chapters=_chapters(reader))
    number = number_asked(words)
    if number is not None and reader.book.prints(number):
        return redirect(reader.rule_url(number), code=302)
    offset = offset_of(request.args.get("cursor"))
    hits = snapshot().store.search(words[:500], edition=reader.key, limit=_HITS + 1, offset=offset)
    page = found(hits, offset=offset, limit=_HITS)
    links = page_links(page, limit=_HITS, edition=edition_name(reader.key))
    return render_template(
        "home.html",
        page=reader,
        q=words,
        hits=[shown_hit(reader, hit) for hit in page.items],
        offset=offset,
        more=links.get("next"),
        newer=links.get("prev"),
    )


@bp.get("/rules")
def contents() -> str:
    """Chapters and sections."""
    reader = open_reader()
    return render_template("contents.html", page=reader, chapters=_chapters(reader))


@bp.get("/rules/<number>")
def rule(number: str) -> ResponseReturnValue:
    """A rule, a section or a chapter, and the threads from and to it."""
    parsed = RuleNumber.parse(number)
    reader = open_reader()
    shown = reader.book.rule(parsed)
    if number != str(parsed):
        return redirect(reader.rule_url(parsed), code=301)
    children = reader.book.children(parsed)
    previous, following = reader.book.around(parsed)
    return render_template(
        "rule.html",
        page=reader,
        rule=shown,
        title=shown.heading or ("" if parsed.kind == "rule" else reader.heading_of(parsed)),
        ancestors=reader.book.context(parsed).ancestors,
        children=children,
        bare=sum(bool(c.heading) and c.text == c.heading for c in children) >= _BARE,
        previous=reader.neighbour(previous),
        next=reader.neighbour(following),
        threads=reader.threads(parsed),
        iri=rule_iri(reader.key, parsed).value,
        json_url=url_for("rules.show_rule", number=number, edition=edition_name(reader.key)),
        rdf_urls=_rdf_urls(f"/{reader.key.path}/rule/{number}"),
        stages=_stages(reader, parsed),
        loaded=_loaded(reader),
        programs=_programs(reader, parsed),
        **_beside(reader, parsed),
    )


@bp.get("/glossary")
def glossary() -> str:
    """The glossary's headwords by their first letters."""
    reader = open_reader()
    letters: dict[str, list[GlossaryEntry]] = defaultdict(list)
    for item in reader.book.edition.glossary:
        first = next((char for char in item.headword if char.isalnum()), "#")
        letters[first.upper() if first.isalpha() else "#"].append(item)
    return render_template("glossary.html", page=reader, letters=sorted(letters.items()))


@bp.get("/glossary/<path:slug>")
def entry(slug: str) -> ResponseReturnValue:
    """An entry of the glossary."""
    reader = open_reader()
    shown = entry_of(reader.book, slug)
    proper = reader.book.slug(shown.headword)
    if slug != proper:
        return redirect(reader.term_url(shown.headword), code=301)
    previous, following = reader.book.around_entry(shown)
    return render_template(
        "entry.html",
        page=reader,
        entry=shown,
        previous=previous,
        next=following,
        cited=reader.neighbours(shown.references()),
        dangling=[n for n in shown.references() if not reader.book.prints(n)],
        iri=reader.book.entry_iri(shown.headword),
        json_url=url_for("glossary.show_entry", headword=proper, edition=edition_name(reader.key)),
        rdf_urls=_rdf_urls(f"/{reader.key.path}/term/{proper}"),
    )


@bp.get("/editions")
def editions() -> str:
    """The editions that the store holds."""
    store = snapshot().store
    newest = store.find_edition()
    rows = [
        {
            "key": info.key,
            "newest": info.key == newest,
            "counts": read_counts(store, info.key),
            "url": url_for("pages.contents", edition=edition_name(info.key)),
            "json_url": url_for("editions.show_stats", edition=edition_name(info.key)),
            "rdf_url": f"/{info.key.path}?format=turtle",
        }
        for info in reversed(store.editions())
    ]
    return render_template("editions.html", rows=rows)


@bp.get("/compare")
def compare() -> str:
    """Two editions beside each other: what moved, and what is worded anew."""
    reader = open_reader()
    held = {info.key.date for info in reader.infos if not info.key.restated}
    dates = sorted({str(day) for day in (*held, *known_editions()) if day}, reverse=True)
    old, new = request.args.get("from", "").strip(), request.args.get("to", "").strip()
    found = compared(old, new) if old and new else None
    groups = defaultdict(list)
    for change in found.changes if found else ():
        groups["cited" if change.renumbered_only else change.row.verdict].append(change)
    return render_template(
        "compare.html", page=reader, dates=dates, old=old, new=new, found=found, groups=groups
    )


def _chapters(reader: Reader) -> list[tuple[Rule, list[Rule]]]:
    return [(top, list(reader.book.children(top.number))) for top in reader.book.chapters()]


def _beside(reader: Reader, number: RuleNumber) -> dict[str, object]:
    """The list beside a rule: the parts of its section, or of a section's chapter."""
    here = number.parent if number.letter and number.parent else number
    above = here.parent
    if above is None or not reader.book.prints(above):
        return {"siblings": ()}
    return {
        "siblings_of": reader.book.rule(above),
        "siblings": reader.book.children(above),
        "here": here,
    }


def _stages(reader: Reader, number: RuleNumber) -> list[Stage]:
    """The rule's history, newest first; empty where the table doesn't know the edition."""
    try:
        return read_history(snapshot().store, number, reader.key, aligning=False)[::-1]
    except LookupError:
        return []


def _loaded(reader: Reader) -> dict[str, str]:
    """The editions that can be read here, by their dates."""
    return {str(info.key.date): edition_name(info.key) for info in reversed(reader.infos)}


def _programs(reader: Reader, number: RuleNumber) -> list[tuple[str, str]]:
    """The programs of a rule and of its subrules: whether compiled or curated, and the text."""
    found = read_programs(snapshot().store, reader.key, number) if number.rule else ()
    return [(program.origin, print_program(program)) for program in found]


def _rdf_urls(path: str) -> dict[str, str]:
    return {name: f"{path}?format={form}" for name, form in _RDF.items()}
