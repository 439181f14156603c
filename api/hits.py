"""What a search finds, as pages show it."""

from __future__ import annotations

import re

from api.prose import marked_pieces
from api.reader import Reader
from kg.errors import BadRuleNumberError
from kg.model import RuleNumber
from kg.search import Hit

__all__ = ["number_asked", "shown_hit"]

_NUMBER_ASKED = re.compile(r"(?:(?:CR|rule|section|chapter)\s+)?([\d.]+[a-z]?)\.?", re.IGNORECASE)


def number_asked(words: str) -> RuleNumber | None:
    """The rule's number that someone typed in place of words; None for words."""
    match = _NUMBER_ASKED.fullmatch(words)
    if match is None:
        return None
    try:
        return RuleNumber.parse(match[1].lower())
    except BadRuleNumberError:
        return None


def shown_hit(reader: Reader, hit: Hit) -> dict[str, object]:
    """A hit with its page, its heading and its snippet in pieces."""
    is_term = hit.kind == "term"
    number = None if is_term else RuleNumber.parse(hit.name)
    heading = "" if is_term else hit.heading or (reader.heading_of(number) if number else "")
    return {
        "name": hit.name,
        "kind": "glossary" if is_term else hit.kind,
        "heading": heading,
        "url": reader.rule_url(number) if number else reader.term_url(hit.name),
        "pieces": list(marked_pieces(hit.snippet, hit.spans)),
    }
