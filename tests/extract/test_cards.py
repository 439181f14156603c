"""What a card's text says: keywords that it has, gives or takes, actions, and what is neither.

The cards are our own; the lines have the shapes of thirty years of printed ones.
"""

from __future__ import annotations

import itertools
import time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from extract.cards import Annotation, Annotator, KeywordUse
from kg.model import Edition

LINES = """\
Flying, vigilance; banding => flying, vigilance, banding
Protection from black and from red => protection
Protection from Vampires, from Werewolves, and from Zombies => protection
Cumulative upkeep—Put a -1/-1 counter on Tornado. => cumulative upkeep
Cumulative upkeep {W} or {U} => cumulative upkeep
Cumulative upkeep—{G}, Pay 1 life. => cumulative upkeep
Kicker {1} and/or {2}{R} => kicker
Kicker—Sacrifice a land. => kicker
Multikicker {1}{W} => kicker
Megamorph {5}{G} => morph
Equip legendary creature {3} => equip
Equip—Pay 3 life. => equip
Equip Shaman, Warlock, or Wizard {1} => equip
Equip Knight {2} => equip
Equip commander {3} => equip
Equip planeswalker {1} => equip
Equip—{2}, Sacrifice a creature => equip
Equip {1}. This ability costs {1} less to activate for each artifact you control. => equip
Equip {X}, where X is this creature's power. => equip
Equip abilities you activate that target Foo cost {2} less to activate. =>
Equip costs you pay cost {1} less. =>
Cycling—Sacrifice a land => cycling
Cycling {X}{1}{U} => cycling
Cycling—Pay 2 life. (text) => cycling
Cycling abilities you activate cost {2} less to activate. =>
Partner with Pir, Imaginative Rascal (When ...) => partner
Partner with Toothy, Imaginary Friend => partner
Partner—Friends forever => partner
Partner—Survivors => partner
Friends forever (You can have two commanders if both have friends forever.) => partner
Choose a Background (You can have a Background as a second commander.) => partner
Choose a background => partner
Doctor's companion (You can have ...) => partner
Doctor’s companion => partner
Enchant creature you control => enchant
Enchant creature card in a graveyard => enchant
Enchant creature, planeswalker, or Vehicle => enchant
Enchant instant card in a graveyard => enchant
Enchant creature without flying => enchant
Enchant red or green creature => enchant
Enchant nonbasic land => enchant
Suspend 4—{U} => suspend
Morph—Reveal a white card. (You may cast) => morph
Morph—Pay 5 life. => morph
Morph—Return a Bird you control to its owner's hand. => morph
Champion a Goblin => champion
Champion a Goblin or Shaman => champion
Champion an Elemental => champion
Champion a creature => champion
Splice onto Arcane {1}{R} => splice
Splice onto Arcane—Sacrifice two Mountains. (foo) => splice
Plainscycling—Pay 2 life. => cycling
Soulshift X, where X is the number of Spirits you control. => soulshift
Trample; rampage 4 => trample, rampage
Splice onto instant or sorcery {2}{U} => splice
Bestow {3}{W} => bestow
Bestow—Pay {1}{R}, Sacrifice a creature. => bestow
Bands with other legends => banding
Bands with other legendary creatures => banding
Bands with other Wolves => banding
Plainscycling {2} => cycling
Basic landcycling {1}{W} => cycling
Slivercycling {3} => cycling
Wizardcycling {3} => cycling
Landcycling {2} => cycling
Swampcycling {2}, mountaincycling {2} => cycling
Affinity for artifacts => affinity
Affinity for Plains => affinity
Affinity for Daleks => affinity
Modular—Sunburst => modular
Madness—{X}{R}, Discard a card => madness
Madness {X}{R} => madness
Escape—{3}{R}{G}, Exile four other cards from your graveyard. => escape
Encore {5}{U}{U} => encore
Crew 3 => crew
Crew 4. Sleight... => crew
Ward—Discard a card. => ward
Ward {2} => ward
Ward—{2}, Pay 2 life. => ward
Ward—Pay life equal to this creature's power. => ward
Ward {X}, where X is the number of artifacts you control. => ward
Level up {1} => level up
Start your engines! => start your engines!
Start your engines! (If you have no speed, ...) => start your engines!
Living weapon => living weapon
For Mirrodin! => for mirrodin!
Offspring {2} => offspring
Impending 4—{2}{W}{W} => impending
Gift a card => gift
Gift an extra turn (foo) => gift
Gift a tapped Fish => gift
Freerunning {2}{B} => freerunning
Plot {1}{R} => plot
Saddle 3 => saddle
Mobilize 2 => mobilize
Mobilize X, where X is your speed. => mobilize
Exhaust — {4}: Put two +1/+1 counters on this creature. => exhaust
Max speed — {2}, {T}: Draw a card. => max speed
Max speed — This creature has flying. => max speed
Prototype {1}{U}{U} — 3/3 => prototype
Forecast — {1}{U}, Reveal Foo from your hand: Tap target creature. => forecast
Boast — {1}: Draw a card. => boast
Solved — Flying => solved
Hexproof from black => hexproof
Hexproof from artifacts, creatures, and enchantments => hexproof
Hexproof from white and from black => hexproof
Islandwalk => landwalk
Snow swampwalk => landwalk
Nonbasic landwalk => landwalk
Legendary landwalk => landwalk
Desertwalk => landwalk
Snow-covered forestwalk => landwalk
Flying, islandwalk => flying, landwalk
Snow landwalk => landwalk
Artifact landwalk => landwalk
Rampage 2 => rampage
Snake offering => offering
Artifact offering => offering
Ninjutsu {1}{U} => ninjutsu
Commander ninjutsu {2}{U}{B} => ninjutsu
Trample over planeswalkers => trample
Devour 2 => devour
Devour artifact 1 => devour
Devour X, where X is... => devour
Emerge from artifact {5}{U} => emerge
Craft with artifact {3}{U} => craft
Craft with two that share a card type {4} => craft
Craft with one or more instant and/or sorcery cards {5} => craft
Totem armor => umbra armor
Umbra armor => umbra armor
Hideaway => hideaway
Hideaway 4 => hideaway
Ripple 4 => ripple
Echo—Discard a card. => echo
Echo {X}{X} => echo
Flashback—Sacrifice three creatures. => flashback
Flashback—{1}{U}, Pay 3 life. => flashback
Buyback—Discard two cards. => buyback
Awaken 4—{5}{U} => awaken
Reinforce X—{X}{W}{W} => reinforce
Transmute {1}{U}{U} => transmute
Cascade, cascade => cascade
Retrace => retrace
Jump-start => jump-start
Casualty 1 => casualty
Squad—Pay 3 life => squad
Read ahead (Choose a chapter) => read ahead
Space sculptor => space sculptor
More Than Meets the Eye {1}{R} => more than meets the eye
Living metal => living metal
Daybound => daybound
Nightbound => nightbound
Disturb {1}{U} => disturb
Station => station
Tiered => tiered
Job select => job select
Spree => spree
Warp {1}{R} => warp
Mayhem {B} => mayhem
Web-slinging {1}{W} => web-slinging
Firebending 2 => firebending
Firebending X, where X is this creature's power. => firebending
Harmonize {X}{U} => harmonize
∞ — Draw a card at dawn. => ∞
Double agenda => hidden agenda
Hidden agenda => hidden agenda
Miracle {1}{W} => miracle
Epic (For the rest ...) => epic
Haunt (When this ...) => haunt
First strike, vigilance, protection from black and from red => first strike, vigilance, protection
First strike; banding; protection from white => first strike, banding, protection
Flying, protection from black, trample => flying, protection, trample
Protection from everything => protection
Protection from each color => protection
Protection from all colors => protection
Protection from the chosen player => protection
Protection from converted mana cost 3 or less => protection
Protection from creatures with power 4 or greater => protection
Protection from Demons and from Dragons => protection
Protection from monocolored => protection
Protection from multicolored, white => protection
Landfall — Whenever a land enters, draw a card. =>
Threshold — ~ has flying. =>
Flying as long as you control an artifact. =>
Creatures you control have flying. =>
This creature has first strike as long as it's enchanted. =>
Lifelink. Whenever ... => lifelink
Haste, trample => haste, trample
Battle cry (Whenever) => battle cry
Frenzied Speed — Haste => haste
Fading 2 => fading
Fuse (You may cast) => fuse
Aura swap {2}{U} => aura swap
Cleave {4}{W} => cleave
Annihilator 2 => annihilator
Toxic 1 => toxic
Backup 1 => backup
Blitz {1}{R} => blitz
Absorb 1 => absorb
Poisonous 1 => poisonous
Frenzy 1 => frenzy
Phasing => phasing
Ascend => ascend
Assist => assist
Undaunted => undaunted
Compleated => compleated
Bargain => bargain
Disguise {3}{W} => disguise
Ravenous => ravenous
Enlist => enlist
Training => training
Decayed => decayed
Demonstrate => demonstrate
Fortify {3} => fortify
Reconfigure {2} => reconfigure
Reconfigure—Pay {E}{E} => reconfigure
Amass 2. =>
Support 2. =>
Kicker—{2}, Sacrifice a creature => kicker
Kicker {X} => kicker
Kicker—Discard a card. => kicker
Eternalize—{2}{R}{R}, Discard a card. => eternalize
Escalate—Tap an idle Elf. => escalate
Entwine—Sacrifice three lands. => entwine
Overload {1}{U}, flash => overload, flash
Convoke => convoke
Delve => delve
Changeling => changeling
Devoid => devoid
Shadow, flanking => shadow, flanking
Foretell {1}{U} => foretell
Mutate {2}{U} => mutate
Riot => riot
Afterlife 1 => afterlife
Spectacle {B}{R} => spectacle
Surge {1}{R} => surge
"""
CASES = [
    pytest.param(
        line.partition(" =>")[0], line.partition(" =>")[2].strip(), id=line.partition(" =>")[0]
    )
    for line in LINES.splitlines()
]


