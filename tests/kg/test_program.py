"""Programs in their readable form."""

from __future__ import annotations

from kg.executor.semantics import curated_programs
from kg.program.text import parse_programs, print_program
from kg.scenario.semantics import programs_stated_in


def test_every_curated_program_reads_back_equal() -> None:
    programs = curated_programs()

    assert len(programs) > 90
    for program in programs:
        assert parse_programs(print_program(program), name=program.name) == (program,)


def test_programs_bear_the_numbers_of_the_edition() -> None:
    (now,) = programs_stated_in("701.22a", "2026-01-16")
    (then,) = programs_stated_in("701.16a", "2017-04-28")

    assert (now.name, then.name) == ("scry", "scry")


def test_an_edition_has_only_what_it_defines() -> None:
    assert programs_stated_in("701.44a", "2009-10-01") == []
