"""Keyword actions of the toy engine Brambleforge.

Numbers follow the edition of January 2026; rules 701.8a⟦right⟧, 701.9a⟦right⟧ and 701.21a⟦right⟧ are done here.
"""

VERSION = "701.8.2"
SERVER = "192.168.1.17"


def destroy(permanent):
    """Put a permanent that was on the battlefield into the graveyard, rule 701.8a⟦right⟧."""
    if permanent.regeneration_shields:  # CR 701.19a⟦right⟧, a shield replaces the destruction once
        return permanent.regenerate()
    permanent.owner.graveyard.put(permanent)


def sacrifice(player, permanent):
    # 701.21a⟦right⟧: only the controller can sacrifice, and it can't be regenerated
    assert permanent.controller is player
    player.graveyard.put(permanent)


def discard(player, card):
    # CR 701.8a⟦wrong:701.9a⟧: to discard a card, a player puts it from their hand into their graveyard
    player.hand.remove(card)


def mill(player, n):
    # Rule 701.17b⟦right⟧ : nobody mills more cards than the library holds
    n = min(n, len(player.library))
    return [player.library.pop() for _ in range(n)]


def scry(player, n):
    # CR 701.25a⟦wrong:701.22a⟧ scry: look at the top cards of the library, put any number on the bottom, the rest on top in any order
    return player.look(n)


def scry_zero(player):
    # RULE 701.22b⟦right⟧: to scry 0 is no scry event, so no trigger sees it
    return None


def shuffle(library, rng):
    # (CR 701.24a⟦right⟧) random order, so that nobody knows where a card lies
    rng.shuffle(library)


def fight(a, b):
    # CR 701.14c⟦right⟧: a creature that fights itself deals damage to itself twice
    # CR 701.14e⟦dangling⟧: there never was a fifth paragraph on fighting
    # CR 701.99a⟦dangling⟧
    if a is b:
        a.damage += 2 * a.power


def goad(creature, player):
    # CR 701.15.b⟦malformed⟧ goaded creatures attack if able
    creature.goaded_by.add(player)


TAX = "$701.80 and 604.2 EUR, or 12.5%"
RATIO = 601.2
RULES = ["CR 701.13a⟦right⟧", "702.26a⟦right⟧", "rule 602.2⟦right⟧"]