@pytest.fixture(scope="module")
def annotator(rulebook: Edition) -> Annotator:
    return Annotator(rulebook)


def uses(annotation: Annotation, status: str) -> list[tuple[str, str]]:
    return [(use.name, use.parameter) for use in annotation.details if use.status == status]


def reasons(annotation: Annotation, reason: str) -> list[str]:
    return [span.text for span in annotation.spans if span.reason == reason]


@pytest.mark.parametrize(("line", "expected"), CASES)
def test_innate_keywords_of_a_line(annotator: Annotator, line: str, expected: str) -> None:
    found = annotator.annotate("Dune Courier", line)

    assert ", ".join(found.keywords) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("Protection from black and from red", [("", "black"), ("", "red")]),
        ("Basic landcycling {1}{W}", [("basic landcycling", "basic land {1}{W}")]),
        ("Snow swampwalk", [("snow swampwalk", "snow swamp")]),
        ("Suspend 4—{U}", [("", "4 {U}")]),
        ("Multikicker {1}", [("multikicker", "{1}")]),
        ("Hexproof from Elves", [("hexproof from", "Elves")]),
        ("Kicker {1} and/or {2}", [("", "{1} and/or {2}")]),
        ("Equip—Pay 3 life.", [("", "Pay 3 life")]),
        ("Prototype {1}{U} — 2/1", [("", "{1}{U} 2/1")]),
        ("Bands with other Elves", [("bands with other", "Elves")]),
        ("Rampage 2", [("", "2")]),
    ],
)
def test_variants_and_parameters(
    annotator: Annotator, line: str, expected: list[tuple[str, str]]
) -> None:
    found = annotator.annotate("Dune Courier", line)

    assert [(use.variant, use.parameter) for use in found.details] == expected


