"""Mentions of an edition's terms: longest first, in whatever form of the word, each with its sense.

Found by words in the text, not by tokens or a PhraseMatcher: a form's words may be parted by a
hyphen or a space, and a dictionary of first words takes a third of the time. Which of a word's
meanings a mention has is told by its frame: `counter target spell` has a verb, `a counter` and
`counters on it` a noun. Where no frame tells, the mention is marked as ambiguous.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence

from spacy.language import Language
from spacy.tokens import Doc

from extract.vocabulary import Form, Meaning, Vocabulary, split_words
from kg.statements import Mention

__all__ = ["Terms", "find_terms"]

_JOINTS = {" ", "-", "’", "'", "", "‑", " “", "-and-"}
# What comes before a verb.
_VERB_BEFORE = frozenset(
    "to can may must would will could should cannot not t don doesn didn never players you they "
    "who then it "
    "player opponent opponents controller owner effect effects either".split()
)
# What comes before a noun.
_NOUN_BEFORE = frozenset(
    "a an the of one two three four five six seven ten no more many fewer any all each another "
    "other these "
    "those this its their your his from into in with without by per same additional such certain "
    "number "
    "kind kinds and/or loyalty poison charge lore time level some every last first next own s "
    "have has".split()
)
_OBJECT_AFTER = frozenset(
    "target a an the that it them all each this those up any one two three x n another your "
    "their its his "
    "him itself cards both creatures permanents spells players".split()
)
_NOUN_AFTER = frozenset(
    "on zone zones is are of from was were has had isn face effect effects ability".split()
)


def find_terms(
    text: str, vocabulary: Vocabulary, *, names: Sequence[tuple[int, int]] = ()
) -> Iterator[Mention]:
    """The mentions of terms in a text, in order; none overlaps another.

    Args:
        names: places that are names of cards, whose words are no terms.
    """
    words = split_words(text)
    lower = [word.lower() for word, _, _ in words]
    endings = tuple(vocabulary.endings)
    behind = 0
    for place, word in enumerate(lower):
        start = words[place][1]
        if place < behind or (names and any(begin <= start < end for begin, end in names)):
            continue
        forms = vocabulary.forms.get(word)
        form = _longest(text, words, lower, place, forms) if forms else None
        if form is not None:
            yield _mention(words, lower, place, form)
            behind = place + len(form.words)
        elif word.endswith(endings):
            ending = next(e for e in endings if word.endswith(e))
            if len(word) > len(ending):
                meaning = vocabulary.endings[ending]
                yield Mention(start, words[place][2], meaning.term, meaning.kind, meaning.sense)


def _longest(
    text: str,
    words: list[tuple[str, int, int]],
    lower: list[str],
    place: int,
    forms: Iterable[Form],
) -> Form | None:
    for form in forms:
        end = place + len(form.words)
        if len(form.words) > 1 and (
            tuple(lower[place:end]) != form.words or not _joined(text, words[place:end])
        ):
            continue
        if len(form.words) == 1 and _is_part(text, words[place]):
            continue
        if form.cased and not words[place][0][0].isupper():
            continue
        return form
    return None


def _is_part(text: str, word: tuple[str, int, int]) -> bool:
    """Whether a word is part of a compound, as `double` is of `double-faced`; `non-Aura` isn't."""
    _, start, end = word
    behind = text[end : end + 1] == "-" and text[end + 1 : end + 2].isalpha()
    before = text[start - 1 : start] == "-" and text[start - 2 : start - 1].isalpha()
    return behind or (before and not text[:start].lower().endswith("non-"))


def _joined(text: str, words: list[tuple[str, int, int]]) -> bool:
    return all(text[a[2] : b[1]] in _JOINTS for a, b in itertools.pairwise(words))


def _mention(
    words: list[tuple[str, int, int]], lower: list[str], place: int, form: Form
) -> Mention:
    end = place + len(form.words)
    meanings = _possible(lower, place, end, form)
    first = meanings[0]
    ambiguous = len(meanings) > 1
    return Mention(
        words[place][1],
        words[end - 1][2],
        first.term,
        first.term.kind if ambiguous else first.kind,
        0 if ambiguous else first.sense,
        ambiguous,
    )


def _possible(lower: list[str], place: int, end: int, form: Form) -> list[Meaning]:
    """The meanings that the frame leaves."""
    sure = [meaning for meaning, verb in form.meanings if verb is not None]
    meanings = [meaning for meaning, _ in form.meanings]
    if len(meanings) == 1:
        return meanings
    if sure:
        return sure
    if len({meaning.verb for meaning in meanings}) == 1:
        return meanings
    verb = _is_verb(lower[place - 1] if place else "", lower[end] if end < len(lower) else "")
    if verb is None:
        return meanings
    return [meaning for meaning in meanings if meaning.verb == verb]


def _is_verb(before: str, after: str) -> bool | None:
    """Whether a word that can be both is a verb; None where its neighbours don't tell."""
    if before in _NOUN_BEFORE or "/" in before:
        return False
    if before in _VERB_BEFORE:
        return True
    if after in _NOUN_AFTER:
        return False
    return True if after in _OBJECT_AFTER else None


class Terms:
    """Write the mentions of a text's terms to `doc._.terms`, and a span each to `doc.spans`.

    Names of cards in `doc._.cards` are left out.

    Attributes:
        vocabulary: of the edition that the texts are from.
    """

    def __init__(self, vocabulary: Vocabulary, *, spans_key: str = "terms") -> None:
        self.vocabulary = vocabulary
        self.spans_key = spans_key

    def __call__(self, doc: Doc) -> Doc:
        text = doc._.source_text or doc.text
        names = [place for card in doc._.cards for place in card.mentions]
        mentions = tuple(find_terms(text, self.vocabulary, names=names))
        spans = (
            doc.char_span(m.start, m.end, label=m.kind, alignment_mode="expand") for m in mentions
        )
        doc._.terms = mentions
        doc.spans[self.spans_key] = [span for span in spans if span is not None]
        return doc


@Language.factory("terms", assigns=["doc._.terms", "doc.spans"])
def make_terms(nlp: Language, name: str) -> Terms:
    """The component with an empty vocabulary: `extract.pipeline` gives it an edition's."""
    return Terms(Vocabulary((), {}))


if not Doc.has_extension("terms"):
    Doc.set_extension("terms", default=())
