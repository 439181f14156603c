"""The ontology for people and for tools: its page, its README and its JSON-LD context.

pyLODE, which makes such pages, can't be imported from its wheel (3.4.1 looks for a pyproject.toml
beside itself), and knows neither rule numbers nor the gallery.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib.resources import files
from pathlib import Path

from kg.gallery import find_query
from kg.ontology_picture import draw_ontology
from kg.ontology_terms import Module, Term, load_modules, questions_of
from kg.vocab import DEFAULT_BASE, PREFIXES, RL

__all__ = ["ontology_article", "ontology_context", "ontology_readme"]

Link = Callable[[str], str]

_README = """# The ontology

{count} terms in the namespace `{namespace}` (prefix `rl:`), written in Turtle: `document.ttl`
(what an edition prints), `game.ttl` (what the game is made of), `actions.ttl` (what keywords
mean, as programs), `analysis.ttl` (what an analysis finds) and `validation.ttl` (what scenarios
show). `reused.ttl` repeats the axioms of SKOS, Dublin Core and PROV-O that the reasoner needs;
`shapes.ttl` says in SHACL what a build and a validation must write; `context.jsonld` is the JSON-LD
context. Why it is cut so:
[docs/decisions/0005-the-ontology.md](../docs/decisions/0005-the-ontology.md).

A question with a name behind it is a query of the gallery: `ruleloom query NAME` answers it. This
page is made by `kg.ontology_docs`; a test keeps it current.
"""


def ontology_article(
    *, rule_link: Link = lambda number: "", query_link: Link = lambda name: ""
) -> str:
    """The ontology as an HTML `article`, an anchor a term.

    Args:
        rule_link: the address of a rule's page, by its number; empty for none.
        query_link: that of a gallery query, by its name.
    """
    from jinja2 import Environment
    from markupsafe import Markup

    template = (files("kg") / "templates" / "ontology.html").read_text(encoding="utf-8")
    modules = load_modules()
    return (
        Environment(autoescape=True)
        .from_string(template)
        .render(
            modules=modules,
            count=sum(len(module.terms) for module in modules),
            namespace=RL.iri,
            picture=Markup(draw_ontology()),
            questions=questions_of(),
            rule_link=rule_link,
            query_link=query_link,
            row=_row,
        )
    )


def ontology_readme() -> str:
    """The text of `ontology/README.md`: each term, and the question that it answers."""
    modules = load_modules()
    terms = {term.curie: term for module in modules for term in module.terms}
    parts = [_README.format(count=len(terms), namespace=f"{DEFAULT_BASE}ns#")]
    for module in modules:
        parts.append(f"\n## {module.title} (`{module.name}.ttl`)\n\n")
        parts.append("| term | kind | rule | what it is | the question that it answers |\n")
        parts.append("| --- | --- | --- | --- | --- |\n")
        parts.extend(_readme_row(term, terms) for term in module.terms)
    return "".join(parts)


def ontology_context() -> str:
    """The text of `ontology/context.jsonld`: our properties by their bare names."""
    context: dict[str, object] = {
        prefix: iri for prefix, iri in PREFIXES.items() if not prefix.startswith("foaf")
    }
    for module in load_modules():
        context.update({term.name: _context_entry(term) for term in _properties(module)})
    return json.dumps({"@context": context}, indent=2, ensure_ascii=False) + "\n"


def _properties(module: Module) -> Iterator[Term]:
    return (term for term in module.terms if term.kind == "property")


def _context_entry(term: Term) -> object:
    kind = term.range[0] if term.range else ""
    if kind == "xsd:string":
        return term.curie
    return {"@id": term.curie, "@type": kind if kind.startswith("xsd:") else "@id"}


def _readme_row(term: Term, terms: Mapping[str, Term]) -> str:
    cells = (f"`{term.curie}`", term.kind, term.rule, term.comment, _question(term, terms))
    return f"| {' | '.join(cells)} |\n"


def _question(term: Term, terms: Mapping[str, Term]) -> str:
    """The question of the gallery's query that is most about the term, or else a plain one."""
    queries = questions_of().get(term.name, ())
    if queries:
        name = min(queries, key=lambda query: sum(query in q for q in questions_of().values()))
        return f"{find_query(name).question} (`{name}`)"
    if term.kind != "property":
        return f"What is “{term.label}”?"
    subjects = " or ".join(terms[d].label if d in terms else d for d in term.domain[:2])
    whose = f"of a given {subjects}" if subjects else "of something"
    return f"What is “{term.label}” {whose}?"


def _row(title: str, names: Iterable[str]) -> object:
    """A row of a term's table; our own terms are links."""
    from markupsafe import Markup, escape

    cells = [
        Markup('<a href="#{0}">{1}</a>').format(name.removeprefix("rl:"), name)
        if name.startswith("rl:")
        else escape(name)
        for name in names
    ]
    if not cells:
        return Markup("")
    return Markup("\n<dt>{0}</dt><dd>{1}</dd>").format(title, Markup(", ").join(cells))


def _write() -> None:
    folder = files("ontology")
    for name, text in (("README.md", ontology_readme()), ("context.jsonld", ontology_context())):
        Path(str(folder / name)).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    _write()
