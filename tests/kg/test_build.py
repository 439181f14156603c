"""Documents to a store and back: lossless, idempotent, and safe against bad input."""

from __future__ import annotations

import dataclasses
import datetime as dt
from pathlib import Path

import pytest

from kg.build import build, build_embedded
from kg.errors import StoreMissingError
from kg.model import Edition, EditionKey
from kg.store import open_store
from kg.store.reading import read_edition

FRONT = "X\n\nThese rules are effective as of May 1, 2013.\n\n"
SECTION = "701. Actions\n\n701.1. One. See rule 701.2.\n\n701.2. Two. See rule 999.1.\n"


@pytest.fixture
def rules(tmp_path: Path) -> Path:
    path = tmp_path / "rules.txt"
    path.write_text(FRONT + SECTION)
    return path


def stored(location: Path) -> list[Edition]:
    with open_store(location) as store:
        return [read_edition(store, info.key) for info in store.editions()]


def test_embedded_rulebook_comes_back_equal(tmp_path: Path, rulebook: Edition) -> None:
    report = build_embedded(tmp_path / "store")

    found = {edition.key: edition for edition in stored(tmp_path / "store")}
    assert not report.failures
    edition = found[rulebook.key]
    assert edition == dataclasses.replace(rulebook, sources=edition.sources)


def test_embedded_rulebook_is_clean(tmp_path: Path) -> None:
    report = build_embedded(tmp_path / "store")

    for edition in report.editions:
        assert edition.key.restated
        assert not edition.truncated
        assert (edition.dangling, edition.odd_lines) == ((), ())
    assert report.editions[-1].key.name == "2026-01-16"


def test_report_counts_and_names_what_dangles(rules: Path, tmp_path: Path) -> None:
    (edition,) = build([rules], tmp_path / "store").editions

    assert edition.counts == {
        "chapters": 0,
        "sections": 1,
        "rules": 2,
        "examples": 0,
        "terms": 0,
        "senses": 0,
        "references": 2,
        "dangling": 1,
        "odd_lines": 0,
        "inferred": 0,
        "repaired": 0,
    }
    assert [(owner, str(number)) for owner, number in edition.dangling] == [("701.2", "999.1")]


def test_same_file_again_writes_nothing(rules: Path, tmp_path: Path) -> None:
    build([rules], tmp_path / "store")
    with open_store(tmp_path / "store") as store:
        before = store.version

    report = build([rules], tmp_path / "store")

    with open_store(tmp_path / "store") as store:
        assert store.version == before
    assert [edition.unchanged for edition in report.editions] == [True]


def test_changed_file_replaces_its_rules(rules: Path, tmp_path: Path) -> None:
    build([rules], tmp_path / "store")
    rules.write_text(FRONT + SECTION.replace("Two", "Three"))

    build([rules], tmp_path / "store")

    (edition,) = stored(tmp_path / "store")
    assert [rule.text[:5] for rule in edition.rules] == ["Actio", "One. ", "Three"]
    assert len(edition.sources) == 1


def test_changed_undated_file_replaces_its_edition(rules: Path, tmp_path: Path) -> None:
    rules.write_text(SECTION)
    build([rules], tmp_path / "store")
    rules.write_text(SECTION.replace("Two", "Three"))

    build([rules], tmp_path / "store")

    assert len(stored(tmp_path / "store")) == 1


def test_date_given_later_is_taken(rules: Path, tmp_path: Path) -> None:
    rules.write_text(SECTION)
    build([rules], tmp_path / "store")

    build([rules], tmp_path / "store", date=dt.date(2013, 5, 1))

    assert [edition.key.name for edition in stored(tmp_path / "store")] == ["2013-05-01"]


def test_second_edition_stands_beside_the_first(rules: Path, tmp_path: Path) -> None:
    later = tmp_path / "later.txt"
    later.write_text((FRONT + SECTION).replace("2013", "2014"))

    build([rules], tmp_path / "store")
    build([later], tmp_path / "store")

    assert [edition.key.name for edition in stored(tmp_path / "store")] == [
        "2013-05-01",
        "2014-05-01",
    ]


def test_two_documents_of_one_date_make_one_edition(rules: Path, tmp_path: Path) -> None:
    other = tmp_path / "702.txt"
    other.write_text(FRONT + SECTION.replace("701", "702"))

    build([rules, other], tmp_path / "store")

    (edition,) = stored(tmp_path / "store")
    assert " ".join(str(rule.number) for rule in edition.rules) == "701 701.1 701.2 702 702.1 702.2"


def test_contradicting_files_leave_the_store_as_it_was(rules: Path, tmp_path: Path) -> None:
    build([rules], tmp_path / "store")
    with open_store(tmp_path / "store") as store:
        before = store.version
    other = tmp_path / "other.txt"
    other.write_text(FRONT + SECTION.replace("Two", "Three"))

    report = build([other], tmp_path / "store")

    assert [str(failure) for failure in report.failures] == [
        "other.txt: contradicts rules.txt on 2013-05-01 in 701.2; build only one of them, or pass "
        "--replace to keep the later"
    ]
    with open_store(tmp_path / "store") as store:
        assert store.version == before


