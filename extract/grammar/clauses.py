"""Instructions in cards' English, clause by clause, as statements."""

from __future__ import annotations

import re
from collections.abc import Callable

from extract.grammar.phrases import (
    UnreadableError,
    description,
    number,
    object_phrase,
    read_condition,
)
from extract.grammar.statics import (
    TYPE_WORDS,
    declaration,
    declare,
    forbid,
    keyword_list,
    split_sentences,
)
from kg.program.tree import Call, Do, Expression, If, Name, Statement, Within

__all__ = ["Reader"]


_YOU = Name("you")


class Reader:
    """Reads the instructions of one effect; pronouns stand for what was named last.

    Args:
        event: whether it follows a trigger, so that `that creature` may be the event's.
    """

    def __init__(self, *, event: bool = False) -> None:
        self._that: Expression = Call("subject", (Name("event"),)) if event else Name("self")
        self._count = 0
        self._statements: list[Statement] = []

    def read(self, text: str) -> tuple[Statement, ...]:
        """The statements of a text.

        Raises:
            UnreadableError: a clause that can't be read.
        """
        for sentence in split_sentences(text):
            self._sentence(sentence)
        return tuple(self._statements)

    def _sentence(self, sentence: str) -> None:
        low = sentence[0].lower() + sentence[1:] if sentence else sentence
        if match := re.fullmatch(r"if (.+?), (.+)", low, re.IGNORECASE):
            condition = read_condition(match[1])
            inner = self._inner(match[2])
            self._statements.append(If(condition, inner))
            return
        if match := re.fullmatch(r"you may (.+?)\. if you do, (.+)", low):
            self._statements.append(Within(Call("may", (Name("you"),)), self._inner(match[1])))
            return
        if match := re.fullmatch(r"if you do, (.+)", low):
            last = self._statements[-1] if self._statements else None
            if isinstance(last, Within) and last.frame.op == "may":
                body = (*last.body, *self._inner(match[1]))
                self._statements[-1] = Within(last.frame, body, last.otherwise)
                return
        if match := re.fullmatch(r"you may (.+)", low):
            self._statements.append(Within(Call("may", (Name("you"),)), self._inner(match[1])))
            return
        for clause in re.split(r",? then |, and then |\. ", low):
            self._clauses(clause)

    def _inner(self, text: str) -> tuple[Statement, ...]:
        inner = Reader()
        inner._that, inner._count = self._that, self._count + 100
        for clause in re.split(r",? then ", text):
            inner._clauses(clause)
        self._that = inner._that
        return tuple(inner._statements)

    def _clauses(self, clause: str) -> None:
        """One clause, or several joined by `and` or commas."""
        text = clause.strip().rstrip(".,")
        if self._one(text):
            return
        for joint in re.finditer(r",? and |, ", text):
            before = Reader()
            before._that, before._count = self._that, self._count
            if before._one(text[: joint.start()]):
                self._statements += before._statements
                self._that, self._count = before._that, before._count
                self._clauses(text[joint.end() :])
                return
        raise UnreadableError(clause)

    def _one(self, text: str) -> bool:
        low = text[0].lower() + text[1:] if text else text
        for pattern, make in _CLAUSES:
            match = pattern.fullmatch(low)
            if match is not None:
                try:
                    make(self, match)
                except UnreadableError:
                    continue
                return True
        return False

    # what clauses are made of

    def add(self, op: str, *args: Expression, **roles: Expression) -> None:
        """A step."""
        self._statements.append(declare(op, *args, **roles))

    def put(self, statement: Statement) -> None:
        """A statement of another kind."""
        self._statements.append(statement)

    def named(self, value: Expression) -> Expression:
        """A name for a choice or target, so that later words can mean the same object."""
        if not isinstance(value, Call) or value.op not in ("target", "choose"):
            self._that = value
            return value
        self._count += 1
        name = f"that{self._count}"
        self._statements.append(Do(Call("remember", (value,)), result=name))
        self._that = Name(name)
        return self._that

    def thing(self, words: str, *, verb: str = "", actor: Expression = _YOU) -> Expression:
        """What a phrase stands for; `a creature` is a choice of the actor's."""
        low = words.strip().lower()
        if low in (
            "it",
            "them",
            "that creature",
            "that card",
            "that permanent",
            "that player",
            "he or she",
            "they",
        ):
            return self._that
        try:
            return self.named(object_phrase(words))
        except UnreadableError:
            return self.named(self._choice(low, verb, actor))

    def _choice(self, words: str, verb: str, actor: Expression) -> Expression:
        match = re.fullmatch(r"(an?|another|two|three|four|five|\d+) (.+)", words)
        if match is None:
            raise UnreadableError(words)
        n = number(match[1])
        wanted = description(match[2])
        roles: dict[str, Expression] = {}
        if match[1] == "another":
            wanted = f"other {wanted}"
        if held := re.fullmatch(r"(.+) (?:from|in) your (hand|graveyard)", wanted):
            wanted, roles["zone"] = held[1], held[2]
        elif verb == "discard":
            roles["zone"] = "hand"
        elif "control" not in wanted:
            wanted = f"{wanted} you control"
        if n != 1:
            roles["n"] = n
        if verb in ("discard", "sacrifice", "exile", "tap"):
            roles["decision"] = verb
        return Call("choose", (actor, wanted), tuple(roles.items()))


