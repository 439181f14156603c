"""An annotated edition to quads in its named graph, each statement with its evidence.

The quads are a function of the edition alone: the same edition gives the same quads, wherever and
whenever they are made. `kg.store.reading` reads them back to an equal edition.
"""

from __future__ import annotations

from collections.abc import Iterator
from urllib.parse import quote

from pyoxigraph import Literal, NamedNode, Quad

from extract.citation_statements import kind_statements
from extract.keyword_statements import keyword_quads
from kg.model import Edition, GlossaryEntry, OddLine, Passage, Rule, Source
from kg.report import count_edition
from kg.vocab import (
    BASE,
    DCTERMS,
    DQV,
    PROV,
    RDF,
    RDFS,
    RL,
    SKOS,
    XSD,
    edition_iri,
    glossary_iri,
    plain,
    rule_iri,
    source_iri,
    term_iris,
)

__all__ = ["make_quads"]

_KINDS = {
    "chapter": (RL.Chapter,),
    "section": (RL.Section,),
    "rule": (RL.Rule,),
    "subrule": (RL.Rule, RL.Subrule),
}
_METRICS = {
    "chapters": RL.chapterCount,
    "sections": RL.sectionCount,
    "rules": RL.ruleCount,
    "examples": RL.exampleCount,
    "terms": RL.termCount,
    "senses": RL.senseCount,
    "references": RL.referenceCount,
    "dangling": RL.danglingCount,
    "odd_lines": RL.oddLineCount,
    "inferred": RL.inferredCount,
    "repaired": RL.repairedCount,
}
_Object = NamedNode | Literal
_Statement = tuple[NamedNode, NamedNode, _Object]


def make_quads(edition: Edition) -> Iterator[Quad]:
    """All that an edition says, as quads of its graph."""
    graph = edition_iri(edition.key)
    for subject, predicate, value in _Writer(edition).statements():
        yield Quad(subject, predicate, value, graph)
    yield from keyword_quads(edition)


def _english(text: str) -> Literal:
    return Literal(text, language="en")


def _child(parent: NamedNode, kind: str, position: int | str) -> NamedNode:
    return NamedNode(f"{parent.value}/{kind}/{position}")


