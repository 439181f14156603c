"""Programs in the graph: steps with their roles for queries, and the text that the executor reads.

A program's node has its readable form (`kg.program.text`) as `rl:sourceText`; what is read back is
parsed from that, so that what the graph says is what is run. The steps beside it are the same in
the ontology's terms, flat and in order.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from urllib.parse import quote

from pyoxigraph import Literal, NamedNode, Quad, QuerySolutions

from kg.model import EditionKey, RuleNumber
from kg.program.text import parse_programs, print_expression, print_program
from kg.program.tree import Call, Do, ForEach, If, Program, Statement, Within, op_of, walk
from kg.program.vocabulary import DECLARATIONS, calls_in, expressions_of
from kg.resources import internal_query
from kg.store.base import Store
from kg.vocab import BASE, RDF, RDFS, RL, keyword_iri, plain, programs_graph, rule_iri

__all__ = ["primitive_of", "program_iri", "program_quads", "read_programs"]

_CLASSES = {
    "Move": "move put_face_down meld_pair exchange_zones attach_exchanged phase_out phase_in "
    "enter_dungeon enter_room leave_dungeon exchange_control divide",
    "Draw": "draw",
    "Reveal": "show reveal",
    "LookAt": "look",
    "Choose": "choose find target choose_option choose_word choose_number cast_votes choose_one",
    "Tap": "turn_sideways",
    "Untap": "turn_upright",
    "TurnOver": "turn_over turn_face_up turn_face_down",
    "Attach": "put_onto",
    "Unattach": "take_off",
    "PutCounters": "put_counters add_counter_kinds distribute",
    "RemoveCounters": "remove_counters",
    "DealDamage": "deal_damage",
    "GainLife": "gain_life set_life",
    "LoseLife": "lose_life pay_life",
    "CreateToken": "create_token",
    "CreateCopy": "copy_token",
    "Shuffle": "randomize",
    "SetDesignation": "designate undesignate happens_to tempt designated",
    "GainControl": "gain_control",
    "CounterOnStack": "remove_from_stack",
    "PutOnStack": "cast_spell play_card activate_ability",
    "PayCost": "pay may_pay unless_paid",
    "Randomise": "roll flip",
    "CreateContinuousEffect": "during as_long_as",
    "CreateReplacementEffect": "instead entering",
    "CreateDelayedTrigger": "when",
    "Check": "only_if impossible_if nothing_happens",
}
_CLASS_OF = {op: name for name, ops in _CLASSES.items() for op in ops.split()}
_ZONES = {
    "hand": RL.hand,
    "library": RL.library,
    "graveyard": RL.graveyard,
    "battlefield": RL.battlefield,
    "stack": RL.stack,
    "exile": RL.exileZone,
    "command": RL.commandZone,
}
_SILENT = frozenset(
    "remember may otherwise option simultaneously each_player repeat until happens "
    "one_at_a_time".split()
)
"""Calls and frames that are no steps themselves: they name values, or say how others are done."""


def primitive_of(op: str, actions: Iterable[str]) -> NamedNode:
    """The class of the steps that a call or a frame makes.

    A declaration is a continuous effect, a keyword action is performed, and all else is a change of
    some other kind.

    Args:
        actions: the keyword actions, as calls write them.
    """
    if op in actions and op not in _CLASS_OF:
        return RL.Perform
    if op in DECLARATIONS and op not in _CLASS_OF:
        return RL.CreateContinuousEffect
    return NamedNode(f"{RL.iri}{_CLASS_OF.get(op, 'Change')}")


def program_iri(key: EditionKey, program: Program) -> NamedNode:
    """Where a program of an edition is: by its origin and its name."""
    slug = re.sub(r"[^\w]+", "-", program.name.lower()).strip("-")
    return NamedNode(f"{BASE}{key.path}/program/{program.origin}/{quote(slug, safe='')}")


def program_quads(key: EditionKey, programs: Iterable[Program]) -> Iterator[Quad]:
    """The programs of an edition as the quads of its programs graph.

    Args:
        programs: with rules in the edition's own numbers; a program of a text on cards, such as
            a Clue's, has no keyword.
    """
    listed = list(programs)
    graph = programs_graph(key)
    by_name = {op_of(p.name): p for p in reversed(listed) if p.kind == "action"}
    actions = set(by_name)
    for program in listed:
        iri = program_iri(key, program)
        for subject, predicate, value in _program(key, iri, program, actions):
            yield Quad(subject, predicate, value, graph)
        for called in sorted(_called(program) & actions - {op_of(program.name)}):
            yield Quad(iri, RL.calls, program_iri(key, by_name[called]), graph)


_Triple = tuple[NamedNode, NamedNode, NamedNode | Literal]


def _program(
    key: EditionKey, iri: NamedNode, program: Program, actions: set[str]
) -> Iterator[_Triple]:
    yield iri, RDF.type, RL.Program
    yield iri, RDFS.label, Literal(program.name, language="en")
    yield iri, RL.basis, RL.curated if program.origin == "curated" else RL.extracted
    yield iri, RL.sourceText, plain(print_program(replace(program, since="", until="")))
    for number in program.rules:
        yield iri, RL.statedIn, rule_iri(key, RuleNumber.parse(number))
    for number, start, end in program.evidence:
        rule = rule_iri(key, RuleNumber.parse(number)).value
        yield iri, RL.evidence, plain(f"{rule}#char={start},{end}")
    if program.kind != "text":
        yield keyword_iri(key, f"keyword-{program.kind}", program.name), RL.program, iri
    steps = list(_steps(program.body, actions))
    for order, step in enumerate(steps, 1):
        node = NamedNode(f"{iri.value}#step-{order}")
        yield iri, RL.step, node
        yield node, RL.order, plain(order)
        if order < len(steps):
            yield node, RL.nextStep, NamedNode(f"{iri.value}#step-{order + 1}")
        yield from _step(key, node, step)


@dataclass(frozen=True, slots=True)
class _Step:
    """One step, with what it hangs on."""

    kind: NamedNode
    call: Call
    rules: tuple[str, ...]
    optional: bool = False
    conditions: tuple[str, ...] = ()


def _steps(
    statements: tuple[Statement, ...],
    actions: set[str],
    *,
    optional: bool = False,
    conditions: tuple[str, ...] = (),
) -> Iterator[_Step]:
    """The steps of a block and of the blocks in it, in order."""
    for statement in statements:
        if isinstance(statement, If):
            asked = print_expression(statement.condition)
            inner = (*conditions, asked)
            yield from _steps(statement.then, actions, optional=optional, conditions=inner)
            other = (*conditions, f"not {asked}")
            yield from _steps(statement.otherwise, actions, optional=optional, conditions=other)
        elif isinstance(statement, ForEach):
            yield from _steps(statement.body, actions, optional=optional, conditions=conditions)
        else:
            call = statement.call if isinstance(statement, Do) else statement.frame
            for each in _performed(call, actions):
                kind = primitive_of(each.op, actions)
                yield _Step(kind, each, statement.rules, optional, conditions)
            if isinstance(statement, Within):
                offered = optional or call.op in ("may", "may_pay")
                for block in (statement.body, statement.otherwise):
                    yield from _steps(block, actions, optional=offered, conditions=conditions)


def _performed(call: Call, actions: set[str]) -> Iterator[Call]:
    """The calls in an expression that are steps, inner ones first."""
    inner = [*call.args, *(filler for _, filler in call.roles)]
    for each in (c for value in inner for c in calls_in(value)):
        if each.op in _CLASS_OF or each.op in actions:
            yield each
    if call.op not in _SILENT:
        yield call


def _step(key: EditionKey, node: NamedNode, step: _Step) -> Iterator[_Triple]:
    yield node, RDF.type, step.kind
    yield node, RL.described, plain(print_expression(step.call))
    for role, prop in (("to", RL.toZone), ("from_zone", RL.fromZone)):
        zone = step.call.role(role)
        if isinstance(zone, str) and zone in _ZONES:
            yield node, prop, _ZONES[zone]
    kind = step.call.role("kind")
    if isinstance(kind, str) and step.call.op in ("put_counters", "remove_counters"):
        yield node, RL.counterKind, plain(kind)
    if step.optional:
        yield node, RL.optional, plain(True)
    for number in step.rules:
        yield node, RL.statedIn, rule_iri(key, RuleNumber.parse(number))
    for place, words in enumerate(step.conditions, 1):
        condition = NamedNode(f"{node.value}-condition-{place}")
        yield node, RL.condition, condition
        yield condition, RDF.type, RL.Condition
        yield condition, RDFS.label, plain(words)


def _called(program: Program) -> set[str]:
    """The names of the calls in a program."""
    return {
        call.op
        for statement in walk(program.body)
        for expression in expressions_of(statement)
        for call in calls_in(expression)
    }


def read_programs(
    store: Store, key: EditionKey, number: RuleNumber | None = None
) -> tuple[Program, ...]:
    """The programs in the graph of an edition, with rules in its own numbers, by origin and name.

    Args:
        number: only of programs that this rule, or a rule below it, states.
    """
    result = store.query(internal_query("programs"), default_graph=[programs_graph(key)])
    assert isinstance(result, QuerySolutions)
    place = rf"/rule/{re.escape(str(number))}[a-z]?(?: |$)"
    found: list[Program] = []
    for row in result:
        if number is None or re.search(place, row["rules"].value):
            origin = row["basis"].value.removeprefix(RL.iri)
            text, name = row["text"].value, row["program"].value
            read = parse_programs(text, name=name, origin=origin)
            found += (replace(program, edition=key) for program in read)
    return tuple(found)
