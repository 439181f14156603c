package org.brambleforge.keywords;

/**
 * Evergreen keywords.
 *
 * <p>Flash (CR 702.8a⟦right⟧), hexproof (CR 702.11b⟦right⟧), shroud (CR 702.18a⟦right⟧) and ward (CR 702.21a⟦right⟧).
 *
 * @see <a href="https://rules.example/cr#rule-702-12b⟦right⟧">indestructible</a>
 */
final class Keywords {
    private static final String BUILD = "version 702.11.4";

    /** Hexproof on a permanent: no spell or ability of an opponent can target it. CR 702.11b⟦right⟧. */
    boolean hexproof(Target t, Player by) { return t.isOpponentOf(by); }

    /** Indestructible: lethal damage doesn't destroy the permanent (CR 702.21b⟦wrong:702.12b⟧). */
    boolean indestructible(Permanent p) { return true; }

    // CR 702.16b⟦right⟧ + 702.16e⟦right⟧: protection stops targeting and prevents damage from sources of the quality
    // CR 702.16a–g⟦right⟧
    boolean protectionFrom(Quality q) { return false; }

    // CR 702.6a⟦right⟧: equip is an activated ability of Equipment cards: attach it to a creature you control, as a sorcery
    void equip(Creature c) {}

    // CR 702.2b⟦wrong:702.6a⟧: equip, pay the cost and attach this Equipment to target creature you control, only as a sorcery
    void reequip(Creature c) {}

    @Rule("702.19b⟦right⟧") void trample() {}
    @Rule("702.91q⟦dangling⟧") void battleCry() {}

    // RFC 7230 section 301.2 is about headers; 17 CFR § 240.10b-5 about fraud; ISO 639.2b about tongues.
    // CR 702.5d⟦right⟧: an Aura that can enchant a player
    /* CR 702.1b⟦right⟧ and
       CR 702.1c⟦right⟧ */
    static final double DRAG = 120.3, LIFT = 119.7d;

    // See rules 702.24a⟦right⟧, 702.24b⟦right⟧, and 702.25a⟦right⟧.
    // CR 702.26b⟦right⟧: a phased-out permanent is treated as though it did not exist
    // CR 702.28b⟦right⟧: shadow blocks shadow, and nothing else
}
