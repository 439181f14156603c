"""Texts on cards as the executor asks for them: the statements of a line, the parts of a cost."""

from __future__ import annotations

from collections.abc import Mapping

from extract.grammar.cards import compile_card_text, compile_cost
from kg.program.tree import Expression, Statement

__all__ = ["CardTexts"]


class CardTexts:
    """What makes programs of the texts on cards; it keeps nothing."""

    def compile(
        self, text: str, name: str, actions: Mapping[str, tuple[str, ...]]
    ) -> tuple[Statement, ...]:
        """The statements of one line of Oracle text.

        Args:
            actions: the parameters of the keyword actions that the text may use, by name; those
                that every edition has may be used anyway.

        Raises:
            UnreadableError: it can't be read; a ValueError that quotes it.
        """
        programs = compile_card_text(text, name=name, actions=actions)
        return tuple(statement for program in programs for statement in program.body)

    def cost(self, text: str) -> tuple[Expression, ...]:
        """The parts of a cost in words and symbols.

        Raises:
            UnreadableError: it can't be read.
        """
        return compile_cost(text)
