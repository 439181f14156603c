"""HTML: a page saved from a browser, to the paragraphs that its reader sees.

Over lxml, whose tree is walked once, without recursion. Extractors that look for a page's main text
were tried on eight pages that hold the edition of 2026-01-16 (5,216 lines) in paragraphs, in
divisions, lists and tables, with linked titles: trafilatura lost 4 lines in tables,
readability-lxml 347 titles where they were links, html-text and inscriptis joined or broke lines;
none tells a headword from its definition. Selectolax walks 100,000 elements within each other in
89 s. Here nothing goes but what says itself that it surrounds the page (`nav`, `footer`, the roles
and usual class names for them), and not even that where it holds rules that stand nowhere else.
"""

from __future__ import annotations

import codecs
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

import lxml.html
from lxml import etree

from extract.readers.layout import Paragraph, lay_out, lines_of, numeral
from extract.readers.txt import Lines, decode
from kg.errors import SourceError

__all__ = ["MAX_DEPTH", "MAX_TAGS", "read_html"]

# The official text as a page has 20,000 tags, with navigation and links 100,000.
MAX_TAGS = 500_000
MAX_DEPTH = 2048  # what libxml2 bears

_DROPPED = frozenset(
    "script style template noscript head title svg canvas iframe object embed audio video map "
    "select option button input textarea progress meter rp rt datalist".split()
)
_BLOCKS = frozenset(
    "address article aside blockquote body caption center dd details dialog dir div dl dt fieldset "
    "figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav "
    "ol p pre search section summary table tbody tfoot thead tr ul".split()
)
_STRONG = frozenset("b strong th dt h1 h2 h3 h4 h5 h6".split())
_VERBATIM = frozenset("pre listing plaintext xmp".split())

_AROUND = frozenset("nav footer menu search".split())
_AROUND_MAIN = frozenset("header aside".split())
_ROLES = frozenset("navigation banner contentinfo search complementary".split())
_NAMES = frozenset(
    "nav navbar navigation menu sidebar breadcrumb breadcrumbs footer site-footer site-header "
    "page-footer page-header skip-link mw-editsection mw-jump-link printfooter catlinks".split()
)

_META = re.compile(rb"<meta[^>]{0,200}?charset\s*=\s*[\"']?\s*([\w.:-]{1,40})", re.IGNORECASE)
_XML = re.compile(rb"\A\s*<\?xml[^>]{0,200}?encoding\s*=\s*[\"']([\w.:-]{1,40})", re.IGNORECASE)
# What browsers take for these labels (WHATWG Encoding 4.2).
_LABELS = {"iso8859-1": "cp1252", "ascii": "cp1252", "utf-16": "utf-8", "utf-16-le": "utf-8"}
_META_WITHIN = 4096

_SPACE = re.compile(r"[ \t\r\n\f]+")
_BLANK_LINE = re.compile(r"\n[ \t\u00a0]*(?:\n[ \t\u00a0]*)+")
_SYMBOL = re.compile(r"\{[^{}\s]{1,8}\}")
_NUMBER = re.compile(r"\s*([1-9]\d\d\.\s?\d+[a-z]?)")
_EXAMPLE = re.compile(r"\s*\[?Examples?:", re.IGNORECASE)
_MARKED = re.compile(r"\s*(?:\d+[.)]|\(?[a-z]\))")
_PERMALINK = frozenset("¶ # § 🔗".split())
_LIST_KINDS = {"a": "lowerLetter", "A": "upperLetter", "i": "lowerRoman", "I": "upperRoman"}


def read_html(data: bytes, *, name: str) -> Lines:
    """The lines of a page; spans count in the text that they make.

    Raises:
        SourceError: the page has more or more deeply nested tags than a page of rules can have, or
            holds no text.
    """
    if data.count(b"<") > MAX_TAGS:
        raise SourceError(name, f"has more than {MAX_TAGS:,} HTML tags; no page of rules does")
    root = _tree(_decoded(data, name), name)
    pieces = list(_Walk().pieces(root)) if root is not None else []
    paragraphs = [Paragraph(piece.text, piece.is_strong) for piece in _without_frame(pieces)]
    if not paragraphs:
        raise SourceError(
            name, "this page holds no text; save it from the browser when it is shown in full"
        )
    return lines_of(lay_out(paragraphs), name=name, encoding="html")


