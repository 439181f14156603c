"""An edition's vocabulary, read out of the edition itself: no table says what its terms are.

Terms are the headwords of its glossary; the headings of its keyword actions and abilities, zones,
phases, steps and card types, which are known by the titles of the chapters and sections that hold
them, not by numbers, since these have moved; what rules list (`The ability words are ...`), call a
designation, or put in braces; and the kinds of counters that it speaks of.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from extract.components.english import DOING, plural, verb_forms
from kg.model import Edition, GlossaryEntry, Rule
from kg.statements import TERM_KINDS, Term

__all__ = ["Form", "Meaning", "Vocabulary", "read_vocabulary", "split_words"]

_WORD = re.compile(r"\{[^{}\s]{1,9}\}|[+−–-]?\d+/[+−–-]?\d+|[^\W\d_]+|\d+")
_SYMBOL = re.compile(r"\{[^{}\s]{1,9}\}")
_LISTED = re.compile(
    r"\b[Tt]he (?P<what>(?:[a-z-]+ )?(?:types|supertypes|ability words)|ability words) are "
    r"(?:[^:.,]{0,40}: )?(?P<items>[^.;:]+)[.;]"
)
_ONE_WORD = re.compile(r"\b(?P<what>[a-z]+ types) are one word long: (?P<items>[^.]+)\.")
_DESIGNATED = re.compile(
    r"(?:^|\. )(?:The )?“?(?P<names>[A-Z][\w’ -]{2,40}?(?:”? and “?[\w ]+?)?)”? (?:is"
    r"|are) (?:a )?designations?\b"
)
_COUNTERS = re.compile(
    r"\b(?i:an?|another|one or more|that many|two|three|four|each|N|X|all|its|additional|first"
    r"|last|more|no)\s+"
    r"(?P<kind>[+−–-]\d/[+−–-]\d|[a-z]+) counters?\b"
)
_NO_COUNTER = frozenset(
    "such that more of these those the any each time their kind many as or and and/or same "
    "additional other "
    "fewer all those of’ no appropriate keyword own different certain".split()
)
_GLOSSED = {
    "keywordAction": re.compile(r"a keyword action\b", re.I),
    "keywordAbility": re.compile(
        r"an? [\w -]*keyword abilit|a characteristic-defining ability", re.I
    ),
    "zone": re.compile(r"a zone\b", re.I),
    "supertype": re.compile(r"a supertype\b", re.I),
    "cardType": re.compile(r"an? (?:obsolete )?card type\b", re.I),
    "subtype": re.compile(
        r"an? [\w -]*(?:subtype|(?:artifact|land|creature|enchantment|spell) type)\b", re.I
    ),
    "designation": re.compile(r"an? [\w -]{0,24}designation\b", re.I),
}
_LABELLED = {
    "counter": "counterKind",
    "symbol": "symbol",
    "step": "phaseOrStep",
    "phase": "phaseOrStep",
}
_NOMINAL = {
    "oy": "uction",
    "te": "tion",
    "ise": "isation",
    "ize": "ization",
    "rm": "rmation",
    "rt": "rsion",
    "ose": "osition",
    "ck": "ckage",
}


@dataclass(frozen=True, slots=True)
class Meaning:
    """One thing that a word can mean.

    Attributes:
        sense: the place of the sense in its glossary entry, from 1; 0 where it is the only one.
        verb: whether it is an action, so that its word is a verb.
    """

    term: Term
    kind: str
    sense: int = 0
    verb: bool = False


@dataclass(frozen=True, slots=True)
class Form:
    """A form of words, and what it may mean.

    Attributes:
        words: in lower case, without signs between them.
        meanings: each with whether the form is one of a verb only (`destroyed`), of a noun only
            (`abilities`), or may be both (None).
        cased: whether its first letter must be a capital.
    """

    words: tuple[str, ...]
    meanings: tuple[tuple[Meaning, bool | None], ...]
    cased: bool = False

    def order(self) -> tuple[int, tuple[str, ...], bool]:
        """A key to sort by: the longest first."""
        return -len(self.words), self.words, self.cased


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The terms of an edition, and the forms in which texts have them.

    Attributes:
        terms: by their labels.
        forms: by their first word, the longest first.
        endings: of words that a variant makes of a keyword (`walk` of `[type]walk`).
    """

    terms: tuple[Term, ...]
    forms: Mapping[str, tuple[Form, ...]]
    endings: Mapping[str, Meaning] = field(default_factory=dict)

    def has(self, words: str) -> bool:
        """Whether some words are a form of a term, in whatever case."""
        sought = tuple(word.lower() for word, _, _ in split_words(words))
        return any(form.words == sought for form in self.forms.get(sought[0] if sought else "", ()))


