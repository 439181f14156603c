"""Editions, rules and glossary entries read back from a store as values.

What `extract.triples` writes, this reads: an edition that was stored comes back equal.
"""

from __future__ import annotations

import datetime as dt
import difflib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from pyoxigraph import Literal, QuerySolutions

from kg.errors import RuleNotFoundError
from kg.model import (
    Citation,
    Edition,
    EditionKey,
    Example,
    GlossaryEntry,
    OddLine,
    Rule,
    RuleNumber,
    Sense,
    Source,
)
from kg.report import COUNTED, count_edition
from kg.resources import internal_query
from kg.store.base import Store, Term
from kg.vocab import edition_iri, edition_key, rule_iri

__all__ = [
    "Neighbour",
    "RuleContext",
    "nearest_numbers",
    "read_counts",
    "read_edition",
    "read_numbers",
    "read_rule",
    "read_rule_context",
    "read_sources",
]

Row = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Neighbour:
    """Another rule, in a few words."""

    number: RuleNumber
    heading: str
    text: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleContext:
    """What lies around a rule.

    Attributes:
        ancestors: from the chapter down to its parent.
        children: in document order.
        previous, next: its neighbours in document order; None at an end.
        cited_by: the rules that cite it, in document order.
        cited_by_terms: headwords of the glossary entries that cite it.
    """

    ancestors: tuple[Neighbour, ...]
    children: tuple[Neighbour, ...]
    previous: Neighbour | None
    next: Neighbour | None
    cited_by: tuple[RuleNumber, ...]
    cited_by_terms: tuple[str, ...]


def read_rule(store: Store, key: EditionKey, number: RuleNumber) -> Rule:
    """One rule as an edition prints it.

    Raises:
        RuleNotFoundError: the edition doesn't print it; the error names the nearest numbers.
    """
    bindings = {"number": Literal(str(number))}
    rows = _rows(store, key, "rules", bindings)
    if not rows:
        numbers = [n.number for n in read_numbers(store, key)]
        raise RuleNotFoundError(number, edition=str(key), nearest=nearest_numbers(number, numbers))
    examples = _rows(store, key, "examples", bindings)
    return next(_rules(rows, examples, _Related.read(store, key, rule_iri(key, number)), key))


def read_rule_context(store: Store, key: EditionKey, number: RuleNumber) -> RuleContext:
    """What lies around a rule that the edition prints."""
    numbers = read_numbers(store, key)
    by_number = {n.number: n for n in numbers}
    place = numbers.index(by_number[number])
    ancestors: list[Neighbour] = []
    above = number.parent
    while above is not None:
        if above in by_number:
            ancestors.insert(0, by_number[above])
        above = above.parent
    citing = _rows(store, key, "cited_by", {"number": Literal(str(number))})
    children = _rows(store, key, "children", {"parent": Literal(str(number))})
    return RuleContext(
        ancestors=tuple(ancestors),
        children=tuple(
            Neighbour(RuleNumber.parse(r["number"]), r.get("heading", ""), r["text"])
            for r in children
        ),
        previous=numbers[place - 1] if place else None,
        next=numbers[place + 1] if place + 1 < len(numbers) else None,
        cited_by=tuple(RuleNumber.parse(r["citing"]) for r in citing if "citing" in r),
        cited_by_terms=tuple(r["headword"] for r in citing if "headword" in r),
    )


def read_numbers(store: Store, key: EditionKey) -> list[Neighbour]:
    """Every number that an edition prints with its heading, in document order."""
    return [
        Neighbour(RuleNumber.parse(row["number"]), row.get("heading", ""))
        for row in _rows(store, key, "numbers")
    ]


def read_counts(store: Store, key: EditionKey) -> dict[str, int]:
    """What was counted when the edition was built, see `kg.report.count_edition`."""
    found = {
        row["measurement"].rpartition("/")[2].replace("-", "_"): int(row["count"])
        for row in _rows(store, key, "counts")
    }
    if found.keys() < set(COUNTED):  # written by an older ruleloom
        return count_edition(read_edition(store, key))
    return {name: found[name] for name in COUNTED}


def read_sources(store: Store, key: EditionKey) -> tuple[Source, ...]:
    """The documents that an edition was read from, by their hashes."""
    return tuple(map(_source, _rows(store, key, "sources")))


def read_edition(store: Store, key: EditionKey) -> Edition:
    """A whole edition."""
    about = _rows(store, key, "edition")
    related = _Related.read(store, key)
    rules = _rows(store, key, "rules")
    return Edition(
        key=key,
        title=about[0]["title"],
        published_as=tuple(
            dt.date.fromisoformat(r["publishedAs"]) for r in about if "publishedAs" in r
        ),
        introduction=about[0].get("introduction", ""),
        rules=tuple(_rules(rules, _rows(store, key, "examples"), related, key)),
        glossary=tuple(_entries(_rows(store, key, "entries"), _rows(store, key, "see"), related)),
        sources=read_sources(store, key),
        odd_lines=tuple(
            OddLine(int(r["line"]), r["expected"], r["text"], r["source"])
            for r in _rows(store, key, "odd_lines")
        ),
        base=edition_key(about[0]["base"]) if "base" in about[0] else None,
    )


