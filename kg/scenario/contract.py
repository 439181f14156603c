"""What the scenario format knows: its keys, verbs, decisions, events, zones and steps.

A key's type is a word that `kg.scenario.kinds` defines; `!` after it means that a verb needs it,
`?` that `none` is allowed.
"""

from __future__ import annotations

from collections.abc import Mapping

__all__ = [
    "CARD",
    "DECISIONS",
    "DECKS",
    "DESIGNATIONS",
    "DOCUMENT",
    "EVENTS",
    "EVENT_KEYS",
    "EXPECTED_OF_OBJECTS",
    "EXPECTED_OF_PLAYERS",
    "EXPECTED_ZONES",
    "EXPECT_WORDS",
    "GAME",
    "OBJECT_DECISIONS",
    "ONE_PARAMETER",
    "PILE_DECISIONS",
    "SETUP",
    "STACK_ENTRY",
    "STACK_KINDS",
    "STEPS_AND_PHASES",
    "VARIANTS",
    "VERBS",
    "ZONES",
]


def _types(text: str) -> dict[str, str]:
    """`key: type` pairs, parted by commas."""
    pairs = (pair.split(":") for pair in text.split(",") if pair.strip())
    return {key.strip(): kind.strip() for key, kind in pairs}


DOCUMENT = _types(
    "scenario: slug!, rules: rules!, edition: date, players: names, active: player, phase: phase, "
    "seed: integer, setup: setup, steps: steps!"
)
ZONES = ("hand", "library", "graveyard", "exile", "battlefield", "command", "outside")
DECKS = ("attraction_deck", "planar_deck", "scheme_deck", "contraption_deck")
EXPECTED_ZONES = {*ZONES, "stack", "nowhere", *(deck.replace("_", " ") for deck in DECKS)}
DESIGNATIONS = set(
    "monstrous suspected goaded harnessed exerted ring-bearer manifested cloaked revealed".split()
)
STACK_KINDS = {"spell", "activated ability", "triggered ability", "delayed triggered ability"}
VARIANTS = {"planechase", "archenemy", "two-headed giant"}
# CR 500 to 514: each by its name with and without the word that says what it is.
_STEPS = (
    "untap, upkeep, draw, beginning of combat, declare attackers, declare blockers, "
    "combat damage, end of combat, cleanup"
).split(", ")
_MAIN = ("precombat main", "postcombat main")
STEPS_AND_PHASES = {
    *_STEPS,
    *(f"{step} step" for step in _STEPS),
    *_MAIN,
    *(f"{phase} phase" for phase in _MAIN),
    "end step",
    "beginning phase",
    "combat phase",
    "ending phase",
}

GAME = _types("variant: variant, planar_controller: player, archenemy: player, turn: integer")
SETUP = {
    "life": "integer",
    "mana": "mana",
    "counters": "counters",
    "designations": "words",
    **dict.fromkeys((*ZONES, *DECKS), "cards"),
}
CARD = _types(
    "id: word, name: word?, types: card types, supertypes: words, subtypes: words, colors: colors, "
    "mana_cost: cost?, mana_value: integer, power: size?, toughness: size?, loyalty: integer?, "
    "defense: integer?, keywords: words, text: texts, back: face, modal: truth, meld_with: id, "
    "meld_result: card, rooms: rooms, lights: integers, token: truth, commander: truth, "
    "ongoing: truth, owner: player, controller: player, tapped: truth, face_down: truth, "
    "phased_out: truth, summoning_sick: truth, attacking: attacked, blocking: ids or false, "
    "counters: counters, damage: integer, attached_to: thing?, designations: designations, "
    "goaded_by: players, visible_to: players"
)
STACK_ENTRY = CARD | _types("targets: things, kind: stack kind, source: id")
EXPECTED_OF_OBJECTS = CARD | _types(
    "targets: things, kind: stack kind, zone: zone, top: truth, bottom: truth, "
    "keywords_include: words, keywords_exclude: words, "
    "revealed_to: players, is: word or words, can_attack: anything, can_block: id or ids, "
    "can_be_blocked_by: id or ids, can_be_targeted_by: id or ids, can_untap: truth, "
    "lethally_damaged: truth"
)
EXPECTED_OF_PLAYERS = _types(
    "life: integer, hand: pile, graveyard: pile, exile: pile, battlefield: pile, command: pile, "
    "library: ordered pile, counters: counters, mana: mana, designations: words, lost: truth, "
    "tokens: partial cards, dungeon: id?, room: word?, ring: integer"
)
EXPECT_WORDS = _types(
    "events: events, no_events: events, stack: pile, triggered: ids, illegal: truth, "
    "rules: rules, votes: votes"
)

