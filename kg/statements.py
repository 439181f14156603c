"""What a passage says, as values: its statements with their roles, and the terms that it mentions.

Nothing here opens a file or a store: `extract` makes these values, `extract.statement_triples`
writes them, `kg.store.statements` reads them back. All places are half-open and count characters
of the passage.
"""

from __future__ import annotations

from dataclasses import dataclass

from kg.model import Passage

__all__ = [
    "ACTORS",
    "KINDS",
    "ROLES",
    "TERM_KINDS",
    "Mention",
    "NamedCard",
    "RoleSpan",
    "Said",
    "Statement",
    "Term",
    "said_as_json",
]

KINDS = (
    "definition",
    "requirement",
    "permission",
    "prohibition",
    "consequence",
    "triggerStatement",
    "exception",
    "clarification",
    "history",
    "crossReference",
    "procedure",
    "property",
    "illustration",
)
"""Local names of the ontology's kinds of statement."""

ROLES = ("condition", "trigger", "actor", "exception")
"""Local names of the ontology's roles that a part of a statement has in it."""

ACTORS = (
    "activePlayer",
    "nonactivePlayer",
    "attackingPlayer",
    "defendingPlayer",
    "startingPlayer",
    "controllingPlayer",
    "owningPlayer",
    "apnapPlayers",
    "eachPlayer",
    "opposingPlayer",
    "otherPlayer",
    "anyPlayer",
    "sameTeam",
)
"""Local names of the ontology's actors: whom a statement has act."""

TERM_KINDS = (
    "keywordAction",
    "keywordAbility",
    "zone",
    "phaseOrStep",
    "cardType",
    "supertype",
    "subtype",
    "counterKind",
    "designation",
    "abilityWord",
    "symbol",
    "glossaryTerm",
)
"""Local names of the ontology's kinds of term, the most telling first."""


@dataclass(frozen=True, slots=True)
class RoleSpan:
    """A part of a statement that has a role in it.

    Attributes:
        role: one of `ROLES`.
        actor: of an actor, one of `ACTORS`; else empty.
    """

    role: str
    start: int
    end: int
    actor: str = ""


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence and what it does.

    Attributes:
        start, end: the sentence.
        kind: one of `KINDS`, or empty where no cue of a kind was found.
        roles: in the order of the text.
    """

    start: int
    end: int
    kind: str
    roles: tuple[RoleSpan, ...] = ()


@dataclass(frozen=True, slots=True)
class Term:
    """A word or phrase of an edition's vocabulary.

    Attributes:
        label: as its entry, its heading or its list prints it.
        kind: local name of the ontology's kind of term.
        entry: the headword of its glossary entry, or empty.
        rule: the number of the rule that heads, lists or names it, or empty.
        borrowed: whether the edition lacks it, and only the one that it was read with has it.
    """

    label: str
    kind: str
    entry: str = ""
    rule: str = ""
    borrowed: bool = False


@dataclass(frozen=True, slots=True)
class Mention:
    """One mention of a term.

    Attributes:
        kind: of the meaning that is told apart, else the term's own.
        sense: the place, from 1, of the sense of the glossary entry that is meant; 0 where the
            entry has one sense only or none.
        ambiguous: whether the term has several meanings and no cue tells which is meant.
    """

    start: int
    end: int
    term: Term
    kind: str
    sense: int = 0
    ambiguous: bool = False


@dataclass(frozen=True, slots=True)
class NamedCard:
    """A card that a passage names.

    Attributes:
        name: as printed.
        mentions: where its name stands, in order; at least once.
        texts: where rules text of it is quoted, without the quotation marks.
    """

    name: str
    mentions: tuple[tuple[int, int], ...]
    texts: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Said:
    """All that was read in one passage."""

    statements: tuple[Statement, ...] = ()
    mentions: tuple[Mention, ...] = ()
    cards: tuple[NamedCard, ...] = ()


def said_as_json(passage: Passage, said: Said) -> dict[str, object]:
    """What a passage says, as JSON: places are half-open and count characters of its text."""
    text = passage.text
    return {
        "text": text,
        "statements": [
            {
                "kind": statement.kind or None,
                "start": statement.start,
                "end": statement.end,
                "text": text[statement.start : statement.end],
                "roles": [_role_as_json(role, text) for role in statement.roles],
            }
            for statement in said.statements
        ],
        "terms": [
            {
                "start": mention.start,
                "end": mention.end,
                "text": text[mention.start : mention.end],
                "term": mention.term.label,
                "kind": mention.kind,
                "headword": mention.term.entry or None,
                "rule": mention.term.rule or None,
                "sense": mention.sense or None,
                "ambiguous": mention.ambiguous,
            }
            for mention in said.mentions
        ],
        "cards": [
            {
                "name": card.name,
                "mentions": [list(place) for place in card.mentions],
                "quoted": [{"start": a, "end": b, "text": text[a:b]} for a, b in card.texts],
            }
            for card in said.cards
        ],
    }


def _role_as_json(role: RoleSpan, text: str) -> dict[str, object]:
    return {
        "role": role.role,
        "start": role.start,
        "end": role.end,
        "text": text[role.start : role.end],
        "actor": role.actor or None,
    }
