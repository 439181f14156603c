"""English word forms: how the rules' nouns and verbs are inflected, and verbs by what they say.

A verb is stative where it says what something is, has or means; any other says what is done or
happens. The lists are those of plain English that the rules use; verbs that an edition defines
(its keyword actions) come from the edition itself.
"""

from __future__ import annotations

import functools
import re

__all__ = ["DEFINING", "DOING", "STATIVE", "participle", "plural", "third_person", "verb_forms"]

DEFINING = "mean refer define denote".split()
STATIVE = (
    "act affect allow appear apply balance bear behave belong carry cease consist "
    "contain continue convey correspond cost count depend determine differ enable equal "
    "exceed exist extend fail follow fit forbid function fulfill govern grant have "
    "hold identify impose include indicate interact involve keep know lack last lie like "
    "limit list match matter measure modify need offer own persist "
    "prohibit preclude protect provide read remain represent require resemble restrict retain "
    "satisfy say see separate serve share show sit specify stand state stay "
    "summarize tie track use vary want wish work describe explain express form "
    "stipulate trigger control contribute compete cover feature maintain revert date override "
    "supersede suffice lead mark amount speak concern"
).split()
DOING = (
    "become begin cause cloak behold end give happen let look make occur start stop take tell "
    "turn "
    "accept acquire activate add adjust advance agree aim alter alternate announce arrange ask "
    "assemble "
    "assign assume attach attack attempt attract bid blight block bring build calculate call "
    "cast "
    "change check choose circle close combine come commit compare complete concede conduct "
    "connect connive consider convert copy correct counter create crew cut deal decide declare "
    "decline designate destroy die disappear discard discover distribute divide do donate double "
    "draft draw "
    "drop edit empty enchant enter equip evolve exchange exert exile expend expire expand "
    "explore face fateseal "
    "fight finish find flip foretell force forget forfeit gain generate get go goad haunt help "
    "ignore increase instruct inspect intend intervene investigate join jump leave lose manifest "
    "meet meld mentor merge mill monitor move multiply mutate name note obey open organize pair "
    "part pass pay "
    "perform phase pick place planeswalk play point populate precede prepare present prevent "
    "proceed produce "
    "proliferate propose put rearrange recalculate receive recheck record redistribute redeclare "
    "reduce regain regenerate remember "
    "remove reorder repeat replace replicate resolve restart result resume return reveal reverse "
    "roll "
    "round run sacrifice scan scavenge schedule scry search seat secretly seek select separate "
    "shuffle simplify skip "
    "sort spend split station subtract suspect surveil switch swap tap target total train "
    "transform "
    "treat triple try understand undo unattach unlock untap update venture vote wait watch win "
    "wind yield affect adapt alternate retrace swing strike devour earthbend airbend exploit "
    "suppose learn steal harness realize reselect renumber resequence trade waive ring roam rotate"
).split()

