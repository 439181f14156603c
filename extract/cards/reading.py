"""A card's text as it stands: faces, lines, reminder text, quotes, words before a dash.

Every place is half-open and counts characters of the original text, which is never changed in
length: what must not be read (reminder text, names) is masked by spaces of the same length.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

__all__ = ["Line", "mask", "name_places", "own_names", "plain", "read_lines", "reminders"]

DASH = r"(?:\s*[—–―]\s*|\s+--?\s+)"
_FACE = re.compile(r"\s*(?://|-{3,}|—{2,})\s*")
_INLINE_FACE = re.compile(r"\s//\s")
# CR 711.2, 716.2, 721.2: what stands below a level or a station symbol is had only then.
_BLOCK = re.compile(
    r"\s*(?:LEVEL\s+\d+(?:\s*[-–—]\s*\d+|\+)|(?:STATION\s+)?\d+\+(?=\s*(?:\||$)))[\s|]*",
    re.IGNORECASE,
)
_CLASS_LEVEL = re.compile(r"(?:\{[^{}]+\}\s*)+:\s*Level \d+", re.IGNORECASE)
# A mode, a chapter (CR 714.2), a row of a table of results, or a loyalty ability (CR 606).
_PART = re.compile(
    r"\s*(?:[•●▪*]|\+\s*\{|[IVX]+(?:,\s*[IVX]+)*"
    + DASH
    + r"|\[?[+−–-]?(?:\d+|X)\]?:|\d+[—–-]\d+\s*\||\d+\s*\|)"
)
_LABEL = re.compile(rf"\s*(?P<label>[A-Z∞][^—–:{{}}\"“”.•|]{{1,50}}?){DASH}(?=\S)")
_PARENTHESES = re.compile(r"\([^()]*(?:\([^()]*\)[^()]*)*(?:\)|$)", re.MULTILINE)
_NAMED = re.compile(
    r"\bnamed ((?:(?:[A-Z][\w'-]*|of|the|and|in|to|for|from|at|with(?= [A-Z]))[ ,]*)+)"
)
_TITLES = re.compile(r"\s(?:of|the|from|in|at|and)\s|,\s")


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a card's text.

    Attributes:
        face: 0 for the front face, or the left half.
        number: within its face, from 1.
        start, end: of what it says: a level's symbol before it isn't part of it.
        body: where the ability begins behind an ability word or a flavor word.
        block: whether it stands below a level or station symbol.
        part: whether it is a mode, a chapter or a loyalty ability, never an ability of its own.
    """

    face: int
    number: int
    start: int
    end: int
    body: int
    block: bool = False
    part: bool = False


def plain(text: str) -> str:
    """The text with one kind of apostrophe, space and minus, of the same length."""
    return text.translate(_PLAIN)


_PLAIN = str.maketrans({"’": "'", "‘": "'", "\u00a0": " ", "\u2011": "-", "\t": " ", "\r": " "})


def mask(text: str, places: Sequence[tuple[int, int]]) -> str:
    """The text with spaces in place of what stands there."""
    for start, end in places:
        text = f"{text[:start]}{' ' * (end - start)}{text[end:]}"
    return text


def reminders(text: str) -> list[tuple[int, int]]:
    """Where reminder text stands (CR 207.2b), with its brackets."""
    return [match.span() for match in _PARENTHESES.finditer(text)]


def read_lines(text: str) -> Iterator[Line]:
    """The lines that say something, in order, of a text whose reminder text is masked."""
    face, number, block, place = 0, 0, False, 0
    for raw in text.split("\n"):
        begin, place = place, place + len(raw) + 1
        if _FACE.fullmatch(raw):
            face, number, block = face + 1, 0, False
            continue
        for start, end in _pieces(raw, begin):
            if start != begin:
                face, number, block = face + 1, 0, False
            piece = text[start:end]
            symbol = _BLOCK.match(piece)
            if symbol:
                block = True
                start += symbol.end()
            if text[start:end].strip():
                number += 1
                yield _line(text, face, number, start, end, block=block)
            if _CLASS_LEVEL.match(piece.lstrip()):
                block = True


def _pieces(raw: str, begin: int) -> Iterator[tuple[int, int]]:
    start = 0
    for match in _INLINE_FACE.finditer(raw):
        yield begin + start, begin + match.start()
        start = match.end()
    yield begin + start, begin + len(raw)


def _line(text: str, face: int, number: int, start: int, end: int, *, block: bool) -> Line:
    piece = text[start:end]
    start += len(piece) - len(piece.lstrip())
    end -= len(piece) - len(piece.rstrip())
    label = _LABEL.match(text, start, end)
    body = label.end() if label else start
    part = bool(_PART.match(text[start:end]))
    return Line(face, number, start, end, body if not part else start, block, part)


def own_names(name: str) -> list[str]:
    """The ways in which a card names itself, the longest first.

    CR 201.5c: a legendary card may go by a part of its name (`Krenko` for `Krenko, Mob Boss`).
    """
    names = {"~", "CARDNAME", "NICKNAME"}
    for face in re.split(r"\s*//?\s+", plain(name)):
        face = face.strip()
        short = _TITLES.split(face)[0] if face else ""
        names.update(part for part in (face, short) if len(part) > 2 or (part and part == face))
    return sorted(names, key=lambda own: (-len(own), own))


def name_places(text: str, name: str) -> list[tuple[int, int]]:
    """Where names stand that are no words of the rules: the card's own, and those it calls for."""
    places = [match.span(1) for match in _NAMED.finditer(text)] if "named " in text else []
    for own in own_names(name):
        place = text.find(own)
        while place >= 0:
            end = place + len(own)
            if not text[place - 1 : place].isalnum() and not text[end : end + 1].isalnum():
                places.append((place, end))
            place = text.find(own, end)
    return places