Make = Callable[[Reader, re.Match[str]], None]


def _draw(reader: Reader, match: re.Match[str]) -> None:
    who = _actor(reader, match["who"])
    n: Expression = number(match["n"])
    if match["each"]:
        n = Call("count", (Call("all_of", (description(match["each"]),)),))
    reader.add("draw", who, n)


def _actor(reader: Reader, words: str | None) -> Expression:
    if not words or words == "you":
        return Name("you")
    low = words.strip()
    if low in ("that player", "they", "its controller", "its owner"):
        if low.startswith("its"):
            return Call(low.removeprefix("its "), (reader.thing("it"),))
        return reader.thing("that player")
    return reader.named(object_phrase(low))


def _life(reader: Reader, match: re.Match[str]) -> None:
    op = "gain_life" if match["verb"].startswith("gain") else "lose_life"
    reader.add(op, _actor(reader, match["who"]), number(match["n"]))


def _deal(reader: Reader, match: re.Match[str]) -> None:
    source = reader.thing(match["source"])
    to = reader.thing(match["to"])
    reader.add("deal_damage", source, to, number(match["n"]))


def _deal_power(reader: Reader, match: re.Match[str]) -> None:
    source = reader.thing(match["source"])
    to = reader.thing(match["to"])
    reader.add("deal_damage", source, to, Call("power", (source,)))


def _plain_action(reader: Reader, match: re.Match[str]) -> None:
    """A keyword action on objects: destroy, exile, tap, untap, counter, sacrifice, transform ..."""
    verb = match["verb"]
    reader.add(verb, reader.thing(match["what"], verb=verb))


def _each_does(reader: Reader, match: re.Match[str]) -> None:
    """`each player sacrifices a creature`."""
    verb = match["verb"].removesuffix("s") if not match["verb"].endswith("ies") else match["verb"]
    who = object_phrase(match["who"])
    inner = Reader()
    verb = {"exile": "exile", "discard": "discard", "sacrifice": "sacrifice"}.get(verb, verb)
    if not inner._one(f"{verb} {match['rest']}"):
        raise UnreadableError(match.group())
    reader.put(Within(Call("each_player", (who,)), tuple(inner._statements)))


def _discard(reader: Reader, match: re.Match[str]) -> None:
    who = _actor(reader, match["who"])
    roles: list[tuple[str, Expression]] = [
        ("n", number(match["n"])),
        ("zone", "hand"),
        ("of", who),
        ("decision", "discard"),
    ]
    if match["random"]:
        roles.append(("at_random", True))
    chosen = Call("choose", (who, "card"), tuple(roles))
    reader.add("discard", chosen, by=who)


def _return_to(reader: Reader, match: re.Match[str]) -> None:
    what = reader.thing(match["what"])
    zone = "battlefield" if "battlefield" in match["zone"] else "hand"
    roles: dict[str, Expression] = {"to": zone}
    if "tapped" in match["zone"]:
        roles["tapped"] = True
    reader.add("move", what, **roles)


