"""The statements that a citation's kind makes, beside those of `extract.triples`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pyoxigraph import NamedNode

from extract.components.citation_kinds import classify
from kg.model import Citation, Example, Passage
from kg.vocab import RDF, RL

__all__ = ["kind_statements"]

_PREVAILING = {RL.exceptionTo, RL.overrides, RL.modifies}
_Statement = tuple[NamedNode, NamedNode, NamedNode]


def kind_statements(
    citation: Citation,
    passage: Passage,
    *,
    iri: NamedNode,
    citing: Sequence[NamedNode],
    cited: Sequence[NamedNode],
) -> Iterator[_Statement]:
    """What a citation is for: on its own node, and as a property between what cites and is cited.

    One that says which of two rules prevails is an override: the rule that speaks is over the
    other, but for `exceptIn`, where it gives way.

    Args:
        passage: what the citation stands in.
        iri: the citation's node.
        citing: the rule or entry, and the passage, each once.
        cited: the rules that it names and the edition prints.
    """
    example = isinstance(passage, Example)
    kind = getattr(RL, classify(passage.text, citation.start, citation.end, example=example))
    yield iri, RL.citationKind, kind
    if kind != RL.cites:
        for subject in citing:
            for target in cited:
                yield subject, kind, target
    if not cited or kind not in {*_PREVAILING, RL.exceptIn}:
        return
    yield iri, RDF.type, RL.Override
    yields = kind == RL.exceptIn
    for target in cited:
        yield iri, RL.under if not yields else RL.over, target
    yield iri, RL.over if not yields else RL.under, citing[0]
