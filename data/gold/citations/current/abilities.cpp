// Abilities, triggers and the stack.
#include <vector>
// CR 602.2a⟦right⟧: announce; CR 602.2b⟦right⟧: pay like a spell. CR 603.2⟦right⟧, 603.3b⟦right⟧.

/// CR 701.2a⟦right⟧: activating an ability puts it onto the stack and pays for it
void activate(Ability& a);

/// CR 701.5a⟦wrong:701.6a⟧: to counter a spell, remove it from the stack; it doesn't resolve and goes to its owner's graveyard
void counter(Spell& s);

/// Countering gives no refund of costs, CR 701.6b⟦right⟧.
void refund();

/*
 * CR 702.27a⟦right⟧ buyback returns the spell to its owner's hand as it resolves
 * CR 702.29a⟦right⟧ cycling: discard this card, draw a card
 * CR 702.29e⟦right⟧ typecycling
 * CR 702.29z⟦dangling⟧
 */
void cycle();

// CR 702.28a⟦wrong:702.29a⟧: cycling, pay the cost and discard this card from your hand to draw a card
void cycle2();

static const double k = 702.29e0; static const char* v = "release 702.29";
// CR 607.2a⟦right⟧ linked abilities; §607.2d⟦right⟧
// cr 603.7a⟦right⟧ delayed triggers
// CR_603_6a⟦right⟧ and rule-603-6b⟦right⟧
// CR 405.1⟦right⟧, 405.2⟦right⟧; 405.6⟦skip⟧ of them
// 3.702.29a
// @cr 702.23a⟦right⟧ rampage
