"""What verbs of moving, seeing, choosing and casting cards make of a clause."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from extract.grammar.amounts import amount, for_each
from extract.grammar.phrases import UnreadableError, description, number
from extract.grammar.spoken import DONE, YOU, Mention
from extract.grammar.statics import declare
from extract.grammar.things import zone_owner
from kg.program.tree import Call, Do, Expression, If, Name, Statement, Within

if TYPE_CHECKING:
    from extract.grammar.clauses import Reader

__all__ = [
    "bottom_random",
    "cast_free",
    "choose",
    "choose_among",
    "choose_countered",
    "choose_countered_of_two",
    "discard",
    "discard_hand",
    "divide",
    "draw",
    "exile_face_down",
    "exile_zone",
    "face_down_at_once",
    "face_down_shape",
    "find_as_told",
    "look",
    "look_at_hand",
    "mill",
    "move_from",
    "of_top_look",
    "off_deck",
    "off_stack",
    "onto_stack",
    "own_off_deck",
    "put",
    "put_back",
    "put_some_and_rest",
    "randomize",
    "return_to",
    "reveal",
    "said_before",
    "search",
    "show",
    "shuffle",
    "shuffle_in",
    "take_until",
    "turn",
    "turn_down",
    "turn_over",
]


def draw(reader: Reader, match: re.Match[str]) -> None:
    n = for_each(reader, match["n"], match["each"])
    reader.add_made("draw", reader.spoken.actor, n, verb="draw", words="card")


def discard(reader: Reader, match: re.Match[str]) -> None:
    who = reader.spoken.actor
    n = 1 if match["n"] == "one" else reader.number(match["n"])
    roles: list[tuple[str, Expression]] = [
        ("n", n),
        ("zone", "hand"),
        ("of", who),
        ("decision", "discard"),
    ]
    if match["random"]:
        roles.append(("at_random", True))
    chosen = Call("choose", (who, "card"), tuple(roles))
    reader.add_made("discard", chosen, verb="discard", words="card", by=who)
    reader.spoken.amount = n


def mill(reader: Reader, match: re.Match[str]) -> None:
    roles = {"by": reader.spoken.actor}
    reader.add_made("mill", amount(reader, match["n"]), verb="mill", words="card", **roles)


def return_to(reader: Reader, match: re.Match[str]) -> None:
    named = re.sub(r"^(it|~) from your (?:graveyard|hand)$", r"\1", match["what"])
    what = reader.thing(f"{named}{match['random'] or ''}")
    words = f"{match['tapped'] or ''} {match['zone']}"
    roles: dict[str, Expression] = {"to": "battlefield" if "battlefield" in words else "hand"}
    if "tapped" in words:
        roles["tapped"] = True
    if "your control" in words or "you control it" in words:
        roles["under"] = YOU
    reader.do("move", what, **roles)


def search(reader: Reader, match: re.Match[str]) -> None:
    wanted = description(match["what"])
    n: Expression = 1
    up_to = False
    if many := re.fullmatch(r"up to (\w+) (.+)", wanted):
        n, up_to = number(many[1]), True
        wanted = many[2]
    elif many := re.fullmatch(r"(two|three|four|\d+|n|x) (.+)", wanted):
        n, wanted = reader.number(many[1]), many[2]
    roles = (("n", n), ("up_to", up_to))
    found = Call("find", (reader.spoken.actor, wanted), roles)
    reader.put(Do(found, result="found"))
    reader.spoken.mention(Mention(Name("found"), f"{wanted} card", n != 1))


def put(reader: Reader, match: re.Match[str]) -> None:
    what = reader.thing(match["what"])
    if "onto the battlefield face down" in match["where"]:
        _put_face_down(reader, what, reader.spoken.face_down)
        return
    roles = _place(match["where"], reader)
    if "face down" in match["where"] or reader.undone(declare("turn_face_down", what)):
        roles["face_down"] = True
    reader.do("move", what, **roles)


def _place(where: str, reader: Reader) -> dict[str, Expression]:
    roles: dict[str, Expression] = {}
    if "battlefield" in where:
        roles = {"to": "battlefield"}
        if "tapped" in where:
            roles["tapped"] = True
        if re.search(r"under (?:your|their) control", where):
            roles["under"] = reader.spoken.actor
    elif re.search(r"top of|bottom of|^under ", where):
        roles = {"to": "library", "position": "top" if "top" in where else "bottom"}
        deck = re.search(r"(planar|scheme|attraction) deck", where)
        if deck:
            roles["to"] = deck[0]
        if "random order" in where:
            roles["order"] = "random"
    elif "exile" in where:
        roles = {"to": "exile"}
    else:
        roles = {"to": "graveyard" if "graveyard" in where else "hand"}
    return roles


def move_from(reader: Reader, match: re.Match[str]) -> None:
    """`move it from the battlefield to ...`: from elsewhere it isn't moved."""
    zone, words = match["zone"].lower(), match["what"]
    chosen = zone == "hand" and re.match(r"(?:an?|up to|any number of|another) ", words)
    what = reader.thing(f"{words} from your hand" if chosen else words)
    reader.do("move", what, **_place(match["where"], reader), from_zone=zone)