def test_contradicting_files_of_one_build_give_no_edition(rules: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.txt"
    other.write_text(FRONT + SECTION.replace("Two", "Three"))

    report = build([rules, other], tmp_path / "store")

    assert len(report.failures) == 1
    with pytest.raises(StoreMissingError):
        open_store(tmp_path / "store")


def test_bad_files_are_left_out_and_reported(rules: Path, tmp_path: Path) -> None:
    empty = tmp_path / "empty.txt"
    empty.touch()
    (tmp_path / "folder").mkdir()
    bad = [tmp_path / "missing.txt", tmp_path / "folder", empty]

    report = build([*bad, rules], tmp_path / "store")

    assert [str(failure) for failure in report.failures] == [
        f"{bad[0]}: no such file",
        f"{bad[1]}: holds no document (.txt, .docx, .pdf, .html, .htm, .md)",
        f"{bad[2]}: the file is empty",
    ]
    assert [edition.key.name for edition in report.editions] == ["2013-05-01"]


def test_no_folder_of_the_users_gets_into_the_graph(rules: Path, tmp_path: Path) -> None:
    build([rules], tmp_path / "store")

    with open_store(tmp_path / "store") as store:
        values = store.query("SELECT ?o WHERE { GRAPH ?g { ?s ?p ?o } }")
        assert not [row for row in values if str(tmp_path) in str(row["o"])]  # type: ignore[union-attr]


@pytest.mark.slow
def test_official_text_answers_before_the_restatement(tmp_path: Path) -> None:
    official = tmp_path / "official.txt"
    official.write_text((FRONT + SECTION).replace("May 1, 2013", "January 16, 2026"))
    build_embedded(tmp_path / "store")
    build([official], tmp_path / "store")

    with open_store(tmp_path / "store") as store:
        assert store.find_edition() == store.find_edition("2026-01-16")
        assert store.find_edition("2026-01-16").path == "edition/2026-01-16"
        ours = store.find_edition("2026-01-16", restated=True)
        assert ours == EditionKey.from_path("restated/2026-01-16")


def test_folder_is_built_with_the_folders_in_it(rules: Path, tmp_path: Path) -> None:
    folder = tmp_path / "texts"
    (folder / "older").mkdir(parents=True)
    (folder / "rules.txt").write_text(FRONT + SECTION)
    (folder / "older" / "rules.txt").write_text((FRONT + SECTION).replace("2013", "2012"))
    (folder / "loop").symlink_to(folder)
    (folder / "notes.csv").write_text("no,document")

    report = build([folder], tmp_path / "store")

    assert [edition.key.name for edition in report.editions] == ["2012-05-01", "2013-05-01"]
    assert not report.failures


@pytest.mark.slow
def test_many_documents_are_read_in_several_processes(tmp_path: Path) -> None:
    paths = []
    for year in range(2010, 2014):
        paths.append(tmp_path / f"{year}.txt")
        paths[-1].write_text((FRONT + SECTION).replace("2013", str(year)))
    (tmp_path / "bad.txt").write_text("no rules")

    report = build([*paths, tmp_path / "bad.txt"], tmp_path / "store")

    assert [edition.key.name[:4] for edition in report.editions] == ["2010", "2011", "2012", "2013"]
    assert [Path(failure.source).name for failure in report.failures] == ["bad.txt"]


def test_report_compares_with_the_edition_before(rules: Path, tmp_path: Path) -> None:
    later = tmp_path / "later.txt"
    later.write_text((FRONT + SECTION).replace("2013", "2014") + "\n701.3. Three.\n")

    build([rules], tmp_path / "store")
    report = build([later], tmp_path / "store")

    (edition,) = report.as_json()["editions"]  # type: ignore[misc]
    assert edition["before"] == "2013-05-01"
    assert {k: v for k, v in edition["differences"].items() if v} == {"rules": 1}
    assert "2013-05-01" in report.as_html()


def test_page_takes_its_numbers_from_an_edition_in_the_store(tmp_path: Path) -> None:
    base = tmp_path / "base.txt"
    base.write_text(
        FRONT
        + "801. Actions\n\n801.1. Bake\n\n801.1a To bake, turn it.\n\n"
        + "801.2. Carve\n\n801.2a To carve, cut it.\n"
    )
    page = tmp_path / "page.txt"
    page.write_text("Bake\n\nTo bake, turn it.\n\nCarve\n\nTo carve, cut it.\n")
    build([base], tmp_path / "store")

    build([page], tmp_path / "store")

    found = {edition.key.name[:7]: edition for edition in stored(tmp_path / "store")}
    assert [str(r.number) for r in found["undated"].rules] == ["801.1", "801.1a", "801.2", "801.2a"]
    assert found["undated"].base == found["2013-05"].key
    with open_store(tmp_path / "store") as store:
        # The page sorts behind its base, and is still no edition in force.
        assert [info.key.name[:7] for info in store.editions()] == ["2013-05", "undated"]
        assert store.find_edition().name == "2013-05-01"


def test_counts_in_the_graph_are_those_of_its_nodes(tmp_path: Path) -> None:
    build_embedded(tmp_path / "store")

    with open_store(tmp_path / "store") as store:
        rows = store.query(
            """SELECT ?metric ?said (COUNT(?node) AS ?counted) WHERE {
                 VALUES (?metric ?class) {
                   (rl:ruleCount rl:Rule) (rl:exampleCount rl:Example) (rl:termCount rl:Term)
                   (rl:senseCount rl:Sense) (rl:sectionCount rl:Section)
                 }
                 ?measurement dqv:isMeasurementOf ?metric ; dqv:value ?said .
                 ?node a ?class .
               } GROUP BY ?metric ?said"""
        )
        found = {row["metric"].value: (row["said"].value, row["counted"].value) for row in rows}  # type: ignore[union-attr]

    assert len(found) == 5
    assert all(said == counted for said, counted in found.values()), found
