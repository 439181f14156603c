"""The words for queries as JSON: prefixes that needn't be declared, and the terms below them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from flask import Blueprint
from pydantic import BaseModel, Field

from api.asked import find_asked
from api.live import snapshot
from api.models import EditionOut
from api.openapi import answers, spec
from api.params import EditionParams
from api.wire import to_edition
from kg.ontology_terms import load_modules
from kg.vocab import DCTERMS, DQV, EARL, OWL, PREFIXES, PROV, RDF, RDFS, SH, SKOS, XSD

__all__ = ["bp"]

bp = Blueprint("vocabulary", __name__, url_prefix="/api/v1/vocabulary")
_OTHERS = (RDF, RDFS, SKOS, DCTERMS, PROV, DQV, OWL, SH, EARL, XSD)
_NAMES = {namespace: prefix for prefix, namespace in PREFIXES.items()}


class TermOut(BaseModel):
    """A class, a property or an individual that a query can name."""

    name: str = Field(description="With its prefix.", examples=["rl:cites"])
    kind: Literal["class", "property", "individual"]
    comment: str = Field(description="What it means; empty for terms of other vocabularies.")


class VocabularyOut(BaseModel):
    """What a query can name without declaring it."""

    edition: EditionOut
    prefixes: dict[str, str] = Field(examples=[{"rl": "https://w3id.org/ruleloom/ns#"}])
    terms: list[TermOut] = Field(description="Ours first, then those of others that we use.")


@bp.get("")
@spec.validate(resp=answers(VocabularyOut), tags=["vocabulary"], operation_id="vocabulary")
def vocabulary(query: EditionParams) -> VocabularyOut:
    """The prefixes and terms that queries over the graph are made of; the same for all editions."""
    key = find_asked(snapshot().store, query)
    return VocabularyOut(
        edition=to_edition(key), prefixes=PREFIXES, terms=[*_own_terms(), *_other_terms()]
    )


def _own_terms() -> Iterator[TermOut]:
    for module in load_modules():
        for term in module.terms:
            yield TermOut.model_validate(
                {"name": term.curie, "kind": term.kind, "comment": term.comment}
            )


def _other_terms() -> Iterator[TermOut]:
    for namespace in _OTHERS:
        for name in dir(namespace):
            is_class = name[0].isupper() or namespace is XSD
            yield TermOut(
                name=f"{_NAMES[namespace.iri]}:{name}",
                kind="class" if is_class else "property",
                comment="",
            )
