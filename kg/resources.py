"""What ships beside the code: the rulebook, the query gallery, the ontology, our own queries.

In a wheel `data/` lies inside the package `kg`; in a checkout it lies beside it.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable

from kg.vocab import BASE, DEFAULT_BASE

__all__ = ["data", "gallery", "internal_query", "localised", "ontology", "rulebooks"]


def data(name: str) -> Traversable:
    """The folder `data/NAME`."""
    packaged = files("kg") / "data" / name
    if packaged.is_dir():
        return packaged
    return files("kg").joinpath("..", "data", name)


def localised(text: str) -> str:
    """A shipped text with its IRIs under the base IRI in use."""
    return text if BASE == DEFAULT_BASE else text.replace(DEFAULT_BASE, BASE)


def rulebooks() -> list[Traversable]:
    """The embedded rulebook's files, oldest edition first."""
    return _sorted(data("rulebook"), ".txt")


def gallery() -> Iterator[tuple[str, str]]:
    """Name and text of each query of the gallery, by name."""
    for file in _sorted(data("queries"), ".rq"):
        yield file.name.removesuffix(".rq"), localised(file.read_text(encoding="utf-8"))


def internal_query(name: str) -> str:
    """The text of `kg/queries/NAME.rq`."""
    return localised((files("kg") / "queries" / f"{name}.rq").read_text(encoding="utf-8"))


def ontology() -> Iterator[tuple[str, str]]:
    """File name and text of each Turtle module of the ontology, by name."""
    for file in _sorted(files("ontology"), ".ttl"):
        yield file.name, localised(file.read_text(encoding="utf-8"))


def _sorted(folder: Traversable, ending: str) -> list[Traversable]:
    return sorted((f for f in folder.iterdir() if f.name.endswith(ending)), key=lambda f: f.name)
