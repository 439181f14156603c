"""The kind of a statement: what its sentence does.

Words that make a kind of their own (`see rule`, `previously`, `exception`, `means`) are looked for
first; then the modal verb of the main clause, or words that stand for one; then whether the
sentence hangs on an event or on a condition; then whether its verb says what something is or what
is done. Nothing is sorted by default: a sentence without such a cue has no kind.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from extract.components.clauses import Clause, Verb
from extract.components.english import DEFINING, DOING, STATIVE, participle, third_person

__all__ = ["Sentence", "classify"]


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence taken apart; its words are masked and in lower case.

    Attributes:
        start: where it begins in its passage, as the places of verbs count.
        words: all of it.
        main: the main clause.
        verbs: the finite verbs of the main clause.
        leads: whether the sentence opens with a dependent clause.
        phrase: whether it is the gist of a glossary entry and no sentence: `A zone.`
    """

    start: int
    words: str
    main: str
    clauses: Sequence[Clause]
    verbs: Sequence[Verb]
    leads: bool
    phrase: bool


def _pattern(*alternatives: str, before: str = r"\b") -> re.Pattern[str]:
    return re.compile(rf"{before}(?:{'|'.join(alternatives)})\b")


_OPENS = r"\W*(?:(?:and|or|also|but|however)\b[\s,]*)?"
_PLAIN = "|".join(sorted({*DOING, *STATIVE} - {"date", "state", "like"}, key=len, reverse=True))
_BE = "(?:is|are)"

