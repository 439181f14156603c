"""Keywords as an edition's own words define them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from extract.keyword_statements import keyword_quads
from extract.keywords import read_keywords
from kg.keywords import Keywords
from kg.model import Edition
from kg.vocab import RDF, RL

Parse = Callable[..., Edition]

HEAD = """\
Magic: The Gathering Comprehensive Rules

These rules are effective as of June 1, 2031.

7. Additional Rules

701. Keyword Actions

701.1. Some verbs have a fixed meaning here.

701.2. Polish

701.2a To polish a permanent is to put a shine counter on it.

702. Keyword Abilities

702.1. Some abilities are named by “keywords” only.

"""


@pytest.fixture(scope="module")
def keywords(rulebook: Edition) -> Keywords:
    return read_keywords(rulebook)


def defined(parse: Parse, rules: str) -> Keywords:
    return read_keywords(parse(HEAD + rules))


def test_every_keyword_of_the_rulebook_is_found(keywords: Keywords) -> None:
    assert len(keywords.abilities) == 189
    assert len({keyword.name for keyword in keywords.abilities}) == 189
    assert keywords.abilities[0].number == "702.2"
    assert [k.name for k in keywords.abilities if k.number == "702.145"] == [
        "daybound",
        "nightbound",
    ]
    assert [k.name for k in keywords.actions if k.number == "701.26"] == ["tap", "untap"]


@pytest.mark.parametrize(
    ("name", "kinds", "parameters", "redundancy"),
    [
        ("flying", ("evasion",), (), "redundant"),
        ("equip", ("activated",), ("cost", "quality"), ""),
        ("rampage", ("triggered",), ("N",), "separate"),
        ("suspend", ("static", "triggered"), ("N", "cost"), ""),
        ("protection", ("static",), ("quality", "characteristic", "a player"), "redundant"),
        ("changeling", ("characteristic-defining",), (), ""),
        ("cipher", ("spell", "static"), (), ""),
    ],
)
def test_kind_parameters_and_redundancy(
    keywords: Keywords,
    name: str,
    kinds: tuple[str, ...],
    parameters: tuple[str, ...],
    redundancy: str,
) -> None:
    keyword = keywords.find(name)

    assert keyword is not None
    assert (keyword.kinds, keyword.parameters, keyword.redundancy) == (
        kinds,
        parameters,
        redundancy,
    )


@pytest.mark.parametrize(
    ("name", "variants"),
    [
        ("hexproof", ("hexproof from", "hexproof from each")),
        ("cycling", ("typecycling",)),
        ("banding", ("bands with other",)),
        ("trample", ("trample over planeswalkers",)),
        ("partner", ("doctor’s companion", "choose a background", "partner with")),
        ("umbra armor", ("totem armor",)),
        ("affinity", ()),
        ("landwalk", ()),
    ],
)
def test_variants(keywords: Keywords, name: str, variants: tuple[str, ...]) -> None:
    keyword = keywords.find(name)

    assert keyword is not None
    assert keyword.variants == variants


def test_a_variant_finds_its_keyword(keywords: Keywords) -> None:
    assert getattr(keywords.find("Typecycling"), "name", None) == "cycling"
    assert keywords.find("polish") is None


def test_a_definition_is_a_span_of_its_rule(rulebook: Edition, keywords: Keywords) -> None:
    by_number = {str(rule.number): rule for rule in rulebook.rules}

    for keyword in (*keywords.abilities, *keywords.actions):
        place = keyword.definition
        assert place is not None, keyword.name
        assert by_number[place.rule].text[place.start : place.end] == place.text


def test_a_keyword_that_no_one_has_seen_is_read(parse: Parse) -> None:
    found = defined(
        parse,
        "702.2. Glimmer\n\n702.2a Glimmer is a triggered ability. “Glimmer N—[cost]” means "
        "“Whenever this creature blocks, you may pay [cost]. If you do, add N mana.”\n\n"
        "702.2b Deep glimmer is a variant of glimmer.\n\n"
        "702.2c If a creature has multiple instances of glimmer, each triggers separately.\n",
    )

    [glimmer] = found.abilities
    assert (glimmer.name, glimmer.kinds, glimmer.redundancy) == (
        "glimmer",
        ("triggered",),
        "separate",
    )
    assert [(f.template, f.variant, f.rule) for f in glimmer.forms] == [
        ("Glimmer N—[cost]", "", "702.2a"),
        ("Deep glimmer", "deep glimmer", "702.2b"),
    ]
    assert [action.name for action in found.actions] == ["polish"]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Glimmer is a static ability.", "glimmer"),
        ("“Deep glimmer [cost]” means “[Cost]: Add {G}.”", "deep glimmer"),
        ("A glimmer ability is an activated ability of its own sort.", "glimmer"),
        ("If an effect speaks of light, it's day.", None),
    ],
)
def test_a_lost_heading_is_found_by_the_definition(
    parse: Parse, text: str, name: str | None
) -> None:
    found = defined(parse, f"702.2a {text}\n\n702.2b More of it.\n")

    assert [keyword.name for keyword in found.abilities] == ([name] if name else [])
    assert [keyword.number for keyword in found.abilities] == (["702.2"] if name else [])


def test_landwalk_was_once_given_by_examples_only(parse: Parse) -> None:
    found = defined(
        parse,
        "702.2. Landwalk\n\n702.2a Landwalk is a generic word; it has a land (as in “moorwalk”).\n",
    )

    assert [form.template for form in found.abilities[0].forms] == ["[type]walk"]


def test_ability_words_are_apart(parse: Parse) -> None:
    words = "207.2c The ability words are dawn, dusk song, and noon."
    chapter = f"2. Parts\n\n207. Text\n\n207.2. Some words mean nothing.\n\n{words}\n\n7. Add"
    text = HEAD.replace("7. Add", chapter, 1)

    found = read_keywords(parse(text))

    assert found.ability_words == ("dawn", "dusk song", "noon")


def test_quads_name_rules_that_are_printed(rulebook: Edition) -> None:
    quads = list(keyword_quads(rulebook))

    printed = {str(rule.number) for rule in rulebook.rules}
    defining = {q.object.value.rpartition("/")[2] for q in quads if q.predicate == RL.definingRule}
    abilities = {q.subject for q in quads if q.object == RL.KeywordAbility}
    variants = {q.subject for q in quads if q.predicate == RL.variantOf}
    assert defining <= printed
    assert len(abilities) == 189 + len(variants)
    assert len(quads) == len(set(quads))
    assert all(q.predicate == RDF.type for q in quads if q.object == RL.KeywordAction)


@given(st.text(alphabet="Gg limer[]N—“”. costa", max_size=80))
def test_no_text_stops_the_reading(text: str) -> None:
    body = _one_rule()

    keywords = read_keywords(body(text))

    assert all(k.name == k.name.lower() for k in keywords.abilities)


@cache
def _one_rule() -> Callable[[str], Edition]:
    from dataclasses import replace

    from kg.model import EditionKey, Rule, RuleNumber

    section = Rule(number=RuleNumber(7, 702), heading="Keyword Abilities", text="Keyword Abilities")
    rule = Rule(number=RuleNumber(7, 702, 2), heading="Glimmer", text="Glimmer")
    sub = Rule(number=RuleNumber(7, 702, 2, "a"), text="")
    key = EditionKey(None, digest="00000000")
    return lambda text: Edition(key=key, rules=(section, rule, replace(sub, text=text)))
