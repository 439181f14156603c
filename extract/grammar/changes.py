"""What verbs of changing players, permanents and tokens make of a clause."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from extract.grammar.amounts import amount, for_each
from extract.grammar.phrases import UnreadableError, is_subtype, number
from extract.grammar.spoken import YOU, Mention
from extract.grammar.statics import TYPE_WORDS, declaration, declare, forbid, keyword_list
from kg.program.tree import Call, Do, Expression, If, Name, Statement, Within

if TYPE_CHECKING:
    from extract.grammar.clauses import Reader

__all__ = [
    "added_type",
    "attach",
    "becomes",
    "cant_this_turn",
    "control",
    "counter_more_or_less",
    "counters",
    "counters_equal",
    "counters_on_each",
    "deal",
    "deal_power",
    "designate",
    "designated_while",
    "fights",
    "flip",
    "from_combat",
    "gets_counters",
    "life",
    "mana",
    "must_this_turn",
    "nothing",
    "onto",
    "own_skips_untap",
    "passive",
    "proliferate",
    "remove_counters",
    "remove_damage",
    "roll",
    "sideways",
    "skips_untap",
    "take_off",
    "to_each_other",
    "tokens",
    "tokens_as_told",
    "tokens_for_each",
    "until_end",
]

_COLORS = {"white", "blue", "black", "red", "green"}


def life(reader: Reader, match: re.Match[str]) -> None:
    op = "gain_life" if match["verb"] == "gain" else "lose_life"
    reader.do(op, reader.spoken.actor, for_each(reader, match["n"], match["each"]))


def deal(reader: Reader, match: re.Match[str]) -> None:
    source = reader.thing(match["source"])
    reader.spoken.mention(Mention(source, "source"))  # `equal to its power` means it
    n = amount(reader, match["n"])
    reader.do("deal_damage", source, reader.thing(match["to"]), n)


def deal_power(reader: Reader, match: re.Match[str]) -> None:
    source = reader.thing(match["source"])
    to = reader.thing(match["to"])
    reader.do("deal_damage", source, to, Call("power", (source,)))


def counters(reader: Reader, match: re.Match[str]) -> None:
    n = _count(reader, match["n"])
    what = reader.thing(match["what"])
    reader.do("put_counters", what, kind=match["kind"], n=n)


def _count(reader: Reader, words: str) -> Expression:
    return 1 if words in ("one", "a", "an") else amount(reader, words)


def counters_equal(reader: Reader, match: re.Match[str]) -> None:
    """`put counters on it, as many as lands were milled`."""
    what = reader.thing(match["what"])
    n = amount(reader, f"the number of {match['counted']} {match['did']} this way")
    reader.do("put_counters", what, kind=match["kind"], n=n)


def counters_on_each(reader: Reader, match: re.Match[str]) -> None:
    """`put N counters on each of ...`."""
    what = reader.thing(match["what"])
    reader.do("put_counters", what, kind=match["kind"], n=_count(reader, match["n"]))


def gets_counters(reader: Reader, match: re.Match[str]) -> None:
    what = reader.thing(match["what"])
    reader.do("put_counters", what, kind=match["kind"], n=_count(reader, match["n"]))


def remove_counters(reader: Reader, match: re.Match[str]) -> None:
    reader.do(
        "remove_counters",
        reader.thing(match["what"]),
        kind=match["kind"],
        n=_count(reader, match["n"]),
    )


def until_end(reader: Reader, match: re.Match[str]) -> None:
    """`target creature gets +3/+3 and gains flying until end of turn`."""
    about = reader.thing(match["what"])
    body: list[Statement] = []
    for part in re.split(r" and (?=gets?|gains?|loses?|can't)", match["rest"]):
        verb, _, words = part.partition(" ")
        word = {"gain": "have", "gains": "has"}.get(verb, verb)
        made = declaration(about, word, words)
        if made is None:
            raise UnreadableError(part)
        body += made
    reader.put(Within(Call("during", ("end of turn",)), tuple(body)))


def fights(reader: Reader, match: re.Match[str]) -> None:
    if match["other"].lower() == "each other":
        last = reader.spoken.mentions[-1:]
        if not last:
            raise UnreadableError(match[0])
        reader.do("fight", Call("union", (reader.spoken.own, last[0].what)))
        return
    one = reader.thing(match["one"])
    other = reader.thing(match["other"])
    reader.do("fight", Call("union", (one, other)))


def tokens(reader: Reader, match: re.Match[str]) -> None:
    _tokens(reader, _count(reader, match["n"]), match["what"])


def _tokens(reader: Reader, n: Expression, what: str) -> None:
    words = what.lower()
    words = words.replace("token that copies ", "token that is a copy of ")
    copied = re.fullmatch(
        r"tokens? that(?:'s| is|'re| are|) ?(?:a copy|copies) (?:of )?(.+)", words
    )
    if copied:
        reader.made("copy_token", reader.thing(copied[1]), **({} if n == 1 else {"n": n}))
        return
    known = re.fullmatch(r"(\w+) tokens?", words)
    counted = re.fullmatch(
        r"(\w+) tokens? that (?:enters(?: the battlefield)? with|has) (\w+) \+1/\+1 counters on it"
        r"(?: as it enters(?: the battlefield)?)?",
        words,
    )
    if counted is not None:
        roles = {"counters": reader.number(counted[2])}
        if n != 1:
            roles["n"] = n
        reader.made("create_token", counted[1].capitalize(), **roles)
    elif texted := re.fullmatch(
        r"(?:(?:colorless )?(\w+)(?: artifact token with|, which is an artifact token without "
        r"color that has)) "
        r"'(.+?)'?",
        words,
    ):
        text = what[texted.start(2) : texted.end(2)]
        reader.made(
            "create_token", types=("artifact",), subtypes=(texted[1],), text=(text,),
            **({} if n == 1 else {"n": n}),
        )  # fmt: skip
    elif (shaped := _shape(words)) is not None:
        _shaped_token(reader, shaped, n)
    elif known is not None:
        reader.made("create_token", known[1].capitalize(), **({} if n == 1 else {"n": n}))
    else:
        raise UnreadableError(words)


def tokens_for_each(reader: Reader, match: re.Match[str]) -> None:
    """`create a ... token for each land you control`."""
    n = for_each(reader, match["n"], match["each"])
    _tokens(reader, n, re.sub(r"\btoken\b", "tokens", match["what"], count=1))


def _shape(words: str) -> re.Match[str] | None:
    return next((m for form in _SIZED if (m := re.fullmatch(form, words))), None)


def _shaped_token(reader: Reader, match: re.Match[str], n: Expression) -> None:
    parts = [w for w in re.split(r"[ ,]+|\band\b", match["words"]) if w]
    roles: dict[str, Expression] = {} if n == 1 else {"n": n}
    subtypes: list[Expression] = []
    for word in parts:
        if word in {*_COLORS, *TYPE_WORDS, "colorless"}:
            continue
        inside = word.strip("[]")
        if word != inside and inside in reader.spoken.parameters:
            subtypes.append(reader.spoken.use(inside))
        else:
            subtypes.append(_subtype(word))
    roles |= {
        "types": (*tuple(w for w in parts if w in TYPE_WORDS), "creature"),
        "subtypes": tuple(subtypes),
        "colors": tuple(w for w in parts if w in _COLORS),
        "power": reader.number(match["p"]),
        "toughness": reader.number(match["t"]),
    }
    if match["keywords"]:
        roles["keywords"] = tuple(keyword_list(match["keywords"]))
    if match["tapped"]:
        roles["tapped"] = True
    reader.made("create_token", **roles)


def _subtype(word: str) -> str:
    if not is_subtype(word):
        raise UnreadableError(word)
    return word


def tokens_as_told(reader: Reader, match: re.Match[str]) -> None:
    """CR 701.7a: which tokens, and how many, is said by whatever says to create them."""
    use = reader.spoken.use
    made = declare("create_token", use("token"), n=use("n"))
    reader.put(Do(made.call, result="it"))


def counter_more_or_less(reader: Reader, match: re.Match[str]) -> None:
    """CR 701.56a: for each of what was chosen one counter more or fewer."""
    last = next((m for m in reversed(reader.spoken.mentions) if m.several), None)
    if last is None:
        raise UnreadableError(match[0])
    reader.do("distribute", match["kind"].lower(), last.what)


def mana(reader: Reader, match: re.Match[str]) -> None:
    reader.do("add_mana", YOU, match["what"])


def attach(reader: Reader, match: re.Match[str]) -> None:
    one = reader.thing(match["one"])
    reader.do("attach", one, reader.thing(match["other"]))


def control(reader: Reader, match: re.Match[str]) -> None:
    until = "end of turn" if match["until"] else "permanent"
    reader.do("gain_control", reader.spoken.actor, reader.thing(match["what"]), until)


def cant_this_turn(reader: Reader, match: re.Match[str]) -> None:
    about = reader.thing(match["what"])
    event = {"attack": "attacked", "block": "blocked", "be blocked": "became_blocked"}
    body = [forbid(event[word], about) for word in match["rest"].split(" or ") if word in event]
    if not body:
        raise UnreadableError(match[0])
    reader.put(Within(Call("during", ("end of turn",)), tuple(body)))


def must_this_turn(reader: Reader, match: re.Match[str]) -> None:
    """CR 508.1d, 509.1c: a requirement on attacking or blocking."""
    event = "attacked" if match["verb"].lower().startswith("attack") else "blocked"
    required = Do(Call("must", (Call(event, (reader.thing(match["what"]),)),)))
    reader.put(Within(Call("during", ("end of turn",)), (required,)))


def skips_untap(reader: Reader, match: re.Match[str]) -> None:
    """CR 502.3: what doesn't untap during its controller's next untap step."""
    reader.do("skip_untap", reader.thing(match["what"]))


def own_skips_untap(reader: Reader, match: re.Match[str]) -> None:
    reader.do("skip_untap", reader.spoken.own)


def designated_while(reader: Reader, match: re.Match[str]) -> None:
    """CR 701.15a: until the controller's next turn."""
    held = declare("designated", reader.thing(match["what"]), match["word"])
    reader.put(Within(Call("during", ("your next turn",)), (held,)))