_SEE_ONLY = _pattern(
    r"(?:also )?see(?: also)?",
    r"refer to (?:rules?|sections?|chapters?)",
    r"for (?:more|further|additional|details|information|other|rules|an?|the)\b[^,]*, (?:see"
    r"|refer)",
    r"to (?:determine|find|learn)\b[^,]*, see",
    r"(?:there is )?more (?:information|on|about)",
    r"details (?:are|of)",
    r"rules? [\d.a-z–-]+,? (?:“q*,?” )?(?:has more|have more|says? more|tells?|explains?)",
    r"what [^.;]* (?:is|are) (?:laid down|described|told|explained) in rules?",
    before=_OPENS,
)
_NOTE = _pattern(
    r"whether\b[^.;]* (?:makes? no difference|doesn[’']t matter|is irrelevant)",
    r"note that|in other words|for example|that is,|this means|remember|by the same token",
    before=_OPENS,
)
_HISTORY = _pattern(
    r"(?<=^)\W*(?:previously|originally|formerly)",
    r"formerly|in the past|historically|obsolete|errata|erratum|discontinued|older cards?"
    r"|as printed",
    r"used to (?:be|have|mean|say)|previously (?:was|were|known|called)|prior to the",
    r"(?:were|was) (?:originally )?printed|(?:were|was) once|once (?:had|were|was)|in earlier"
    r"|in older",
    r"no longer (?:used|appears?|part)|ha(?:ve|s) been (?:removed|changed|replaced|renamed)",
    r"old(?:er)? (?:versions?|sets?|wordings?|terms?)|now (?:says?|reads?)|earlier versions?"
    r"|originally (?:called|known)",
    before=r"(?:\b|(?<=^))",
)
_EXCEPTION = _pattern(
    rf"{_BE} (?:also )?an? exceptions?|exceptions? (?:to|is|are|exist|appl)",
    r"(?:one|two|three|four|five|some|several|following|no) exceptions?|with the exception",
    r"this rule (?:doesn|does not|do not|isn)|rules? [\d.a-z]+ (?:doesn|does not|do not"
    r"|is ignored)",
    r"has an exception|departs? from|overrid(?:e|es|ing)|supersedes?|takes? precedence"
    r"|ignores? this rule",
)
_DEFINED = _pattern(
    rf"{_BE} (?:\w+ )?(?:called|known as|defined|referred to as|written|shorthand|short for)",
    rf"{_BE} the (?:keyword )?(?:names?|terms?|words?)",
    r"to [^,.]{2,60} (?:is|means)(?:,[^,.]*,)? (?:also |just |simply |either )?(?:to|“)",
    r"is an? (?:static|triggered|activated|keyword|characteristic|variant|mana|evasion)",
    r"keyword (?:ability|action)s? that|represents? (?:an?|the|one|two)|acts? as a shorthand",
    r"an? (?:\w+ )?designation|the definition of|the terms? “q*”",
    before=r"(?:\b|(?=“))",
)
_STANDS_FOR = re.compile(r"(?:stands? for|(?<=” )combines?)\b")
_TRIGGERS = re.compile(r" (?:also |only |still )?trigger\b")
_QUOTED_IF = re.compile(
    r"(?<!with )“q+,?”(?: [\w’]+){0,2},? (?:if|only if|whenever|when|as long as|once|after|is|are"
    r"|means?|refers?)\b"
)
_TERM_IS = re.compile(
    r"\W*(?!(?:this|that|these|those|it|each|if|there|doing|they|such|neither|all|some|other|no"
    r"|one|many|most)\b)"
    r"(?:an? |the |any )?(?:[“”\w’/-]+(?: [“”\w’/-]+){0,6}?|to(?: [“”\w’/-]+){1,12}?)"
    r" (?:is|are) (?:also |normally |usually |simply )?"
    r"(?:an?|any|its|one|what|those|two|neither|how|where|either|something|when|the (?:set|total"
    r"|number|act|process"
    r"|player|one|state|first|last|amount|sum|kind|area|part|only))\b"
)
_HOW_TO = re.compile(r"\W*to [“a-z][^,]{2,120},")
_FORBIDDEN = _pattern(
    rf"{_BE} (?:prohibited|forbidden|banned)",
    r"(?:is|are|isn|aren)(?:[’']t| not) (?:allowed|permitted|able to)",
    r"(?:no|neither|nor) [\w’ ]{1,40} (?:may|can|could)",
    r"(?<=^)\W*(?:no|neither|nothing|none) [\w’, ]*\b(?:may|can|is able|are able)",
    before=r"(?:\b|(?<=^))",
)
_REQUIRED = _pattern(
    r"ha(?:s|ve|d) to|needs? to|is to be|are to be",
    rf"{_BE} (?:also )?(?:required|forced|obligated|mandatory|not optional)",
    r"requires? (?:that|an?|the|each|its|them|players?)",
)
_ALLOWED = _pattern(
    rf"{_BE} (?:also )?(?:allowed|permitted|able|free|legal|optional|up to)",
    r"ha(?:s|ve) the (?:option|choice)|ha(?:s|ve) a chance to",
    r"(?:allows?|lets?) (?:an?|the|its|that|players?|you|them|one)",
)
_CLARIFIED = _pattern(
    r"regardless of|(?:rule|this|that) (?:also )?includes|even if|even though|is still|are still"
    r"|counts? as",
    r"(?:is|are|isn|aren)(?:[’']t| not)? (?:also )?(?:considered|treated)|matters? (?:only|how"
    r"|what|which|whether)",
    rf"independent of|{_BE} (?:not )?the same as|{_BE} similar to|this doesn|that doesn|i\.e\.",
)
_JOINT = re.compile(r";|, (?:and|so) (?!(?:then|so|thus|may|can|must)\b)")
_OF_SUBJECT = re.compile(r"[^,:;]*\b(?:that|which|who|whose|what)\b[^,:;]*$")
_IMPERATIVE = re.compile(
    rf"\W*(?:then |also |first,? |next,? |instead,? |simply |finally,? )*(?:{_PLAIN}|ignore"
    rf"|treat)\b(?!-)"
    r"(?! (?:is|are|was|has|can|may|means|step|phase|cards?|abilit|counters?|costs?|spells?"
    r"|types?|of)\b)"
)
_PARTICIPLES = {participle(v) for v in DOING} - {participle(v) for v in STATIVE}
# `is put`, `are then simultaneously dealt`: what is done, said without who does it.
_HAPPENS = re.compile(
    r" (?:(?:also|then|always|still|now|only|first|simply|all|each|both|instead|never"
    r"|\w+ly) )*(?:"
    + "|".join(
        sorted(_PARTICIPLES - {"called", "considered", "treated", "tapped", "separated", "played"})
    )
    + r"|gone through|dealt with|applied|set)\b"
)
_DEFINING_FORMS = {third_person(v) for v in DEFINING} | set(DEFINING)
_STATIVE_FORMS = {third_person(v) for v in STATIVE} | set(STATIVE)


def classify(sentence: Sentence) -> str:
    """The kind of a sentence, one of `kg.statements.KINDS`; empty where none has a cue in it."""
    words = sentence.words
    if _SEE_ONLY.match(words):
        return "crossReference"
    if _HISTORY.search(words):
        return "history"
    if _NOTE.match(words):
        return "clarification"
    if _EXCEPTION.search(words):
        return "exception"
    if sentence.phrase or _defines(sentence):
        return "definition"
    return _modality(sentence) or _event(sentence) or _plain(sentence)


