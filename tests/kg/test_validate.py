"""Shapes: what a build writes has them, and each one is broken once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path

import pytest
from click.testing import CliRunner
from pyoxigraph import Literal, NamedNode, Quad, RdfFormat
from pyoxigraph import parse as parse_rdf

from extract.triples import make_quads
from kg.build import build, build_embedded
from kg.cli.validate import command
from kg.model import Edition
from kg.resources import ontology
from kg.store import open_store
from kg.store.embedded import rewrite_store
from kg.validate import (
    CONSISTENCY,
    Violation,
    fast_violations,
    make_report,
    shape_names,
    shape_violations,
)
from kg.vocab import (
    BASE,
    DCTERMS,
    EARL,
    ONTOLOGY_GRAPH,
    PROV,
    RDF,
    RL,
    SH,
    edition_iri,
    plain,
    programs_graph,
    validation_graph,
)

TEXT = """Rules of a small game

These rules are effective as of January 2, 2020.

Contents

1. Basics
100. Turns
Glossary
Credits

1. Basics

100. Turns

100.1. Players take turns. See rule 100.2.

100.2. A turn has two halves. See rule 100.9.

100.2a. Each half may be skipped.
Example: Ann skips a half, as rule 100.2a says.

Glossary

Half (Obsolete)
1. A part of a turn. See rule 100.2.
2. A part of anything.
Both are short.

Turn
See Half.

