"""What scenarios show of an edition's rules, as EARL assertions in its graph of validations.

An assertion is about a rule or an example (`earl:subject`), and its test is a scenario. Where no
scenario speaks for a rule, one assertion says so: its test is `rl:execution`, its outcome
`earl:inapplicable` with the reason, or `earl:untested`, perhaps with what is lacking.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pyoxigraph import NamedNode, Quad

from kg.model import EditionKey
from kg.scenario.coverage import NOT_EXECUTABLE, Covered
from kg.vocab import BASE, DCTERMS, EARL, RDF, RL, plain, rule_iri, validation_graph

__all__ = ["make_assertions", "scenario_iri"]


def scenario_iri(name: str) -> NamedNode:
    """The IRI of a scenario."""
    return NamedNode(f"{BASE}scenario/{name}")


def make_assertions(
    covered: Iterable[Covered], key: EditionKey, *, software: str
) -> Iterator[Quad]:
    """The quads of the edition's graph of validations that say what scenarios show.

    Args:
        software: what ran them, with its version.
    """
    graph = validation_graph(key)
    agent = NamedNode(f"{BASE}software/{software.replace(' ', '-')}")
    named: set[str] = set()
    for each in covered:
        for name, outcome in _outcomes(each):
            named.add(name)
            yield from _assertion(each, key, name, scenario_iri(name), outcome, agent)
        if not (each.passed or each.failed or each.stopped):
            judged = each.status == NOT_EXECUTABLE
            outcome = EARL.inapplicable if judged else EARL.untested
            yield from _assertion(each, key, "execution", RL.execution, outcome, agent)
    for name in sorted(named):
        yield Quad(scenario_iri(name), RDF.type, RL.Scenario, graph)
        yield Quad(scenario_iri(name), DCTERMS.title, plain(name), graph)


def _outcomes(covered: Covered) -> Iterator[tuple[str, NamedNode]]:
    for names, outcome in (
        (covered.passed, EARL.passed),
        (covered.failed, EARL.failed),
        (covered.stopped, EARL.cantTell),
    ):
        for name in names:
            yield name, outcome


def _assertion(
    covered: Covered,
    key: EditionKey,
    name: str,
    test: NamedNode,
    outcome: NamedNode,
    agent: NamedNode,
) -> Iterator[Quad]:
    graph = validation_graph(key)
    subject = rule_iri(key, covered.rule)
    if covered.example:
        subject = NamedNode(f"{subject.value}/example/{covered.example}")
    place = subject.value.removeprefix(f"{BASE}{key.path}/")
    assertion = NamedNode(f"{graph.value}/semantics/{place}/{name}")
    result = NamedNode(f"{assertion.value}/result")
    judged = outcome == EARL.inapplicable
    yield Quad(assertion, RDF.type, EARL.Assertion, graph)
    yield Quad(assertion, EARL.assertedBy, agent, graph)
    yield Quad(assertion, EARL.subject, subject, graph)
    yield Quad(assertion, EARL.test, test, graph)
    yield Quad(assertion, EARL.mode, EARL.manual if judged else EARL.automatic, graph)
    yield Quad(assertion, EARL.result, result, graph)
    yield Quad(result, RDF.type, EARL.TestResult, graph)
    yield Quad(result, EARL.outcome, outcome, graph)
    if test == RL.execution and (told := covered.why if judged else covered.lacking):
        yield Quad(result, EARL.info, plain(told), graph)