def _defines(sentence: Sentence) -> bool:
    """Whether it says what a term stands for, or how to do what a term names."""
    verb = sentence.verbs[0] if sentence.verbs else None
    if verb and (verb.negative or verb.kind == "modal"):
        return False
    if _HOW_TO.match(sentence.words) and not sentence.main.startswith("to "):
        return True
    if verb and (
        verb.word in _DEFINING_FORMS
        or _STANDS_FOR.match(sentence.words, verb.start - sentence.start)
    ):
        return True
    if _QUOTED_IF.search(sentence.words) or _DEFINED.search(sentence.main):
        return True
    return not sentence.leads and bool(_TERM_IS.match(sentence.main))


def _modality(sentence: Sentence) -> str:
    """What a modal verb makes of it, or words that stand for one; empty for neither."""
    verbs = _first_verbs(sentence)
    modal = next((verb for verb in verbs if verb.kind == "modal"), None)
    if modal and modal.word in ("will", "would"):
        modal = None
    if (modal and modal.negative) or _FORBIDDEN.search(sentence.main):
        return "prohibition"
    if modal:
        return "requirement" if modal.word in ("must", "should", "shall") else "permission"
    if verbs and verbs[0].negative:
        return ""
    told = not sentence.leads and _IMPERATIVE.match(sentence.main)
    if told or _says(sentence, verbs, _REQUIRED):
        return "requirement"
    return "permission" if _says(sentence, verbs, _ALLOWED) else ""


def _first_verbs(sentence: Sentence) -> Sequence[Verb]:
    """The verb of the first main clause, or the two where it may be either: what a further clause
    adds makes no other kind of it."""
    if len(sentence.verbs) < 2:
        return sentence.verbs
    first, second = (verb.start - sentence.start for verb in sentence.verbs[:2])
    return sentence.verbs[: 1 if _JOINT.search(sentence.words, first, second) else 2]


def _says(sentence: Sentence, verbs: Sequence[Verb], pattern: re.Pattern[str]) -> bool:
    """Whether a pattern begins at one of the verbs: in `an effect that lets a player ...` the words
    of one say nothing of the sentence."""
    return any(pattern.match(sentence.words, verb.start - sentence.start) for verb in verbs)


def _event(sentence: Sentence) -> str:
    """The kind of what happens when or if something else does; empty for other statements."""
    words = sentence.words
    for verb in sentence.verbs[:2]:
        if verb.word in ("triggers", "trigger") or (
            verb.kind in ("modal", "do") and _TRIGGERS.match(words, verb.end - sentence.start)
        ):
            return "triggerStatement"
    clauses = [clause for clause in sentence.clauses if clause.role != "time"]
    if not clauses:
        return ""
    first = clauses[0]
    if first.role == "trigger" and (
        sentence.leads or (first.word in ("when", "whenever") and not _is_aside(sentence, first))
    ):
        return "triggerStatement"
    conditions = (clause for clause in clauses if clause.role == "condition")
    holds = any(not _is_aside(sentence, clause) for clause in conditions)
    return "consequence" if holds else ""


def _is_aside(sentence: Sentence, clause: Clause) -> bool:
    """Whether a clause is of a second main clause only, as in `..., and if it can't, it stops.`; of
    one of several things done, as in `..., shows it if it's hidden, and ...`; or of the subject."""
    if sentence.leads:
        return False
    before = sentence.words[: clause.start - sentence.start].rstrip(" ,")
    if before.endswith((" and", " but")):
        return True
    if not sentence.verbs:
        return False
    if clause.start < sentence.verbs[0].start:
        return bool(_OF_SUBJECT.match(before))
    first = sentence.verbs[0].end - sentence.start
    joint = _JOINT.search(before, first)
    if joint:
        place = sentence.start + joint.end()
        return any(place <= verb.start < clause.start for verb in sentence.verbs)
    further = sentence.words[clause.end - sentence.start :].startswith((", and ", "; "))
    return further and "," in before[first:]


def _plain(sentence: Sentence) -> str:
    """What it says without modal, event and condition; empty where no verb tells."""
    if _CLARIFIED.search(sentence.words) or any(verb.negative for verb in _first_verbs(sentence)):
        return "clarification"
    if _IMPERATIVE.match(sentence.main):
        return "requirement"
    if not sentence.verbs:
        return ""
    verb = sentence.verbs[0]
    happens = verb.kind == "be" and _HAPPENS.match(sentence.words, verb.end - sentence.start)
    if (
        happens
        or verb.kind in ("modal", "do")
        or (verb.kind == "lexical" and verb.word not in _STATIVE_FORMS)
    ):
        return "procedure"
    return "property"