Credits
"""

_Node = NamedNode | Literal
_Change = tuple[NamedNode, NamedNode, _Node | None]


@dataclass
class Break:
    """A way of breaking a shape.

    Attributes:
        shape: the name of the shape that breaks.
        node: the path of the focus node, below the edition's IRI.
        path: the property that the report names.
        line: that it names.
        remove: statements to take away; None for an object is any.
        add: statements to put in.
    """

    shape: str
    node: str
    path: NamedNode | None
    line: int
    remove: list[_Change] = field(default_factory=list)
    add: list[_Change] = field(default_factory=list)


def at(path: str) -> NamedNode:
    iri = f"{BASE}edition/2020-01-02"
    return NamedNode(f"{iri}/{path}" if path else iri)


RULE, SUBRULE = at("rule/100.1"), at("rule/100.2a")
CITATION = at("rule/100.1/citation/1")
TERM = at("term/half-obsolete")
PROGRAM, STEP = at("program/x"), at("program/x/step/1")
STATEMENT, MENTION = at("rule/100.1/statement/1"), at("rule/100.1#char=0,4")
ASSERTION = at("validation/semantics/rule/100.1/x")
NEW = at("new")
INAPPLICABLE: list[_Change] = [
    (ASSERTION, EARL.result, NEW),
    (NEW, EARL.outcome, EARL.inapplicable),
]

BREAKS = [
    Break("Passage", "rule/100.1", RL.text, 16, remove=[(RULE, RL.text, None)]),
    Break("Printed", "rule/100.1", RL.sourceLine, 0, remove=[(RULE, RL.sourceLine, None)]),
    Break("Division", "rule/100.1", RL.number, 16, remove=[(RULE, RL.number, None)]),
    Break(
        "ChapterNumber",
        "rule/100",
        RL.number,
        14,
        remove=[(at("rule/100"), RDF.type, None)],
        add=[(at("rule/100"), RDF.type, RL.Chapter)],
    ),
    Break(
        "SectionNumber",
        "rule/1",
        RL.number,
        12,
        remove=[(at("rule/1"), RDF.type, None)],
        add=[(at("rule/1"), RDF.type, RL.Section)],
    ),
    Break(
        "RuleNumber",
        "rule/100.1",
        RL.number,
        16,
        remove=[(RULE, RL.number, None)],
        add=[(RULE, RL.number, plain("100.1l"))],
    ),
    Break("SubruleNumber", "rule/100.1", RL.number, 16, add=[(RULE, RDF.type, RL.Subrule)]),
    Break(
        "NumberedOnce",
        "",
        None,
        0,
        remove=[(RULE, RL.number, None)],
        add=[(RULE, RL.number, plain("100.2"))],
    ),
    Break(
        "Example",
        "rule/100.2a/example/1",
        RL.example,
        20,
        remove=[(SUBRULE, RL.example, None)],
    ),
    Break("Citation", "rule/100.1/citation/1", RL.basis, 16, remove=[(CITATION, RL.basis, None)]),
    Break(
        "DanglingCitation",
        "rule/100.1/citation/1",
        RL.missingNumber,
        16,
        add=[(CITATION, RDF.type, RL.DanglingCitation)],
    ),
    Break(
        "Missing",
        "rule/100.1/citation/1",
        None,
        16,
        add=[(CITATION, RL.missingNumber, plain("100.9"))],
    ),
    Break(
        "Quoted",
        "",
        None,
        0,
        remove=[(CITATION, RL.text, None)],
        add=[(CITATION, RL.text, plain("100.7"))],
    ),
    Break(
        "Override",
        "rule/100.1/citation/1",
        RL.under,
        16,
        add=[(CITATION, RDF.type, RL.Override), (CITATION, RL.over, RULE)],
    ),
    Break("Term", "term/half-obsolete", RL.headword, 25, remove=[(TERM, RL.headword, None)]),
    Break(
        "Sense",
        "term/half-obsolete/sense/1",
        RL.sense,
        25,
        remove=[(TERM, RL.sense, at("term/half-obsolete/sense/1"))],
    ),
    Break(
        "Remark",
        "term/half-obsolete/sense/3",
        RL.remark,
        25,
        remove=[(TERM, RL.remark, None)],
    ),
    Break("Edition", "", DCTERMS.title, 0, remove=[(at(""), DCTERMS.title, None)]),
    Break("Source", "../source", RL.encoding, 0, remove=[(NEW, RL.encoding, None)]),
    Break("Build", "../build", PROV.used, 0, remove=[(NEW, PROV.used, None)]),
    Break(
        "OddLine",
        "odd-line/1",
        RL.expected,
        0,
        add=[
            (at("odd-line/1"), RDF.type, RL.OddLine),
            (at(""), RL.oddLine, at("odd-line/1")),
            (at("odd-line/1"), RL.sourceLine, plain(3)),
        ],
    ),
    Break(
        "Statement",
        "rule/100.1/statement/1",
        RL.component,
        16,
        add=[(STATEMENT, RDF.type, RL.Statement), (RULE, RL.statement, STATEMENT)],
    ),
    Break("VocabularyTerm", "new", RL.termKind, 0, add=[(NEW, RDF.type, RL.VocabularyTerm)]),
    Break(
        "Mention",
        "rule/100.1#char=0,4",
        RL.denotes,
        16,
        add=[(MENTION, RL.denotes, TERM), (MENTION, RL.denotes, RULE)],
    ),
    Break("Keyword", "new", RL.definingRule, 0, add=[(NEW, RDF.type, RL.KeywordAction)]),
    Break(
        "Program",
        "program/x",
        RL.sourceText,
        0,
        add=[
            (PROGRAM, RDF.type, RL.Program),
            (PROGRAM, RL.statedIn, RULE),
            (PROGRAM, RL.basis, RL.curated),
        ],
    ),
    Break(
        "Step",
        "program/x/step/1",
        RL.order,
        0,
        add=[
            (PROGRAM, RDF.type, RL.Program),
            (PROGRAM, RL.statedIn, RULE),
            (PROGRAM, RL.basis, RL.curated),
            (PROGRAM, RL.sourceText, plain("pass")),
            (PROGRAM, RL.step, STEP),
            (STEP, RDF.type, RL.Step),
            (STEP, RDF.type, RL.Shuffle),
        ],
    ),
    Break(
        "Assertion",
        "validation/semantics/rule/100.1/x",
        EARL.test,
        0,
        add=[(ASSERTION, RDF.type, EARL.Assertion), (ASSERTION, EARL.subject, RULE)],
    ),
    Break("Outcome", "new", None, 0, add=INAPPLICABLE),
    Break("Scenario", "new", DCTERMS.title, 0, add=[(NEW, RDF.type, RL.Scenario)]),
    Break("Consistency", "rule/100.1", None, 16, add=[(RULE, RDF.type, RL.Chapter)]),
]


@pytest.fixture
def edition(parse: Callable[..., Edition]) -> Edition:
    return parse(TEXT, cited=True)


@pytest.fixture
def check(tmp_path: Path, edition: Edition) -> Callable[[list[Quad]], list[Violation]]:
    """`check(quads)`: what a store of these quads violates."""

    def checked(quads: list[Quad]) -> list[Violation]:
        with rewrite_store(tmp_path / "store") as draft:
            draft.replace_graph(edition_iri(edition.key), quads)
            modules = (parse_rdf(text, RdfFormat.TURTLE) for _, text in ontology())
            draft.replace_graph(ONTOLOGY_GRAPH, chain.from_iterable(modules))
        with open_store(tmp_path / "store") as store:
            return shape_violations(store, edition.key)

    return checked


def changed(edition: Edition, change: Break) -> list[Quad]:
    graph = edition_iri(edition.key)
    kept = [quad for quad in make_quads(edition) if not _removed(quad, change, edition)]
    added = [Quad(s, p, o, graph) for s, p, o in change.add if o is not None]
    return kept + added


def _removed(quad: Quad, change: Break, edition: Edition) -> bool:
    return any(
        quad.subject == _actual(s, change, edition)
        and quad.predicate == p
        and o in (None, quad.object)
        for s, p, o in change.remove
    )


def _actual(node: NamedNode, change: Break, edition: Edition) -> NamedNode:
    """The source and the build have names that hang on a hash."""
    sha256 = edition.sources[0].sha256
    names = {"Source": f"{BASE}source/{sha256}", "Build": at(f"build/{sha256[:16]}").value}
    return NamedNode(names[change.shape]) if node == NEW and change.shape in names else node


def test_what_a_build_writes_breaks_no_shape(
    edition: Edition, check: Callable[[list[Quad]], list[Violation]]
) -> None:
    assert check(list(make_quads(edition))) == []


@pytest.mark.parametrize("change", BREAKS, ids=lambda change: change.shape)
def test_each_shape_can_be_broken(
    change: Break, edition: Edition, check: Callable[[list[Quad]], list[Violation]]
) -> None:
    found = check(changed(edition, change))

    node = _actual(NEW, change, edition) if ".." in change.node else at(change.node)
    path = change.path.value if change.path else ""
    broken = {(v.node, v.path): v.line for v in found if v.shape.endswith(f"shapes#{change.shape}")}
    assert broken[(node.value, path)] == change.line


def test_every_shape_is_broken_here() -> None:
    names = {name.rpartition("#")[2] for name in shape_names()}

    assert names == {change.shape for change in BREAKS}


def test_fast_check_sees_what_is_missing(edition: Edition) -> None:
    (violation,) = fast_violations(changed(edition, BREAKS[0]))

    assert str(violation) == (
        "rules.txt:16: edition/2020-01-02/rule/100.1 rl:text must have its words once, as a "
        "string: look at the line in the source"
    )


def test_fast_check_finds_the_line_of_what_a_citation_stands_in(edition: Edition) -> None:
    change = next(b for b in BREAKS if b.shape == "Citation")

    (violation,) = fast_violations(changed(edition, change))

    assert (violation.file, violation.line) == ("rules.txt", 16)


def test_fast_check_sees_what_belongs_to_nothing(edition: Edition) -> None:
    change = next(b for b in BREAKS if b.shape == "Example")

    (violation,) = fast_violations(changed(edition, change))

    assert violation.message == "must stand below exactly one rule: link it by rl:example"


def test_fast_check_sees_a_number_printed_twice(edition: Edition) -> None:
    change = next(b for b in BREAKS if b.shape == "NumberedOnce")

    (violation,) = fast_violations(changed(edition, change))

    assert violation.message.startswith("has the number of edition/2020-01-02/rule/100.")


def test_fast_check_passes_what_a_build_writes(edition: Edition) -> None:
    assert fast_violations(list(make_quads(edition))) == []


def test_report_asserts_an_outcome_for_each_shape(edition: Edition) -> None:
    found = Violation(node=RULE.value, shape=CONSISTENCY, message="is wrong", line=15)

    quads = list(make_report([found], edition.key, software="ruleloom 1"))

    outcomes = [quad.object for quad in quads if quad.predicate == EARL.outcome]
    assert {quad.graph_name for quad in quads} == {validation_graph(edition.key)}
    assert outcomes.count(EARL.failed) == 1
    assert outcomes.count(EARL.passed) == len(shape_names()) - 1
    assert [q.object for q in quads if q.predicate == SH.focusNode] == [RULE]
    assert [q.object.value for q in quads if q.predicate == SH.conforms] == ["false"]


@pytest.fixture
def built(tmp_path: Path) -> Path:
    (tmp_path / "rules.txt").write_text(TEXT)
    build([tmp_path / "rules.txt"], tmp_path / "built")
    return tmp_path / "built"


def test_command_keeps_that_nothing_is_wrong(built: Path, tmp_path: Path) -> None:
    report = tmp_path / "report.ttl"

    done = CliRunner().invoke(command, ["--shapes", "--store", str(built), "--report", str(report)])

    assert (done.exit_code, done.stdout) == (0, "")
    assert "earl:passed" in report.read_text()
    with open_store(built) as store:
        graph = validation_graph(store.find_edition())
        assert bool(store.query("ASK { ?r sh:conforms true }", default_graph=[graph]))


def test_command_ends_with_status_1_where_a_shape_is_broken(built: Path) -> None:
    with rewrite_store(built) as draft:
        draft.rdf.remove(next(draft.rdf.quads_for_pattern(RULE, RL.text, None)))

    done = CliRunner().invoke(command, ["--store", str(built)])

    assert done.exit_code == 1
    assert done.stdout == (
        "rules.txt:16: edition/2020-01-02/rule/100.1 rl:text must have its words once, as a "
        "string: look at the line in the source\n"
    )


def test_command_checks_statements_and_programs_too(built: Path) -> None:
    with rewrite_store(built) as draft:
        kind = next(draft.rdf.quads_for_pattern(STATEMENT, RL.component, None))
        draft.rdf.remove(kind)
        graph = programs_graph(draft.editions()[0].key)
        draft.rdf.add(Quad(PROGRAM, RDF.type, RL.Program, graph))

    done = CliRunner().invoke(command, ["--shapes", "--store", str(built)])

    assert done.exit_code == 1
    assert "rules.txt:16: edition/2020-01-02/rule/100.1/statement/1 rl:component" in done.stdout
    assert "edition/2020-01-02/program/x rl:sourceText must have its text once" in done.stdout


@pytest.mark.slow
def test_embedded_rulebook_is_clean_and_breaks_no_shape(tmp_path: Path) -> None:
    report = build_embedded(tmp_path / "store")

    assert [edition.key.name for edition in report.editions] == ["2017-09-29", "2026-01-16"]
    for edition in report.editions:
        assert (edition.odd_lines, edition.dangling, edition.violations) == ((), (), ())
        assert (edition.counts["odd_lines"], edition.counts["dangling"]) == (0, 0)
    with open_store(tmp_path / "store") as store:
        for info in store.editions():
            assert shape_violations(store, info.key) == []
