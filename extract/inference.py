"""The numbers of a page that prints none, each with what it rests on and how sure it is.

What is used, the strongest first: what the page says of itself ("the process described in rule
701.47a", `See rule 701.19, “Regenerate.”`), a numbered edition whose texts are alike, and order.
Nothing is taken from a list of titles. Where a numbered edition and the page name the same rule by
two numbers, the page is right about itself: 701.50c of January 2026 is 701.50b half a year later.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from extract.components.citations import find_mentions
from extract.page import Block, Group, Page, content_words, mentions_word
from kg.align import align
from kg.folding import fold
from kg.model import LETTERS, Edition, Rule, RuleNumber

__all__ = ["Numbered", "infer_numbers"]

# What opens a rule that can't be the first below its heading: it leans on one before it.
_LEANS_BACK = re.compile(r"(?:Although|While|Once|However|Such|Similarly)\b")
# `transforms or converts (see rule 701.28)`: the word before the bracket is what the rule is about.
_IN_BRACKETS = re.compile(r"(\w{4,}) \(see rule $")
_TITLED = re.compile(r",\s+[“\"]([^”\"]+?)[.,;]?[”\"]")

_SURE, _LIKELY, _GUESSED = 0.95, 0.8, 0.6
# With fewer headings, or fewer texts that the base has too, a page is no section of the rules.
_LEAST_GROUPS = 3
_LEAST_SHARE = 0.5


@dataclass(frozen=True, slots=True)
class Numbered:
    """A block of a page with the number inferred for it.

    Attributes:
        confidence: 0 to 1.
        evidence: what the number rests on, in words.
        is_heading: whether the block is a heading.
    """

    block: Block
    number: RuleNumber
    confidence: float
    evidence: str
    is_heading: bool = False


def infer_numbers(page: Page, base: Edition | None) -> list[Numbered] | None:
    """A number for each heading and paragraph, in order; None where nothing tells the section.

    Args:
        base: a numbered edition whose texts may be alike.
    """
    alone = _by_itself(page)
    if base is None:
        return alone
    aligned = _by_base(page, base)
    if aligned is None or (alone and _contradictions(aligned) > _contradictions(alone)):
        return alone
    return aligned


# By the page itself ------------------------------------------------------------------------------


@dataclass(slots=True)
class _Topic:
    """A group with the words that name it: its heading's, or the ones its paragraphs share.

    Attributes:
        start: which of the group's paragraphs are meant: `paragraphs`.
        number: the rule's number in its section; 0 while it isn't known.
    """

    heading: Block | None
    paragraphs: list[Block]
    words: list[str]
    number: int = 0
    confidence: float = _GUESSED
    evidence: str = "order on the page"


def _by_itself(page: Page) -> list[Numbered] | None:
    if len(page.groups) < _LEAST_GROUPS:
        return None
    topics = _topics(page)
    section = page.section[0] if page.section else _own_section(topics)
    if section is None:
        return None
    anchors = _anchors(topics, section)
    _number_topics(topics, anchors)
    return [found for topic in topics for found in _number_letters(topic, section)]


def _topics(page: Page) -> list[_Topic]:
    said = Counter(
        word
        for block in page.blocks()
        for word in {w.lower() for w in re.findall(r"[^\W\d_]{4,}", block.text)}
    )
    topics: list[_Topic] = []
    for group in page.groups:
        topics += _split(group, said)
    return topics


def _split(group: Group, said: Mapping[str, int]) -> list[_Topic]:
    """A group, and those behind it whose heading the page has lost.

    Behind the last paragraph that speaks of the heading, paragraphs that share a rare word of their
    own are another group.
    """
    if group.heading is None:
        return [_Topic(None, group.paragraphs, [])]
    words = content_words(group.heading.text)
    last = 0
    for place, block in enumerate(group.paragraphs):
        if any(mentions_word(block.text, word) for word in words):
            last = place
    topics = [_Topic(group.heading, group.paragraphs[: last + 1], words)]
    rest = group.paragraphs[last + 1 :]
    while rest:
        word, length = _shared_word(rest, said)
        if not word:
            topics[-1].paragraphs += rest[:1]
            rest = rest[1:]
            continue
        topics.append(
            _Topic(None, rest[:length], [word], evidence=f"its paragraphs share {word!r}")
        )
        rest = rest[length:]
    return topics


def _shared_word(blocks: Sequence[Block], said: Mapping[str, int]) -> tuple[str, int]:
    """The word that the first of some paragraphs shares with those next to it and with few others,
    and how many of them have it; an empty word where there is no such."""
    best, length, worth = "", 0, 0.0
    for word in dict.fromkeys(w.lower() for w in re.findall(r"[^\W\d_]{4,}", blocks[0].text)):
        run = 0
        while run < len(blocks) and _shares(blocks[run].text, word):
            run += 1
        elsewhere = sum(n for other, n in said.items() if _shares(other, word)) - run
        value = run / (1 + max(elsewhere, 0) / 2)
        if run >= 2 and value > worth and elsewhere < 3 * run:
            best, length, worth = word, run, value
    return best, length


def _shares(text: str, word: str) -> bool:
    stem = word[: max(5, len(word) - 3)]
    return re.search(rf"\b{re.escape(stem)}", text, re.IGNORECASE) is not None


def _own_section(topics: Sequence[_Topic]) -> RuleNumber | None:
    """The section that the page's own citations speak of most, as one would of one's own."""
    votes: Counter[RuleNumber] = Counter()
    titles = [fold(topic.heading.text) for topic in topics if topic.heading]
    for number, title, _ in _titled(topics):
        if not number.rule:
            continue
        section = RuleNumber(number.chapter, number.section)
        folded = fold(title)
        place = number.rule - 2
        if folded in titles:
            votes[section] += 3
        elif place >= len(titles) and titles and folded > titles[-1]:
            # In alphabetical order it would follow the last heading, as its number does.
            votes[section] += 1 + (place == len(titles))
    for topic in topics:
        for block in topic.paragraphs:
            for mention in block.mentions():
                before = block.text[max(0, mention.start - 24) : mention.start].lower()
                if mention.first.letter and "described in" in before:
                    votes[RuleNumber(mention.first.chapter, mention.first.section)] += 1
    return votes.most_common(1)[0][0] if votes else None


def _titled(topics: Sequence[_Topic]) -> list[tuple[RuleNumber, str, int]]:
    """Numbers that are cited with a title, with the title and the place of the topic citing."""
    found = []
    for place, topic in enumerate(topics):
        for block in topic.paragraphs:
            for mention in block.mentions():
                title = _TITLED.match(block.text, mention.end)
                if title:
                    found.append((mention.first, title[1], place))
    return found


def _anchors(topics: Sequence[_Topic], section: RuleNumber) -> dict[int, tuple[int, str]]:
    """The rule numbers that the page itself gives to topics: place, number, evidence.

    Those that don't fit into the order of the rest are left out.
    """
    votes: dict[int, Counter[int]] = {}
    evidence: dict[tuple[int, int], str] = {}

    def vote(place: int, number: RuleNumber, why: str, weight: int) -> None:
        votes.setdefault(place, Counter())[number.rule] += weight
        evidence.setdefault((place, number.rule), why)

    for number, title, _ in _titled(topics):
        if number.section != section.section or not number.rule:
            continue
        words = content_words(title)
        for place, topic in enumerate(topics):
            named = topic.heading and fold(topic.heading.text) == fold(title)
            spoken = not topic.heading and any(
                _shares(word, topic.words[0]) for word in words if topic.words
            )
            if named or spoken:
                vote(place, number, f"cited as rule {number}, “{title}”", 3)
    for place, topic in enumerate(topics):
        for block in topic.paragraphs:
            for mention in block.mentions():
                number = mention.first
                if number.section != section.section or mention.last is not None:
                    continue
                if number.letter:
                    vote(place, number, f"speaks of rule {number} as of itself", 1)
                elif word := _IN_BRACKETS.search(block.text, 0, mention.start):
                    for other, about in enumerate(topics):
                        if about.words and _shares(word[1], about.words[0]):
                            vote(other, number, f"{word[1]!r} is sent to rule {number}", 2)
    chosen = {place: counts.most_common(1)[0] for place, counts in votes.items()}
    kept = _longest_rising([(place, *chosen[place]) for place in sorted(chosen)])
    return {place: (number, evidence[place, number]) for place, number in kept}


def _longest_rising(found: list[tuple[int, int, int]]) -> list[tuple[int, int]]:
    """Of (place, number, weight), the heaviest part in which numbers rise at least as places do."""
    best: list[tuple[int, list[tuple[int, int]]]] = []
    for place, number, weight in found:
        if number < place + 1:
            continue
        before = [
            (value, kept)
            for value, kept in best
            if kept[-1][0] < place and number - kept[-1][1] >= place - kept[-1][0]
        ]
        value, kept = max(before, default=(0, []), key=lambda entry: entry[0])
        best.append((value + weight, [*kept, (place, number)]))
    return max(best, default=(0, []), key=lambda entry: entry[0])[1]


def _number_topics(topics: Sequence[_Topic], anchors: Mapping[int, tuple[int, str]]) -> None:
    """Rule numbers in order, through the anchors.

    A stretch between two anchors with more numbers than topics has lost some of them. What a page
    loses, it loses together: the gap is put behind the longest run of topics without headings.
    """
    number = 0
    for place, topic in enumerate(topics):
        if place in anchors:
            number, topic.evidence = anchors[place]
            topic.confidence = _SURE
        else:
            first, last = _stretch(place, anchors)
            lost = _lost(first, last, anchors)
            behind = _longest_headless_run(topics[first + 1 : last]) + first + 1 if last else 0
            number += 1 + (lost if lost and place == behind else 0)
            topic.confidence = _GUESSED if lost else (_SURE if last else _LIKELY)
        topic.number = number


def _stretch(place: int, anchors: Mapping[int, tuple[int, str]]) -> tuple[int, int]:
    """The anchors before and behind a place; -1 and 0 where there is none."""
    before = max((p for p in anchors if p < place), default=-1)
    return before, min((p for p in anchors if p > place), default=0)


def _lost(first: int, last: int, anchors: Mapping[int, tuple[int, str]]) -> int:
    """How many numbers between two anchors have no topic."""
    if not last:
        return 0
    start = anchors[first][0] if first >= 0 else 0
    return anchors[last][0] - start - (last - first)


def _longest_headless_run(topics: Sequence[_Topic]) -> int:
    """Where the longest run of topics without headings ends; the end where there is none."""
    best, end, run = 0, len(topics), 0
    for place, topic in enumerate(topics):
        run = 0 if topic.heading or not topic.words else run + 1
        if run > best:
            best, end = run, place + 1
    return end


def _number_letters(topic: _Topic, section: RuleNumber) -> list[Numbered]:
    rule = RuleNumber(section.chapter, section.section, topic.number)
    found = []
    if topic.heading:
        heading = Numbered(topic.heading, rule, topic.confidence, topic.evidence, is_heading=True)
        found.append(heading)
    blocks = list(topic.paragraphs)
    if not topic.heading and not topic.words and blocks:
        # Above the first heading stands the section's first rule.
        found.append(Numbered(blocks.pop(0), rule, topic.confidence, topic.evidence))
    shift = _first_letter(blocks, rule)
    for place, block in enumerate(blocks):
        number = RuleNumber(rule.chapter, rule.section, rule.rule, LETTERS[min(place + shift, 23)])
        sure = topic.confidence if not shift else min(topic.confidence, _GUESSED)
        found.append(Numbered(block, number, sure, f"{topic.evidence}; order below its heading"))
    return found


def _first_letter(blocks: Sequence[Block], rule: RuleNumber) -> int:
    """0 for a, 1 where the first paragraph leans on one before it, or would name itself."""
    if not blocks:
        return 0
    for shift in (0, 1):
        if shift == 0 and _LEANS_BACK.match(blocks[0].text):
            continue
        numbers = [
            RuleNumber(rule.chapter, rule.section, rule.rule, LETTERS[min(i + shift, 23)])
            for i in range(len(blocks))
        ]
        named = [{m.first for m in block.mentions()} for block in blocks]
        if not any(number in cited for number, cited in zip(numbers, named, strict=True)):
            return shift
    return 0


# By a numbered edition ---------------------------------------------------------------------------


def _by_base(page: Page, base: Edition) -> list[Numbered] | None:
    blocks = list(page.blocks())
    rules = [rule for rule in base.rules if rule.number.rule]
    pairs = align([fold(r.text) for r in rules], [fold(b.text) for b in blocks], threshold=0.5)
    section = page.section[0] if page.section else None
    if section is None and pairs:
        votes = Counter(rules[pair.old].number.section for pair in pairs)
        number = votes.most_common(1)[0][0]
        section = RuleNumber(number // 100, number)
    if section is None:
        return None
    twins = {
        pair.new: (rules[pair.old], pair.score)
        for pair in pairs
        if rules[pair.old].number.section == section.section
    }
    twins = _rising(twins)
    if len(twins) < _LEAST_SHARE * len(blocks):
        return None
    moved = _moved(blocks, twins)
    headings = {id(group.heading) for group in page.groups if group.heading}
    return _place(blocks, headings, twins, moved, section, base)


def _rising(twins: dict[int, tuple[Rule, float]]) -> dict[int, tuple[Rule, float]]:
    """The twins whose numbers rise with their places: the page keeps the order of the rules."""
    ends: list[list[int]] = []
    for place in sorted(twins):
        number = twins[place][0].number
        before = [chain for chain in ends if twins[chain[-1]][0].number < number]
        ends.append([*max(before, default=[], key=len), place])
    return {place: twins[place] for place in max(ends, default=[], key=len)}


def _moved(
    blocks: Sequence[Block], twins: Mapping[int, tuple[Rule, float]]
) -> dict[RuleNumber, RuleNumber]:
    """What the page calls rules that the base calls otherwise, by citations in the same place."""
    moved: dict[RuleNumber, RuleNumber] = {}
    for place, (rule, _) in twins.items():
        ours, theirs = blocks[place].mentions(), list(find_mentions(rule.text))
        if len(ours) != len(theirs):
            continue
        for one, other in zip(ours, theirs, strict=True):
            if one.first != other.first and one.first.section == rule.number.section:
                moved[other.first] = one.first
    return moved


def _place(
    blocks: Sequence[Block],
    headings: set[int],
    twins: Mapping[int, tuple[Rule, float]],
    moved: Mapping[RuleNumber, RuleNumber],
    section: RuleNumber,
    base: Edition,
) -> list[Numbered]:
    found: list[Numbered] = []
    last = section
    for place, block in enumerate(blocks):
        if place in twins:
            rule, score = twins[place]
            number, why = _as_moved(rule.number, moved)
            evidence = f"like {rule.number} of {base.key} ({score:.2f}){why}"
            confidence = round(min(score, 1.0) * (_LIKELY if why else 1.0), 2)
        else:
            is_heading = id(block) in headings
            number = _next(last, rule=is_heading or not last.rule)
            evidence, confidence = f"behind {last}, order on the page", _GUESSED
        if number <= last:
            number = _next(last, rule=id(block) in headings)
            evidence, confidence = f"behind {last}, order on the page", _GUESSED
        found.append(Numbered(block, number, confidence, evidence, id(block) in headings))
        last = number
    return found


def _as_moved(number: RuleNumber, moved: Mapping[RuleNumber, RuleNumber]) -> tuple[RuleNumber, str]:
    """The number with the shift that the page's own citations give it or a sibling before it."""
    siblings = [old for old in moved if old.parent == number.parent and old <= number]
    if not number.letter or not siblings:
        return number, ""
    old = max(siblings)
    new = moved[old]
    if not old.letter or not new.letter:
        return number, ""
    letter = LETTERS.index(number.letter) + LETTERS.index(new.letter) - LETTERS.index(old.letter)
    shifted = replace(number, rule=new.rule, letter=LETTERS[max(0, min(letter, 23))])
    return shifted, f"; the page calls its {old} {new}"


def _next(last: RuleNumber, *, rule: bool) -> RuleNumber:
    if rule or not last.rule:
        return RuleNumber(last.chapter, last.section, last.rule + 1)
    following = LETTERS.index(last.letter) + 1 if last.letter else 0
    return replace(last, letter=LETTERS[min(following, 23)])


def _contradictions(found: Sequence[Numbered]) -> int:
    """How often the page cites a title of its own under another number than the one inferred."""
    titles = {fold(n.block.text): n.number for n in found if not n.number.letter}
    wrong = 0
    for entry in found:
        for mention in entry.block.mentions():
            title = _TITLED.match(entry.block.text, mention.end)
            if title and fold(title[1]) in titles and mention.first.rule:
                wrong += titles[fold(title[1])] != mention.first
    return wrong
