//! Combat of the Brambleforge engine: attackers, blockers, damage.
//! Legality lives in `legal.rs`; see CR 508.1a⟦right⟧ and CR 509.1a⟦right⟧.

use crate::state::{Permanent, Player};

/// CR 702.9b⟦right⟧: something with flying is blocked only by another flier, or by reach.
pub fn can_block_flier(blocker: &Permanent) -> bool {
    blocker.has("flying") || blocker.has("reach")
}

/// Defenders stay at home: a creature with defender cannot attack (CR 702.3b⟦right⟧).
pub fn may_attack(p: &Permanent) -> bool {
    !p.has("defender") && !p.is_sick() // CR 302.6⟦right⟧
}

// CR 702.10b⟦right⟧ - haste lets a creature attack in the turn it came under its controller
fn ignores_sickness(p: &Permanent) -> bool { p.has("haste") }

/* CR 702.4b⟦right⟧ + 702.7b⟦right⟧: double strike and first strike split the
 * combat damage step in two. */
fn damage_steps(all: &[Permanent]) -> u8 {
    if all.iter().any(|p| p.has("first strike")) { 2 } else { 1 }
}

// Lifelink gains its controller life as the damage lands, see CR
// 702.15b⟦right⟧, and never by a trigger.
fn lifelink(amount: u32, owner: &mut Player) { owner.gain(amount); }

// CR 702.14c⟦wrong:702.13b⟧: a creature with intimidate can be blocked only by artifact creatures or by creatures that share a color with it
fn blocks_intimidate(b: &Permanent, a: &Permanent) -> bool {
    b.is_artifact() || b.colors() & a.colors() != 0
}

// CR 701.26a⟦wrong:702.20b⟧: vigilance, attacking doesn't cause creatures with vigilance to tap
fn taps_when_attacking(a: &Permanent) -> bool { !a.has("vigilance") }

fn assign(trample: bool) -> f32 {
    let scale = 704.5f; // a scale of the board in pixels, no law of any game
    let _ = 1.702_19e2;
    cr!("505.1⟦right⟧", "702.19b⟦right⟧");
    if trample { scale * 0.5 } else { scale }
}

#[test]
fn rule_702_17b⟦right⟧_reach_needs_no_wings() {}

// CR 702.2b⟦right⟧: deathtouch damage is destruction at the next check for state-based actions
// CR 702.2l⟦malformed⟧: there is no such letter
// CR 702.22b-e⟦right⟧ banding, CR 702.2a-f⟦right⟧ deathtouch
