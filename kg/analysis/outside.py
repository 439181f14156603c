"""What rests on rules outside the network of an edition: programs, and scenarios that test them."""

from __future__ import annotations

from collections.abc import Iterable
from importlib.resources import as_file
from pathlib import Path

from pyoxigraph import QuerySolutions

from kg.analysis.impact import Cited
from kg.model import EditionKey
from kg.resources import data, internal_query
from kg.scenario.load import load_scenarios
from kg.store.base import Store
from kg.vocab import SEMANTICS_GRAPH, programs_graph

__all__ = ["read_programs", "read_scenarios", "read_shipped_scenarios"]


def read_programs(store: Store, key: EditionKey) -> list[Cited]:
    """The programs of an edition, compiled and curated, with the rules that state them."""
    result = store.query(
        internal_query("network_programs"), default_graph=[programs_graph(key), SEMANTICS_GRAPH]
    )
    assert isinstance(result, QuerySolutions)
    rules: dict[str, set[str]] = {}
    for row in result:
        name = row["name"].value if row["name"] is not None else ""
        name = name or row["program"].value.rpartition("/")[2]
        rules.setdefault(name, set()).add(row["rule"].value.rpartition("/rule/")[2])
    return [Cited(name, "program", tuple(sorted(found))) for name, found in rules.items()]


def read_scenarios(paths: Iterable[Path], key: EditionKey) -> list[Cited]:
    """The scenarios of some files, or of all YAML files in some folders, that are about an edition
    or about no particular one.

    Raises:
        ScenarioError: a file can't be read.
    """
    files = [
        file
        for path in paths
        for file in (sorted(path.glob("*.y*ml")) if path.is_dir() else [path])
    ]
    return [
        Cited(f"{file.name}: {scenario.name}", "scenario", scenario.rules)
        for file in files
        for scenario in load_scenarios(file)
        if scenario.rules and scenario.edition in ("", key.name)
    ]


def read_shipped_scenarios(key: EditionKey) -> list[Cited]:
    """Those that come with ruleloom."""
    folder = data("scenarios")
    if not folder.is_dir():
        return []
    with as_file(folder) as path:
        return read_scenarios([path], key)