def _counters(reader: Reader, match: re.Match[str]) -> None:
    n = number(match["n"])
    what = reader.thing(match["what"])
    reader.add("put_counters", what, kind=match["kind"], n=n)


def _remove_counters(reader: Reader, match: re.Match[str]) -> None:
    reader.add(
        "remove_counters", reader.thing(match["what"]), kind=match["kind"], n=number(match["n"])
    )


def _until_end(reader: Reader, match: re.Match[str]) -> None:
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


def _fights(reader: Reader, match: re.Match[str]) -> None:
    one = reader.thing(match["one"])
    other = reader.thing(match["other"])
    reader.add("fight", Call("union", (one, other)))


def _search(reader: Reader, match: re.Match[str]) -> None:
    wanted = description(match["what"])
    n = 1
    up_to = False
    if many := re.fullmatch(r"up to (\w+) (.+)", wanted):
        found = number(many[1])
        n, up_to = found if isinstance(found, int) else 1, True
        wanted = many[2]
    reader.put(
        Do(Call("find", (Name("you"), wanted), (("n", n), ("up_to", up_to))), result="found")
    )
    reader._that = Name("found")


def _put(reader: Reader, match: re.Match[str]) -> None:
    what = reader.thing(match["what"])
    where = match["where"]
    roles: dict[str, Expression] = {}
    if "battlefield" in where:
        roles = {"to": "battlefield"}
        if "tapped" in where:
            roles["tapped"] = True
        if "your control" in where:
            roles["under"] = Name("you")
    elif "top" in where or "bottom" in where:
        roles = {"to": "library", "position": "top" if "top" in where else "bottom"}
    else:
        roles = {"to": "graveyard" if "graveyard" in where else "hand"}
    reader.add("move", what, **roles)


def _tokens(reader: Reader, match: re.Match[str]) -> None:
    n, words = number(match["n"]), match["what"]
    known = re.fullmatch(r"(\w+) tokens?", words)
    shaped = re.fullmatch(
        r"(?P<tapped>tapped )?(?P<p>\d+|x)/(?P<t>\d+|x) (?P<words>[\w ,]+?) creature tokens?"
        r"(?: with (?P<keywords>.+))?",
        words,
    )
    if shaped is not None:
        parts = [w for w in re.split(r"[ ,]+|\band\b", shaped["words"]) if w]
        colors = tuple(w for w in parts if w in _COLORS)
        types = (*tuple(w for w in parts if w in TYPE_WORDS), "creature")
        subtypes = tuple(w for w in parts if w not in {*_COLORS, *TYPE_WORDS, "colorless"})
        roles: dict[str, Expression] = {
            "n": n,
            "types": types,
            "subtypes": subtypes,
            "colors": colors,
            "power": number(shaped["p"]),
            "toughness": number(shaped["t"]),
        }
        if shaped["keywords"]:
            roles["keywords"] = tuple(keyword_list(shaped["keywords"]))
        reader.add("create_token", **roles)
    elif known is not None:
        reader.add("create_token", known[1].capitalize(), n=n)
    else:
        raise UnreadableError(words)


_COLORS = {"white", "blue", "black", "red", "green"}


def _mana(reader: Reader, match: re.Match[str]) -> None:
    reader.add("add_mana", Name("you"), match["what"])


def _amount_action(reader: Reader, match: re.Match[str]) -> None:
    """A keyword action with a number, or with nothing: `scry 2`, `investigate`."""
    name = match["verb"].replace(" ", "_")
    if match["n"]:
        reader.add(name, number(match["n"]))
    else:
        reader.add(name)


def _mill(reader: Reader, match: re.Match[str]) -> None:
    who = _actor(reader, match["who"])
    reader.add("mill", number(match["n"]), by=who)


def _attach(reader: Reader, match: re.Match[str]) -> None:
    one = reader.thing(match["one"])
    reader.add("attach", one, reader.thing(match["other"]))