_IRREGULAR = {
    "become": ("became", "become"),
    "begin": ("began", "begun"),
    "bid": ("bid", "bid"),
    "bring": ("brought", "brought"),
    "build": ("built", "built"),
    "cast": ("cast", "cast"),
    "choose": ("chose", "chosen"),
    "come": ("came", "come"),
    "cost": ("cost", "cost"),
    "cut": ("cut", "cut"),
    "deal": ("dealt", "dealt"),
    "do": ("did", "done"),
    "draw": ("drew", "drawn"),
    "fight": ("fought", "fought"),
    "find": ("found", "found"),
    "foretell": ("foretold", "foretold"),
    "forget": ("forgot", "forgotten"),
    "get": ("got", "gotten"),
    "give": ("gave", "given"),
    "go": ("went", "gone"),
    "have": ("had", "had"),
    "hold": ("held", "held"),
    "keep": ("kept", "kept"),
    "know": ("knew", "known"),
    "leave": ("left", "left"),
    "lose": ("lost", "lost"),
    "make": ("made", "made"),
    "mean": ("meant", "meant"),
    "meet": ("met", "met"),
    "pay": ("paid", "paid"),
    "put": ("put", "put"),
    "read": ("read", "read"),
    "say": ("said", "said"),
    "see": ("saw", "seen"),
    "seek": ("sought", "sought"),
    "set": ("set", "set"),
    "show": ("showed", "shown"),
    "spend": ("spent", "spent"),
    "split": ("split", "split"),
    "strike": ("struck", "struck"),
    "take": ("took", "taken"),
    "tell": ("told", "told"),
    "understand": ("understood", "understood"),
    "win": ("won", "won"),
    "wind": ("wound", "wound"),
}
# The last consonant is doubled in these, as in every verb of one syllable that ends so.
_DOUBLING = {"begin", "forget", "forbid", "equip", "occur", "transfer", "unwrap"}
_ONE_SYLLABLE = re.compile(r"[^aeiou]*[aeiou][bdfglmnprt]")
_PREFIXED = re.compile(r"(?:un|re|over|out)(?=[^aeiou]*[aeiou][bdgmnpt]$)")
_IRREGULAR_PLURALS = {"die": "dice", "half": "halves", "elf": "elves", "dwarf": "dwarves"}


@functools.cache
def third_person(verb: str) -> str:
    """The form behind `it`.

    Example:
        >>> third_person("destroy"), third_person("search"), third_person("copy")
        ('destroys', 'searches', 'copies')
    """
    if verb == "have":
        return "has"
    if re.search(r"(?:s|x|z|ch|sh|o)$", verb):
        return f"{verb}es"
    return f"{verb[:-1]}ies" if re.search(r"[^aeiou]y$", verb) else f"{verb}s"


@functools.cache
def participle(verb: str) -> str:
    """The past participle.

    Example:
        >>> participle("tap"), participle("draw"), participle("exile")
        ('tapped', 'drawn', 'exiled')
    """
    return _IRREGULAR[verb][1] if verb in _IRREGULAR else _regular(verb, "ed")


def verb_forms(verb: str) -> tuple[str, ...]:
    """Every form of a verb: plain, third person, past, participle, with -ing.

    Example:
        >>> verb_forms("untap")
        ('untap', 'untaps', 'untapped', 'untapping')
    """
    past = _IRREGULAR.get(verb, (_regular(verb, "ed"),))[0]
    forms = (verb, third_person(verb), past, participle(verb), _regular(verb, "ing"))
    return tuple(dict.fromkeys(forms))


def plural(noun: str) -> str:
    """The plural of a noun, or of the last word of a phrase.

    Example:
        >>> plural("ability"), plural("mana cost"), plural("phase")
        ('abilities', 'mana costs', 'phases')
    """
    *before, last = noun.split(" ")
    lower = last.lower()
    if lower in _IRREGULAR_PLURALS:
        last = _IRREGULAR_PLURALS[lower]
    elif re.search(r"(?:s|x|z|ch|sh)$", lower):
        last = f"{last}es"
    elif re.search(r"[^aeiou]y$", lower):
        last = f"{last[:-1]}ies"
    else:
        last = f"{last}s"
    return " ".join([*before, last])


def _regular(verb: str, ending: str) -> str:
    if verb.endswith("e"):
        if ending == "ing" and verb.endswith("ie"):
            return f"{verb[:-2]}ying"
        return (
            verb[:-1] + ending
            if ending == "ing" and not verb.endswith("ee")
            else _past_e(verb, ending)
        )
    if ending == "ed" and re.search(r"[^aeiou]y$", verb):
        return f"{verb[:-1]}ied"
    stem = _PREFIXED.sub("", verb)
    if verb in _DOUBLING or (_ONE_SYLLABLE.fullmatch(stem) and not verb.endswith(("w", "x", "y"))):
        return f"{verb}{verb[-1]}{ending}"
    return verb + ending


def _past_e(verb: str, ending: str) -> str:
    return f"{verb}d" if ending == "ed" else verb + ending
