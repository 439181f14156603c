"""A process that helps a build: it gives what its caller would find alone."""

from __future__ import annotations

import os
import time

import pytest
from pyoxigraph import RdfFormat, parse

from extract.statement_triples import statement_part, statement_parts, statement_quads
from kg.helper import Helper
from kg.inference import consequences
from kg.model import Edition
from kg.vocab import RL

STATED = {("https://example.org/1", RL.cites.value, "https://example.org/2")}


def test_what_it_finds_is_what_the_caller_finds() -> None:
    with Helper(beside=True) as helper:
        both = [helper.submit(consequences, STATED), helper.submit(consequences, set())]

        assert [each.result(timeout=60) for each in both] == [consequences(STATED), []]


def test_a_helper_that_was_killed_is_done_without() -> None:
    with Helper(beside=True) as helper:
        assert helper._process is not None
        helper._process.kill()

        assert helper.submit(consequences, STATED).result(timeout=60) == consequences(STATED)


def test_an_error_is_raised_where_the_result_is_taken() -> None:
    with Helper(beside=True) as helper, pytest.raises(ValueError, match="invalid literal"):
        helper.submit(int, "seven").result(timeout=60)


def test_the_caller_does_what_a_busy_helper_has_not_begun() -> None:
    with Helper(beside=True) as helper:
        busy = helper.submit(time.sleep, 2)
        shared = helper.share(os.getpid, [()] * 3)

        assert list(shared) == [os.getpid()] * 3
        assert not busy.done()


def test_the_helper_begins_at_once() -> None:
    with Helper(beside=True) as helper:
        theirs = helper.submit(os.getpid).result(timeout=60)
        shared = helper.share(os.getpid, [()] * 3)
        helper.submit(int).result(timeout=60)  # is behind the three

        assert list(shared) == [theirs] * 3


@pytest.mark.parametrize("beside", [False, True])
def test_statements_in_parts_are_all_statements(rulebook: Edition, beside: bool) -> None:
    with Helper(beside=beside) as helper:
        parts = list(helper.share(statement_part, statement_parts(rulebook, None, 5)))

    assert len(parts) == 5
    assert {quad for part in parts for quad in parse(part, RdfFormat.N_QUADS)} == set(
        statement_quads(rulebook)
    )