@pytest.mark.parametrize(
    ("text", "granted"),
    [
        ("Dune Courier gains trample until end of turn.", [("trample", "")]),
        ("Elves you control have haste and ward {2}.", [("haste", ""), ("ward", "{2}")]),
        ("Make two 1/1 Elf tokens with reach and menace.", [("reach", ""), ("menace", "")]),
        ("It becomes a 3/3 Elf with trample.", [("trample", "")]),
        ("Equipped creature has “Flying, cycling {2}.”", [("flying", ""), ("cycling", "{2}")]),
        ("It has hexproof from red and from blue.", [("hexproof", "red"), ("hexproof", "blue")]),
        ("As long as it's dark, Dune Courier has fear.", [("fear", "")]),
        ("It has islandwalk.", [("landwalk", "island")]),
        ("Elves you own have snow forestwalk.", [("landwalk", "snow forest")]),
        ("Each Elf card in your hand has plainscycling {2}.", [("cycling", "plains {2}")]),
        ("Exhaust — {2}: Dune Courier gains reach.", [("reach", "")]),
    ],
)  # fmt: skip
def test_keywords_that_a_text_gives(
    annotator: Annotator, text: str, granted: list[tuple[str, str]]
) -> None:
    found = annotator.annotate("Dune Courier", text)

    assert uses(found, "granted") == granted
    assert set(found.keywords) <= {"exhaust"}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Target Elf loses flying.", "negated"),
        ("Elves can't have flying.", "negated"),
        ("Tap each Elf without flying.", "negated"),
        ("Tap target Elf with flying.", "mentioned"),
        ("If it had flying, draw a card.", "mentioned"),
        ("Block it as though it had flying.", "mentioned"),
        ("Put a flying counter on it.", "counter"),
        ("Reach (Elves with flying are no trouble.)", "reminder text"),
    ],
)
def test_keywords_that_no_one_gets(annotator: Annotator, text: str, reason: str) -> None:
    found = annotator.annotate("Dune Courier", text)

    assert [t.lower() for t in reasons(found, reason)] == ["flying"]
    assert "flying" not in [use.name for use in found.details]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Trample the Weak", "Trample the Weak deals 3 damage to it."),
        ("Scry, the Flying", "Whenever Scry attacks, Scry, the Flying gets bigger."),
        ("Dune Courier", "Find a card named Flash of Haste."),
        ("Dune Courier", "Unearthly omens, reachable shores."),
    ],
)
def test_names_are_no_keywords(annotator: Annotator, name: str, text: str) -> None:
    found = annotator.annotate(name, text)

    kinds = {span.kind for span in found.spans}
    assert not kinds & {"keyword ability", "keyword action"}


