"""The lock file: which edition a tree was last checked against, and a hash of each rule it cites.

With it a later check knows the edition the tree was written for, and names the citations whose
rules have other words now, though their numbers stayed.
"""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from kg.citations.atomic import write_atomically
from kg.citations.files import ABOUT
from kg.citations.ranges import order
from kg.citations.target import Target
from kg.errors import SourceError

__all__ = ["Lock", "make_lock", "read_lock", "write_lock"]


@dataclass(frozen=True, slots=True)
class Lock:
    """What a lock file holds.

    Attributes:
        edition: the date of the edition; None where that had none.
        hashes: of the folded texts of the rules cited, by number.
    """

    edition: dt.date | None
    hashes: Mapping[str, str]


def make_lock(target: Target, numbers: Iterable[str]) -> Lock:
    """The lock of some numbers in an edition; those without a text at hand are left out."""
    hashes = target.hashes
    locked = {n: hashes[n] for n in sorted(set(numbers), key=order) if n in hashes}
    return Lock(target.date, locked)


def read_lock(file: Path) -> Lock:
    """A lock from its file.

    Raises:
        SourceError: it can't be read, or is no lock.
    """
    try:
        value = json.loads(file.read_text(encoding="utf-8"))
        day = value["edition"]
        hashes = {str(number): str(digest) for number, digest in value["rules"].items()}
        return Lock(dt.date.fromisoformat(day) if day else None, hashes)
    except OSError as error:
        raise SourceError(str(file), f"can't be read: {error.strerror or error}") from error
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise SourceError(
            str(file), "is no lock of citations: delete it, and it is written anew"
        ) from error


def write_lock(file: Path, lock: Lock) -> None:
    """Write a lock to its file."""
    day = lock.edition.isoformat() if lock.edition else None
    about = f"{ABOUT}: hashes of the rules cited."
    value = {"about": about, "edition": day, "rules": dict(lock.hashes)}
    text = json.dumps(value, indent=1) + "\n"
    write_atomically(file, text.encode())