def split_words(text: str) -> list[tuple[str, int, int]]:
    """The words, numbers and symbols of a text, each with its place."""
    return [(match.group(), match.start(), match.end()) for match in _WORD.finditer(text)]


@dataclass(slots=True)
class _Sense:
    kind: str
    verb: bool
    place: int
    rule: str = ""


@dataclass(slots=True)
class _Draft:
    """A term while it is put together."""

    label: str
    entry: str = ""
    rule: str = ""
    cased: bool = False
    senses: list[_Sense] = field(default_factory=list)
    about: str = ""


def read_vocabulary(edition: Edition) -> Vocabulary:
    """The vocabulary of an edition."""
    drafts: dict[str, _Draft] = {}
    for entry in edition.glossary:
        _add_entry(drafts, entry)
    for kind, verb, label, rule in _headed(edition):
        _add(drafts, label, kind, rule, verb=verb)
    for kind, label, rule in [*_listed(edition), *_designated(edition), *_counters(edition)]:
        _add(drafts, label, kind, rule, cased=kind == "subtype")
    for label, rule in _symbols(edition):
        _add(drafts, label, "symbol", rule)
    _add_texts(drafts, edition)
    return _finish(drafts, edition)


def _add_entry(drafts: dict[str, _Draft], entry: GlossaryEntry) -> None:
    meanings = entry.meanings()
    several = len(meanings) > 1
    for name in entry.names:
        label = re.sub(r"\s*[—-]?\s*\[[^\]]*\]", "", name).strip()
        if not label or _key(label) in drafts:
            continue
        draft = _Draft(label, entry=entry.headword, about=entry.text.lower(), cased=len(label) == 1)
        for sense in meanings:
            kind = _gloss_kind(sense.text, label)
            verb = sense.text.startswith("To ") or kind == "keywordAction"
            # `Deal: See Damage.` says nothing of itself; the word does.
            verb = verb or (sense.text.startswith("See ") and label.lower() in DOING)
            draft.senses.append(_Sense(kind, verb, entry.senses.index(sense) + 1 if several else 0))
        drafts[_key(label)] = draft


def _key(label: str) -> str:
    return label.lower().removeprefix("the ")


def _gloss_kind(text: str, label: str) -> str:
    _, parted, last = label.lower().rpartition(" ")
    if parted and last in _LABELLED:
        return _LABELLED[last]
    return next((kind for kind, cue in _GLOSSED.items() if cue.match(text)), "glossaryTerm")


def _add(
    drafts: dict[str, _Draft],
    label: str,
    kind: str,
    rule: str,
    *,
    verb: bool = False,
    cased: bool = False,
) -> None:
    """Note that a rule makes a label a term of a kind; a glossary's sense that fits is it."""
    draft = drafts.setdefault(_key(label), _Draft(label, cased=cased))
    draft.rule = draft.rule or rule
    fits = [sense for sense in draft.senses if sense.verb == verb or len(draft.senses) == 1]
    if any(sense.kind == kind for sense in fits):
        return
    plain = [sense for sense in fits if sense.kind == "glossaryTerm"]
    if not plain:
        draft.senses.append(_Sense(kind, verb, 0, rule))
    for sense in plain:
        sense.kind, sense.verb = kind, verb or sense.verb


