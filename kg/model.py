"""Rules as values: their numbers, their words, and the edition that prints them.

Nothing here opens a file or a store: `extract` makes these values, `kg.store` keeps them.
Spans are half-open and count characters, not bytes: a passage's span counts in the decoded source,
a citation's in its own passage.
"""

from __future__ import annotations

import datetime as dt
import functools
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field

from kg.errors import BadRuleNumberError

__all__ = [
    "Citation",
    "Edition",
    "EditionKey",
    "Example",
    "GlossaryEntry",
    "OddLine",
    "Passage",
    "Rule",
    "RuleNumber",
    "Sense",
    "Source",
]

# CR Introduction: subrule letters skip l and o.
LETTERS = "abcdefghijkmnpqrstuvwxyz"
_STATUS = re.compile(r"\s*\((Obsolete|Informal)\)\s*$", re.IGNORECASE)
_QUOTED = re.compile(r"[“\"]([^“”\"]+?),?[”\"]")
_NUMBER = re.compile(r"([1-9])|([1-9]\d\d)(?:\.([1-9]\d{0,2})([a-km-np-z])?)?")


@dataclass(frozen=True, slots=True, order=True)
class RuleNumber:
    """A chapter's, section's, rule's or subrule's number, in document order.

    Attributes:
        chapter: 1 to 9.
        section: 100 to 999, or 0 for a chapter.
        rule: from 1, or 0 for a chapter or a section.
        letter: a subrule's, else empty.

    Example:
        >>> RuleNumber.parse("701.8a").parent
        RuleNumber('701.8')
    """

    chapter: int
    section: int = 0
    rule: int = 0
    letter: str = ""

    @classmethod
    def parse(cls, text: str) -> RuleNumber:
        """The number that `text` is, with or without a closing period.

        Raises:
            BadRuleNumberError: for anything else.
        """
        match = _NUMBER.fullmatch(text.strip().removesuffix("."))
        if match is None:
            raise BadRuleNumberError(text)
        chapter, section, rule, letter = match.groups()
        if chapter:
            return cls(int(chapter))
        return cls(int(section[0]), int(section), int(rule or 0), letter or "")

    @property
    def kind(self) -> str:
        """`chapter`, `section`, `rule` or `subrule`."""
        if self.letter:
            return "subrule"
        if self.rule:
            return "rule"
        return "section" if self.section else "chapter"

    @property
    def parent(self) -> RuleNumber | None:
        """The number one step up; None for a chapter."""
        if self.letter:
            return RuleNumber(self.chapter, self.section, self.rule)
        if self.rule:
            return RuleNumber(self.chapter, self.section)
        return RuleNumber(self.chapter) if self.section else None

    def parent_in(self, numbers: Collection[RuleNumber]) -> RuleNumber | None:
        """The nearest number above it that is among `numbers`; None where none is."""
        parent = self.parent
        while parent is not None and parent not in numbers:
            parent = parent.parent
        return parent

    def __str__(self) -> str:
        if not self.section:
            return str(self.chapter)
        return f"{self.section}.{self.rule}{self.letter}" if self.rule else str(self.section)

    def __repr__(self) -> str:
        return f"RuleNumber({str(self)!r})"


@dataclass(frozen=True, slots=True)
class EditionKey:
    """What tells one edition from another, and the last part of its IRI.

    Attributes:
        date: the day on which the text takes effect; None where the document doesn't say.
        restated: whether this is ruleloom's own restatement of that date.
        digest: for an undated document the first 8 hexadecimal digits of its SHA-256, else empty.
    """

    date: dt.date | None
    restated: bool = False
    digest: str = ""

    @property
    def name(self) -> str:
        """`2026-01-16`, or `undated-1f2e3d4c`."""
        return self.date.isoformat() if self.date else f"undated-{self.digest}"

    @property
    def path(self) -> str:
        """`edition/2026-01-16`, or `restated/2026-01-16` for ruleloom's own restatement."""
        return f"{'restated' if self.restated else 'edition'}/{self.name}"

    @classmethod
    def from_path(cls, path: str) -> EditionKey:
        """The key whose `path` this is.

        Raises:
            ValueError: for anything that `path` doesn't make.
        """
        folder, _, name = path.partition("/")
        if folder not in ("edition", "restated") or not name:
            raise ValueError(f"{path!r} names no edition")
        restated = folder == "restated"
        if name.startswith("undated-"):
            return cls(None, restated, name.removeprefix("undated-"))
        return cls(dt.date.fromisoformat(name), restated)

    @property
    def order(self) -> tuple[str, bool, str]:
        """A key to sort by: by date, ours before the official text, undated ones first."""
        return (self.date.isoformat() if self.date else "", not self.restated, self.digest)

    def __str__(self) -> str:
        return f"{self.name} (restated)" if self.restated else self.name