def _decoded(data: bytes, name: str) -> str:
    """The page's text: by its mark, by what it declares, else as any text."""
    if data.startswith((codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return decode(data, name=name)[0]
    head = data[:_META_WITHIN]
    declared = _XML.search(head) or _META.search(head)
    if declared:
        try:
            label = codecs.lookup(declared[1].decode("ascii")).name
            return data.decode(_LABELS.get(label, label))
        except (LookupError, UnicodeError):
            pass  # a false declaration, met on saved pages
    return decode(data, name=name)[0]


def _tree(text: str, name: str) -> etree._Element | None:
    parser = lxml.html.HTMLParser(
        encoding="utf-8", huge_tree=True, remove_comments=True, remove_pis=True
    )
    text = text.lstrip("\ufeff").replace("\0", "")
    try:
        root = lxml.html.document_fromstring(text.encode("utf-8", errors="replace"), parser=parser)
    except etree.ParserError:
        return None
    except etree.XMLSyntaxError as error:  # HTML has no such errors: libxml2 got no more memory
        raise SourceError(name, "is damaged or takes too much memory to read") from error
    if any(entry.type_name == "ERR_RESOURCE_LIMIT" for entry in parser.error_log):
        raise SourceError(name, f"has tags nested deeper than {MAX_DEPTH}; no page of rules does")
    return root


@dataclass(slots=True)
class _Piece:
    """A paragraph in the making.

    Attributes:
        frame: the outermost element around it that surrounds the page's own text, by a number of
            its own; 0 where there is none.
        length, strong, linked: how many of its characters are no blanks, are bold, are links.
    """

    frame: int = 0
    parts: list[str] = field(default_factory=list)
    length: int = 0
    strong: int = 0
    linked: int = 0

    @property
    def text(self) -> str:
        """Its lines, each without blanks round it but for a no-break space that indents it."""
        lines = "".join(self.parts).split("\n")
        return "\n".join(line.strip(" \t\r\f").rstrip() for line in lines).strip("\n")

    @property
    def is_strong(self) -> bool:
        """Whether all of it is a heading or bold."""
        return self.length > 0 and self.strong == self.length


class _Walk:
    """One walk over a page, from its first tag to its last."""

    def __init__(self) -> None:
        self._piece = _Piece()
        self._inside: Counter[str] = Counter()
        self._frames: list[etree._Element] = []
        self._frame = 0
        self._lists: list[_List] = []

    def pieces(self, root: etree._Element) -> Iterator[_Piece]:
        """The paragraphs that aren't blank, in order."""
        walker = etree.iterwalk(root, events=("start", "end"))
        for event, element in walker:
            tag = element.tag if isinstance(element.tag, str) else "script"
            if event == "start":
                if tag in _DROPPED:
                    walker.skip_subtree()
                    continue
                if tag in _BLOCKS:
                    yield from self._flush()
                self._enter(element, tag)
                self._take(element.text)
            else:
                if tag not in _DROPPED:
                    if tag in _BLOCKS:
                        yield from self._flush()
                    self._leave(element, tag)
                if element is not root:
                    self._take(element.tail)
        yield from self._flush()

    def _enter(self, element: etree._Element, tag: str) -> None:
        self._inside[tag] += 1
        self._inside["strong()"] += tag in _STRONG
        self._inside["verbatim()"] += tag in _VERBATIM
        if _surrounds(element, tag, in_main=self._inside["main"] + self._inside["article"] > 0):
            if not self._frames:
                self._frame += 1
            self._frames.append(element)
            self._piece.frame = self._frame
        if tag == "br":
            self._piece.parts.append("\n")
        elif tag in ("td", "th"):
            self._piece.parts.append(" ")
        elif tag in ("ol", "ul"):
            self._lists.append(_List.of(element))
        elif tag == "li" and self._lists:
            self._piece.parts.append(self._lists[-1].mark(element))
        elif tag == "img":
            self._take(" ".join(_SYMBOL.findall(element.get("alt", ""))[:1]))

    def _leave(self, element: etree._Element, tag: str) -> None:
        self._inside[tag] -= 1
        self._inside["strong()"] -= tag in _STRONG
        self._inside["verbatim()"] -= tag in _VERBATIM
        if self._frames and self._frames[-1] is element:
            self._frames.pop()
            self._piece.frame = self._frame if self._frames else 0
        if tag in ("ol", "ul") and self._lists:
            self._lists.pop()

    def _take(self, text: str | None) -> None:
        if not text:
            return
        if self._inside["a"] and text.strip() in _PERMALINK:
            return
        verbatim = self._inside["verbatim()"] > 0
        self._piece.parts.append(text if verbatim else _SPACE.sub(" ", text))
        length = len("".join(text.split()))
        self._piece.length += length
        self._piece.strong += length if self._inside["strong()"] else 0
        self._piece.linked += length if self._inside["a"] else 0

    def _flush(self) -> Iterator[_Piece]:
        """The paragraph so far, as two or more where blank lines part it."""
        done, self._piece = self._piece, _Piece(self._frame if self._frames else 0)
        if not done.length:
            return
        for part in _BLANK_LINE.split(done.text):
            if part.strip():
                yield _Piece(done.frame, [part], done.length, done.strong, done.linked)


def _surrounds(element: etree._Element, tag: str, *, in_main: bool) -> bool:
    """Whether an element says that it is no part of the page's own text."""
    if tag in ("html", "body", "main", "article"):
        return False
    if tag in _AROUND or (tag in _AROUND_MAIN and not in_main):
        return True
    role = element.get("role", "").lower()
    names = f"{element.get('class', '')} {element.get('id', '')}".lower().split()
    return (role in _ROLES and not (role == "complementary" and in_main)) or any(
        name in _NAMES for name in names
    )


def _without_frame(pieces: list[_Piece]) -> list[_Piece]:
    """The pieces without what surrounds the page's text, unless that would take rules away.

    A frame stays where it holds an example, a rule whose number nothing else begins with (but in a
    link: that is a table of contents), or half of all there is.
    """
    own = {_number(piece.text) for piece in pieces if not piece.frame}
    size: Counter[int] = Counter()
    for piece in pieces:
        size[piece.frame] += len(piece.text)
    kept = {0} | {frame for frame, length in size.items() if 2 * length > size.total()}
    for piece in pieces:
        if piece.frame and piece.linked < piece.length:
            number = _number(piece.text)
            if (number and number not in own) or _EXAMPLE.match(piece.text):
                kept.add(piece.frame)
    return [piece for piece in pieces if piece.frame in kept]


def _number(text: str) -> str:
    match = _NUMBER.match(text)
    return match[1].replace(" ", "") if match else ""


@dataclass(slots=True)
class _List:
    """A list, and the number of its next item; `kind` is none where items show no number."""

    kind: str
    count: int

    @classmethod
    def of(cls, element: etree._Element) -> _List:
        """A list as its tag has it; items that bring their own numbers get no other."""
        items = [e for e in element if e.tag == "li"]
        unmarked = "none" in element.get("style", "") or any(
            _MARKED.match(_start(e)) for e in items
        )
        if element.tag == "ul" or unmarked:
            return cls("none", 1)
        start = element.get("start", "1")
        kind = _LIST_KINDS.get(element.get("type", ""), "decimal")
        return cls(kind, int(start) if start.isascii() and start.isdigit() else 1)

    def mark(self, item: etree._Element) -> str:
        """The number before the next item, with the blank behind it."""
        value = item.get("value", "")
        if value.isascii() and value.isdigit():
            self.count = int(value[:6])
        text = numeral(self.count, self.kind)
        self.count += 1
        return f"{text}. " if text else ""


def _start(element: etree._Element) -> str:
    """The first words in an element."""
    return next((text for text in element.itertext() if text.strip()), "")
