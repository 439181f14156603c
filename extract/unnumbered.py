"""A page without numbers to rules: what `page` reads and `inference` numbers, and what was lost."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from extract.inference import Numbered, infer_numbers
from extract.page import Page, read_page
from extract.readers import Lines
from kg.folding import fold
from kg.model import LETTERS, Edition, Example, OddLine, Rule, RuleNumber

__all__ = ["BaseFinder", "UnnumberedPage", "parse_page"]


class BaseFinder:
    """Finds the numbered edition whose texts are most like a page's.

    Args:
        editions: those to choose from; where there is one, it is taken.
    """

    # Of a page's paragraphs, how many the edition must have word for word.
    LEAST_SHARE = 0.3

    def __init__(self, editions: Sequence[Edition] = (), *, given: Edition | None = None) -> None:
        self._editions = tuple(editions)
        self._given = given

    def find(self, texts: Sequence[str]) -> Edition | None:
        """The edition given, else the one with most of the texts; None where none has enough."""
        if self._given is not None:
            return self._given
        wanted = {fold(text) for text in texts}
        shares = [
            (len(wanted & {fold(r.text) for r in e.rules}) / max(1, len(wanted)), e.key.order, e)
            for e in self._editions
        ]
        best = max(shares, key=lambda entry: entry[:2], default=None)
        return best[2] if best and best[0] >= self.LEAST_SHARE else None


@dataclass(frozen=True, slots=True)
class UnnumberedPage:
    """What such a page gives.

    Attributes:
        base: the numbered edition that helped.
    """

    title: str
    rules: tuple[Rule, ...]
    odd_lines: tuple[OddLine, ...]
    base: Edition | None


def parse_page(lines: Lines, source: str, bases: BaseFinder) -> UnnumberedPage | None:
    """The rules of a page that prints no numbers; None where nothing tells its section.

    Args:
        source: the SHA-256 of the page.
    """
    page = read_page(lines)
    base = bases.find([block.text for block in page.blocks()])
    numbered = infer_numbers(page, base)
    if not numbered:
        return None
    rules = [_rule(entry, lines, source) for entry in numbered]
    if page.section:
        number, title, line = page.section
        rules.append(
            Rule(
                number=number,
                heading=title,
                text=title,
                span=lines.spans[line],
                line=line + 1,
                source=source,
            )
        )
    rules.sort(key=lambda rule: rule.number)
    numbers = {rule.number for rule in rules}
    placed = tuple(replace(rule, parent=rule.number.parent_in(numbers)) for rule in rules)
    return UnnumberedPage(page.title, placed, (*page.odd, *_losses(numbered, base, page)), base)


def _rule(entry: Numbered, lines: Lines, source: str) -> Rule:
    block = entry.block
    return Rule(
        number=entry.number,
        heading=block.text if entry.is_heading else "",
        text=block.text,
        span=lines.spans[block.line],
        examples=tuple(Example(text=text, span=lines.spans[i]) for i, text in block.examples),
        line=block.line + 1,
        source=source,
        inferred_number=True,
        confidence=entry.confidence,
        evidence=entry.evidence,
    )


def _losses(numbered: Sequence[Numbered], base: Edition | None, page: Page) -> list[OddLine]:
    """What the page must have held and doesn't: headings and letters skipped, and what the base
    has between its first and last rule."""
    found = {entry.number: entry for entry in numbered}
    first, last = min(found), max(found)
    wanted = set(_skipped(found))
    if base is not None:
        section = first.section
        wanted |= {
            rule.number
            for rule in base.rules
            if rule.number.section == section and first < rule.number < last
        }
    losses = []
    for number in sorted(wanted - set(found)):
        before = max(n for n in found if n < number)
        what = "heading missing" if not number.letter else "absent"
        line = found[before].block.line + 1
        losses.append(OddLine(line, f"rule {number} behind {before}", f"{number} {what}"))
    return losses


def _skipped(found: dict[RuleNumber, Numbered]) -> list[RuleNumber]:
    skipped = []
    for rule in range(min(found).rule, max(found).rule + 1):
        number = RuleNumber(min(found).chapter, min(found).section, rule)
        skipped.append(number)
        letters = [n.letter for n in found if n.parent == number]
        end = LETTERS.index(max(letters)) if letters else 0
        skipped += [
            RuleNumber(number.chapter, number.section, rule, letter) for letter in LETTERS[:end]
        ]
    return skipped
