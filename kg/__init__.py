"""ruleloom: the Comprehensive Rules as a knowledge graph."""

from importlib.metadata import PackageNotFoundError, version

from kg.errors import RuleloomError
from kg.model import Citation, Edition, EditionKey, GlossaryEntry, Rule, RuleNumber

__all__ = [
    "Citation",
    "Edition",
    "EditionKey",
    "GlossaryEntry",
    "Rule",
    "RuleNumber",
    "RuleloomError",
    "__version__",
]

try:
    __version__ = version("ruleloom")
except PackageNotFoundError:  # a source tree that nobody installed
    __version__ = "0+unknown"