def exile_zone(reader: Reader, match: re.Match[str]) -> None:
    reader.do("move", reader.thing(match["what"]), to="exile")


def exile_face_down(reader: Reader, match: re.Match[str]) -> None:
    reader.do("move", reader.thing(match["what"], verb="exile"), to="exile", face_down=True)


def divide(reader: Reader, match: re.Match[str]) -> None:
    """`put any number of them here and the rest there`."""
    whole = next((m for m in reversed(reader.spoken.mentions) if m.several), None)
    if whole is None:
        raise UnreadableError(match[0])
    first = "library bottom" if "bottom" in match["first"] else "graveyard"
    owner = zone_owner(reader, match["whose"] or "your")
    reader.do("divide", whole.what, first=first, rest="library top", of=owner)


def bottom_random(reader: Reader, match: re.Match[str]) -> None:
    what = reader.thing(match["what"])
    reader.do("move", what, to="library", position="bottom", order="random")


def shuffle(reader: Reader, match: re.Match[str]) -> None:
    what: Expression = reader.thing(match["what"]) if match["what"] else ()
    by = {} if reader.spoken.actor == YOU else {"by": reader.spoken.actor}
    reader.do("shuffle", what, **by)


def discard_hand(reader: Reader, match: re.Match[str]) -> None:
    who = reader.spoken.actor
    by = {} if who == YOU else {"by": who}
    reader.add_made("discard", Call("hand", (who,)), verb="discard", words="card", **by)


def put_some_and_rest(reader: Reader, match: re.Match[str]) -> None:
    """`put all land cards revealed this way into your hand and the rest into your graveyard`."""
    found = reader.spoken.latest_mention("", DONE[match["did"].lower()])
    if found is None:
        raise UnreadableError(match[0])
    some = Call("filtered", (found.what, description(match["kind"])))
    kept = reader.named(Call("remember", (some,)), match["kind"], several=True, whole=found.what)
    if isinstance(kept, Call):
        reader.put(Do(kept, result="kept"))
        kept = Name("kept")
    others = Call("without", (found.what, kept))
    reader.do("move", kept, **_place(match["where"], reader))
    reader.do("move", others, **_place(match["rest"], reader))


def put_back(reader: Reader, match: re.Match[str]) -> None:
    """On top, in an order that who looks at them chooses (CR 401.4)."""
    reader.do("reorder", reader.thing(match["what"]))


def look(reader: Reader, match: re.Match[str]) -> None:
    """Looking shows cards to one player (CR 701.20e); where they are divided, that is in it."""
    words = match["what"]
    if both := re.fullmatch(r"(?:both|them|each)", words):
        words = "them" if both else words
    what = reader.thing(words, verb="look")
    reader.do("look", what)


def look_at_hand(reader: Reader, match: re.Match[str]) -> None:
    """The hand of a player, from which a card may be chosen next."""
    who = reader.player(re.sub(r"'s$", "", match["whose"]))
    cards = Call("hand", (who,))
    reader.do("look", cards)
    reader.spoken.player = who
    reader.spoken.mention(Mention(cards, "cards hand", several=True, whole=cards, verb="look"))


def shuffle_in(reader: Reader, match: re.Match[str]) -> None:
    """All cards of a zone into its owner's library (CR 701.24)."""
    who = reader.spoken.actor
    by = {} if who == YOU else {"by": who}
    reader.do("shuffle", Call(match["zone"].lower(), (who,)), **by)