def passive(reader: Reader, match: re.Match[str]) -> None:
    reader.do(match["verb"].lower(), reader.thing(match["what"]))


def to_each_other(reader: Reader, match: re.Match[str]) -> None:
    """Two creatures, at the same time (CR 701.14a)."""
    it = reader.spoken.own
    one, other = Name("one"), Name("other")
    reader.put(Do(Call("remember", (Call("first", (it,)),)), result="one"))
    reader.put(Do(Call("remember", (Call("without", (it, one)),)), result="other"))
    both = tuple(
        Do(Call("deal_damage", (a, b, Call("power", (a,)))))
        for a, b in ((one, other), (other, one))
    )
    alone = Do(Call("deal_damage", (one, one, Call("power", (one,)))))
    at_once = Within(Call("simultaneously"), both)
    reader.put(If(Call("exists", (other,)), (at_once,), (alone, alone)))


def sideways(reader: Reader, match: re.Match[str]) -> None:
    """CR 701.26: the positions that tapping and untapping are."""
    op = "turn_sideways" if match["to"] == "sideways" else "turn_upright"
    reader.do(op, reader.thing(match["what"]))


def designate(reader: Reader, match: re.Match[str]) -> None:
    reader.do("designate", reader.thing(match["what"]), match["word"])


def becomes(reader: Reader, match: re.Match[str]) -> None:
    """`it becomes a 3/3 Bear in addition to its other types`."""
    about = reader.thing(match["what"])
    words = match["words"].lower().split()
    roles: dict[str, Expression] = {}
    subtypes: list[Expression] = []
    for word in words:
        inside = word.strip("[]")
        if word != inside and inside in reader.spoken.parameters:
            subtypes.append(reader.spoken.use(inside))
        elif word not in TYPE_WORDS:
            subtypes.append(_subtype(word))
    types = tuple(w for w in words if w in TYPE_WORDS)
    # CR 205.1a, 205.1b: new types replace the old ones unless the effect says otherwise, or says
    # `artifact creature`.
    added = "added_" if match["kept"] or {"artifact", "creature"} <= set(types) else ""
    if types:
        roles[f"{added}types"] = types
    if subtypes:
        roles[f"{added}subtypes"] = tuple(subtypes)
    if match["p"] or match["size"]:
        roles |= {
            "power": int(match["p"] or match["size"]),
            "toughness": int(match["t"] or match["size"]),
        }
    body: list[Statement] = [declare("becomes", about, **roles)]
    if match["keywords"]:
        body += [declare("has", about, keyword) for keyword in keyword_list(match["keywords"])]
    duration = "end of turn" if match["until"] else "permanent"
    reader.put(Within(Call("during", (duration,)), tuple(body)))


