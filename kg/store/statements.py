"""What a passage says, read back from a store: what `extract.statement_triples` writes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from pyoxigraph import NamedNode, QuerySolutions

from kg.model import EditionKey, Rule
from kg.resources import internal_query
from kg.statements import Mention, NamedCard, RoleSpan, Said, Statement, Term
from kg.store.base import Store
from kg.vocab import RL, edition_iri, rule_iri, statements_graph

__all__ = ["read_said", "read_said_of_rule"]

_ROLES = {
    RL.conditionSpan.value: "condition",
    RL.triggerSpan.value: "trigger",
    RL.exceptionSpan.value: "exception",
    RL.actorSpan.value: "actor",
}


def read_said_of_rule(store: Store, key: EditionKey, rule: Rule) -> list[Said]:
    """What a rule says, then what each of its examples says."""
    iri = rule_iri(key, rule.number).value
    places = [iri, *(f"{iri}/example/{i}" for i in range(1, len(rule.examples) + 1))]
    return [read_said(store, key, NamedNode(place)) for place in places]


def read_said(store: Store, key: EditionKey, place: NamedNode) -> Said:
    """What the passage at an IRI says; nothing where the store was built by an older ruleloom."""
    return Said(
        tuple(_statements(_rows(store, key, "statements", place))),
        tuple(sorted(_mentions(_rows(store, key, "mentions", place)), key=lambda m: m.start)),
        tuple(_cards(_rows(store, key, "named_cards", place))),
    )


def _rows(store: Store, key: EditionKey, name: str, place: NamedNode) -> list[dict[str, str]]:
    result = store.query(
        internal_query(name),
        default_graph=[statements_graph(key), edition_iri(key)],
        bindings={"place": place},
    )
    assert isinstance(result, QuerySolutions)
    names = [variable.value for variable in result.variables]
    return [
        {name: value.value for name in names if (value := row[name]) is not None} for row in result
    ]


def _statements(rows: list[dict[str, str]]) -> Iterator[Statement]:
    grouped: dict[str, list[dict[str, str]]] = defaultdict(list)
    for row in rows:
        grouped[row["statement"]].append(row)
    for group in grouped.values():
        first = group[0]
        roles = [
            RoleSpan(_ROLES[row["role"]], *_place(row["span"]), _name(row.get("actor", "")))
            for row in group
            if "role" in row
        ]
        # An actor's words can be a part of another role's span of the same statement.
        roles.sort(key=lambda role: (role.start, role.end, role.role))
        yield Statement(
            int(first["start"]), int(first["end"]), _name(first.get("kind", "")), tuple(roles)
        )


def _mentions(rows: list[dict[str, str]]) -> Iterator[Mention]:
    for row in rows:
        kind = _kind(row["termKind"])
        term = Term(
            row.get("label", ""),
            kind,
            row.get("headword", ""),
            row.get("number", ""),
            borrowed="basis" in row,
        )
        yield Mention(
            *_place(row["span"]),
            term,
            _kind(row["kind"]) if "kind" in row else kind,
            int(row.get("order", 0)),
            row.get("ambiguous") == "true",
        )


def _cards(rows: list[dict[str, str]]) -> Iterator[NamedCard]:
    mentions: dict[str, set[tuple[int, int]]] = defaultdict(set)
    texts: dict[str, set[tuple[int, int]]] = defaultdict(set)
    for row in rows:
        mentions[row["name"]].add(_place(row["span"]))
        if "quoted" in row:
            texts[row["name"]].add(_place(row["quoted"]))
    for name, places in sorted(mentions.items(), key=lambda item: min(item[1])):
        yield NamedCard(name, tuple(sorted(places)), tuple(sorted(texts[name])))


def _place(span: str) -> tuple[int, int]:
    start, _, end = span.rpartition("#char=")[2].partition(",")
    return int(start), int(end)


def _name(iri: str) -> str:
    return iri.removeprefix(RL.iri)


def _kind(iri: str) -> str:
    name = _name(iri)
    return name if name == "glossaryTerm" else name.removesuffix("Term")
