"""Terms that a page lacks, from the numbered edition that it was read with.

A page of one section has no glossary and names no zones, but speaks of them all the same. A
borrowed term is one of the page's vocabulary, with the rule that heads it where the page has that.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace

from extract.vocabulary import Form, Meaning, Vocabulary, read_vocabulary
from kg.model import Edition
from kg.statements import Term

__all__ = ["read_vocabulary_with"]


def read_vocabulary_with(edition: Edition, base: Edition | None) -> Vocabulary:
    """The vocabulary of an edition, and what its base has beside that; None is no base."""
    own = read_vocabulary(edition)
    return own if base is None else _borrow(own, base, {str(rule.number) for rule in edition.rules})


def _borrow(own: Vocabulary, base: Edition, printed: set[str]) -> Vocabulary:
    theirs = read_vocabulary(base)
    known = _meanings_by_label(own)
    borrowed: dict[tuple[str, bool], Meaning] = {}

    def ours(meaning: Meaning) -> Meaning:
        """The page's own meaning of the word, as a verb or as a noun; else a borrowed one."""
        place = (meaning.term.label.lower(), meaning.verb)
        if place in known:
            return known[place]
        if place not in borrowed:
            rule = meaning.term.rule if meaning.term.rule in printed else ""
            term = Term(meaning.term.label, meaning.kind, rule=rule, borrowed=True)
            borrowed[place] = Meaning(term, meaning.kind, verb=meaning.verb)
        return borrowed[place]

    forms = _by_words(own)
    for words, form in _by_words(theirs).items():
        found = [(ours(meaning), verb) for meaning, verb in form.meanings]
        kept = forms.get(words, replace(form, meanings=()))
        forms[words] = replace(kept, meanings=tuple(dict.fromkeys([*kept.meanings, *found])))
    endings = {ending: ours(meaning) for ending, meaning in theirs.endings.items()}
    terms = [*own.terms, *dict.fromkeys(meaning.term for meaning in borrowed.values())]
    return Vocabulary(tuple(terms), _by_first(forms.values()), endings | dict(own.endings))


def _meanings_by_label(vocabulary: Vocabulary) -> dict[tuple[str, bool], Meaning]:
    found: dict[tuple[str, bool], Meaning] = {}
    for form in _by_words(vocabulary).values():
        for meaning, _ in form.meanings:
            found.setdefault((meaning.term.label.lower(), meaning.verb), meaning)
    return found


def _by_words(vocabulary: Vocabulary) -> dict[tuple[tuple[str, ...], bool], Form]:
    forms = (form for group in vocabulary.forms.values() for form in group)
    return {(form.words, form.cased): form for form in forms}


def _by_first(forms: Iterable[Form]) -> dict[str, tuple[Form, ...]]:
    found: dict[str, list[Form]] = defaultdict(list)
    for form in forms:
        found[form.words[0]].append(form)
    return {first: tuple(sorted(group, key=Form.order)) for first, group in found.items()}