def _shuffle(reader: Reader, match: re.Match[str]) -> None:
    reader.add("shuffle", ())


def _reveal(reader: Reader, match: re.Match[str]) -> None:
    reader.add("reveal", reader.thing(match["what"]))


def _control(reader: Reader, match: re.Match[str]) -> None:
    until = "end of turn" if match["until"] else "permanent"
    reader.add("gain_control", Name("you"), reader.thing(match["what"]), until)


def _lasting(reader: Reader, match: re.Match[str]) -> None:
    about = reader.thing(match["what"])
    event = {"attack": "attacked", "block": "blocked", "be blocked": "became_blocked"}
    body = [forbid(event[word], about) for word in match["rest"].split(" or ") if word in event]
    if not body:
        raise UnreadableError(match.group())
    reader.put(Within(Call("during", ("end of turn",)), tuple(body)))


_WHO = (
    r"(?:(?P<who>you|each opponent|each player|target player|target opponent|that player|they|"
    r"its controller|its owner) )?"
)
_MAIN_VERBS = "scry surveil mill discover amass bolster blight incubate earthbend connive"
_PLAIN = "investigate proliferate populate learn forage shuffle explore"
_TO_THINGS = (
    "destroy exile tap untap counter sacrifice discard transform convert regenerate goad detain "
    "suspect exert"
)


def _any(words: str) -> str:
    return "|".join(words.split())


_N = r"(?P<n>an?|\w+)"
_CLAUSES: tuple[tuple[re.Pattern[str], Make], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), make)
    for pattern, make in (
        (_WHO + r"draws? " + _N + r" cards?(?: for each (?P<each>.+))?", _draw),
        (_WHO + r"(?P<verb>gains?|loses?) " + _N + r" life", _life),
        (r"(?P<source>.+?) deals? (?P<n>\w+) damage to (?P<to>.+)", _deal),
        (r"(?P<source>.+?) deals? damage equal to its power to (?P<to>.+)", _deal_power),
        (
            r"(?P<who>each player|each opponent) (?P<verb>sacrifices|discards|exiles) (?P<rest>.+)",
            _each_does,
        ),
        (_WHO + r"discards? " + _N + r" cards?(?P<random> at random)?", _discard),
        (_WHO + r"mills? " + _N + r" cards?", _mill),
        (
            r"return (?P<what>.+?) to (?P<zone>its owner's hand|their owners' hands|your hand|"
            r"the battlefield(?: tapped)?)",
            _return_to,
        ),
        (r"put (?P<n>an?|\w+) (?P<kind>[\w+/-]+) counters? on (?P<what>.+)", _counters),
        (r"remove (?P<n>an?|\w+) (?P<kind>[\w+/-]+) counters? from (?P<what>.+)", _remove_counters),
        (r"(?P<what>.+?) (?P<rest>(?:gets?|gains?|loses?) .+?) until end of turn", _until_end),
        (
            r"(?P<what>.+?) can't (?P<rest>attack|block|be blocked|attack or block) this turn",
            _lasting,
        ),
        (r"(?P<one>.+?) fights? (?P<other>.+)", _fights),
        (r"search your library for (?P<what>[^,]+)", _search),
        (r"reveal (?P<what>.+)", _reveal),
        (
            r"put (?P<what>.+?) (?P<where>onto the battlefield.*|into your hand|"
            r"into (?:its owner's|your|their) graveyard|on (?:the )?(?:top|bottom) of .+)",
            _put,
        ),
        (r"create (?P<n>an?|\w+) (?P<what>.+)", _tokens),
        (r"add (?P<what>(?:\{[WUBRGC]\})+)", _mana),
        (r"attach (?P<one>.+?) to (?P<other>.+)", _attach),
        (r"shuffle(?: your library)?", _shuffle),
        (r"gain control of (?P<what>.+?)(?P<until> until end of turn)?", _control),
        (rf"(?P<verb>{_any(_MAIN_VERBS)}|{_any(_PLAIN)})(?: (?P<n>\w+))?", _amount_action),
        (rf"(?P<verb>{_any(_TO_THINGS)}) (?P<what>.+)", _plain_action),
    )
)
