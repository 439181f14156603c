"""A second reading of the official texts, made in another way than ruleloom's, to compare it with.

One pass over the lines with a few patterns, no state but the last number: it knows nothing of
misprints, gaps or frames, and reads references by cutting the text at each lead word.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

LETTERS = "abcdefghijkmnpqrstuvwxyz"
_NUMBER = re.compile(r" *(\d{3}\. ?\d{1,3}[a-z]?)(?:\.|(?=[^\w.]))\s*(.*)")
_DIVISION = re.compile(r" *(\d|\d{3})\. +([^\d\s].*)")
_CITED = re.compile(r"\d{3}\.\d{1,3}[a-z]?(?![a-z\d])|(?<![\d.,])\d{3}(?!\d|,\d|\.\d)")


@dataclass
class Reading:
    """What the lines say: texts and examples by number, glossary texts by headword."""

    rules: dict[str, str] = field(default_factory=dict)
    examples: dict[str, list[str]] = field(default_factory=dict)
    glossary: dict[str, str] = field(default_factory=dict)

    def references(self) -> set[tuple[str, str]]:
        """Pairs of a rule and a number that it or an example of it cites."""
        pairs = set()
        for number, text in self.rules.items():
            for passage in (text, *self.examples.get(number, ())):
                pairs |= {(number, target) for target in cited(passage, set(self.rules))}
        return pairs

    def glossary_references(self) -> set[tuple[str, str]]:
        """Pairs of a headword and a number that its entry cites."""
        return {
            (word, target)
            for word, text in self.glossary.items()
            for target in cited(text, set(self.rules))
        }


def decode(data: bytes) -> str:
    """The text, by its mark or by what decodes."""
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16")
    for encoding in ("utf-8-sig", "cp1252", "latin-1"):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    raise AssertionError


def read(data: bytes) -> Reading:
    """The rules, examples and glossary entries of an official text."""
    text = decode(data).replace("\r\n", "\n").replace("\r", "\n").replace("\xa0", " ")
    start = text.index("\nCredits\n") + 1
    middle = text.index("\nGlossary\n", start)
    reading = Reading()
    last = ""
    for line in text[start:middle].split("\n"):
        if match := _NUMBER.match(line) or _DIVISION.match(line):
            last = match[1].replace(" ", "")
            reading.rules.setdefault(last, match[2].strip())
        elif re.match(r" *Example:", line):
            example = re.sub(r"^ *(?:Example: *)+", "", line)
            reading.examples.setdefault(last, []).append(example.strip())
        elif line.strip() and last and len(line.strip()) > 1:
            reading.rules[last] += " " + line.strip()
    end = text.find("\nCredits\n", middle)
    for block in re.split(r"\n\s*\n", text[middle + 10 : end]):
        head, _, rest = block.strip("\n").partition("\n")
        if rest:
            reading.glossary[head.strip()] = " ".join(rest.split())
    return reading


def cited(text: str, known: set[str]) -> set[str]:
    """The numbers that a passage names, ranges spelled out."""
    found: set[str] = set()
    text = re.sub(r"[–—]|(?<=[\da-z])\?(?=[\da-z])", "-", re.sub(r"[“\"][^”\"]*[”\"]", "Q", text))
    for piece in re.split(r"(?=\b(?:[Rr]ules?|[Ss]ections?|[Ss]ee)\s)", text):
        lead = re.match(r"([Rr]ules?|[Ss]ections?|[Ss]ee)\s+", piece)
        body = piece[lead.end() :] if lead else piece
        listed = re.match(
            r"(?:[\d.a-z]*\d[a-z]?(?: ?- ?[\d.a-z]+)?(?:,? Q,?|[,;])*\s*(?:and |or |and/or )?)+(?:b\b)?",
            body,
        )
        inside = listed.group() if lead and listed else ""
        if lead and lead[1].lower().startswith("section"):
            found |= set(re.findall(r"(?<![\d.])\d(?![\d.]*\d)", inside))
        found |= _numbers(inside, bare=True, known=known)
        found |= _numbers(body[len(inside) :], bare=False, known=known)
    return found


def _numbers(text: str, *, bare: bool, known: set[str]) -> set[str]:
    found: set[str] = set()
    for match in _CITED.finditer(text):
        number = match.group()
        if "." not in number and not bare:
            continue
        found.add(number)
        rest = text[match.end() :]
        if last := re.match(r" ?- ?(\d{3}\.\d+[a-z]?|\d{3}|\d+|[a-z])(?![a-z\d])", rest):
            found |= _range(number, last[1], known)
        elif number[-1].isalpha() and (also := re.match(r" and ([b-z])\b", rest)):
            found.add(number[:-1] + also[1])
    return found


def _range(first: str, last: str, known: set[str]) -> set[str]:
    if last.isalpha():
        stem, letters = first[:-1], LETTERS[LETTERS.index(first[-1]) : LETTERS.index(last) + 1]
        return {stem + letter for letter in letters if stem + letter in known or letter == last}
    if "." in last and last[-1].isalpha():
        return _range(first, last[-1], known)
    if "." in first:
        section, low = first.split(".")
        numbers = (f"{section}.{i}" for i in range(int(low), int(last.split(".")[-1]) + 1))
    else:
        numbers = (str(i) for i in range(int(first), int(last) + 1))
    return {number for number in numbers if number in known}
