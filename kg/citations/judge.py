"""What is wrong with a cited number, if anything: one citation against one edition.

Three things can tell that a number has moved: the edition that the tree was written for; the words
beside the citation together with the number's history; and the history alone, where the number is
gone and every edition that had it agrees on what became of it.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property

from kg.citations.facts import Facts, Move
from kg.citations.infer import WrittenFor
from kg.citations.model import PASSING, Cited, Verdict
from kg.citations.ranges import order, span, split
from kg.citations.target import Target
from kg.citations.words import Words

__all__ = ["Judge", "Ruling"]

# Below it a move is told, and left to a human.
_CERTAIN = 0.9
_RENUMBERED = ("renumbered", "renumbered-reworded")


@dataclass(frozen=True, slots=True)
class Ruling:
    """What is wrong with one citation.

    Attributes:
        verdict, number, message, better, score, certain: as of a `Finding`.
        renewed: what the citation should be, its end too for a range; None where that isn't sure.
    """

    verdict: Verdict
    number: str
    message: str
    better: tuple[str, ...] = ()
    score: float | None = None
    certain: bool = False
    renewed: tuple[str, str | None] | None = None


class Judge:
    """Judges citations against an edition.

    Args:
        target: to check against.
        facts: how numbers moved.
        written: the edition that the text was written for.
        locked: the hashes of the rules' texts when they were last looked at.
    """

    def __init__(
        self,
        target: Target,
        facts: Facts,
        written: WrittenFor,
        locked: Mapping[str, str] | None = None,
    ) -> None:
        self._target, self._facts, self._written = target, facts, written
        self._locked = locked or {}
        self._histories: dict[str, dict[str, tuple[dt.date, Move]]] = {}
        self._spans: dict[tuple[str, str], list[str]] = {}

    @cached_property
    def _moves(self) -> Mapping[str, tuple[Move, ...]]:
        old, new = self._written.date, self._target.date
        if not self._written.sure or old is None or new is None or old == new:
            return {}
        return self._facts.moves(old, new)

    @property
    def _name(self) -> str:
        return self._target.name

    def rule(self, item: Cited, words: Words | None, beside: Collection[str]) -> Ruling | None:
        """What is wrong with a citation; None where nothing is.

        Args:
            words: that stand beside it alone; None where there are none, or others share them.
            beside: the numbers of other citations near by.
        """
        if item.fault:
            return self._malformed(item)
        assert item.first is not None
        first = item.first.number
        if item.last is not None:
            return self._range(first, item.last.number, words, beside)
        return self._single(first, words) or self._wrong(first, [first], words, beside)

    def _malformed(self, item: Cited) -> Ruling:
        number = item.first.number if item.first else ""
        near = self._nearest(number) if number and not item.last else ()
        hint = f"; did you mean {' or '.join(near)}?" if near else ""
        return Ruling("malformed", number, f"{item.fault}{hint}", near)

    def _single(self, number: str, words: Words | None) -> Ruling | None:
        """What numbers alone say, words only deciding between an old and a new meaning."""
        moves = self._moves.get(number)
        if moves and (ruling := self._followed(number, moves, words)):
            return ruling
        if not moves and number not in self._target.numbers:
            return self._lost(number, words)
        locked, now = self._locked.get(number), self._target.hashes.get(number)
        if locked and now and locked != now:
            return Ruling("changed", number, f"{number} has other words than when it was locked")
        return None

    def _followed(self, number: str, moves: tuple[Move, ...], words: Words | None) -> Ruling | None:
        """A number of the edition that the text was written for, followed to the target."""
        since, kept = self._written.date, number in self._target.numbers
        news = [move.number for move in moves if move.number]
        if kept and words and news != [number] and self._is_current(number, news, words):
            return None
        if not news:
            other = f"; {self._name} has another rule of that number" if kept else ""
            message = f"{number} of {since} was withdrawn{other}"
            return Ruling("dangling", number, message)
        move = moves[0]
        if number in news:
            if len(news) == 1 and move.verdict == "same":
                return None
            what = "has other words than in" if len(news) == 1 else "gave a part away since"
            return Ruling("reworded", number, f"{number} {what} {since}", tuple(news))
        if len(news) > 1 or move.verdict not in _RENUMBERED:
            became = "became" if len(news) > 1 else "became part of"
            message = f"{number} of {since} {became} {' and '.join(news)} in {self._name}"
            return Ruling("split", number, message, tuple(news), move.confidence)
        return self._moved(number, move, since, words)

    def _is_current(self, number: str, news: list[str], words: Words) -> bool:
        """Whether the words are about what the number names today, not what it named."""
        if news:
            return all(words.prefer(number, new) for new in news)
        return words.prefer(number, "") and not words.better([number], ())[0]

    def _moved(self, number: str, move: Move, since: dt.date | None, words: Words | None) -> Ruling:
        better, score = words.better([move.number], ()) if words else ([], 0.0)
        if better:
            message = f"the words beside {number} fit {' or '.join(better)} of {self._name} better"
            message += f"; {number} of {since} is {move.number} now"
            verdict = "wrong" if number in self._target.numbers else "dangling"
            return Ruling(verdict, number, message, tuple(better), score)
        certain = move.confidence >= _CERTAIN and self._is_agreed(number, move.number, words)
        doubt = "" if certain else " (not certain)"
        message = f"{number} of {since} is {move.number} in {self._name}{doubt}"
        return Ruling(
            "moved",
            number,
            message,
            (move.number,),
            round(move.confidence, 2),
            certain,
            (move.number, None),
        )

    def _is_agreed(self, number: str, new: str, words: Words | None) -> bool:
        """Whether all editions that the text may be written for say so, or the words do."""
        target = self._target.date
        if not self._written.sure or target is None or (words and words.support(new)):
            return True
        rivals = self._written.rivals
        return all(self._facts.follow(r, target).get(number, new) == new for r in rivals)

    def _lost(self, number: str, words: Words | None) -> Ruling:
        """A number that the target lacks and the edition written for, if known, lacked too."""
        history = self._history(number)
        told = list(history)
        if len(told) > 1 and words:
            told = [n for n in told if all(words.prefer(n, o) for o in told if o != n)] or told
        if len(told) == 1 and told[0]:
            since, move = history[told[0]]
            if move.verdict in _RENUMBERED and (not words or words.fit(move.number)):
                return self._moved(number, move, since, words)
        known = tuple(n for n in history if n)
        message = f"{self._name} prints no rule {number}"
        if known:
            since = history[known[0]][0]
            message += f"; {since} did, and it became {' or '.join(known)}"
            return Ruling("dangling", number, message, known)
        if history:
            return Ruling("dangling", number, f"{message}; it was withdrawn")
        near = self._nearest(number)
        hint = f"; did you mean {' or '.join(near)}?" if near else ""
        return Ruling("dangling", number, message + hint, near)

    def _history(self, number: str) -> dict[str, tuple[dt.date, Move]]:
        """What a number of older editions became, newest meaning first; an empty one is withdrawn.

        Each with the newest edition in which the number meant it.
        """
        if number not in self._histories:
            found: dict[str, tuple[dt.date, Move]] = {}
            seen: set[str | None] = set()
            new = self._target.date
            for edition in reversed(self._facts.editions):
                if new is None or edition >= new or number not in self._facts.numbers(edition):
                    continue
                now = self._facts.follow(edition, new).get(number)
                if now not in seen:
                    seen.add(now)
                    for move in self._facts.moves(edition, new).get(number, ()):
                        found.setdefault(move.number, (edition, move))
            self._histories[number] = found
        return self._histories[number]

    def _nearest(self, number: str) -> tuple[str, ...]:
        section, rule, letter = split(number)
        above = f"{section}.{rule}" if letter else section
        alike = [n for n in self._siblings.get((section, rule), ()) if n != above]
        if alike and letter:
            return (min(alike, key=lambda n: (abs(ord(n[-1]) - ord(letter)), n)),)
        return (above,) if above in self._target.numbers and above != number else ()

    @cached_property
    def _siblings(self) -> Mapping[tuple[str, str], list[str]]:
        """The target's numbers by section and rule."""
        found: dict[tuple[str, str], list[str]] = {}
        for number in self._target.numbers:
            section, rule, _ = split(number)
            found.setdefault((section, rule), []).append(number)
        return found

    def _span(self, first: str, last: str) -> list[str]:
        if (first, last) not in self._spans:
            self._spans[first, last] = span(first, last, self._target.numbers)
        return self._spans[first, last]

    def _wrong(
        self, shown: str, numbers: list[str], words: Words | None, beside: Collection[str]
    ) -> Ruling | None:
        """A real number whose words fit another rule."""
        if words is None:
            return None
        better, score = words.better(numbers, beside)
        if not better:
            return None
        # Where the edition written for is known, the number can't have been meant for another.
        free = len(numbers) == 1 and not self._written.sure
        past = self._history(shown).get(better[0]) if free else None
        if past and past[1].verdict in _RENUMBERED:
            return self._moved(shown, past[1], past[0], None)
        message = f"the words beside {shown} fit {' or '.join(better)} of {self._name} better"
        return Ruling("wrong", shown, message, tuple(better), score)

    def _range(
        self, first: str, last: str, words: Words | None, beside: Collection[str]
    ) -> Ruling | None:
        shown = f"{first}–{last}"
        members = self._span(first, last)
        ends = [self._single(first, words), self._single(last, words)]
        faults = [ruling for ruling in ends if ruling and ruling.verdict not in PASSING]
        if not faults:
            holes = [number for number in members if number not in self._target.numbers]
            if holes:
                message = f"{self._name} lacks {', '.join(holes)} of the range {shown}"
                return Ruling("holes", shown, message)
            noted = next((ruling for ruling in ends if ruling), None)
            return noted or self._wrong(shown, members, words, beside)
        news = [
            ruling.better[0] if ruling and ruling.verdict == "moved" else None for ruling in ends
        ]
        if not any(news):
            return faults[0]
        new = (news[0] or first, news[1] or last)
        certain = all(r.certain for r in faults) and self._moved_whole(first, last, new)
        doubt = "" if certain else " (not certain)"
        message = f"{shown} is {new[0]}–{new[1]} in {self._name}{doubt}"
        scores = [ruling.score for ruling in faults if ruling.score is not None]
        return Ruling(
            "moved",
            shown,
            message,
            (f"{new[0]}–{new[1]}",),
            min(scores, default=None),
            certain,
            new if certain else None,
        )

    def _moved_whole(self, first: str, last: str, new: tuple[str, str]) -> bool:
        """Whether all that a range spanned moved together, and nothing else came between."""
        if order(new[0]) >= order(new[1]):
            return False
        old = self._written.date
        printed = self._facts.numbers(old) if old and self._moves else self._target.numbers
        before = [n for n in span(first, last, printed) if n in printed]
        after = [n for n in span(*new, self._target.numbers) if n in self._target.numbers]
        became = [[m.number for m in self._moves.get(n, ())] for n in before]
        return bool(self._moves) and became == [[n] for n in after]
