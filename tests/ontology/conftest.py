"""A store of the embedded rulebook with inferences, analysis, validation and the ontology."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest
from pyoxigraph import Quad, RdfFormat
from pyoxigraph import parse as parse_rdf

from extract.grammar.texts import CardTexts
from extract.statement_triples import statement_quads
from extract.triples import make_quads
from kg.analysis.network import read_network
from kg.analysis.results import analyse, analysis_quads
from kg.inference import infer
from kg.model import Edition
from kg.resources import ontology
from kg.scenario.assertions import make_assertions
from kg.scenario.coverage import cover_edition
from kg.scenario.load import load_shipped
from kg.store import Store, open_store
from kg.store.embedded import rewrite_store
from kg.vocab import (
    ONTOLOGY_GRAPH,
    analysis_graph,
    edition_iri,
    inferred_graph,
    programs_graph,
    statements_graph,
    validation_graph,
)


@pytest.fixture(scope="session")
def rulebook_quads(rulebook: Edition) -> list[Quad]:
    return list(dict.fromkeys(make_quads(rulebook)))


@pytest.fixture(scope="session")
def rulebook_store(
    rulebook: Edition,
    rulebook_quads: list[Quad],
    embedded_store: Path,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Store]:
    location = tmp_path_factory.mktemp("rulebook") / "store"
    programs = programs_graph(rulebook.key)
    with open_store(embedded_store) as built:
        compiled = list(built.rdf.quads_for_pattern(None, None, None, programs))
        covered = cover_edition(built, rulebook.key, load_shipped(), CardTexts())
    with rewrite_store(location) as draft:
        draft.replace_graph(edition_iri(rulebook.key), rulebook_quads)
        draft.replace_graph(inferred_graph(rulebook.key), infer(rulebook_quads, rulebook.key))
        draft.replace_graph(statements_graph(rulebook.key), statement_quads(rulebook))
        modules = (parse_rdf(text, RdfFormat.TURTLE) for _, text in ontology())
        draft.replace_graph(ONTOLOGY_GRAPH, chain.from_iterable(modules))
        analysis = analyse(read_network(draft, rulebook.key))
        draft.replace_graph(
            analysis_graph(rulebook.key), analysis_quads(analysis, software="ruleloom")
        )
        # Behind the analysis, whose numbers would change with each word that the compiler learns.
        draft.replace_graph(programs, compiled)
        checked = make_assertions(covered, rulebook.key, software="ruleloom")
        draft.replace_graph(validation_graph(rulebook.key), checked)
    with open_store(location) as store:
        yield store
