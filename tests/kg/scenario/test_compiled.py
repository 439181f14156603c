"""Programs compiled from the rules' words against those written by hand, on every scenario."""

from __future__ import annotations

from pathlib import Path

import pytest

from extract.grammar.texts import CardTexts
from extract.programs import compile_edition
from kg.documents import Document, Reader
from kg.program.tree import Program
from kg.resources import data
from kg.scenario.run import Result, run_files
from kg.scenario.semantics import Known, Meanings, compiled_programs, curated_in
from kg.store import open_store

DATE = "2026-01-16"

# Actions whose definition alone doesn't say all that other rules say of them.
DISAGREEING = {
    "clash": "the words of the definition leave out the opponent, who clashes by 701.30b",
    "endure": "`either ... or` is a choice of options, the program by hand an offer",
    "exert": "that an exerted permanent is so designated is no rule's word",
    "fateseal": "that nothing happens for 0 is no rule's word",
    "fight": "twice its power is dealt at once by 701.14c, not twice",
    "forage": "the options stand in another order, so that the default takes another one",
    "open an attraction": "who may do it is said in 701.51a, in words that aren't compiled",
    "planeswalk": "who may do it is said in 701.31a, in words that aren't compiled",
    "play": "a card that isn't a land is cast, by 701.18b",
    "regenerate": "the form for static abilities is a definition of its own, 701.19b",
    "search": "what becomes of the cards found is said by what says to search",
    "set in motion": "which scheme it is, where none is named, is said in 701.32a and 904",
    "shuffle": "what is shuffled in is said in 701.24c and 701.24d",
}


@pytest.fixture(scope="module")
def compiled(embedded_store: Path) -> tuple[Program, ...]:
    """The programs that the embedded rulebook's newest edition compiles to."""
    with open_store(embedded_store) as store:
        found = compiled_programs(store, store.find_edition(DATE))
    return tuple(program for program in found if program.kind == "action")


def outcomes(programs: tuple[Program, ...]) -> dict[str, str]:
    """Scenarios that don't pass when these programs stand before those written by hand."""
    known = [Known("2017-09-29"), Known(DATE, compiled=lambda: programs)]
    meanings = Meanings(known, CardTexts(), preferring_compiled=True)
    files = sorted(Path(str(data("scenarios"))).glob("*.yaml"))
    return {
        result.scenario: _why(result)
        for result in run_files(files, meanings)
        if result.edition == DATE and result.status != "passed"
    }


def _why(result: Result) -> str:
    return result.message or "; ".join(step.message for step in result.steps if step.message)


def test_compiled_programs_agree_with_those_written_by_hand(compiled: tuple[Program, ...]) -> None:
    agreeing = tuple(program for program in compiled if program.name not in DISAGREEING)

    assert len(agreeing) >= 41
    assert outcomes(agreeing) == {}


def test_those_of_an_official_edition_agree_too(shared: Path) -> None:
    file = shared / "editions" / f"{DATE}.txt"
    edition = Reader("").read(Document.load(file, origin=str(file)))
    found = [each.program for each in compile_edition(edition) if not each.ability]
    agreeing = tuple(each for each in found if each and each.name not in DISAGREEING)

    assert len(agreeing) >= 43
    assert outcomes(agreeing) == {}


@pytest.mark.slow
@pytest.mark.parametrize("name", DISAGREEING)
def test_a_program_listed_as_disagreeing_does(name: str, compiled: tuple[Program, ...]) -> None:
    (program,) = [each for each in compiled if each.name == name]

    assert outcomes((program,))


def test_each_action_has_a_program_of_some_kind(compiled: tuple[Program, ...]) -> None:
    by_hand = {program.name for program in curated_in(DATE) if program.kind == "action"}

    assert {program.name for program in compiled} <= by_hand
    assert len(by_hand) >= 70
