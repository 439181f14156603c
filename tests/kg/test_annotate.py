"""`ruleloom annotate`: JSON Lines in, JSON Lines out, in their order, whatever is among them."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import tracemalloc
from pathlib import Path

import pytest

from extract.cards import Annotator
from kg.annotate import Card, annotation_as_json, parse_card, read_cards
from kg.errors import CardError
from kg.model import Edition

CARDS = b"""\
{"name": "Dune Courier", "text": "Flying\\nCycling {2}", "pt": "1/1"}
no card

{"name": "Moor Guide"}
{"name": "Moor Guide", "text": "Swampwalk"}
"""


@pytest.fixture
def store(embedded_store: Path) -> Path:
    return embedded_store


def run(store: Path, *args: str | Path, data: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "kg.cli", "annotate", "--store", store, *args]
    return subprocess.run(command, input=data, capture_output=True, timeout=60, check=False)


def test_cards_are_answered_in_order_and_bad_lines_named(store: Path) -> None:
    done = run(store, data=CARDS)

    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(a["name"], a["keywords"]) for a in answers] == [
        ("Dune Courier", ["flying", "cycling"]),
        ("Moor Guide", ["landwalk"]),
    ]
    assert done.stderr.decode().splitlines() == [
        "ruleloom: standard input:2: no JSON: Expecting value at column 1",
        "ruleloom: standard input:4: no card: text is missing",
    ]
    assert done.returncode == 2


def test_a_file_is_read_as_standard_input_is(store: Path, tmp_path: Path) -> None:
    file = tmp_path / "cards.jsonl"
    file.write_bytes(b"\xef\xbb\xbf" + CARDS.splitlines()[0])

    done = run(store, file, "--format", "json")

    [answer] = json.loads(done.stdout)
    assert list(answer) == ["name", "keywords", "keyword_details", "actions", "spans", "rules"]
    assert answer["keyword_details"][1]["parameter"] == "{2}"
    assert (done.returncode, done.stderr) == (0, b"")


def test_text_is_for_reading(store: Path) -> None:
    done = run(store, "--format", "text", data=CARDS.splitlines()[0])

    assert done.stdout.decode().splitlines()[:2] == [
        "Dune Courier",
        "  keywords: flying, cycling ({2})",
    ]


@pytest.mark.parametrize("form", ["jsonl", "json", "text"])
def test_no_cards_are_no_answers(store: Path, form: str) -> None:
    done = run(store, "--format", form)

    assert done.stdout.strip() == (b"[]" if form == "json" else b"")
    assert done.returncode == 0


def test_a_missing_file_is_one_line(store: Path, tmp_path: Path) -> None:
    done = run(store, tmp_path / "none.jsonl")

    assert done.stderr.decode() == (
        f"ruleloom: {tmp_path}/none.jsonl: can't be read: No such file or directory\n"
    )
    assert done.returncode == 2


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ([1], "no card: expected an object with name and text"),
        ({"text": "x"}, "no card: name is missing"),
        ({"name": 1, "text": "x"}, "no card: name must be a string"),
        ({"name": "A", "text": ["x"]}, "no card: text must be a string"),
        ({"name": "A", "text": "x" * 20_001}, "no card: text is longer than 20000 characters"),
    ],
)  # fmt: skip
def test_what_is_no_card(record: object, message: str) -> None:
    with pytest.raises(CardError) as caught:
        parse_card(record)

    assert str(caught.value) == message


def test_a_card_may_have_no_text() -> None:
    assert parse_card({"name": "Plain Bear", "text": None}) == Card("Plain Bear", "")


def test_lone_surrogates_can_be_written(rulebook: Edition) -> None:
    card = parse_card(json.loads('{"name": "A", "text": "Flying \\ud800"}'))

    answer = annotation_as_json(Annotator(rulebook).annotate(card.name, card.text))

    assert json.dumps(answer, ensure_ascii=False).encode()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (b"\xff\n", "cards:1: not UTF-8"),
        (b"[" * 100_000 + b"\n", "cards:1: no card: JSON nested too deeply"),
        (b'"' + b"x" * 400_000 + b'"\n', "cards:1: longer than 168000 bytes"),
    ],
    ids=["bytes", "depth", "length"],
)
def test_a_hostile_line_costs_only_itself(line: bytes, message: str) -> None:
    found = list(read_cards(io.BytesIO(line + b'{"name": "A", "text": "x"}'), name="cards"))

    assert [str(item) if isinstance(item, CardError) else item for item in found] == [
        message,
        Card("A", "x"),
    ]


@pytest.mark.slow
def test_a_stream_takes_constant_memory(rulebook: Edition) -> None:
    annotator = Annotator(rulebook)
    lines = b"".join(
        json.dumps({"name": f"Card {n}", "text": f"Flying\nCycling {{{n}}}\nDestroy it."}).encode()
        + b"\n"
        for n in range(4000)
    )
    peaks = []
    for share in (500, 4000):
        stream = io.BytesIO(b"\n".join(lines.splitlines()[:share]))
        tracemalloc.start()
        for card in read_cards(stream, name="cards"):
            assert isinstance(card, Card)
            annotation_as_json(annotator.annotate(card.name, card.text))
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()

    assert peaks[1] < 2 * peaks[0]
