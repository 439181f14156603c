"""Instructions in the English of cards and rules, sentence by sentence, as statements."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from extract.grammar.alternatives import read_choice
from extract.grammar.amounts import amount
from extract.grammar.conditions import condition, refused
from extract.grammar.lasting import declared, lasting, later, next_time, when
from extract.grammar.performing import COMMON_ACTIONS, read_action
from extract.grammar.phrases import UnreadableError, number
from extract.grammar.spoken import YOU, Mention, Spoken
from extract.grammar.statics import declare, split_sentences
from extract.grammar.things import player, thing
from extract.grammar.verbs import VERBS
from kg.program.tree import (
    Call,
    Do,
    Expression,
    If,
    Name,
    Statement,
    Within,
    walk,
    without_unused_names,
)
from kg.program.vocabulary import calls_in, expressions_of

__all__ = ["Reader"]

_SUBJECT = re.compile(
    r"(?P<who>you|they|\[\w+\]|that player|defending player|each opponent|each player|"
    r"target player|target opponent|a player|an opponent|each other player|each of those players|"
    r"(?:its|their) (?:controller|owner)|the player who (?:controls|owns) (?:it|that \w+|the \w+)|"
    r"(?:that|this|the) [\w ]+?'s (?:controller|owner)) "
    r"(?P<may>may )?(?:then |also |each )?(?P<rest>.+)"
)
_JOINT = re.compile(r"[;,]? and then |[,;]? then |[;,]? and,? |, |; |(?<=canceled)$")
_ELLIPSIS = re.compile(
    r"(?P<first>(?P<verb>put|exile|return) (?:(?! then |, ).)+?),? and "
    r"(?P<rest>(?:the (?:rest|others?)|the (?:other|remaining) cards?|all other cards revealed "
    r"this way) .+)",
    re.IGNORECASE,
)
"""`put one of them into your hand and the rest on the bottom`: the verb is meant twice."""
_EVERYONE = ("each opponent", "each player", "each other player")
_NEXT_TURN = re.compile(
    r"until (?:your next turn|the next turn of (?:the controller of|whoever controls) .+?), (.+)"
)
_UNTIL_NEXT_TURN = re.compile(r"(.+?) until your next turn")
_LATER = re.compile(
    r"(?P<first>.+?) at the beginning of (?:the|your) next (?P<step>end step|upkeep)|"
    r"at the beginning of (?:the|your) next (?P<then>end step|upkeep), (?P<last>.+)"
)
_DELAYED = re.compile(r"(when|whenever|each time|at) (?!random)(.+?), (.+)")


def _base(verb: str) -> str:
    """The base form of a verb in the third person: `puts` gives `put`."""
    if re.search(r"(?:[cs]h|ss|x|zz)es$", verb):
        return verb[:-2]
    if verb.endswith("ies"):
        return verb[:-3] + "y"
    return verb.removesuffix("s") if not verb.endswith("ss") else verb


def _values(statement: Statement) -> Iterator[Expression]:
    """Every value in a statement's own expressions."""
    for call in (c for each in expressions_of(statement) for c in calls_in(each)):
        yield from call.args
        yield from (filler for _, filler in call.roles)