@pytest.mark.parametrize(
    ("text", "keywords", "conditional"),
    [
        ("Level up {1}\nLEVEL 1-4\n2/2\nFlying\nLEVEL 5+\nFear", ["level up"], ["flying", "fear"]),
        ("Station (Tap another.)\n8+ | Flying\nTrample", ["station"], ["flying", "trample"]),
        ("Station\nSTATION 3+\nFlying, haste", ["station"], ["flying", "haste"]),
        ("{1}{R}: Level 2\nFlying", [], ["flying"]),
        ("Flying\n//\nTrample", ["flying"], []),
        ("Flying\n---\nTrample", ["flying"], []),
        ("Read ahead\nI, II — Flying\nIII — Haste", ["read ahead"], []),
        ("Spree\n+ {1} — Flying\n• Trample", ["spree"], []),
        ("+1: Trample\n[−2]: Flying", [], []),
        ("Windborne — Flying, haste", ["flying", "haste"], []),
        ("(Flying)\r\nReach\r\n", ["reach"], []),
    ],
)  # fmt: skip
def test_faces_blocks_and_parts(
    annotator: Annotator, text: str, keywords: list[str], conditional: list[str]
) -> None:
    found = annotator.annotate("Dune Courier", text)

    assert list(found.keywords) == keywords
    assert [name for name, _ in uses(found, "conditional")] == conditional


def test_a_detail_says_where_it_stands(annotator: Annotator) -> None:
    text = "Haste (It’s fast.)\nDraw a card.\n//\nFlying, cycling {2}"

    found = annotator.annotate("Dune Courier", text).details

    assert found[2] == KeywordUse(
        name="cycling",
        parameter="{2}",
        face=1,
        line=1,
        innate=True,
        start=text.index("cycling"),
        end=len(text),
        status="innate",
        parameters={"cost": "{2}"},
    )