@dataclass(frozen=True, slots=True)
class Citation:
    """One mention of rule numbers in a passage.

    Attributes:
        text: the words of the mention, such as `601.2f–h`.
        start, end: where they lie in the passage.
        targets: the numbers that it names, in document order, each once; ranges are expanded over
            the rules that the edition prints.
        missing: those of `targets` that the edition doesn't print.
    """

    text: str
    start: int
    end: int
    targets: tuple[RuleNumber, ...]
    missing: tuple[RuleNumber, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """Words that can cite rules.

    Attributes:
        text: Unicode NFC, no markup.
        span: where the passage lies in its source.
        citations: in the order of the text.
        printed: what the source prints, where it had to be repaired; else empty.
    """

    text: str
    printed: str = ""
    span: tuple[int, int] = (0, 0)
    citations: tuple[Citation, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Example(Passage):
    """One example below a rule, without the word that marks it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sense(Passage):
    """One sense of a glossary entry.

    Attributes:
        label: the number printed before it; empty for an only sense, and for a remark above or
            below numbered ones.
    """

    label: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule(Passage):
    """One chapter, section, rule or subrule, as one edition prints it.

    Attributes:
        number: with the edition, the rule's identity.
        parent: the nearest number above it that the edition prints; None at the top.
        heading: its title, or empty; a bare heading's `text` is its heading too.
        text: the words after the number, on one line.
        examples: in order.
        line: of the source, from 1.
        source: the SHA-256 of the source that it came from.
        also_in: the SHA-256s of further sources that print it alike, sorted.
        inferred_number: whether the source doesn't print the number.
        confidence: how sure an inferred number is, 0 to 1; 1 for a printed one.
        evidence: what an inferred number rests on, in words.
        truncated: whether the source stops inside it.
    """

    number: RuleNumber
    parent: RuleNumber | None = None
    heading: str = ""
    examples: tuple[Example, ...] = ()
    line: int = 0
    source: str = ""
    also_in: tuple[str, ...] = ()
    inferred_number: bool = False
    confidence: float = 1.0
    evidence: str = ""
    truncated: bool = False

    @property
    def kind(self) -> str:
        """`chapter`, `section`, `rule` or `subrule`."""
        return self.number.kind

    def passages(self) -> Iterator[Passage]:
        """Its own words, then its examples."""
        yield self
        yield from self.examples

    def references(self) -> tuple[RuleNumber, ...]:
        """The numbers that it and its examples cite, each once, in the order of the text."""
        return _targets(self.passages())


@dataclass(frozen=True, slots=True, kw_only=True)
class GlossaryEntry:
    """One entry of the glossary.

    Attributes:
        headword: as printed, such as `Kicker, Kicked` or `Bury (Obsolete)`.
        senses: in order, with the remarks among numbered ones.
        see: headwords of the entries that its see-lines name, in the order of the glossary.
        line, source, also_in: as of a rule.
    """

    headword: str
    senses: tuple[Sense, ...]
    see: tuple[str, ...] = ()
    line: int = 0
    source: str = ""
    also_in: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """The terms in the headword, without quotes and without `(Obsolete)` or `(Informal)`.

        A comma parts two terms where both begin alike (`Kicker, Kicked`) or the second is quoted;
        elsewhere it belongs to the term (`Active Player, Nonactive Player Order`).

        Example:
            >>> GlossaryEntry(headword="Partner, “Partner with [name]”", senses=()).names
            ('Partner', 'Partner with [name]')
        """
        word = _STATUS.sub("", self.headword).strip()
        quoted = [match[1].strip() for match in _QUOTED.finditer(word)]
        plain = [part.strip() for part in _QUOTED.sub("", word).split(",") if part.strip()]
        alike = all(p[:3].lower() == plain[0][:3].lower() or len(p) == 1 for p in plain)
        names = plain if alike else [", ".join(plain)]
        return tuple(dict.fromkeys([*names, *quoted]))

    @property
    def status(self) -> str:
        """`obsolete` or `informal`, as the headword says, or empty."""
        match = _STATUS.search(self.headword)
        return match[1].lower() if match else ""

    @property
    def text(self) -> str:
        """The senses as printed, a line each."""
        return "\n".join(f"{s.label} {s.text}" if s.label else s.text for s in self.senses)

    def meanings(self) -> tuple[Sense, ...]:
        """Its senses without the remarks among numbered ones."""
        return tuple(sense for sense in self.senses if sense.label) or self.senses[:1]

    def references(self) -> tuple[RuleNumber, ...]:
        """The numbers that its senses cite, each once, in the order of the text."""
        return _targets(self.senses)


@dataclass(frozen=True, slots=True)
class OddLine:
    """A line that the reader kept as text though it expected something else there.

    Attributes:
        line: of the source, from 1.
        expected: what was expected, in words.
        text: the line.
        source: the SHA-256 of the source.
    """

    line: int
    expected: str
    text: str
    source: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """A document that an edition was read from.

    Attributes:
        name: the file's name, without its folder.
        origin: what tells a changed file from another one: the first 16 hexadecimal digits of the
            SHA-256 of its absolute path, so that a published graph shows no folder of its maker's.
        sha256: of the bytes, in hexadecimal.
        encoding: as read, such as `utf-8`, `utf-16-le`, `cp1252`.
        line_end: `CRLF`, `LF`, `CR` or `mixed`.
        truncated: whether the document stops before its end.
        software: what read it, with its version.
    """

    name: str
    origin: str
    sha256: str
    encoding: str = "utf-8"
    line_end: str = "LF"
    truncated: bool = False
    software: str = ""


@dataclass(frozen=True, kw_only=True)
class Edition:
    """All that one dated printing of the rules says.

    Attributes:
        key: its identity.
        title: the document's first line.
        published_as: dates under which its files are known, where they differ from `key.date`.
        introduction: its paragraphs, on a line each.
        rules: in document order, chapters and sections included.
        glossary: in document order.
        sources: the documents that it was read from, by their hashes.
        odd_lines: in the order of the sources.
        base: of an undated edition, the dated one that it is most like and sorts behind.
    """

    key: EditionKey
    title: str = ""
    published_as: tuple[dt.date, ...] = ()
    introduction: str = ""
    rules: tuple[Rule, ...] = ()
    glossary: tuple[GlossaryEntry, ...] = ()
    sources: tuple[Source, ...] = ()
    odd_lines: tuple[OddLine, ...] = field(default=(), repr=False)
    base: EditionKey | None = None

    @functools.cached_property
    def by_number(self) -> Mapping[RuleNumber, Rule]:
        """Its rules by their numbers."""
        return {rule.number: rule for rule in self.rules}

    @property
    def truncated(self) -> bool:
        """Whether a source of it stops before its end."""
        return any(source.truncated for source in self.sources)

    def passages(self) -> Iterator[tuple[Rule | GlossaryEntry, Passage]]:
        """Every passage with the rule or the entry that it belongs to, in document order."""
        for rule in self.rules:
            for passage in rule.passages():
                yield rule, passage
        for entry in self.glossary:
            for sense in entry.senses:
                yield entry, sense

    def dangling(self) -> Iterator[tuple[Rule | GlossaryEntry, RuleNumber, Citation]]:
        """Each cited number that the edition doesn't print, with its source and its mention."""
        for owner, passage in self.passages():
            for citation in passage.citations:
                for number in citation.missing:
                    yield owner, number, citation


def _targets(passages: Iterator[Passage] | tuple[Passage, ...]) -> tuple[RuleNumber, ...]:
    cited = (target for p in passages for c in p.citations for target in c.targets)
    return tuple(dict.fromkeys(cited))
