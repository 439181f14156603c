"""Rules, and documents, that a passage names by words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from extract.pointers import find_pointers
from extract.statement_triples import statement_quads
from kg.build import build
from kg.export import edition_as_json
from kg.model import Edition
from kg.store import Store, open_store
from kg.store.reading import read_edition
from kg.validate import shape_violations
from kg.vocab import RL

TEXT = """X

These rules are effective as of May 1, 2013.

7. More

700. General

700.1. This section has rules for all the rest.

701. Juggling

701.1. A juggler follows the following rules:

701.1a Balls go up. Clubs and rings are two exceptions to this rule.

701.1b Balls come down. A club does as the above rule says. “The previous rules text” is a card’s.

701.1c A juggler who has broken the above rules stops. (This rule applies to clowns too.)

701.2. This section has rules 701.1a, 700.1 and 700.9. Those rules apply; see that rule's end.

701.3. A card that rules out juggling, and that rule players like, is covered by the Clown FAQ.
Example: See the _Clown: The Juggling_ Tournament Rules.

Glossary

Ball
Goes up. See rule 701.1a. This rule is short, and clubs follow that rule.

Credits
"""


@pytest.fixture
def edition(parse: Callable[..., Edition]) -> Edition:
    return parse(TEXT, cited=True)


def named(edition: Edition, name: str) -> list[tuple[str, str]]:
    """The pointers of a rule with its examples, or of an entry: words and what they name."""
    return [
        (passage.text[p.start : p.end], p.document or " ".join(map(str, p.targets)))
        for owner, passage in edition.passages()
        if name in (str(getattr(owner, "number", "")), getattr(owner, "headword", ""))
        for p in find_pointers(edition, owner, passage)
    ]


@pytest.mark.parametrize(
    ("name", "found"),
    [
        ("700.1", [("This section", "7")]),
        ("701.1", [("the following rules", "701.1a 701.1b 701.1c")]),
        ("701.1a", [("this rule", "701.1a")]),
        ("701.1b", [("the above rule", "701.1a")]),
        ("701.1c", [("the above rules", "701.1a 701.1b"), ("This rule", "701.1c")]),
        (
            "701.2",
            [
                ("This section", "701"),
                ("Those rules", "701.1a 700.1"),  # 700.9 isn't printed
            ],
        ),
        (
            "701.3",
            [
                ("Clown FAQ", "Clown FAQ"),
                ("_Clown: The Juggling_ Tournament Rules", "Clown: The Juggling Tournament Rules"),
            ],
        ),
        ("Ball", [("that rule", "701.1a")]),
    ],
)  # fmt: skip
def test_words_name_rules(edition: Edition, name: str, found: list[tuple[str, str]]) -> None:
    assert named(edition, name) == found


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    (tmp_path / "rules.txt").write_text(TEXT, encoding="utf-8")
    build([tmp_path / "rules.txt"], tmp_path / "store")
    with open_store(tmp_path / "store") as opened:
        yield opened


def test_pointers_are_citations_with_kind_and_evidence(store: Store) -> None:
    rows = store.query(
        """SELECT ?number ?words ?kind ?target ?component {
          ?pointer a rl:Pointer ; rl:text ?words ; rl:citationKind ?is ; rl:component ?component ;
            rl:target/rl:number ?target ; rl:citedIn/rl:number ?number .
          BIND(STRAFTER(STR(?is), "#") AS ?kind)
        } ORDER BY ?number ?words ?target"""
    )

    found = [tuple(row[i].value for i in range(5)) for row in rows]
    assert ("701.1a", "this rule", "exceptionTo", "701.1a", "pointers") in found
    assert ("701.1c", "This rule", "cites", "701.1c", "pointers") in found
    assert shape_violations(store, store.find_edition()) == []


def test_what_is_exported_and_cited_is_told_by_numbers_alone(
    store: Store, edition: Edition
) -> None:
    read = read_edition(store, store.find_edition())
    references = {rule["number"]: rule["references"] for rule in edition_as_json(read)["rules"]}

    assert [rule.citations for rule in read.rules] == [rule.citations for rule in edition.rules]
    assert references["701.1a"] == []
    assert not any(quad.predicate == RL.cites for quad in statement_quads(edition))
