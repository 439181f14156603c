"""The kinds of links between the nodes of a network, what they are called, and what a step costs.

The list is open: a citation whose kind isn't here is a link of that name, and a new property
between nodes needs a line in `PROPERTIES`.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from pyoxigraph import NamedNode

from kg.errors import LinkKindError
from kg.model import EditionKey
from kg.vocab import RL, SKOS, edition_iri, statements_graph

__all__ = ["GROUPS", "KINDS", "LEANING", "PROPERTIES", "LinkKind", "choose_kinds", "kind_of"]


@dataclass(frozen=True, slots=True)
class LinkKind:
    """A kind of link.

    Attributes:
        name: local name of the ontology's property, where there is one.
        verb: between the two names of a link, in words.
        group: what is chosen together.
        cost: of a step along it, at least 1: how loosely it ties.
    """

    name: str
    verb: str
    group: str
    cost: float = 1.0


_CITATIONS = (
    LinkKind("exceptionTo", "is an exception to", "citations"),
    LinkKind("overrides", "overrides", "citations"),
    LinkKind("modifies", "modifies", "citations"),
    LinkKind("exceptIn", "holds except in", "citations"),
    LinkKind("definedIn", "uses what is defined in", "citations"),
    LinkKind("describedIn", "speaks of what is described in", "citations"),
    LinkKind("follows", "follows", "citations"),
    LinkKind("subjectTo", "is subject to", "citations"),
    LinkKind("seeAlso", "points to", "citations", 1.1),
    LinkKind("cites", "cites", "citations", 1.1),
    LinkKind("exampleOf", "shows at work", "citations", 1.5),
)
_OTHERS = (
    LinkKind("see", "sends to", "terms", 1.1),
    LinkKind("uses", "uses the term", "terms", 1.5),
    LinkKind("introducedIn", "is introduced in", "terms", 1.2),
    LinkKind("calls", "does", "programs"),
    LinkKind("hasPart", "has the part", "parts"),
    LinkKind("partOf", "is part of", "whole", 2.0),
)
KINDS = {kind.name: kind for kind in (*_CITATIONS, *_OTHERS)}
GROUPS = tuple(dict.fromkeys(kind.group for kind in KINDS.values()))
PROPERTIES: dict[str, tuple[NamedNode, Callable[[EditionKey], NamedNode]]] = {
    "partOf": (SKOS.broader, edition_iri),
    "see": (RL.see, edition_iri),
    "introducedIn": (RL.introducedIn, statements_graph),
}
"""Of each kind that is one triple between two nodes its property, and which graph of an edition
says it."""
LEANING = frozenset(name for name, kind in KINDS.items() if kind.group != "whole")
"""The kinds along which one leans on another: all but the way up to the whole, through which
everything would lean on everything beside it."""


def kind_of(name: str) -> LinkKind:
    """The kind of that name; one that no list has is a citation's."""
    known = KINDS.get(name)
    if known is not None:
        return known
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).lower()
    return LinkKind(name, words, "citations")


def choose_kinds(asked: Iterable[str], present: Iterable[str]) -> frozenset[str]:
    """The kinds that are meant by names of kinds or groups; `all` is every kind.

    Args:
        present: the kinds that the network has.

    Raises:
        LinkKindError: a name is neither a kind's nor a group's.

    Example:
        >>> sorted(choose_kinds(["terms"], []))
        ['introducedIn', 'see', 'uses']
    """
    names = {**KINDS, **{name: kind_of(name) for name in present}}
    chosen: set[str] = set()
    for word in asked:
        if word == "all":
            return frozenset(names)
        found = {name for name, kind in names.items() if word in (name, kind.group)}
        if not found:
            known = [*GROUPS, *names, "all"]
            raise LinkKindError(word, known=known, nearest=difflib.get_close_matches(word, known))
        chosen |= found
    return frozenset(chosen)
