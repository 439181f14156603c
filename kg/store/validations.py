"""What was checked of a rule, out of a store: what `kg.scenario.assertions` and the shapes say."""

from __future__ import annotations

from dataclasses import dataclass

from pyoxigraph import NamedNode, QuerySolutions

from kg.model import EditionKey, Rule
from kg.resources import internal_query
from kg.store.base import Store
from kg.vocab import EARL, rule_iri, validation_graph

__all__ = ["Validation", "read_validations"]


@dataclass(frozen=True, slots=True)
class Validation:
    """One check and its outcome (EARL).

    Attributes:
        subject: the IRI of the rule, or of an example below it.
        test: the IRI of a scenario or a shape.
        mode, outcome: as EARL calls them, such as `automatic` and `passed`.
        info: why, where someone judged it; else None.
    """

    subject: str
    test: str
    mode: str
    outcome: str
    info: str | None


def read_validations(store: Store, key: EditionKey, rule: Rule) -> list[Validation]:
    """The checks of a rule, then those of its examples; none where nothing was validated."""
    iri = rule_iri(key, rule.number).value
    places = [iri, *(f"{iri}/example/{place}" for place in range(1, len(rule.examples) + 1))]
    return [found for place in places for found in _read(store, key, NamedNode(place))]


def _read(store: Store, key: EditionKey, subject: NamedNode) -> list[Validation]:
    result = store.query(
        internal_query("validations"),
        default_graph=[validation_graph(key)],
        bindings={"subject": subject},
    )
    assert isinstance(result, QuerySolutions)
    return [
        Validation(
            row["subject"].value,
            row["test"].value,
            row["mode"].value.removeprefix(EARL.iri),
            row["outcome"].value.removeprefix(EARL.iri),
            row["info"].value if row["info"] is not None else None,
        )
        for row in result
    ]
