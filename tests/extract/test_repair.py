"""Glued words and signs: parted where that is certain, kept as printed beside it."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import pytest

from extract.repair import repair_edition, repair_letters
from kg.model import Edition

WORDS = frozenset(
    "a about as auras be becomes blocked can't ceases destroyed land landwalk of player reveal "
    "revealed the there to walk word".split()
)


@pytest.mark.parametrize(
    ("printed", "repaired"),
    [
        pytest.param("The playerceases to be.", "The player ceases to be.", id="two-words"),
        pytest.param("More aboutAuras.", "More about Auras.", id="capital"),
        pytest.param("landwalkcan't be", "landwalk can't be", id="contraction"),
        pytest.param("can be blockedas it is", "can be blocked as it is", id="short-half"),
        pytest.param('To"reveal" it', 'To "reveal" it', id="quote-opened"),
        pytest.param('a "reveal"player', 'a "reveal" player', id="quote-closed"),
        pytest.param('"revealed.""Player', '"revealed." "Player', id="two-quotes"),
        pytest.param("is “revealed.”Player", "is “revealed.” Player", id="curly"),
        pytest.param("It is revealed.The player", "It is revealed. The player", id="sentence"),
        pytest.param("landwalk", "landwalk", id="a-word-of-the-rules"),
        pytest.param("thereof", "thereof", id="a-word-of-english"),
        pytest.param("playerzz ceasesq", "playerzz ceasesq", id="no-two-words"),
        pytest.param("a 10'6\" board", "a 10'6\" board", id="inches"),
    ],
)
def test_repair_parts_what_is_certainly_glued(
    parse: Callable[..., Edition], printed: str, repaired: str
) -> None:
    edition = parse("701. Actions\n\n701.1. One.\n\n701.2. Two.")
    rule = dataclasses.replace(edition.rules[-1], text=printed)

    mended = repair_edition(dataclasses.replace(edition, rules=(rule,)), rules_words=WORDS)

    assert mended.rules[0].text == repaired
    assert mended.rules[0].printed == ("" if printed == repaired else printed)


def test_repair_letters_turns_cyrillic_back() -> None:
    assert repair_letters("Ïîëíûå ïðàâèëà of Magic") == "Полные правила of Magic"


@pytest.mark.parametrize("line", ["Dandân and Juzám", "Lim-Dûl’s Vault", "Ætherling", "∞"])
def test_repair_letters_leaves_names(line: str) -> None:
    assert repair_letters(line) == line
