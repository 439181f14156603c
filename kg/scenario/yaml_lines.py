"""YAML 1.2's core schema with the line of every key, for messages that say where.

PyYAML reads YAML 1.1, in which `on` and `no` are booleans and a key given twice is no fault; so its
nodes are taken, and made into values here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import yaml

from kg.errors import ScenarioError

__all__ = ["Lined", "LinedList", "parse_documents"]

# YAML 1.2.2, 10.3.2 Tag Resolution.
_PLAIN: tuple[tuple[re.Pattern[str], Callable[[str], Any]], ...] = (
    (re.compile(r"null|Null|NULL|~|"), lambda text: None),
    (re.compile(r"true|True|TRUE"), lambda text: True),
    (re.compile(r"false|False|FALSE"), lambda text: False),
    (re.compile(r"[-+]?[0-9]+"), int),
    (re.compile(r"0x[0-9a-fA-F]+"), lambda text: int(text, 16)),
    (re.compile(r"0o[0-7]+"), lambda text: int(text, 8)),
    (re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?"), float),
)
_DEEPEST = 50
_MOST_VALUES = 100_000


class Lined(dict[str, Any]):
    """A mapping that knows its line, and that of each key; lines count from 1."""

    line: int = 0
    lines: dict[str, int]


class LinedList(list[Any]):
    """A list that knows its line, from 1."""

    line: int = 0


def parse_documents(text: str) -> Iterator[tuple[int, Any]]:
    """Each document of a YAML text with its line; empty ones are left out.

    Raises:
        ScenarioError: no YAML, or a key twice in one mapping; the message begins with the line.
    """
    try:
        for node in yaml.compose_all(text, Loader=yaml.SafeLoader):
            if node is not None:
                yield node.start_mark.line + 1, _Maker().value(node)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        raise ScenarioError(f"{line}: no YAML: {error.problem or error.context}") from None
    except yaml.YAMLError as error:  # a character that YAML has no place for
        line = text.count("\n", 0, getattr(error, "position", 0) or 0) + 1
        raise ScenarioError(f"{line}: no YAML: {' '.join(str(error).split())}") from None
    except RecursionError:
        raise ScenarioError("1: no YAML: nested too deeply") from None


class _Maker:
    """Makes values of one document's nodes, up to a limit: a node may be repeated by aliases, and
    aliases of aliases would make a short text endless."""

    def __init__(self) -> None:
        self._made = 0

    def value(self, node: yaml.Node, depth: int = 0) -> Any:
        line = node.start_mark.line + 1
        self._made += 1
        if depth > _DEEPEST or self._made > _MOST_VALUES:
            raise ScenarioError(f"{line}: nested too deeply, or too many values in one document")
        if isinstance(node, yaml.ScalarNode):
            return _scalar(node)
        if isinstance(node, yaml.SequenceNode):
            items = LinedList(self.value(item, depth + 1) for item in node.value)
            items.line = line
            return items
        assert isinstance(node, yaml.MappingNode)
        return self._mapping(node, depth)

    def _mapping(self, node: yaml.MappingNode, depth: int) -> Lined:
        found = Lined()
        found.line, found.lines = node.start_mark.line + 1, {}
        for key_node, value_node in node.value:
            line = key_node.start_mark.line + 1
            if not isinstance(key_node, yaml.ScalarNode):
                raise ScenarioError(f"{line}: a key is a plain word here, no list or mapping")
            key = str(key_node.value)
            if key in found:
                raise ScenarioError(f"{line}: key {key!r} twice in one mapping")
            found[key] = self.value(value_node, depth + 1)
            found.lines[key] = line
        return found


def _scalar(node: yaml.ScalarNode) -> Any:
    text = str(node.value)
    if node.style is None:  # neither quoted nor a block
        for pattern, make in _PLAIN:
            if pattern.fullmatch(text):
                return make(text)
    return text
