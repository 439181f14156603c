"""Events: what happens in a game, each with the rules that say so.

An event is proposed, may be forbidden, replaced or prevented, is performed, and is then recorded in
the trace; its name is a past participle such as `destroyed` or `damage dealt`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from kg.executor.objects import Ref
from kg.program.events import event_name

__all__ = ["Event", "event_name", "event_record"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something that happens, or is about to.

    Attributes:
        object: what it happens to: an object or a player.
        player: who does it.
        source: the object that causes it.
        to: of damage and attachments, whom or what it concerns besides.
        combat: of damage, whether it is combat damage; else None.
        rules: the numbers of the rules that say so.
        more: what only some events have, such as the zones of a move.
        applied: the replacement effects that were already applied to it (CR 614.5).
    """

    name: str
    object: Ref | str | None = None
    player: str = ""
    source: Ref | None = None
    to: Ref | str | None = None
    amount: int | None = None
    kind: str = ""
    combat: bool | None = None
    rules: tuple[str, ...] = ()
    more: Mapping[str, Any] = field(default_factory=dict)
    applied: frozenset[str] = frozenset()

    def with_rules(self, *rules: str) -> Event:
        """The event with more rules, each once."""
        return replace(self, rules=tuple(dict.fromkeys((*self.rules, *rules))))


def event_record(event: Event) -> dict[str, Any]:
    """The event as JSON, as reports print it: keys that say nothing are left out."""
    found: dict[str, Any] = {"event": event.name, "rules": list(event.rules)}
    for key in ("object", "player", "source", "to", "amount", "kind", "combat"):
        value = getattr(event, key)
        if value not in (None, ""):
            found[key] = value.id if isinstance(value, Ref) else value
    return found
