"""The ontology as values: its modules, and what each says of its terms."""

from __future__ import annotations

import functools
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from pyoxigraph import BlankNode, Literal, NamedNode, RdfFormat, Triple, parse

from kg.gallery import load_gallery
from kg.resources import ontology
from kg.vocab import OWL, PREFIXES, RDF, RDFS, RL, SKOS

__all__ = ["Module", "Term", "load_modules", "questions_of"]

_Said = Mapping[str, list[NamedNode | BlankNode | Literal | Triple]]
_KINDS = {
    OWL.Class.value: "class",
    OWL.ObjectProperty.value: "property",
    OWL.DatatypeProperty.value: "property",
    OWL.AnnotationProperty.value: "property",
}
_TITLES = {
    "document": "Documents",
    "game": "The game",
    "actions": "Keywords and programs",
    "analysis": "What the analysis finds",
    "validation": "What scenarios show",
}
_TRAITS = {
    "FunctionalProperty": "functional",
    "InverseFunctionalProperty": "inverse functional",
    "TransitiveProperty": "transitive",
    "SymmetricProperty": "symmetric",
    "IrreflexiveProperty": "irreflexive",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """A class, a property or an individual, as its module describes it.

    Attributes:
        name: without its prefix.
        kind: `class`, `property` or `individual`.
        types: for an individual, the classes that it is of.
        above: super-classes or super-properties.
        domain, range: of a property; those of a union one by one.
        inverse: of a property; empty where it has none.
        traits: of a property, such as `functional`.
        matches: terms of other vocabularies that are close to it.
        example: may be empty, for an individual.
        rule: the number of the rule that says what it is; empty where none does.
    """

    name: str
    kind: str
    label: str
    comment: str
    example: str = ""
    rule: str = ""
    types: tuple[str, ...] = ()
    above: tuple[str, ...] = ()
    domain: tuple[str, ...] = ()
    range: tuple[str, ...] = ()
    inverse: str = ""
    traits: tuple[str, ...] = ()
    matches: tuple[str, ...] = ()

    @property
    def curie(self) -> str:
        """Its name with the prefix."""
        return f"rl:{self.name}"


@dataclass(frozen=True, slots=True)
class Module:
    """A file of the ontology with its terms in the order of the file."""

    name: str
    title: str
    terms: tuple[Term, ...]


@functools.cache
def load_modules() -> tuple[Module, ...]:
    """The modules that declare terms of ours: documents first, then the game and its actions."""
    texts = {name.removesuffix(".ttl"): text for name, text in ontology()}
    return tuple(Module(name, title, _terms(texts[name])) for name, title in _TITLES.items())


@functools.cache
def questions_of() -> Mapping[str, tuple[str, ...]]:
    """The names of the gallery's queries that use a term, by the term's name."""
    found: defaultdict[str, list[str]] = defaultdict(list)
    names = {term.name for module in load_modules() for term in module.terms}
    for query in load_gallery():
        words = query.text.replace("/", " ").replace("|", " ").replace("^", " ").split()
        used = {word.strip("()*+?!;,.") for word in words}
        for name in names & {word.removeprefix("rl:") for word in used if word.startswith("rl:")}:
            found[name].append(query.name)
    return {name: tuple(queries) for name, queries in found.items()}


def _terms(text: str) -> tuple[Term, ...]:
    said: defaultdict[NamedNode | BlankNode | Triple, defaultdict[str, list[object]]]
    said = defaultdict(lambda: defaultdict(list))
    for quad in parse(text, RdfFormat.TURTLE):
        said[quad.subject][quad.predicate.value].append(quad.object)
    about = dict(said.items())
    return tuple(
        _term(subject, values, about)  # type: ignore[arg-type]
        for subject, values in about.items()
        if isinstance(subject, NamedNode)
        and subject.value.startswith(RL.iri)
        and values.get(RDFS.comment.value)
    )


def _term(subject: NamedNode, said: _Said, about: Mapping[object, _Said]) -> Term:
    types = [node.value for node in said[RDF.type.value] if isinstance(node, NamedNode)]
    kind = next((_KINDS[t] for t in types if t in _KINDS), "individual")
    above = RDFS.subClassOf if kind == "class" else RDFS.subPropertyOf
    return Term(
        name=subject.value.removeprefix(RL.iri),
        kind=kind,
        label=_text(said, RDFS.label),
        comment=_text(said, RDFS.comment),
        example=_text(said, SKOS.example),
        rule=_text(said, RL.definedByRule),
        types=tuple(_curie(t) for t in types) if kind == "individual" else (),
        above=_names(said, above, about),
        domain=_names(said, RDFS.domain, about),
        range=_names(said, RDFS.range, about),
        inverse=next(iter(_names(said, OWL.inverseOf, about)), ""),
        traits=tuple(_TRAITS[n] for t in types if (n := t.removeprefix(OWL.iri)) in _TRAITS),
        matches=_names(said, SKOS.closeMatch, about),
    )


def _text(said: _Said, predicate: NamedNode) -> str:
    return next((v.value for v in said.get(predicate.value, ()) if isinstance(v, Literal)), "")


def _names(said: _Said, predicate: NamedNode, about: Mapping[object, _Said]) -> tuple[str, ...]:
    """The nodes that a property names, as CURIEs; a union by its members."""
    found: list[str] = []
    for node in said.get(predicate.value, ()):
        if isinstance(node, NamedNode):
            found.append(_curie(node.value))
        elif node in about:
            place = about[node].get(OWL.unionOf.value, [RDF.nil])[0]
            while place != RDF.nil:
                found.append(_curie(about[place][RDF.first.value][0].value))  # type: ignore[union-attr]
                place = about[place][RDF.rest.value][0]
    return tuple(found)


def _curie(iri: str) -> str:
    known = PREFIXES | _FURTHER
    for prefix, namespace in known.items():
        if iri.startswith(namespace):
            return f"{prefix}:{iri.removeprefix(namespace)}"
    return f"<{iri}>"


_FURTHER = {
    "eli": "http://data.europa.eu/eli/ontology#",
    "time": "http://www.w3.org/2006/time#",
}
