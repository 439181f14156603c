"""Citation kinds: what each cue makes of a citation, and of its neighbours in a list."""

from __future__ import annotations

import re

import pytest

from extract.components.citation_kinds import KINDS, classify
from kg.vocab import RL


def kind(text: str, *, example: bool = False) -> str:
    """The kind of the citation between asterisks."""
    match = re.search(r"\*(.+?)\*", text)
    assert match
    plain = text.replace("*", "")
    return classify(plain, match.start(), match.start() + len(match[1]), example=example)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("Do it. See rule *601.2*.", "seeAlso", id="see"),
        pytest.param("A turn has phases (see rule *500*).", "seeAlso", id="see-in-brackets"),
        pytest.param("See the list of types (rule *205.2*).", "seeAlso", id="see-the"),
        pytest.param("Rule *303* says more about Auras.", "seeAlso", id="says-more"),
        pytest.param("For more about it, read rule *303*.", "seeAlso", id="for-more"),
        pytest.param("See rule 808, “A vs. B,” rule *809*, “C.”", "seeAlso", id="versus"),
        pytest.param("It is an exception to rule *109.2*.", "exceptionTo", id="exception"),
        pytest.param(
            "This makes an exception to rules 611.3a and *611.3b*.", "exceptionTo", id="of-a-list"
        ),
        pytest.param("In this it departs from rule *109.2*.", "exceptionTo", id="departs"),
        pytest.param("Rule *608.2d* has an exception here.", "exceptionTo", id="exception-here"),
        pytest.param("All stay, except as told in rule *728.2a*.", "exceptIn", id="except-as"),
        pytest.param("Ignore this rule where teams play (see *704.6*).", "exceptIn", id="ignore"),
        pytest.param("They ignore the state-based action (see *704.5g*).", "overrides", id="they"),
        pytest.param("Such games do not use rule *704.6c*.", "overrides", id="do-not-use"),
        pytest.param("It modifies the rules for decks (see rule *903*).", "modifies", id="rules"),
        pytest.param("An effect modifying rule *413.2*.", "modifies", id="modifying"),
        pytest.param("A subtype listed in rule *205.3m*.", "definedIn", id="listed"),
        pytest.param("By the criteria described in rule *506.7*.", "definedIn", id="criteria"),
        pytest.param("It is paid as described in rule *601.2b*.", "describedIn", id="described"),
        pytest.param("All that rule *701.55a* describes is over.", "describedIn", id="describes"),
        pytest.param("Go through the actions listed in *103.2a–e*.", "follows", id="actions"),
        pytest.param("If not, proceed to rule *616.1b*.", "follows", id="proceed"),
        pytest.param("It follows the steps in rules 601.2b and *601.2f–h*.", "follows", id="steps"),
        pytest.param("They are subject to the “rule” (see *704.5j*).", "subjectTo", id="subject"),
        pytest.param("Rules *301.5a–f* apply to it.", "subjectTo", id="apply"),
        pytest.param("One likes *601.2* best.", "cites", id="nothing-told"),
    ],
)
def test_kind_of_a_citation(text: str, expected: str) -> None:
    assert kind(text) == expected


def test_cue_of_another_sentence_counts_for_nothing() -> None:
    assert kind("It is an exception. See rule *601.2*.") == "seeAlso"
    assert kind("(See rule 502, “Flying.”) It is an exception to *217.5*.") == "exceptionTo"


def test_what_an_example_names_is_at_work_in_it() -> None:
    assert kind("Ann loses the game due to rule *704.5a*.", example=True) == "exampleOf"
    assert kind("Ann loses the game due to rule *704.5a*.") == "subjectTo"


def test_each_kind_is_a_property_of_the_ontology() -> None:
    assert all(getattr(RL, name) for name in KINDS)
