"""The OpenAPI 3.1 document, derived by spectree from the routes' types.

What spectree leaves open is settled here: errors are problem documents of their own media type, and
the parameters in paths get the patterns that their types have.
"""

from __future__ import annotations

import copy
from typing import Any

from pydantic import TypeAdapter, ValidationError
from spectree import Response, SpecTree

import kg
from api import analysis_models
from api.models import ProblemOut
from api.params import KeywordPath, NumberPath, TermPath, checked
from api.shaping import pick_fields

__all__ = ["answers", "make_document", "spec"]


def _refuse(
    request: Any, response: Any, error: Exception | None, instance: Any, adapter: Any
) -> None:
    """Raise what pydantic found as an error of ours, before spectree answers in its own shape."""
    if isinstance(error, ValidationError):
        raise checked(error) from error


spec = SpecTree(
    "flask",
    mode="strict",
    title="ruleloom",
    version=kg.__version__,
    description=(
        "The Magic: The Gathering Comprehensive Rules, edition by edition. Every answer names its "
        "edition; without edition or date the newest is meant. Lists come in pages that Link "
        "headers join. Errors are problem documents (RFC 9457). ruleloom is unofficial Fan Content "
        "permitted under the Fan Content Policy; not approved or endorsed by Wizards of the Coast."
    ),
    before=_refuse,
    after=pick_fields,
    validation_error_status=400,
    validation_error_model=ProblemOut,
    naming_strategy=lambda model: model.__name__.removesuffix("Out"),
    nested_naming_strategy=lambda parent, child: child.removesuffix("Out"),
    page_templates={},
)

_PATHS: dict[str, Any] = {
    "number": NumberPath,
    "headword": TermPath,
    "name": KeywordPath,
    "topic": analysis_models.TopicPath,
}


def answers(model: Any, *, missing: str | None = None, too_large: str | None = None) -> Response:
    """The answers of a route: its model, and the problems that it can report.

    Args:
        missing: what a 404 means; None where only the edition can be missing.
        too_large: what a 413 means; None where the route takes no body (and so has no 415).
    """
    problems = {}
    if too_large:
        problems["HTTP_413"] = (ProblemOut, too_large)
        problems["HTTP_415"] = (ProblemOut, "The body isn't sent as application/json.")
    return Response(
        HTTP_200=model,
        HTTP_400=(ProblemOut, "A parameter has a value that it can't take."),
        HTTP_404=(ProblemOut, missing or "The store has no such edition."),
        HTTP_503=(ProblemOut, "The store can't be read just now."),
        **problems,
    )


def make_document() -> dict[str, Any]:
    """The document for the app at hand."""
    document: dict[str, Any] = copy.deepcopy(spec.spec)
    document["servers"] = [{"url": "/"}]
    document["info"]["license"] = {"name": "Apache-2.0", "identifier": "Apache-2.0"}
    document.pop("security", None)
    schemas = document["components"]["schemas"]
    for name in [name for name in schemas if name.endswith("Params")]:
        del schemas[name]  # their fields are parameters, and nothing refers to them
    for operations in document["paths"].values():
        for method, operation in operations.items():
            _settle_parameters(operation["parameters"])
            _settle_fields(operation, schemas)
            _settle_body(operation.get("requestBody", {}), schemas)
            _settle_responses(operation["responses"], tagged=method == "get")
    return document


def _settle_parameters(parameters: list[dict[str, Any]]) -> None:
    for parameter in parameters:
        if parameter["in"] == "path":
            parameter["schema"] = TypeAdapter(_PATHS[parameter["name"]]).json_schema()
        schema = parameter["schema"]
        parameter["description"] = schema.pop("description", "")
        schema.pop("title", None)
        # Without it, the parameter is left out; null can't be sent in a query.
        choices = [c for c in schema.pop("anyOf", []) if c != {"type": "null"}]
        if len(choices) == 1:
            schema.update(choices[0])
            schema.pop("default", None)
        if examples := schema.pop("examples", None):
            parameter["example"] = examples[0]


def _settle_fields(operation: dict[str, Any], schemas: dict[str, Any]) -> None:
    """Give `fields` an example that names members of this very answer."""

    def members(schema: dict[str, Any]) -> dict[str, Any]:
        while "$ref" in schema:
            schema = schemas[schema["$ref"].rpartition("/")[2]]
        found: dict[str, Any] = schema.get("properties", {})
        return found

    found = members(operation["responses"]["200"]["content"]["application/json"]["schema"])
    if "items" in found:
        found = members(found["items"]["items"])
    names = [name for name in found if name not in ("edition", "old", "new", "total", "next")]
    for parameter in operation["parameters"]:
        if parameter["name"] == "fields":
            parameter["example"] = ",".join(names[:2]) or "edition"


def _settle_body(body: dict[str, Any], schemas: dict[str, Any]) -> None:
    for content in body.get("content", {}).values():
        model = schemas[content["schema"]["$ref"].rpartition("/")[2]]
        if examples := model.pop("examples", None):
            content["example"] = examples[0]


def _settle_responses(responses: dict[str, dict[str, Any]], *, tagged: bool) -> None:
    for status, response in responses.items():
        content = response["content"]
        if status >= "400":
            content["application/problem+json"] = content.pop("application/json")
        elif tagged:
            response["headers"] = {
                "ETag": {"description": "Changes with the data.", "schema": {"type": "string"}}
            }
