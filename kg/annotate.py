"""Card texts in and their annotations out, for the command line and the API."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, BinaryIO

from extract.cards.values import Annotation
from kg.errors import CardError

__all__ = ["MAX_NAME", "MAX_TEXT", "Card", "annotation_as_json", "parse_card", "read_cards"]

MAX_TEXT = 20_000
"""Characters of a card's text. The longest of a real card has about 1,500."""
MAX_NAME = 1_000
_MAX_LINE = 8 * (MAX_TEXT + MAX_NAME)


@dataclass(frozen=True, slots=True)
class Card:
    """A card as it is given: what else its record holds isn't read."""

    name: str
    text: str


def annotation_as_json(annotation: Annotation) -> dict[str, Any]:
    """An annotation in the form of `ruleloom annotate`."""
    return {
        "name": annotation.name,
        "keywords": list(annotation.keywords),
        "keyword_details": [
            {
                "name": use.name,
                "parameter": use.parameter or None,
                "face": use.face,
                "line": use.line,
                "innate": use.innate,
                "start": use.start,
                "end": use.end,
                "status": use.status,
                "variant": use.variant or None,
                "parameters": dict(use.parameters),
                "quoted": use.quoted,
            }
            for use in annotation.details
        ],
        "actions": list(annotation.actions),
        "spans": [
            {
                "start": span.start,
                "end": span.end,
                "text": span.text,
                "term": span.term,
                "rule": span.rule or None,
                "kind": span.kind,
                "reason": span.reason,
            }
            for span in annotation.spans
        ],
        "rules": list(annotation.rules),
    }


def read_cards(stream: BinaryIO, *, name: str) -> Iterator[Card | CardError]:
    """The cards of JSON Lines, one at a time; a line that holds none gives its error.

    Args:
        name: of the input, for messages.
    """
    number = 0
    while line := stream.readline(_MAX_LINE):
        number += 1
        if len(line) == _MAX_LINE and not line.endswith(b"\n"):
            while line and not line.endswith(b"\n"):
                line = stream.readline(_MAX_LINE)
            yield CardError(f"longer than {_MAX_LINE} bytes", name=name, line=number)
        elif line.strip():
            yield _card(line, name, number)


def _card(line: bytes, name: str, number: int) -> Card | CardError:
    try:
        return parse_card(json.loads(line.decode("utf-8-sig")))
    except UnicodeDecodeError:
        return CardError("not UTF-8", name=name, line=number)
    except json.JSONDecodeError as error:
        return CardError(f"no JSON: {error.msg} at column {error.colno}", name=name, line=number)
    except RecursionError:
        return CardError("no card: JSON nested too deeply", name=name, line=number)
    except CardError as error:
        return CardError(str(error), name=name, line=number)


def parse_card(record: object) -> Card:
    """The card that a JSON value is.

    Raises:
        CardError: it has no name, or no text; null for a text is a card without one.
    """
    if not isinstance(record, dict):
        raise CardError("no card: expected an object with name and text")
    values = []
    for field, limit in (("name", MAX_NAME), ("text", MAX_TEXT)):
        if field not in record:
            raise CardError(f"no card: {field} is missing")
        value = record[field]
        if value is None and field == "text":
            value = ""
        if not isinstance(value, str):
            raise CardError(f"no card: {field} must be a string")
        if len(value) > limit:
            raise CardError(f"no card: {field} is longer than {limit} characters")
        values.append(value.encode("utf-8", "replace").decode())
    return Card(*values)