def of_top_look(reader: Reader, match: re.Match[str]) -> None:
    """`Of the top two cards in your library, look at both and manifest one`."""
    reader.do("look", reader.thing(match["what"], verb="look"))


def reveal(reader: Reader, match: re.Match[str]) -> None:
    what = reader.thing(match["what"], verb="reveal")
    reader.do("reveal", what)


def choose(reader: Reader, match: re.Match[str]) -> None:
    words = match["what"]
    if match["among"]:
        words = f"{words} {match['among']}"
    reader.thing(re.sub(r"^(?:one|a|an) (?=target )", "", words), verb="choose")


def choose_among(reader: Reader, match: re.Match[str]) -> None:
    """`among creatures you control, choose one whose toughness is least`."""
    noun = re.sub(r"^(\w+?)s\b", r"\1", match["group"])
    reader.thing(f"a {noun} {match['which']}", verb="choose")


def turn(reader: Reader, match: re.Match[str]) -> None:
    op = {"over": "turn_over", "face up": "turn_face_up"}
    reader.do(op[match["how"]], reader.thing(match["what"]))


def turn_over(reader: Reader, match: re.Match[str]) -> None:
    """CR 712.18: so that the other face of a double-faced permanent is up."""
    reader.do("turn_over", reader.spoken.own)


def turn_down(reader: Reader, match: re.Match[str]) -> None:
    """CR 708.2: a card that isn't on the battlefield is put there face down, which comes next."""
    what = reader.thing(match["what"])
    if reader.spoken.own_noun == "card":
        reader.spoken.mention(Mention(what, "card face-down"))
    else:
        reader.do("turn_face_down", what)


def face_down_at_once(reader: Reader, match: re.Match[str]) -> None:
    """CR 701.40a, 708.2a."""
    _put_face_down(reader, reader.thing(match["what"]), _shape_of(match["shape"]))


def _shape_of(words: str) -> dict[str, Expression]:
    """What a face-down card has besides being a 2/2 creature: `ward {2}, no name`."""
    had = re.findall(r"(?:^|, |and )(?!no |name|text|subtypes|or )([a-z]+ \{\d\})", words)
    return {"keywords": tuple(had)} if had else {}


def off_deck(reader: Reader, match: re.Match[str]) -> None:
    """CR 901.7, 717.2: the top card of a deck of its own, face up into the game."""
    top = Call("top", (YOU, 1), (("zone", match["deck"].lower()),))
    roles: dict[str, Expression] = {"to": "command", "face_down": False}
    if match["battlefield"]:
        roles = {"to": "battlefield", "under": YOU, "face_down": False}
    reader.put(Do(declare("move", top, **roles).call, result="it"))


def own_off_deck(reader: Reader, match: re.Match[str]) -> None:
    """CR 314, 904: a scheme off its deck, face up into the command zone, if it is there."""
    it = reader.spoken.own
    there = Call("is_in", (it, match["deck"].lower()))
    moved = declare("move", it, to="command", face_down=False)
    reader.put(If(there, (Do(moved.call, result="it"),)))


def find_as_told(reader: Reader, match: re.Match[str]) -> None:
    """CR 701.23a: what is searched for, where and how much is said by whatever says to search."""
    use = reader.spoken.use
    roles = tuple((name, use(name)) for name in ("zone", "of", "n", "up_to"))
    reader.put(Do(Call("find", (YOU, use("wanted")), roles), result="it"))


def choose_countered_of_two(reader: Reader, match: re.Match[str]) -> None:
    """Things with counters among two kinds of things, of which any number may be chosen."""
    one, two = match["one"].lower(), re.sub(r"\bthat (?=you)", "", match["two"].lower())
    with_one = f"{one} with a {match['kind'].lower()} counter on it"
    exiled = " in exile" in two
    roles = (("zone", "exile"),) if exiled else ()
    other = Call("all_of", (two.replace(" in exile", ""),), roles)
    both = Call("union", (Call("all_of", (with_one,)), other))
    reader.spoken.mention(Mention(both, "objects", several=True, whole=both))


