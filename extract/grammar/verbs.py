"""Verb phrases of instructions, in the base form, each with what makes a step of it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from extract.grammar import changes, moves

if TYPE_CHECKING:
    from extract.grammar.clauses import Reader

__all__ = ["VERBS"]

Make = Callable[["Reader", re.Match[str]], None]
_HOW = r"(?: (?:tapped|face down|transformed|under (?:your|their|its owner's) control))*"
_PLACE = (
    r"(?P<where>onto the battlefield" + _HOW + r"|into (?:exile|the exile zone|hand)|"
    r"(?:into|to) (?:(?:its|their|his or her|your|that player's) ?)?(?:owner's|owners')? ?"
    r"(?:hand|graveyard)|(?:into|to) the (?:graveyard|hand) of (?:its|their) owners?|"
    r"(?:into|to) that player's graveyard|on (?:the )?(?:top|bottom) of .+|"
    r"at the bottom of .+|under (?:its|their) owner's (?:\w+ )?(?:deck|library)|"
    r"(?:to|on) the battlefield" + _HOW + ")"
)
_N = r"(?P<n>an?|one|\w+|that many)"
_KIND = r"(?P<kind>[\w+/-]+)"
VERBS: tuple[tuple[re.Pattern[str], Make], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), make)
    for pattern, make in (
        (r"draw " + _N + r" cards?(?: for each (?P<each>.+))?", moves.draw),
        (r"draw (?:a number of )?cards equal to (?P<n>.+)(?P<each>)", moves.draw),
        (r"(?P<verb>gain|lose) (?P<n>\w+|that much) life(?: for each (?P<each>.+))?", changes.life),
        (r"(?P<verb>gain|lose) life equal to (?P<n>.+)(?P<each>)", changes.life),
        (r"(?P<source>.+?) deals? (?P<n>\w+|that much) damage to (?P<to>.+)", changes.deal),
        (r"(?P<source>.+?) deals? damage equal to its power to (?P<to>.+)", changes.deal_power),
        (r"(?P<source>.+?) deals? damage equal to (?P<n>.+?) to (?P<to>.+)", changes.deal),
        (r"(?P<source>.+?) deals? damage to (?P<to>.+?) equal to (?P<n>.+)", changes.deal),
        (r"discard (?P<n>an?|\w+)(?: cards?)?(?P<random> at random)?", moves.discard),
        (r"mill " + _N + r" cards?", moves.mill),
        (r"mill (?:a number of )?cards equal to (?P<n>.+)", moves.mill),
        (
            r"return (?P<what>.+?)(?P<tapped> tapped)? to (?P<zone>its owner's hand|"
            r"their owners' hands|your hand|the battlefield(?: tapped)?"
            r"(?: under (?:your|their|its owner's) control|, and you control it)?)"
            r"(?P<random> at random)?",
            moves.return_to,
        ),
        (
            rf"(?P<what>.+?) gets as many {_KIND} counters as (?P<counted>.+?) "
            r"(?:was|were) (?P<did>discarded|milled) this way",
            changes.counters_equal,
        ),
        (
            rf"put (?P<n>an?|one) {_KIND} counters? on each of (?P<what>.+)",
            changes.counters_on_each,
        ),
        (rf"put (?P<n>an?|\w+) {_KIND} counters? on (?P<what>.+)", changes.counters),
        (
            rf"put a number of {_KIND} counters on (?P<what>.+?) equal to (?P<n>.+)",
            changes.counters,
        ),
        (
            rf"put a number of {_KIND} counters equal to (?P<n>.+?) on (?P<what>.+)",
            changes.counters,
        ),
        (rf"(?P<what>.+?) gets? (?P<n>an?|\w+) {_KIND} counters?", changes.gets_counters),
        (rf"remove (?P<n>an?|\w+) {_KIND} counters? from (?P<what>.+)", changes.remove_counters),
        (
            r"(?P<what>.+?) (?P<rest>(?:gets?|gains?|loses?) .+?) until end of turn",
            changes.until_end,
        ),
        (
            r"(?P<what>.+?) can't (?P<rest>attack|block|be blocked|attack or block) this turn",
            changes.cant_this_turn,
        ),
        (
            r"(?P<what>.+?) (?P<verb>attacks?|blocks?) this turn if able",
            changes.must_this_turn,
        ),
        (
            r"(?P<what>.+?) (?:doesn't|don't|won't) untap during (?:its|their) "
            r"controllers?'?s? next "
            r"untap steps?",
            changes.skips_untap,
        ),
        (r"(?P<one>.+?) fights? (?P<other>.+)", changes.fights),
        (r"search (?:your|their) library for (?P<what>[^,]+)", moves.search),
        (r"reveal (?P<what>.+)", moves.reveal),
        (r"of (?P<what>the top .+?), look at both", moves.of_top_look),
        (r"look at (?P<whose>your|their|that player's|.+?'s) hand", moves.look_at_hand),
        (r"look at (?P<what>.+)", moves.look),
        (r"exile (?P<what>.+?) face down", moves.exile_face_down),
        (r"put (?P<what>them|those cards) back(?: on top)? in any order", moves.put_back),
        (
            r"put any number of (?:them|those|those cards) (?P<first>on the bottom of|into) "
            r"(?P<whose>your|their|that|an opponent's) (?:library|graveyard)(?: in any order)?,? "
            r"and (?:the rest|the others) on top of (?:(?:your|their|that) library|it)"
            r"(?:,? in (?:any order|whatever order you like)|, each group in any order)?",
            moves.divide,
        ),
        (
            r"put (?P<what>.+?) on the bottom of (?:your|their|that) library in a random order",
            moves.bottom_random,
        ),
        (
            r"(?P<what>.+?) go(?:es)? in a random order to the bottom of (?:your|their|that) "
            r"library",
            moves.bottom_random,
        ),
        (
            r"(?:move|put) (?P<what>.+?) (?:directly |straight )?from the (?P<zone>battlefield) "
            r"(?:directly |straight )?" + _PLACE,
            moves.move_from,
        ),
        (
            r"(?:move|put) (?P<what>.+?) from (?:its owner's|the|your|their) (?P<zone>hand)"
            r"(?: of the player who owns it)? " + _PLACE,
            moves.move_from,
        ),
        (
            r"(?:move|bring) (?P<what>.+?) to the exile zone from "
            r"(?:wherever|whichever zone) it is(?: in)?",
            moves.exile_zone,
        ),
        (r"put (?P<what>.+?) into the exile zone, whatever zone it is in now", moves.exile_zone),
        (
            r"put all (?P<kind>[\w ]+?) (?P<did>revealed|exiled|milled) this way (?P<where>.+?) "
            r"and the rest (?P<rest>into .+|on the bottom of .+)",
            moves.put_some_and_rest,
        ),
        (
            r"put (?P<what>.+?) (?P<where>onto the battlefield) (?:from|out of) the zone it's in"
            r"(?:, which is mostly the hand)?",
            moves.put,
        ),
        (r"(?:put|move|place) (?P<what>.+?) " + _PLACE, moves.put),
        (r"put (?P<where>into your (?:graveyard|hand)) (?P<what>.+)", moves.put),
        (
            r"choose any number of (?:players and permanents|permanents and/?o?r? players) "
            r"that have "
            r"(?:a counter|counters)",
            moves.choose_countered,
        ),
        (
            r"(?:put|give) (?:each )?(?:one|another) (?:more |additional )?counter of each kind .+",
            changes.proliferate,
        ),
        (r"among (?P<group>.+?), choose one (?P<which>whose .+)", moves.choose_among),
        (r"choose (?P<what>.+?)(?P<among> from among .+)?", moves.choose),
        (r"create (?P<n>an?) (?P<what>.+?) for each (?P<each>.+)", changes.tokens_for_each),
        (r"create a number of (?P<what>.+?) equal to (?P<n>.+)", changes.tokens),
        (r"create (?P<n>an?|one|\w+) (?P<what>.+)", changes.tokens),
        (r"add (?P<what>(?:\{[WUBRGC]\})+)", changes.mana),
        (r"attach (?P<one>.+?) to (?P<other>.+)", changes.attach),
        (r"shuffle(?: (?:your|their) library)?(?P<what>)", moves.shuffle),
        (
            r"shuffle (?P<what>it|them|that \w+|those \w+) into (?:your|their) library",
            moves.shuffle,
        ),
        (
            r"shuffle (?:your|their) (?P<zone>hand|graveyard) into (?:your|their) library",
            moves.shuffle_in,
        ),
        (r"discard (?:your|their) hand", moves.discard_hand),
        (r"gain control of (?P<what>.+?)(?P<until> until end of turn)?", changes.control),
        (
            r"cast (?P<what>.+?)(?: for free| without paying its mana cost)"
            r"(?: if the (?:resulting spell's mana value is|spell it becomes has mana value) "
            r"(?:less than or equal to )?(?P<most>\w+)(?: or less)?)?",
            moves.cast_free,
        ),
        (
            r"(?P<verb>exile|reveal) cards from the top of (?:your|their) library until "
            r"(?:you|they) (?P=verb) (?P<wanted>.+)",
            moves.take_until,
        ),
        (
            r"from the top of your library, (?P<verb>exile|reveal) one card after another until "
            r"one of them is (?P<wanted>.+)",
            moves.take_until,
        ),
        (
            r"turn (?:(?:its card(?: or token)?|it|that permanent|the permanent) over to show the|"
            r"it (?:over )?so (?:that )?its) other face(?: is|'s)?(?: up)?(?P<what>)(?P<how>)",
            moves.turn_over,
        ),
        (
            r"turn (?P<what>.+?) face down, which makes it a face-down 2/2 creature card that has "
            r"(?P<shape>.+?), and put it onto the battlefield face down",
            moves.face_down_at_once,
        ),
        (r"turn (?P<what>.+?) face down", moves.turn_down),
        (
            r"(?:move|take|remove) it (?:off|from) [^,;]*?(?P<deck>\w+ deck)(?: if it[^,;]*?)?"
            r"(?:, then|, and|,| and) turn it face up(?: (?:if|unless) it .+)?",
            moves.own_off_deck,
        ),
        (
            r"put the (?:specified|stated) number of (?:such )?tokens(?: with the specified "
            r"characteristics)? onto the battlefield",
            changes.tokens_as_told,
        ),
        (
            r"look at (?:all cards in that zone|every card there)[^.]*? find (?:a card|one) that "
            r"(?:matches|fits) the (?:given description|description given)",
            moves.find_as_told,
        ),
        (
            r"choose any number of (?P<one>permanents you control) with one or more (?P<kind>\w+) "
            r"counters on them and/or (?P<two>suspended cards you own in exile) with .+ counters "
            r"on them",
            moves.choose_countered_of_two,
        ),
        (
            r"choose any number of objects, each of which has an? (?P<kind>\w+) counter or several "
            r"and is either an? (?P<one>[\w ]+?) or an? (?P<two>[\w ]+)",
            moves.choose_countered_of_two,
        ),
        (
            r"for each of (?:them|those objects), (?:add or remove one|put an?) (?P<kind>\w+) "
            r"counter(?: on it or remove .+)?",
            changes.counter_more_or_less,
        ),
        (
            r"(?:move|take) the top card (?:of|off) your (?:own )?(?P<deck>\w+ deck)(?: off "
            r"[^,]+?)?,? "
            r"(?:and )?turn (?:it|that card) face up(?:, and put (?:it|that card) "
            r"(?P<battlefield>(?:under your control )?onto the battlefield)(?: under your "
            r"control)?)?",
            moves.off_deck,
        ),
        (
            r"(?:put|placing) it on(?:to)? the stack,? and pay(?:ing)? its costs(?:[,;] .+)?",
            moves.onto_stack,
        ),
        (
            r"tak(?:e|ing) it from (?:the|its) zone(?: it's in)?,? (?:put|placing) it on the "
            r"stack,? and "
            r"pay(?:ing)? its costs(?:[,;] .+)?",
            moves.onto_stack,
        ),
        (r"(?P<what>.+?) is (?P<verb>tap|untap)ped", changes.passive),
        (
            r"each of (?:the two|those creatures) deals damage (?:equal to its (?:own )?power "
            r"to the other creature|to the other in the amount of its own power)",
            changes.to_each_other,
        ),
        (r"turn (?P<what>.+?) (?P<how>over|face up)", moves.turn),
        (
            r"(?:turn|rotate) (?P<what>.+?) (?:from upright )?(?:back )?(?:to )?(?:the )?"
            r"(?P<to>sideways|upright)(?: position)?(?: from an? (?:upright|sideways) position)?",
            changes.sideways,
        ),
        (
            r"turn (?P<what>.+?) from (?:upright|sideways) to (?P<to>sideways|upright)",
            changes.sideways,
        ),
        (
            r"it becomes a 2/2 face-down creature card with (?P<shape>.*no .+)",
            moves.face_down_shape,
        ),
        (
            r"(?:that permanent|it) is a (?P<word>\w+) permanent (?:(?:for )?as long as|until) "
            r"it .+",
            moves.said_before,
        ),
        (
            r"(?P<what>it|that \w+|this \w+|~) becomes? (?P<word>monstrous|harnessed|suspected|"
            r"goaded|renowned|saddled|exerted)(?: (?:until it|and stays so until it) "
            r"(?:leaves|has left) the battlefield.*)?",
            changes.designate,
        ),
        (
            r"(?P<what>.+?) becomes? an? (?:(?P<p>\d+)/(?P<t>\d+) )?(?P<words>[\w\[\] ]+?)"
            r"(?: with power and toughness (?P<size>\d+))?(?: and)?(?: with (?P<keywords>[\w, "
            r"]+?))?"
            r"(?P<kept> in addition to its other (?:\w+ )?types|, and it keeps its other types|"
            r" that's still an? \w+)?"
            r"(?P<until> until end of turn)?",
            changes.becomes,
        ),
        (
            r"that is added to its types",
            changes.added_type,
        ),
        (r"remove all damage marked on (?P<what>.+)", changes.remove_damage),
        (r"all damage marked on (?P<what>.+) is removed", changes.remove_damage),
        (r"remove (?P<what>.+?) from combat", changes.from_combat),
        (r"(?P<what>.+?) is removed from combat", changes.from_combat),
        (
            r"(?:you )?choose (?:that it won't|to have it not) untap (?:in|during) your next "
            r"untap step",
            changes.own_skips_untap,
        ),
        (
            r"(?P<what>it|that \w+) (?:stays|is) (?P<word>\w+) until the next turn of .+",
            changes.designated_while,
        ),
        (r"bring its cards into a random order that is known to nobody", moves.randomize),
        (
            r"(?:randomize|mix) the cards (?:with)?in it so (?:that )?no player knows their order",
            moves.randomize,
        ),
        (r"flip a coin", changes.flip),
        (r"roll (?:a|one) (?P<sides>\w+)-sided die", changes.roll),
        (r"nothing happens", changes.nothing),
        (
            r"(?:take|remove) (?P<what>.+?) from (?:where it currently is|its present place)",
            changes.nothing_yet,
        ),
        (r"put (?P<what>.+?) onto that (?:object|object or player|player or object)", changes.onto),
        (r"move (?P<what>.+?) (?:off|away from) (?:that|the) creature.*", changes.take_off),
        (r"(?:cancel it, removing|remove) (?P<what>.+?) from the stack", moves.off_stack),
        (r"(?:show|let) (?P<what>.+?) to all players(?: for .+)?", moves.show),
        (r"let all players see (?P<what>.+?)(?: for .+)?", moves.show),
    )
)