class _Writer:
    def __init__(self, edition: Edition) -> None:
        self.edition = edition
        self.iri = edition_iri(edition.key)
        self._terms = term_iris(edition.key, (entry.headword for entry in edition.glossary))

    def statements(self) -> Iterator[_Statement]:
        yield from self._edition()
        for source in self.edition.sources:
            yield from self._source(source)
        for position, odd in enumerate(self.edition.odd_lines, 1):
            yield from self._odd_line(odd, position)
        for order, rule in enumerate(self.edition.rules, 1):
            yield from self._rule(rule, order)
        if self.edition.glossary:
            yield glossary_iri(self.edition.key), RDF.type, SKOS.ConceptScheme
            yield glossary_iri(self.edition.key), DCTERMS.isPartOf, self.iri
        for order, entry in enumerate(self.edition.glossary, 1):
            yield from self._entry(entry, order)

    def _edition(self) -> Iterator[_Statement]:
        edition, iri = self.edition, self.iri
        yield iri, RDF.type, RL.Edition
        yield iri, DCTERMS.title, _english(edition.title)
        yield iri, DCTERMS.language, plain("en")
        yield iri, RL.restatement, plain(edition.key.restated)
        yield iri, RL.truncated, plain(edition.truncated)
        if edition.key.date:
            yield iri, RL.effective, Literal(edition.key.date.isoformat(), datatype=XSD.date)
        if edition.base:
            yield iri, RL.base, edition_iri(edition.base)
        for day in edition.published_as:
            yield iri, RL.publishedAs, Literal(day.isoformat(), datatype=XSD.date)
        if edition.introduction:
            yield iri, RL.introduction, plain(edition.introduction)
        yield from self._measurements()

    def _measurements(self) -> Iterator[_Statement]:
        """DQV: what the build counted, so that a query can compare editions and find gaps."""
        for name, count in count_edition(self.edition).items():
            iri = _child(self.iri, "measurement", name.replace("_", "-"))
            yield self.iri, DQV.hasQualityMeasurement, iri
            yield iri, RDF.type, DQV.QualityMeasurement
            yield iri, DQV.computedOn, self.iri
            yield iri, DQV.isMeasurementOf, _METRICS[name]
            yield iri, DQV.value, plain(count)

    def _source(self, source: Source) -> Iterator[_Statement]:
        """PROV-O: the document is an entity that the build used to make the edition."""
        iri = source_iri(source.sha256)
        build = NamedNode(f"{self.iri.value}/build/{source.sha256[:16]}")
        agent = NamedNode(f"{BASE}software/{quote(source.software.replace(' ', '-'))}")
        yield self.iri, PROV.wasDerivedFrom, iri
        yield self.iri, PROV.wasGeneratedBy, build
        yield iri, RDF.type, RL.Source
        yield iri, RL.fileName, plain(source.name)
        yield iri, RL.origin, plain(source.origin)
        yield iri, RL.sha256, plain(source.sha256)
        yield iri, RL.encoding, plain(source.encoding)
        yield iri, RL.lineEnd, plain(source.line_end)
        yield iri, RL.truncated, plain(source.truncated)
        yield build, RDF.type, PROV.Activity
        yield build, PROV.used, iri
        yield build, PROV.wasAssociatedWith, agent
        yield agent, RDF.type, PROV.SoftwareAgent
        yield agent, RDFS.label, _english(source.software)

    def _odd_line(self, odd: OddLine, position: int) -> Iterator[_Statement]:
        iri = _child(self.iri, "odd-line", position)
        yield self.iri, RL.oddLine, iri
        yield iri, RDF.type, RL.OddLine
        yield iri, RL.order, plain(position)
        yield iri, RL.sourceLine, plain(odd.line)
        yield iri, RL.expected, plain(odd.expected)
        yield iri, RL.text, plain(odd.text)
        yield iri, PROV.wasDerivedFrom, source_iri(odd.source)

    def _rule(self, rule: Rule, order: int) -> Iterator[_Statement]:
        key = self.edition.key
        iri = rule_iri(key, rule.number)
        for kind in _KINDS[rule.kind]:
            yield iri, RDF.type, kind
        yield iri, RL.number, plain(str(rule.number))
        yield iri, SKOS.notation, plain(str(rule.number))
        yield iri, RDFS.label, _english(f"{rule.number} {rule.heading}".strip())
        yield iri, RL.edition, self.iri
        yield iri, RL.order, plain(order)
        yield iri, RL.inferredNumber, plain(rule.inferred_number)
        if rule.inferred_number:
            yield iri, RL.confidence, Literal(f"{rule.confidence:.2f}", datatype=XSD.decimal)
            yield iri, RL.evidence, plain(rule.evidence)
        if rule.truncated:
            yield iri, RL.truncated, plain(True)
        yield from self._origin(rule, iri)
        if rule.parent:
            yield iri, SKOS.broader, rule_iri(key, rule.parent)
            yield iri, DCTERMS.isPartOf, rule_iri(key, rule.parent)
        else:
            yield iri, DCTERMS.isPartOf, self.iri
        if rule.heading:
            yield iri, RL.heading, plain(rule.heading)
        yield from self._passage(rule, iri)
        count = len(rule.citations)
        yield from self._citations(rule, iri, owner=iri, after=0)
        for position, example in enumerate(rule.examples, 1):
            place = _child(iri, "example", position)
            yield iri, RL.example, place
            yield place, RDF.type, RL.Example
            yield place, RL.order, plain(position)
            yield from self._passage(example, place)
            yield from self._citations(example, place, owner=iri, after=count)
            count += len(example.citations)

    def _entry(self, entry: GlossaryEntry, order: int) -> Iterator[_Statement]:
        iri = self._terms[entry.headword]
        yield iri, RDF.type, RL.Term
        yield iri, RDF.type, SKOS.Concept
        yield iri, SKOS.inScheme, glossary_iri(self.edition.key)
        yield iri, RL.edition, self.iri
        yield iri, RL.headword, plain(entry.headword)
        yield iri, RL.order, plain(order)
        yield from self._origin(entry, iri)
        yield iri, SKOS.prefLabel, _english(entry.names[0])
        for name in entry.names[1:]:
            yield iri, SKOS.altLabel, _english(name)
        if entry.status:
            yield iri, RL.status, plain(entry.status)
        for headword in entry.see:
            yield iri, RL.see, self._terms[headword]
        count = 0
        numbered = any(sense.label for sense in entry.senses)
        for position, sense in enumerate(entry.senses, 1):
            place = _child(iri, "sense", position)
            remark = numbered and not sense.label
            yield iri, RL.remark if remark else RL.sense, place
            yield place, RDF.type, RL.Remark if remark else RL.Sense
            yield place, RL.order, plain(position)
            if sense.label:
                yield place, RL.label, plain(sense.label)
            yield from self._passage(sense, place)
            yield from self._citations(sense, place, owner=iri, after=count)
            count += len(sense.citations)

    def _origin(self, owner: Rule | GlossaryEntry, iri: NamedNode) -> Iterator[_Statement]:
        """Line and spans count in the primary source; the others print the same words."""
        yield iri, RL.sourceLine, plain(owner.line)
        yield iri, PROV.hadPrimarySource, source_iri(owner.source)
        for sha256 in (owner.source, *owner.also_in):
            yield iri, PROV.wasDerivedFrom, source_iri(sha256)

    def _passage(self, passage: Passage, iri: NamedNode) -> Iterator[_Statement]:
        yield iri, RL.text, plain(passage.text)
        if passage.printed:
            yield iri, RL.printedText, plain(passage.printed)
        yield iri, RL.start, plain(passage.span[0])
        yield iri, RL.end, plain(passage.span[1])

    def _citations(
        self, passage: Passage, place: NamedNode, *, owner: NamedNode, after: int
    ) -> Iterator[_Statement]:
        for position, citation in enumerate(passage.citations, after + 1):
            iri = _child(owner, "citation", position)
            yield owner, RL.citation, iri
            yield iri, RDF.type, RL.Citation
            yield iri, RL.order, plain(position)
            yield iri, RL.citedIn, place
            yield iri, RL.text, plain(citation.text)
            yield iri, RL.start, plain(citation.start)
            yield iri, RL.end, plain(citation.end)
            yield iri, RL.component, plain("citations")
            yield iri, RL.basis, RL.extracted
            citing = list(dict.fromkeys((owner, place)))
            missing = frozenset(citation.missing)
            cited = [rule_iri(self.edition.key, n) for n in citation.targets if n not in missing]
            for target in cited:
                yield iri, RL.target, target
                for subject in citing:
                    yield subject, RL.cites, target
            # A number that the edition lacks is kept as a string: no node may stand for it.
            for number in citation.missing:
                yield iri, RDF.type, RL.DanglingCitation
                yield iri, RL.missingNumber, plain(str(number))
            yield from kind_statements(citation, passage, iri=iri, citing=citing, cited=cited)