def onto_stack(reader: Reader, match: re.Match[str]) -> None:
    """CR 601.2, 602.2: what is put on the stack and paid for, with what is announced for it."""
    names = ["targets", "x"]
    op = "activate_ability"
    if "ability" in reader.spoken.own_noun:
        names = ["ability", *names]
    else:
        op, names = "cast_spell", [*names, "options", "free"]
    reader.do(op, reader.spoken.own, **{name: reader.spoken.use(name) for name in names})


def face_down_shape(reader: Reader, match: re.Match[str]) -> None:
    """CR 708.2a: a face-down card is a 2/2 creature without more, unless the effect lists more."""
    if reader.spoken.latest_mention("face-down") is None:
        raise UnreadableError(match[0])
    reader.spoken.face_down = _shape_of(match["shape"])


def said_before(reader: Reader, match: re.Match[str]) -> None:
    """`that permanent is a manifested permanent`: taken up where it is put down."""
    if reader.spoken.marked != match["word"].lower():
        raise UnreadableError(match[0])


def _put_face_down(reader: Reader, what: Expression, shape: dict[str, Expression]) -> None:
    marked = (reader.spoken.marked,) if reader.spoken.marked else ()
    reader.put(Do(declare("put_face_down", what, *marked, **shape).call, result="about"))


def cast_free(reader: Reader, match: re.Match[str]) -> None:
    what = reader.thing(match["what"])
    roles: dict[str, Expression] = {"free": True}
    if match["most"]:
        reader.do("only_if", Call("exists", (what,)))
        roles["most"] = reader.number(match["most"])
    reader.do("cast_spell", what, **roles)


def take_until(reader: Reader, match: re.Match[str]) -> None:
    """`exile cards from the top ... until you exile a Bear card`; those revealed stay there."""
    verb = match["verb"].lower()
    seen, found, last = "seen", "found", "last"
    who = reader.spoken.actor
    reader.put(Do(Call("remember", (Call("nothing"),)), result=seen))
    reader.put(Do(Call("remember", (Call("nothing"),)), result=found))
    wanted = description(re.sub(r"whose mana value is", "with mana value", match["wanted"]))
    fits: Expression = Call("matches", (Name(last), wanted))
    if compared := re.fullmatch(r"(.+?) with mana value (n|x) or less", wanted):
        most = reader.number(compared[2])
        fits = Call(
            "and",
            (
                Call("matches", (Name(last), compared[1])),
                Call("at_most", (Call("mana_value", (Name(last),)), most)),
            ),
        )
    pile = Call("library", (who,))
    if verb == "reveal":
        left: Expression = Call("without", (pile, Name(seen)))
        step = Do(Call("remember", (Call("first", (left,)),)), result=last)
        steps: tuple[Statement, ...] = (step, Do(Call("reveal", (Name(last),))))
    else:
        left = pile
        steps = (Do(Call(verb, (Call("top", (who, 1)),)), result=last),)
    done = Call("or", (Call("exists", (Name(found),)), Call("not", (Call("exists", (left,)),))))
    body = (
        *steps,
        Do(Call("remember", (Call("union", (Name(seen), Name(last))),)), result=seen),
        If(fits, (Do(Call("remember", (Name(last),)), result=found),)),
    )
    reader.put(Within(Call("until", (done,)), body))
    reader.spoken.mention(Mention(Name(seen), "cards", several=True, verb=verb))
    reader.spoken.mention(Mention(Name(found), f"{wanted} card", whole=Name(seen), verb=verb))


def choose_countered(reader: Reader, match: re.Match[str]) -> None:
    wanted = "permanent with a counter on it"
    both = Call(
        "union",
        (
            Call("all_of", (wanted,)),
            Call("filtered", (Call("players"), "player with a counter on it")),
        ),
    )
    roles = (("any_number", True),)
    reader.named(
        Call("choose", (reader.spoken.actor, both), roles), "permanent player", several=True
    )


def off_stack(reader: Reader, match: re.Match[str]) -> None:
    """CR 701.6a: what leaves the stack without resolving; a spell goes to its owner's graveyard."""
    step = declare("remove_from_stack", reader.thing(match["what"]))
    reader.put(Do(step.call, result="about"))


def show(reader: Reader, match: re.Match[str]) -> None:
    reader.do("show", reader.thing(match["what"]), to=Call("players"))


def randomize(reader: Reader, match: re.Match[str]) -> None:
    reader.do("randomize", reader.spoken.actor)