def _headed(edition: Edition) -> Iterator[tuple[str, bool, str, str]]:
    """Terms that head a rule or a section: kind, whether a verb, label, number."""
    for rule in edition.rules:
        above = edition.by_number.get(rule.parent) if rule.parent else None
        if not rule.heading or above is None or rule.heading == "General":
            continue
        title = above.heading.lower()
        if title in ("keyword actions", "keyword abilities"):
            verb = title == "keyword actions"
            kind = "keywordAction" if verb else "keywordAbility"
        elif title in ("zones", "card types"):
            kind, verb = {"zones": "zone", "card types": "cardType"}[title], False
        elif title == "turn structure":
            kind, verb = "phaseOrStep", False
        else:
            continue
        for label in _parts(rule.heading):
            yield kind, verb, _singular(label) if kind == "cardType" else label, str(rule.number)


def _parts(heading: str) -> list[str]:
    heading = heading.removeprefix("The ")
    both = heading.split(" and ")
    return both if all(" " not in part for part in both) else [heading]


def _singular(label: str) -> str:
    for ending, single in (("ies", "y"), ("es", "e"), ("s", "")):
        if label.endswith(ending) and plural(label.removesuffix(ending) + single) == label:
            return label.removesuffix(ending) + single
    return label


def _listed(edition: Edition) -> Iterator[tuple[str, str, str]]:
    for rule in edition.rules:
        if " are " not in rule.text:
            continue
        for match in [*_LISTED.finditer(rule.text), *_ONE_WORD.finditer(rule.text)]:
            what = match["what"]
            kind = {
                "card types": "cardType",
                "supertypes": "supertype",
                "ability words": "abilityWord",
            }.get(what, "subtype")
            items = re.sub(r"\([^)]*\)", "", match["items"])
            for item in re.split(r",\s*(?:and\s+)?|\s+and\s+", items):
                label = item.strip(' “”"')
                if label and len(label.split()) <= 4 and (kind != "subtype" or label[0].isupper()):
                    yield kind, label, str(rule.number)


def _designated(edition: Edition) -> Iterator[tuple[str, str, str]]:
    for rule in edition.rules:
        for match in _DESIGNATED.finditer(rule.text):
            for name in re.split(r"”? and “?", match["names"]):
                label = name.strip("“” ").removeprefix("A ").removeprefix("a ")
                yield "designation", label[:1].upper() + label[1:], str(rule.number)


def _counters(edition: Edition) -> Iterator[tuple[str, str, str]]:
    """Kinds of counters, each with the first rule that speaks of one."""
    for rule in edition.rules:
        for passage in rule.passages():
            for match in _COUNTERS.finditer(passage.text):
                if match["kind"] not in _NO_COUNTER:
                    yield "counterKind", f"{match['kind']} counter", str(rule.number)


def _symbols(edition: Edition) -> Iterator[tuple[str, str]]:
    """Symbols in braces, each with the rule that says most of it alone; empty where none does."""
    said: dict[str, list[tuple[int, Rule]]] = defaultdict(list)
    seen: Counter[str] = Counter()
    for rule in edition.rules:
        section = edition.by_number.get(rule.number.parent or rule.number)
        while section is not None and section.number.rule:
            section = edition.by_number.get(section.parent) if section.parent else None
        about = section is not None and "ymbol" in section.heading
        for passage in rule.passages():
            found = set(_SYMBOL.findall(passage.text))
            seen.update(found)
            if about and passage is rule:
                for symbol in found:
                    said[symbol].append((len(found), rule))
    for entry in edition.glossary:
        seen.update(_SYMBOL.findall(entry.text))
    for symbol in sorted(seen):
        rules = said.get(symbol)
        yield symbol, str(min(rules, key=lambda pair: pair[0])[1].number) if rules else ""


