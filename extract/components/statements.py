"""What each sentence does: a statement with its kind, conditions, triggers and actors."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from spacy.language import Language
from spacy.tokens import Doc

from extract.components.actors import find_actors
from extract.components.clauses import (
    Clause,
    Verb,
    dependent_clauses,
    has_main_verb,
    main_verbs,
    mask,
    split_main,
)
from extract.components.statement_kinds import Sentence, classify
from kg.statements import RoleSpan, Statement

__all__ = ["Statements", "find_statements"]

_EXCEPT = re.compile(r"\b(?:except|other than|apart from|aside from)\b[^,;.]*", re.I)
_INSTEAD = re.compile(r"\binstead\b(?: of [^,;.]*)?|\brather than\b[^,;.]*", re.I)


def find_statements(
    text: str, sentences: Iterable[tuple[int, int]], *, passage: str = "rule"
) -> Iterator[Statement]:
    """The statement that each sentence of a passage is.

    Args:
        sentences: their places.
        passage: `rule`, `sense`, `example`, whose sentences are of a kind of their own, or
            `title`, which has no sentence.

    Example:
        >>> words = "If it’s tapped, that creature can’t attack."
        >>> [(s.kind, [words[r.start:r.end] for r in s.roles])
        ...  for s in find_statements(words, [(0, len(words))])]
        [('prohibition', ['If it’s tapped'])]
    """
    if passage == "title":
        return
    masked = mask(text)
    lower = masked.lower()
    if len(lower) != len(masked):  # a letter whose small form takes two places, the Turkish İ
        lower = "".join(c.lower() if len(c.lower()) == 1 else c for c in masked)
    for position, (start, end) in enumerate(sentences):
        kind = "illustration" if passage == "example" else ""
        clauses = list(dependent_clauses(lower, start, end))
        main = split_main(lower, start, end)
        if not kind:
            stop = next((clause.start for clause in clauses if clause.start > main), end)
            sentence = Sentence(
                start=start,
                words=lower[start:end],
                main=lower[main:stop],
                clauses=clauses,
                verbs=main_verbs(lower, main, end),
                leads=bool(clauses) and clauses[0].start < main,
                phrase=passage == "sense"
                and position == 0
                and not has_main_verb(lower, main, _first_part(lower, main, stop)),
            )
            kind = classify(sentence)
            if not sentence.phrase:
                clauses = list(_outside_verb(clauses, sentence.verbs))
        roles = [
            *_clause_roles(clauses),
            *_exceptions(lower, start, end),
            *find_actors(lower, main, start, end),
        ]
        roles.sort(key=lambda role: (role.start, role.end, role.role))
        yield Statement(start, end, kind, tuple(roles))


def _first_part(masked: str, start: int, stop: int) -> int:
    """Where the first part of an entry's gist ends: `A card type; Auras are among them.`"""
    ends = (masked.find(sign, start, stop) for sign in ";:")
    return min((end for end in ends if end >= 0), default=stop)


def _outside_verb(clauses: Iterable[Clause], verbs: Sequence[Verb]) -> Iterator[Clause]:
    """The clauses, one in the subject ended where the verb begins: `An ability that triggers
    whenever a player gains life looks ...`."""
    for clause in clauses:
        place = verbs[0].start if verbs else clause.end
        inside = clause.start < place < clause.end
        yield replace(clause, end=place - 1) if inside else clause


def _clause_roles(clauses: Iterable[Clause]) -> Iterator[RoleSpan]:
    for clause in clauses:
        if clause.role != "time":
            yield RoleSpan(clause.role, clause.start, clause.end)


def _exceptions(masked: str, start: int, end: int) -> Iterator[RoleSpan]:
    """What a statement leaves out, and what it has stand in another's place."""
    for role, pattern in (("exception", _EXCEPT), ("condition", _INSTEAD)):
        for match in pattern.finditer(masked, start, end):
            yield RoleSpan(role, match.start(), match.start() + len(match.group().rstrip()))


class Statements:
    """Write the statements of a text to `doc._.statements`.

    What the passage is stands in `doc._.passage`; its sentences are those of `doc._.sentences`.
    """

    def __call__(self, doc: Doc) -> Doc:
        text = doc._.source_text or doc.text
        doc._.statements = tuple(
            find_statements(text, doc._.sentences, passage=doc._.passage or "rule")
        )
        return doc


@Language.factory("statements", requires=["doc._.sentences"], assigns=["doc._.statements"])
def make_statements(nlp: Language, name: str) -> Statements:
    """The component."""
    return Statements()


if not Doc.has_extension("statements"):
    Doc.set_extension("statements", default=())
    Doc.set_extension("passage", default="")
