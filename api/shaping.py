"""`fields=` and `include=`: which parts of an answer a client wants.

`fields` is done here for all routes, on the answer as it is written: what a route answers has one
type in the OpenAPI document, of which a client may leave parts out.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from flask import Response
from pydantic import AfterValidator
from pydantic_core import PydanticCustomError

from api.errors import InvalidParametersError

__all__ = ["listed", "one_of", "pick_fields"]

# Which edition an answer is about is never left out, nor how a list goes on.
_KEPT = ("edition", "old", "new", "total", "next", "items", "corrected")


def listed(asked: str | None) -> frozenset[str]:
    """The names in a parameter such as `children,ancestors`."""
    return frozenset(name.strip() for name in (asked or "").split(",") if name.strip())


def one_of(*names: str) -> AfterValidator:
    """The validator of a parameter that lists some of these names."""

    def check(asked: str | None) -> str | None:
        if unknown := sorted(listed(asked) - set(names)):
            raise PydanticCustomError(
                "unknown_name",
                "has no {unknown}: expected some of {known}",
                {"unknown": ", ".join(unknown), "known": ", ".join(names)},
            )
        return asked

    return AfterValidator(check)


def pick_fields(request: Any, response: Response, *_: object) -> None:
    """Leave out what `fields=` doesn't name: of each item of a list, or of the answer itself.

    Raises:
        InvalidParametersError: it names a member that there isn't.
    """
    wanted = listed(request.args.get("fields"))
    if not wanted or response.status_code != 200:
        return
    document = json.loads(response.get_data())
    items = document.get("items")
    if isinstance(items, list) and all(isinstance(item, dict) for item in items):
        _check(wanted, [*document, *(items[0] if items else wanted)])
        document = {name: document[name] for name in document if name in wanted or name in _KEPT}
        document["items"] = [_picked(item, wanted) for item in items]
    else:
        _check(wanted, list(document))
        document = {name: document[name] for name in document if name in wanted or name in _KEPT}
    response.set_data(json.dumps(document, ensure_ascii=False, separators=(",", ":")) + "\n")


def _picked(item: dict[str, Any], wanted: frozenset[str]) -> dict[str, Any]:
    return {name: value for name, value in item.items() if name in wanted}


def _check(wanted: frozenset[str], known: Sequence[str]) -> None:
    if unknown := sorted(wanted - set(known)):
        there = ", ".join(name for name in dict.fromkeys(known) if name not in _KEPT)
        raise InvalidParametersError({"fields": f"has no {', '.join(unknown)}: there are {there}"})
