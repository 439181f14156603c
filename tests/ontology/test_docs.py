"""What is made of the ontology: its page, its README, its JSON-LD context, its picture."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

from pyoxigraph import NamedNode, RdfFormat, Triple, parse

from extract.triples import make_quads
from kg.model import Edition
from kg.ontology_docs import ontology_article, ontology_context, ontology_readme
from kg.ontology_picture import draw_ontology
from kg.ontology_terms import load_modules
from kg.vocab import RL, plain

FOLDER = Path(__file__).parents[2] / "ontology"
RENEW = "; python -m kg.ontology_docs writes it anew"


def test_readme_is_current() -> None:
    assert (FOLDER / "README.md").read_text(encoding="utf-8") == ontology_readme(), RENEW


def test_context_is_current() -> None:
    assert (FOLDER / "context.jsonld").read_text(encoding="utf-8") == ontology_context(), RENEW


def test_page_has_an_anchor_for_each_term() -> None:
    page = ontology_article()

    for module in load_modules():
        for term in module.terms:
            assert f'id="{term.name}"' in page


def test_page_links_rules_and_queries() -> None:
    page = ontology_article(
        rule_link=lambda number: f"/rules/{number}", query_link=lambda name: f"/sparql?name={name}"
    )

    assert '<a href="/rules/110.1">110.1</a>' in page
    assert '<a href="/sparql?name=zones">zones</a>' in page
    assert '<a href="#Division">rl:Division</a>' in page


def test_page_escapes_what_it_quotes() -> None:
    assert "<script" not in ontology_article(rule_link=lambda number: '"><script>')


def test_picture_is_well_formed_and_names_its_classes() -> None:
    picture = ElementTree.fromstring(draw_ontology())

    texts = {element.text for element in picture.iter("{http://www.w3.org/2000/svg}text")}
    assert {"edition", "division", "citation", "program", "owner"} <= texts


def test_context_reads_plain_json_as_the_graph_has_it() -> None:
    rule = json.loads(ontology_context()) | {
        "@id": "https://example.org/rule/701.10",
        "number": "701.10",
        "order": 1,
        "cites": "https://example.org/rule/701.11",
    }

    triples = {quad.triple for quad in parse(json.dumps(rule), RdfFormat.JSON_LD)}

    subject = NamedNode(rule["@id"])
    assert triples == {
        Triple(subject, RL.number, plain("701.10")),
        Triple(subject, RL.order, plain(1)),
        Triple(subject, RL.cites, NamedNode(rule["cites"])),
    }


def test_context_knows_every_property_that_a_build_writes(rulebook: Edition) -> None:
    context = json.loads(ontology_context())["@context"]

    written = {quad.predicate.value for quad in make_quads(rulebook)}
    ours = {iri.removeprefix(RL.iri) for iri in written if iri.startswith(RL.iri)}

    assert ours <= set(context)
