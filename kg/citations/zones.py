"""Where a program keeps its words: comments and strings, by the family of its language.

A scanner of a few lines a family, no parser: it only has to tell `704.5f` in a comment from the
float literal. Files of unknown kind are prose from end to end.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable
from functools import lru_cache

__all__ = ["words_of"]

_BLOCK = r"/\*.*?(?:\*/|\Z)"
# What isn't closed ends with the text or line, so that no hostile text is read twice.
_DOUBLE = r"\"(?:\\.|[^\"\\])*+(?:\"|\\?\Z)"
_SINGLE = r"'(?:\\.|[^'\\\n])*+(?:'|\\?(?=\n)|\\?\Z)"
_CHARACTER = r"'(?:\\.|[^'\\\n])'"
_TICKS = r"`(?:\\.|[^`\\])*+(?:`|\\?\Z)"
_TRIPLE = r"\"\"\".*?(?:\"\"\"|\Z)|'''.*?(?:'''|\Z)"
_FAMILIES: dict[str, tuple[str, str]] = {
    "slashes": (
        "c h cc cpp cxx hpp hh cs java kt kts scala rs go swift m mm zig proto sol d v sv glsl"
        " hlsl",
        rf"{_BLOCK}|//[^\n\r]*|\"\"\".*?(?:\"\"\"|\Z)|{_DOUBLE}|{_CHARACTER}|{_TICKS}",
    ),
    "scripts": (
        "js jsx mjs cjs ts tsx mts dart php groovy gradle css scss less jsonc json5",
        rf"{_BLOCK}|//[^\n\r]*|#[^\n\r]*|{_DOUBLE}|{_SINGLE}|{_TICKS}",
    ),
    "hashes": (
        "py pyi pyx rb sh bash zsh fish pl pm r ex exs jl nim yaml yml toml cfg conf tf cmake mk gd"
        " ps1 cr tcl awk coffee nix properties",
        rf"{_TRIPLE}|#[^\n\r]*|<#.*?(?:#>|\Z)|{_DOUBLE}|{_SINGLE}",
    ),
    "dashes": (
        "lua sql hs lhs elm ada adb ads vhd vhdl purs",
        rf"--\[\[.*?(?:\]\]|\Z)|\{{-.*?(?:-\}}|\Z)|{_BLOCK}|--[^\n\r]*|\[\[.*?(?:\]\]|\Z)|{_DOUBLE}|{_SINGLE}",
    ),
    "semicolons": (
        "lisp lsp cl clj cljs cljc edn el scm ss rkt asm s ini fnl",
        rf"#\|.*?(?:\|#|\Z)|;[^\n\r]*|{_DOUBLE}",
    ),
    "percents": ("erl hrl", rf"%[^\n\r]*|{_DOUBLE}|{_SINGLE}"),
    "brackets": (
        "ml mli fs fsi fsx pas pp sml",
        rf"\(\*.*?(?:\*\)|\Z)|//[^\n\r]*|\{{[^}}]*+(?:\}}|\Z)|{_DOUBLE}|{_SINGLE}",
    ),
    "quotes": ("vb bas vbs", r"'[^\n\r]*|\"(?:\"\"|[^\"\n\r])*+\"?"),
    "data": ("json ndjson jsonl ipynb", _DOUBLE),
}
_FAMILY = {suffix: name for name, (all_, _) in _FAMILIES.items() for suffix in all_.split()}


@lru_cache
def _pattern(family: str) -> re.Pattern[str]:
    return re.compile(_FAMILIES[family][1], re.DOTALL)


def words_of(text: str, name: str) -> Callable[[int], bool]:
    """Tells whether a place in a file's text lies in a comment, a string or prose.

    Args:
        name: of the file; what follows its last period names the language.
    """
    family = _FAMILY.get(name.rpartition(".")[2].lower()) if "." in name else None
    if family is None:
        return lambda place: True
    spans: list[tuple[int, int]] = []

    def inside(place: int) -> bool:
        if not spans:
            # Scanned when a bare number asks; a number always stands in one of few files.
            spans.append((-1, -1))
            spans.extend(match.span() for match in _pattern(family).finditer(text))
        start, end = spans[bisect_right(spans, (place, len(text) + 1)) - 1]
        return start <= place < end

    return inside
