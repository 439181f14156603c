"""The outline of a SPARQL query, seen in its tokens before any engine parses it.

A parser can't do this job: pyoxigraph's shows nothing of what it read, and on deep nesting it ends
the process; rdflib's is slow and accepts other queries. The outline errs on the careful side, as
pyoxigraph also takes keywords glued to what follows (`SERVICEex:x`, measured with 0.5.13).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from kg.errors import QueryError

__all__ = [
    "MAX_DEPTH",
    "MAX_LENGTH",
    "Outline",
    "Token",
    "check_query",
    "iter_tokens",
    "outline",
    "position",
    "with_values",
]

MAX_DEPTH = 200
"""Levels of brackets: a thread of 8 MiB overflows from about 840 on, by the kind of bracket."""
MAX_LENGTH = 100_000
"""Characters: flat chains (`!!!…`, `a || b || …`) overflow a stack as well, longer ones only."""

_UPDATES = ("INSERT", "DELETE", "LOAD", "CLEAR", "DROP", "CREATE", "ADD", "MOVE", "COPY", "WITH")
_FORMS = ("SELECT", "ASK", "CONSTRUCT", "DESCRIBE")
_BEGINNINGS = _FORMS + _UPDATES
_OPEN, _CLOSE = "([{", ")]}"
# Every alternative either takes what it looked at or is tried in few places, so that the time grows
# with the length alone: a short string without an end takes its line (it can only be an error).
_TOKEN = re.compile(
    r"""
    (?P<blank>\s+|\#[^\n\r]*)
  | (?P<string>'''(?:'{0,2}(?:[^'\\]|\\.))*'''|\"\"\"(?:"{0,2}(?:[^"\\]|\\.))*\"\"\")
  | (?P<endless>'''|\"\"\")
  | (?P<short>'(?:[^'\\\n\r]|\\.)*+'?|"(?:[^"\\\n\r]|\\.)*+"?)
  | (?P<iri><(?:[^<>"{}|^`\\\x00-\x20]|\\u[0-9A-Fa-f]{4}|\\U[0-9A-Fa-f]{8})*+>)
  | (?P<variable>[?$]\w+)
  | (?P<language>@[A-Za-z]+(?:-[A-Za-z0-9]+)*)
  | (?P<node>_:\w(?:[\w.\-]*[\w\-])?)
  | (?P<name>(?:[^\W\d_][\w\-]*+(?:\.++[\w\-]++)*+)?+:
      (?:(?:[\w:]|%[0-9A-Fa-f]{2}|\\[_~.\-!$&'()*+,;=/?\#@%])
         (?:(?:[\w:.\-]|%[0-9A-Fa-f]{2}|\\[_~.\-!$&'()*+,;=/?\#@%])*
            (?:[\w:\-]|%[0-9A-Fa-f]{2}|\\[_~.\-!$&'()*+,;=/?\#@%]))?)?)
  | (?P<words>[^\W\d][\w\-]*+(?:\.++[\w\-]++)*+)
  | (?P<number>\d+(?:[eE][+\-]?\d+)?)
  | (?P<mark>.)
    """,
    re.VERBOSE | re.DOTALL,
)
_WORD = re.compile(r"(?P<word>\w+)|(?P<mark>[^\w\s])")
_SCHEME = re.compile(r"<[A-Za-z][A-Za-z0-9+.\-]*://")
_SERVICE = re.compile("SERVICE", re.IGNORECASE)


class Token(NamedTuple):
    """One token of a query.

    Attributes:
        kind: `string`, `iri`, `variable`, `language`, `node`, `name` (with a prefix), `word`,
            `number`, `mark`, or `end` behind the last one.
        start: where it lies, in characters.
        keyword: a word in upper case; else empty.
    """

    kind: str
    text: str
    start: int
    keyword: str = ""


@dataclass(frozen=True, slots=True)
class Outline:
    """What can be told of a query without parsing it.

    Attributes:
        form: `SELECT`, `ASK`, `CONSTRUCT`, `DESCRIBE`, the first word of an update, or empty.
        depth: the deepest nesting of brackets.
        names_dataset: whether it has FROM or FROM NAMED.
        calls_service: whether it has SERVICE, or may have it in the eyes of a laxer parser.
        group: where the braces of its pattern open and close; None where it has none.
        is_subquery: whether that pattern is nothing but a SELECT.
        unmatched: where a bracket lies that has no partner; None if each has one.
        undeclared: prefixes used without PREFIX, with the place of the first use of each.
    """

    form: str
    depth: int
    names_dataset: bool
    calls_service: bool
    group: tuple[int, int] | None
    is_subquery: bool
    unmatched: int | None
    undeclared: Mapping[str, int] = field(default_factory=dict)


@lru_cache(maxsize=128)
def outline(query: str) -> Outline:
    """The outline of a query; of any string, in time that grows with its length alone.

    Example:
        >>> outline("SELECT * { ?s ?p 'SERVICE' } # SERVICE").calls_service
        False
    """
    tokens = list(iter_tokens(query))
    start, form = _form(tokens)
    pairs, unmatched, depth = _brackets(tokens)
    group = _group(tokens, start, form, pairs)
    return Outline(
        form=form,
        depth=depth,
        names_dataset=_names_dataset(tokens[start:]),
        calls_service=_calls_service(query, tokens),
        group=(tokens[group].start, tokens[pairs[group]].start) if group is not None else None,
        is_subquery=group is not None and tokens[group + 1].keyword.startswith("SELECT"),
        unmatched=tokens[unmatched].start if unmatched is not None else None,
        undeclared=_undeclared(tokens),
    )


def check_query(query: str) -> Outline:
    """The outline of a query that may be given to the engine.

    Raises:
        QueryError: it is an update, too long, or nested so deeply that it could end the process.
    """
    if len(query) > MAX_LENGTH:
        raise QueryError(f"a query can have {MAX_LENGTH} characters; this one has {len(query)}")
    found = outline(query)
    if found.form in _UPDATES:
        raise QueryError(f"{found.form} is an update, and this store is read-only for queries")
    if found.depth > MAX_DEPTH:
        raise QueryError(f"brackets can be nested {MAX_DEPTH} deep; here they are {found.depth}")
    return found


def position(query: str, offset: int) -> tuple[int, int]:
    """Line and column of a place in a query, both from 1."""
    before = query[:offset]
    return before.count("\n") + 1, offset - (before.rfind("\n") + 1) + 1


def with_values(query: str, variables: Sequence[str], values: Sequence[str]) -> str | None:
    """The query with one solution joined into its pattern; None where it has no such pattern.

    pyoxigraph's own `substitutions` accept only variables that SELECT projects, and its planner
    doesn't count on them: a join of three patterns took 16 ms with them, 0.2 ms with VALUES, on
    600,000 quads.

    Args:
        values: terms as SPARQL writes them, one a variable.
    """
    found = outline(query)
    if found.group is None:
        return None
    opens, closes = found.group
    names = " ".join(f"?{name}" for name in variables)
    block = f" VALUES ({names}) {{ ({' '.join(values)}) }} "
    inner = query[opens + 1 : closes]
    if found.is_subquery:  # which must stand alone in its braces
        inner = f"{{ {inner} }}"
    return f"{query[: opens + 1]}{block}{inner}{query[closes:]}"


def iter_tokens(query: str) -> Iterator[Token]:
    """The tokens of a query, without blanks and comments."""
    for match in _TOKEN.finditer(query):
        kind = match.lastgroup or ""
        if kind == "endless":
            # Most likely an error, but `('''a' )` is two strings to pyoxigraph: from here on
            # nothing passes for a string or a comment.
            yield from _words(query, match.start(), len(query))
            break
        if kind == "words":
            yield from _words(query, match.start(), match.end())
        elif kind != "blank":
            yield Token("string" if kind == "short" else kind, match.group(), match.start())
    yield Token("end", "", len(query))


def _words(query: str, start: int, end: int) -> Iterator[Token]:
    for match in _WORD.finditer(query, start, end):
        word = match[1]
        if word:
            yield Token("word", word, match.start(), word.upper())
        else:
            yield Token("mark", match.group(), match.start())


def _form(tokens: Sequence[Token]) -> tuple[int, str]:
    """The place of the word that says what is asked, behind PREFIX and BASE, and that word."""
    for place, token in enumerate(tokens):
        # A keyword can be glued to the next one (SELECTDISTINCT).
        if token.keyword.startswith(_BEGINNINGS):
            return place, next(word for word in _BEGINNINGS if token.keyword.startswith(word))
    return len(tokens) - 1, ""


def _brackets(tokens: Sequence[Token]) -> tuple[dict[int, int], int | None, int]:
    """Opening to closing brackets, the first that has no partner, and the greatest depth."""
    pairs: dict[int, int] = {}
    stack: list[int] = []
    unmatched: int | None = None
    depth = 0
    for place, token in enumerate(tokens):
        if token.kind != "mark":
            continue
        if token.text in _OPEN:
            stack.append(place)
            depth = max(depth, len(stack))
        elif token.text in _CLOSE:
            if stack and _OPEN.index(tokens[stack[-1]].text) == _CLOSE.index(token.text):
                pairs[stack.pop()] = place
            elif unmatched is None:
                unmatched = place
    if unmatched is None and stack:
        unmatched = stack[-1]
    return pairs, unmatched, depth


def _group(tokens: Sequence[Token], start: int, form: str, pairs: Mapping[int, int]) -> int | None:
    """The place of the brace that opens the WHERE pattern of a SELECT, an ASK or a CONSTRUCT."""
    if form not in ("SELECT", "ASK", "CONSTRUCT"):
        return None
    skipped = 0
    if form == "CONSTRUCT":
        if tokens[start + 1].text != "{":  # CONSTRUCT WHERE takes plain triples only
            return None
        skipped = pairs.get(start + 1, len(tokens))
    place = max(start, skipped) + 1
    while place < len(tokens):
        if tokens[place].kind == "mark" and tokens[place].text in _OPEN:
            if tokens[place].text == "{":
                return place if place in pairs else None
            place = pairs.get(place, len(tokens))  # SELECT (EXISTS { … } AS ?x) { … }
        place += 1
    return None


def _names_dataset(tokens: Sequence[Token]) -> bool:
    for token in tokens:
        if token.text == "{" and token.kind == "mark":
            return False
        if token.keyword.startswith("FROM"):
            return True
    return any(token.keyword.startswith("FROM") for token in tokens)


def _calls_service(query: str, tokens: Sequence[Token]) -> bool:
    """Whether SERVICE stands as a keyword, or may do so.

    `?a<?b)SERVICE#>` reads as an IRI to a tokeniser and as a comparison to pyoxigraph, and with a
    comment or a quote behind it the two see different strings from there on. Only an IRI that goes
    on with `//` after its scheme can't be an expression. So where another one has such a sign in
    it, the word is looked for everywhere.
    """
    for token in tokens:
        if token.kind == "iri" and not _SCHEME.match(token.text) and re.search("[#']", token.text):
            return _SERVICE.search(query) is not None
    for before, token, after in zip(tokens, tokens[1:], tokens[2:], strict=False):
        # No other bare word has it in it, but `trueSERVICE<…>` is a literal and then the keyword.
        if "SERVICE" in token.keyword:
            return True
        glued = token.kind == "name" and _SERVICE.search(token.text)
        if glued and after.text == "{" and not before.keyword.endswith("GRAPH"):
            return True
    return False


def _undeclared(tokens: Sequence[Token]) -> dict[str, int]:
    declared = {
        name.text.partition(":")[0]
        for word, name in pairwise(tokens)
        if word.keyword == "PREFIX" and name.kind == "name"
    }
    used: dict[str, int] = {}
    for token in tokens:
        if token.kind == "name":
            used.setdefault(token.text.partition(":")[0], token.start)
    return {prefix: start for prefix, start in used.items() if prefix not in declared}
