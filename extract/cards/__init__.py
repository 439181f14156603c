"""What a card's text says in the words of the rules: its keywords, actions and terms."""

from extract.cards.annotator import Annotator
from extract.cards.values import Annotation, KeywordUse, Touch

__all__ = ["Annotation", "Annotator", "KeywordUse", "Touch"]
