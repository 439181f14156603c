"""The networks of the editions, and what is made of them, kept as long as the store stays.

A network is read once an edition and generation: 2 s for 3,300 rules.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from api.asked import find_asked
from api.live import Snapshot, snapshot
from api.params import EditionParams
from kg.analysis.network import Network, read_network
from kg.model import EditionKey

__all__ = ["opened", "remember"]

T = TypeVar("T")
_NETWORKS = 2
_kept: WeakKeyDictionary[Snapshot, OrderedDict[object, Any]] = WeakKeyDictionary()
_lock = threading.RLock()


def opened(query: EditionParams) -> tuple[EditionKey, Network]:
    """The edition that is asked for, and its network."""
    at_hand = snapshot()
    key = find_asked(at_hand.store, query)
    return key, remember(("network", key), lambda: read_network(at_hand.store, key))


def remember(name: tuple[str, EditionKey], make: Callable[[], T]) -> T:
    """What was made for this snapshot, made once; of each kind the last few are kept."""
    with _lock:
        kept = _kept.setdefault(snapshot(), OrderedDict())
        if name not in kept:
            kept[name] = make()
            alike = [known for known in kept if known[0] == name[0]]  # type: ignore[index]
            for old in alike[:-_NETWORKS]:
                del kept[old]
        kept.move_to_end(name)
        found: T = kept[name]
        return found
