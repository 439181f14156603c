"""Pages of keywords: all of them, one with its programs, and a scenario to step through."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache

from flask import Blueprint, abort, render_template, request, url_for

from api.keywords import keywords_of
from api.live import snapshot
from api.reader import Reader, open_reader
from extract.grammar.texts import CardTexts
from kg.errors import IllegalActionError, ScenarioError
from kg.keywords import Keyword
from kg.model import EditionKey, RuleNumber
from kg.program.rdf import read_programs
from kg.program.text import print_program
from kg.scenario.load import load_shipped
from kg.scenario.playback import Frame, play_back
from kg.scenario.semantics import NUMBERING, Meanings, known_editions, numbers_of
from kg.scenario.values import Scenario

__all__ = ["bp", "scenarios_about"]

bp = Blueprint("keyword_pages", __name__)


@dataclass(frozen=True, slots=True)
class Shown:
    """A scenario as it is listed: its slug, its words, and the rules that it is about."""

    name: str
    words: str
    rules: tuple[str, ...]


@bp.get("/keywords")
def keywords() -> str:
    """The keyword actions and keyword abilities that an edition defines."""
    reader = open_reader()
    found = keywords_of(reader.book)
    groups = (("Keyword actions", found.actions), ("Keyword abilities", found.abilities))
    return render_template("keywords.html", page=reader, groups=groups)


@bp.get("/keywords/<name>")
def keyword(name: str) -> str:
    """A keyword: what defines it, its programs, and scenarios that show it at work."""
    reader = open_reader()
    found = keywords_of(reader.book).find(name.replace("-", " ")) or keywords_of(reader.book).find(
        name
    )
    if found is None:
        abort(404, f"Edition {reader.key} defines no keyword {name!r}.")
    number = RuleNumber.parse(found.number)
    programs = [
        (program.origin, print_program(program))
        for program in read_programs(snapshot().store, reader.key, number)
    ]
    return render_template(
        "keyword.html",
        page=reader,
        keyword=found,
        rule=reader.book.rule(number) if reader.book.prints(number) else None,
        definition=_definition(reader, found),
        programs=programs,
        scenarios=scenarios_about(reader.key, number),
    )


def _definition(reader: Reader, found: Keyword) -> tuple[RuleNumber, str] | None:
    place = found.definition
    if place is None:
        return None
    number = RuleNumber.parse(place.rule)
    return number, reader.book.rule(number).text[place.start : place.end]


@bp.get("/scenarios/<name>")
def scenario(name: str) -> str:
    """A scenario step by step: what is done, what happens by which rules, and where all lies."""
    reader = open_reader()
    found = _shipped().get(name)
    if found is None:
        abort(404, f"No scenario that ships with ruleloom is called {name!r}.")
    named = bool(request.args.get("edition") or request.args.get("date"))
    frames, edition, message = _frames(
        name, reader.key.name if named else found.edition, snapshot().store.version
    )
    at = min(max(request.args.get("step", 0, type=int), 0), len(frames) - 1)
    return render_template(
        "scenario.html",
        page=reader,
        scenario=found,
        words=_words(found),
        frames=frames,
        frame=frames[at] if frames else None,
        at=at,
        edition=edition,
        message=message,
        here=lambda step: url_for(".scenario", name=name, step=step, **reader.args),
    )


@lru_cache(maxsize=64)
def _frames(name: str, edition: str, version: str) -> tuple[tuple[Frame, ...], str, str]:
    """The positions of a scenario under an edition of the store at hand."""
    del version  # a new store has other programs
    meanings = Meanings(known_editions(snapshot().store), CardTexts())
    try:
        chosen = meanings.choose(edition)
        return tuple(play_back(_shipped()[name], chosen)), chosen.edition, chosen.message
    except (ScenarioError, IllegalActionError) as error:
        return (), edition, str(error)


@cache
def _shipped() -> dict[str, Scenario]:
    return {each.name: each for each in load_shipped()}


def scenarios_about(key: EditionKey, number: RuleNumber) -> list[Shown]:
    """The scenarios about a rule or the rules below it: those written for the edition, and those
    for the newest numbering that speak of the same rules."""
    date = str(key.date or NUMBERING)
    own = numbers_of(date)
    wanted = re.compile(rf"{re.escape(str(number))}[a-z]?")
    found = []
    for each in _shipped().values():
        home = each.edition or NUMBERING.isoformat()
        rules = each.rules
        if home != date:
            rules = tuple(map(own, rules)) if home == NUMBERING.isoformat() else ()
        if any(wanted.fullmatch(rule) for rule in rules):
            found.append(Shown(each.name, _words(each), rules))
    return found


def _words(scenario: Scenario) -> str:
    return scenario.name.replace("-", " ").capitalize()