def _add_texts(drafts: dict[str, _Draft], edition: Edition) -> None:
    """What the rules of a term that heads one say below it."""
    by_rule = {draft.rule: draft for draft in drafts.values() if draft.rule}
    for rule in edition.rules:
        draft = by_rule.get(str(rule.parent)) if rule.parent else None
        if draft:
            draft.about += " " + rule.text.lower()


def _finish(drafts: Mapping[str, _Draft], edition: Edition) -> Vocabulary:
    terms: list[Term] = []
    forms: dict[tuple[tuple[str, ...], bool], list[tuple[Meaning, bool | None]]] = defaultdict(list)
    endings: dict[str, Meaning] = {}
    names = {entry.headword: entry.names[0] for entry in edition.glossary}
    for together in _by_entry(drafts.values()):
        term = _term(together, names)
        terms.append(term)
        for draft, sense in ((d, s) for d in together for s in d.senses):
            # Only a sense has a node of its own, and so a kind of its own.
            kind = sense.kind if sense.place else term.kind
            meaning = Meaning(term, kind, sense.place, sense.verb)
            for words, verb in _forms(draft, verb=sense.verb):
                forms[words, draft.cased].append((meaning, verb))
            for ending in re.findall(r"“?\[[a-z ]+\]([a-z]{4,})\b", draft.about):
                if draft.label.lower().endswith(ending) and not sense.verb:
                    endings.setdefault(ending, meaning)
    return Vocabulary(tuple(terms), _by_first(forms), endings)


def _by_entry(drafts: Iterable[_Draft]) -> list[list[_Draft]]:
    """The drafts of one glossary entry together, in the order of their labels."""
    found: dict[str, list[_Draft]] = defaultdict(list)
    for draft in drafts:
        found[f"entry {draft.entry}" if draft.entry else draft.label.lower()].append(draft)
    return sorted(found.values(), key=lambda together: together[0].label.lower())


def _term(together: list[_Draft], names: Mapping[str, str]) -> Term:
    first = together[0]
    kinds = [sense.kind for draft in together for sense in draft.senses]
    rule = next((draft.rule for draft in together if draft.rule), "")
    label = names.get(first.entry, first.label)
    return Term(label, min(kinds, key=TERM_KINDS.index), first.entry, rule)


def _forms(draft: _Draft, *, verb: bool) -> Iterator[tuple[tuple[str, ...], bool | None]]:
    """The forms of a term, each with whether only a verb, only a noun, or either (None) has it."""
    label = _key(draft.label)
    words = tuple(word for word, _, _ in split_words(label))
    if not words:
        return
    if not verb:
        yield words, None
        # A keyword is no thing to count: `reaches` is a verb.
        uncounted = len(words) == 1 and any(s.kind == "keywordAbility" for s in draft.senses)
        single = tuple(word for word, _, _ in split_words(_singular(label)))
        if single != words and len(words) > 1:
            yield single, None
        many = tuple(word for word, _, _ in split_words(plural(label)))
        if not uncounted and many != words and not words[-1].startswith("{"):
            yield many, None
        return
    base, third, *others = verb_forms(words[0])
    yield words, None
    yield (third, *words[1:]), None
    for form in others:
        if form != base:
            yield (form, *words[1:]), True
    if len(words) == 1:
        for noun in _nominals(base):
            # `destruction` is destroying only where the term's own text has that word.
            if re.search(rf"\b{noun}\b", draft.about):
                yield (noun,), True


def _nominals(verb: str) -> Iterator[str]:
    for ending, noun in _NOMINAL.items():
        if verb.endswith(ending):
            yield verb.removesuffix(ending) + noun
    yield f"{verb}ment"


def _by_first(
    forms: Mapping[tuple[tuple[str, ...], bool], Iterable[tuple[Meaning, bool | None]]],
) -> Mapping[str, tuple[Form, ...]]:
    found: dict[str, list[Form]] = defaultdict(list)
    for (words, cased), meanings in forms.items():
        found[words[0]].append(Form(words, tuple(dict.fromkeys(meanings)), cased))
    return {first: tuple(sorted(group, key=Form.order)) for first, group in found.items()}
