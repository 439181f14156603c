"""Searching an edition: what is found, in which order, and that words are only ever words."""

from __future__ import annotations

import datetime as dt
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from kg.errors import StoreError
from kg.model import EditionKey
from kg.search import Document, Hit, SearchIndex

KEY = EditionKey(dt.date(2026, 1, 16))
OLD = EditionKey(dt.date(2017, 9, 29))

# Our own words, written for this test.
DOCUMENTS = [
    Document(kind="section", name="702", heading="Made-up Abilities", text="", section="702"),
    Document(kind="rule", name="702.19", heading="Stomping", text="Stomping.", section="702"),
    Document(
        kind="subrule",
        name="702.19a",
        text="Stomping changes how damage is dealt in combat.",
        section="702",
    ),
    Document(
        kind="subrule",
        name="702.19b",
        text="What the blockers can't soak up goes through. The café's owner says “no”.",
        section="702",
    ),
    Document(kind="rule", name="702.1", text="Every one of these is made up.", section="702"),
    Document(
        kind="rule",
        name="510.1",
        text="Damage that is dealt in combat by a stomping creature, see rule 702.19b.",
        section="510",
    ),
    Document(
        kind="example",
        name="510.1",
        text="Two creatures stomp. In combat the damage dealt is six.",
        section="510",
    ),
    Document(kind="term", name="Stomping", text="A word for going through. See rule 702.19."),
    Document(kind="term", name="Damaged Goods", text="What a shop returns."),
]


@pytest.fixture
def index(tmp_path: Path) -> Iterator[SearchIndex]:
    path = tmp_path / "a folder?" / "search.sqlite"
    path.parent.mkdir()
    with SearchIndex.create(path) as draft:
        draft.replace_edition(OLD, [Document(kind="rule", name="1", text="an older stomping")])
        draft.replace_edition(KEY, DOCUMENTS)
    with SearchIndex.open(path) as opened:
        yield opened


def names(hits: list[Hit]) -> list[str]:
    return [f"{hit.kind} {hit.name}" for hit in hits]


def test_search_puts_what_bears_the_name_first(index: SearchIndex) -> None:
    hits = index.search("stomping", edition=KEY)

    assert names(hits)[:2] == ["term Stomping", "rule 702.19"]
    assert set(names(hits)[2:]) == {"subrule 702.19a", "rule 510.1", "example 510.1"}


@pytest.mark.parametrize("asked", ["702.19b", " 702.19B ", '"702.19b"'])
def test_search_goes_straight_to_a_number(index: SearchIndex, asked: str) -> None:
    hits = index.search(asked, edition=KEY)

    assert names(hits) == ["subrule 702.19b", "rule 510.1"]


def test_search_takes_a_number_for_no_part_of_another(index: SearchIndex) -> None:
    assert names(index.search("702.1", edition=KEY)) == ["rule 702.1"]


def test_search_puts_the_words_as_they_stand_before_scattered_ones(index: SearchIndex) -> None:
    hits = index.search("damage is dealt in combat", edition=KEY)

    assert names(hits)[0] == "subrule 702.19a"
    assert len(hits) == 3


def test_search_finds_a_quoted_phrase_only_as_it_stands(index: SearchIndex) -> None:
    assert names(index.search('"damage dealt"', edition=KEY)) == ["example 510.1"]


def test_search_falls_back_to_some_of_the_words(index: SearchIndex) -> None:
    assert names(index.search("soak zebra", edition=KEY)) == ["subrule 702.19b"]


def test_search_pages_through_the_same_hits(index: SearchIndex) -> None:
    whole = index.search("stomping", edition=KEY)

    pages = [index.search("stomping", edition=KEY, limit=2, offset=o) for o in (0, 2, 4, 6)]

    assert [hit for page in pages for hit in page] == whole
    assert pages[3] == []


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        pytest.param("combats", "combat", id="another-form"),
        pytest.param("CAFE", "café", id="case-and-accents"),
        pytest.param("‘through’", "through", id="curly-quotes"),
        pytest.param("can't", "can't", id="apostrophe"),
    ],
)
def test_search_finds(index: SearchIndex, asked: str, found: str) -> None:
    (first, *_) = index.search(asked, edition=KEY)

    assert found in first.text


