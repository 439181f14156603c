"""Requests that schemathesis makes up from the OpenAPI document, and what it holds of the answers.

Its checks: no 5xx, statuses, media types, headers and bodies as documented, wrong requests refused,
other methods refused with 405. Left out is that what fits the document is taken: that a date and an
edition can't be combined, or which cursors there are, no schema says.
"""

from __future__ import annotations

import pytest
import schemathesis
from flask import Flask
from hypothesis import HealthCheck, given, settings
from schemathesis import GenerationMode
from schemathesis.specs.openapi.checks import positive_data_acceptance

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("mode", list(GenerationMode))
def test_schemathesis_finds_nothing(app: Flask, mode: GenerationMode) -> None:
    schema = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", app)
    operations = [result.ok() for result in schema.get_all_operations()]
    failures: list[str] = []
    for operation in operations:

        @settings(
            max_examples=25, deadline=None, database=None, suppress_health_check=list(HealthCheck)
        )
        @given(case=operation.as_strategy(generation_mode=mode))
        def ask(case: schemathesis.Case) -> None:
            if isinstance(case.query, dict):
                case.query.pop("fields", None)  # the schemas are those of whole answers
            # The client at hand doesn't undo compression.
            plain = {"Accept-Encoding": "identity"}
            case.call_and_validate(headers=plain, excluded_checks=[positive_data_acceptance])

        try:
            ask()
        except (AssertionError, BaseExceptionGroup) as error:
            failures.append(f"{operation.label}\n{error}")

    assert len(operations) >= 25
    assert not failures, "\n\n".join(failures)