@pytest.mark.parametrize(
    ("text", "actions"),
    [
        ("Counter target Elf spell.", ["counter"]),
        ("Put a +1/+1 counter on it. Remove two sun counters from it.", []),
        ("Exile it, then shuffle.", ["exile", "shuffle"]),
        ("Cards in exile stay there; take one from exile.", []),
        ("It enters tapped. Tap it. Its activated abilities cost more.", ["tap"]),
        ("Whenever it becomes untapped, scry 2.", ["untap", "scry"]),
        ("Double strike (Destroy nothing.)", []),
        ("Double the number of sun counters on it.", ["double"]),
        ("Each player votes for dusk. For each dusk vote, investigate.", ["vote", "investigate"]),
        ("When you set this in motion, forage.", ["set in motion", "forage"]),
        ("Whoever ventures into the dungeon wins.", ["venture into the dungeon"]),
        ("Kicker—Sacrifice an Elf.", ["sacrifice"]),
        ("Pay its converted mana cost during your untap step.", []),
        ("It can't be regenerated, and no Elf is destroyed.", ["regenerate", "destroy"]),
        ("{T}, Sacrifice Dune Courier: The exiled card stays.", ["sacrifice"]),
    ],
)  # fmt: skip
def test_actions_are_told_from_things_and_states(
    annotator: Annotator, text: str, actions: list[str]
) -> None:
    assert list(annotator.annotate("Dune Courier", text).actions) == actions


def test_labels_have_no_meaning(annotator: Annotator) -> None:
    found = annotator.annotate("Dune Courier", "Windborne — Whenever it attacks, it gains flying.")

    assert [(s.text, s.kind) for s in found.spans[:1]] == [("Windborne", "ability or flavor word")]


def test_rules_of_variants_are_theirs(annotator: Annotator) -> None:
    found = annotator.annotate("Dune Courier", "Plainscycling {2}\nFlying\nDestroy it.")

    assert {"702.29e", "702.9", "701.8"} <= set(found.rules)
    assert list(found.rules) == sorted(
        found.rules, key=lambda n: [int(p.rstrip("abcdefgh")) for p in n.split(".")]
    )


TOKENS = [
    *("Flying", "flying", "Cycling {2}", "Ward—Pay 2 life.", "from red", "Protection ", "counter"),
    *("LEVEL 1-2", "8+ |", "• ", "Dune Courier", "gains ", "with ", "//", "\n", "\r\n", ", "),
    *(" and ", "(", ")", "“", "”", '"', " — ", "~", "’", "é"),
]


@example("Flying, Ward—Pay 2 life.")
@example("Protection Ward—Pay 2 life.")
@given(st.lists(st.sampled_from(TOKENS), max_size=14).map("".join))
def test_spans_lie_in_the_text_and_apart(text: str) -> None:
    found = ANNOTATOR[0].annotate("Dune Courier", text)

    places = [(span.start, span.end) for span in found.spans]
    assert all(text[span.start : span.end] == span.text for span in found.spans)
    assert all(a[1] <= b[0] for a, b in itertools.pairwise(places))
    assert all(0 <= use.start < use.end <= len(text) for use in found.details)
    assert {use.name for use in found.details if use.innate and not use.face} == set(found.keywords)


@pytest.mark.parametrize(
    "piece",
    [
        "Protection from a, ",
        "flying, ",
        "(",
        "{1}",
        "create token with ",
        "a — ",
        "gains ",
        '"',
        "\n",
    ],
)
def test_a_hostile_text_takes_no_longer_than_its_length(annotator: Annotator, piece: str) -> None:
    text = f"Flying, {piece * (20_000 // len(piece))}end"

    start = time.perf_counter()
    annotator.annotate("a", text)

    assert time.perf_counter() - start < 5


ANNOTATOR: list[Annotator] = []


@pytest.fixture(scope="module", autouse=True)
def _kept(annotator: Annotator) -> None:
    ANNOTATOR[:] = [annotator]