class Reader:
    """Reads the instructions of one effect; pronouns stand for what was named last.

    Args:
        event: the pattern of the trigger that it follows, whose object `that creature` may be.
        spoken: what is known before the text begins; by default a card's own text.
        actions: the parameters of the keyword actions that there are, by name.
    """

    def __init__(
        self,
        *,
        event: Call | None = None,
        spoken: Spoken | None = None,
        actions: Mapping[str, tuple[str, ...]] | None = None,
    ) -> None:
        if spoken is None:
            spoken = Spoken(own=Name("self"), actions=dict(actions or COMMON_ACTIONS))
            if event is not None:
                subject = Call("subject", (Name("event"),))
                spoken.mention(Mention(subject, "creature card permanent player"))
                if event.role("player") not in (None, YOU):
                    spoken.player = Call("player_of", (Name("event"),))
                if event.op == "damage_dealt":  # `it` is what deals the damage
                    spoken.player = subject
                    source = event.role("source")
                    if source is not None and source != Name("self"):
                        source = Call("source", (Name("event"),))
                    if source is not None:
                        spoken.mention(Mention(source, "source"))
        self.spoken = spoken
        self.statements: list[Statement] = []
        self._before: tuple[Statement, ...] = ()
        self._dropped = False

    def read(self, text: str) -> tuple[Statement, ...]:
        """The statements of a text.

        Raises:
            UnreadableError: a clause that can't be read.
        """
        for sentence in split_sentences(text):
            self._sentence(sentence)
        return tuple(self.statements)

    def read_all(self, text: str) -> tuple[Statement, ...]:
        """The statements of a whole effect, in which nothing has a name that isn't used.

        Raises:
            UnreadableError: a clause that can't be read.
        """
        return without_unused_names(self.read(text))

    # --- sentences -----------------------------------------------------------------------------

    def _sentence(self, sentence: str) -> None:
        low = sentence[:1].lower() + sentence[1:]
        low = re.sub(r"^(?:then|also|similarly),? ", "", low)
        self.spoken.actor, self.spoken.everyone = YOU, None
        if match := re.fullmatch(r"(.+), where x is (.+)", low, re.IGNORECASE):
            self._with_x(match[1], match[2])
        elif match := re.fullmatch(r"if (.+?), (.+)", low, re.IGNORECASE):
            self._conditional(match[1], match[2])
        elif match := re.fullmatch(
            r"(.+?)[;,] (if (?:you|they|that player) (?:do|does|don't|doesn't), .+)", low
        ):
            self._sentence(match[1])
            self._sentence(match[2])
        elif match := re.fullmatch(r"(.+?) unless (it is \w+) already", low):
            held = condition(self, match[2])
            self.statements.append(If(Call("not", (held,)), self.offered(match[1])))
        elif re.fullmatch(r"(?:it's|it is|they're|they are|that \w+ is) still an? \w+", low):
            self._still(sentence)
        elif re.fullmatch(r"(?:it|they|that \w+|those \w+) can't be regenerated", low):
            self._not_regenerated(sentence)
        elif match := re.fullmatch(r"for as long as (.+?), (.+)", low):
            frame = Call("as_long_as", (condition(self, match[1]),))
            self.statements.append(Within(frame, tuple(declared(self, match[2]))))
        elif match := re.fullmatch(r"otherwise,? (.+)", low):
            self._else(match[1])
        elif match := re.fullmatch(r"([^,]+) if (.+)", low):
            try:
                asked = condition(self, match[2])
            except UnreadableError:
                self._joined(low)
            else:
                self.statements.append(If(asked, self.offered(match[1])))
        elif match := _NEXT_TURN.fullmatch(low) or _UNTIL_NEXT_TURN.fullmatch(low):
            lasting(self, "your next turn", match[1])
        elif match := _LATER.fullmatch(low):
            later(self, match["first"] or match["last"], match["step"] or match["then"])
        elif match := re.fullmatch(r"(?:the next time|next time) (.+)", low):
            next_time(self, match[1])
        elif match := _DELAYED.fullmatch(low):
            when(self, match[2], match[3], once=match[1] in ("when", "at"))
        else:
            self._joined(low)

    def _with_x(self, words: str, told: str) -> None:
        """`..., where X is its power`: of what the sentence itself names, or one before it."""
        earlier, start = self.trial(), len(self.statements)
        self._sentence(words)
        own = re.match(r"(?:its|their) ", told, re.IGNORECASE)
        value = amount(self.trial() if own else earlier, told)
        at = next(
            (
                place
                for place, statement in enumerate(self.statements[start:], start)
                if any(Name("x") in _values(each) for each in walk((statement,)))
            ),
            len(self.statements),
        )
        self.statements.insert(at, Do(Call("remember", (value,)), result="x"))

    def _conditional(self, asked: str, words: str) -> None:
        """`If ..., ...`; what hangs on an offer or on a condition before goes with it."""
        last = self.statements[-1] if self.statements else None
        if isinstance(last, Within) and last.frame.op == "instead":
            body = (*last.body, If(condition(self, asked), self.offered(words)))
            self.statements[-1] = Within(last.frame, body, result=last.result)
            return
        offered = isinstance(last, Within) and last.frame.op in ("may", "may_pay")
        words, _, other = words.partition("; otherwise, ")
        if offered and re.fullmatch(
            r"(?:you|they|that player|he or she|a player) (?:do|does)", asked
        ):
            assert isinstance(last, Within)
            body = (*last.body, *self.offered(words))
            self.statements[-1] = Within(last.frame, body, last.otherwise)
        elif (offered or isinstance(last, If)) and refused(asked):
            self._else(words)
        elif re.fullmatch(r"(?:you|they) do|that player does", asked) and self.spoken.mentions:
            done = Call("exists", (self.spoken.latest(),))
            self.statements.append(If(done, self.offered(words)))
        else:
            held = condition(self, asked)
            inner = self.offered(words)
            self.statements.append(If(held, inner, self.offered(other) if other else ()))

    def _still(self, words: str) -> None:
        """CR 205.1b: what the sentence before makes of an object, it is besides what it was."""
        last = self.statements[-1] if self.statements else None
        made = last.body[0] if isinstance(last, Within) and last.body else None
        if not isinstance(last, Within) or not isinstance(made, Do) or made.call.op != "becomes":
            raise UnreadableError(words)
        added = {"types": "added_types", "subtypes": "added_subtypes"}
        roles = tuple((added.get(role, role), filler) for role, filler in made.call.roles)
        first = Do(Call("becomes", made.call.args, roles), rules=made.rules)
        self.statements[-1] = Within(last.frame, (first, *last.body[1:]), result=last.result)

    def _not_regenerated(self, words: str) -> None:
        """CR 701.19c, of what the sentence before destroys."""
        last = self.statements[-1] if self.statements else None
        if not isinstance(last, Do) or last.call.op != "destroy":
            raise UnreadableError(words)
        roles = (*last.call.roles, ("no_regeneration", True))
        self.statements[-1] = Do(Call("destroy", last.call.args, roles), result=last.result)

    def _else(self, words: str) -> None:
        last = self.statements[-1] if self.statements else None
        inner = self.offered(words)
        if isinstance(last, If):
            self.statements[-1] = If(last.condition, last.then, (*last.otherwise, *inner))
        elif isinstance(last, Within) and last.frame.op in ("may", "may_pay"):
            self.statements[-1] = Within(last.frame, last.body, (*last.otherwise, *inner))
        else:
            raise UnreadableError(words)

    # --- clauses -------------------------------------------------------------------------------

    def _joined(self, clause: str) -> None:
        """One clause, or several joined by `then`, `and` or commas."""
        text = clause.strip().rstrip(".,;")
        if self._one(text):
            return
        if rest := _ELLIPSIS.fullmatch(text):
            self._joined(rest["first"])
            self._joined(f"{rest['verb']} {rest['rest']}")
            return
        for joint in _JOINT.finditer(text):
            before = self.trial()
            if before._one(text[: joint.start()]):
                actor = before.spoken.actor
                self._adopt(before)
                self.spoken.actor = actor
                self._joined(text[joint.end() :])
                return
        raise UnreadableError(clause)

    def trial(self) -> Reader:
        """A reader of what comes next, whose findings are adopted or forgotten."""
        tried = Reader(spoken=self.spoken.copy())
        tried._before = (*self._before, *self.statements)
        return tried

    def _adopt(self, tried: Reader) -> None:
        if tried._dropped and self.statements:
            self.statements.pop()
        elif tried._dropped:
            self._before, self._dropped = self._before[:-1], True
        self.statements += tried.statements
        self.spoken.become(tried.spoken)

    def _one(self, text: str) -> bool:
        """Read one clause, if it is one; nothing changes if it isn't."""
        low = text[:1].lower() + text[1:]
        low = re.sub(r"^(?:first|then|next|after that),? ", "", low)
        if match := re.fullmatch(r"(?:, )?if (.+?), (.+)", low):
            try:
                self._conditional(match[1], match[2])
            except UnreadableError:
                return False
            return True
        readers = [
            (read, low) for read in (self._verb, read_action, self._with_subject, read_choice)
        ]
        if re.match(r"(?:gets|gains|becomes|loses) ", low):
            readers.insert(0, (self._verb, f"it {low}"))  # `it becomes monstrous and gets ...`
        for read, words in readers:
            tried = self.trial()
            try:
                done = read(tried, words)
            except UnreadableError:
                continue
            if done:
                self._adopt(tried)
                self.spoken.actor = tried.spoken.actor
                return True
        return False

    @staticmethod
    def _verb(reader: Reader, text: str) -> bool:
        for pattern, make in VERBS:
            match = pattern.fullmatch(text)
            if match is None:
                continue
            tried = reader.trial()
            try:
                make(tried, match)
            except UnreadableError:
                continue
            reader._adopt(tried)
            return True
        return False

    @staticmethod
    def _with_subject(reader: Reader, text: str) -> bool:
        """`that player draws a card`, `each opponent may discard a card`, `may discard a card`."""
        if match := re.fullmatch(r"(?:(?:you|they) )?may pay ((?:\{[^}]+\})+|\[cost\])", text):
            frame = Call("may_pay", (reader.cost(match[1]),), (("by", reader.spoken.actor),))
            reader.statements.append(Within(frame, ()))
            return True
        if text.startswith("may "):
            inner = reader.offered(text.removeprefix("may "))
            reader.statements.append(Within(Call("may", (reader.spoken.actor,)), inner))
            return True
        if match := re.fullmatch(r"you and (.+?) each (.+)", text):
            both = Call("union", (YOU, player(reader, match[1])))
            body = reader.trial()._offer_or_do(match[2], may=False)
            reader.statements.append(Within(Call("each_player", (both,)), body))
            return True
        match = _SUBJECT.fullmatch(text)
        if match is None:
            return reader._going_on(text)
        verb, space, words = match["rest"].partition(" ")
        rest = (
            f"{_base(verb) if match['who'] != 'you' and not match['may'] else verb}{space}{words}"
        )
        if match["who"] in _EVERYONE:
            inner_reader = Reader(spoken=reader.spoken.copy())
            inner_reader.spoken.actor = inner_reader.spoken.player = YOU
            body = inner_reader._offer_or_do(rest, bool(match["may"]))
            known, inner_reader.spoken.player = reader.spoken.mentions, reader.spoken.player
            reader.spoken.become(inner_reader.spoken)
            body = reader._added_up(body, known)
            reader.spoken.everyone = player(reader, match["who"])
            frame = Call("each_player", (reader.spoken.everyone,))
            reader.statements.append(Within(frame, body))
            return True
        reader.spoken.actor = reader.acting(player(reader, match["who"]))
        if match["may"]:
            inner = reader.offered(rest)
            reader.statements.append(Within(Call("may", (reader.spoken.actor,)), inner))
            return True
        return reader._plain(rest)

    def _added_up(
        self, body: tuple[Statement, ...], known: tuple[Mention, ...]
    ) -> tuple[Statement, ...]:
        """What each player does, so that what follows can mean all that they did it to."""
        mentions = list(known)
        for mention in self.spoken.mentions[len(known) :]:
            if isinstance(mention.what, Name) and mention.verb:
                name = f"all_{mention.what.id}"
                self.put(Do(Call("remember", (Call("nothing"),)), result=name))
                both = Call("union", (Name(name), mention.what))
                body = (*body, Do(Call("remember", (both,)), result=name))
                mention = replace(mention, what=Name(name), several=True)
            mentions.append(mention)
        self.spoken.mentions = tuple(mentions)
        return body

    def _going_on(self, text: str) -> bool:
        """A verb without a subject, in the third person: of whoever did what came before."""
        verb, space, words = text.partition(" ")
        rest = f"{_base(verb)}{space}{words}"
        if self.spoken.actor != YOU:
            return self._plain(rest)
        if _base(verb) == verb:
            return False
        if self.spoken.own == YOU or self.spoken.parameters[:1] == ("player",):
            return self._plain(rest)  # the player whom the definition is about
        if self.spoken.everyone is None:
            return False
        inner = Reader(spoken=self.spoken.copy())
        body = inner._offer_or_do(rest, may=False)
        self.spoken.become(inner.spoken)
        self.statements.append(Within(Call("each_player", (self.spoken.everyone,)), body))
        return True

    def _offer_or_do(self, rest: str, may: bool) -> tuple[Statement, ...]:
        if may:
            return (Within(Call("may", (YOU,)), self.offered(rest)),)
        if not self._plain(rest):
            raise UnreadableError(rest)
        return tuple(self.statements)

    def _plain(self, text: str) -> bool:
        return any(self._attempt(read, text) for read in (self._verb, read_action, read_choice))

    def _attempt(self, read: object, text: str) -> bool:
        assert callable(read)
        try:
            return bool(read(self, text))
        except UnreadableError:
            return False

    def offered(self, text: str) -> tuple[Statement, ...]:
        """The statements of an instruction that may be done or not; who acts stays the same.

        Raises:
            UnreadableError: it can't be read.
        """
        inner = Reader(spoken=self.spoken.copy())
        inner._joined(re.sub(r"^then ", "", text))
        self.spoken.become(inner.spoken)
        return tuple(inner.statements)

    # --- what clauses are made of --------------------------------------------------------------

    def do(self, op: str, *args: Expression, **roles: Expression) -> None:
        """A step."""
        self.statements.append(declare(op, *args, **roles))

    def add_made(
        self, op: str, *args: Expression, verb: str, words: str, **roles: Expression
    ) -> None:
        """A step that gives cards, which later words can mean: those drawn, discarded ..."""
        name = self.spoken.fresh()
        step = declare(op, *args, **roles)
        self.statements.append(Do(step.call, result=name))
        self.spoken.mention(Mention(Name(name), words, several=True, verb=verb))

    def undone(self, step: Do) -> bool:
        """Take the last step back if it is this one: turning a card that is moved next, say."""
        if not self.statements and self._before[-1:] == (step,):
            self._dropped = True
            return True
        return False

    def made(self, op: str, *args: Expression, **roles: Expression) -> None:
        """A step that makes tokens for who acts, which later words can mean."""
        if self.spoken.actor != YOU:
            roles["under"] = self.spoken.actor
        self.add_made(op, *args, verb="create", words="token creature", **roles)

    def put(self, statement: Statement) -> None:
        """A statement of another kind."""
        self.statements.append(statement)

    def named(
        self,
        value: Expression,
        words: str = "",
        *,
        several: bool = False,
        whole: Expression = None,
        verb: str = "",
    ) -> Expression:
        """A name for a choice or target, so that later words can mean the same object."""
        if isinstance(value, Call) and value.op in ("target", "choose", "find", "top"):
            name = self.spoken.fresh()
            self.statements.append(Do(Call("remember", (value,)), result=name))
            value = Name(name)
        self.spoken.mention(Mention(value, words.lower(), several, whole, verb))
        return value

    def acting(self, who: Expression) -> Expression:
        """Who acts, asked once: a controller may be another one later (CR 608.2h)."""
        if isinstance(who, Call) and who.op in ("controller", "owner"):
            name = self.spoken.fresh()
            self.statements.append(Do(Call("remember", (who,)), result=name))
            who = Name(name)
        if who != YOU:
            self.spoken.player = who
        return who

    def thing(self, words: str, *, verb: str = "") -> Expression:
        """What a phrase stands for; see `extract.grammar.things.thing`."""
        return thing(self, words, verb=verb)

    @staticmethod
    def cost(words: str) -> Expression:
        """A cost in symbols, or the one that the text is about."""
        if words.lower() in ("[cost]", "that cost"):
            return Name("cost")
        if not re.fullmatch(r"(?:\{[^}]+\})+", words):
            raise UnreadableError(words)
        return words

    def player(self, words: str) -> Expression:
        """The players that words name; see `extract.grammar.things.player`."""
        return player(self, words)

    def number(self, words: str) -> Expression:
        """A count; `that many` is the count spoken of last."""
        if words.lower() in ("that many", "that much", "as many"):
            if self.spoken.amount is None:
                raise UnreadableError(words)
            return self.spoken.amount
        found = number(words)
        if found == Name("n"):
            self.spoken.use("n")
        return found
