"""The questions to a network, on small ones whose answers can be told by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from networks import make_network

from kg.analysis.centrality import (
    find_articulations,
    find_bridges,
    find_central,
    find_moved,
    measure,
)
from kg.analysis.chains import find_chain
from kg.analysis.communities import find_communities, find_kept
from kg.analysis.cycles import find_cycles, find_layers
from kg.analysis.exceptions import find_contradictions, find_override_chains
from kg.analysis.impact import Cited, find_impact
from kg.analysis.kinds import LEANING, choose_kinds, kind_of
from kg.analysis.network import sentence_around, sentences, simple
from kg.analysis.orphans import find_orphans
from kg.analysis.paths import common_ground, find_paths
from kg.analysis.reading_order import find_reading_order
from kg.errors import LinkKindError, RuleNotFoundError, TopicNotFoundError

CITED = choose_kinds(["citations"], [])


def test_chain_gives_depths_and_ends_at_the_limit() -> None:
    network = make_network("101.1 cites 102.1", "102.1 follows 103.1", "103.1 cites 104.1")

    chain = find_chain(network, "101.1", depth=2, kinds=CITED)

    assert [(r.node.name, r.depth, r.link.kind) for r in chain.reached] == [
        ("102.1", 1, "cites"),
        ("103.1", 2, "follows"),
    ]
    assert chain.reached[1].path.nodes == ("101.1", "102.1", "103.1")


def test_chain_backwards_keeps_the_direction_of_its_reasons() -> None:
    network = make_network("101.1 cites 102.1", "102.1 cites 103.1")

    chain = find_chain(network, "103.1", direction="in", kinds=CITED)

    assert chain.reached[-1].path.nodes == ("101.1", "102.1", "103.1")


def test_chain_goes_down_into_what_is_cited_but_never_up() -> None:
    network = make_network("101.1 cites 102", "102.1 cites 103.1")

    reached = {r.node.name for r in find_chain(network, "101.1").reached}

    assert reached == {"102", "102.1", "103.1"}


def test_chain_both_ways_lists_each_side() -> None:
    network = make_network("101.1 cites 102.1", "102.1 cites 103.1")

    chain = find_chain(network, "102.1", direction="both", kinds=CITED)

    assert [(r.direction, r.node.name) for r in chain.reached] == [
        ("out", "103.1"),
        ("in", "101.1"),
    ]


def test_paths_take_the_tighter_tie_though_it_is_longer() -> None:
    network = make_network(
        "101.1 exampleOf 104.1", "101.1 follows 102.1", "102.1 exampleOf 104.1",
        "101.1 follows 103.1", "103.1 follows 104.1",
    )  # fmt: skip

    paths = find_paths(network, "101.1", "104.1", most=3, kinds=CITED)

    assert [path.cost for path in paths] == [1.5, 2.0, 2.5]


def test_paths_between_keywords_begin_and_end_in_their_parts() -> None:
    network = make_network("702.2b cites 510.1c", "510.1c cites 702.4a")

    (path,) = find_paths(network, "702.2", "702.4", most=3)

    assert path.nodes == ("702.2b", "510.1c", "702.4a")


def test_no_path_runs_through_the_section_that_holds_both() -> None:
    network = make_network("702.2b cites 510.1c", "702.4a cites 510.1c")

    assert find_paths(network, "702.2", "702.4") == []
    assert [c.node.name for c in common_ground(network, "702.2", "702.4")] == ["510.1c"]


def test_impact_puts_the_nearest_first_and_counts_what_tests_it() -> None:
    network = make_network("701.2a follows 704.5g", "702.3a exampleOf 704.5g", "103.1 cites 701.2a")
    tested = Cited("kill", "scenario", ("704.5g",))
    unrelated = Cited("draw", "scenario", ("999.9",))

    found = find_impact(network, "704.5g", kinds=CITED, others=[tested, unrelated])

    assert [(t.name, t.kind, t.depth) for t in found] == [
        ("kill", "scenario", 1),
        ("701.2a", "action", 1),
        ("702.3a", "ability", 1),
        ("103.1", "rule", 2),
    ]
    assert sum(t.score for t in found) == pytest.approx(1)


def test_impact_of_a_rule_reaches_who_cites_a_part_of_it() -> None:
    network = make_network("101.1 cites 704.5g")

    assert "101.1" in {t.name for t in find_impact(network, "704.5")}


def test_override_chains_join_what_prevails_and_what_gives_way() -> None:
    network = make_network("103.1 exceptionTo 102.1", "101.1 exceptIn 102.1", "104.1 cites 103.1")

    (chain,) = find_override_chains(network)

    assert chain.nodes == ("103.1", "102.1", "101.1")
    assert [len(path.links) for path in find_override_chains(network, least=1)] == [2]


def test_override_chains_of_a_circle_end() -> None:
    network = make_network("101.1 overrides 102.1", "102.1 overrides 101.1")

    assert find_override_chains(network, least=1)[0].nodes == ("101.1", "102.1")


def test_contradictions_need_one_act_alike_and_no_link() -> None:
    texts = {
        "101.1": "A juggler may throw burning clubs at dusk.",
        "102.1": "A juggler can’t throw burning clubs at dusk or later.",
        "103.1": "Nobody can’t swim in a lake of tea.",
    }

    (found,) = find_contradictions(make_network(texts=texts))
    linked = find_contradictions(make_network("102.1 exceptionTo 101.1", texts=texts))

    assert (found.act, found.allows.name, found.forbids.name) == ("throw", "101.1", "102.1")
    assert linked == []


def test_cycles_say_in_words_what_goes_around() -> None:
    network = make_network("101.1 follows 102.1", "102.1 cites 101.1", "103.1 cites 101.1")

    (cycle,) = find_cycles(network, kinds=CITED)

    assert [node.name for node in cycle.nodes] == ["101.1", "102.1"]
    assert cycle.in_words == "101.1 follows 102.1, which cites 101.1."


def test_layers_rise_from_the_foundations_and_circles_share_one() -> None:
    network = make_network(
        "101.1 cites 102.1", "102.1 cites 103.1", "103.1 cites 102.1", "102.1 cites 104.1"
    )

    depths = {
        node.name: layer.depth
        for layer in find_layers(network, kinds=CITED)
        for node in layer.nodes
        if node.kind == "rule"
    }

    assert depths == {"104.1": 0, "102.1": 1, "103.1": 1, "101.1": 2}


def test_reading_order_puts_foundations_first_and_the_keyword_last() -> None:
    network = make_network(
        "702.2a cites 508.1", "508.1 cites 500.1", "702.2a cites 509.1", "509.1 cites 508.1",
        titles={"702.2": "Juggle"},
    )  # fmt: skip

    order = find_reading_order(network, network.find("juggle"), most=4)

    assert [reading.node.name for reading in order] == ["500.1", "508.1", "509.1", "702.2"]
    assert order[-1].path is None
    assert [r.node.name for r in find_reading_order(network, "702.2", most=1)] == ["702.2"]


def test_central_ranks_the_most_cited_first() -> None:
    network = make_network("101.1 cites 104.1", "102.1 cites 104.1", "103.1 cites 101.1")

    first = find_central(network, measure(network), most=1)[0]

    assert (first.node.name, first.rank) == ("104.1", 1)


def test_betweenness_counts_the_ways_through() -> None:
    network = make_network("101.1 cites 102.1", "102.1 cites 103.1")
    pairs = (len(network.graph) - 1) * (len(network.graph) - 2)

    scores = measure(network, "betweenness")

    assert scores["102.1"] == pytest.approx(1 / pairs)
    assert scores["101.1"] == 0


def test_moved_compares_ranks_by_the_numbers_of_today() -> None:
    old = make_network("101.1 cites 102.1", "103.1 cites 102.1")
    new = make_network("101.1 cites 109.1", "103.1 cites 109.1", "103.1 cites 101.1")

    moved = find_moved(
        (old, measure(old, kinds=CITED)), (new, measure(new, kinds=CITED)),
        numbers={"101.1": "101.1", "102.1": "109.1", "103.1": "103.1"},
    )  # fmt: skip

    assert ("102.1", "109.1") not in {(m.was, m.node.name) for m in moved}  # first in both
    assert {m.was for m in moved} <= {"101.1", "103.1"}


def test_bridges_and_articulations_part_what_they_hold_together() -> None:
    left = ["101.1 cites 101.2", "101.2 cites 101.3", "101.3 cites 101.1"]
    right = ["102.1 cites 102.2", "102.2 cites 102.3", "102.3 cites 102.1"]
    network = make_network(*left, *right, "101.1 cites 102.1", "102.2 cites 103.1")

    assert [(a.name, b.name) for a, b in find_bridges(network)] == [("101.1", "102.1")]
    assert [(n.name, cut) for n, cut in find_articulations(network)] == [
        ("102.1", 3), ("101.1", 2), ("102.2", 1),
    ]  # fmt: skip


def test_communities_are_the_tight_groups_and_are_named_for_their_headings() -> None:
    def clique(names: list[str]) -> list[str]:
        return [f"{a} follows {b}" for a in names for b in names if a < b]

    left, right = (["201.1", "201.2", "201.3", "201.4"], ["301.1", "301.2", "301.3", "301.4"])
    titles = {"201": "Hats", "301": "Boots", **dict.fromkeys(left, "Hats")}
    network = make_network(*clique(left), *clique(right), "201.1 cites 301.1", titles=titles)

    found = find_communities(network, kinds=CITED)

    assert [{n.name for n in community.nodes} for community in found] == [set(left), set(right)]
    assert found[0].name == "Hats"
    assert [k.likeness for k in find_kept(found, found)] == [1.0, 1.0]


def test_communities_are_the_same_each_time() -> None:
    links = [f"{100 + a}.1 cites {100 + (a * 7 + 3) % 40}.1" for a in range(40)]

    first, second = (find_communities(make_network(*links)) for _ in range(2))

    assert first == second


def test_orphans_are_what_nothing_ties() -> None:
    network = make_network(
        "101.1 cites 102.1", "101.1 uses Known",
        texts={"103.1": "This is called a “stray dog.” A thing called the “Known” isn’t one.",
               "Known": "", "Forgotten": ""},
    )  # fmt: skip

    found = find_orphans(network)

    assert [node.name for node in found.apart] == ["103.1"]
    assert [node.name for node in found.unused] == ["Forgotten"]
    assert [(u.name, u.first.name) for u in found.undefined] == [("stray dog", "103.1")]


def test_find_prefers_a_keyword_to_a_term_and_tells_what_is_near() -> None:
    network = make_network(
        texts={"Trample": ""}, titles={"702.19": "Trample", "509.1": "Trampling"}
    )

    assert network.find("trample") == "702.19"
    assert network.find(" 702.19. ") == "702.19"
    with pytest.raises(TopicNotFoundError, match=r"did you mean 702\.19 Trample"):
        network.find("trampel")
    with pytest.raises(RuleNotFoundError, match=r"did you mean 702\.19"):
        network.find("702.18")


def test_kinds_are_an_open_list() -> None:
    assert kind_of("quotesFrom").verb == "quotes from"
    assert choose_kinds(["quotesFrom"], ["quotesFrom"]) == {"quotesFrom"}
    assert "partOf" not in LEANING
    with pytest.raises(LinkKindError, match="did you mean follows"):
        choose_kinds(["folows"], [])


def test_simple_counts_parallel_links_and_keeps_the_cheapest() -> None:
    network = make_network("101.1 cites 102.1", "101.1 follows 102.1", "101.1 cites 101.1")

    plain = simple(network.graph)

    assert plain["101.1"]["102.1"]["weight"] == 2
    assert plain["101.1"]["102.1"]["link"].kind == "follows"
    assert not plain.has_edge("101.1", "101.1")


@pytest.mark.parametrize(
    ("text", "within", "sentence"),
    [
        pytest.param("One. Two three. Four.", "three", "Two three.", id="in-the-middle"),
        pytest.param("A hat, e.g. Red. B.", "Red", "A hat, e.g. Red.", id="abbreviation"),
        pytest.param("It says “Stop.” Then (see 7) go.", "7", "Then (see 7) go.", id="quoted-end"),
    ],
)
def test_sentence_around_a_span(text: str, within: str, sentence: str) -> None:
    start = text.index(within)

    assert sentence_around(text, start, start + len(within)) == sentence


@given(st.text(alphabet="aA .!?”)(“", max_size=60))
def test_sentences_lose_nothing_but_spaces(text: str) -> None:
    assert "".join("".join(sentences(text)).split()) == "".join(text.split())
