"""The names of events: what performing an action is called once it has happened."""

from __future__ import annotations

__all__ = ["event_name", "has_own_name"]

# Participles that aren't made by adding -ed; the scenario format fixes them all.
_IRREGULAR = {
    "airbend": "airbent",
    "behold": "beheld",
    "cast": "cast",
    "collect evidence": "evidence collected",
    "connive": "connived",
    "copy": "copied",
    "counter": "countered",
    "discover": "discovered",
    "draw": "drawn",
    "earthbend": "earthbent",
    "exert": "exerted",
    "face a villainous choice": "villainous choice faced",
    "fight": "fought",
    "learn": "learned",
    "look": "looked at",
    "manifest dread": "dread manifested",
    "monstrosity": "became monstrous",
    "open an attraction": "attraction opened",
    "roll to visit your attractions": "visited",
    "set in motion": "set in motion",
    "the ring tempts you": "ring tempted",
    "time travel": "time traveled",
    "venture into the dungeon": "ventured",
    "waterbend": "waterbent",
    "scry": "scried",
}
_DOUBLING = {"tap": "tapped", "untap": "untapped", "stop": "stopped", "unequip": "unequipped"}


def has_own_name(action: str) -> bool:
    """Whether an action's event is called something that isn't made from its verb."""
    return action in _IRREGULAR


def event_name(action: str) -> str:
    """The name of the event that performing an action is: `destroy` gives `destroyed`."""
    if action in _IRREGULAR:
        return _IRREGULAR[action]
    if action in _DOUBLING:
        return _DOUBLING[action]
    verb, _, rest = action.partition(" ")
    if verb.endswith("e"):
        done = f"{verb}d"
    elif verb.endswith("y") and verb[-2:-1] not in "aeiou":
        done = f"{verb[:-1]}ied"
    else:
        done = f"{verb}ed"
    return f"{rest} {done}".strip() if rest else done