def added_type(reader: Reader, match: re.Match[str]) -> None:
    if "subtype" not in reader.spoken.parameters:
        raise UnreadableError(match[0])
    subtype = reader.spoken.use("subtype")
    added = declare("becomes", reader.spoken.latest(), added_subtypes=(subtype,))
    reader.put(Within(Call("during", ("permanent",)), (added,)))


def remove_damage(reader: Reader, match: re.Match[str]) -> None:
    reader.do("remove_damage", reader.thing(match["what"]))


def from_combat(reader: Reader, match: re.Match[str]) -> None:
    reader.do("remove_from_combat", reader.thing(match["what"]))


def proliferate(reader: Reader, match: re.Match[str]) -> None:
    """`put one more counter of each kind on every chosen player and permanent that has it`."""
    reader.do("add_counter_kinds", reader.spoken.latest())


def nothing(reader: Reader, match: re.Match[str]) -> None:
    reader.do("nothing_happens")


def roll(reader: Reader, match: re.Match[str]) -> None:
    sides = 6 if match["sides"] == "six" else number(match["sides"])
    reader.put(Do(Call("roll", (sides,)), result="number"))
    reader.spoken.amount = Name("number")


def flip(reader: Reader, match: re.Match[str]) -> None:
    """CR 705.2: who flips wins or loses the flip."""
    reader.put(Do(Call("flip"), result="won"))
    reader.spoken.mention(Mention(Name("won"), "flip", verb="flip"))


def take_off(reader: Reader, match: re.Match[str]) -> None:
    reader.do("take_off", reader.thing(match["what"]))


def nothing_yet(reader: Reader, match: re.Match[str]) -> None:
    """CR 701.3a: being taken from its place is part of being put elsewhere, which comes next."""


def onto(reader: Reader, match: re.Match[str]) -> None:
    """CR 701.3a: onto the object or player that it shall be attached to."""
    reader.do("put_onto", reader.thing(match["what"]), reader.spoken.use("to"))


_SIZED = (
    r"(?P<tapped>tapped )?(?P<p>\d+|x|n)/(?P<t>\d+|x|n) (?P<words>[\w\[\] ,]+?) creature tokens?"
    r"(?: with (?P<keywords>.+))?",
    r"(?P<tapped>tapped )?(?P<words>[\w\[\] ,]+?) creature tokens? (?:with|whose) power and "
    r"toughness "
    r"(?:are )?(?P<p>(?P<t>\d+|x|n))(?P<keywords>)",
    r"(?P<tapped>tapped )?(?P<words>[\w\[\] ,]+?) creature tokens? that is (?P<p>\d+|x|n)/"
    r"(?P<t>\d+|x|n)(?P<keywords>)",
)