_ACTIONS = """
activate: object: id!, ability: integer, targets: things, x: integer
attach: object: id!, to: thing!
unattach: object: id!
behold: player: player!, quality: word!
cast: player: player, card: id!, targets: things, x: integer, for_free: truth, kicked: truth, buyback: truth, flashback: truth, overload: truth, madness: truth, evoked: truth, entwined: truth, face: word
counter: object: id!
create: player: player!, token: card!, count: integer
destroy: objects: ids!, no_regeneration: truth
discard: player: player, count: integer, cards: ids, at_random: truth, chosen_by: player
double: power: id, toughness: id, power_and_toughness: id, life: player, counters: kind on, mana: player color
triple: power: id, toughness: id, power_and_toughness: id
exchange: control: two ids, life: two players, zones: player zones, values: two values, text: two ids, cards: two ids or player zones
exile: objects: ids!
fight: creatures: two ids!
goad: object: id!, by: player!
investigate: player: player!, times: integer
mill: player: player, count: integer!
play: player: player!, card: id!
regenerate: object: id!, shield: truth
reveal: player: player!, cards: ids, from: zone
look: player: player!, at: ids!
sacrifice: player: player, object: id
scry: player: player!, n: integer!
search: player: player!, zone: zone!, of: player, for: word!, count: integer, up_to: truth, then: destination, reveal: truth
shuffle: player: player!, cards: ids
surveil: player: player!, n: integer!
tap: objects: ids!
untap: objects: ids!
transform: object: id!, from_own_ability: id
convert: object: id!, from_own_ability: id
fateseal: player: player!, opponent: player!, n: integer!
clash: player: player!, opponent: player!
planeswalk: player: player!
set in motion: player: player!, scheme: id, count: integer
abandon: scheme: id!
proliferate: player: player!
detain: object: id!, by: player!
populate: player: player!
monstrosity: object: id!, n: integer!
vote: options: options!, starting: player!, extra_votes: player integers
bolster: player: player!, n: integer!
manifest: player: player!, count: integer, cards: ids
support: player: player!, n: integer!, source: id
meld: objects: ids!, player: player!
exert: object: id!
explore: object: id!
assemble: player: player!
adapt: object: id!, n: integer!
amass: player: player!, n: integer!, subtype: word
learn: player: player!
venture into the dungeon: player: player!, quality: word
connive: object: id!, n: integer
open an attraction: player: player!
roll to visit your attractions: player: player!, result: integer
incubate: player: player!, n: integer!
the ring tempts: player: player!
face a villainous choice: player: player!, options: two action lists!
time travel: player: player!
discover: player: player!, n: integer!
cloak: player: player!, count: integer, cards: ids
collect evidence: player: player!, n: integer!
suspect: object: id!
forage: player: player!
manifest dread: player: player!
endure: object: id!, n: integer!
harness: object: id!
airbend: player: player!, objects: ids!
earthbend: player: player!, n: integer!, target: id!
waterbend: player: player!, cost: cost!
blight: player: player, n: integer!
heal: object: id!, amount: integer or all
recruit: player: player!
deal damage: source: id!, to: thing!, amount: integer!, combat: truth
move: object: id!, to: zone!, position: end of pile
draw: player: player, count: integer
gain life: player: player, amount: integer!
lose life: player: player, amount: integer!
put counters: on: thing!, kind: word!, count: integer!
remove counters: on: thing!, kind: word!, count: integer!
gain control: player: player!, object: id!, until: word
give keyword: object: id!, keyword: word!, until: word
remove keyword: object: id!, keyword: word!, until: word
set power: object: id!, value: integer!
set toughness: object: id!, value: integer!
pump: object: id!, power: integer!, toughness: integer!
turn face up: object: id!, paying: face-up cost
turn face down: object: id!
phase out: object: id!
pay: player: player, cost: word!
resolve:
check state-based actions:
advance: to: phase!, of: player
declare attackers: attackers: attackers!, bands: lists of ids
declare blockers: blockers: blockers!
deal combat damage: assign: assignments
leave game: player: player!
"""  # noqa: E501 - a verb a line
VERBS: Mapping[str, Mapping[str, str]] = {
    verb: _types(parameters)
    for verb, _, parameters in (line.partition(":") for line in _ACTIONS.strip().splitlines())
}
ONE_PARAMETER = {"double", "triple", "exchange"}
"""Verbs of which each use takes exactly one of their parameters."""

PILE_DECISIONS = {
    "scry": {"bottom", "top"},
    "surveil": {"graveyard", "top"},
    "fateseal": {"bottom", "top"},
}
OBJECT_DECISIONS = set(
    "discard,sacrifice,exile,tap,put counters,target,find,keep,manifest,populate,army,ring-bearer,"
    "behold,proliferate,untap first,order".split(",")
)
DECISIONS = {
    *PILE_DECISIONS,
    *OBJECT_DECISIONS,
    *"time travel,may,mode,option,vote,pay,cards,color,type,name,number".split(","),
}
EVENT_KEYS = _types(
    "event: event!, object: thing, player: player, source: id, to: thing, amount: integer, "
    "kind: word, combat: truth, times: integer"
)
EVENTS = set(
    "abandoned,activated,adapted,airbent,amassed,assembled,attached,attacked,attraction opened,"
    "became blocked,became monstrous,beheld,blighted,blocked,bolstered,cast,clashed,clash won,"
    "cloaked,connived,control gained,converted,countered,counters put,counters removed,created,"
    "damage dealt,destroyed,detained,died,discarded,discovered,doubled,drawn,dread manifested,"
    "dungeon completed,earthbent,endured,entered,evidence collected,exchanged,exerted,exiled,"
    "explored,fatesealed,foraged,fought,goaded,harnessed,healed,incubated,investigated,learned,"
    "left the battlefield,life gained,life lost,looked at,lost,manifested,melded,milled,moved,"
    "phased in,phased out,planeswalked,played,populated,proliferated,put into graveyard,recruited,"
    "regenerated,resolved,revealed,ring tempted,rolled,sacrificed,scried,searched,set in motion,"
    "shuffled,supported,surveiled,suspected,tapped,time traveled,transformed,tripled,"
    "turned face down,turned face up,unattached,untapped,ventured,villainous choice faced,visited,"
    "voted,waterbent".split(",")
)
