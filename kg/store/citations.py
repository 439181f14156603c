"""The citations that tie a rule to others, with what each is for, out of a store."""

from __future__ import annotations

from dataclasses import dataclass

from pyoxigraph import QuerySolutions

from kg.model import EditionKey, RuleNumber
from kg.resources import internal_query
from kg.store.base import Store
from kg.vocab import RL, edition_iri, rule_iri

__all__ = ["Tie", "read_ties"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tie:
    """One number that a citation names.

    Attributes:
        direction: `out` of the rule asked about, or `in`, to it.
        source: the number of the rule that cites, or the headword of an entry.
        entry: whether it is an entry.
        place: the passage that the citation stands in: `text`, `example N` or `sense N`.
        target: the number that is named.
        dangling: whether the edition lacks it.
        kind: as the ontology calls it; empty where nothing tells.
        text, start, end: the citation as printed, and where it lies in the passage.
    """

    direction: str
    source: str
    entry: bool
    place: str
    target: str
    dangling: bool
    kind: str
    text: str
    start: int
    end: int


def read_ties(store: Store, key: EditionKey, number: RuleNumber) -> list[Tie]:
    """The citations in a rule and its examples, then those of it, each in document order.

    One that names several numbers has a tie for each of them.
    """
    result = store.query(
        internal_query("citations_around"),
        default_graph=[edition_iri(key)],
        bindings={"rule": rule_iri(key, number)},
    )
    assert isinstance(result, QuerySolutions)
    names = [variable.value for variable in result.variables]
    rows = [
        {name: value.value for name in names if (value := row[name]) is not None} for row in result
    ]
    return [_tie(row) for row in rows]


def _tie(row: dict[str, str]) -> Tie:
    rest = row["place"].removeprefix(row["owner"]).strip("/")
    return Tie(
        direction=row["direction"],
        source=row.get("number") or row["headword"],
        entry="number" not in row,
        place=rest.replace("/", " ") or "text",
        target=row["target_number"] if "target_number" in row else row["missing"],
        dangling="missing" in row,
        kind=row.get("kind", "").removeprefix(RL.iri),
        text=row["text"],
        start=int(row["start"]),
        end=int(row["end"]),
    )
