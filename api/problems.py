"""The kinds of problem that an answer can report, by the name that ends their `type` (RFC 9457)."""

from __future__ import annotations

from dataclasses import dataclass
from http import HTTPStatus

from kg.vocab import BASE

__all__ = ["PROBLEMS", "ProblemType", "problem_type"]


@dataclass(frozen=True, slots=True)
class ProblemType:
    """One kind of problem.

    Attributes:
        name: ends its IRI, under which the server explains it.
        status: of the answer that reports it.
        title: the same in every answer, as RFC 9457 3.1.3 asks.
        meaning: what to do about it.
        members: what its documents say beyond the members of RFC 9457.
    """

    name: str
    status: int
    title: str
    meaning: str
    members: str = ""

    @property
    def iri(self) -> str:
        """What `type` says."""
        return f"{BASE}problem/{self.name}"


PROBLEMS: dict[str, ProblemType] = {
    problem.name: problem
    for problem in (
        ProblemType(
            "bad-request",
            400,
            "Bad request",
            "A parameter is missing, unknown, or has a value that it can’t take.",
            "The member errors lists each faulty parameter with what is wrong.",
        ),
        ProblemType(
            "bad-rule-number",
            400,
            "No rule number",
            "Numbers look like 7 (a chapter), 701 (a section), 701.8 (a rule) or 701.8a (a "
            "subrule). Subrule letters leave out l and o.",
        ),
        ProblemType(
            "bad-query",
            400,
            "Query can’t be run",
            "The SPARQL query isn’t well formed, or asks for something that this endpoint doesn’t "
            "do.",
            "The members line and column tell where, when that is known.",
        ),
        ProblemType(
            "rule-not-found",
            404,
            "No such rule in this edition",
            "Each edition renumbers rules, so that another one may print it.",
            "The member nearest lists numbers that the edition prints.",
        ),
        ProblemType(
            "topic-not-found",
            404,
            "No such keyword or term in this edition",
            "A name is looked for among the headings of rules and in the glossary.",
            "The member nearest lists names and headings that are written alike.",
        ),
        ProblemType(
            "edition-not-found",
            404,
            "No such edition",
            "Editions are known by the day on which they take effect.",
            "The member known lists the editions that the store holds.",
        ),
        ProblemType(
            "query-not-found",
            404,
            "No such query in the gallery",
            "The gallery has no query of that name.",
        ),
        ProblemType("not-found", 404, "Not found", "Nothing is kept under that address."),
        ProblemType(
            "method-not-allowed",
            405,
            "Method not allowed",
            "The header Allow lists the methods that work here.",
        ),
        ProblemType(
            "not-acceptable",
            406,
            "No acceptable form",
            "The answer can’t be given in a media type that the header Accept takes; the detail "
            "lists those on offer. The parameter format is the other way to choose.",
        ),
        ProblemType(
            "content-too-large",
            413,
            "Request too large",
            "The request’s body or its query is longer than this server takes.",
        ),
        ProblemType(
            "unsupported-media-type",
            415,
            "Unsupported media type",
            "The request’s body is of a media type that isn’t read here.",
        ),
        ProblemType(
            "internal-error",
            500,
            "Internal error",
            "The fault is ours. It has been written to the server’s log.",
        ),
        ProblemType(
            "query-stopped",
            503,
            "Query stopped",
            "The query reached a limit of this server and gave no answer. Ask for less; only where "
            "the limit is load can trying again help, after the seconds that Retry-After says.",
            "The member limit names what it ran into: time, memory, size or load.",
        ),
        ProblemType(
            "store-unavailable",
            503,
            "Store unavailable",
            "The server can’t read its graph just now. Try again shortly.",
        ),
    )
}

_BY_STATUS = {
    400: "bad-request",
    404: "not-found",
    405: "method-not-allowed",
    406: "not-acceptable",
    413: "content-too-large",
    414: "content-too-large",
    415: "unsupported-media-type",
    500: "internal-error",
}


def problem_type(status: int) -> ProblemType:
    """The kind for a bare status; any other status has its own phrase as its title."""
    name = _BY_STATUS.get(status)
    if name is None:
        return ProblemType("", status, HTTPStatus(status).phrase, "")
    return PROBLEMS[name]