@pytest.mark.parametrize(
    "asked",
    [
        "stomping AND NOT NEAR(",
        "text:stomping",
        "stomping*",
        "^stomping + -",
        '"stomping',
        '""" stomping',
        "stomping ' ; --",
        "{text name} : stomping",
        "stomping\x00\x02",
    ],
)
def test_search_takes_no_character_for_syntax(index: SearchIndex, asked: str) -> None:
    assert "rule 702.19" in names(index.search(asked, edition=KEY))


@pytest.mark.parametrize("asked", ["", "  ", '"', "—", "* ( )", "\x00"])
def test_search_without_a_word_finds_nothing(index: SearchIndex, asked: str) -> None:
    assert index.search(asked, edition=KEY) == []


def test_search_of_very_many_words_ends(index: SearchIndex) -> None:
    assert index.search("stomping " * 50_000, edition=KEY)


def test_search_looks_in_one_edition_only(index: SearchIndex) -> None:
    (hit,) = index.search("stomping", edition=OLD)

    assert (hit.edition, hit.text) == ("edition/2017-09-29", "an older stomping")
    assert index.search("stomping", edition=EditionKey(KEY.date, restated=True)) == []


def test_search_filters_by_kind_and_section(index: SearchIndex) -> None:
    kinds = index.search("stomping", edition=KEY, kinds=["term", "example"])
    section = index.search("stomping", edition=KEY, section="510")

    assert names(kinds) == ["term Stomping", "example 510.1"]
    assert sorted(names(section)) == ["example 510.1", "rule 510.1"]


def test_search_takes_the_last_word_for_a_beginning_where_asked(index: SearchIndex) -> None:
    assert index.search("stom", edition=OLD) == []
    assert len(index.search("stom", edition=OLD, beginning=True)) == 1


def test_search_says_where_the_words_are(index: SearchIndex) -> None:
    (hit,) = index.search("café owners", edition=KEY)

    assert [hit.snippet[start:end] for start, end in hit.spans] == ["café", "owner"]


def test_search_cuts_a_long_text_to_where_the_words_are(tmp_path: Path) -> None:
    with SearchIndex.create(tmp_path / "search.sqlite") as index:
        text = "word " * 500 + "needle " + "word " * 500
        index.replace_edition(KEY, [Document(kind="rule", name="1", text=text)])

        (hit,) = index.search("needle", edition=KEY)

    assert hit.text == text
    assert hit.snippet.startswith("…")
    assert [hit.snippet[start:end] for start, end in hit.spans] == ["needle"]


def test_replace_edition_leaves_nothing_of_the_old_one(tmp_path: Path) -> None:
    with SearchIndex.create(tmp_path / "search.sqlite") as index:
        for text in ("first", "second"):
            index.replace_edition(KEY, [Document(kind="rule", name="1", text=text)])
            index.replace_edition(OLD, [Document(kind="rule", name="1", text="other")])

        assert index.search("first", edition=KEY) == []
        assert names(index.search("second", edition=KEY)) == ["rule 1"]
        index.replace_edition(KEY, [])
        assert index.editions() == ["edition/2017-09-29"]


def test_open_refuses_a_file_that_is_no_index(tmp_path: Path) -> None:
    (tmp_path / "search.sqlite").write_text("nothing of the kind" * 100)

    with pytest.raises(StoreError), SearchIndex.open(tmp_path / "search.sqlite") as index:
        index.editions()


def test_open_says_that_there_is_no_index(tmp_path: Path) -> None:
    with pytest.raises(StoreError) as caught:
        SearchIndex.open(tmp_path / "search.sqlite")

    assert caught.value.problem == "no search index here; `ruleloom build` makes one"


def test_search_serves_several_threads(index: SearchIndex) -> None:
    counts: list[int] = []

    def search() -> None:
        counts.extend(len(index.search("stomping", edition=KEY)) for _ in range(50))

    threads = [threading.Thread(target=search) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert counts == [5] * 200
