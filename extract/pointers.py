"""What a passage names by words, not by number: `this rule`, `the above rules`, another document.

They are citations too, with a place and a kind, but stand beside those by number: what an edition's
rules cite, and the contract of `ruleloom export`, is told by numbers alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pyoxigraph import Literal, NamedNode

from extract.components.citation_kinds import classify
from kg.model import Edition, Example, GlossaryEntry, Passage, Rule, RuleNumber
from kg.vocab import RDF, RL, plain, rule_iri

__all__ = ["Pointer", "find_pointers", "pointer_triples"]

_RULES = re.compile(
    r"\b(?P<self>this (?:sub)?rule)\b"
    r"|\b(?P<section>this section)\b"
    # `the previous rules text` is a card's.
    r"|\b(?P<above>(?:the|all) (?:above|previous|preceding) rules?|the rules? above)\b(?! text)"
    r"|\b(?P<below>the (?:following rules|rules below))\b"
    # `that rule players make` has a verb, `an effect that rules ...` too.
    r"|\b(?P<that>(?:that|those) (?:sub)?rules?)\b"
    r"(?=[’'.,;:)]|\s+(?:instead|applies|apply|says?)\b)",
    re.I,
)
_DOCUMENT = re.compile(
    r"\bthe (?P<document>(?:_?(?:[A-Z][\w’'™®-]*|of|the)(?:\(TM\))?:?_? )+"
    r"(?:FAQ|Release Notes|Tournament Rules|Infraction Procedure Guide))\b"
)


@dataclass(frozen=True, slots=True)
class Pointer:
    """Words that name rules, or a document.

    Attributes:
        targets: rules that the edition prints, in document order; none for a document.
        document: its name, or empty.
    """

    start: int
    end: int
    targets: tuple[RuleNumber, ...] = ()
    document: str = ""


def find_pointers(edition: Edition, owner: Rule | GlossaryEntry, passage: Passage) -> list[Pointer]:
    """The pointers in a passage, in its order; words that name nothing printed are none."""
    found = [
        Pointer(match.start("document"), match.end(), document=_named(match["document"]))
        for match in _DOCUMENT.finditer(passage.text)
    ]
    for match in _RULES.finditer(passage.text):
        targets = _targets(edition, owner, passage, match)
        if targets:
            found.append(Pointer(match.start(), match.end(), targets))
    return sorted(found, key=lambda pointer: pointer.start)


def pointer_triples(
    edition: Edition,
    owner: Rule | GlossaryEntry,
    passage: Passage,
    *,
    iri: NamedNode,
    place: NamedNode,
) -> Iterator[tuple[NamedNode, NamedNode, NamedNode | Literal]]:
    """The pointers of a passage as statements.

    Args:
        iri: of the rule or the entry.
        place: of the passage.
    """
    example = isinstance(passage, Example)
    for position, pointer in enumerate(find_pointers(edition, owner, passage), 1):
        node = NamedNode(f"{place.value}/pointer/{position}")
        kind = classify(passage.text, pointer.start, pointer.end, example=example)
        if kind == "seeAlso" and passage.text[pointer.start].isupper() and pointer.targets:
            kind = "cites"  # `(This rule applies ...)` is in brackets, but sends nobody there
        yield iri, RL.citation, node
        yield node, RDF.type, RL.Pointer
        yield node, RL.order, plain(position)
        yield node, RL.citedIn, place
        yield node, RL.text, plain(passage.text[pointer.start : pointer.end])
        yield node, RL.start, plain(pointer.start)
        yield node, RL.end, plain(pointer.end)
        yield node, RL.component, plain("pointers")
        yield node, RL.basis, RL.extracted
        yield node, RL.citationKind, getattr(RL, kind)
        for target in pointer.targets:
            yield node, RL.target, rule_iri(edition.key, target)
        if pointer.document:
            yield node, RL.citedDocument, plain(pointer.document)


def _named(words: str) -> str:
    return re.sub(r"_|™|®|\(TM\)", "", words)


def _targets(
    edition: Edition, owner: Rule | GlossaryEntry, passage: Passage, match: re.Match[str]
) -> tuple[RuleNumber, ...]:
    if match["that"]:
        named = _named_before(passage, match)
        return tuple(number for number in named if number in edition.by_number)
    if not isinstance(owner, Rule):
        return ()
    if match["self"]:
        return (owner.number,)
    if match["section"]:
        # The rules call a chapter a section too: CR 800.1 speaks of all of chapter 8.
        section = owner.number.section if owner.number.section % 100 else 0
        number = RuleNumber(owner.number.chapter, section)
        return (number,) if number in edition.by_number else ()
    if match["below"]:
        return tuple(rule.number for rule in edition.rules if rule.parent == owner.number)
    earlier = [
        rule.number
        for rule in edition.rules
        if rule.parent == owner.parent and rule.number < owner.number
    ]
    several = match.group().lower().removesuffix(" above").endswith("rules")
    return tuple(earlier if several else earlier[-1:])


def _named_before(passage: Passage, match: re.Match[str]) -> tuple[RuleNumber, ...]:
    """What `that rule` is: the last citation before it; `those rules` are all in its sentence."""
    before = [c for c in passage.citations if c.end <= match.start()]
    found = before[-1:]
    while match.group().lower().endswith("s") and len(found) < len(before):
        earlier = before[-len(found) - 1]
        if re.search(r"[.!?]\s", passage.text[earlier.end : found[0].start]):
            break
        found.insert(0, earlier)
    return tuple(dict.fromkeys(number for citation in found for number in citation.targets))
