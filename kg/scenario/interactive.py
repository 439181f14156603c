"""A position played by a person: steps typed line by line, decisions asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from kg.errors import IllegalActionError, ScenarioError
from kg.executor.choices import MISSING, Asking, Decision
from kg.executor.objects import Ref
from kg.executor.play import Play
from kg.scenario.checking import Checker
from kg.scenario.kinds import Names
from kg.scenario.report import event_words
from kg.scenario.run import do_step, numbered
from kg.scenario.semantics import Chosen
from kg.scenario.steps import StepReader
from kg.scenario.values import Scenario, Step
from kg.scenario.yaml_lines import parse_documents

__all__ = ["play_from"]

_HELP = """\
A step as scenarios have it, without `do`:   destroy: {objects: [bear]}
  with more beside it:   {do: {scry: {player: ann, n: 2}}, by: ann}
show NAME   what is known of an object or a player      show   the whole position
help        this page                                   quit   the end"""


def play_from(
    scenario: Scenario, chosen: Chosen, *, lines: Iterable[str], say: Callable[[str], None]
) -> None:
    """Do a scenario's steps, then those that are typed, until `quit` or the end of the lines.

    Args:
        lines: what the person types; decisions are answered from the same lines.
        say: shows a line to the person.
    """
    play = Play.begin(scenario, chosen.semantics)
    for step in scenario.steps:
        if step.kind == "do":
            do_step(play, step, chosen.semantics.number)
    say(f"{scenario.name}, edition {chosen.edition}: type a step, show, help or quit")
    typed = iter(lines)
    for raw in typed:
        line = raw.strip()
        if line in ("quit", "exit"):
            return
        if line == "help":
            say(_HELP)
        elif line.split(" ", 1)[0] == "show":
            _show(play, line[4:].strip(), say)
        elif line:
            _type_step(play, line, chosen, typed, say)


def _type_step(
    play: Play, line: str, chosen: Chosen, typed: Iterator[str], say: Callable[[str], None]
) -> None:
    before = len(play.events)
    try:
        step = _read_step(play, line)
        parameters = dict(step.parameters)
        if step.by and step.verb == "deal combat damage":
            parameters["_by_given"] = True
        play.do(
            step.verb,
            parameters,
            by=step.by,
            choices=step.choices,
            optional=step.optional,
            result=step.result,
            chooser=None if step.choices else Asking(lambda asked: _ask(asked, typed, say)),
        )
    except IllegalActionError as error:
        say(f"refused: {error}")
    except ScenarioError as error:
        say(str(error))
    for event in play.events[before:]:
        say(f"  {event_words(numbered(event, chosen.semantics.number))}")


def _read_step(play: Play, line: str) -> Step:
    """The step that a line says.

    Raises:
        ScenarioError: it is none; the message says why.
    """
    documents = [value for _, value in parse_documents(line)]
    value = documents[0] if documents else None
    if not isinstance(value, dict):
        raise ScenarioError(f"{line!r} is no step; `help` shows what one looks like")
    said = _braced(line) if "do" in value else f"{{do: {_braced(line)}}}"
    # A list of steps has to check something, here that the step isn't refused.
    ((_, listed),) = parse_documents(f"[{said}, {{expect: {{illegal: false}}}}]")
    checker = Checker()
    checker.names = Names(tuple(play.state.players), listed=set(play.state.objects))
    step, _ = StepReader(checker, 1).read(listed)
    if checker.faults:
        raise ScenarioError(checker.faults[0].message)
    if step.kind != "do":
        raise ScenarioError("a step that does something is wanted")
    return step


def _braced(line: str) -> str:
    return line if line.startswith("{") else f"{{{line}}}"


def _ask(decision: Decision, typed: Iterator[str], say: Callable[[str], None]) -> Any:
    """The person's answer to a decision; an empty line leaves it to the default policy."""
    options = [str(getattr(each, "id", each)) for each in decision.options]
    many = f"{decision.least} to {decision.most}" if decision.most != decision.least else ""
    about = f" about {', '.join(decision.subjects)}" if decision.subjects else ""
    listed = f" ({', '.join(options)})" if options else ""
    say(f"{decision.player}: {decision.name}{about}? {many}{listed} [empty: the default]")
    line = next(typed, "").strip()
    if not line:
        return MISSING
    found = [value for _, value in parse_documents(line)]
    answer = found[0] if found else MISSING
    return answer.split() if isinstance(answer, str) and " " in answer else answer


def _show(play: Play, name: str, say: Callable[[str], None]) -> None:
    if not name:
        for player in play.state.players:
            seen = play.player(player)
            say(f"{player}: life {seen['life']}")
            for zone in ("hand", "battlefield", "graveyard", "exile"):
                if seen[zone]:
                    say(f"  {zone}: {', '.join(seen[zone])}")
        if play.stack():
            say(f"stack, from the bottom: {', '.join(play.stack())}")
        return
    seen_of = play.player(name) if name in play.state.players else play.object(name)
    if seen_of is None:
        say(f"there is no {name!r}")
        return
    for key, value in seen_of.items():
        if value not in (None, "", [], {}, False):
            say(f"  {key}: {_shown(value)}")


def _shown(value: Any) -> str:
    if isinstance(value, Ref):
        return value.id
    if isinstance(value, list):
        return ", ".join(
            str(each.get("name") if isinstance(each, dict) else each) for each in value
        )
    return str(value)
