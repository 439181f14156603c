"""Which of the forms that we can answer in a client wants: `Accept`, or `format=` before it.

Media types are matched by RFC 9110 12.5.1: the most specific range that fits gives a type its
weight, and a weight of 0 rules it out. Of equal weights our own order decides.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from flask import request
from werkzeug.datastructures import MIMEAccept
from werkzeug.exceptions import BadRequest, NotAcceptable

__all__ = ["GRAPHS", "HTML", "RESULTS", "Form", "acceptable", "named", "ranked", "wants_html"]


@dataclass(frozen=True, slots=True)
class Form:
    """One form of an answer.

    Attributes:
        name: what `format=` calls it.
        names: what other tools call it there; `xml` and `json` are two forms, one for each kind.
        engine: what `kg.store.evaluator` calls it; empty for HTML.
        proper: its own media type.
        aliases: further media types under which it may be asked for, and is then answered.
        asked_as: the alias under which a client asked for it.
    """

    name: str
    engine: str
    proper: str
    aliases: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    asked_as: str = ""

    @property
    def media_type(self) -> str:
        """The media type that the answer bears: its own, or the alias that the client knows."""
        return self.asked_as or self.proper

    @property
    def content_type(self) -> str:
        """The media type, with the charset that text/* leaves open."""
        textual = self.media_type.startswith("text/")
        return f"{self.media_type}; charset=utf-8" if textual else self.media_type


_XML = ("application/xml", "text/xml")
# Turtle is a part of Notation3.
_N3 = ("application/x-turtle", "application/turtle", "text/n3", "text/rdf+n3", "application/n3")

HTML = Form("html", "", "text/html", ("application/xhtml+xml",))

RESULTS: tuple[Form, ...] = (
    Form("json", "json", "application/sparql-results+json", ("application/json",)),
    Form("xml", "xml", "application/sparql-results+xml", _XML),
    Form("csv", "csv", "text/csv"),
    Form("tsv", "tsv", "text/tab-separated-values"),
)

GRAPHS: tuple[Form, ...] = (
    Form("turtle", "turtle", "text/turtle", _N3, ("ttl", "n3")),
    Form("nt", "ntriples", "application/n-triples", ("text/plain",), ("ntriples", "n-triples")),
    Form("nq", "nquads", "application/n-quads", ("text/x-nquads",), ("nquads", "n-quads")),
    Form("trig", "trig", "application/trig", ("application/x-trig",)),
    Form("rdfxml", "rdfxml", "application/rdf+xml", _XML, ("rdf", "rdf+xml", "xml")),
    Form("jsonld", "jsonld", "application/ld+json", ("application/json",), ("json-ld", "json")),
)


def ranked(accept: MIMEAccept, forms: Iterable[Form]) -> list[Form]:
    """Those of the forms that a client takes, best first, each under the type that it asked for.

    A range with a wildcard stands for a form's own media type only, never for its aliases.
    """
    weights = _weights(accept)
    found: list[tuple[float, Form]] = []
    for form in forms:
        known = [
            (weights[alias], replace(form, asked_as=alias))
            for alias in form.aliases
            if alias in weights
        ]
        # max() keeps the first of equals: the proper media type before its aliases.
        found.append(max([(_weight(weights, form.proper), form), *known], key=lambda p: p[0]))
    found.sort(key=lambda pair: -pair[0])
    return [form for weight, form in found if weight > 0]


def named(name: str, forms: Sequence[Form]) -> list[Form]:
    """The forms that `format=` may mean: a name of ours or of other tools, or a media type."""
    # A plus sign that wasn't escaped has come as a space.
    asked = name.strip().lower().replace(" ", "+")
    return [f for f in forms if asked in (f.name, f.proper, *f.names, *f.aliases)]


def acceptable(forms: Sequence[Form]) -> list[Form]:
    """The forms that the request at hand takes, best first; no Accept means any.

    Raises:
        BadRequest: `format=` names none of them, nor does `Accept`.
        NotAcceptable: `Accept` takes none of them.
    """
    accept = request.accept_mimetypes
    found = ranked(accept, forms) if accept else list(forms)
    if name := request.values.get("format"):
        if meant := named(name, forms):
            return meant
        # SPARQLWrapper sends names of its own beside an Accept that says the same.
        if not found or not any("*" not in media_range for media_range in accept.values()):
            known = ", ".join(dict.fromkeys(form.name for form in forms))
            raise BadRequest(f"format={name!r} is unknown: expected one of {known}")
    if not found:
        offered = ", ".join(dict.fromkeys(form.proper for form in forms))
        raise NotAcceptable(f"none of the types in Accept is on offer: {offered}")
    return found


def wants_html() -> bool:
    """Whether the client is a browser: it lists text/html, and likes nothing of ours better."""
    weights = _weights(request.accept_mimetypes)
    weight = weights.get("text/html", 0.0)
    rivals = ("application/json", "application/problem+json", "text/turtle", "application/ld+json")
    return weight > 0 and all(_weight(weights, rival) <= weight for rival in rivals)


def _weights(accept: MIMEAccept) -> dict[str, float]:
    """The weight of each media range; parameters such as a charset don't part our forms."""
    found: dict[str, float] = {}
    for media_range, weight in accept:
        name = media_range.partition(";")[0].strip().lower()
        found[name] = max(weight, found.get(name, 0.0))
    return found


def _weight(weights: dict[str, float], media_type: str) -> float:
    kind = media_type.partition("/")[0]
    for media_range in (media_type, f"{kind}/*", "*/*"):
        if media_range in weights:
            return weights[media_range]
    return 0.0
