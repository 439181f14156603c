"""Pages with a form for a text: a card's, to be annotated, or code, whose citations are checked.

They work without scripts, and call what the JSON API calls.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeVar

from flask import Blueprint, current_app, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import RequestEntityTooLarge

from api.annotate import annotators
from api.asked import edition_args
from api.citations import checked_against, refuse_too_many
from api.live import snapshot
from api.reader import Reader, open_reader
from extract.cards.values import Annotation
from kg.annotate import MAX_NAME, MAX_TEXT
from kg.citations.mend import apply_edits
from kg.citations.model import Finding
from kg.citations.run import check_text
from kg.errors import EditionNotFoundError
from kg.lineage.table import known_editions
from kg.model import RuleNumber

__all__ = ["bp"]

bp = Blueprint("form_pages", __name__)
T = TypeVar("T")
_CARD = """\
Flying, protection from red
When Dune Courier enters, destroy target artifact. You gain 2 life.
{2}{W}: Another target creature gains first strike until end of turn.
Cycling {2}"""
_CODE = """\
// CR 701.7a: a destroyed permanent goes to its owner's graveyard.
fn destroy(permanent: Permanent) {
    if permanent.has_shield() { return regenerate(permanent) } // CR 701.15a
    move_to(permanent, Zone::Graveyard) // CR 701.7d
}"""


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of a text as a page shows it.

    Attributes:
        url: where it leads; empty for a part that leads nowhere.
        title: what a reader is told of it.
        look: a class of the sheet.
    """

    text: str
    url: str = ""
    title: str = ""
    look: str = ""


@bp.route("/annotate", methods=["GET", "POST"])
def annotate() -> ResponseReturnValue:
    """A card's text with what it says in the words of the rules; a card of ours to begin with."""
    reader = open_reader()
    name, text = _posted("name", "Dune Courier", MAX_NAME), _posted("text", _CARD, MAX_TEXT)
    annotation = annotators.get(reader.book).annotate(name, text)
    return render_template(
        "annotate.html",
        page=reader,
        name=name,
        text=text,
        found=annotation,
        pieces=list(_card_pieces(reader, text, annotation)),
        rules=reader.neighbours(RuleNumber.parse(number) for number in annotation.rules),
    )


@bp.route("/check", methods=["GET", "POST"])
def check() -> ResponseReturnValue:
    """A text whose citations are checked, with findings and the text mended."""
    reader = open_reader()
    text = _posted("text", _CODE, current_app.config["CITATIONS_MAX_TEXT"])
    written_for = _posted("written_for", "", 40)
    name = _posted("file", "engine.rs", 1000) or "text.txt"
    report, failure = None, ""
    try:
        target, facts = checked_against(snapshot(), edition_args(request.args))
        refuse_too_many(text, target, facts)
        report = check_text(text, name, target, facts, written_for=written_for or None)
    except EditionNotFoundError as error:
        failure = str(error)
    findings = list(report.findings) if report else []
    edits = [edit for finding in findings if finding.certain for edit in finding.edits]
    page = render_template(
        "check.html",
        page=reader,
        text=text,
        file=name,
        written_for=written_for,
        dates=[str(day) for day in reversed(known_editions())],
        report=report,
        failure=failure[:1].upper() + failure[1:],
        findings=findings,
        pieces=list(_checked_pieces(text, findings)),
        mended=apply_edits(text, edits) if edits else "",
    )
    return page, 404 if failure else 200


def _posted(field: str, otherwise: str, most: int) -> str:
    """A field of the form, its lines ended as ours are; what to begin with where none was sent.

    Raises:
        RequestEntityTooLarge: it is longer than that.
    """
    if request.method != "POST":
        return otherwise
    value = request.form.get(field, "").replace("\r\n", "\n")
    if len(value) > most:
        raise RequestEntityTooLarge(f"{field} has {len(value)} characters; at most {most} are read")
    return value


def _card_pieces(reader: Reader, text: str, annotation: Annotation) -> Iterator[Piece]:
    place = 0
    for span in _apart(annotation.spans):
        yield Piece(text[place : span.start])
        number = RuleNumber.parse(span.rule) if span.rule else None
        entry = reader.book.find_entry(span.term)
        url = reader.rule_url(number) if number and reader.book.prints(number) else ""
        if not url and entry:
            url = reader.term_url(entry.headword)
        what = ", ".join(word for word in (span.kind, span.reason) if word)
        title = f"{span.term}: {what}" + (f", rule {span.rule}" if span.rule else "")
        yield Piece(text[span.start : span.end], url, title, f"touch {span.kind.split(' ')[-1]}")
        place = span.end
    yield Piece(text[place:])


def _checked_pieces(text: str, findings: Sequence[Finding]) -> Iterator[Piece]:
    place = 0
    for finding in _apart(findings):
        yield Piece(text[place : finding.start])
        words = text[finding.start : finding.end]
        yield Piece(
            words, f"#finding-{findings.index(finding) + 1}", finding.message, finding.level
        )
        place = finding.end
    yield Piece(text[place:])


def _apart(spans: Iterable[T]) -> Iterator[T]:
    """Spans in the order of the text, without those that lie over an earlier one."""
    end = 0
    for span in sorted(spans, key=lambda each: (each.start, -each.end)):  # type: ignore[attr-defined]
        if span.start >= end:  # type: ignore[attr-defined]
            yield span
            end = span.end  # type: ignore[attr-defined]
