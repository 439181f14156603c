"""`rl:search` in SPARQL: words looked up in the search index before the query is evaluated.

`?rule rl:search "trample damage"` becomes VALUES with what the index finds, best first, so that it
works on every store. With `(?rule ?score) rl:search "…"` the score is bound too; greater is better.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from kg.errors import QueryError
from kg.store.query_text import Token, iter_tokens, position
from kg.vocab import PREFIXES, RL

__all__ = ["MOST_FOUND", "Found", "with_search"]

MOST_FOUND = 500
"""How many of the things found are joined in."""

Found = Sequence[tuple[str, float]]
"""IRIs and their scores, best first."""

_PREDICATE = f"<{RL.iri}search>"
_ESCAPE = re.compile(r"""\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))""", re.DOTALL)
_ESCAPED = {"t": "\t", "n": "\n", "r": "\r", "b": "\b", "f": "\f"}


def with_search(query: str, find: Callable[[str], Found]) -> str:
    """The query with each use of `rl:search` replaced by what it finds.

    Args:
        find: gives what some words find.

    Raises:
        QueryError: a use with something else than a variable before it and one string behind it.
    """
    if "search" not in query:
        return query
    tokens = list(iter_tokens(query))
    prefixes = _prefixes(tokens)
    places = [n for n, token in enumerate(tokens) if _iri(token, prefixes) == _PREDICATE]
    for place in reversed(places):  # so that what stands before keeps its place
        query = _replaced(query, tokens, place, find)
    return query


def _prefixes(tokens: Sequence[Token]) -> dict[str, str]:
    declared = dict(PREFIXES)
    for word, name, iri in zip(tokens, tokens[1:], tokens[2:], strict=False):
        if word.keyword == "PREFIX" and name.kind == "name" and iri.kind == "iri":
            declared[name.text.removesuffix(":")] = iri.text[1:-1]
    return declared


def _iri(token: Token, prefixes: dict[str, str]) -> str:
    """The IRI that a token is, in angle brackets; empty for one that is none."""
    if token.kind == "iri":
        return token.text
    prefix, colon, local = token.text.partition(":")
    if token.kind != "name" or not colon or prefix not in prefixes:
        return ""
    return f"<{prefixes[prefix]}{local}>"


def _replaced(query: str, tokens: Sequence[Token], place: int, find: Callable[[str], Found]) -> str:
    words = tokens[place + 1]
    begin = _subject(tokens, place)
    behind = tokens[place + 2]
    if begin is None or words.kind != "string" or behind.text not in (".", ";", "}"):
        line, column = position(query, tokens[place].start)
        raise QueryError(
            'rl:search takes a variable before it and one string behind it: ?rule rl:search "word"',
            line=line,
            column=column,
        )
    subject = query[tokens[begin].start : _end(tokens[_last(tokens, begin)])]
    values = _values(subject, find(_unquoted(words.text)))
    is_alone = _last(tokens, begin) == place - 1
    if is_alone and behind.text != ";":
        kept, rest = "", query[_end(words) :]
    elif is_alone:
        kept, rest = _variable(subject) + " ", query[_end(behind) :]
    else:  # a later predicate of the subject; `; ;` is allowed (SPARQL 1.1 grammar, rule 77)
        kept = query[tokens[begin].start : tokens[place].start]
        rest = query[_end(words) :]
    return f"{query[: tokens[begin].start]}{values} {kept}{rest}"


def _subject(tokens: Sequence[Token], place: int) -> int | None:
    """The place of the variable, or of the bracket around two, that the predicate belongs to."""
    before = place - 1
    if tokens[before].text == ")" and before >= 3:
        pair = tokens[before - 3 : before + 1]
        kinds = [token.kind for token in pair]
        return before - 3 if kinds == ["mark", "variable", "variable", "mark"] else None
    if tokens[before].kind == "variable":
        return before
    if tokens[before].text != ";":
        return None
    depth = 0
    while before > 0:
        before -= 1
        text = tokens[before].text if tokens[before].kind == "mark" else ""
        if text in (")", "]", "}") and text:
            depth += 1
        elif text in ("(", "[", "{") and text:
            depth -= 1
        if depth < 0 or (depth == 0 and text in (".", "}")):
            return before + 1 if tokens[before + 1].kind == "variable" else None
    return None


def _last(tokens: Sequence[Token], begin: int) -> int:
    """The place of the last token of the subject."""
    return begin + 3 if tokens[begin].text == "(" else begin


def _end(token: Token) -> int:
    return token.start + len(token.text)


def _variable(subject: str) -> str:
    match = re.search(r"[?$]\w+", subject)
    assert match is not None
    return match.group()


def _values(subject: str, found: Found) -> str:
    if subject.startswith("("):
        rows = " ".join(f"(<{iri}> {score:.4f})" for iri, score in found[:MOST_FOUND])
    else:
        rows = " ".join(f"<{iri}>" for iri, _ in found[:MOST_FOUND])
    return f"VALUES {subject} {{ {rows} }}"


def _unquoted(string: str) -> str:
    quotes = 3 if string[:3] in ('"""', "'''") else 1
    return _ESCAPE.sub(_unescaped, string[quotes:-quotes])


def _unescaped(match: re.Match[str]) -> str:
    code = match[1] or match[2]
    return chr(int(code, 16)) if code else _ESCAPED.get(match[3], match[3])