def _rows(
    store: Store, key: EditionKey, name: str, bindings: Mapping[str, Term] | None = None
) -> list[Row]:
    """The solutions of one of our queries over an edition's graph; unbound variables are absent."""
    result = store.query(internal_query(name), default_graph=[edition_iri(key)], bindings=bindings)
    assert isinstance(result, QuerySolutions)
    names = [variable.value for variable in result.variables]
    bound = {name: term.value for name, term in (bindings or {}).items()}
    return [
        bound | {name: value.value for name in names if (value := solution[name]) is not None}
        for solution in result
    ]


@dataclass(frozen=True, slots=True)
class _Related:
    """What other nodes say of rules and entries.

    Attributes:
        citations: by the IRI of the passage that they stand in.
        also_in: further sources, by the IRI of the rule or entry.
    """

    citations: Mapping[str, Sequence[Citation]]
    also_in: Mapping[str, Sequence[str]]

    @classmethod
    def read(cls, store: Store, key: EditionKey, owner: Term | None = None) -> _Related:
        """Of one owner, or of all in the edition."""
        bindings = {"owner": owner} if owner else None
        sources: dict[str, list[str]] = defaultdict(list)
        for row in _rows(store, key, "also_in", bindings):
            sources[row["owner"]].append(row["source"])
        return cls(_citations(_rows(store, key, "citations", bindings)), sources)


def _citations(rows: list[Row]) -> Mapping[str, Sequence[Citation]]:
    mentions: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        mentions[row["citation"]].append(row)
    found: dict[str, list[Citation]] = defaultdict(list)
    for group in mentions.values():
        missing = sorted(RuleNumber.parse(r["missing"]) for r in group if "missing" in r)
        printed = (RuleNumber.parse(r["target"]) for r in group if "target" in r)
        first = group[0]
        citation = Citation(
            text=first["text"],
            start=int(first["start"]),
            end=int(first["end"]),
            targets=tuple(sorted([*printed, *missing])),
            missing=tuple(missing),
        )
        found[first["place"]].append(citation)
    return found


def _rules(
    rows: list[Row], examples: list[Row], related: _Related, key: EditionKey
) -> Iterator[Rule]:
    shown: dict[str, list[Example]] = defaultdict(list)
    for row in examples:
        example = Example(text=row["text"], printed=row.get("printed", ""), span=_span(row))
        cited = tuple(related.citations.get(row["example"], ()))
        shown[row["number"]].append(replace(example, citations=cited))
    for row in rows:
        number = RuleNumber.parse(row["number"])
        iri = rule_iri(key, number).value
        yield Rule(
            number=number,
            parent=RuleNumber.parse(row["parent"]) if "parent" in row else None,
            heading=row.get("heading", ""),
            text=row["text"],
            printed=row.get("printed", ""),
            span=_span(row),
            citations=tuple(related.citations.get(iri, ())),
            examples=tuple(shown[row["number"]]),
            line=int(row["line"]),
            source=row["source"],
            also_in=tuple(related.also_in.get(iri, ())),
            inferred_number=row["inferred"] == "true",
            confidence=float(row.get("confidence", 1)),
            evidence=row.get("evidence", ""),
            truncated=row.get("truncated") == "true",
        )


def _entries(rows: list[Row], see: list[Row], related: _Related) -> Iterator[GlossaryEntry]:
    others: dict[str, list[str]] = defaultdict(list)
    for row in see:
        others[row["headword"]].append(row["other"])
    senses: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        senses[row["entry"]].append(row)
    for group in senses.values():
        first = group[0]
        yield GlossaryEntry(
            headword=first["headword"],
            senses=tuple(
                Sense(
                    text=row["text"],
                    printed=row.get("printed", ""),
                    span=_span(row),
                    citations=tuple(related.citations.get(row["sense"], ())),
                    label=row.get("label", ""),
                )
                for row in group
                if "sense" in row
            ),
            see=tuple(others[first["headword"]]),
            line=int(first["line"]),
            source=first["source"],
            also_in=tuple(related.also_in.get(first["entry"], ())),
        )


def _source(row: Row) -> Source:
    return Source(
        name=row["name"],
        origin=row["origin"],
        sha256=row["sha256"],
        encoding=row["encoding"],
        line_end=row["lineEnd"],
        truncated=row["truncated"] == "true",
        software=row["software"],
    )


def _span(row: Row) -> tuple[int, int]:
    return int(row["start"]), int(row["end"])


def nearest_numbers(number: RuleNumber, numbers: Sequence[RuleNumber]) -> list[RuleNumber]:
    """The numbers that the user may have meant: those around it, else those written alike."""
    close = difflib.get_close_matches(str(number), [str(n) for n in numbers], n=3, cutoff=0.8)
    same = [n for n in numbers if n.parent == number.parent][-1:]
    return (
        [RuleNumber.parse(text) for text in close]
        or same
        or [n for n in numbers if n == number.parent]
    )
