"""What is wrong with a query that pyoxigraph refused, in words and with a place.

pyoxigraph's own positions are unreliable (it names the end of the input for a fault on line 3) and
its messages list tokens. The commonest faults show in the tokens; for the rest rdflib's parser
gives the start of the faulty clause, in 1 to 50 ms, and is imported only then.
"""

from __future__ import annotations

import re

from kg.errors import QueryError
from kg.store.query_text import check_query, outline, position
from kg.vocab import PREFIXES

__all__ = ["explain"]

# Of pyoxigraph's alternatives ("expected one of OFFSET, The SELECT contains …"): its sentences.
_SENTENCE = re.compile(r"(?:expected (?:one of )?|, )([A-Z][a-z]+ [^,\[]*\w)")
_RDFLIB_LENGTH, _RDFLIB_DEPTH = 20_000, 20


def explain(query: str, error: Exception) -> QueryError:
    """The error to raise for `error`, which the engine raised on `query`."""
    try:
        found = check_query(query)
    except QueryError as refused:
        return refused
    if not isinstance(error, SyntaxError):
        return QueryError(_first_line(error))
    for prefix, start in found.undeclared.items():
        if prefix not in PREFIXES:
            return _at(
                query, start, f"the prefix {prefix}: isn't declared; add PREFIX {prefix}: <…>"
            )
    if found.unmatched is not None:
        bracket = query[found.unmatched]
        what = "is never closed" if bracket in "([{" else "closes nothing"
        return _at(query, found.unmatched, f"this {bracket} {what}")
    if not query.strip():
        return QueryError("the query is empty")
    sentence = _SENTENCE.search(str(error))
    if "IRI parsing failed" in str(error):
        return QueryError("an IRI in it is relative or has a character that IRIs can't have")
    if sentence:
        return QueryError(sentence[1][0].lower() + sentence[1][1:])
    place = _rdflib_position(query)
    if place is None:
        return QueryError("the query isn't valid SPARQL 1.1")
    return _at(query, place, f"the query isn't valid SPARQL 1.1 at or behind {_word(query, place)}")


def _first_line(error: Exception) -> str:
    lines = str(error).splitlines()
    return lines[0] if lines else type(error).__name__


def _at(query: str, offset: int, message: str) -> QueryError:
    line, column = position(query, offset)
    return QueryError(message, line=line, column=column)


def _word(query: str, offset: int) -> str:
    rest = query[offset : offset + 40].split()
    return repr(rest[0]) if rest else "its end"


def _rdflib_position(query: str) -> int | None:
    """Where rdflib's parser stops; None where it stops nowhere, or might take too long."""
    if len(query) > _RDFLIB_LENGTH or outline(query).depth > _RDFLIB_DEPTH:
        return None
    from pyparsing.exceptions import ParseBaseException
    from rdflib.plugins.sparql.parser import parseQuery

    try:
        parseQuery(query)
    except ParseBaseException as error:
        return int(error.loc)
    except Exception:  # rdflib also raises its own errors, and RecursionError
        return None
    return None
